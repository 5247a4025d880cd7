//! `siguo drain` beside the real server: a game goes on to its end, then the server ends, and so does the command.

mod common;

use common::{PATIENCE, Program, Server, database, siguo};
use futures_util::{SinkExt, StreamExt};
use protocol::{BotLevel, ClientFrame, Command, CommandId, Phase, ServerFrame, Token, VERSION};
use rules::{Players, RuleSet};
use store::{ConnectOptions, Store};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_id: u64,
}

impl Client {
    /// A guest who has said hello.
    async fn connect(server: &Server) -> Client {
        let guest = reqwest::Client::new().post(server.url("/api/v1/guest")).send().await.expect("an answer");
        let token: Token = guest.json().await.expect("a token");
        let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
        let bearer = format!("Bearer {}", token.token).parse().expect("a header");
        request.headers_mut().insert("authorization", bearer);
        let (socket, _) = connect_async(request).await.expect("a socket");
        let mut client = Client { socket, next_id: 0 };
        client.send(Command::Hello { version: VERSION }).await;
        client
    }

    async fn send(&mut self, cmd: Command) {
        self.next_id += 1;
        let frame = ClientFrame { id: CommandId(self.next_id), cmd };
        let text = serde_json::to_string(&frame).expect("JSON");
        self.socket.send(Message::text(text)).await.expect("sent");
    }

    /// The next frame that is looked for; `None` once the server has closed the connection with that code.
    async fn find<T>(&mut self, mut look: impl FnMut(ServerFrame) -> Option<T>) -> Result<T, u16> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("a message");
            match message.expect("the socket is open").expect("a message") {
                Message::Text(text) => {
                    if let Some(found) = look(serde_json::from_str(&text).expect("a frame")) {
                        return Ok(found);
                    }
                }
                Message::Close(why) => return Err(why.expect("a reason").code.into()),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }
}

#[tokio::test]
async fn a_game_goes_on_to_its_end_and_then_the_server_ends() {
    let mut server = Server::start(&["--goodbye-seconds", "1"]).await;
    let mut client = Client::connect(&server).await;
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    client.send(Command::Practice { level: BotLevel::Novice, rules }).await;
    let game = client.find(|frame| {
        let ServerFrame::Room(room) = frame else { return None };
        let Phase::Arranging { game, .. } = room.phase else { return None };
        Some(game)
    });
    let game = game.await.expect("a game is arranged");

    let folder = server.folder.path();
    let drain = siguo(&["drain", "--wait", "60", "--notice", "0", "--database", &database(folder)]);
    let mut drain = Program::start(drain, &folder.join("drain.log"));
    assert_eq!(drain.line().await, "announced; the server stops within 60 s");
    assert_eq!(drain.line().await, "1 game goes on");
    let restart = |early: bool| {
        move |frame| {
            let ServerFrame::Restart { restart: Some(restart) } = frame else { return None };
            (restart.early == early).then_some(restart)
        }
    };
    client.find(restart(true)).await.expect("told before");
    assert!(server.program.runs(), "it waits for the game");
    client.send(Command::Flee { game }).await;
    let last = client.find(restart(false)).await.expect("told once more");
    assert!(last.at.0 > 0);
    assert_eq!(client.find(|_| None::<()>).await, Err(1001));

    let mut said = drain.line().await;
    if said == "0 games go on" {
        said = drain.line().await;
    }
    assert_eq!(said, "the server has ended");
    assert_eq!((server.program.ended().await, drain.ended().await), (Some(0), Some(0)));
}

#[tokio::test]
async fn what_has_begun_is_not_taken_back() {
    let mut server = Server::start(&["--goodbye-seconds", "5"]).await;
    let mut client = Client::connect(&server).await;
    let folder = server.folder.path();
    let at = database(folder);
    let drain = siguo(&["drain", "--wait", "0", "--notice", "1", "--database", &at]);
    let mut drain = Program::start(drain, &folder.join("drain.log"));
    assert_eq!(drain.line().await, "announced; the server stops within 1 s");
    let last = |frame| {
        let ServerFrame::Restart { restart: Some(restart) } = frame else { return None };
        Some(restart)
    };
    client.find(last).await.expect("told before");
    client.find(last).await.expect("told that it begins");
    let cancelled = siguo(&["drain", "--cancel", "--database", &at]).output().expect("it runs");
    assert_eq!(cancelled.status.code(), Some(1));
    let said = String::from_utf8(cancelled.stderr).expect("UTF-8");
    assert!(said.contains("it is too late"), "{said}");
    assert_eq!((server.program.ended().await, drain.ended().await), (Some(0), Some(0)));
}

#[tokio::test]
async fn nothing_is_announced_where_no_server_has_been_and_nothing_taken_back_where_nothing_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(folder.path());
    let refused = |args: &[&str]| {
        let output = siguo(args).args(["--database", &url]).output().expect("it runs");
        assert!(!output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(refused(&["drain"]).contains("no server has used"));
    Store::connect(&url, ConnectOptions::default()).await.expect("a database").close().await;
    assert!(refused(&["drain", "--cancel"]).contains("no restart is announced"));
}
