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
    /// That server has begun to stop, and goes on no more.
    Stopping {
        /// For how long it may stop, in milliseconds.
        within_ms: i64,
    },
    /// That server has ended.
    Ended,
}

/// What taking back the wish has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// It was open, and is no more.
    TakenBack,
    /// The server has begun to stop.
    TooLate,
    /// There was none, or that server has ended.
    Nothing,
}

impl Store {
    /// Asks the running server to stop by itself; replaces what was asked before. A server that has begun to stop does so all the same.
    pub async fn ask_drain(&self, drain: &Drain) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query(
                "insert into drain (only_row, asked_ms, notice_ms, wait_ms, ended) values (1, $1, $2, $3, 0) \
                 on conflict (only_row) do update set asked_ms = excluded.asked_ms, \
                 notice_ms = excluded.notice_ms, wait_ms = excluded.wait_ms, ended = 0, \
                 stops_ms = case when drain.ended = 0 then drain.stops_ms end",
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

    /// What the running server is asked, and is to do still.
    pub async fn drain(&self) -> Result<Option<Drain>, StoreError> {
        let last = self.last_drain().await?;
        Ok(last.filter(|(_, state)| *state == DrainState::Open).map(|(drain, _)| drain))
    }

    /// What was asked last, and what has become of it; `None` where it was taken back.
    pub async fn last_drain(&self) -> Result<Option<(Drain, DrainState)>, StoreError> {
        let row: Option<(i64, i64, i64, i64, Option<i64>)> = on_reader!(self, |db| {
            sqlx::query_as("select asked_ms, notice_ms, wait_ms, ended, stops_ms from drain")
                .fetch_optional(db)
                .await?
        });
        Ok(row.map(|(asked, notice_ms, wait_ms, ended, stops_ms)| {
            let state = match stops_ms {
                _ if ended != 0 => DrainState::Ended,
                Some(within_ms) => DrainState::Stopping { within_ms },
                None => DrainState::Open,
            };
            (Drain { asked: Millis(asked), notice_ms, wait_ms }, state)
        }))
    }

    /// A server begins to stop, which will take so long at most, and does so whatever is asked from now on.
    pub async fn stop_drain(&self, within_ms: i64) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query("update drain set stops_ms = $1 where ended = 0")
                .bind(within_ms)
                .execute(db)
                .await
                .map(drop)
        })?;
        Ok(())
    }

    /// The same because it was asked; `false` if that was taken back meanwhile, or something else was asked instead.
    pub async fn obey_drain(&self, asked: Millis, within_ms: i64) -> Result<bool, StoreError> {
        Ok(on_writer!(self, |db| {
            sqlx::query("update drain set stops_ms = $2 where ended = 0 and asked_ms = $1")
                .bind(asked.0)
                .bind(within_ms)
                .execute(db)
                .await?
                .rows_affected()
                > 0
        }))
    }

    /// A server ends, or starts: what was asked before was not asked of the next one.
    pub async fn end_drain(&self) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query("update drain set ended = 1 where ended = 0").execute(db).await.map(drop)
        })?;
        Ok(())
    }

    /// Takes back what was asked, if it is not too late.
    pub async fn cancel_drain(&self) -> Result<Cancelled, StoreError> {
        let taken_back = on_writer!(self, |db| {
            sqlx::query("delete from drain where ended = 0 and stops_ms is null")
                .execute(db)
                .await?
                .rows_affected()
                > 0
        });
        if taken_back {
            return Ok(Cancelled::TakenBack);
        }
        Ok(match self.last_drain().await? {
            Some((_, DrainState::Stopping { .. })) => Cancelled::TooLate,
            Some((_, DrainState::Open | DrainState::Ended)) | None => Cancelled::Nothing,
        })
    }
}
