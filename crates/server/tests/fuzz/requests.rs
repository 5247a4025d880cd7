//! Requests over connections of their own: the routes of the description with everything about them bent.

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use super::{Ground, mutate};
use crate::common::{PATIENCE, play::Dice};

/// Whether the head says truly where the request ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framing {
    Right,
    Wrong,
}

/// What a request is made of.
pub(super) struct Route {
    method: String,
    path: String,
    body: Option<Value>,
}

pub(super) fn routes(document: &Value) -> Vec<Route> {
    let paths = document["paths"].as_object().expect("paths").iter();
    let routes = paths.flat_map(|(path, operations)| {
        operations.as_object().expect("operations").iter().map(move |(method, operation)| Route {
            method: method.to_uppercase(),
            path: path.clone(),
            body: operation["requestBody"]["content"].get("application/json").map(|it| it["example"].clone()),
        })
    });
    routes.collect()
}

pub(super) async fn send(ground: &Ground, mut dice: Dice, left: u64) {
    let known = ground.known();
    for _ in 0..left {
        let (request, framing) = request(ground, &mut dice, &known);
        let asking = async {
            let mut socket = TcpStream::connect(ground.server.address).await?;
            socket.write_all(&request).await?;
            if framing == Framing::Wrong {
                socket.shutdown().await?;
            }
            let mut answer = Vec::new();
            socket.read_to_end(&mut answer).await?;
            Ok::<_, std::io::Error>(answer)
        };
        // What the server leaves unread resets the connection.
        if let Ok(answer) = timeout(PATIENCE, asking).await.expect("an answer or the end") {
            let failed = answer.starts_with(b"HTTP/1.1 500");
            assert!(!failed, "{}\n{}", String::from_utf8_lossy(&request), String::from_utf8_lossy(&answer));
        }
        ground.count(1);
    }
}

fn request(ground: &Ground, dice: &mut Dice, known: &[String]) -> (Vec<u8>, Framing) {
    let mut route = &ground.routes[dice.below(ground.routes.len())];
    // Passwords cost what they are meant to cost.
    while ["login", "register", "password"].iter().any(|dear| route.path.ends_with(dear))
        && dice.below(50) != 0
    {
        route = &ground.routes[dice.below(ground.routes.len())];
    }
    let mut path = route.path.clone();
    for slot in ["{id}", "{name}"] {
        path = path.replace(slot, &known[dice.below(known.len())]);
    }
    for _ in 0..dice.below(3) {
        let value = &known[dice.below(known.len())];
        let name = ["cursor", "limit", "around", "name", "since", "players", "mode", "free"][dice.below(8)];
        let before = if path.contains('?') { '&' } else { '?' };
        path = format!("{path}{before}{name}={value}");
    }
    let mut path = path.replace(' ', "%20").into_bytes();
    if dice.below(4) == 0 {
        mutate::bytes(&mut path, dice);
        path.retain(|byte| !b" \r\n".contains(byte));
    }
    let method = match dice.below(10) {
        0 => ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "兵"]
            [dice.below(10)],
        _ => route.method.as_str(),
    };
    let mut body = Vec::new();
    if let Some(example) = &route.body {
        let mut value = example.clone();
        for _ in 0..dice.below(3) {
            mutate::shape(&mut value, dice, known);
        }
        body = value.to_string().into_bytes();
        if dice.below(4) == 0 {
            mutate::bytes(&mut body, dice);
        }
    } else if dice.below(8) == 0 {
        body = (0..dice.below(40_000)).map(|_| mutate::random(dice)).collect();
    }
    let length = match dice.below(40) {
        0 => body.len() + 1,
        1 => usize::MAX,
        _ => body.len(),
    };
    let mut framing = if length == body.len() { Framing::Right } else { Framing::Wrong };
    let kind =
        ["application/json", "application/json", "text/plain", "application/octet-stream", ""][dice.below(5)];
    let word = &known[dice.below(known.len())];
    let who = match dice.below(6) {
        0 => format!("authorization: Bearer {word}"),
        1 => format!("cookie: siguo={word}"),
        2 => format!("origin: https://{word}"),
        _ => format!("authorization: Bearer {}", ground.token),
    };
    let head = format!(
        " HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{who}\r\n",
        ground.server.address
    );
    let mut head = head.into_bytes();
    if dice.below(6) == 0 {
        mutate::bytes(&mut head, dice);
        framing = Framing::Wrong;
    }
    let request = [method.as_bytes(), b" ", &path, &head, b"\r\n", &body].concat();
    (request, framing)
}
