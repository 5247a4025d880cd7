//! One server serves from a database, whatever others try and whatever the database does to it.

use std::{pin::pin, time::Duration};

use protocol::Command;
use server::{Clock, Config, Hand, RunError};
use sqlx::{Connection as _, PgConnection};
use store::StoreError;
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::common::{
    Client, Database, PATIENCE, START, TestServer,
    play::{self, Dice},
    table,
};

on_both_databases![a_second_server_is_refused_as_long_as_the_first_one_runs];

/// Serves until told to stop, or until it can't.
async fn run(database: &Database, clock: Clock) -> (CancellationToken, JoinHandle<Result<(), RunError>>) {
    let mut config = Config::new(database.url());
    config.clock = clock;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let shutdown = CancellationToken::new();
    (shutdown.clone(), tokio::spawn(server::run(config, listener, shutdown)))
}

async fn ended(running: JoinHandle<Result<(), RunError>>) -> Result<(), RunError> {
    timeout(PATIENCE, running).await.expect("ends in time").expect("no panic")
}

async fn a_second_server_is_refused_as_long_as_the_first_one_runs(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let mut playing = Client::connect(&server, &server.guest().await).await;
    let (_, second) = run(&server.database, Clock::system()).await;
    let refused = ended(second).await;
    assert!(matches!(refused, Err(RunError::Database(StoreError::InUse))), "{refused:?}");
    playing.done(Command::Time).await;
    let server = server.restart(|_| {}).await;
    assert!(server.http.get(server.url("/readyz")).send().await.expect("an answer").status().is_success());
    server.stop().await;
}

/// The session that holds the database for its server; the migrations have a lock of another kind.
const HOLDER: &str = "select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted \
                      and database = (select oid from pg_database where datname = current_database())";

/// Waits until a server has it.
async fn is_held(admin: &mut PgConnection) {
    let held = async {
        while sqlx::query_scalar::<_, i32>(HOLDER).fetch_optional(&mut *admin).await.expect("asked").is_none()
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, held).await.expect("a server takes it");
}

/// Ends it, and waits until it is gone.
async fn end_session(admin: &mut PgConnection) {
    let pid: i32 = sqlx::query_scalar(HOLDER).fetch_one(&mut *admin).await.expect("a server holds it");
    sqlx::query("select pg_terminate_backend($1, 10000)").bind(pid).execute(admin).await.expect("ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_session_has_ended_takes_its_database_again() {
    let server = TestServer::start_on(Database::postgres().await, |_| {}).await;
    let (_, mut clients) = table::playing(&server, table::options()).await;
    let mut admin = PgConnection::connect(&server.database.url()).await.expect("the database");
    end_session(&mut admin).await;
    table::stroll(&mut clients, 4).await;
    // With its next sign of life.
    is_held(&mut admin).await;
    let (_, second) = run(&server.database, Clock::system()).await;
    assert!(matches!(ended(second).await, Err(RunError::Database(StoreError::InUse))));
    table::stroll(&mut clients, 4).await;
    admin.close().await.expect("closed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_lost_its_database_to_another_one_stops() {
    let (clock, hand) = Clock::by_hand(START);
    let server = TestServer::start_on(Database::postgres().await, |config| config.clock = clock).await;
    // It has begun.
    server.guest().await;
    let mut admin = PgConnection::connect(&server.database.url()).await.expect("the database");
    end_session(&mut admin).await;
    // Its time stands still, so it has not noticed.
    let (clock, _hand) = Clock::by_hand(START);
    let (shutdown, taking) = run(&server.database, clock).await;
    is_taken(&mut admin).await;
    let noticed = give_time(&hand, server.failed()).await;
    assert!(matches!(noticed, RunError::Lost), "{noticed:?}");
    shutdown.cancel();
    assert!(ended(taking).await.is_ok(), "the other one is none the worse");
    admin.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_lost_its_database_writes_not_even_the_next_move() {
    // Its time stands still: no sign of life tells it.
    let (clock, _hand) = Clock::by_hand(START);
    let server = TestServer::start_on(Database::postgres().await, |config| config.clock = clock).await;
    let (_, mut clients) = table::playing(&server, table::options()).await;
    table::stroll(&mut clients, 4).await;
    let mut admin = PgConnection::connect(&server.database.url()).await.expect("the database");
    let mut dice = Dice::new(4);
    let (at, command) = play::next_move(&clients, |view, legal| play::boldly(view, legal, &mut dice));
    end_session(&mut admin).await;
    let (shutdown, taking) = run(&server.database, Clock::system()).await;
    is_taken(&mut admin).await;
    clients[at].send(command).await;
    assert!(matches!(server.failed().await, RunError::Lost));
    for mut client in clients {
        client.end().await;
        assert_eq!(client.model.no, 4, "nobody has heard of it");
    }
    let moves = "select count(*) from game_actions where action <> 'timeout'";
    let written: i64 = sqlx::query_scalar(moves).fetch_one(&mut admin).await.expect("asked");
    assert_eq!(written, 4);
    shutdown.cancel();
    assert!(ended(taking).await.is_ok(), "the other one is none the worse");
    admin.close().await.expect("closed");
}

/// Waits until a second server has begun: from then on it may have read the games.
async fn is_taken(admin: &mut PgConnection) {
    let taken = async {
        let epoch = "select epoch from tenure";
        while sqlx::query_scalar::<_, i64>(epoch).fetch_one(&mut *admin).await.expect("asked") < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, taken).await.expect("another one takes it");
}

/// Lets time pass until the server has ended.
async fn give_time<T>(hand: &Hand, ending: impl Future<Output = T>) -> T {
    let mut ending = pin!(ending);
    loop {
        match timeout(Duration::from_millis(20), &mut ending).await {
            Ok(ended) => return ended,
            Err(_) => hand.advance(500),
        }
    }
}
