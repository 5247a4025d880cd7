use protocol::Millis;

use crate::{
    Store, StoreError,
    connect::{on_reader, on_writer},
};

/// An operator's wish that the server stops by itself. Times are spans: the server's clock need not be that of who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drain {
    /// When it was asked for, which tells it from others.
    pub asked: Millis,
    /// How long before everybody is to know, in milliseconds.
    pub notice_ms: i64,
    /// How long games may go on, in milliseconds.
    pub wait_ms: i64,
}

/// What has become of the wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrainState {
    /// The server that it was for does what it asks.
    Open,
    /// That server has ended.
    Ended,
}

impl Store {
    /// Asks the running server to stop by itself; replaces what was asked before.
    pub async fn ask_drain(&self, drain: &Drain) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query(
                "insert into drain (only_row, asked_ms, notice_ms, wait_ms, ended) values (1, $1, $2, $3, 0) \
                 on conflict (only_row) do update set asked_ms = excluded.asked_ms, \
                 notice_ms = excluded.notice_ms, wait_ms = excluded.wait_ms, ended = 0",
            )
            .bind(drain.asked.0)
            .bind(drain.notice_ms)
            .bind(drain.wait_ms)
            .execute(db)
            .await
            .map(drop)
        })?;
        Ok(())
    }

    /// What the running server is asked.
    pub async fn drain(&self) -> Result<Option<Drain>, StoreError> {
        let last = self.last_drain().await?;
        Ok(last.filter(|(_, state)| *state == DrainState::Open).map(|(drain, _)| drain))
    }

    /// What was asked last, and what has become of it; `None` where it was taken back.
    pub async fn last_drain(&self) -> Result<Option<(Drain, DrainState)>, StoreError> {
        let row: Option<(i64, i64, i64, i64)> = on_reader!(self, |db| {
            sqlx::query_as("select asked_ms, notice_ms, wait_ms, ended from drain").fetch_optional(db).await?
        });
        Ok(row.map(|(asked, notice_ms, wait_ms, ended)| {
            let state = if ended == 0 { DrainState::Open } else { DrainState::Ended };
            (Drain { asked: Millis(asked), notice_ms, wait_ms }, state)
        }))
    }

    /// A server ends, or starts: what was asked before was not asked of the next one.
    pub async fn end_drain(&self) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query("update drain set ended = 1 where ended = 0").execute(db).await.map(drop)
        })?;
        Ok(())
    }

    /// Takes back what was asked; whether it was still open.
    pub async fn cancel_drain(&self) -> Result<bool, StoreError> {
        Ok(on_writer!(self, |db| {
            sqlx::query("delete from drain where ended = 0").execute(db).await?.rows_affected() > 0
        }))
    }
}
