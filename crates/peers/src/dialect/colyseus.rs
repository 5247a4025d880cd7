use tokio_tungstenite::tungstenite::Message;

use super::{Dialect, Heard};
use crate::table::Move;

pub(crate) const JOIN_ROOM: u8 = 10;
pub(crate) const ROOM_STATE: u8 = 14;
const ROOM_DATA: u8 = 13;
const ROOM_STATE_PATCH: u8 = 15;

/// Colyseus' binary messages: a code, and `MessagePack` or what its schema makes of the state.
#[derive(Debug)]
pub(crate) struct Colyseus;

impl Dialect for Colyseus {
    const EVENT_IS_ANSWER: bool = false;

    fn hear(&mut self, message: Message) -> Heard {
        let Message::Binary(bytes) = message else { return Heard::Nothing };
        // A message's name is a text of its length and its letters.
        match bytes.first() {
            Some(&ROOM_STATE_PATCH) => Heard::Event,
            Some(&ROOM_DATA) if bytes[1..].starts_with(b"\xa5event") => Heard::Event,
            Some(&ROOM_DATA) if bytes[1..].starts_with(b"\xa6answer") => Heard::Answer,
            Some(_) | None => Heard::Nothing,
        }
    }

    fn say(&self, no: u32, Move { from, to }: Move) -> Message {
        let mut bytes = vec![ROOM_DATA];
        bytes.extend_from_slice(b"\xa4move\x83\xa2id\xce");
        bytes.extend_from_slice(&no.to_be_bytes());
        bytes.extend_from_slice(b"\xa4from\xcc");
        bytes.push(from);
        bytes.extend_from_slice(b"\xa2to\xcc");
        bytes.push(to);
        Message::binary(bytes)
    }
}
