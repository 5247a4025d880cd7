//! Databases that the program of an earlier revision left when it was killed, opened by this one an hour later. `scripts/earlier/record`
//! has written them, with what had been told before.

use std::{fs, path::Path};

use protocol::{Command, Credentials, GameId, Me, Millis, Phase, RoomId, RoomSnapshot, Token};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use server::Clock;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::common::{Client, Database, Person, TestServer, client::Model, play, read, table};

/// The folders of `earlier/`.
const REVISIONS: [&str; 2] = ["50252b5", "e634561"];
/// How long nobody can play.
const OUTAGE: i64 = 60 * 60_000;
/// By how much a clock may be off, in milliseconds: signs of life, of which the last one counts, are given twice a second.
const TOLERANCE: i64 = 2_000;

on_both_databases!(what_an_earlier_version_left_is_there_and_its_games_go_on);

/// What the earlier program had told.
#[derive(Deserialize)]
struct Told {
    me: Value,
    password: String,
    finished: Vec<GameId>,
    /// Answers of the API, by their path, to the first of those who play.
    pages: std::collections::BTreeMap<String, Value>,
    /// Whom the second of them follows and has blocked; null where nobody could.
    people: Value,
    running: Vec<Seen>,
    arranging: Vec<Seen>,
}

/// A player, and the room as it was shown.
#[derive(Deserialize)]
struct Seen {
    name: Option<String>,
    token: String,
    now: Millis,
    room: Value,
}

async fn what_an_earlier_version_left_is_there_and_its_games_go_on(first: Database) {
    let kind = if first.url().starts_with("sqlite") { "sqlite" } else { "postgres" };
    let mut database = Some(first);
    for revision in REVISIONS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/earlier").join(revision);
        let file =
            |extension| fs::read_to_string(folder.join(kind).with_extension(extension)).expect("a file");
        let told: Told = serde_json::from_str(&file("json")).expect("what was told");
        let database = match (database.take(), kind) {
            (Some(database), _) => database,
            (None, "sqlite") => Database::sqlite(),
            (None, _) => Database::postgres().await,
        };
        fill(&database, file("sql")).await;
        let killed = told.running.last().expect("people").now;
        let (clock, _hand) = Clock::by_hand(killed + OUTAGE);
        let server = TestServer::start_on(database, |config| config.clock = clock).await;
        pages_hold(&server, &told).await;
        logins_hold(&server, &told).await;
        the_game_goes_on(&server, &told.running).await;
        the_arranging_goes_on(&server, &told.arranging).await;
        server.stop().await;
    }
}

async fn fill(database: &Database, statements: String) {
    let (url, statements) = (database.url(), AssertSqlSafe(statements));
    if url.starts_with("sqlite") {
        let options: SqliteConnectOptions = url.parse().expect("a URL");
        let mut db = SqliteConnection::connect_with(&options.create_if_missing(true)).await.expect("a file");
        sqlx::raw_sql(statements).execute(&mut db).await.expect("filled");
        db.close().await.expect("closed");
    } else {
        let mut db = PgConnection::connect(&url).await.expect("a database");
        sqlx::raw_sql(statements).execute(&mut db).await.expect("filled");
        db.close().await.expect("closed");
    }
}

async fn pages_hold(server: &TestServer, told: &Told) {
    assert!(!told.finished.is_empty() && told.pages.len() > told.finished.len());
    let get = async |path: &str, seen: &Seen| -> Value {
        let request = server.http.get(server.url(&format!("/api/v1/{path}"))).bearer_auth(&seen.token);
        read(request.send().await.expect("an answer"), StatusCode::OK).await
    };
    for (path, then) in &told.pages {
        let mut then = then.clone();
        // Where somebody is stands elsewhere now.
        forget(&mut then, &["playing"]);
        holds(path, &get(path, &told.running[0]).await, &then);
    }
    if !told.people.is_null() {
        holds("me/people", &get("me/people", &told.running[1]).await, &told.people);
    }
}

async fn logins_hold(server: &TestServer, told: &Told) {
    let name = told.running[0].name.clone().expect("a person");
    let body = Credentials { name, password: told.password.clone() };
    let token: Token = read(server.post("/api/v1/login", None, &body).await, StatusCode::OK).await;
    assert_eq!(told.me["account"]["id"], serde_json::to_value(token.account.id).expect("JSON"));
}

async fn the_game_goes_on(server: &TestServer, seen: &[Seen]) {
    let mut clients = Vec::new();
    for seen in seen {
        let client = come_back(server, seen).await;
        let Some(Phase::Playing { clock: Some(clock), .. }) =
            client.model.room.as_ref().map(|room| &room.phase)
        else {
            panic!("a turn runs")
        };
        let before = seen.room["phase"]["d"]["clock"]["deadline"].as_i64().expect("a deadline") - seen.now.0;
        let left = clock.deadline - client.hello.now;
        assert!((left - before).abs() <= TOLERANCE, "{left} ms are left of {before}");
        clients.push(client);
    }
    table::stroll(&mut clients, 5).await;
    let game = clients[0].game();
    clients[0].done(Command::OfferDraw { game }).await;
    for client in &mut clients[1..] {
        client.done(Command::AnswerDraw { game, accept: true }).await;
    }
    for client in &mut clients {
        client.until(|model| model.scores.is_some()).await;
    }
}

async fn the_arranging_goes_on(server: &TestServer, seen: &[Seen]) {
    let mut clients = Vec::new();
    for seen in seen {
        clients.push(come_back(server, seen).await);
    }
    // The first was ready.
    play::arrange(&mut clients[1..]).await;
    for client in &mut clients {
        client.until(Model::is_playing).await;
    }
}

/// Somebody comes back and is shown what was shown before.
async fn come_back(server: &TestServer, seen: &Seen) -> Client {
    let request = server.http.get(server.url("/api/v1/me")).bearer_auth(&seen.token);
    let me: Me = read(request.send().await.expect("an answer"), StatusCode::OK).await;
    let person = Person { token: seen.token.clone(), account: me.account };
    let mut client = table::connect_again(server, &person).await;
    let room: RoomId = serde_json::from_value(seen.room["room"].clone()).expect("a room");
    client.join(room).await;
    let snapshot: &RoomSnapshot = client.model.room.as_ref().expect("in a room");
    let mut then = seen.room.clone();
    // Who is connected, what was said, and moments that an outage moves, are not what they were.
    forget(&mut then, &["link", "watchers", "talk", "deadline", "now"]);
    holds("the room", &serde_json::to_value(snapshot).expect("JSON"), &then);
    client
}

fn forget(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !names.contains(&name.as_str()));
            fields.values_mut().for_each(|value| forget(value, names));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| forget(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// All that was told then is told now; there may be more.
fn holds(place: &str, now: &Value, then: &Value) {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            for (name, then) in then {
                let place = format!("{place}.{name}");
                let found = now.get(name).unwrap_or_else(|| panic!("{place} is gone"));
                holds(&place, found, then);
            }
        }
        (Value::Array(now), Value::Array(then)) => {
            assert_eq!(now.len(), then.len(), "{place}");
            for (at, (now, then)) in now.iter().zip(then).enumerate() {
                holds(&format!("{place}[{at}]"), now, then);
            }
        }
        _ => assert_eq!(now, then, "{place}"),
    }
}
