use tokio_tungstenite::tungstenite::Message;

use super::{Dialect, Heard};
use crate::{relay, table::Move};

/// The relay's frames: one letter, and what fills them up.
#[derive(Debug)]
pub(crate) struct Bare;

impl Dialect for Bare {
    const EVENT_IS_ANSWER: bool = false;

    fn hear(&mut self, message: Message) -> Heard {
        let Message::Text(text) = message else { return Heard::Nothing };
        match text.as_bytes().first() {
            Some(&relay::ANSWER) => Heard::Answer,
            Some(&relay::EVENT) => Heard::Event,
            Some(_) | None => Heard::Nothing,
        }
    }

    /// As long as the move of siguo's players.
    fn say(&self, no: u32, Move { from, to }: Move) -> Message {
        Message::text(format!(
            r#"{{"id":{no},"cmd":{{"t":"move","d":{{"game":"01934b1e-0000-7000-8000-0000000000bb","after":{no},"from":"{from}","to":"{to}"}}}}}}"#
        ))
    }
}
