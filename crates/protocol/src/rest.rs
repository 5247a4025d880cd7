use rules::{Event, GameResult, Opened, RuleSet, Seat, Title, View};
use serde::{Deserialize, Serialize};

use crate::{
    Account, AccountId, AccountKind, GameId, Host, Language, Millis, Mode, Player, Relation, RoomId,
    RoomKind, RoomOptions, Said, Scores, Tally, Whereabouts,
};

/// Name and password, to log in.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 2 to 16 characters.
    pub name: String,
    /// 8 to 128 characters.
    pub password: String,
}

/// Never shows the password.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A fresh login: the cookie is set too; programs use the token as `Authorization: Bearer …`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Token {
    /// The secret; it is shown once.
    pub token: String,
    /// Who one is now.
    pub account: Account,
}

/// Who one is, and where one is needed.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Me {
    /// The account.
    pub account: Account,
    /// The language chosen.
    pub language: Option<Language>,
    /// Settings that only the client reads.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub preferences: serde_json::Map<String, serde_json::Value>,
    /// The room of the game one is still in.
    pub room: Option<RoomId>,
}

/// What one may change of one's own account; what is not named stays as it is.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MySettings {
    /// The language of texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub language: Option<Language>,
    /// Settings that only the client reads: those that change. `null` takes one away; all that are kept have at most 4 kB as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    #[schema(value_type = Option<Object>)]
    pub preferences: Option<serde_json::Map<String, serde_json::Value>>,
}

/// A saved layout (布局).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct SavedLayout {
    /// Its name, unique in the account.
    pub name: String,
    /// The layout text.
    pub layout: String,
    /// Used when the time for arranging runs out.
    pub preferred: bool,
}

/// All layouts of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct SavedLayouts {
    /// By name.
    pub layouts: Vec<SavedLayout>,
}

/// A layout to be saved under the name in the address.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLayout {
    /// The layout text.
    pub layout: String,
    /// Used when the time for arranging runs out.
    pub preferred: bool,
}

/// One line of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct LeaderboardRow {
    /// 1 for the first; equal scores share a rank.
    pub rank: u32,
    /// The account.
    pub id: AccountId,
    /// Its name.
    pub name: String,
    /// Its score.
    pub score: i64,
    /// Its title.
    pub title: Title,
    /// Ranked games.
    pub tally: Tally,
}

/// A page of the leaderboard (排行榜).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Leaderboard {
    /// Highest score first; among equals who reached it first.
    pub rows: Vec<LeaderboardRow>,
    /// Names the next page; `None` on the last.
    pub next: Option<String>,
}

/// Place and score of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Standing {
    /// The rank; `None` before the first ranked game.
    pub rank: Option<u32>,
    /// The score.
    pub score: i64,
    /// The title.
    pub title: Title,
    /// The score at which the next title begins; `None` for 司令.
    pub next_title_at: Option<i64>,
}

/// A player's page (个人主页).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct PlayerPage {
    /// The account.
    pub id: AccountId,
    /// Person, guest or bot.
    pub kind: AccountKind,
    /// The name.
    pub name: String,
    /// Whether the account was deleted (已注销).
    pub deleted: bool,
    /// Since when.
    pub created: Millis,
    /// Place and score.
    pub standing: Standing,
    /// Ranked games with four players.
    pub four: Tally,
    /// Ranked games with two players.
    pub two: Tally,
    /// Unranked games among people alone.
    pub unranked: Tally,
    /// How one stands to the player; `None` without a login, and for oneself.
    pub relation: Option<Relation>,
    /// Where the player is.
    pub whereabouts: Whereabouts,
}

/// One game in a player's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct PlayedGame {
    /// The game.
    pub game: GameHead,
    /// Where the player sat.
    pub seat: Seat,
}

/// A page of a player's games (对局记录), newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct PlayedGames {
    /// The games.
    pub games: Vec<PlayedGame>,
    /// Names the next page; `None` on the last.
    pub next: Option<String>,
}

/// What is public of every finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct GameHead {
    /// The game.
    pub id: GameId,
    /// How its room came to be.
    pub kind: RoomKind,
    /// 计分局
    pub ranked: bool,
    /// The rules.
    pub rules: RuleSet,
    /// Who sat where.
    pub players: rules::BySeat<Option<Player>>,
    /// When it started.
    pub started: Millis,
    /// When it ended.
    pub ended: Millis,
    /// How it ended.
    pub result: GameResult,
    /// What it did to the scores.
    #[schema(value_type = rules::BySeat<Option<crate::Score>>)]
    pub scores: Scores,
}

