use rules::Title;
use serde::{Deserialize, Serialize};

use crate::{AccountId, Millis};

/// What an account is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccountKind {
    /// Registered, with name and password; may play ranked.
    Person,
    /// Came in without registering (游客); plays unranked.
    Guest,
    /// A player of the server's (电脑).
    Bot,
}

/// What an account may do beyond playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Plays.
    User,
    /// Also silences and removes.
    Moderator,
    /// Also runs the site.
    Admin,
}

/// The language of the texts a person reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// 中文
    Zh,
    /// English
    En,
}

/// How well a bot plays (入门 / 普通 / 高手).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BotLevel {
    /// 入门
    Novice,
    /// 普通
    Regular,
    /// 高手
    Expert,
}

/// The account a connection or a request belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Its kind.
    pub kind: AccountKind,
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// Its score (积分).
    pub score: i64,
    /// Its title (军衔).
    pub title: Title,
    /// After leaving a ranked game: no ranked game until then.
    pub no_ranked_until: Option<Millis>,
}

/// How many games were won, lost and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Tally {
    /// All that count in the figures below.
    pub played: u32,
    /// 胜
    pub won: u32,
    /// 负
    pub lost: u32,
    /// 和
    pub drawn: u32,
    /// 逃跑
    pub fled: u32,
}

/// A player as the others at a table see one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Player {
    /// The account's id.
    pub id: AccountId,
    /// Person, guest or bot.
    pub kind: AccountKind,
    /// A bot's level.
    pub level: Option<BotLevel>,
    /// The name.
    pub name: String,
    /// The score when the seat was taken, or to which the last ranked game at the table has brought it.
    pub score: i64,
    /// The title of that score.
    pub title: Title,
    /// Ranked games so far.
    pub tally: Tally,
}
