//! How a ranked game changes the scores (§8).

use serde::{Deserialize, Serialize};

use crate::{BySeat, GameResult, Players, RuleSet, Seat};

/// A winner above this score gains nothing from opponents below it.
const PROTECTED_SCORE: i64 = 50;

/// Why a score changes as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum ChangeReason {
    /// 胜
    Win,
    /// 负
    Loss,
    /// 和
    Draw,
    /// 不计分
    Void,
    /// A win that adds nothing: the game was too short.
    TooShort,
    /// A win that adds nothing: an opponent has fewer than 50 points.
    Protected,
}

/// By how much a score changes, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Change {
    /// To be added to the score.
    pub points: i64,
    /// Why.
    pub reason: ChangeReason,
}

/// Whether games of these rules count (计分局): the default rules on the four-country board, with four players or two.
pub fn is_ranked(rules: &RuleSet) -> bool {
    RuleSet { players: Players::Four, ..*rules } == RuleSet::DEFAULT
}

/// What a finished game does to the scores of those who played. `before` holds the scores as stored when it started;
/// who has none there gets no change.
pub fn settle(players: Players, result: &GameResult, before: &BySeat<Option<i64>>) -> BySeat<Option<Change>> {
    BySeat::new_with(|seat| {
        let score = (*before.get(seat))?;
        let reason = reason(players, result, before, seat, score);
        let stake = match players {
            Players::Four => 2,
            Players::Two => 1,
        };
        let points = match reason {
            ChangeReason::Win => stake,
            ChangeReason::Loss => -stake,
            ChangeReason::Draw | ChangeReason::Void | ChangeReason::TooShort | ChangeReason::Protected => 0,
        };
        Some(Change { points, reason })
    })
}

fn reason(
    players: Players,
    result: &GameResult,
    before: &BySeat<Option<i64>>,
    seat: Seat,
    score: i64,
) -> ChangeReason {
    let longest_too_short = match players {
        Players::Four => 40,
        Players::Two => 30,
    };
    let weak_opponent = || {
        let scores = players.opponents(seat).iter().filter_map(|&other| *before.get(other));
        scores.min().is_some_and(|lowest| lowest < PROTECTED_SCORE)
    };
    if result.void {
        ChangeReason::Void
    } else if result.winner.is_empty() {
        ChangeReason::Draw
    } else if !result.winner.contains(&seat) {
        ChangeReason::Loss
    } else if result.steps <= longest_too_short {
        ChangeReason::TooShort
    } else if score > PROTECTED_SCORE && weak_opponent() {
        ChangeReason::Protected
    } else {
        ChangeReason::Win
    }
}
