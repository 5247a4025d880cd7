//! What the store promises, asked of both databases: every test is named once and runs as `sqlite::…` and `postgres::…`.

/// Names the tests of a file, each an `async fn(Store)`.
macro_rules! contract {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                crate::database::on_sqlite(super::$name).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                crate::database::on_postgres(super::$name).await;
            })*
        }
    };
}

mod accounts;
mod database;
mod drain;
mod examine;
mod export;
mod fair;
mod farewell;
mod files;
mod finish;
mod games;
mod heartbeat;
mod invites;
mod journal;
mod ladder;
mod layouts;
mod marks;
mod moving;
mod people;
mod plans;
mod sample;
mod talk;
mod tenure;
mod tokens;
