use serde::{Deserialize, Serialize};

use crate::{BySeat, FlagShown, GameResult, Happened, Out, Piece, Point, Seat};

/// Whose eyes a game is looked at with. A seat that is out goes on seeing what it may see (§9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Everybody else.
    Public,
}

/// A piece as one viewer may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeenPiece {
    /// Where it stands.
    #[cfg_attr(feature = "wire", ts(type = "string"), schema(value_type = String))]
    pub at: Point,
    /// Whose it is; `None` while it lies face down. In 翻棋 `red` and `blue` name the colour of the army.
    pub army: Option<Seat>,
    /// What it is, as far as the viewer may know.
    pub piece: Option<Piece>,
}

/// How many pieces of a kind an army has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Fallen {
    /// Whose: the colour of the army.
    pub army: Seat,
    /// What they were.
    pub piece: Piece,
    /// So many, at least one.
    pub count: u8,
}

/// Where one piece may go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Targets {
    /// The piece's point.
    #[cfg_attr(feature = "wire", ts(type = "string"), schema(value_type = String))]
    pub from: Point,
    /// Every point it may go to, in the order of the board.
    #[cfg_attr(feature = "wire", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub to: Vec<Point>,
}

/// All that the seat on turn may do; told to that seat alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Legal {
    /// Moves by piece, in the order of the board; pieces that cannot move are left out.
    pub moves: Vec<Targets>,
    /// 翻棋: the points that may be flipped.
    #[cfg_attr(feature = "wire", ts(type = "string[]"), schema(value_type = Vec<String>))]
    pub flips: Vec<Point>,
}

/// What one viewer may know of a game. Made of the referee's game by `Game::view`, carried on by [`View::fold`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Whose turn it is; `None` when the game has ended.
    pub turn: Option<Seat>,
    /// Steps made (步).
    pub steps: u32,
    /// Quiet steps in a row (无吃子步数).
    pub quiet: u32,
    /// Turns each seat has lost on time.
    pub timeouts: BySeat<u8>,
    /// Who is out, in the order they went.
    pub out: Vec<Out>,
    /// The flags shown to all so far, the taken ones included.
    pub flags: Vec<FlagShown>,
    /// 翻棋: which army each player has, once known.
    pub colours: Option<BySeat<Option<Seat>>>,
    /// 翻棋: what the shuffle was committed to by before the first flip. `opened` has the nonce that opens it.
    pub commitment: Option<String>,
    /// 翻棋: what both armies have lost in fights, red first, each in the order of [`Piece::ALL`].
    pub fallen: Option<Vec<Fallen>>,
    /// Every occupied point, in the order of the board.
    pub pieces: Vec<SeenPiece>,
    /// What the last action was.
    pub last: Option<Happened>,
    /// How it ended.
    pub result: Option<GameResult>,
}
