use std::collections::BTreeSet;

use sqlx::{Connection, PgConnection, SqliteConnection, migrate::Migrator, postgres::PgConnectOptions};

use crate::{
    StoreError,
    connect::{POSTGRES, SQLITE, Scheme, sqlite_file},
};

/// What a database is to this version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// There is nothing in it, or no file yet; the server makes the tables when it starts.
    Empty,
    /// So many changes of the tables are made when the server starts; 0: it is up to date.
    Behind(usize),
    /// A later version has changed its tables; this one can't use it.
    Ahead,
}

/// Looks into the database that the URL names, without changing anything.
pub async fn examine(url: &str) -> Result<Condition, StoreError> {
    match Scheme::of(url)? {
        Scheme::Postgres => {
            let mut db = PgConnection::connect_with(&url.parse::<PgConnectOptions>()?).await?;
            let exists: bool = sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null")
                .fetch_one(&mut db)
                .await?;
            let applied =
                if exists { sqlx::query_scalar(APPLIED).fetch_all(&mut db).await? } else { Vec::new() };
            db.close().await?;
            Ok(compare(&POSTGRES, applied))
        }
        Scheme::Sqlite => {
            let options = sqlite_file(url)?;
            if !options.get_filename().exists() {
                return Ok(Condition::Empty);
            }
            let mut db = SqliteConnection::connect_with(&options.read_only(true)).await?;
            let exists: bool =
                sqlx::query_scalar("select count(*) > 0 from sqlite_schema where name = '_sqlx_migrations'")
                    .fetch_one(&mut db)
                    .await?;
            let applied =
                if exists { sqlx::query_scalar(APPLIED).fetch_all(&mut db).await? } else { Vec::new() };
            db.close().await?;
            Ok(compare(&SQLITE, applied))
        }
    }
}

/// The list that sqlx keeps of the changes it has made.
const APPLIED: &str = "select version from _sqlx_migrations";

fn compare(known: &Migrator, applied: Vec<i64>) -> Condition {
    let known: BTreeSet<i64> = known.iter().map(|migration| migration.version).collect();
    let applied: BTreeSet<i64> = applied.into_iter().collect();
    if applied.is_empty() {
        Condition::Empty
    } else if applied.is_subset(&known) {
        Condition::Behind(known.difference(&applied).count())
    } else {
        Condition::Ahead
    }
}
