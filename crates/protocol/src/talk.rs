use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::{AccountId, Millis};

/// Who hears what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// 房间频道: the players, and the spectators hear it.
    Table,
    /// 对家频道: the two partners.
    Partner,
    /// 观战频道: the spectators; players hear it once the game has ended.
    Spectators,
}

/// What may be said at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Talk {
    /// Anything.
    Free,
    /// Quick phrases only.
    Phrases,
    /// Nothing.
    None,
}

/// A quick phrase (常用语); the client has the words in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// 打上家
    AttackPrevious,
    /// 打下家
    AttackNext,
    /// 先守一守
    HoldFirst,
    /// 我来炸
    IBomb,
    /// 小心炸弹
    MindBombs,
    /// 这子大，小心
    StrongPiece,
    /// 像炸弹
    LooksLikeBomb,
    /// 司令在这边
    CommanderHere,
    /// 飞兵挖雷
    DigMines,
    /// 扛旗！
    TakeFlag,
    /// 救我
    HelpMe,
    /// 跟上
    FollowUp,
    /// 好棋
    GoodMove,
    /// 走错了，抱歉
    SorryMistake,
    /// 请快一点
    FasterPlease,
    /// 求和吧
    LetUsDraw,
}

/// What was said: own words or a quick phrase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", tag = "t", content = "d", deny_unknown_fields)]
pub enum Words {
    /// 1 to 200 characters, no control characters.
    Text(String),
    /// A quick phrase.
    Phrase(Phrase),
}

/// Who said it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Speaker {
    /// The account.
    pub id: AccountId,
    /// The name.
    pub name: String,
    /// The seat; `None` for a spectator.
    pub seat: Option<Seat>,
}

/// One line of talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Said {
    /// Where.
    pub channel: Channel,
    /// Who.
    pub by: Speaker,
    /// What.
    pub words: Words,
    /// When.
    pub at: Millis,
}
