//! From one kind of database to the other.

use protocol::{AccountKind, Marked, Marks, Millis, Phrase, Words};
use rules::Seat;
use sqlx::{Column as _, Row as _, Sqlite, TypeInfo as _, ValueRef as _, sqlite::SqliteRow};
use store::{
    Condition, ConnectOptions, Ended, FinishGame, GamesFilter, Ladder, MOVED, MoveError, Moved, Postgres,
    Side, Store, StoredGame, TalkLine, Tenure, examine, move_all,
};

use crate::{
    database::{at_postgres, at_sqlite},
    sample::{account_id, entry, fled, four_persons, game_id, new_account, running, won},
};

/// Something in every table: signs of many kinds, nulls, and the ends of ranges.
const ALL: &str = "
    insert into accounts values (x'00000000000070008000000000000001', 'person', 'admin', 'active', '石头', 'k1', 'h', 'zh', '{}', 1);
    insert into accounts values (x'00000000000070008000000000000002', 'guest', 'user', 'active', '''\"\\ 🀄', 'k2', null, null, '{\"a\": [1]}', 0);
    insert into account_browsers values (x'00000000000070008000000000000001', zeroblob(32), 5);
    insert into login_tokens values (randomblob(32), x'00000000000070008000000000000001', '', 1, 9223372036854775807, -1);
    insert into saved_layouts values (x'00000000000070008000000000000001', '我的', 'a / b', 1, 2);
    insert into saved_layouts values (x'00000000000070008000000000000001', '', 'a / c', 0, 2);
    insert into scores values ('siguo', x'00000000000070008000000000000001', -3, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    insert into invites values ('AAAA', 1, null, null), ('BBBB', 2, x'00000000000070008000000000000001', 3);
    insert into released_names values ('gone', 99);
    insert into follows values (x'00000000000070008000000000000001', x'00000000000070008000000000000002', 4);
    insert into blocks values (x'00000000000070008000000000000002', x'00000000000070008000000000000001', 4);
    insert into games (id, room_id, kind, options, state, created_at, arrange_deadline, players, was_closed)
        values (x'000000000000700080000000000000aa', x'000000000000700080000000000000ab', 'custom', '{}', 'arranging', 1, 2, 2, 1);
    insert into game_seats (game_id, seat, account_id, account_kind, name, score, tally, playing, ready, layout, bot_level, bot_seed) values
        (x'000000000000700080000000000000aa', 'red', x'00000000000070008000000000000001', 'person', '石头', 0, '{}', 1, 0, null, null, null),
        (x'000000000000700080000000000000aa', 'blue', x'00000000000070008000000000000002', 'bot', 'b', 0, '{}', 0, 1, 'x', 'regular', -1);
    insert into game_talk values (x'000000000000700080000000000000aa', 3, 'red', '{\"t\":\"free\"}');
    insert into game_marks values (x'000000000000700080000000000000aa', x'00000000000070008000000000000001', '{}');
    insert into flee_penalties values (x'00000000000070008000000000000001', x'000000000000700080000000000000aa', 7);
    insert into meetings values ('siguo', x'00000000000070008000000000000001', x'00000000000070008000000000000002', x'000000000000700080000000000000aa', 8);
    insert into heartbeat values (1, 1764460000000);
    insert into drain values (1, 1764460000000, 2, 3, 1, 4);
    insert into tenure values (1, 5);
    insert into outages values (1, 1), (2, 5);
    with recursive n (no) as (select 1 union all select no + 1 from n where no < 1000)
        insert into game_actions select x'000000000000700080000000000000aa', no, 'r11-n4', no, iif(no % 3, 'red', null), nullif(no, 7) from n;
";

#[tokio::test]
async fn everything_goes_to_the_other_kind_and_back() {
    at_sqlite(|from| {
        at_postgres(|to| {
            at_sqlite(|back| async move {
                run(&from, ALL).await;
                let there = move_all(&from, &to).await.unwrap();
                assert_eq!(there.iter().map(|moved| moved.table).collect::<Vec<_>>(), MOVED);
                assert!(there.iter().all(|moved| moved.rows > 0), "something of each: {there:?}");
                let actions = there.iter().find(|moved| moved.table == "game_actions").unwrap();
                assert_eq!(actions.rows, 1000, "more than go through at once");
                assert_eq!(move_all(&to, &back).await.unwrap(), there);
                // Not by the sums alone.
                for table in MOVED {
                    let rows = rows(&back, table).await;
                    assert_eq!(rows, self::rows(&from, table).await, "{table}");
                }
            })
        })
    })
    .await;
}

#[tokio::test]
async fn what_games_have_left_is_told_by_the_other_kind_too() {
    at_sqlite(|from| {
        at_postgres(|to| {
            at_sqlite(|back| async move {
                let store = open(&from).await;
                let before = play(&store).await;
                store.close().await;
                for (from, to) in [(&from, &to), (&to, &back)] {
                    move_all(from, to).await.unwrap();
                    let store = open(to).await;
                    assert_eq!(told(&store).await, before);
                    store.close().await;
                }
            })
        })
    })
    .await;
}

/// A ranked game is won, one is fled from, and one runs; with actions, talk and marks. What is told of all that.
async fn play(store: &Store) -> Vec<(&'static str, String)> {
    four_persons(store).await;
    store.create_account(&new_account(5, AccountKind::Guest)).await.unwrap();
    let ended = running(store, game_id(1), &[1, 2, 3, 4]).await;
    for (seat, at, words) in [
        (Seat::Red, 60_000, Words::Text("大家好 '\"\\ 🀄".to_owned())),
        (Seat::Green, 60_001, Words::Phrase(Phrase::GoodMove)),
    ] {
        store.add_talk(&TalkLine { game: ended.id, seat, words, at: Millis(at) }).await.unwrap();
    }
    let entries = vec![entry(ended.id, 1, "r15-p11"), entry(ended.id, 2, "timeout")];
    store.finish_game(&FinishGame { entries, ..won(&ended, 2) }).await.unwrap();
    let left = running(store, game_id(2), &[1, 2, 3, 4]).await;
    store.finish_game(&fled(&left, Millis(95_000))).await.unwrap();
    let runs = running(store, game_id(3), &[1, 2]).await;
    let mark = Marked { at: "b11".parse().unwrap(), mark: "≥38".parse().unwrap() };
    assert!(store.keep_marks(account_id(1), runs.id, &Marks { no: 0, marks: vec![mark] }).await.unwrap());

    let told = told(store).await;
    let of = |what| &told.iter().find(|(name, _)| *name == what).expect("it is asked").1;
    assert!(of("game").contains("from: r15") && of("game").contains("change: 2"), "{}", of("game"));
    assert!(of("talk").contains("大家好") && of("talk").contains("GoodMove"), "{}", of("talk"));
    assert!(of("marks").contains("at: b11"), "{}", of("marks"));
    told
}

/// What the store tells of the games of [`play`].
async fn told(store: &Store) -> Vec<(&'static str, String)> {
    let mut told = Vec::new();
    for id in [game_id(1), game_id(2)] {
        let Some(StoredGame::Finished(game)) = store.game(id).await.unwrap() else { panic!("it has ended") };
        told.push(("talk", format!("{:#?}", store.talk_of(&game).await.unwrap())));
        told.push(("game", format!("{game:#?}")));
    }
    let public = store.public_games(Ended::before(Millis(0)), Millis(100_000), 10).await.unwrap();
    told.push(("public games", format!("{public:?}")));
    for account in [1, 2, 5].map(account_id) {
        let filter = GamesFilter::default();
        told.push(("games", format!("{:#?}", store.games_of(account, filter, None, 10).await.unwrap())));
        told.push(("card", format!("{:?}", store.score_card(Ladder::Siguo, account).await.unwrap())));
        told.push(("scores", format!("{:?}", store.score_history(Ladder::Siguo, account).await.unwrap())));
        told.push(("company", format!("{:#?}", store.company(Ladder::Siguo, account).await.unwrap())));
    }
    told.push(("marks", format!("{:?}", store.marks(account_id(1), game_id(3)).await.unwrap())));
    told
}

#[tokio::test]
async fn no_table_is_forgotten() {
    at_sqlite(|sqlite| {
        at_postgres(|postgres| async move {
            let Store::Sqlite { writer, .. } = open(&sqlite).await else { panic!("asked for SQLite") };
            let Store::Postgres(Postgres::Pool(pool)) = open(&postgres).await else {
                panic!("asked for PostgreSQL")
            };
            let here: Vec<String> =
                sqlx::query_scalar("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
                    .fetch_all(&writer)
                    .await
                    .unwrap();
            let there: Vec<String> = sqlx::query_scalar(
                "select relname::text from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace",
            )
            .fetch_all(&pool)
            .await
            .unwrap();
            let mut wanted: Vec<&str> = MOVED.to_vec();
            wanted.push("_sqlx_migrations");
            wanted.sort_unstable();
            for mut tables in [here, there] {
                tables.sort_unstable();
                assert_eq!(tables, wanted, "a new table must be named in `moving::TABLES`");
            }
            let sequences: i64 = sqlx::query_scalar(
                "select count(*) from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace",
            )
            .fetch_one(&pool)
            .await
            .unwrap();
            assert_eq!(sequences, 0, "nobody sets a sequence to where it was");
            writer.close().await;
            pool.close().await;
        })
    })
    .await;
}

#[tokio::test]
async fn what_is_in_use_or_of_another_version_is_left_alone() {
    at_sqlite(|from| {
        at_postgres(|to| async move {
            assert!(matches!(move_all(&from, &to).await, Err(MoveError::SourceEmpty)));
            assert_eq!(examine(&to).await.unwrap(), Condition::Empty, "nothing was done to the target");
            run(&from, ALL).await;
            assert!(matches!(move_all(&from, &from).await, Err(MoveError::SameKind)));
            for (url, which) in [(&from, Side::Source), (&to, Side::Target)] {
                let server = Tenure::take(url).await.unwrap();
                let refused = move_all(&from, &to).await;
                assert!(matches!(refused, Err(MoveError::Served(of)) if of == which), "{refused:?}");
                server.release().await;
            }

            let Store::Postgres(Postgres::Pool(pool)) = open(&to).await else {
                panic!("asked for PostgreSQL")
            };
            sqlx::query("insert into outages values (1, 2), (3, 4)").execute(&pool).await.unwrap();
            let refused = move_all(&from, &to).await;
            assert!(matches!(refused, Err(MoveError::NotEmpty { table: "outages", rows: 2 })), "{refused:?}");
            let accounts: i64 =
                sqlx::query_scalar("select count(*) from accounts").fetch_one(&pool).await.unwrap();
            assert_eq!(accounts, 0);
            sqlx::query("update _sqlx_migrations set version = 99999 where version = 1")
                .execute(&pool)
                .await
                .unwrap();
            assert!(matches!(move_all(&from, &to).await, Err(MoveError::Ahead(Side::Target))));
            pool.close().await;

            run(&from, "delete from _sqlx_migrations where version = 14").await;
            assert!(matches!(move_all(&from, &to).await, Err(MoveError::SourceBehind)));
        })
    })
    .await;
}

#[tokio::test]
async fn all_is_moved_or_nothing() {
    at_sqlite(|from| {
        at_postgres(|to| async move {
            run(&from, ALL).await;
            // PostgreSQL has no text with such a sign in it.
            run(&from, "update game_talk set words = 'a' || char(0) || 'b'").await;
            let failed = move_all(&from, &to).await;
            assert!(matches!(failed, Err(MoveError::Table { table: "game_talk", .. })), "{failed:?}");
            run(&from, "update game_talk set words = 'a b'").await;
            let moved: Vec<Moved> = move_all(&from, &to).await.unwrap();
            assert_eq!(moved.len(), MOVED.len(), "the target was empty still");
        })
    })
    .await;
}

async fn open(url: &str) -> Store {
    Store::connect(url, ConnectOptions::default()).await.unwrap()
}

async fn run(url: &str, statements: &'static str) {
    let store = open(url).await;
    let Store::Sqlite { writer, .. } = &store else { panic!("asked for SQLite") };
    sqlx::raw_sql(statements).execute(writer).await.unwrap();
    store.close().await;
}

/// All rows of a table, as the file holds them.
async fn rows(url: &str, table: &str) -> Vec<Vec<String>> {
    let store = open(url).await;
    let Store::Sqlite { readers, .. } = &store else { panic!("asked for SQLite") };
    let select = sqlx::AssertSqlSafe(format!("select * from {table} order by 1, 2"));
    let rows = sqlx::query(select).fetch_all(readers).await.unwrap();
    store.close().await;
    rows.iter().map(shown).collect()
}

fn shown(row: &SqliteRow) -> Vec<String> {
    let value = |at| -> String {
        let raw = row.try_get_raw(at).unwrap();
        let kind = raw.type_info().name().to_owned();
        let bytes: Vec<u8> = if raw.is_null() {
            Vec::new()
        } else {
            <Vec<u8> as sqlx::Decode<'_, Sqlite>>::decode(raw).unwrap()
        };
        format!("{} {kind} {bytes:?}", row.column(at).name())
    };
    (0..row.len()).map(value).collect()
}
