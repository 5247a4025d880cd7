//! Every kind of nonsense, over one running game: an error or a closed socket, no panic in any task, and the room plays on.

use std::sync::atomic::Ordering;

use crate::{
    PANICS,
    common::{Client, TestServer, client::End, table},
    count_panics,
};
use protocol::{Answer, Command, CommandId, ErrorBody, Reply, RoomId, ServerFrame};
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_sent_the_room_plays_on() {
    count_panics();
    let (server, _hand) = TestServer::start_by_hand().await;
    let (room, mut clients) = table::playing(&server, table::options()).await;
    no_command_at_all(&mut clients[0]).await;
    table::stroll(&mut clients, 4).await;
    no_sense(&mut clients[0]).await;
    table::stroll(&mut clients, 4).await;

    let text = |bytes: Vec<u8>| Message::Frame(Frame::message(bytes, OpCode::Data(Data::Text), true));
    let deep = format!(r#"{{"id":7,"cmd":{}{}}}"#, r#"{"t":"#.repeat(10_000), "}".repeat(10_000));
    // What the server leaves unread resets the connection, and the close code may be lost with it.
    for (message, code) in [
        (Message::binary(vec![0; 100]), Some(1003)),
        (Message::text("x".repeat(10 << 20)), None),
        (Message::text(deep), None),
        (text(vec![b'"', 0xff, 0xfe, b'"']), Some(1007)),
        (text(r#"{"id":1,"cmd":{"t":"time"}}"#.bytes().chain([0xc3]).collect()), Some(1007)),
        (Message::Frame(Frame::message(Vec::new(), OpCode::Data(Data::Reserved(3)), true)), Some(1002)),
        (Message::Frame(Frame::message(Vec::new(), OpCode::Data(Data::Continue), true)), Some(1002)),
    ] {
        is_closed(&server, room, &mut clients, message, code).await;
        table::stroll(&mut clients, 4).await;
    }
    server.stop().await;
    assert_eq!(PANICS.load(Ordering::Relaxed), 0);
}

/// Text that is no command is answered by an error, under its number where it has one.
async fn no_command_at_all(client: &mut Client) {
    let game = client.game();
    let play = |after: &str, from: &str, to: &str| {
        format!(
            r#"{{"id":7,"cmd":{{"t":"move","d":{{"game":"{game}","after":{after},"from":{from},"to":{to}}}}}}}"#
        )
    };
    let mut frames: Vec<(u64, String)> = Vec::new();
    for point in [
        r#""r99""#,
        r#""r06""#,
        r#""x11""#,
        r#""n0""#,
        r#""""#,
        r#""r11 ""#,
        r#""R11""#,
        r#""\u0000""#,
        r#""兵""#,
        "11",
        "null",
        "[]",
        "{}",
        "true",
        "-1",
    ] {
        frames.extend([(7, play("0", point, r#""r11""#)), (7, play("0", r#""r11""#, point))]);
    }
    for after in ["-1", "1.5", "4294967296", r#""0""#, "null", "[0]", "true"] {
        frames.push((7, play(after, r#""r11""#, r#""r12""#)));
    }
    for not_json in ["NaN", "Infinity", "1e999", "0x1", "--1"] {
        frames.push((7, play(not_json, r#""r11""#, r#""r12""#)));
    }
    for id in ["null", "-1", "1.5", r#""7""#, "NaN", "1e999"] {
        frames.push((0, format!(r#"{{"id":{id},"cmd":{{"t":"time"}}}}"#)));
    }
    frames.push((1 << 53, format!(r#"{{"id":{},"cmd":{{"t":"time"}}}}"#, 1_u64 << 53)));
    for cmd in [
        "null",
        "{}",
        r#""time""#,
        r#"{"t":"fly"}"#,
        r#"{"t":"join"}"#,
        r#"{"t":"join","d":{"room":"1","have":null}}"#,
        r#"{"t":"time","d":{},"e":1}"#,
        r#"{"t":"hello","d":{"version":"1"}}"#,
        r#"{"t":"queue","d":{"mode":"five"}}"#,
        r#"{"t":"ready","d":{"game":null,"layout":null}}"#,
    ] {
        frames.push((7, format!(r#"{{"id":7,"cmd":{cmd}}}"#)));
    }
    let lone = r#"{"id":7,"cmd":{"t":"ready","d":{"game":"\ud800","layout":""}}}"#;
    for text in ["", " ", "nul", "[]", "7", "{", "\"", "{}", r#"{"id":7"#] {
        frames.push((0, text.to_owned()));
    }
    frames.push((7, lone.to_owned()));
    let deep = format!(r#"{{"id":7,"cmd":{}"#, "[".repeat(10_000));
    frames.push((0, deep));

    for (id, text) in frames {
        client.send_text(text.clone()).await;
        let reply = loop {
            if let ServerFrame::Answer(Answer { id: of, reply }) = client.read().await {
                assert!(of == CommandId(id) || of == CommandId(0), "{text}: answered {of:?}");
                break reply;
            }
        };
        assert!(matches!(reply, Reply::Error(ErrorBody::BadFrame { .. })), "{text}: {reply:?}");
        // Too many of them in a row, and one is let go.
        client.done(Command::Time).await;
    }
}

/// Commands that are well formed and ask for what can't be.
async fn no_sense(client: &mut Client) {
    let (game, no) = (client.game(), client.model.no);
    let point = |name: &str| name.parse().expect("a point");
    let own_layout = "40 ".repeat(3_000);
    for (command, expected) in [
        (
            Command::Move { game, after: u32::MAX, from: point("r11"), to: point("r12") },
            ErrorBody::Stale { no },
        ),
        (Command::Move { game, after: no, from: point("n5"), to: point("n5") }, ErrorBody::Illegal),
        (Command::Move { game, after: no, from: point("p11"), to: point("p12") }, ErrorBody::Illegal),
        (Command::Flip { game, after: no, at: point("r11") }, ErrorBody::Illegal),
        (Command::Ready { game, layout: own_layout }, ErrorBody::WrongPhase),
    ] {
        assert_eq!(client.refused(command).await, expected);
    }
}

/// The first of the clients sends what ends its connection, and comes back.
async fn is_closed(
    server: &TestServer,
    room: RoomId,
    clients: &mut Vec<Client>,
    message: Message,
    code: Option<u16>,
) {
    let mut client = clients.remove(0);
    // The server may be gone before all is sent.
    let _gone = client.try_send_message(message).await;
    let end = client.end().await;
    assert!(code.is_none_or(|code| end == End::Closed(code)), "{end:?}");
    let person = client.person.clone();
    let back = table::come_back(server, room, &person, client.cut()).await;
    clients.insert(0, back);
}
