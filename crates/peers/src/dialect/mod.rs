//! How moves and events are written for servers of each kind.

pub(crate) mod bare;
pub(crate) mod boardgame;
pub(crate) mod colyseus;

use tokio_tungstenite::tungstenite::Message;

use crate::table::Move;

/// What a message from the server means.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The own move is taken.
    Answer,
    /// A move was made, by whomever.
    Event,
    /// It wants this for an answer.
    Say(Message),
    /// Nothing that says how far the game is.
    Nothing,
}

/// The language of one kind of server, at one seat.
pub(crate) trait Dialect: Send + 'static {
    /// Whether a player learns that its move was taken by the event alone.
    const EVENT_IS_ANSWER: bool;

    /// What the server says.
    fn hear(&mut self, message: Message) -> Heard;

    /// The move that answers event `no`.
    fn say(&self, no: u32, made: Move) -> Message;
}
