//! Game records (`docs/record.md`): what is stored of a game, downloaded of a finished one and checked by
//! `siguo verify`.

mod expand;
mod present;
mod trace;
mod verify;

use serde::{Deserialize, Serialize};

pub use expand::{Expanded, RecordFault};
pub use trace::{Next, Refused, Trace, ViewCheck};
pub use verify::{Checked, Fault, Report};

use crate::{BySeat, GameResult, Nonce, RuleSet, Seat, Shuffled};

/// The version of the format that is read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub enum Format {
    /// The only one so far.
    #[default]
    #[serde(rename = "siguo-record/1")]
    One,
}

/// The record of one game. That of a running game holds every secret of it and never leaves the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub struct Record {
    /// The version of the format.
    pub format: Format,
    /// The game's id.
    pub id: String,
    /// The rules it was played by.
    pub rules: RuleSet,
    /// Who began.
    pub first: Seat,
    /// The layouts; none in 翻棋.
    #[serde(default, with = "present", skip_serializing_if = "present::none")]
    #[cfg_attr(feature = "wire", schema(value_type = present::SomeSeats<String>))]
    pub layouts: BySeat<Option<String>>,
    /// 翻棋: what lay where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", schema(value_type = Vec<(String, Seat, crate::Piece)>))]
    pub shuffled: Vec<Shuffled>,
    /// 翻棋: what the shuffle was committed to by before the first flip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// 翻棋: what opens the commitment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", schema(value_type = Option<String>))]
    pub nonce: Option<Nonce>,
    /// What the referee accepted, in order.
    #[cfg_attr(feature = "wire", schema(value_type = Vec<crate::Action>))]
    pub actions: Vec<String>,
    /// How it ended; an unfinished record has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", schema(value_type = Vec<(u32, String)>))]
    pub comments: Vec<Comment>,
    /// Seconds a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_limit: Option<u32>,
    /// Milliseconds since the start, one per action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// Who sat where.
    #[serde(default, with = "present", skip_serializing_if = "present::none")]
    #[cfg_attr(feature = "wire", schema(value_type = present::SomeSeats<RecordPlayer>))]
    pub players: BySeat<Option<RecordPlayer>>,
    /// When it was played (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_at: Option<String>,
    /// What it did to the scores.
    #[serde(default, with = "present", skip_serializing_if = "present::none")]
    #[cfg_attr(feature = "wire", schema(value_type = present::SomeSeats<RecordScore>))]
    pub scores: BySeat<Option<RecordScore>>,
    /// What must be so before and after each action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Trace>,
    /// What viewers must see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<ViewCheck>,
    /// What must be refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "wire", schema(value_type = Vec<(usize, String, crate::Refusal)>))]
    pub refused: Vec<Refused>,
    /// How an unfinished record must stand at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Next>,
}

/// A remark: after how many actions, and the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment(pub u32, pub String);

/// Who sat on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub struct RecordPlayer {
    /// The name shown.
    pub name: String,
    /// What kind of player, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<RecordPlayerKind>,
    /// A bot's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// What kind of player sat on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub enum RecordPlayerKind {
    /// With an account.
    Person,
    /// 游客
    Guest,
    /// 电脑
    Bot,
}

/// What a game did to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub struct RecordScore {
    /// As stored when the game started.
    pub before: i64,
    /// What was added.
    pub change: i64,
}
