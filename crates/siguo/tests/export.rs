//! `siguo export` on databases that have no games, or are not this version's; with games it is tried by scripts/test-api, and what it
//! prints by the server's own tests.

mod common;

use std::process::Output;

use common::{database, siguo};
use store::{ConnectOptions, Store};

fn export(args: &[&str]) -> Output {
    siguo(&["export"]).args(args).output().expect("it runs")
}

#[tokio::test]
async fn a_database_must_be_there_and_of_this_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("siguo.db");
    let url = database(folder.path());
    let ask = || export(&["--since", "2026-01-01", "--database", &url]);
    let missing = ask();
    assert!(!missing.status.success() && !file.exists(), "{missing:?}");
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no server has used it"), "{missing:?}");

    let store = Store::connect(&url, ConnectOptions::default()).await.expect("a database");
    let empty = ask();
    assert!(empty.status.success() && empty.stdout.is_empty(), "{empty:?}");

    let Store::Sqlite { writer, .. } = &store else { panic!("asked for SQLite") };
    sqlx::query("delete from _sqlx_migrations where version > 1").execute(writer).await.expect("changed");
    store.close().await;
    let earlier = ask();
    assert!(!earlier.status.success());
    assert!(String::from_utf8_lossy(&earlier.stderr).contains("of an earlier version"), "{earlier:?}");
}

#[test]
fn moments_are_dates() {
    for since in ["yesterday", "2026-13-01", "1764460000000"] {
        let refused = export(&["--since", since]);
        assert_eq!(refused.status.code(), Some(2));
        let why = String::from_utf8_lossy(&refused.stderr);
        assert!(why.contains("expected a date like 2026-03-01"), "{why}");
    }
}
