//! A client that stops reading costs nobody else anything.

use crate::common::{Client, Person, TestServer, client::Model, play::LAYOUT, table};
use protocol::{ClientFrame, Command, CommandId, Done, Link, Reply, VERSION};
use rules::{Action, BySeat, Deployment, Game, RuleSet, Seat, Viewer};
use tokio::net::TcpSocket;
use tokio_tungstenite::{
    MaybeTlsStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const FURTHER_MOVES: u32 = 500;

#[tokio::test(flavor = "multi_thread")]
async fn who_stops_reading_is_let_go_and_nobody_waits() {
    server::metrics::record();
    let (server, hand) = TestServer::start_by_hand().await;
    // Nobody is put out and the game doesn't end, however long it takes.
    let rules = RuleSet { timeouts: 0, quiet_limit: 0, ..RuleSet::DEFAULT };
    let (room, mut clients) = table::playing(&server, table::options_by(rules)).await;
    let mut game = referee(rules);
    let fast = clients.pop().expect("green");
    let (person, mut slow) = (fast.person.clone(), narrow(&server, &fast.person).await);
    slow.remember(fast.cut());
    slow.join(room).await;
    let seen = slow.model.clone();

    for no in 0..FURTHER_MOVES {
        let (from, to) = quiet_move(&game);
        let mut action = Action::Move { from, to };
        let command = Command::Move { game: clients[0].game(), after: no, from, to };
        match game.turn().expect("the game goes on") {
            // It goes on sending while it can; it only doesn't read.
            Seat::Green => {
                let text = serde_json::to_string(&ClientFrame {
                    id: CommandId(1 << 40 | u64::from(no)),
                    cmd: command,
                });
                let _let_go = slow.try_send_message(Message::text(text.expect("JSON"))).await;
                clients[0].until(|model| model.no > no || green(model) != Link::Up).await;
                if clients[0].model.no == no {
                    table::run_out_turn(&mut clients, &hand).await;
                    action = Action::Timeout;
                }
            }
            seat @ (Seat::Red | Seat::Purple | Seat::Blue) => {
                let played = table::on_seat(&mut clients, seat).done(command).await;
                assert_eq!(played, Done::Played { no: no + 1 });
            }
        }
        game.apply(action).expect("legal");
        for client in &mut clients {
            client.until(|model| model.no > no).await;
        }
    }
    assert_eq!(closed_as_too_slow(), 1, "one was let go, once");
    for client in &mut clients {
        assert_eq!(client.model.events.len(), 500, "every move was told");
        assert_eq!(client.model.view, Some(game.view(Viewer::Seat(client.seat()))));
        assert_ne!(green(&client.model), Link::Up);
    }

    let back = table::come_back(&server, room, &person, seen).await;
    assert_eq!(back.model.no, FURTHER_MOVES);
    assert_eq!(back.model.view, Some(game.view(Viewer::Seat(Seat::Green))));
    clients.push(back);
    table::stroll(&mut clients, 8).await;
    server.stop().await;
}

/// A client whose system takes little in that it has not read.
async fn narrow(server: &TestServer, person: &Person) -> Client {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let stream = socket.connect(server.address).await.expect("a connection");
    let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
    let bearer = format!("Bearer {}", person.token).parse().expect("a header");
    request.headers_mut().insert("authorization", bearer);
    let (socket, _) = client_async(request, MaybeTlsStream::Plain(stream)).await.expect("a socket");
    let mut client = Client::over(socket, person);
    client.number_from(1 << 41);
    let hello = client.ask(Command::Hello { version: VERSION }).await;
    assert!(matches!(hello, Reply::Ok(Done::Hello(_))));
    client
}

/// The referee's game, which goes beside the one on the server.
fn referee(rules: RuleSet) -> Game {
    let layouts = BySeat::new_with(|_| Some(LAYOUT.parse().expect("a layout")));
    Game::new(rules, Seat::Red, Deployment::Arranged(layouts)).expect("a game")
}

fn quiet_move(game: &Game) -> (rules::Point, rules::Point) {
    let taken = game.view(Viewer::Public).pieces;
    let legal = game.legal();
    let mut moves = legal.moves.iter().flat_map(|targets| targets.to.iter().map(|to| (targets.from, *to)));
    moves.find(|(_, to)| taken.iter().all(|piece| piece.at != *to)).expect("a move to an empty point")
}

fn green(model: &Model) -> Link {
    model.room.as_ref().expect("in a room").seats.green.as_ref().expect("somebody").link
}

fn closed_as_too_slow() -> u32 {
    let figures = server::metrics::render();
    let line = figures.lines().find(|line| line.contains("connections_closed_total{reason=\"too-slow\"}"));
    line.and_then(|line| line.rsplit(' ').next()).map_or(0, |count| count.parse().expect("a count"))
}
