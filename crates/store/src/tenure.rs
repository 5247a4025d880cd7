use std::{
    fs::{File, OpenOptions, TryLockError},
    os::unix::fs::OpenOptionsExt as _,
    path::PathBuf,
};

use crate::{
    Postgres, Session, Store, StoreError,
    connect::{Scheme, make_sqlite_file, on_writer, sqlite_file},
};

/// The right to serve from a database: one process has it at a time, and its end, however it comes, gives it back.
///
/// On SQLite it is a lock of the system on a file beside the database's. On PostgreSQL it is an advisory lock of a session of its own;
/// the server ends that session within seconds when the machine at its other end is gone. Whoever only reads, or writes what no room
/// knows of, needs no such right.
#[derive(Debug)]
pub struct Tenure(Kind);

#[derive(Debug)]
enum Kind {
    Sqlite { _locked: File },
    Postgres(Session),
}

impl Tenure {
    /// Takes the right to serve from the database that the URL names; refused with [`StoreError::InUse`] while another process has it. A
    /// SQLite file and its folder are made if they are missing.
    pub async fn take(url: &str) -> Result<Tenure, StoreError> {
        match Scheme::of(url)? {
            Scheme::Sqlite => {
                let options = sqlite_file(url)?;
                make_sqlite_file(&options)?;
                // One file has one lock, whatever leads to it.
                let mut name: PathBuf = options.get_filename().canonicalize().map_err(StoreError::File)?;
                name.as_mut_os_string().push("-lock");
                let opened =
                    OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(name);
                let file = opened.map_err(StoreError::File)?;
                match file.try_lock() {
                    Ok(()) => Ok(Tenure(Kind::Sqlite { _locked: file })),
                    Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
                    Err(TryLockError::Error(err)) => Err(StoreError::File(err)),
                }
            }
            Scheme::Postgres => Ok(Tenure(Kind::Postgres(Session::begin(url).await?))),
        }
    }

    /// Begins to serve from the database, whose tables are up to date, and of which nothing has been read yet. What comes back writes only
    /// as long as the right is held: on PostgreSQL through the very session that holds it, and fails with [`StoreError::Lost`] for good
    /// once another server has begun.
    pub async fn begin(&self, store: &Store) -> Result<Store, StoreError> {
        match &self.0 {
            Kind::Sqlite { .. } => {
                store.next_epoch().await?;
                Ok(store.clone())
            }
            Kind::Postgres(session) => {
                let held = Store::Postgres(Postgres::Session(session.clone()));
                session.bind(held.next_epoch().await?).await;
                Ok(held)
            }
        }
    }

    /// Whoever had it before, and was away meanwhile, finds that it is lost. The tables are up to date.
    pub(crate) async fn supersede(&self) -> Result<(), StoreError> {
        match &self.0 {
            // As long as its process runs nobody else has it.
            Kind::Sqlite { .. } => {}
            Kind::Postgres(session) => {
                Store::Postgres(Postgres::Session(session.clone())).next_epoch().await?;
            }
        }
        Ok(())
    }

    /// Gives it back at once.
    pub async fn release(self) {
        match self.0 {
            Kind::Sqlite { .. } => {}
            Kind::Postgres(session) => session.end().await,
        }
    }
}

impl Store {
    async fn next_epoch(&self) -> Result<i64, StoreError> {
        Ok(on_writer!(self, |db| {
            sqlx::query_scalar(
                "insert into tenure (only_row, epoch) values (1, 1)
                 on conflict (only_row) do update set epoch = tenure.epoch + 1 returning epoch",
            )
            .fetch_one(db)
            .await?
        }))
    }

    /// Gives up what was asked, of a store that [`Tenure::begin`] gave, and not answered: the connection is not used again. To be called
    /// when nobody waits for it any more.
    pub fn abandon(&self) {
        if let Store::Postgres(Postgres::Session(session)) = self {
            session.abandon();
        }
    }
}
