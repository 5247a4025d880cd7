//! What can be said of a database before it is opened.

use store::{Condition, ConnectOptions, Store, StoreError, examine};

use crate::database::{at_postgres, at_sqlite};

mod sqlite {
    #[tokio::test]
    async fn a_database_is_examined_and_left_as_it_is() {
        super::at_sqlite(super::a_database_is_examined_and_left_as_it_is).await;
    }
}

mod postgres {
    #[tokio::test]
    async fn a_database_is_examined_and_left_as_it_is() {
        super::at_postgres(super::a_database_is_examined_and_left_as_it_is).await;
    }
}

async fn a_database_is_examined_and_left_as_it_is(url: String) {
    for _ in 0..2 {
        assert_eq!(examine(&url).await.unwrap(), Condition::Empty);
    }
    let change = async |statement: &'static str| {
        let store = Store::connect(&url, ConnectOptions::default()).await.unwrap();
        match &store {
            Store::Postgres(postgres) => {
                let mut db = postgres.connection().await.unwrap();
                sqlx::query(statement).execute(&mut *db).await.map(drop).unwrap();
            }
            Store::Sqlite { writer, .. } => sqlx::query(statement).execute(writer).await.map(drop).unwrap(),
        }
        store.close().await;
    };
    change("select 1").await;
    assert_eq!(examine(&url).await.unwrap(), Condition::Behind(0));
    change("delete from _sqlx_migrations where version > 1").await;
    assert!(matches!(examine(&url).await.unwrap(), Condition::Behind(1..)));
    assert!(
        matches!(examine(&url).await.unwrap(), Condition::Behind(1..)),
        "it has not been brought up to date"
    );
}

#[tokio::test]
async fn a_later_version_s_database_is_told() {
    at_sqlite(async |url| {
        let store = Store::connect(&url, ConnectOptions::default()).await.unwrap();
        let Store::Sqlite { writer, .. } = &store else { panic!("asked for SQLite") };
        sqlx::query("update _sqlx_migrations set version = 99999 where version = 1")
            .execute(writer)
            .await
            .unwrap();
        store.close().await;
        assert_eq!(examine(&url).await.unwrap(), Condition::Ahead);
        let refused = Store::connect(&url, ConnectOptions::default()).await;
        assert!(matches!(refused, Err(StoreError::Later)), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn what_is_no_database_is_refused() {
    assert!(
        matches!(examine("mysql://x").await, Err(StoreError::UnknownScheme(scheme)) if scheme == "mysql")
    );
    assert!(matches!(examine("sqlite::memory:").await, Err(StoreError::InMemory)));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.db");
    std::fs::write(&file, "this is a text, not a database, and long enough to be told from one".repeat(9))
        .unwrap();
    let refused = examine(&format!("sqlite:{}", file.display())).await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
}
