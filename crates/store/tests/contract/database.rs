//! A fresh database for each test.

use std::{
    env, process,
    sync::atomic::{AtomicU32, Ordering},
};

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::{ConnectOptions, Store};

const VARIABLE: &str = "SIGUO_TEST_POSTGRES";

pub(crate) async fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Store) -> F) {
    at_sqlite(|url| on_url(url, test)).await;
}

pub(crate) async fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Store) -> F) {
    at_postgres(|url| on_url(url, test)).await;
}

async fn on_url<F: Future<Output = ()>>(url: String, test: impl FnOnce(Store) -> F) {
    let store = Store::connect(&url, ConnectOptions::default()).await.unwrap();
    test(store.clone()).await;
    store.close().await;
}

/// The URL of a file, in a folder that has yet to be made.
pub(crate) async fn at_sqlite<F: Future<Output = ()>>(test: impl FnOnce(String) -> F) {
    let folder = tempfile::tempdir().unwrap();
    test(format!("sqlite:{}", folder.path().join("data/siguo.db").display())).await;
}

/// The URL of a schema of its own: making a whole database takes a second. A failed test leaves it behind, for one to look into.
pub(crate) async fn at_postgres<F: Future<Output = ()>>(test: impl FnOnce(String) -> F) {
    static COUNT: AtomicU32 = AtomicU32::new(0);

    let Ok(url) = env::var(VARIABLE) else {
        panic!(
            "{VARIABLE} is not set: run `make test-rust`, which starts a PostgreSQL of its own, \
             or set it to the URL of a server on which schemas may be created"
        );
    };
    let schema = format!("siguo_test_{}_{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    run(&url, format!("drop schema if exists {schema} cascade; create schema {schema}")).await;
    let joint = if url.contains('?') { '&' } else { '?' };
    test(format!("{url}{joint}options[search_path]={schema}")).await;
    run(&url, format!("drop schema {schema} cascade")).await;
}

async fn run(url: &str, statements: String) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
