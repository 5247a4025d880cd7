use std::collections::HashSet;

use protocol::{CommandId, GameId, Millis};
use rules::{Action, Seat};
use sqlx::{PgConnection, QueryBuilder, Sqlite, SqliteConnection};
use uuid::Uuid;

use crate::{
    Store, StoreError,
    column::Word,
    connect::{in_transaction, on_reader},
    error::{is_taken, unreadable},
};

/// One accepted action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// The game.
    pub game: GameId,
    /// 1 for the game's first action, and no gaps: the number of the event it became.
    pub no: u32,
    /// What was done.
    pub action: Action,
    /// When.
    pub at: Millis,
    /// Who sent it; `None` where the clock or the operator did it.
    pub seat: Option<Seat>,
    /// The sender's number for it.
    pub command: Option<CommandId>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct JournalRow {
    game_id: Uuid,
    no: i64,
    action: String,
    at_ms: i64,
    seat: Option<Word<Seat>>,
    command_id: Option<i64>,
}

impl TryFrom<JournalRow> for JournalEntry {
    type Error = StoreError;

    fn try_from(row: JournalRow) -> Result<JournalEntry, StoreError> {
        Ok(JournalEntry {
            game: GameId(row.game_id),
            no: u32::try_from(row.no).map_err(unreadable)?,
            action: row.action.parse().map_err(unreadable)?,
            at: Millis(row.at_ms),
            seat: row.seat.map(|word| word.0),
            command: row.command_id.map(|id| CommandId(id.cast_unsigned())),
        })
    }
}

/// Rows of one statement on SQLite. Of six values each, they are far below its limit of 32,766.
const ROWS: usize = 500;

/// Writing many rows at once is the one thing that each database does in its own way.
pub(crate) trait JournalWriter {
    async fn write(&mut self, entries: &[JournalEntry]) -> Result<(), sqlx::Error>;
}

impl JournalWriter for PgConnection {
    async fn write(&mut self, entries: &[JournalEntry]) -> Result<(), sqlx::Error> {
        if entries.is_empty() {
            return Ok(());
        }
        sqlx::query(
            "insert into game_actions (game_id, no, action, at_ms, seat, command_id)
             select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])",
        )
        .bind(entries.iter().map(|entry| entry.game.0).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| i64::from(entry.no)).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.action.to_string()).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.at.0).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.seat.map(Seat::name)).collect::<Vec<_>>())
        .bind(entries.iter().map(command_number).collect::<Vec<_>>())
        .execute(self)
        .await?;
        Ok(())
    }
}

impl JournalWriter for SqliteConnection {
    async fn write(&mut self, entries: &[JournalEntry]) -> Result<(), sqlx::Error> {
        for rows in entries.chunks(ROWS) {
            QueryBuilder::<Sqlite>::new(
                "insert into game_actions (game_id, no, action, at_ms, seat, command_id) ",
            )
            .push_values(rows, |mut values, entry| {
                values
                    .push_bind(entry.game.0)
                    .push_bind(i64::from(entry.no))
                    .push_bind(entry.action.to_string())
                    .push_bind(entry.at.0)
                    .push_bind(entry.seat.map(Seat::name))
                    .push_bind(command_number(entry));
            })
            .build()
            .execute(&mut *self)
            .await?;
        }
        Ok(())
    }
}

/// Below 2^53, so it fits.
fn command_number(entry: &JournalEntry) -> Option<i64> {
    entry.command.map(|id| id.0.cast_signed())
}

impl Store {
    /// Writes the actions of any number of games in one transaction: all of them, or none.
    pub async fn append(&self, entries: &[JournalEntry]) -> Result<(), StoreError> {
        let done: Result<(), StoreError> = self.write_journal(entries).await;
        match done {
            Err(StoreError::Database(err)) if is_taken(&err) => Err(self.action_taken(entries, err).await),
            done => done,
        }
    }

    /// Writes what may have been written before, because the answer to the first attempt was lost: entries that are there as
    /// they are here stay, the others are written.
    pub async fn append_again(&self, entries: &[JournalEntry]) -> Result<(), StoreError> {
        let mut missing = Vec::new();
        for entry in entries {
            match self.entry(entry.game, entry.no).await? {
                Some(there) if there == *entry => {}
                Some(_) => return Err(StoreError::ActionTaken { game: entry.game, no: entry.no }),
                None => missing.push(*entry),
            }
        }
        self.append(&missing).await
    }

    async fn write_journal(&self, entries: &[JournalEntry]) -> Result<(), StoreError> {
        match self {
            // One statement is a transaction by itself, and each more costs a change of threads or a round trip.
            Store::Postgres(postgres) => postgres.connection().await?.write(entries).await?,
            Store::Sqlite { writer, .. } if entries.len() <= ROWS => {
                writer.acquire().await?.write(entries).await?;
            }
            Store::Sqlite { .. } => in_transaction!(self, |tx| tx.write(entries).await?),
        }
        Ok(())
    }

    /// Names the entry that was refused; `err` if there is none.
    pub(crate) async fn action_taken(&self, entries: &[JournalEntry], err: sqlx::Error) -> StoreError {
        let mut seen = HashSet::new();
        for entry in entries {
            let repeated = !seen.insert((entry.game, entry.no));
            match self.entry(entry.game, entry.no).await {
                Ok(Some(_)) => {}
                Ok(None) if repeated => {}
                Ok(None) => continue,
                Err(other) => return other,
            }
            return StoreError::ActionTaken { game: entry.game, no: entry.no };
        }
        err.into()
    }

    async fn entry(&self, game: GameId, no: u32) -> Result<Option<JournalEntry>, StoreError> {
        let row: Option<JournalRow> = on_reader!(self, |db| {
            sqlx::query_as("select * from game_actions where game_id = $1 and no = $2")
                .bind(game.0)
                .bind(i64::from(no))
                .fetch_optional(db)
                .await?
        });
        row.map(JournalEntry::try_from).transpose()
    }
}
