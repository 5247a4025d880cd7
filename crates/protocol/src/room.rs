use rules::{BySeat, Legal, Opened, RuleSet, Seat, Title, View, Viewer, ladder::ChangeReason};
use serde::{Deserialize, Serialize};

use crate::{GameId, Millis, Player, RoomId, Said, Talk};

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
}

/// Whether others may watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Spectating {
    /// Anybody may, and the room stands in the list.
    Open,
    /// Who has the link may; the room is in no list (私密).
    Link,
    /// Nobody may.
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
    /// Who may watch.
    pub spectating: Spectating,
    /// What may be said.
    pub talk: Talk,
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
    /// 已准备: while arranging.
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
    /// What was agreed on.
    pub options: RoomOptions,
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
