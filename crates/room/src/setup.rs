use std::fmt;

use protocol::{GameId, Host, Millis, Player, RoomId, RoomKind, RoomOptions};
use rules::{BySeat, Nonce, Seat, Shuffled, ladder::Terms};

use crate::{Hidden, JournalEntry, Lock, Member, Memo, Ties};

/// A new room.
#[derive(Clone)]
pub struct RoomSetup {
    /// Its id.
    pub room: RoomId,
    /// How it came to be.
    pub kind: RoomKind,
    /// 计分局
    pub ranked: bool,
    /// What was agreed on.
    pub options: RoomOptions,
    /// Who sits where: all seats for a match or practice; the host's, or none, for a room whose seats are free.
    pub seats: BySeat<Option<Member>>,
    /// 房主, of a room that somebody opens.
    pub host: Option<Host>,
    /// Its password.
    pub lock: Option<Lock>,
    /// What is set about the ladder.
    pub terms: Terms,
    /// What lots, shuffles and ids of games are drawn from. It must not be guessable.
    pub seed: [u8; 32],
}

/// Shows no layout, and nothing from which lots could be foretold.
impl fmt::Debug for RoomSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RoomSetup { room, kind, ranked, options, seats, host, lock: _, terms, seed: _ } = self;
        f.debug_struct("RoomSetup")
            .field("room", room)
            .field("kind", kind)
            .field("ranked", ranked)
            .field("options", options)
            .field("seats", seats)
            .field("host", host)
            .field("terms", terms)
            .finish_non_exhaustive()
    }
}

/// What the store has of a room whose game had not ended when the server stopped.
#[derive(Clone)]
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
    /// What the room kept beside the journal; the default if nothing.
    pub memo: Memo,
    /// What is set about the ladder.
    pub terms: Terms,
    /// How far the game has come.
    pub state: SavedState,
    /// Chance for what is still to be drawn.
    pub seed: [u8; 32],
}

/// Shows nothing that is hidden, and nothing from which lots could be foretold.
impl fmt::Debug for SavedRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SavedRoom { room, kind, ranked, options, game, created, seats, memo, terms, state, seed: _ } =
            self;
        f.debug_struct("SavedRoom")
            .field("room", room)
            .field("kind", kind)
            .field("ranked", ranked)
            .field("options", options)
            .field("game", game)
            .field("created", created)
            .field("seats", seats)
            .field("memo", memo)
            .field("terms", terms)
            .field("state", state)
            .finish_non_exhaustive()
    }
}

/// A seat of a saved game.
#[derive(Clone)]
pub struct SavedSeat {
    /// Who sits there.
    pub player: Player,
    /// The layout to play with when none was handed in.
    pub preferred: Option<String>,
    /// What binds the player to others at the table.
    pub ties: Ties,
    /// The layout handed in, or the one the game started with.
    pub layout: Option<String>,
    /// Whether ready.
    pub ready: bool,
}

/// Never shows a layout.
impl fmt::Debug for SavedSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SavedSeat { player, preferred: _, ties, layout: _, ready } = self;
        f.debug_struct("SavedSeat")
            .field("player", player)
            .field("ties", ties)
            .field("ready", ready)
            .finish_non_exhaustive()
    }
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
        shuffled: Hidden<Vec<Shuffled>>,
        /// 翻棋: what opens the commitment to it; games of earlier versions have none.
        nonce: Hidden<Option<Nonce>>,
        /// When it started.
        started: Millis,
        /// The journal, by number.
        journal: Vec<JournalEntry>,
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
