//! Everything that is kept, taken from one kind of database to the other.
//!
//! The source is read in one snapshot and is not changed; the target gets all of it in one transaction, or nothing. What was
//! written is read again before it is committed. Rows go through in batches, so the size of the database does not matter.

mod end;
mod row;

use std::fmt;

use sqlx::{PgConnection, SqliteConnection};

use crate::{
    Condition, ConnectOptions, Postgres, Store, StoreError, Tenure,
    connect::{Scheme, sqlite_file},
    examine,
};
use end::{Columns, End, columns};
pub use row::Checksum;

/// Every table, those that others refer to before them.
pub const TABLES: [&str; 20] = [
    "accounts",
    "account_browsers",
    "login_tokens",
    "saved_layouts",
    "scores",
    "invites",
    "released_names",
    "follows",
    "blocks",
    "games",
    "game_seats",
    "game_actions",
    "game_talk",
    "game_marks",
    "flee_penalties",
    "meetings",
    "heartbeat",
    "drain",
    "outages",
    "tenure",
];

/// How many rows are held at once.
const BATCH: usize = 256;

/// What was moved of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its name.
    pub table: &'static str,
    /// How many rows.
    pub rows: u64,
    /// What they hold, whatever their order.
    pub checksum: Checksum,
}

/// One of the two databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From which all is taken.
    Source,
    /// To which all goes.
    Target,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Source => "source",
            Side::Target => "target",
        })
    }
}

