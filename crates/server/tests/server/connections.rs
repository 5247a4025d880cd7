//! Connections that say nothing, take nothing in, or are too many.

use std::time::Duration;

use crate::common::{Client, PATIENCE, TestServer};
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::Command;
use server::{Config, Limits, Loopback, Patience};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

/// For tests in which it must run out.
const SHORT: Duration = Duration::from_millis(300);
/// More than all buffers on the way hold.
const LARGE: &str = "/api/docs/swagger-ui-bundle.js";

async fn connect(server: &TestServer) -> TcpStream {
    TcpStream::connect(server.address).await.expect("a connection")
}

/// What comes until the server closes; a reset is an end too.
async fn until_closed(socket: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    let _reset = timeout(PATIENCE, socket.read_to_end(&mut heard)).await.expect("closed in time");
    String::from_utf8_lossy(&heard).into_owned()
}

/// Asks over a connection that stays open, and reads the head of the answer; whether there was one.
async fn ask_for(socket: &mut TcpStream, path: &str) -> Option<String> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: siguo\r\n\r\n");
    let asking = async {
        socket.write_all(request.as_bytes()).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(socket.read_u8().await?);
        }
        Ok::<_, std::io::Error>(String::from_utf8(head).expect("text"))
    };
    let head = timeout(PATIENCE, asking).await.expect("an answer or the end").ok()?;
    assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
    Some(head)
}

/// Asks for something small, and reads all of the answer.
async fn ask(socket: &mut TcpStream) -> bool {
    let Some(head) = ask_for(socket, "/healthz").await else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    let mut body = vec![0; length.parse().expect("a number")];
    socket.read_exact(&mut body).await.is_ok()
}

/// A place is free a moment after its connection was closed.
async fn ask_until_let_in(server: &TestServer) -> TcpStream {
    let asking = async {
        loop {
            let mut socket = connect(server).await;
            if ask(&mut socket).await {
                return socket;
            }
        }
    };
    timeout(PATIENCE, asking).await.expect("a place becomes free")
}

