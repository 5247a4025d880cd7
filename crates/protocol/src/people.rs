use rules::Title;
use serde::{Deserialize, Serialize};

use crate::{AccountId, AccountKind, GameId, Millis, RoomId};

/// Somebody, wherever people are listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct PlayerRef {
    /// The account.
    pub id: AccountId,
    /// Person, guest or bot.
    pub kind: AccountKind,
    /// The name.
    pub name: String,
    /// The title of the score.
    pub title: Title,
    /// The score as it is now.
    pub score: i64,
    /// Whether the account was deleted (已注销).
    pub deleted: bool,
}

/// The players whose names begin with what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct FoundPlayers {
    /// Ten at most; the one of exactly that name comes first.
    pub players: Vec<PlayerRef>,
}

/// How one stands to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Relation {
    /// One follows the other (关注).
    pub following: bool,
    /// One has blocked the other (屏蔽).
    pub blocked: bool,
}

/// Where somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
pub enum Whereabouts {
    /// Not connected.
    Offline,
    /// Connected.
    Online,
    /// In the line for a quick match.
    Waiting,
    /// At a table where no game has begun.
    Seated,
    /// In a game that is arranged or runs; its room, where anybody may watch it.
    Playing(Option<RoomId>),
}

/// What a ranked game did to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct ScorePoint {
    /// The game.
    pub game: GameId,
    /// When it ended.
    pub at: Millis,
    /// What it added or took.
    pub change: i64,
    /// The score after it.
    pub score: i64,
}

/// The way of a player's score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct ScoreHistory {
    /// The last 500 ranked games, oldest first.
    pub points: Vec<ScorePoint>,
}

/// Somebody with or against whom a player has played, and how that went for the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Companion {
    /// Who.
    pub player: PlayerRef,
    /// Games, those without a result too.
    pub games: u32,
    /// 胜
    pub won: u32,
    /// 负; 逃跑 is among them.
    pub lost: u32,
    /// 和
    pub drawn: u32,
    /// When the last one ended.
    pub last: Millis,
}

/// With whom a player has played: people, of the last 1,000 games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Company {
    /// The ten partners most played with.
    pub partners: Vec<Companion>,
    /// The ten opponents most played with.
    pub opponents: Vec<Companion>,
    /// The ten people met last, on either side.
    pub recent: Vec<Companion>,
}

/// Somebody whom one follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Known {
    /// Who.
    pub player: PlayerRef,
    /// Where one is.
    pub whereabouts: Whereabouts,
}

/// Whom one follows and whom one has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct People {
    /// By name.
    pub following: Vec<Known>,
    /// By name.
    pub blocked: Vec<PlayerRef>,
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// 胜
    Won,
    /// 负
    Lost,
    /// 和
    Drawn,
    /// 逃跑: counted as this alone, whatever else the game was.
    Fled,
}