/// Why nothing was moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// Both URLs name the same kind of database.
    #[error(
        "both are of one kind: this goes from SQLite to PostgreSQL or back; for the rest there is the backup"
    )]
    SameKind,
    /// There is nothing in the source.
    #[error("the source is empty: no server has used it")]
    SourceEmpty,
    /// The tables of the source are not those of this version.
    #[error(
        "the source is of an earlier version of siguo: start the server of this version on it once, and stop it"
    )]
    SourceBehind,
    /// A later version has changed one of the two.
    #[error("the {0} is of a later version of siguo")]
    Ahead(Side),
    /// A server uses one of the two.
    #[error("a server runs on the {0}: stop it first")]
    Served(Side),
    /// The target holds something.
    #[error("the target is not empty: {rows} rows in the table {table}; nothing was written to it")]
    NotEmpty {
        /// The first table that has rows.
        table: &'static str,
        /// How many.
        rows: u64,
    },
    /// What was written is not what was read; the target was left as it was.
    #[error("the table {table} came out otherwise than it went in: {read} rows read, {written} written")]
    Differs {
        /// The table.
        table: &'static str,
        /// Rows of the source.
        read: u64,
        /// Rows of the target.
        written: u64,
    },
    /// A row could not be taken over.
    #[error("take over the table {table}")]
    Table {
        /// The table.
        table: &'static str,
        /// What the database said.
        #[source]
        source: sqlx::Error,
    },
    /// The source can't be read.
    #[error("read the source")]
    Source(#[source] StoreError),
    /// The target can't be written to.
    #[error("write to the target")]
    Target(#[source] StoreError),
}

/// Takes everything from the database of one URL to that of the other, which must be empty and gets its tables first.
pub async fn move_all(from: &str, to: &str) -> Result<Vec<Moved>, MoveError> {
    let kinds = (Scheme::of(from).map_err(MoveError::Source)?, Scheme::of(to).map_err(MoveError::Target)?);
    match kinds {
        (Scheme::Postgres, Scheme::Postgres) | (Scheme::Sqlite, Scheme::Sqlite) => Err(MoveError::SameKind),
        (Scheme::Sqlite, Scheme::Postgres) | (Scheme::Postgres, Scheme::Sqlite) => {
            check(from, to).await?;
            let held = (hold(from, Side::Source).await?, hold(to, Side::Target).await?);
            let target = Store::connect(to, ConnectOptions::default()).await.map_err(MoveError::Target)?;
            let moved = match &target {
                Store::Postgres(postgres) => to_postgres(from, postgres).await,
                Store::Sqlite { writer, .. } => to_sqlite(from, writer).await,
            };
            target.close().await;
            if moved.is_ok() {
                // From now on it is the other one that is served from.
                held.0.supersede().await.map_err(MoveError::Source)?;
            }
            held.0.release().await;
            held.1.release().await;
            moved
        }
    }
}

/// Keeps servers away while all is moved.
async fn hold(url: &str, side: Side) -> Result<Tenure, MoveError> {
    Tenure::take(url).await.map_err(|err| match (err, side) {
        (StoreError::InUse, side) => MoveError::Served(side),
        (err, Side::Source) => MoveError::Source(err),
        (err, Side::Target) => MoveError::Target(err),
    })
}

/// Looks into both without changing anything.
async fn check(from: &str, to: &str) -> Result<(), MoveError> {
    match examine(from).await.map_err(MoveError::Source)? {
        Condition::Behind(0) => {}
        Condition::Empty => return Err(MoveError::SourceEmpty),
        Condition::Behind(_) => return Err(MoveError::SourceBehind),
        Condition::Ahead => return Err(MoveError::Ahead(Side::Source)),
    }
    match examine(to).await.map_err(MoveError::Target)? {
        Condition::Behind(_) | Condition::Empty => Ok(()),
        Condition::Ahead => Err(MoveError::Ahead(Side::Target)),
    }
}

async fn to_postgres(from: &str, postgres: &Postgres) -> Result<Vec<Moved>, MoveError> {
    let mut source = open_sqlite(from).await.map_err(MoveError::Source)?;
    let mut connection = postgres.connection().await.map_err(MoveError::Target)?;
    let mut target = connection.begin().await.map_err(written)?;
    let columns = columns(&mut target).await.map_err(written)?;
    let moved = carry(&mut source, &mut *target, &columns).await?;
    target.commit().await.map_err(written)?;
    // Until it has looked, PostgreSQL does not know what it holds, and would read whole tables.
    sqlx::query("analyze").execute(&mut *connection).await.map_err(written)?;
    Ok(moved)
}

async fn to_sqlite(from: &str, pool: &sqlx::SqlitePool) -> Result<Vec<Moved>, MoveError> {
    let mut source = open_postgres(from).await.map_err(MoveError::Source)?;
    let columns = columns(&mut source).await.map_err(|err| MoveError::Source(err.into()))?;
    let mut target = pool.begin_with("begin immediate").await.map_err(written)?;
    let moved = carry(&mut source, &mut *target, &columns).await?;
    target.commit().await.map_err(written)?;
    Ok(moved)
}

/// A snapshot of the file.
async fn open_sqlite(url: &str) -> Result<SqliteConnection, StoreError> {
    use sqlx::Connection as _;
    let mut source = SqliteConnection::connect_with(&sqlite_file(url)?.read_only(true)).await?;
    sqlx::query("begin").execute(&mut source).await?;
    Ok(source)
}

/// A snapshot of the whole database.
async fn open_postgres(url: &str) -> Result<PgConnection, StoreError> {
    use sqlx::Connection as _;
    let mut source = PgConnection::connect(url).await?;
    sqlx::query("begin isolation level repeatable read read only").execute(&mut source).await?;
    Ok(source)
}

fn written(err: sqlx::Error) -> MoveError {
    MoveError::Target(err.into())
}

async fn carry(
    source: &mut impl End,
    target: &mut impl End,
    columns: &Columns,
) -> Result<Vec<Moved>, MoveError> {
    for table in TABLES {
        let rows = target.count(table).await.map_err(written)?;
        if rows > 0 {
            return Err(MoveError::NotEmpty { table, rows });
        }
    }
    let mut moved = Vec::new();
    for table in TABLES {
        moved.push(carry_table(source, target, table, columns).await?);
    }
    Ok(moved)
}

async fn carry_table(
    source: &mut impl End,
    target: &mut impl End,
    table: &'static str,
    columns: &Columns,
) -> Result<Moved, MoveError> {
    use futures_util::TryStreamExt as _;

    let failed = |source| MoveError::Table { table, source };
    let columns = &columns[table];
    let mut read = Moved { table, rows: 0, checksum: Checksum::default() };
    let mut batches = source.rows(table, columns).try_chunks(BATCH);
    while let Some(rows) = batches.try_next().await.map_err(|err| failed(err.1))? {
        for row in &rows {
            read.rows += 1;
            read.checksum.add(row);
        }
        target.write(table, columns, rows).await.map_err(failed)?;
    }
    drop(batches);

    let mut there = Moved { table, rows: 0, checksum: Checksum::default() };
    let mut rows = target.rows(table, columns);
    while let Some(row) = rows.try_next().await.map_err(failed)? {
        there.rows += 1;
        there.checksum.add(&row);
    }
    if there == read {
        Ok(read)
    } else {
        Err(MoveError::Differs { table, read: read.rows, written: there.rows })
    }
}
