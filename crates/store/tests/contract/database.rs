//! A fresh database for each test.

use std::{
    env, process,
    str::FromStr,
    sync::atomic::{AtomicU32, Ordering},
};

use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection, PgConnection, postgres::PgConnectOptions};
use store::{ConnectOptions, Store};

const VARIABLE: &str = "SIGUO_TEST_POSTGRES";

pub(crate) async fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Store) -> F) {
    let folder = tempfile::tempdir().unwrap();
    // In a folder that has yet to be made.
    let url = format!("sqlite:{}", folder.path().join("data/siguo.db").display());
    let store = Store::connect(&url, ConnectOptions::default()).await.unwrap();
    test(store.clone()).await;
    store.close().await;
}

/// A failed test leaves its database behind, for one to look into.
pub(crate) async fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Store) -> F) {
    static COUNT: AtomicU32 = AtomicU32::new(0);

    let Ok(url) = env::var(VARIABLE) else {
        panic!(
            "{VARIABLE} is not set: run `make test-rust`, which starts a PostgreSQL of its own, \
             or set it to the URL of a server on which databases may be created"
        );
    };
    let server = PgConnectOptions::from_str(&url).unwrap();
    let name = format!("siguo_test_{}_{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    run(&server, format!("create database {name}")).await;
    let url = server.clone().database(&name).to_url_lossy();
    let store = Store::connect(url.as_str(), ConnectOptions::default()).await.unwrap();
    test(store.clone()).await;
    store.close().await;
    run(&server, format!("drop database {name}")).await;
}

async fn run(server: &PgConnectOptions, statement: String) {
    let mut connection = PgConnection::connect_with(server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