/// A game's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct GamePage {
    /// The game.
    pub id: GameId,
    /// Where it stands.
    pub state: GameState,
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
pub enum GameState {
    /// The armies are being set up.
    Arranging {
        /// Where it may be watched.
        room: RoomId,
    },
    /// It runs: what the public may know.
    Running {
        /// Where it may be watched.
        room: RoomId,
        /// The number of the last event.
        no: u32,
        /// The public view.
        view: Box<View>,
    },
    /// It has ended: the record (RECORD format), open to all.
    Finished {
        /// The head.
        head: Box<GameHead>,
        /// The record, as it can be downloaded.
        #[ts(type = "unknown")]
        #[schema(value_type = rules::Record)]
        record: serde_json::Value,
        /// What the players said to the whole table while the game was on, oldest first. Of a game that not everybody could watch its
        /// players alone are told it, and nobody is told what somebody said whom they have blocked.
        talk: Vec<Said>,
    },
}

/// A finished game, action by action, for stepping through it: made by the referee, so that a client needs no rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct ExpandedGame {
    /// The rules.
    pub rules: RuleSet,
    /// Who sat where; names only, where the record has them.
    pub names: rules::BySeat<Option<String>>,
    /// Everything that was hidden.
    pub opened: Opened,
    /// The position before the first action, everything open.
    pub start: View,
    /// One event per action.
    pub events: Vec<Event>,
    /// Milliseconds since the start, one per action, where the record has them.
    pub times: Vec<u32>,
    /// Remarks of whoever wrote the record.
    pub comments: Vec<GameComment>,
    /// How it ended; `None` for an unfinished record.
    pub result: Option<GameResult>,
    /// What it did to the scores, where it was played here.
    #[schema(value_type = rules::BySeat<Option<crate::Score>>)]
    pub scores: Scores,
    /// Whether it fits a `.jgs` file.
    pub jgs: bool,
}

/// A remark on a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct GameComment {
    /// After how many actions.
    pub after: u32,
    /// What it says.
    pub text: String,
}

/// Where a room in the list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoomStage {
    /// Seats are free.
    Gathering,
    /// 布阵
    Arranging,
    /// The game runs.
    Playing,
    /// The game has ended and people are still there.
    Ended,
}

/// A room in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct LiveRoom {
    /// The room.
    pub room: RoomId,
    /// The game; `None` while seats are free.
    pub game: Option<GameId>,
    /// How it came to be.
    pub kind: RoomKind,
    /// 计分局
    pub ranked: bool,
    /// What was agreed on.
    pub options: RoomOptions,
    /// 房主, in a room that somebody opened.
    pub host: Option<Host>,
    /// Who sits where.
    pub players: rules::BySeat<Option<Player>>,
    /// Where it stands.
    pub stage: RoomStage,
    /// Steps made.
    pub steps: u32,
    /// How many watch.
    pub watchers: u32,
    /// Since when the room has been there.
    pub since: Millis,
}

/// Which rooms of the list are wanted: those for which all that is given holds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::IntoParams,
)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RoomFilter {
    /// Of that mode.
    #[param(inline, example = "four")]
    pub mode: Option<Mode>,
    /// 计分局, or not.
    #[param(example = false)]
    pub ranked: Option<bool>,
    /// With a seat that one may take now, or without.
    #[param(example = true)]
    pub free: Option<bool>,
    /// With a game that runs, or without.
    #[param(example = false)]
    pub running: Option<bool>,
}

impl RoomFilter {
    /// Whether the room is one of them.
    pub fn admits(&self, room: &LiveRoom) -> bool {
        self.mode.is_none_or(|mode| mode == Mode::of(&room.options.rules))
            && self.ranked.is_none_or(|ranked| ranked == room.ranked)
            && self.free.is_none_or(|free| free == room.has_free_seat())
            && self.running.is_none_or(|running| running == (room.stage == RoomStage::Playing))
    }
}

impl LiveRoom {
    /// Whether one may take a seat there now.
    pub fn has_free_seat(&self) -> bool {
        let gathers = match self.stage {
            RoomStage::Gathering | RoomStage::Ended => self.kind == RoomKind::Custom,
            RoomStage::Arranging | RoomStage::Playing => false,
        };
        gathers && self.options.rules.players.seats().iter().any(|&seat| self.players.get(seat).is_none())
    }
}

/// How many accounts stand in each line for a quick match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Waiting {
    /// 四国·四暗
    pub four: u32,
    /// 单挑（四国棋盘）暗棋
    pub two: u32,
}

/// What goes on here now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Live {
    /// Accounts connected.
    pub online: u32,
    /// Players waiting for a quick match.
    pub waiting: Waiting,
    /// The rooms that were asked for, newest first.
    pub rooms: Vec<LiveRoom>,
}
