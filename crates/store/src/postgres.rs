use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use sqlx::{
    Connection as _, PgConnection, PgPool, PgTransaction, pool::PoolConnection, postgres::PgConnectOptions,
};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::StoreError;

/// The lock's name, the same in each schema of a database.
const LOCK: &str = "select pg_try_advisory_lock(hashtext('siguo serve'), hashtext(current_schema()))";
/// After so long without a word from the machine of the session's client it is over: 5 s, and three questions 2 s apart.
const ALIVE: &str =
    "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3";
/// So long after its client has hung up in the middle of a statement.
const HUNG_UP: &str = "set client_connection_check_interval = 1000";
const EPOCH: &str = "select epoch from tenure";

/// How PostgreSQL is reached.
#[derive(Clone, Debug)]
pub enum Postgres {
    /// Over any of several connections.
    Pool(PgPool),
    /// Over the one that has the right to serve.
    Session(Session),
}

impl Postgres {
    /// A connection, nobody else's until it is dropped.
    pub async fn connection(&self) -> Result<PgLent, StoreError> {
        let by = match self {
            Postgres::Pool(pool) => Lent::Pooled(pool.acquire().await?),
            Postgres::Session(session) => Lent::Held(session.connection().await?),
        };
        Ok(PgLent { by, beginning: false })
    }
}

/// See [`Postgres::connection`].
#[derive(Debug)]
pub struct PgLent {
    by: Lent,
    /// A transaction may have begun of which nobody knows.
    beginning: bool,
}

#[derive(Debug)]
enum Lent {
    Pooled(PoolConnection<sqlx::Postgres>),
    /// With a connection in it.
    Held(OwnedMutexGuard<State>),
}

impl PgLent {
    /// Begins a transaction. Whoever gives it up before it has begun gives the connection up too: the database would begin it all the same,
    /// and what comes next would be part of it.
    pub(crate) async fn begin(&mut self) -> Result<PgTransaction<'_>, sqlx::Error> {
        self.beginning = true;
        let begun = self.by.connection().begin().await?;
        self.beginning = false;
        Ok(begun)
    }
}

impl Drop for PgLent {
    fn drop(&mut self) {
        if self.beginning {
            match &mut self.by {
                Lent::Pooled(connection) => connection.close_on_drop(),
                Lent::Held(state) => state.connection = None,
            }
        }
    }
}

impl Lent {
    fn connection(&mut self) -> &mut PgConnection {
        match self {
            Lent::Pooled(connection) => connection,
            Lent::Held(state) => state.connection.as_mut().expect("it is there as long as it is lent"),
        }
    }
}

impl Deref for PgLent {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        match &self.by {
            Lent::Pooled(connection) => connection,
            Lent::Held(state) => state.connection.as_ref().expect("it is there as long as it is lent"),
        }
    }
}

impl DerefMut for PgLent {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.by.connection()
    }
}

/// The session that holds the lock of those who serve. Whoever writes through it alone writes nothing without the lock: the two end
/// together. Clones are one.
///
/// When the database has ended it, it is begun anew with the next use, if nobody has the lock and nobody had it meanwhile: whoever
/// takes it begins an epoch.
#[derive(Clone, Debug)]
pub struct Session {
    options: Arc<PgConnectOptions>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    connection: Option<PgConnection>,
    /// The one that its holder has begun.
    epoch: Option<i64>,
}

impl Session {
    /// Takes the lock; refused with [`StoreError::InUse`] while another session has it.
    pub(crate) async fn begin(url: &str) -> Result<Session, StoreError> {
        let session = Session { options: Arc::new(url.parse()?), state: Arc::default() };
        drop(session.connection().await?);
        Ok(session)
    }

    /// From now on it is over for good when another epoch has begun.
    pub(crate) async fn bind(&self, epoch: i64) {
        self.state.lock().await.epoch = Some(epoch);
    }

    async fn connection(&self) -> Result<OwnedMutexGuard<State>, StoreError> {
        let mut state = Arc::clone(&self.state).lock_owned().await;
        // Whatever comes between, a connection that does not answer is not used again.
        let connection = match state.connection.take() {
            Some(mut connection) => connection.ping().await.is_ok().then_some(connection),
            None => None,
        };
        let connection = match connection {
            Some(connection) => connection,
            None => locked(&self.options, state.epoch).await?,
        };
        state.connection = Some(connection);
        Ok(state)
    }

    /// Closes the connection at once, in the middle of what it is at; the lock is free when the database has noticed. To be called when
    /// nobody uses it any more.
    pub(crate) fn abandon(&self) {
        if let Ok(mut state) = self.state.try_lock() {
            state.connection = None;
        }
    }

    /// Gives the lock back.
    pub(crate) async fn end(&self) {
        if let Some(connection) = self.state.lock().await.connection.take() {
            // A database that is away has it back, or will.
            let _away = connection.close().await;
        }
    }
}

/// A connection that holds the lock, in an epoch.
async fn locked(options: &PgConnectOptions, epoch: Option<i64>) -> Result<PgConnection, StoreError> {
    let mut connection = PgConnection::connect_with(options).await?;
    sqlx::raw_sql(ALIVE).execute(&mut connection).await?;
    // PostgreSQL on Windows does not look, and refuses.
    let _only_when_the_statement_is_done = sqlx::raw_sql(HUNG_UP).execute(&mut connection).await;
    let locked: bool = sqlx::query_scalar(LOCK).fetch_one(&mut connection).await?;
    if let Some(own) = epoch {
        // Asked after the lock: who has it now, or had it, has begun an epoch, or will before anything is read.
        let now: Option<i64> = sqlx::query_scalar(EPOCH).fetch_optional(&mut connection).await?;
        if now != Some(own) {
            return Err(StoreError::Lost);
        }
    }
    if locked { Ok(connection) } else { Err(StoreError::InUse) }
}
