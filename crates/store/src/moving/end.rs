use std::collections::BTreeMap;

use futures_util::{StreamExt as _, stream::BoxStream};
use sqlx::{AssertSqlSafe, PgConnection, Postgres, QueryBuilder, Row as _, Sqlite, SqliteConnection};

use super::row::{Kind, Value};

/// The names and kinds of each table's columns.
pub(super) type Columns = BTreeMap<String, Vec<(String, Kind)>>;

/// As PostgreSQL tells them; SQLite does not tell an id from other bytes, nor a flag from a number.
pub(super) async fn columns(db: &mut PgConnection) -> Result<Columns, sqlx::Error> {
    let listed: Vec<(String, String, String)> = sqlx::query_as(
        "select table_name::text, column_name::text, data_type::text from information_schema.columns
         where table_schema = current_schema() order by ordinal_position",
    )
    .fetch_all(db)
    .await?;
    let mut columns = Columns::new();
    for (table, column, kind) in listed {
        if !super::TABLES.contains(&table.as_str()) {
            continue;
        }
        let kind = Kind::of(&kind).ok_or_else(|| {
            sqlx::Error::Decode(format!("{table}.{column} is of a kind that is not known: {kind}").into())
        })?;
        columns.entry(table).or_default().push((column, kind));
    }
    Ok(columns)
}

/// A connection to either database.
pub(super) trait End {
    /// How many rows a table has.
    async fn count(&mut self, table: &str) -> Result<u64, sqlx::Error>;

    /// All rows of a table, one after the other.
    fn rows<'a>(
        &'a mut self,
        table: &str,
        columns: &'a [(String, Kind)],
    ) -> BoxStream<'a, Result<Vec<Value>, sqlx::Error>>;

    async fn write(
        &mut self,
        table: &str,
        columns: &[(String, Kind)],
        rows: Vec<Vec<Value>>,
    ) -> Result<(), sqlx::Error>;
}

fn names(columns: &[(String, Kind)]) -> String {
    columns.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

macro_rules! end {
    ($connection:ty, $database:ty) => {
        impl End for $connection {
            async fn count(&mut self, table: &str) -> Result<u64, sqlx::Error> {
                let count: i64 = sqlx::query_scalar(AssertSqlSafe(format!("select count(*) from {table}")))
                    .fetch_one(self)
                    .await?;
                Ok(count.unsigned_abs())
            }

            fn rows<'a>(
                &'a mut self,
                table: &str,
                columns: &'a [(String, Kind)],
            ) -> BoxStream<'a, Result<Vec<Value>, sqlx::Error>> {
                let select = format!("select {} from {table}", names(columns));
                let rows = sqlx::query(AssertSqlSafe(select)).fetch(self);
                rows.map(|row| {
                    let row = row?;
                    let kinds = columns.iter().map(|(_, kind)| kind).enumerate();
                    kinds
                        .map(|(at, kind)| {
                            Ok(match kind {
                                Kind::Id => Value::Id(row.try_get(at)?),
                                Kind::Bytes => Value::Bytes(row.try_get(at)?),
                                Kind::Text => Value::Text(row.try_get(at)?),
                                Kind::Integer => Value::Integer(row.try_get(at)?),
                                Kind::Flag => Value::Flag(row.try_get(at)?),
                            })
                        })
                        .collect()
                })
                .boxed()
            }

            async fn write(
                &mut self,
                table: &str,
                columns: &[(String, Kind)],
                rows: Vec<Vec<Value>>,
            ) -> Result<(), sqlx::Error> {
                QueryBuilder::<$database>::new(format!("insert into {table} ({}) ", names(columns)))
                    .push_values(rows, |mut values, row| {
                        for value in row {
                            match value {
                                Value::Id(id) => values.push_bind(id),
                                Value::Bytes(bytes) => values.push_bind(bytes),
                                Value::Text(text) => values.push_bind(text),
                                Value::Integer(number) => values.push_bind(number),
                                Value::Flag(flag) => values.push_bind(flag),
                            };
                        }
                    })
                    .build()
                    .execute(self)
                    .await?;
                Ok(())
            }
        }
    };
}
end!(PgConnection, Postgres);
end!(SqliteConnection, Sqlite);
