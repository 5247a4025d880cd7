//! What the program may need at most, as `docs/operations.md` states it, against clients that do their worst: they send as much as they
//! can and read nothing, leave requests half sent, and open rooms.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    process::Stdio,
    time::Duration,
};

use futures_util::SinkExt as _;
use protocol::{
    BotLevel, ClientFrame, Command, CommandId, FirstSeat, Privacy, RoomFilter, RoomOptions, Spectating, Talk,
    Token, VERSION,
};
use rules::RuleSet;
use tokio::{
    io::AsyncWriteExt as _,
    net::TcpStream,
    process::Child,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

/// The bound, as it is stated: the program by itself, a connection, a room.
const PROGRAM: u64 = 100 << 20;
const CONNECTION: u64 = 400 << 10;
const ROOM: u64 = 128 << 10;

const CONNECTIONS: u32 = 300;
const ROOMS: u32 = 100;
/// Sockets that flood, requests that are half sent, and answers that nobody reads: all the connections there may be.
const SOCKETS: u32 = 120;
const HALVES: u32 = 80;
const UNREAD: u32 = 90;
/// How long they go on.
const ROUNDS: u32 = 12;
const PATIENCE: Duration = Duration::from_mins(1);

struct Siguo {
    address: SocketAddr,
    child: Child,
    _folder: tempfile::TempDir,
}

impl Siguo {
    async fn start() -> Siguo {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        drop(listener);
        let folder = tempfile::tempdir().expect("a folder");
        let child = tokio::process::Command::new(env!("CARGO_BIN_EXE_siguo"))
            .args(["serve", "--listen", &address.to_string(), "--limits", "off"])
            .args(["--database", &format!("sqlite:{}", folder.path().join("siguo.db").display())])
            .args(["--connections", &CONNECTIONS.to_string(), "--rooms", &ROOMS.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let siguo = Siguo { address, child, _folder: folder };
        let url = format!("http://{address}/readyz");
        let answering = async {
            while reqwest::get(&url).await.is_err() {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, answering).await.expect("it answers");
        siguo
    }

    /// A line of the system's figures, in bytes: `VmRSS`, or `VmHWM` for the most there ever was.
    fn memory(&self, name: &str) -> u64 {
        let id = self.child.id().expect("it runs");
        let status = fs::read_to_string(format!("/proc/{id}/status")).expect("the system's figures");
        let line = status.lines().find(|line| line.starts_with(name)).expect("it is there");
        let kilobytes = line.split_whitespace().nth(1).expect("a figure");
        1024 * kilobytes.parse::<u64>().expect("a number")
    }

    async fn guest(&self, http: &reqwest::Client) -> String {
        let response = http.post(format!("http://{}/api/v1/guest", self.address)).send().await;
        response.expect("an answer").json::<Token>().await.expect("a login").token
    }

    /// A socket that has said hello; none while there are too many connections.
    async fn socket(&self, token: &str) -> Option<WebSocketStream<MaybeTlsStream<TcpStream>>> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request().expect("a request");
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
        let (mut socket, _) = connect_async(request).await.ok()?;
        socket.send(frame(0, Command::Hello { version: VERSION })).await.ok()?;
        Some(socket)
    }
}

fn frame(id: u64, cmd: Command) -> Message {
    Message::text(serde_json::to_string(&ClientFrame { id: CommandId(id), cmd }).expect("JSON"))
}

fn room() -> Command {
    let options = RoomOptions {
        rules: RuleSet::DEFAULT,
        first: FirstSeat::Red,
        turn_seconds: 30,
        arrange_seconds: 60,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    };
    Command::Create { ranked: false, options, password: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_clients_do_memory_stays_below_the_stated_bound() {
    let siguo = Siguo::start().await;
    let bound = PROGRAM + u64::from(CONNECTIONS) * CONNECTION + u64::from(ROOMS) * ROOM;
    let idle = siguo.memory("VmRSS");
    let http = reqwest::Client::new();
    let mut tokens = Vec::new();
    for _ in 0..SOCKETS {
        tokens.push(siguo.guest(&http).await);
    }

    // Rooms, listed, so that the list of them is long; more than there may be.
    let mut sockets = Vec::new();
    for (at, token) in (1_u64..).zip(&tokens) {
        let mut socket = siguo.socket(token).await.expect("a socket");
        let practice = Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT };
        let opens = if at % 8 == 0 { practice } else { room() };
        socket.send(frame(1, opens)).await.expect("sent");
        sockets.push(socket);
    }
    let mut halves = Vec::new();
    for _ in 0..HALVES {
        let mut half = TcpStream::connect(siguo.address).await.expect("a connection");
        let head = "POST /api/v1/replay HTTP/1.1\r\nhost: siguo\r\ncontent-type: application/json\r\ncontent-length: 262144\r\n\r\n";
        half.write_all(head.as_bytes()).await.expect("sent");
        half.write_all(&vec![b' '; 262_000]).await.expect("sent");
        halves.push(half);
    }
    let mut unread = Vec::new();
    for at in 0..UNREAD {
        let mut asks = TcpStream::connect(siguo.address).await.expect("a connection");
        let kind = ["br", "gzip", "identity"][at as usize % 3];
        let head = format!(
            "GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: siguo\r\naccept-encoding: {kind}\r\n\r\n"
        );
        asks.write_all(head.as_bytes()).await.expect("sent");
        unread.push(asks);
    }

    // As fast as they are taken, until they are let go; then they come back.
    let mut most = 0;
    for round in 0..ROUNDS {
        for (at, token) in tokens.iter().enumerate() {
            if flood(&mut sockets[at], round).await.is_none()
                && let Some(again) = siguo.socket(token).await
            {
                sockets[at] = again;
            }
        }
        most = most.max(siguo.memory("VmRSS"));
    }
    let peak = siguo.memory("VmHWM");
    println!(
        "idle {} MB, at most {} MB between rounds and {} MB ever; the bound is {} MB",
        idle >> 20,
        most >> 20,
        peak >> 20,
        bound >> 20
    );
    assert!(peak <= bound, "{peak} bytes are more than {bound}");
    drop((sockets, halves, unread));
    let answering = async {
        while http.get(format!("http://{}/readyz", siguo.address)).send().await.is_err() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, answering).await.expect("it still serves");
}

/// Many commands with long answers that nobody reads; `None` when the connection is over.
async fn flood(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>, round: u32) -> Option<()> {
    for id in 0..40 {
        let number = 10 + u64::from(round) * 100 + id;
        let command = Command::List { filter: RoomFilter::default() };
        // A server that does not read on is waited for no longer than a moment.
        match timeout(Duration::from_millis(20), socket.send(frame(number, command))).await {
            Ok(sent) => sent.ok()?,
            Err(_full) => return Some(()),
        }
    }
    Some(())
}
