//! How a ranked game changes the scores (§8).

use serde::{Deserialize, Serialize};

use crate::{BySeat, GameResult, Players, RuleSet, Seat};

/// What a server may set about its ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// A winner above this score gains nothing from opponents below it; 0: there is no such line.
    pub protect: i64,
    /// How often two accounts on opposite sides score against each other within [`SAME_OPPONENTS_WITHIN_MS`]; 0: as often as
    /// they like.
    pub same_opponents: u32,
}

/// The time within which [`Terms::same_opponents`] counts: a day.
pub const SAME_OPPONENTS_WITHIN_MS: i64 = 24 * 60 * 60 * 1000;

impl Default for Terms {
    fn default() -> Terms {
        Terms { protect: 50, same_opponents: 10 }
    }
}

impl Terms {
    /// Whether two who have scored against each other so often within a day do so no more.
    pub fn are_spent(&self, times: u32) -> bool {
        self.same_opponents > 0 && times >= self.same_opponents
    }

    /// Whether a win at this score adds nothing against opponents of whom the weakest has that one.
    fn protects(&self, score: i64, weakest: i64) -> bool {
        self.protect > 0 && score > self.protect && weakest < self.protect
    }
}

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
    /// Neither gain nor loss: one has scored against an opponent too often within a day.
    SameOpponents,
}

/// Why a ranked game will not change a player's score, known before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum NoGain {
    /// A win adds nothing, a loss still costs: an opponent has fewer than 50 points.
    Protected,
    /// Neither a win nor a loss changes anything: one has scored against an opponent too often within a day.
    SameOpponents,
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

impl Change {
    /// The same game for somebody who has scored against an opponent too often.
    #[must_use]
    pub fn withheld(self) -> Change {
        match self.points {
            0 => self,
            _ => Change { points: 0, reason: ChangeReason::SameOpponents },
        }
    }
}

/// Whether games of these rules count (计分局): the default rules on the four-country board, with four players or two.
pub fn is_ranked(rules: &RuleSet) -> bool {
    RuleSet { players: Players::Four, ..*rules } == RuleSet::DEFAULT
}

/// What will not come of a ranked game of players with these scores, where `spent` tells of a seat whether one has scored too
/// often against an opponent.
pub fn outlook(
    players: Players,
    scores: &BySeat<Option<i64>>,
    spent: impl Fn(Seat) -> bool,
    terms: &Terms,
) -> BySeat<Option<NoGain>> {
    BySeat::new_with(|seat| {
        let score = (*scores.get(seat))?;
        if spent(seat) {
            return Some(NoGain::SameOpponents);
        }
        let weakest = weakest_opponent(players, scores, seat)?;
        terms.protects(score, weakest).then_some(NoGain::Protected)
    })
}

/// What a finished game does to the scores of those who played, how often they have met aside. `before` holds the scores as
/// stored when it started; who has none there gets no change.
pub fn settle(
    players: Players,
    result: &GameResult,
    before: &BySeat<Option<i64>>,
    terms: &Terms,
) -> BySeat<Option<Change>> {
    BySeat::new_with(|seat| {
        let score = (*before.get(seat))?;
        let weakest = weakest_opponent(players, before, seat);
        let mut reason = reason(players, result, seat);
        if reason == ChangeReason::Win && weakest.is_some_and(|weakest| terms.protects(score, weakest)) {
            reason = ChangeReason::Protected;
        }
        let stake = match players {
            Players::Four => 2,
            Players::Two => 1,
        };
        let points = match reason {
            ChangeReason::Win => stake,
            ChangeReason::Loss => -stake,
            ChangeReason::Draw
            | ChangeReason::Void
            | ChangeReason::TooShort
            | ChangeReason::Protected
            | ChangeReason::SameOpponents => 0,
        };
        Some(Change { points, reason })
    })
}

fn weakest_opponent(players: Players, scores: &BySeat<Option<i64>>, seat: Seat) -> Option<i64> {
    players.opponents(seat).iter().filter_map(|&other| *scores.get(other)).min()
}

/// The line of 50 points aside.
fn reason(players: Players, result: &GameResult, seat: Seat) -> ChangeReason {
    let longest_too_short = match players {
        Players::Four => 40,
        Players::Two => 30,
    };
    if result.void {
        ChangeReason::Void
    } else if result.winner.is_empty() {
        ChangeReason::Draw
    } else if !result.winner.contains(&seat) {
        ChangeReason::Loss
    } else if result.steps <= longest_too_short {
        ChangeReason::TooShort
    } else {
        ChangeReason::Win
    }
}
