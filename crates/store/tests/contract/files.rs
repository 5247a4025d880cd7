//! The files of SQLite.

use std::os::unix::fs::PermissionsExt as _;

use protocol::{AccountKind, Millis};
use store::{ConnectOptions, NewToken, Store, TokenHash};

use crate::{
    database::at_sqlite,
    sample::{account_id, new_account},
};

#[tokio::test]
async fn what_is_made_is_nobody_else_s_on_the_machine() {
    at_sqlite(async |url| {
        let store = Store::connect(&url, ConnectOptions::default()).await.unwrap();
        let file = url.strip_prefix("sqlite:").unwrap();
        let mode = |path: &str| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(file.strip_suffix("/siguo.db").unwrap()), 0o700);
        for file in [file.to_owned(), format!("{file}-wal"), format!("{file}-shm")] {
            assert_eq!(mode(&file), 0o600, "{file}");
        }
        store.close().await;

        // What the operator has set stays.
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o640)).unwrap();
        Store::connect(&url, ConnectOptions::default()).await.unwrap().close().await;
        assert_eq!(mode(file), 0o640);
    })
    .await;
}

#[tokio::test]
async fn a_disk_that_was_full_is_written_to_again() {
    at_sqlite(async |url| {
        let store = Store::connect(&url, ConnectOptions::default()).await.unwrap();
        store.create_account(&new_account(1, AccountKind::Guest)).await.unwrap();
        let Store::Sqlite { writer, .. } = &store else { panic!("asked for SQLite") };
        let login = |byte| NewToken {
            hash: TokenHash([byte; 32]),
            account: account_id(1),
            password: None,
            label: "x".repeat(20_000),
            created: Millis(0),
            expires: Millis(100),
        };
        // SQLite takes a file at its bound for a disk that is full.
        sqlx::query("pragma max_page_count = 1").execute(writer).await.unwrap();
        let full = async || store.replace_token(&TokenHash([1; 32]), &login(2)).await;
        assert!(full().await.unwrap_err().is_away());
        // The next connection knows no bound.
        let again = async || {
            while let Err(err) = full().await {
                assert!(err.is_away(), "{err:?}");
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(30), again()).await.unwrap();
        store.wake(Millis(5)).await.unwrap();
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_statement_waits_for_no_other_word_with_its_connection() {
    at_sqlite(async |url| {
        let store = Store::connect(&url, ConnectOptions::default()).await.unwrap();
        let Store::Sqlite { readers, writer } = &store else { panic!("asked for SQLite") };
        for pool in [readers, writer] {
            assert!(!pool.options().get_test_before_acquire());
        }
        store.close().await;
    })
    .await;
}
