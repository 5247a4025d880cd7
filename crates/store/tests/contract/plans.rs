//! A player's page looks at one player's games, however many others there are.

use sqlx::{AssertSqlSafe, Row};
use store::{PLANNED, Store};

contract![what_a_page_asks_for_is_found_by_index];

const ACCOUNTS: u32 = 2_000;
const GAMES: u32 = 30_000;

/// Games of two, each account in thirty of them; ids are numbers.
fn fill(id: impl Fn(&str) -> String, count: impl Fn(u32) -> String) -> Vec<String> {
    let (account, first, second) =
        (id("n"), id(&format!("n % {ACCOUNTS}")), id(&format!("(n * 7 + 1) % {ACCOUNTS}")));
    let seat = |seat: &str, account: &str| {
        format!(
            "insert into game_seats (game_id, seat, account_id, account_kind, name, score, tally, playing, ready, result)
             select {game}, '{seat}', {account}, 'person', 'n', 0, '{{}}', false, true, 'won' from {from} where {differ}",
            game = id("n"),
            from = count(GAMES),
            differ = format_args!("n % {ACCOUNTS} <> (n * 7 + 1) % {ACCOUNTS}"),
        )
    };
    vec![
        format!(
            "insert into accounts (id, kind, role, state, name, name_key, password_hash, preferences, created_at)
             select {account}, 'person', 'user', 'active', 'name', 'name ' || n, 'x', '{{}}', 1 from {}",
            count(ACCOUNTS)
        ),
        format!(
            "insert into games (id, room_id, kind, ladder, options, state, created_at, arrange_deadline, started_at, first,
                 ended_at, winner, reason, void, steps)
             select {account}, {account}, 'match', 'siguo', '{{}}', 'finished', 1, 1, 1, 'red', n, '[]', 'agreed', false, 1 from {}",
            count(GAMES)
        ),
        seat("red", &first),
        seat("blue", &second),
    ]
}

/// The plan of a query, with values in place of its parameters.
fn explained(query: &str, how: &str, account: &str, last: &str) -> String {
    let values: [&str; 6] = match query {
        sql if sql.contains("own.game_id < $2") => [account, last, "2", "true", "'won'", "50"],
        sql if sql.contains("between") => [account, last, "2", "true", "'won'", account],
        sql if sql.contains("s.change") => [account, "'siguo'", "500", "", "", ""],
        sql if sql.contains("own_seat") => [account, "1000", "'bot'", "", "", ""],
        sql if sql.contains("name_key") => ["'name 12'", "'name 13'", "'siguo'", "10", "", ""],
        _ => [account, "", "", "", "", ""],
    };
    let mut sql = format!("{how} {query}");
    for (at, value) in values.iter().enumerate() {
        sql = sql.replace(&format!("${}", at + 1), value);
    }
    sql
}

async fn what_a_page_asks_for_is_found_by_index(store: Store) {
    for (name, query) in PLANNED {
        let plan: Vec<String> = match &store {
            Store::Postgres(postgres) => {
                let mut db = postgres.connection().await.unwrap();
                if name.ends_with("SQLite") {
                    continue;
                }
                let id = |n: &str| format!("lpad(to_hex({n}), 32, '0')::uuid");
                if name == PLANNED[0].0 {
                    for sql in fill(id, |most| format!("generate_series(0, {most} - 1) n")) {
                        sqlx::query(AssertSqlSafe(sql)).execute(&mut *db).await.unwrap();
                    }
                    sqlx::raw_sql("analyze accounts; analyze games; analyze game_seats")
                        .execute(&mut *db)
                        .await
                        .unwrap();
                }
                let sql = explained(query, "explain", &id("77"), &id("29999"));
                let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *db).await.unwrap();
                rows.iter().map(|row| row.get(0)).collect()
            }
            Store::Sqlite { writer, .. } => {
                if name.ends_with("PostgreSQL") {
                    continue;
                }
                let id = |n: &str| format!("unhex(printf('%032X', {n}))");
                if name == PLANNED[0].0 {
                    let count = |most: u32| {
                        format!(
                            "(with recursive c(n) as (select 0 union all select n + 1 from c where n < {most} - 1) select n from c)"
                        )
                    };
                    for sql in fill(id, count) {
                        sqlx::query(AssertSqlSafe(sql)).execute(writer).await.unwrap();
                    }
                }
                let sql = explained(query, "explain query plan", &id("77"), &id("29999"));
                let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(writer).await.unwrap();
                rows.iter().map(|row| row.get(3)).collect()
            }
        };
        let whole = |line: &&String| {
            let line = line.to_lowercase();
            ["games", "game_seats", "accounts"]
                .iter()
                .any(|table| line.contains(&format!("seq scan on {table}")))
                || (line.starts_with("scan ")
                    && !line.contains("using")
                    && !(name == "company" && line.starts_with("scan own")))
        };
        let read: Vec<&String> = plan.iter().filter(whole).collect();
        assert!(read.is_empty() && !plan.is_empty(), "{name} reads a whole table: {plan:#?}");
    }
}
