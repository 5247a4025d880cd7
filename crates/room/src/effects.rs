use std::{collections::BTreeSet, fmt};

use protocol::{
    AccountId, CommandId, GameId, Host, Millis, Player, RoomId, RoomKind, RoomOptions, ServerFrame, Words,
};
use rules::{Action, BySeat, GameResult, Nonce, Out, Seat, Shuffled, Side};
use serde::{Deserialize, Serialize};

use crate::Hidden;

/// What a step brought.
///
/// `save` must be committed before any frame is sent, answers included, and before the room's next step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// What must be durable first.
    pub save: Option<Save>,
    /// What is sent then, in this order. Who belongs to an audience is asked after the step: `Room::hears`.
    pub frames: Vec<(Audience, ServerFrame)>,
}

impl Effects {
    pub(crate) fn send(&mut self, audience: Audience, frame: ServerFrame) {
        self.frames.push((audience, frame));
    }

    /// A step saves one thing.
    pub(crate) fn save(&mut self, save: Save) {
        debug_assert!(
            self.save.is_none() || matches!(save, Save::Start { .. }),
            "only the start of a game takes the place of what made all ready"
        );
        self.save = Some(save);
    }
}

/// Who receives a frame. Each frame is the same for its whole audience, so it is serialised once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The connection whose command this answers, in the room or not.
    Reply,
    /// All connections of that account that joined this room.
    Account(AccountId),
    /// All connections of the account on that seat.
    Seat(Seat),
    /// Both partners.
    Side(Side),
    /// All who watch.
    Spectators,
    /// All who watch and hear the same lines of talk: nobody whom they have blocked has said one, and nobody as their partner.
    Onlookers,
    /// Those who hear what somebody says: all within earshot who have not blocked the speaker.
    Listeners {
        /// Who speaks.
        speaker: AccountId,
        /// How far it is meant to be heard.
        earshot: Earshot,
    },
    /// Everybody in the room.
    Everyone,
    /// Everybody in the room but these seats.
    AllBut(Seats),
}

/// How far talk is meant to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earshot {
    /// By both partners.
    Side(Side),
    /// By one player.
    Seat(Seat),
    /// By all who watch.
    Spectators,
    /// By everybody in the room.
    Everyone,
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(BySeat<bool>);

impl Seats {
    /// Whether the seat belongs to it.
    pub const fn contains(&self, seat: Seat) -> bool {
        *self.0.get(seat)
    }

    /// Whether no seat belongs to it.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The seats in turn order from red.
    pub fn iter(&self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|&seat| self.contains(seat))
    }
}

impl From<BySeat<bool>> for Seats {
    fn from(seats: BySeat<bool>) -> Seats {
        Seats(seats)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        let mut set = BySeat::default();
        for seat in seats {
            *set.get_mut(seat) = true;
        }
        Seats(set)
    }
}

/// What must be durable before anybody hears of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Save {
    /// All seats are taken: a game is to be arranged.
    NewGame {
        /// The game.
        game: GameId,
        /// Its room.
        room: RoomId,
        /// How the room came to be.
        kind: RoomKind,
        /// 计分局
        ranked: bool,
        /// What was agreed on.
        options: Box<RoomOptions>,
        /// Who sits where.
        seats: Box<BySeat<Option<Player>>>,
        /// When.
        at: Millis,
        /// When the time for arranging is over.
        deadline: Millis,
        /// What the room keeps beside the journal.
        memo: Memo,
    },
    /// A seat's layout and readiness, while arranging.
    Layout {
        /// The game.
        game: GameId,
        /// Whose.
        seat: Seat,
        /// The layout last handed in.
        layout: Hidden<String>,
        /// Whether ready.
        ready: bool,
    },
    /// The game does not take place.
    Abandon {
        /// The game.
        game: GameId,
        /// When.
        at: Millis,
        /// Who left; `None` when the operator closed it, or the host has called it off.
        by: Option<Seat>,
        /// Whose 逃跑 it is: in ranked games the leaver's.
        flight: Option<AccountId>,
    },
    /// The game starts.
    Start {
        /// The game.
        game: GameId,
        /// Who makes the first move.
        first: Seat,
        /// Every player's layout; none in 翻棋.
        layouts: Hidden<Box<BySeat<Option<String>>>>,
        /// 翻棋: what lies where; else empty.
        shuffled: Hidden<Vec<Shuffled>>,
        /// 翻棋: what opens the commitment to it.
        nonce: Hidden<Option<Nonce>>,
        /// When.
        at: Millis,
    },
    /// An action was accepted and the game goes on.
    Entry {
        /// The action.
        entry: JournalEntry,
        /// Who went out by it: free to play elsewhere from now on.
        outs: Vec<Out>,
    },
    /// An action was accepted and has ended the game.
    Finish {
        /// The action.
        entry: JournalEntry,
        /// How the game ended.
        result: GameResult,
        /// Everybody who went out in the whole game, in order.
        outs: Vec<Out>,
        /// Whose 逃跑 it was.
        flight: Option<AccountId>,
    },
    /// Something was said to the whole table while a game was on: it belongs to the game.
    Talk {
        /// The game.
        game: GameId,
        /// Who said it.
        seat: Seat,
        /// What.
        words: Words,
        /// When.
        at: Millis,
    },
    /// What was agreed on has changed in a way that the game does not depend on.
    Options {
        /// The game.
        game: GameId,
        /// All of it.
        options: Box<RoomOptions>,
    },
    /// What the room keeps beside the journal has changed.
    Memo {
        /// The game.
        game: GameId,
        /// All of it.
        memo: Memo,
    },
}

/// One accepted action of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// The game.
    pub game: GameId,
    /// 1 for the first; no gaps. Also the number of the event.
    pub no: u32,
    /// The action; its `Display` is the text of records.
    pub action: Action,
    /// When.
    pub at: Millis,
    /// Who sent it; `None` for the clock and the operator.
    pub seat: Option<Seat>,
    /// The command that it was.
    pub command: Option<CommandId>,
}

/// What a room with a game keeps beside the journal and must know again after a restart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memo {
    /// Draws offered by each seat.
    pub offers: BySeat<OffersMade>,
    /// 房主
    #[serde(default)]
    pub host: Option<Host>,
    /// The room's password.
    #[serde(default)]
    pub lock: Option<Lock>,
    /// Who has shown it, and need not do so again.
    #[serde(default)]
    pub known: BTreeSet<AccountId>,
}

/// A room's password as it is kept: hashed. The room can't read it; who made it compares.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lock(pub String);

/// Never shows it.
impl fmt::Debug for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lock(…)")
    }
}

/// How often and when last a player offered a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OffersMade {
    /// How often in this game.
    pub count: u8,
    /// Steps made when the last offer was made.
    pub last_step: u32,
}
