//! What keeps ranked games fair: who shares a browser, who has met whom how often, who leaves how often.

use std::fmt;

use protocol::{AccountId, Millis};
use rules::ladder;
use uuid::Uuid;

use crate::{
    Ladder, Store, StoreError,
    column::Word,
    connect::{in_transaction, on_reader},
};

const DAY: i64 = 24 * 60 * 60 * 1000;
/// A browser that an account has not been used with for so long is no longer one of its browsers.
const BROWSER_KEPT: i64 = 90 * DAY;
/// Browsers of one account: the last ones.
const BROWSERS: i64 = 16;
/// A game may last for longer than the day in which meetings count, which begins with its start.
const MEETINGS_KEPT: i64 = 7 * DAY;
/// Ranked games by which one's habit of leaving is judged.
const JUDGED: i64 = 50;

/// SHA-256 of what a browser's own cookie holds. Never shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BrowserHash(pub [u8; 32]);

impl fmt::Debug for BrowserHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserHash(…)")
    }
}

/// How often somebody left the last ranked games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flights {
    /// The last games, 50 at most.
    pub games: u32,
    /// Those of them that one left (逃跑).
    pub fled: u32,
}

impl Flights {
    /// At least three, and more than a tenth.
    pub fn is_habit(self) -> bool {
        self.fled >= 3 && self.fled * 10 > self.games
    }
}

impl Store {
    /// Notes that an account is used in a browser.
    pub async fn note_browser(
        &self,
        account: AccountId,
        browser: &BrowserHash,
        now: Millis,
    ) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            sqlx::query(
                "insert into account_browsers (account_id, browser, seen_at) values ($1, $2, $3)
                 on conflict (account_id, browser) do update set seen_at = excluded.seen_at",
            )
            .bind(account.0)
            .bind(browser.0.as_slice())
            .bind(now.0)
            .execute(&mut *tx)
            .await?;
            sqlx::query(
                "delete from account_browsers where account_id = $1 and browser not in (
                     select browser from account_browsers where account_id = $1 order by seen_at desc, browser limit $2)",
            )
            .bind(account.0)
            .bind(BROWSERS)
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// Whether the account was used in the browser.
    pub async fn is_browser_of(&self, account: AccountId, browser: &BrowserHash) -> Result<bool, StoreError> {
        let found: Option<i64> = on_reader!(self, |db| {
            sqlx::query_scalar("select seen_at from account_browsers where account_id = $1 and browser = $2")
                .bind(account.0)
                .bind(browser.0.as_slice())
                .fetch_optional(db)
                .await?
        });
        Ok(found.is_some())
    }

    /// The other accounts that were used in a browser of this one's.
    pub async fn kin(&self, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
        let kin: Vec<Uuid> = on_reader!(self, |db| {
            sqlx::query_scalar(
                "select distinct other.account_id from account_browsers own
                 join account_browsers other on other.browser = own.browser
                 where own.account_id = $1 and other.account_id <> $1 order by other.account_id",
            )
            .bind(account.0)
            .fetch_all(db)
            .await?
        });
        Ok(kin.into_iter().map(AccountId).collect())
    }

    /// With whom the account has scored on opposite sides within the day before, and how often.
    pub async fn met(
        &self,
        ladder: Ladder,
        account: AccountId,
        now: Millis,
    ) -> Result<Vec<(AccountId, u32)>, StoreError> {
        let met: Vec<(Uuid, i64)> = on_reader!(self, |db| {
            sqlx::query_as(
                "select opponent_id, count(*) from meetings
                 where ladder = $1 and account_id = $2 and at_ms > $3 group by opponent_id order by opponent_id",
            )
            .bind(Word(ladder))
            .bind(account.0)
            .bind((now + -ladder::SAME_OPPONENTS_WITHIN_MS).0)
            .fetch_all(db)
            .await?
        });
        Ok(met
            .into_iter()
            .map(|(opponent, count)| (AccountId(opponent), u32::try_from(count).unwrap_or(u32::MAX)))
            .collect())
    }

    /// How often the account left its last ranked games.
    pub async fn flights(&self, ladder: Ladder, account: AccountId) -> Result<Flights, StoreError> {
        // Ids are UUIDv7: their order is that of time.
        let (games, fled): (i64, i64) = on_reader!(self, |db| {
            sqlx::query_as(
                "select count(*), count(case when result = 'fled' then 1 end) from (
                     select s.result from game_seats s join games g on g.id = s.game_id
                     where s.account_id = $1 and g.ladder = $2 and s.result is not null
                     order by s.game_id desc limit $3) as judged",
            )
            .bind(account.0)
            .bind(Word(ladder))
            .bind(JUDGED)
            .fetch_one(db)
            .await?
        });
        let count = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        Ok(Flights { games: count(games), fled: count(fled) })
    }

    /// Forgets browsers and meetings that no longer count.
    pub async fn purge_fair_play(&self, now: Millis) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            sqlx::query("delete from account_browsers where seen_at <= $1")
                .bind((now + -BROWSER_KEPT).0)
                .execute(&mut *tx)
                .await?;
            sqlx::query("delete from meetings where at_ms <= $1")
                .bind((now + -MEETINGS_KEPT).0)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }
}
