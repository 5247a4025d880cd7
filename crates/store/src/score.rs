use protocol::{AccountId, AccountKind, BotLevel, Outcome, Player, Tally};
use rules::{GameResult, Seat, Title};
use serde::{Deserialize, Serialize};

use crate::{Leaving, Store, StoreError, StoredAccount, column::Word, connect::on_reader};

/// Whose scores a ranked game changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ladder {
    /// The default rules, with four players or two: one score for both (§8).
    Siguo,
}

/// A player's score and ranked games so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreCard {
    /// 积分
    pub score: i64,
    /// Games with four players.
    pub four: Tally,
    /// Games with two players.
    pub two: Tally,
}

impl ScoreCard {
    /// All games together.
    pub fn tally(&self) -> Tally {
        let sum = |of: fn(&Tally) -> u32| of(&self.four) + of(&self.two);
        Tally {
            played: sum(|tally| tally.played),
            won: sum(|tally| tally.won),
            lost: sum(|tally| tally.lost),
            drawn: sum(|tally| tally.drawn),
            fled: sum(|tally| tally.fled),
        }
    }
}

impl StoredAccount {
    /// The account as the others at a table see it; bots need a level.
    pub fn player(&self, card: &ScoreCard, level: Option<BotLevel>) -> Player {
        Player {
            id: self.id,
            kind: self.kind,
            level: level.filter(|_| self.kind == AccountKind::Bot),
            name: self.name.clone(),
            score: card.score,
            title: Title::of(card.score),
            tally: card.tally(),
        }
    }
}

/// How a game ended for one player. `None`: it doesn't count for that player. So it is for everybody in a game that the operator
/// closed, and for those whom a leaver left without a result.
pub(crate) fn outcome(seat: Seat, result: &GameResult, leaving: Leaving) -> Option<Outcome> {
    let counts = match leaving {
        Leaving::Counted | Leaving::Unbarred => true,
        Leaving::Excused => false,
    };
    if result.fled == Some(seat) && counts {
        Some(Outcome::Fled)
    } else if result.void {
        None
    } else if result.winner.is_empty() {
        Some(Outcome::Drawn)
    } else if result.winner.contains(&seat) {
        Some(Outcome::Won)
    } else {
        Some(Outcome::Lost)
    }
}

#[derive(Clone, Copy, sqlx::FromRow)]
pub(crate) struct CardRow {
    score: i64,
    four_won: i64,
    four_lost: i64,
    four_drawn: i64,
    four_fled: i64,
    two_won: i64,
    two_lost: i64,
    two_drawn: i64,
    two_fled: i64,
}

impl From<CardRow> for ScoreCard {
    fn from(row: CardRow) -> ScoreCard {
        ScoreCard {
            score: row.score,
            four: tally([row.four_won, row.four_lost, row.four_drawn, row.four_fled]),
            two: tally([row.two_won, row.two_lost, row.two_drawn, row.two_fled]),
        }
    }
}

fn tally(counts: [i64; 4]) -> Tally {
    let [won, lost, drawn, fled] = counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    Tally { played: won + lost + drawn + fled, won, lost, drawn, fled }
}

impl Store {
    /// A player's score and ranked games; nothing yet is a card of zeros.
    pub async fn score_card(&self, ladder: Ladder, account: AccountId) -> Result<ScoreCard, StoreError> {
        let row: Option<CardRow> = on_reader!(self, |db| {
            sqlx::query_as("select * from scores where ladder = $1 and account_id = $2")
                .bind(Word(ladder))
                .bind(account.0)
                .fetch_optional(db)
                .await?
        });
        Ok(row.map(ScoreCard::from).unwrap_or_default())
    }
}
