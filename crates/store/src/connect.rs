use std::{
    fs::{DirBuilder, OpenOptions},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::Path,
    str::FromStr,
    time::Duration,
};

use sqlx::{
    Connection as _, SqliteConnection, SqlitePool,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{Postgres, StoreError};

/// The database. Clones share its connections.
#[derive(Clone, Debug)]
pub enum Store {
    /// PostgreSQL 15 or later.
    Postgres(Postgres),
    /// SQLite, embedded. It has one writer at a time, so one connection writes and those who wait for it are served in order;
    /// readers never wait for it.
    Sqlite {
        /// Connections that can't write.
        readers: SqlitePool,
        /// The connection that can.
        writer: SqlitePool,
    },
}

pub(crate) static POSTGRES: Migrator = sqlx::migrate!("../../migrations/postgres");
pub(crate) static SQLITE: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// See [`Store::connections`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// How many there are.
    pub open: u32,
    /// How many somebody works with.
    pub busy: u32,
}

/// Which database a URL names.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scheme {
    Postgres,
    Sqlite,
}

impl Scheme {
    pub(crate) fn of(url: &str) -> Result<Scheme, StoreError> {
        match url.split(':').next().unwrap_or_default() {
            "postgres" | "postgresql" => Ok(Scheme::Postgres),
            "sqlite" => Ok(Scheme::Sqlite),
            other => Err(StoreError::UnknownScheme(other.to_owned())),
        }
    }
}

/// The file that a URL names.
pub(crate) fn sqlite_file(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(StoreError::InMemory);
    }
    Ok(SqliteConnectOptions::from_str(url)?)
}

/// Makes the file, and its folder, if they are missing.
pub(crate) fn make_sqlite_file(options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let file = options.get_filename();
    if let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(StoreError::Folder)?;
    }
    // What is in it is nobody else's on this machine: hashes of passwords, and the pieces of running games. SQLite gives the files
    // beside it the same mode.
    let made = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(file);
    made.map(drop).map_err(StoreError::File)
}

/// How to connect.
#[derive(Clone, Copy, Debug)]
pub struct ConnectOptions {
    /// At most so many connections (SQLite: readers).
    pub max_connections: u32,
    /// How long to wait for a connection, or for another process that writes.
    pub patience: Duration,
}

impl Default for ConnectOptions {
    fn default() -> ConnectOptions {
        ConnectOptions { max_connections: 8, patience: Duration::from_secs(5) }
    }
}

/// Expands a body that reads, over one connection, for each database.
macro_rules! on_reader {
    ($store:expr, |$db:ident| $body:expr) => {
        match $store {
            $crate::Store::Postgres(postgres) => {
                let mut connection = postgres.connection().await?;
                let $db = &mut *connection;
                $body
            }
            $crate::Store::Sqlite { readers, .. } => {
                let mut connection = readers.acquire().await?;
                let $db = &mut *connection;
                $body
            }
        }
    };
}

/// Expands a body that writes with a single statement for each database.
macro_rules! on_writer {
    ($store:expr, |$db:ident| $body:expr) => {
        match $store {
            $crate::Store::Postgres(postgres) => {
                let mut connection = postgres.connection().await?;
                let $db = &mut *connection;
                $body
            }
            $crate::Store::Sqlite { writer, .. } => {
                let mut connection = writer.acquire().await?;
                let $db = &mut *connection;
                $body
            }
        }
    };
}

/// Expands a body that writes with several statements for each database and commits; leaving it early rolls back.
/// SQLite takes its lock at once: a transaction that reads first and writes then can't wait for it.
macro_rules! in_transaction {
    ($store:expr, |$tx:ident| $body:expr) => {
        match $store {
            $crate::Store::Postgres(postgres) => {
                let mut connection = postgres.connection().await?;
                let mut $tx = connection.begin().await?;
                let done = $body;
                $tx.commit().await?;
                done
            }
            $crate::Store::Sqlite { writer, .. } => {
                let mut $tx = writer.begin_with("begin immediate").await?;
                let done = $body;
                $tx.commit().await?;
                done
            }
        }
    };
}

pub(crate) use {in_transaction, on_reader, on_writer};

/// When the disk is full SQLite ends a transaction by itself; the connection's count of them is wrong from then on and it could begin
/// no other. Such a one is not used again.
async fn is_sound(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // Behind it whatever was to be rolled back has been.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

impl Store {
    /// Opens the database that the URL names, `sqlite:FILE` or `postgres://…`, and brings its tables up to date. A SQLite file
    /// and its folder are made if they are missing.
    pub async fn connect(url: &str, options: ConnectOptions) -> Result<Store, StoreError> {
        match Scheme::of(url)? {
            Scheme::Postgres => Store::connect_postgres(url, options).await,
            Scheme::Sqlite => Store::connect_sqlite(url, options).await,
        }
    }

    async fn connect_postgres(url: &str, options: ConnectOptions) -> Result<Store, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(options.max_connections)
            .acquire_timeout(options.patience)
            .connect_with(PgConnectOptions::from_str(url)?)
            .await?;
        POSTGRES.run(&pool).await?;
        Ok(Store::Postgres(Postgres::Pool(pool)))
    }

    async fn connect_sqlite(url: &str, options: ConnectOptions) -> Result<Store, StoreError> {
        let connect = sqlite_file(url)?
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // With less, a commit that was acknowledged could be lost with the power.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(options.patience);
        make_sqlite_file(&connect)?;
        // A connection is looked at when it comes back, so it need not be asked again when it is given out: its thread does not go away.
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(options.patience)
            .test_before_acquire(false)
            .after_release(|connection, _| Box::pin(is_sound(connection)));
        let writer = pool.clone().max_connections(1).connect_with(connect.clone()).await?;
        SQLITE.run(&writer).await?;
        let readers = pool
            .max_connections(options.max_connections)
            .connect_with(connect.pragma("query_only", "on"))
            .await?;
        Ok(Store::Sqlite { readers, writer })
    }

    /// Succeeds if the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        on_writer!(self, |db| sqlx::query("select 1").execute(db).await.map(drop))?;
        Ok(())
    }

    /// The database's connections, and how many of them are at work.
    pub fn connections(&self) -> Connections {
        let of = |(open, idle): (u32, usize)| {
            let idle = u32::try_from(idle).unwrap_or(u32::MAX);
            Connections { open, busy: open.saturating_sub(idle) }
        };
        match self {
            Store::Postgres(Postgres::Pool(pool)) => of((pool.size(), pool.num_idle())),
            Store::Postgres(Postgres::Session(_)) => Connections { open: 1, busy: 0 },
            Store::Sqlite { readers, writer } => {
                let (reading, writing) =
                    (of((readers.size(), readers.num_idle())), of((writer.size(), writer.num_idle())));
                Connections { open: reading.open + writing.open, busy: reading.busy + writing.busy }
            }
        }
    }

    /// Waits for all work to be done and closes all connections.
    pub async fn close(&self) {
        match self {
            Store::Postgres(Postgres::Pool(pool)) => pool.close().await,
            Store::Postgres(Postgres::Session(session)) => session.end().await,
            Store::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
        }
    }
}
