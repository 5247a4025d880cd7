//! What the program may need at most, as `docs/operations.md` states it, against clients that do their worst: they send as much as they
//! can and read nothing, leave requests half sent, and open rooms.

mod common;

use std::{fs, io, time::Duration};

use common::{PATIENCE, Server};
use futures_util::SinkExt as _;
use protocol::{
    BotLevel, ClientFrame, Command, CommandId, FirstSeat, Privacy, RoomFilter, RoomOptions, Spectating, Talk,
    Token, VERSION,
};
use rules::RuleSet;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
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
const UNREAD: usize = 90;
/// Sockets that the server has let go since they read nothing.
const TOO_SLOW: &str = "siguo_connections_closed_total{reason=\"too-slow\"}";

/// A line of the system's figures, in bytes: `VmRSS`, or `VmHWM` for the most there ever was.
fn memory(server: &Server, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.program.id()));
    let status = status.expect("the system's figures");
    let line = status.lines().find(|line| line.starts_with(name)).expect("it is there");
    let kilobytes = line.split_whitespace().nth(1).expect("a figure");
    1024 * kilobytes.parse::<u64>().expect("a number")
}

/// What the server itself has counted under that name, with these labels.
async fn counted(metrics: &str, name: &str) -> u64 {
    let page = reqwest::get(metrics).await.expect("an answer").text().await.expect("a text");
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0, |count| count.parse().expect("a count"))
}

async fn guest(server: &Server, http: &reqwest::Client) -> String {
    let response = http.post(server.url("/api/v1/guest")).send().await;
    response.expect("an answer").json::<Token>().await.expect("a login").token
}

/// A connection whose system takes in next to nothing that is not read.
async fn connection(server: &Server) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    socket.set_send_buffer_size(4096)?;
    socket.connect(server.address).await
}

/// A socket that has said hello; none while there are too many connections.
async fn socket(server: &Server, token: &str) -> Option<WebSocketStream<TcpStream>> {
    let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
    let (mut socket, _) = client_async(request, connection(server).await.ok()?).await.ok()?;
    socket.send(frame(0, Command::Hello { version: VERSION })).await.ok()?;
    Some(socket)
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
    let (connections, rooms) = (CONNECTIONS.to_string(), ROOMS.to_string());
    let args = ["--limits", "off", "--connections", &connections, "--rooms", &rooms];
    let mut server = Server::start(&[&args[..], &["--metrics-listen", "127.0.0.1:0"]].concat()).await;
    let metrics = loop {
        if let Some(url) = server.program.line().await.strip_prefix("metrics on ") {
            break url.to_owned();
        }
    };
    let bound = PROGRAM + u64::from(CONNECTIONS) * CONNECTION + u64::from(ROOMS) * ROOM;
    let idle = memory(&server, "VmRSS");
    let http = reqwest::Client::new();
    let mut tokens = Vec::new();
    for _ in 0..SOCKETS {
        tokens.push(guest(&server, &http).await);
    }

    // Rooms, listed, so that the list of them is long; more than there may be.
    let mut sockets = Vec::new();
    for (at, token) in (1_u64..).zip(&tokens) {
        let mut socket = socket(&server, token).await.expect("a socket");
        let practice = Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT };
        let opens = if at % 8 == 0 { practice } else { room() };
        socket.send(frame(1, opens)).await.expect("sent");
        sockets.push(socket);
    }
    let mut halves = Vec::new();
    for _ in 0..HALVES {
        let mut half = connection(&server).await.expect("a connection");
        let head = "POST /api/v1/replay HTTP/1.1\r\nhost: siguo\r\ncontent-type: application/json\r\ncontent-length: 262144\r\n\r\n";
        half.write_all(head.as_bytes()).await.expect("sent");
        // More than the system takes in for a server that does not read.
        half.write_all(&vec![b' '; 262_000]).await.expect("sent");
        halves.push(half);
    }
    let mut unread = Vec::new();
    for kind in ["br", "gzip", "identity"].into_iter().cycle().take(UNREAD) {
        let mut asks = connection(&server).await.expect("a connection");
        let head = format!(
            "GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: siguo\r\naccept-encoding: {kind}\r\n\r\n"
        );
        asks.write_all(head.as_bytes()).await.expect("sent");
        let mut begins = [0; 12];
        asks.read_exact(&mut begins).await.expect("an answer");
        assert_eq!(&begins, b"HTTP/1.1 200");
        unread.push(asks);
    }
    let held = counted(&metrics, "siguo_tcp_connections").await;
    assert!(held >= (tokens.len() + halves.len() + unread.len()) as u64, "{held} connections");

    // As fast as they are taken, until they are let go; then they come back. The server itself says when it has had enough of so many.
    let flooding = async {
        for round in 0.. {
            for (at, token) in tokens.iter().enumerate() {
                if flood(&mut sockets[at], round).await.is_none()
                    && let Some(again) = socket(&server, token).await
                {
                    sockets[at] = again;
                }
            }
            if counted(&metrics, TOO_SLOW).await >= u64::from(SOCKETS) {
                return round;
            }
        }
        unreachable!("there is always another round")
    };
    let rounds = timeout(2 * PATIENCE, flooding).await.expect("whoever reads nothing is let go");
    assert_eq!(counted(&metrics, "siguo_rooms").await, u64::from(ROOMS), "and there are as many as may be");
    let peak = memory(&server, "VmHWM");
    println!(
        "{rounds} rounds; idle {} MB, {} MB at most; the bound is {} MB",
        idle >> 20,
        peak >> 20,
        bound >> 20
    );
    assert!(peak <= bound, "{peak} bytes are more than {bound}");
    drop((sockets, halves, unread));
    server.is_ready().await;
}

/// Many commands with long answers that nobody reads; `None` when the connection is over.
async fn flood(socket: &mut WebSocketStream<TcpStream>, round: u32) -> Option<()> {
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
