use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
};

use sqlx::{Connection, PgConnection};
use tempfile::TempDir;

/// A database of the test's own. It goes with its last clone.
#[derive(Clone)]
pub struct Database(Arc<Shared>);

struct Shared {
    kind: Kind,
    clients: AtomicU64,
}

enum Kind {
    Sqlite(TempDir),
    Postgres(String),
}

impl Database {
    /// A file in a temporary folder.
    pub fn sqlite() -> Database {
        Database::of(Kind::Sqlite(tempfile::tempdir().expect("a folder")))
    }

    /// A fresh database on the server that `SIGUO_TEST_POSTGRES` names; without it the test fails.
    pub async fn postgres() -> Database {
        let server = env::var("SIGUO_TEST_POSTGRES").expect(
            "SIGUO_TEST_POSTGRES names a PostgreSQL server; scripts/with-postgres COMMAND starts one",
        );
        Database::postgres_on(&server).await
    }

    /// A fresh database on that server.
    pub async fn postgres_on(server: &str) -> Database {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("server_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut admin = PgConnection::connect(server).await.expect("the PostgreSQL server");
        let create = sqlx::AssertSqlSafe(format!("create database {name}"));
        sqlx::query(create).execute(&mut admin).await.expect("a database");
        admin.close().await.expect("closed");
        let (before, after) = server.split_once('?').unwrap_or((server, ""));
        let (base, _) = before.rsplit_once('/').expect("a database in the URL");
        Database::of(Kind::Postgres(format!("{base}/{name}?{after}")))
    }

    fn of(kind: Kind) -> Database {
        Database(Arc::new(Shared { kind, clients: AtomicU64::new(0) }))
    }

    /// Where the next client's numbers for commands begin: no two clients of one database use the same, also after a restart.
    pub fn first_command_id(&self) -> u64 {
        1 + 1_000_000 * self.0.clients.fetch_add(1, Ordering::Relaxed)
    }

    pub fn url(&self) -> String {
        match &self.0.kind {
            Kind::Sqlite(folder) => format!("sqlite:{}", folder.path().join("siguo.db").display()),
            Kind::Postgres(url) => url.clone(),
        }
    }
}
