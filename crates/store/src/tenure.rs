use std::{
    fs::{File, OpenOptions, TryLockError},
    os::unix::fs::OpenOptionsExt as _,
    path::PathBuf,
};

use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};

use crate::{
    StoreError,
    connect::{Scheme, make_sqlite_file, sqlite_file},
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
    Postgres { options: Box<PgConnectOptions>, session: Option<PgConnection> },
}

/// The lock's name, the same in each schema of a database.
const LOCK: &str = "select pg_try_advisory_lock(hashtext('siguo serve'), hashtext(current_schema()))";
/// After so long without a word from the machine of the session's client it is over: 5 s, and three questions 2 s apart.
const ALIVE: &str =
    "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3";

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
            Scheme::Postgres => {
                let options: Box<PgConnectOptions> = Box::new(url.parse()?);
                let session = Some(lock(&options).await?);
                Ok(Tenure(Kind::Postgres { options, session }))
            }
        }
    }

    /// Makes sure that it is held still, and takes it again if the database has ended the session. To be asked after an outage before
    /// anything is written.
    pub async fn confirm(&mut self) -> Result<(), StoreError> {
        let Kind::Postgres { options, session } = &mut self.0 else { return Ok(()) };
        // A session whose answer is not waited for to the end is not used again.
        if let Some(mut held) = session.take()
            && held.ping().await.is_ok()
        {
            *session = Some(held);
            return Ok(());
        }
        *session = Some(lock(options).await?);
        Ok(())
    }

    /// Gives it back at once.
    pub async fn release(self) {
        match self.0 {
            Kind::Sqlite { .. } | Kind::Postgres { session: None, .. } => {}
            Kind::Postgres { session: Some(session), .. } => {
                // A database that is away has given it back, or will.
                let _away = session.close().await;
            }
        }
    }
}

async fn lock(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let mut session = PgConnection::connect_with(options).await?;
    sqlx::raw_sql(ALIVE).execute(&mut session).await?;
    let locked: bool = sqlx::query_scalar(LOCK).fetch_one(&mut session).await?;
    if locked { Ok(session) } else { Err(StoreError::InUse) }
}
