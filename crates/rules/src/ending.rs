use serde::{Deserialize, Serialize};

use crate::Seat;

/// Who is left standing after a fight (§6); all that is ever told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Fight {
    /// The attacker stands on the point.
    Attacker,
    /// The defender stays, the attacker is lost.
    Defender,
    /// Both are gone.
    Both,
}

/// Why a player went out (出局).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum OutReason {
    /// 被扛旗
    Flag,
    /// 无棋可走
    NoMove,
    /// 翻棋: no piece left that could move.
    NoMovablePiece,
    /// 超时
    Timeouts,
    /// 投降
    Surrender,
    /// 逃跑
    Flee,
}

/// Why a game ended (§7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum EndReason {
    /// A flag was taken.
    Flag,
    /// The last of a side had no legal move.
    NoMove,
    /// 翻棋: a side had no piece left that could move.
    NoMovablePiece,
    /// The last of a side ran out of timeouts.
    Timeouts,
    /// The last of a side surrendered.
    Surrender,
    /// Somebody left the running game.
    Flee,
    /// The quiet limit.
    Quiet,
    /// The step limit.
    Steps,
    /// A draw by agreement.
    Agreed,
    /// Closed by the operator.
    Aborted,
}

impl From<OutReason> for EndReason {
    /// The reason of a win is that of the last elimination.
    fn from(reason: OutReason) -> EndReason {
        match reason {
            OutReason::Flag => EndReason::Flag,
            OutReason::NoMove => EndReason::NoMove,
            OutReason::NoMovablePiece => EndReason::NoMovablePiece,
            OutReason::Timeouts => EndReason::Timeouts,
            OutReason::Surrender => EndReason::Surrender,
            OutReason::Flee => EndReason::Flee,
        }
    }
}

/// How a game ended, as records write it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameResult {
    /// The winners in the order red, purple, blue, green; empty for a draw or a void game.
    pub winner: Vec<Seat>,
    /// Why.
    pub reason: EndReason,
    /// Nobody scores.
    pub void: bool,
    /// Steps made in the whole game.
    pub steps: u32,
    /// The seat that left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub fled: Option<Seat>,
}
