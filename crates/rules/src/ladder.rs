//! What a ranked game does to the scores (§8).

use serde::{Deserialize, Serialize};

/// Why a score changed as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum ChangeReason {
    /// Won.
    Win,
    /// Lost.
    Loss,
    /// A draw.
    Draw,
    /// A void game: nobody scores.
    Void,
    /// Won within 40 (30) steps: nothing.
    TooShort,
    /// Won above 50 points against somebody below 50: nothing.
    Protected,
}

/// What a game does to one player's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Change {
    /// Points added.
    pub points: i64,
    /// Why.
    pub reason: ChangeReason,
}
