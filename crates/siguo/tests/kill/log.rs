use std::collections::BTreeMap;

use protocol::{AccountId, AccountKind, CommandId, GameId, Millis, Scores};
use rules::{Action, GameResult, Seat};
use server::Clock;

/// What one client remembers.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    pub(crate) account: AccountId,
    pub(crate) kind: AccountKind,
    pub(crate) name: String,
    pub(crate) clock: Clock,
    /// Every action sent, in order.
    pub(crate) sent: Vec<Sent>,
    /// Every event seen, in order.
    pub(crate) seen: Vec<Seen>,
    /// Where it sat, and with which layout.
    pub(crate) games: BTreeMap<GameId, Sat>,
    /// What it was told that games did to the scores.
    pub(crate) scores: BTreeMap<GameId, Scores>,
    pub(crate) results: BTreeMap<GameId, GameResult>,
    /// Rooms found again after a kill.
    pub(crate) resumes: u32,
    /// Views that were equal to a fresh snapshot.
    pub(crate) equal_views: u32,
    /// Commands sent again.
    pub(crate) resent: u32,
    /// Of those, actions that had been carried out before the kill.
    pub(crate) resent_done: u32,
    /// Layouts and marks that were acknowledged while arranging.
    pub(crate) arranged: u32,
    /// Games that ended while the client was away for good.
    pub(crate) ends_unheard: u32,
    /// By how many milliseconds deadlines were off after a kill or an outage.
    pub(crate) shifts: Vec<i64>,
    /// How often it read nothing for a while.
    pub(crate) freezes: u32,
    /// Close codes and reasons.
    pub(crate) goodbyes: Vec<(u16, String)>,
}

/// A seat at a game.
#[derive(Clone, Debug)]
pub(crate) struct Sat {
    pub(crate) seat: Seat,
    /// The layout last acknowledged as ready.
    pub(crate) layout: Option<String>,
}

/// An action that was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) id: CommandId,
    pub(crate) game: GameId,
    pub(crate) action: Action,
    /// The number that the event must have.
    pub(crate) no: u32,
    pub(crate) answer: Answer,
}

/// What became of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The program was killed first, and the game was over afterwards.
    None,
    Acknowledged,
}

/// An event that was seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) game: GameId,
    pub(crate) no: u32,
    pub(crate) at: Millis,
    pub(crate) action: Action,
}

impl Log {
    pub(crate) fn new(account: &protocol::Account) -> Log {
        Log {
            account: account.id,
            kind: account.kind,
            name: account.name.clone(),
            clock: Clock::system(),
            sent: Vec::new(),
            seen: Vec::new(),
            games: BTreeMap::new(),
            scores: BTreeMap::new(),
            results: BTreeMap::new(),
            resumes: 0,
            equal_views: 0,
            resent: 0,
            resent_done: 0,
            arranged: 0,
            ends_unheard: 0,
            shifts: Vec::new(),
            freezes: 0,
            goodbyes: Vec::new(),
        }
    }
}