#[tokio::test]
async fn whoever_does_not_finish_the_head_of_a_request_is_let_go() {
    let short = |config: &mut Config| config.patience = Patience { head: SHORT, ..Patience::default() };
    let server = TestServer::start_with(short).await;
    let mut playing = Client::connect(&server, &server.guest().await).await;

    let mut silent = connect(&server).await;
    assert_eq!(until_closed(&mut silent).await, "");
    let mut slow = connect(&server).await;
    slow.write_all(b"GET / HTTP/1.1\r\nhost: siguo\r\nx-a: ").await.expect("sent");
    // However it goes on: the whole head has one deadline.
    let drip = async {
        while slow.write_all(b"a").await.is_ok() {
            tokio::time::sleep(SHORT / 10).await;
        }
    };
    timeout(PATIENCE, drip).await.expect("closed in time");
    let mut idle = connect(&server).await;
    assert!(ask(&mut idle).await);
    until_closed(&mut idle).await;

    playing.done(Command::Time).await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_does_not_finish_the_body_of_a_request_is_let_go() {
    let short = |config: &mut Config| config.patience = Patience { request: SHORT, ..Patience::default() };
    let server = TestServer::start_with(short).await;
    let head = "POST /api/v1/login HTTP/1.1\r\nhost: siguo\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    let mut half = connect(&server).await;
    half.write_all(head.as_bytes()).await.expect("sent");
    let answer = until_closed(&mut half).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    let mut slow = connect(&server).await;
    slow.write_all(head.as_bytes()).await.expect("sent");
    // However it goes on: the whole request has one deadline.
    let drip = async {
        while slow.write_all(b" ").await.is_ok() {
            tokio::time::sleep(SHORT / 10).await;
        }
    };
    timeout(PATIENCE, drip).await.expect("closed in time");
    server.stop().await;
}

/// A link that was cut without a word looks like this to the server: nothing comes, not even the answer to a ping.
#[tokio::test]
async fn a_socket_from_which_nothing_comes_is_let_go() {
    let (server, hand) = TestServer::start_by_hand().await;
    let guest = server.guest().await;
    let mut silent = connect(&server).await;
    let upgrade = format!(
        "GET /ws HTTP/1.1\r\nhost: siguo\r\nauthorization: Bearer {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        guest.token
    );
    silent.write_all(upgrade.as_bytes()).await.expect("sent");
    let ending = async {
        let mut heard = Vec::new();
        loop {
            let mut some = [0; 512];
            match timeout(SHORT / 10, silent.read(&mut some)).await {
                Ok(Ok(0) | Err(_)) => return heard,
                Ok(Ok(count)) => heard.extend_from_slice(&some[..count]),
                // It says nothing to the pings.
                Err(_) => hand.advance(1_000),
            }
        }
    };
    let heard = timeout(PATIENCE, ending).await.expect("closed in time");
    let goodbye = 4004_u16.to_be_bytes();
    assert!(heard.windows(2).any(|two| two == goodbye), "{}", String::from_utf8_lossy(&heard));
    server.stop().await;
}

/// It answers pings, as any library does by itself, and says nothing.
#[tokio::test]
async fn a_socket_that_never_says_hello_is_let_go() {
    let (server, hand) = TestServer::start_by_hand().await;
    let guest = server.guest().await;
    let mut playing = Client::connect(&server, &guest).await;
    let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
    let bearer = format!("Bearer {}", guest.token).parse().expect("a header");
    request.headers_mut().insert("authorization", bearer);
    let (mut socket, _) = connect_async(request).await.expect("a socket");
    let mut pings = 0;
    let ending = async {
        loop {
            match timeout(SHORT / 10, socket.next()).await {
                Ok(Some(Ok(Message::Ping(_)))) => {
                    pings += 1;
                    socket.flush().await.expect("answered");
                    // So that whoever has said hello is heard of meanwhile.
                    playing.done(Command::Time).await;
                }
                Ok(Some(Ok(Message::Close(why)))) => return why.map(|why| u16::from(why.code)),
                Ok(other) => panic!("{other:?}"),
                Err(_) => hand.advance(1_000),
            }
        }
    };
    assert_eq!(timeout(PATIENCE, ending).await.expect("closed in time"), Some(4004));
    assert_eq!(pings, 3, "as many as of anybody who is silent");
    playing.done(Command::Time).await;
    server.stop().await;
}

/// Nobody but those who watch over the server should reach that address; it has its patience all the same.
#[tokio::test]
async fn whoever_does_not_finish_a_head_is_let_go_by_the_figures_too() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = TestServer::start_with(|config| {
        config.patience = Patience { head: SHORT, ..Patience::default() };
        config.metrics = Some(listener);
    })
    .await;
    let mut silent = TcpStream::connect(address).await.expect("a connection");
    let mut half = TcpStream::connect(address).await.expect("a connection");
    half.write_all(b"GET /metrics HTTP/1.1\r\nhost: siguo\r\nx-a: ").await.expect("sent");
    for socket in [&mut silent, &mut half] {
        until_closed(socket).await;
    }
    let answer = server.http.get(format!("http://{address}/metrics")).send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    server.stop().await;
}

