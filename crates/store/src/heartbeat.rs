use protocol::Millis;

use crate::{
    Store, StoreError,
    connect::{in_transaction, on_reader, on_writer},
};

/// A time in which nobody could play, because the server or its database was away; clocks don't count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last sign of life before.
    pub from: Millis,
    /// The first one after.
    pub until: Millis,
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

    /// The outages that ended after `since`, in order of their beginning.
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
