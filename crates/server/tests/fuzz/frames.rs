//! Frames over sockets: noise, commands bent out of shape, and commands that are right at the wrong time.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{ClientFrame, Command, CommandId, GameId, InviteId, RoomId, VERSION};
use rules::{Point, Seat};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{
        Message,
        client::IntoClientRequest as _,
        protocol::frame::{
            Frame,
            coding::{Data, OpCode},
        },
    },
};
use uuid::Uuid;

use super::{Ground, mutate};
use crate::{
    common::{PATIENCE, Person, play::Dice},
    scene::{Names, samples},
};

/// Frames that are sent in one go.
const BATCH: u64 = 24;
/// The number of the question that follows on them.
const BARRIER: u64 = 9_000_000_000_000_000;

/// Sends so many frames as a guest who comes back whenever he is let go.
pub(super) async fn send(ground: &Ground, mut dice: Dice, mut left: u64) {
    let person = ground.server.guest().await;
    let known = ground.known();
    while left > 0 {
        let mut socket = open(ground, &person).await;
        if dice.below(50) != 0 {
            let hello = ClientFrame { id: id(&mut dice), cmd: Command::Hello { version: VERSION } };
            let _gone = socket.send(Message::text(serde_json::to_string(&hello).expect("JSON"))).await;
        }
        loop {
            let batch = left.min(BATCH);
            let sent = one_go(ground, &mut socket, &mut dice, &known, batch).await;
            left -= batch;
            ground.count(batch);
            if left == 0 || sent.is_none() {
                break;
            }
        }
    }
}

async fn open(ground: &Ground, person: &Person) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let url = format!("ws://{}/ws", ground.server.address);
    // Places are free a moment after their connections are closed.
    let opening = async {
        loop {
            let mut request = url.as_str().into_client_request().expect("a request");
            let bearer = format!("Bearer {}", person.token).parse().expect("a header");
            request.headers_mut().insert("authorization", bearer);
            match connect_async(request).await {
                Ok((socket, _)) => return socket,
                Err(_too_many) => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        }
    };
    timeout(PATIENCE, opening).await.expect("the server lets in")
}

/// Sends them and waits until all have been heard; `None` when the connection is over.
async fn one_go(
    ground: &Ground,
    socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>,
    dice: &mut Dice,
    known: &[String],
    count: u64,
) -> Option<()> {
    for _ in 0..count {
        socket.feed(message(ground, dice, known)).await.ok()?;
    }
    let barrier = ClientFrame { id: CommandId(BARRIER), cmd: Command::Time };
    socket.send(Message::text(serde_json::to_string(&barrier).expect("JSON"))).await.ok()?;
    let answer = BARRIER.to_string();
    let heard = async {
        loop {
            match socket.next().await? {
                Ok(Message::Text(text)) if text.contains(&answer) => return Some(()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    };
    timeout(PATIENCE, heard).await.expect("an answer or the end")
}

fn message(ground: &Ground, dice: &mut Dice, known: &[String]) -> Message {
    let text = |bytes: Vec<u8>| Message::Frame(Frame::message(bytes, OpCode::Data(Data::Text), true));
    match dice.below(200) {
        0 => Message::binary(vec![0; dice.below(100)]),
        1 => Message::Ping(vec![1; dice.below(126)].into()),
        2 => Message::Frame(Frame::message(Vec::new(), OpCode::Data(Data::Continue), dice.below(2) == 0)),
        3 => Message::Frame(Frame::message(Vec::new(), OpCode::Data(Data::Reserved(3)), true)),
        4 => Message::Pong(vec![2; dice.below(126)].into()),
        5 => Message::text("x".repeat(16 * 1024 + dice.below(3) - 1)),
        6..30 => text((0..dice.below(60)).map(|_| mutate::random(dice)).collect()),
        30..100 => {
            let mut value = serde_json::to_value(frame(ground, dice)).expect("JSON");
            for _ in 0..=dice.below(3) {
                mutate::shape(&mut value, dice, known);
            }
            Message::text(value.to_string())
        }
        100..120 => {
            let mut bytes = serde_json::to_vec(&frame(ground, dice)).expect("JSON");
            for _ in 0..=dice.below(3) {
                mutate::bytes(&mut bytes, dice);
            }
            match String::from_utf8(bytes) {
                Ok(bent) => Message::text(bent),
                // It ends the connection.
                Err(broken) if dice.below(20) == 0 => text(broken.into_bytes()),
                Err(broken) => Message::text(String::from_utf8_lossy(broken.as_bytes()).into_owned()),
            }
        }
        _ => Message::text(serde_json::to_string(&frame(ground, dice)).expect("JSON")),
    }
}

fn id(dice: &mut Dice) -> CommandId {
    // Some come again.
    CommandId(u64::try_from(dice.below(1 << 20)).expect("small"))
}

/// A command that is one, whether or not this is the moment for it.
fn frame(ground: &Ground, dice: &mut Dice) -> ClientFrame {
    let nil = Uuid::nil();
    let rooms = [ground.room, ground.other.0, RoomId(nil)];
    let games = [ground.game(), ground.other.1, GameId(nil)];
    let point = |dice: &mut Dice| -> Point {
        let name = match dice.below(10) {
            0 => format!("n{}", 1 + dice.below(9)),
            _ => format!("{}{}{}", ["r", "p", "b", "g"][dice.below(4)], 1 + dice.below(6), 1 + dice.below(5)),
        };
        name.parse().expect("a point")
    };
    let names = Names {
        room: rooms[dice.below(3)],
        game: games[dice.below(3)],
        after: u32::try_from(dice.below(200)).expect("small"),
        invite: InviteId(nil),
        seats: (Seat::ALL[dice.below(4)], Seat::ALL[dice.below(4)]),
        way: (point(dice), point(dice)),
    };
    let mut commands = samples(&names);
    let at = dice.below(commands.len());
    ClientFrame { id: id(dice), cmd: commands.swap_remove(at) }
}