/// Whoever asks before it sends a body that is too long is not told to go on.
#[tokio::test]
async fn a_body_that_is_announced_as_too_long_is_not_asked_for() {
    let server = TestServer::start().await;
    for (path, length, begins) in [
        ("register", 16 * 1024 + 1, "HTTP/1.1 413 "),
        ("login", 16 * 1024 + 1, "HTTP/1.1 413 "),
        ("login", 16 * 1024, "HTTP/1.1 100 "),
        ("replay", 256 * 1024 + 1, "HTTP/1.1 413 "),
        ("replay", 256 * 1024, "HTTP/1.1 100 "),
    ] {
        let mut socket = connect(&server).await;
        let head = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nhost: siguo\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nexpect: 100-continue\r\n\r\n"
        );
        socket.write_all(head.as_bytes()).await.expect("sent");
        let mut answer = vec![0; begins.len()];
        timeout(PATIENCE, socket.read_exact(&mut answer)).await.expect("in time").expect("an answer");
        assert_eq!(String::from_utf8_lossy(&answer), begins, "{path} {length}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_head_of_a_request_has_its_bound() {
    let server = TestServer::start().await;
    for (bytes, status) in [(24 * 1024, "200 OK"), (40 * 1024, "431 Request Header Fields Too Large")] {
        let mut socket = connect(&server).await;
        let head = format!("GET /healthz HTTP/1.1\r\nhost: siguo\r\nx-a: {}\r\n", "a".repeat(bytes));
        // The server may have closed before all is sent.
        let _reset = socket.write_all(head.as_bytes()).await;
        let _reset = socket.write_all(b"connection: close\r\n\r\n").await;
        let mut answer = vec![0; 9 + status.len()];
        match timeout(PATIENCE, socket.read_exact(&mut answer)).await.expect("in time") {
            Ok(_) => assert_eq!(String::from_utf8_lossy(&answer), format!("HTTP/1.1 {status}")),
            // What the server leaves unread resets the connection, and the answer may be lost with it.
            Err(_reset) => assert!(bytes > 32 * 1024),
        }
    }
    server.stop().await;
}

/// Whoever goes on sending a body that nobody will read is told that the connection ends, and may open another.
#[tokio::test]
async fn a_refusal_before_the_body_was_read_ends_the_connection_and_says_so() {
    let server = TestServer::start().await;
    let begin = "POST /api/v1/guest HTTP/1.1\r\nhost: siguo\r\ncontent-type: application/json\r\n";
    for (rest, closes) in [
        ("origin: null\r\ncontent-length: 1000\r\n\r\n{", true),
        ("origin: null\r\ntransfer-encoding: chunked\r\n\r\n", true),
        ("origin: null\r\ncontent-length: 0\r\n\r\n", false),
        ("origin: null\r\n\r\n", false),
    ] {
        let mut socket = connect(&server).await;
        socket.write_all(format!("{begin}{rest}").as_bytes()).await.expect("sent");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(timeout(PATIENCE, socket.read_u8()).await.expect("in time").expect("a head"));
        }
        let head = String::from_utf8(head).expect("text");
        assert!(head.starts_with("HTTP/1.1 403"), "{head}");
        assert_eq!(head.contains("connection: close"), closes, "{rest:?}: {head}");
    }
    let mut socket = connect(&server).await;
    let login = "POST /api/v1/login HTTP/1.1\r\nhost: siguo\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
    socket.write_all(login.as_bytes()).await.expect("sent");
    let mut answer = [0; 12];
    timeout(PATIENCE, socket.read_exact(&mut answer)).await.expect("in time").expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 400", "read to its end, the body keeps nobody from the next request");
    server.stop().await;
}

#[tokio::test]
async fn whoever_takes_nothing_in_is_let_go() {
    // The one who takes nothing in has the only place.
    let server = TestServer::start_with(|config| {
        config.patience = Patience { stall: SHORT, ..Patience::default() };
        config.limits = Limits { connections: 1, ..Limits::none() };
    })
    .await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let mut stalled = socket.connect(server.address).await.expect("a connection");
    assert!(ask_for(&mut stalled, LARGE).await.is_some());
    drop(ask_until_let_in(&server).await);
    drop(stalled);
    server.stop().await;
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_no_more() {
    let server = TestServer::start_with(|config| {
        config.limits = Limits { connections_per_address: 3, loopback: Loopback::Bounded, ..Limits::none() };
    })
    .await;
    full_after_three(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn there_are_so_many_connections_and_no_more() {
    let server =
        TestServer::start_with(|config| config.limits = Limits { connections: 3, ..Limits::none() }).await;
    full_after_three(&server).await;
    server.stop().await;
}

/// A socket is one of them, until it is closed.
async fn full_after_three(server: &TestServer) {
    // Whatever let the guest in holds the first, to use it again.
    let guest = server.guest().await;
    let mut playing = Client::connect(server, &guest).await;
    let mut third = ask_until_let_in(server).await;
    let mut fourth = connect(server).await;
    assert!(!ask(&mut fourth).await, "there are three");
    assert!(ask(&mut third).await);
    playing.done(Command::Time).await;
    playing.close().await;
    let again = ask_until_let_in(server).await;
    let mut fourth = connect(server).await;
    assert!(!ask(&mut fourth).await);
    drop(again);
    ask_until_let_in(server).await;
}
