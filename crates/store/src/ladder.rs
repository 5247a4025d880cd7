use std::{fmt, str::FromStr};

use protocol::{AccountId, LeaderboardRow, Standing};
use rules::Title;
use uuid::Uuid;

use crate::{Ladder, ScoreCard, Store, StoreError, column::Word, connect::on_reader, score::CardRow};

/// A place in the leaderboard: behind it the next page begins. Written as `score.reached.account`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderboardCursor {
    score: i64,
    reached_at: i64,
    account: Uuid,
}

impl LeaderboardCursor {
    /// Before everybody.
    const TOP: LeaderboardCursor =
        LeaderboardCursor { score: i64::MAX, reached_at: i64::MIN, account: Uuid::nil() };
}

impl fmt::Display for LeaderboardCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.score, self.reached_at, self.account.simple())
    }
}

/// A text that names no place in the leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a place in the leaderboard")]
pub struct ParseCursorError;

impl FromStr for LeaderboardCursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<LeaderboardCursor, ParseCursorError> {
        let mut parts = text.split('.');
        let mut part = || parts.next().ok_or(ParseCursorError);
        let (score, reached_at, account) = (part()?, part()?, part()?);
        if parts.next().is_some() {
            return Err(ParseCursorError);
        }
        Ok(LeaderboardCursor {
            score: score.parse().map_err(|_| ParseCursorError)?,
            reached_at: reached_at.parse().map_err(|_| ParseCursorError)?,
            account: Uuid::parse_str(account).map_err(|_| ParseCursorError)?,
        })
    }
}

/// A part of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardPage {
    /// Highest score first; among equals who reached it first.
    pub rows: Vec<LeaderboardRow>,
    /// Where the next page begins; `None` on the last.
    pub next: Option<LeaderboardCursor>,
}

#[derive(sqlx::FromRow)]
struct PlaceRow {
    account_id: Uuid,
    name: String,
    reached_at: i64,
    #[sqlx(flatten)]
    card: CardRow,
}

impl PlaceRow {
    fn cursor(&self) -> LeaderboardCursor {
        let card = ScoreCard::from(self.card);
        LeaderboardCursor { score: card.score, reached_at: self.reached_at, account: self.account_id }
    }
}

impl Store {
    /// The players behind a place, or from the top.
    pub async fn leaderboard(
        &self,
        ladder: Ladder,
        after: Option<LeaderboardCursor>,
        limit: u32,
    ) -> Result<LeaderboardPage, StoreError> {
        let mut places = self
            .places_after(ladder, after.unwrap_or(LeaderboardCursor::TOP), limit.saturating_add(1))
            .await?;
        let more = places.len() > limit as usize;
        places.truncate(limit as usize);
        let next = places.last().filter(|_| more).map(PlaceRow::cursor);
        Ok(LeaderboardPage { rows: self.with_ranks(ladder, places).await?, next })
    }

    /// A player with so many on each side; empty for one who hasn't played ranked.
    pub async fn leaderboard_around(
        &self,
        ladder: Ladder,
        account: AccountId,
        each_side: u32,
    ) -> Result<Vec<LeaderboardRow>, StoreError> {
        let own: Option<PlaceRow> = on_reader!(self, |db| {
            sqlx::query_as(
                "select s.*, a.name from scores s join accounts a on a.id = s.account_id
                 where s.ladder = $1 and s.account_id = $2",
            )
            .bind(Word(ladder))
            .bind(account.0)
            .fetch_optional(db)
            .await?
        });
        let Some(own) = own else { return Ok(Vec::new()) };
        let place = own.cursor();
        let mut places: Vec<PlaceRow> = on_reader!(self, |db| {
            sqlx::query_as(
                "select s.*, a.name from scores s join accounts a on a.id = s.account_id
                 where s.ladder = $1 and s.score >= $2
                   and (s.score > $2 or s.reached_at < $3 or (s.reached_at = $3 and s.account_id < $4))
                 order by s.score, s.reached_at desc, s.account_id desc limit $5",
            )
            .bind(Word(ladder))
            .bind(place.score)
            .bind(place.reached_at)
            .bind(place.account)
            .bind(i64::from(each_side))
            .fetch_all(db)
            .await?
        });
        places.reverse();
        places.push(own);
        places.extend(self.places_after(ladder, place, each_side).await?);
        self.with_ranks(ladder, places).await
    }

    /// A player's place and score.
    pub async fn standing(&self, ladder: Ladder, account: AccountId) -> Result<Standing, StoreError> {
        let own = self.leaderboard_around(ladder, account, 0).await?;
        let score = own.first().map_or(0, |row| row.score);
        let title = Title::of(score);
        Ok(Standing {
            rank: own.first().map(|row| row.rank),
            score,
            title,
            next_title_at: title.next().map(Title::least),
        })
    }

    async fn places_after(
        &self,
        ladder: Ladder,
        place: LeaderboardCursor,
        limit: u32,
    ) -> Result<Vec<PlaceRow>, StoreError> {
        Ok(on_reader!(self, |db| {
            sqlx::query_as(
                "select s.*, a.name from scores s join accounts a on a.id = s.account_id
                 where s.ladder = $1 and s.score <= $2
                   and (s.score < $2 or s.reached_at > $3 or (s.reached_at = $3 and s.account_id > $4))
                 order by s.score desc, s.reached_at, s.account_id limit $5",
            )
            .bind(Word(ladder))
            .bind(place.score)
            .bind(place.reached_at)
            .bind(place.account)
            .bind(i64::from(limit))
            .fetch_all(db)
            .await?
        }))
    }

    /// Counts those before the first place; the others follow from it, since places are given in order and without gaps.
    async fn with_ranks(
        &self,
        ladder: Ladder,
        places: Vec<PlaceRow>,
    ) -> Result<Vec<LeaderboardRow>, StoreError> {
        let Some(first) = places.first().map(PlaceRow::cursor) else { return Ok(Vec::new()) };
        let (above, ahead): (i64, i64) = on_reader!(self, |db| {
            sqlx::query_as(
                "select count(case when score > $2 then 1 end), count(*) from scores
                 where ladder = $1 and score >= $2
                   and (score > $2 or reached_at < $3 or (reached_at = $3 and account_id < $4))",
            )
            .bind(Word(ladder))
            .bind(first.score)
            .bind(first.reached_at)
            .bind(first.account)
            .fetch_one(db)
            .await?
        });
        let mut rank = rank_after(above);
        let mut last_score = first.score;
        let rows = (ahead..).zip(places).map(|(ahead, place)| {
            let card = ScoreCard::from(place.card);
            if card.score != last_score {
                rank = rank_after(ahead);
                last_score = card.score;
            }
            LeaderboardRow {
                rank,
                id: AccountId(place.account_id),
                name: place.name,
                score: card.score,
                title: Title::of(card.score),
                tally: card.tally(),
            }
        });
        Ok(rows.collect())
    }
}

fn rank_after(others: i64) -> u32 {
    u32::try_from(others + 1).unwrap_or(u32::MAX)
}
