use protocol::Millis;

use crate::{
    Store, StoreError,
    connect::{in_transaction, on_reader, on_writer},
};

/// A time in which nobody could play, because the server or its database was away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last sign of life before.
    pub from: Millis,
    /// The first one after.
    pub until: Millis,
}

/// How many milliseconds from `since` to `until` were lost to outages, in order of their beginning. A clock that has run
/// since then has not run for so long.
pub fn lost_time(outages: &[Outage], since: Millis, until: Millis) -> i64 {
    let mut lost = 0;
    let mut counted = since;
    for outage in outages {
        let from = outage.from.max(counted);
        let end = outage.until.min(until);
        if end > from {
            lost += end - from;
            counted = end;
        }
    }
    lost
}

const BEAT: &str = "insert into heartbeat (only_row, at_ms) values (1, $1) \
                    on conflict (only_row) do update set at_ms = excluded.at_ms";

impl Store {
    /// A sign of life.
    pub async fn beat(&self, now: Millis) -> Result<(), StoreError> {
        on_writer!(self, |db| sqlx::query(BEAT).bind(now.0).execute(db).await.map(drop))?;
        Ok(())
    }

    /// The last sign of life.
    pub async fn last_beat(&self) -> Result<Option<Millis>, StoreError> {
        Ok(on_reader!(self, |db| {
            sqlx::query_scalar("select at_ms from heartbeat").fetch_optional(db).await?.map(Millis)
        }))
    }

    /// The first sign of life of a server that starts, or whose database is back: the time since the last one is kept as an
    /// outage. Returns it; `None` when there was none.
    pub async fn wake(&self, now: Millis) -> Result<Option<Outage>, StoreError> {
        Ok(in_transaction!(self, |tx| {
            let last: Option<i64> =
                sqlx::query_scalar("select at_ms from heartbeat").fetch_optional(&mut *tx).await?;
            sqlx::query(BEAT).bind(now.0).execute(&mut *tx).await?;
            let outage =
                last.map(|last| Outage { from: Millis(last), until: now }).filter(|outage| outage.from < now);
            if let Some(outage) = outage {
                sqlx::query("insert into outages (from_ms, until_ms) values ($1, $2) on conflict do nothing")
                    .bind(outage.from.0)
                    .bind(outage.until.0)
                    .execute(&mut *tx)
                    .await?;
            }
            outage
        }))
    }

    /// The outages that ended after `since`, in order of their beginning; for [`lost_time`].
    pub async fn outages_since(&self, since: Millis) -> Result<Vec<Outage>, StoreError> {
        let rows: Vec<(i64, i64)> = on_reader!(self, |db| {
            sqlx::query_as(
                "select from_ms, until_ms from outages where until_ms > $1 order by from_ms, until_ms",
            )
            .bind(since.0)
            .fetch_all(db)
            .await?
        });
        Ok(rows
            .into_iter()
            .map(|(from, until)| Outage { from: Millis(from), until: Millis(until) })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outage(from: i64, until: i64) -> Outage {
        Outage { from: Millis(from), until: Millis(until) }
    }

    #[test]
    fn only_what_overlaps_is_lost_and_nothing_twice() {
        let outages = [outage(0, 10), outage(20, 50), outage(30, 40), outage(45, 60), outage(90, 200)];
        let lost = |since, until| lost_time(&outages, Millis(since), Millis(until));
        assert_eq!(lost(10, 20), 0);
        assert_eq!(lost(5, 20), 5);
        assert_eq!(lost(0, 100), 10 + 40 + 10);
        assert_eq!(lost(25, 35), 10);
        assert_eq!(lost(60, 80), 0);
    }
}
