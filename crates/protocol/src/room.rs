use rules::{
    BoardKind, BySeat, Legal, Opened, Players, RuleSet, Seat, Setup, Title, View, Viewer,
    ladder::{ChangeReason, NoGain},
};
use serde::{Deserialize, Serialize};

use crate::{AccountId, GameId, Millis, Player, RoomId, Said, Talk};

/// How a room came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoomKind {
    /// 快速匹配
    Match,
    /// 创建房间
    Custom,
    /// 人机练习
    Practice,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FirstSeat {
    /// Drawn by lot.
    Lot,
    /// Red.
    Red,
    /// Purple.
    Purple,
    /// Blue.
    Blue,
    /// Green.
    Green,
}

impl FirstSeat {
    /// The seat, where it is not drawn.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            FirstSeat::Lot => None,
            FirstSeat::Red => Some(Seat::Red),
            FirstSeat::Purple => Some(Seat::Purple),
            FirstSeat::Blue => Some(Seat::Blue),
            FirstSeat::Green => Some(Seat::Green),
        }
    }
}

/// Who finds a room and may go in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Privacy {
    /// Anybody; it stands in the list.
    Public,
    /// Whoever knows the password; it stands in the list.
    Password,
    /// Whoever was given the link (私密, 邀请链接); it is in no list.
    Link,
}

/// Whether those who have no seat may be there while a game is arranged or runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Spectating {
    /// Whoever may go in.
    Open,
    /// Nobody.
    Closed,
}

/// What is agreed on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoomOptions {
    /// The rules.
    pub rules: RuleSet,
    /// Who starts.
    pub first: FirstSeat,
    /// Seconds a turn, 15 to 120.
    pub turn_seconds: u16,
    /// Seconds for arranging, 30 to 600.
    pub arrange_seconds: u16,
    /// Who finds the room and may go in.
    pub privacy: Privacy,
    /// Who may watch. The host may change it at any time.
    pub spectating: Spectating,
    /// What may be said.
    pub talk: Talk,
    /// The highest 逃跑率, in per cent of one's ranked games, with which one may take a seat; `None`: any.
    pub max_flee_percent: Option<u8>,
}

/// The kind of game that rules make (TERMS "modes"), whoever sees what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// 四国
    Four,
    /// 单挑: two players on the four-country board.
    Duel,
    /// 两国军棋
    Classic,
    /// 翻棋
    Flip,
}

impl Mode {
    /// The mode of these rules.
    pub fn of(rules: &RuleSet) -> Mode {
        match (rules.board, rules.setup, rules.players) {
            (BoardKind::Siguo, _, Players::Four) => Mode::Four,
            (BoardKind::Siguo, _, Players::Two) => Mode::Duel,
            (BoardKind::Classic, Setup::Arrange, _) => Mode::Classic,
            (BoardKind::Classic, Setup::Flip, _) => Mode::Flip,
        }
    }
}

/// Who opened a room or has taken it over (房主).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Host {
    /// The account.
    pub id: AccountId,
    /// Its name.
    pub name: String,
}

/// One player's wish to change seats with another, who has not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct SwapOffer {
    /// Who asks.
    pub from: Seat,
    /// Who is asked.
    pub to: Seat,
    /// When silence declines.
    pub deadline: Millis,
}

/// The state of a player's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
pub enum Link {
    /// Connected.
    Up,
    /// Not connected (掉线) since then.
    Down {
        /// Since when.
        since: Millis,
    },
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Occupant {
    /// The player.
    pub player: Player,
    /// Whether connected.
    pub link: Link,
    /// 已准备: while arranging, whether the layout is handed in; before and after a game, whether one is for beginning the next
    /// (再来一局). Who sits down is.
    pub ready: bool,
}

/// The clock of the turn that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Clock {
    /// Whose turn.
    pub seat: Seat,
    /// When it is lost, in server time.
    pub deadline: Millis,
    /// How long the turn is, in milliseconds; 10 s for a seat whose link has long been down.
    pub limit_ms: u32,
}

/// An open offer of a draw (求和).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct DrawOffer {
    /// Who offered.
    pub by: Seat,
    /// Who has agreed so far, the offerer included, in turn order from red.
    pub agreed: Vec<Seat>,
    /// When silence refuses.
    pub deadline: Millis,
}

/// What a game did to one player's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Score {
    /// The score it was added to: as it stood when the game ended.
    pub before: i64,
    /// The change.
    pub change: i64,
    /// Why that change.
    pub reason: ChangeReason,
    /// The title before.
    pub title_before: Title,
    /// The title after.
    pub title_after: Title,
}

/// What a ranked game did to the scores; all empty when unranked.
pub type Scores = BySeat<Option<Score>>;

/// Where a room stands in its life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
pub enum Phase {
    /// Seats are free.
    Gathering,
    /// 布阵: everybody sets up the own army; the others see who is ready and nothing else.
    Arranging {
        /// The game to come.
        game: GameId,
        /// When the saved or the default layout is used.
        deadline: Millis,
        /// One's own layout as last handed in.
        layout: Option<String>,
    },
    /// The game runs.
    Playing {
        /// The game.
        game: GameId,
        /// The number of the last event that `view` holds; 0 before the first.
        no: u32,
        /// What one may know. Absent when the missing events were sent instead.
        view: Option<Box<View>>,
        /// The running clock; `None` while the clocks stand still because nothing can be saved.
        clock: Option<Clock>,
        /// What one may do, on the own turn.
        legal: Option<Legal>,
        /// An open offer of a draw.
        offer: Option<DrawOffer>,
    },
    /// The game has ended and everything is open.
    Ended {
        /// The game.
        game: GameId,
        /// The number of the last event.
        no: u32,
        /// The last position. Absent when the missing events were sent instead.
        view: Option<Box<View>>,
        /// The layouts and what else was hidden.
        opened: Box<Opened>,
        /// What it did to the scores.
        scores: Scores,
    },
}

/// All that one viewer may know of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct RoomSnapshot {
    /// The room.
    pub room: RoomId,
    /// How it came to be.
    pub kind: RoomKind,
    /// 计分局: the game changes the scores.
    pub ranked: bool,
    /// Who would gain nothing from a ranked game with these players, and why.
    pub outlook: BySeat<Option<NoGain>>,
    /// What was agreed on.
    pub options: RoomOptions,
    /// 房主, in a room that somebody opened.
    pub host: Option<Host>,
    /// Two who may change seats.
    pub swap: Option<SwapOffer>,
    /// Whose eyes: the own seat's, or the public's.
    pub you: Viewer,
    /// Who sits where.
    pub seats: BySeat<Option<Occupant>>,
    /// How many watch.
    pub watchers: u32,
    /// Where it stands.
    pub phase: Phase,
    /// The last lines of talk that one may hear.
    pub talk: Vec<Said>,
    /// The server's clock when this was made.
    pub now: Millis,
}
