use serde::{Deserialize, Serialize};

use crate::{BySeat, Fight, GameResult, Nonce, OutReason, Piece, Point, Seat, SeenPiece};

/// A player went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Out {
    /// Who.
    pub seat: Seat,
    /// Why.
    pub reason: OutReason,
    /// After how many steps of the game.
    pub step: u32,
}

/// A flag that everybody has been shown (亮旗).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FlagShown {
    /// Whose flag.
    pub seat: Seat,
    /// Where it lies.
    #[cfg_attr(feature = "wire", ts(type = "string"), schema(value_type = String))]
    pub at: Point,
}

/// The action itself, as everybody is told it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "t", content = "d", deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Happened {
    /// A piece moved, perhaps into a fight.
    Move {
        /// Who moved.
        seat: Seat,
        /// Every point it passed, from and to included (§5).
        #[cfg_attr(feature = "wire", ts(type = "string[]"), schema(value_type = Vec<String>))]
        route: Vec<Point>,
        /// Who is left standing, if there was a fight.
        fight: Option<Fight>,
        /// The defender that an engineer's attack showed to all (house rule).
        scout: Option<SeenPiece>,
    },
    /// A face-down piece was turned over; everybody sees it.
    Flip {
        /// Who turned it.
        seat: Seat,
        /// What it is.
        piece: SeenPiece,
    },
    /// A turn was lost on time.
    Timeout {
        /// Whose.
        seat: Seat,
    },
    /// A player surrendered.
    Surrender {
        /// Who.
        seat: Seat,
    },
    /// A player left the running game.
    Flee {
        /// Who.
        seat: Seat,
    },
    /// All who were in agreed on a draw.
    Draw,
    /// The operator closed the game.
    Abort,
}

/// Everything that was hidden, opened when the game has ended (§9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Opened {
    /// The layout texts the game began with; absent for seats not in the game and in 翻棋.
    pub layouts: BySeat<Option<String>>,
    /// 翻棋: what lay where when the game began.
    #[cfg_attr(feature = "wire", schema(value_type = Vec<(String, Seat, Piece)>))]
    pub shuffled: Vec<Shuffled>,
    /// 翻棋: what opens the commitment to the shuffle, if there was one.
    #[cfg_attr(feature = "wire", ts(type = "string | null"), schema(value_type = Option<String>))]
    pub nonce: Option<Nonce>,
    /// All pieces still on the board.
    pub pieces: Vec<SeenPiece>,
}

/// One piece of a shuffle, as records write it: point, army, code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Shuffled(#[cfg_attr(feature = "wire", ts(type = "string"))] pub Point, pub Seat, pub Piece);

/// One action and all that followed from it, as one viewer is told it. [`crate::View::fold`] carries a view on by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Event {
    /// What was done.
    pub action: Happened,
    /// Flags shown by it, the attacker's first.
    pub flags: Vec<FlagShown>,
    /// Who went out by it, in order. In arranged games their pieces leave the board, except a leaver's.
    pub out: Vec<Out>,
    /// 翻棋: which army each player has, once known.
    pub colours: Option<BySeat<Option<Seat>>>,
    /// Whose turn it is now; `None` when the game has ended.
    pub turn: Option<Seat>,
    /// Steps made.
    pub steps: u32,
    /// Quiet steps in a row.
    pub quiet: u32,
    /// Turns each seat has lost on time.
    pub timeouts: BySeat<u8>,
    /// How it ended, if it did.
    pub result: Option<GameResult>,
    /// What was hidden, if it ended.
    pub opened: Option<Box<Opened>>,
}
