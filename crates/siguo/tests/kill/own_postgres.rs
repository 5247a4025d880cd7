//! A PostgreSQL server of a test's own, which may be stopped and killed.

use std::{fs, path::PathBuf, time::Duration};

use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use tokio::{
    process::Command,
    time::{sleep, timeout},
};

use crate::{PATIENCE, database::Database};

/// As `scripts/postgres.sh` makes it; it goes with this.
pub(crate) struct Postgres {
    folder: TempDir,
}

impl Postgres {
    pub(crate) async fn start() -> Postgres {
        let postgres = Postgres { folder: tempfile::tempdir().expect("a folder") };
        assert!(postgres.script("start").status().await.expect("the script").success());
        postgres
    }

    /// A fresh database.
    pub(crate) async fn database(&self) -> Database {
        Database::postgres_on(&self.url()).await
    }

    /// Stops as an operator stops it: connections are closed, everything is written.
    pub(crate) async fn stop(&self) {
        self.signal("-INT").await;
        let stopped = async {
            while self.id_file().exists() {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, stopped).await.expect("it stops");
    }

    /// `kill -9`.
    pub(crate) async fn kill(&self) {
        self.signal("-KILL").await;
    }

    /// Starts it again; comes back when it answers. What is left of one that was killed may keep it for a moment.
    pub(crate) async fn start_again(&self) {
        let starting = async {
            while !self.script("start").output().await.expect("the script").status.success() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, starting).await.expect("it starts");
    }

    /// Cuts all connections to that database; how many there were.
    pub(crate) async fn cut(&self, database: &Database) -> usize {
        let mut admin = self.connect(&self.url()).await.expect("a connection");
        let cut = cut(&mut admin, database).await;
        admin.close().await.expect("closed");
        cut
    }

    /// Takes all connections that there may be, those of that database too. They are free again when this is dropped.
    pub(crate) async fn exhaust(&self, database: &Database) -> Vec<PgConnection> {
        let mut admin = self.connect(&self.url()).await.expect("a connection");
        let most = "select current_setting('max_connections')::bigint";
        let most: i64 = sqlx::query_scalar(most).fetch_one(&mut admin).await.expect("a number");
        let mut taken = Vec::new();
        // One that is just being made is not among those that can be cut, and is found later.
        while taken.len() + 1 < usize::try_from(most).expect("a count") {
            match self.connect(&self.url()).await {
                Ok(connection) => taken.push(connection),
                Err(sqlx::Error::Database(err)) if err.code().as_deref() == Some("53300") => {
                    cut(&mut admin, database).await;
                }
                Err(err) => panic!("no connection: {err}"),
            }
        }
        taken.push(admin);
        taken
    }

    async fn connect(&self, url: &str) -> Result<PgConnection, sqlx::Error> {
        PgConnection::connect(url).await
    }

    fn url(&self) -> String {
        format!("postgres:///postgres?host={}&user=postgres", self.folder.path().display())
    }

    async fn signal(&self, signal: &str) {
        let file = fs::read_to_string(self.id_file()).expect("it runs");
        let id = file.lines().next().expect("its id");
        let sent = Command::new("kill").args([signal, id]).status().await.expect("kill is there");
        assert!(sent.success(), "it runs");
    }

    fn id_file(&self) -> PathBuf {
        self.folder.path().join("data/postmaster.pid")
    }

    fn script(&self, what: &str) -> Command {
        let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres.sh"));
        script.arg(what).arg(self.folder.path());
        script
    }
}

async fn cut(admin: &mut PgConnection, database: &Database) -> usize {
    let url = database.url();
    let name = url.split('?').next().and_then(|url| url.rsplit('/').next()).expect("a name");
    let cut: Vec<bool> =
        sqlx::query_scalar("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1")
            .bind(name)
            .fetch_all(admin)
            .await
            .expect("cut");
    cut.len()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stopped = self.script("stop").into_std().output().expect("the script");
        assert!(stopped.status.success() || std::thread::panicking(), "it stops: {stopped:?}");
    }
}
