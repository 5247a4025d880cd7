use protocol::{GameId, Millis, Player, RoomId, RoomKind, RoomOptions};
use rules::{BySeat, Seat, Shuffled};

use crate::{JournalEntry, Member, Memo};

/// A new room.
#[derive(Clone, Debug)]
pub struct RoomSetup {
    /// Its id.
    pub room: RoomId,
    /// How it came to be.
    pub kind: RoomKind,
    /// 计分局
    pub ranked: bool,
    /// What was agreed on.
    pub options: RoomOptions,
    /// Who sits where: all seats for a match or practice, none for a room whose seats are free.
    pub seats: BySeat<Option<Member>>,
    /// What lots, shuffles and ids of games are drawn from. It must not be guessable.
    pub seed: [u8; 32],
}

/// What the store has of a room whose game had not ended when the server stopped.
#[derive(Clone, Debug)]
pub struct SavedRoom {
    /// The room.
    pub room: RoomId,
    /// How it came to be.
    pub kind: RoomKind,
    /// 计分局
    pub ranked: bool,
    /// What was agreed on.
    pub options: RoomOptions,
    /// The game.
    pub game: GameId,
    /// When the game's seats were all taken.
    pub created: Millis,
    /// Who sits where.
    pub seats: BySeat<Option<SavedSeat>>,
    /// How far the game has come.
    pub state: SavedState,
    /// Chance for what is still to be drawn.
    pub seed: [u8; 32],
}

/// A seat of a saved game.
#[derive(Clone, Debug)]
pub struct SavedSeat {
    /// Who sits there.
    pub player: Player,
    /// The layout to play with when none was handed in.
    pub preferred: Option<String>,
    /// The layout handed in, or the one the game started with.
    pub layout: Option<String>,
    /// Whether ready.
    pub ready: bool,
}

/// How far a saved game has come.
#[derive(Clone, Debug)]
pub enum SavedState {
    /// The armies are being set up.
    Arranging {
        /// When the time was to be over, outages not counted.
        deadline: Millis,
    },
    /// The game runs.
    Running {
        /// Who made the first move.
        first: Seat,
        /// 翻棋: what lay where; else empty.
        shuffled: Vec<Shuffled>,
        /// When it started.
        started: Millis,
        /// The journal, by number.
        journal: Vec<JournalEntry>,
        /// As saved last; the default if never.
        memo: Memo,
    },
}

/// A time in which nobody could play; clocks don't count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Since when.
    pub from: Millis,
    /// Until when.
    pub until: Millis,
}

/// Why a saved room can't be rebuilt. Nothing of it depends on what people send.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreFault {
    /// A seat's layout is missing or not legal.
    #[error("the layout of {seat} is missing or not legal")]
    Layout {
        /// Whose.
        seat: Seat,
    },
    /// The deployment makes no game.
    #[error("no game can be set up from what was saved")]
    Setup,
    /// The journal has a gap or an action that the rules refuse.
    #[error("the journal is wrong at number {no}")]
    Journal {
        /// Where.
        no: u32,
    },
    /// The journal ends the game, but the game was not finished.
    #[error("the journal ends the game")]
    Ended,
}
