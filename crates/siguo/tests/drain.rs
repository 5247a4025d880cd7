//! `siguo drain` beside the real server: a game goes on to its end, then the server ends, and so does the command.

use std::{path::Path, process::Stdio, time::Duration};

use futures_util::{SinkExt, StreamExt};
use protocol::{BotLevel, ClientFrame, Command, CommandId, Phase, ServerFrame, Token, VERSION};
use rules::{Players, RuleSet};
use store::{ConnectOptions, Store};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    net::TcpStream,
    process::{Child, ChildStdout, Command as Program},
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// How long anything may take that is waited for.
const PATIENCE: Duration = Duration::from_mins(1);

fn siguo(args: &[&str], folder: &Path) -> Program {
    let mut program = Program::new(env!("CARGO_BIN_EXE_siguo"));
    let database = format!("sqlite:{}", folder.join("siguo.db").display());
    program.args(args).args(["--database", &database]).env_clear().kill_on_drop(true).stdout(Stdio::piped());
    program
}

/// The program, and what it prints.
struct Running {
    child: Child,
    out: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(args: &[&str], folder: &Path) -> Running {
        let mut child = siguo(args, folder).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Running { child, out }
    }

    async fn line(&mut self) -> String {
        let line = timeout(PATIENCE, self.out.next_line()).await.expect("it says something");
        line.expect("text").expect("it has more to say")
    }

    async fn ended(&mut self) -> Option<i32> {
        timeout(PATIENCE, self.child.wait()).await.expect("it ends").expect("a status").code()
    }
}

struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_id: u64,
}

impl Client {
    /// A guest who has said hello.
    async fn connect(url: &str) -> Client {
        let guest =
            reqwest::Client::new().post(format!("{url}/api/v1/guest")).send().await.expect("an answer");
        let token: Token = guest.json().await.expect("a token");
        let mut request =
            format!("{}/ws", url.replacen("http", "ws", 1)).into_client_request().expect("a request");
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
    let folder = tempfile::tempdir().expect("a folder");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--log", "error", "--goodbye-seconds", "1"];
    let mut server = Running::start(&serve, folder.path());
    let url = server.line().await.rsplit(' ').next().expect("an address").to_owned();
    let mut client = Client::connect(&url).await;
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    client.send(Command::Practice { level: BotLevel::Novice, rules }).await;
    let game = client.find(|frame| {
        let ServerFrame::Room(room) = frame else { return None };
        let Phase::Arranging { game, .. } = room.phase else { return None };
        Some(game)
    });
    let game = game.await.expect("a game is arranged");

    let mut drain = Running::start(&["drain", "--wait", "60", "--notice", "0"], folder.path());
    assert_eq!(drain.line().await, "announced; the server stops within 60 s");
    assert_eq!(drain.line().await, "1 game goes on");
    let restart = |early: bool| {
        move |frame| {
            let ServerFrame::Restart { restart: Some(restart) } = frame else { return None };
            (restart.early == early).then_some(restart)
        }
    };
    client.find(restart(true)).await.expect("told before");
    assert_eq!(server.child.try_wait().expect("a status"), None, "it waits for the game");
    client.send(Command::Flee { game }).await;
    let last = client.find(restart(false)).await.expect("told once more");
    assert!(last.at.0 > 0);
    assert_eq!(client.find(|_| None::<()>).await, Err(1001));

    let mut said = drain.line().await;
    if said == "0 games go on" {
        said = drain.line().await;
    }
    assert_eq!(said, "the server has ended");
    assert_eq!((server.ended().await, drain.ended().await), (Some(0), Some(0)));
}

#[tokio::test]
async fn nothing_is_announced_where_no_server_has_been_and_nothing_taken_back_where_nothing_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = async |args: &[&str]| {
        let output = siguo(args, folder.path()).output().await.expect("it runs");
        assert!(!output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(refused(&["drain"]).await.contains("no server has used"));
    let url = format!("sqlite:{}", folder.path().join("siguo.db").display());
    Store::connect(&url, ConnectOptions::default()).await.expect("a database").close().await;
    assert!(refused(&["drain", "--cancel"]).await.contains("no restart is announced"));
}
