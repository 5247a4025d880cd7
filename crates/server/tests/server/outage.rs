//! While nothing can be saved the clocks stand still and everybody is told; what was accepted before is told when it is saved.

use std::time::Duration;

use crate::common::{
    Client, Database, PASSWORD, PATIENCE, START, TestServer,
    play::{self, Dice},
    problem, read, table,
};
use protocol::{Command, Credentials, Done, Reply, Token, VERSION};
use reqwest::StatusCode;
use server::Clock;
use sqlx::{Connection, PgConnection, SqliteConnection};
use store::ConnectOptions;
use tokio::time::timeout;

on_both_databases![
    clocks_stand_still_while_nothing_can_be_saved,
    a_move_whose_player_is_lost_while_it_is_written_is_played_once,
    a_guest_who_cannot_be_looked_up_does_not_register_as_somebody_else,
];

/// Holds the database so that nobody else can write.
enum Blocker {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Blocker {
    async fn block(url: &str) -> Blocker {
        if url.starts_with("sqlite") {
            let mut database = SqliteConnection::connect(url).await.expect("the database");
            sqlx::query("begin immediate").execute(&mut database).await.expect("locked");
            return Blocker::Sqlite(database);
        }
        let mut database = PgConnection::connect(url).await.expect("the database");
        sqlx::query("begin").execute(&mut database).await.expect("begun");
        let lock = "lock table game_actions, heartbeat in access exclusive mode";
        sqlx::query(lock).execute(&mut database).await.expect("locked");
        Blocker::Postgres(database)
    }

    async fn release(self) {
        match self {
            Blocker::Sqlite(mut database) => {
                sqlx::query("rollback").execute(&mut database).await.expect("released");
                database.close().await.expect("closed");
            }
            Blocker::Postgres(mut database) => {
                sqlx::query("rollback").execute(&mut database).await.expect("released");
                database.close().await.expect("closed");
            }
        }
    }
}

async fn clocks_stand_still_while_nothing_can_be_saved(database: Database) {
    let (clock, hand) = Clock::by_hand(START);
    let server = TestServer::start_on(database, |config| {
        config.clock = clock;
        config.saving = Duration::from_secs(2);
    });
    let server = server.await;
    let people = server.register_four().await;
    let (_, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let mut dice = Dice::new(2);
    play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;

    let blocker = Blocker::block(&server.database.url()).await;
    let (at, command) = play::next_move(&clients, |view, legal| play::boldly(view, legal, &mut dice));
    let id = clients[at].send(command).await;
    for client in &mut clients {
        client.until(|model| model.clock.is_none()).await;
        assert_eq!(client.model.no, 1, "nobody hears of what is not saved");
    }
    let ready = async || server.http.get(server.url("/readyz")).send().await.expect("an answer").status();
    assert_eq!(ready().await, StatusCode::SERVICE_UNAVAILABLE);
    // The time that is to be given back.
    hand.advance(1_000);
    blocker.release().await;
    assert_eq!(clients[at].answer(id).await, Reply::Ok(Done::Played { no: 2 }));
    for client in &mut clients {
        client.until(|model| model.no == 2).await;
        let deadline = client.model.clock.expect("the clock of the move").deadline;
        client.until(|model| model.clock.is_some_and(|clock| clock.deadline - deadline >= 1_000)).await;
    }
    assert_eq!(ready().await, StatusCode::OK);
    play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    server.stop().await;
}

async fn a_move_whose_player_is_lost_while_it_is_written_is_played_once(database: Database) {
    let (clock, _hand) = Clock::by_hand(START);
    let server = TestServer::start_on(database, |config| {
        config.clock = clock;
        config.saving = Duration::from_secs(2);
    });
    let server = server.await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let mut dice = Dice::new(3);
    play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;

    let blocker = Blocker::block(&server.database.url()).await;
    let (at, command) = play::next_move(&clients, |view, legal| play::boldly(view, legal, &mut dice));
    let id = clients[at].send(command.clone()).await;
    for client in &mut clients {
        client.until(|model| model.clock.is_none()).await;
    }
    // It is being written; its player's line breaks, and over another one it comes again.
    let lost = clients.remove(at);
    let person = lost.person.clone();
    drop(lost);
    let mut back = Client::open(&server, &person).await;
    back.send(Command::Hello { version: VERSION }).await;
    back.send_as(id, command.clone()).await;
    blocker.release().await;
    for client in &mut clients {
        client.until(|model| model.no == 2).await;
    }
    for _ in 0..2 {
        assert_eq!(back.answer(id).await, Reply::Ok(Done::Played { no: 2 }));
        back.send_as(id, command.clone()).await;
    }
    back.join(room).await;
    assert_eq!(back.model.no, 2);
    clients.insert(at, back);
    play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    assert!(clients.iter().all(|client| client.model.no == 3), "one after the other, and none twice");
    drop(clients);
    server.stop().await;
}

/// However many wait for the database, and whatever they wait for, who plays does not wait behind them.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_does_not_wait_behind_those_who_log_in() {
    const WAITING: &str =
        "select count(*) from pg_locks where not granted and relation = 'login_tokens'::regclass";
    let server = TestServer::start_on(Database::postgres().await, |_| {}).await;
    let (_, mut clients) = table::playing(&server, table::options()).await;
    let mut admin = PgConnection::connect(&server.database.url()).await.expect("the database");
    let block = "begin; lock table login_tokens in access exclusive mode";
    sqlx::raw_sql(block).execute(&mut admin).await.expect("locked");
    let person = clients[0].person.clone();
    let mut storm = tokio::task::JoinSet::new();
    for _ in 0..40 {
        storm.spawn(server.http.get(server.url("/api/v1/me")).bearer_auth(&person.token).send());
    }
    let connections = i64::from(ConnectOptions::default().max_connections);
    let exhausted = async {
        while sqlx::query_scalar::<_, i64>(WAITING).fetch_one(&mut admin).await.expect("asked") < connections
        {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, exhausted).await.expect("all connections wait");
    table::stroll(&mut clients, 8).await;
    assert_eq!(
        sqlx::query_scalar::<_, i64>(WAITING).fetch_one(&mut admin).await.expect("asked"),
        connections,
        "and they wait still"
    );
    sqlx::raw_sql("rollback").execute(&mut admin).await.expect("released");
    admin.close().await.expect("closed");
    storm.join_all().await;
    server.stop().await;
}

async fn a_guest_who_cannot_be_looked_up_does_not_register_as_somebody_else(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let guest = server.guest().await;
    let credentials = Credentials { name: "石头".to_owned(), password: PASSWORD.to_owned() };
    let register = async || server.post("/api/v1/register", Some(&guest), &credentials).await;
    run(&server.database.url(), "alter table login_tokens rename to logins_elsewhere").await;
    assert_eq!(problem(register().await, StatusCode::INTERNAL_SERVER_ERROR).await, "internal");
    run(&server.database.url(), "alter table logins_elsewhere rename to login_tokens").await;
    let token: Token = read(register().await, StatusCode::CREATED).await;
    assert_eq!(token.account.id, guest.id(), "the name is free, and the guest is who they were");
    server.stop().await;
}

/// Does something to the database behind the server's back.
async fn run(url: &str, statement: &'static str) {
    if url.starts_with("sqlite") {
        let mut database = SqliteConnection::connect(url).await.expect("the database");
        sqlx::query(statement).execute(&mut database).await.expect("done");
        database.close().await.expect("closed");
    } else {
        let mut database = PgConnection::connect(url).await.expect("the database");
        sqlx::query(statement).execute(&mut database).await.expect("done");
        database.close().await.expect("closed");
    }
}
