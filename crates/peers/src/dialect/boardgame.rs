use tokio_tungstenite::tungstenite::Message;

use super::{Dialect, Heard};
use crate::table::Move;

/// boardgame.io over socket.io: texts that begin with numbers of what they are.
#[derive(Debug)]
pub(crate) struct Boardgame {
    pub(crate) match_id: String,
    pub(crate) player: u8,
    pub(crate) credentials: String,
}

impl Dialect for Boardgame {
    const EVENT_IS_ANSWER: bool = true;

    fn hear(&mut self, message: Message) -> Heard {
        let Message::Text(text) = message else { return Heard::Nothing };
        match text.as_str() {
            "2" => Heard::Say(Message::text("3")),
            text if text.starts_with(r#"42/table,["update""#) || text.starts_with(r#"42/table,["patch""#) => {
                Heard::Event
            }
            _ => Heard::Nothing,
        }
    }

    fn say(&self, no: u32, Move { from, to }: Move) -> Message {
        let Boardgame { match_id, player, credentials } = self;
        Message::text(format!(
            r#"42/table,["update",{{"type":"MAKE_MOVE","payload":{{"type":"move","args":[{from},{to}],"playerID":"{player}","credentials":"{credentials}"}}}},{no},"{match_id}","{player}"]"#
        ))
    }
}
