//! A seat is its account's, a command its room's and its moment's; what doesn't fit is refused and changes nothing.

use crate::common::{Client, TestServer, client::Model, table};
use protocol::{Channel, Command, Done, ErrorBody, GameId, Notice, Reply, RoomId, Words};
use rules::{Seat, Viewer};

/// Everything that can be asked of a room or a game.
fn commands(room: RoomId, game: GameId, after: u32) -> Vec<Command> {
    let (from, to) = ("r11".parse().expect("a point"), "r12".parse().expect("a point"));
    let mut commands = of_game(game, after);
    commands.extend([
        Command::Sit { room, seat: Seat::Red },
        Command::Stand { room },
        Command::Say { room, channel: Channel::Partner, words: Words::Text("左边".to_owned()) },
        Command::Move { game, after: after + 1, from, to },
    ]);
    commands
}

/// Everything that only a player may ask.
fn of_game(game: GameId, after: u32) -> Vec<Command> {
    let (from, to) = ("r11".parse().expect("a point"), "r12".parse().expect("a point"));
    vec![
        Command::Ready { game, layout: crate::common::play::LAYOUT.to_owned() },
        Command::Unready { game },
        Command::Move { game, after, from, to },
        Command::Flip { game, after, at: from },
        Command::OfferDraw { game },
        Command::AnswerDraw { game, accept: true },
        Command::Surrender { game },
        Command::Flee { game },
    ]
}

/// Sends what must be refused; nobody else may notice.
async fn all_refused(sender: &mut Client, commands: Vec<Command>, others: &mut [Client]) -> Vec<ErrorBody> {
    let mut heard = Vec::new();
    for client in others.iter_mut() {
        client.done(Command::Time).await;
        heard.push((client.frames.len(), client.model.view.clone()));
    }
    let mut errors = Vec::new();
    for command in commands {
        errors.push(sender.refused(command).await);
    }
    for (client, (frames, view)) in others.iter_mut().zip(heard) {
        client.done(Command::Time).await;
        assert_eq!(client.frames.len(), frames + 1, "only the time was told: {:?}", &client.frames[frames..]);
        assert_eq!(client.model.view, view);
    }
    errors
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_another_room_can_do_nothing_here() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (room, mut here) = table::playing(&server, table::options()).await;
    let (_, mut there) = table::playing(&server, table::options()).await;
    let (game, no) = (here[0].game(), here[0].model.no);
    let errors = all_refused(&mut there[0], commands(room, game, no), &mut here).await;
    assert!(
        errors.iter().all(|error| matches!(error, ErrorBody::NoSuchRoom | ErrorBody::InGame { .. })),
        "{errors:?}"
    );

    // Nor can a player mix the own room with another one's game.
    let errors = all_refused(&mut here[1], of_game(there[0].game(), 0), &mut there).await;
    assert!(errors.iter().all(|error| *error == ErrorBody::NoSuchRoom), "{errors:?}");
    let unknown = GameId(uuid::Uuid::from_u128(1));
    let errors = all_refused(&mut here[1], of_game(unknown, 0), &mut there).await;
    assert!(errors.iter().all(|error| matches!(error, ErrorBody::WrongGame { .. })), "{errors:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_for_another_seat() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (_, mut clients) = table::playing(&server, table::options()).await;
    let (_, command) = table::any_move(&clients);
    for at in 1..4 {
        let mut other = clients.remove(at);
        let errors = all_refused(&mut other, vec![command.clone()], &mut clients).await;
        assert_eq!(errors, [ErrorBody::NotYourTurn]);
        clients.insert(at, other);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_only_watches() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (room, mut clients) = table::gather(&server, table::options()).await;
    let mut watcher = table::watch(&server, room).await;
    let game = clients[0].game();
    for phase in ["arranging", "playing", "ended"] {
        match phase {
            "playing" => table::arrange_as(&mut clients, &rules::BySeat::default()).await,
            "ended" => {
                clients[0].done(Command::Flee { game }).await;
                for client in &mut clients {
                    client.until(Model::has_ended).await;
                }
            }
            _ => {}
        }
        let no = clients[0].model.no;
        let mut asked = of_game(game, no);
        asked.push(Command::Stand { room });
        let errors = all_refused(&mut watcher, asked, &mut clients).await;
        assert!(errors.iter().all(|error| *error == ErrorBody::NotSeated), "{phase}: {errors:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_played_before_all_have_arranged_nor_after_the_end() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (_, mut clients) = table::gather(&server, table::options()).await;
    let game = clients[0].game();
    let playing = |no| of_game(game, no).into_iter().skip(2).take(5).collect::<Vec<_>>();
    let mut red = clients.remove(0);
    let errors = all_refused(&mut red, playing(0), &mut clients).await;
    assert!(errors.iter().all(|error| *error == ErrorBody::WrongPhase), "{errors:?}");
    clients.insert(0, red);

    table::arrange_as(&mut clients, &rules::BySeat::default()).await;
    let mut red = clients.remove(0);
    let arranging = of_game(game, 0).into_iter().take(2).collect();
    let errors = all_refused(&mut red, arranging, &mut clients).await;
    assert!(errors.iter().all(|error| *error == ErrorBody::WrongPhase), "{errors:?}");

    red.done(Command::Flee { game }).await;
    red.until(Model::has_ended).await;
    for client in &mut clients {
        client.until(Model::has_ended).await;
    }
    let asked = of_game(game, red.model.no);
    let errors = all_refused(&mut red, asked, &mut clients).await;
    assert!(errors.iter().all(|error| *error == ErrorBody::Over), "{errors:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_sit_on_one_seat_at_the_same_moment() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (room, mut host) = table::open(&server, table::options()).await;
    let mut four = Vec::new();
    for _ in 0..4 {
        four.push(table::watch(&server, room).await);
    }
    for seat in [Seat::Purple, Seat::Blue] {
        let asked = four.into_iter().map(|mut client| {
            tokio::spawn(async move {
                let reply = client.ask(Command::Sit { room, seat }).await;
                (client, reply)
            })
        });
        let mut answered = Vec::new();
        for task in asked.collect::<Vec<_>>() {
            answered.push(task.await.expect("no panic"));
        }
        let got = answered.iter().filter(|(_, reply)| *reply == Reply::Ok(Done::Done)).count();
        let refused =
            answered.iter().filter(|(_, reply)| *reply == Reply::Error(ErrorBody::SeatTaken)).count();
        assert_eq!((got, refused), (1, 3));
        four = answered.into_iter().map(|(client, _)| client).collect();
        host.until(|model| model.room.as_ref().is_some_and(|room| room.seats.get(seat).is_some())).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fifth_at_a_table_watches_and_is_told() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (room, mut clients) = table::gather(&server, table::options()).await;
    let mut fifth = table::watch(&server, room).await;
    fifth.until(|model| model.notices.contains(&Notice::Watching { room })).await;
    assert_eq!(fifth.model.room.as_ref().map(|room| room.you), Some(Viewer::Public));
    for seat in Seat::ALL {
        let error = fifth.refused(Command::Sit { room, seat }).await;
        assert!(matches!(error, ErrorBody::WrongPhase | ErrorBody::SeatTaken), "{error:?}");
    }
    table::arrange_as(&mut clients, &rules::BySeat::default()).await;
    fifth.until(Model::is_playing).await;
    let view = fifth.model.view.as_ref().expect("a view");
    assert!(view.pieces.iter().all(|piece| piece.piece.is_none()));
    server.stop().await;
}
