//! `siguo backup` beside a database in use. That a restored game goes on is held by the server's own tests.

mod common;

use std::{
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
    process::Output,
};

use common::{database, siguo};
use protocol::Millis;
use store::{ConnectOptions, Store};

fn backup(url: &str, file: &Path) -> Output {
    siguo(&["backup", "--database", url]).arg(file).output().expect("it runs")
}

fn refused(output: &Output, why: &str) {
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(why), "{said}");
}

#[tokio::test]
async fn what_was_saved_last_is_in_the_backup() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(folder.path());
    let file = folder.path().join("backup.db");
    refused(&backup(&url, &file), "no server has used it");
    assert!(!folder.path().join("siguo.db").exists() && !file.exists());

    let store = Store::connect(&url, ConnectOptions::default()).await.expect("a database");
    store.beat(Millis(42)).await.expect("written");
    let done = backup(&url, &file);
    assert!(done.status.success(), "{done:?}");
    let mode = std::fs::metadata(&file).expect("the backup").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "it is for its owner alone");
    refused(&backup(&url, &file), "exists already");
    store.beat(Millis(43)).await.expect("written");
    store.close().await;

    let copy = format!("sqlite:{}", file.display());
    let restored = Store::connect(&copy, ConnectOptions::default()).await.expect("a database");
    assert_eq!(restored.last_beat().await.expect("read"), Some(Millis(42)));
    restored.close().await;
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|file| file.expect("a file").file_name())
        .filter(|name| name.to_string_lossy().contains("part"))
        .collect();
    assert!(names.is_empty(), "{names:?} was left");
}

#[tokio::test]
async fn nothing_that_lies_there_is_written_to_and_no_name_is_taken_for_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(folder.path());
    Store::connect(&url, ConnectOptions::default()).await.expect("a database").close().await;
    let others = folder.path().join("others");
    std::fs::write(&others, "precious").expect("written");

    symlink(&others, folder.path().join("a.db.part")).expect("a link");
    refused(&backup(&url, &folder.path().join("a.db")), "a.db.part");
    symlink(folder.path().join("nowhere"), folder.path().join("b.db")).expect("a link");
    refused(&backup(&url, &folder.path().join("b.db")), "exists already");
    assert_eq!(std::fs::read_to_string(&others).expect("read"), "precious");

    // SQLite would take it for an address.
    let done = siguo(&["backup", "--database", &url, "file:c"]).current_dir(folder.path()).output();
    let done = done.expect("it runs");
    assert!(done.status.success(), "{done:?}");
    let copy = std::fs::read(folder.path().join("file:c")).expect("the backup");
    assert!(copy.starts_with(b"SQLite format 3"), "{} bytes", copy.len());
}

#[test]
fn of_postgresql_another_program_makes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    refused(&backup("postgres://localhost/siguo", &folder.path().join("a")), "pg_dump");
}
