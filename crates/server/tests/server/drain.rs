//! A restart that is announced, by `siguo drain` or by a signal.

use std::time::Duration;

use crate::common::{
    Client, Database, START, TestServer,
    client::End,
    play::{self, Dice},
    table,
};
use protocol::{BotLevel, Command, Done, ErrorBody, LeftLine, Phase, QueueMode, QueueStatus, Restart};
use rules::{EndReason, RuleSet, Seat};
use server::{Clock, Config, Hand, RunError};
use sqlx::Connection as _;
use store::{Cancelled, ConnectOptions, Drain, DrainState, Store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

on_both_databases![
    games_end_and_none_begins,
    when_the_time_is_over_games_go_on_with_the_time_they_had,
    what_is_taken_back_was_nothing,
    what_has_begun_is_not_taken_back,
];

/// How often the server looks whether a restart is asked for.
const LOOK: i64 = 1_000;
const NOTICE: i64 = 5_000;

async fn start(database: Database) -> (TestServer, Clock, Hand) {
    let (clock, hand) = Clock::by_hand(START);
    let server = TestServer::start_on(database, |config| config.clock = clock.clone()).await;
    (server, clock, hand)
}

/// Does what `siguo drain` does.
async fn announce(server: &TestServer, clock: &Clock, hand: &Hand, wait_ms: i64) {
    let store = Store::connect(&server.database.url(), ConnectOptions::default()).await.expect("a store");
    store.ask_drain(&Drain { asked: clock.now(), notice_ms: NOTICE, wait_ms }).await.expect("asked");
    store.close().await;
    hand.advance(LOOK);
}

async fn is_ready(server: &TestServer) -> bool {
    let answer = async |path| server.http.get(server.url(path)).send().await.expect("an answer").status();
    assert!(answer("/healthz").await.is_success(), "it lives all the time");
    answer("/readyz").await.is_success()
}

async fn games_end_and_none_begins(database: Database) {
    let (server, clock, hand) = start(database).await;
    let people = server.register_four().await;
    let (_, mut players) = play::match_four(&server, &people).await;
    play::arrange(&mut players).await;
    let mut waiting = Client::connect(&server, &server.register("Bea").await).await;
    waiting.done(Command::Queue { mode: QueueMode::Two }).await;
    let (room, mut host) = table::open(&server, table::options()).await;
    let mut guest = table::watch(&server, room).await;
    assert!(is_ready(&server).await);

    announce(&server, &clock, &hand, 600_000).await;
    let restart = Restart { at: clock.now() + 600_000, early: true };
    for client in players.iter_mut().chain([&mut waiting, &mut host, &mut guest]) {
        client.until(|model| model.restart == Some(restart)).await;
    }
    assert!(!is_ready(&server).await);
    waiting.until(|model| matches!(model.queue, Some(QueueStatus::Gone { why: LeftLine::Server }))).await;
    let refused = ErrorBody::Restarting { at: restart.at };
    assert_eq!(waiting.refused(Command::Queue { mode: QueueMode::Four }).await, refused);
    assert_eq!(guest.refused(Command::Sit { room, seat: Seat::Blue }).await, refused);
    assert_eq!(host.refused(Command::Again { room, accept: true }).await, refused);
    let mut newcomer = Client::connect(&server, &server.guest().await).await;
    assert_eq!(newcomer.hello.restart, Some(restart));
    let practice = Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT };
    assert_eq!(newcomer.refused(practice).await, refused);
    assert_eq!(newcomer.refused(table::create(table::options())).await, refused);

    hand.advance(NOTICE);
    let mut dice = Dice::new(5);
    for _ in 0..21 {
        play::step(&mut players, |view, legal| play::boldly(view, legal, &mut dice)).await;
    }
    let game = players[0].game();
    players[0].done(Command::OfferDraw { game }).await;
    for player in &mut players[1..] {
        player.done(Command::AnswerDraw { game, accept: true }).await;
    }
    for player in &mut players {
        player.until(|model| model.scores.is_some()).await;
        let result = player.model.view.as_ref().and_then(|view| view.result.clone()).expect("a result");
        assert_eq!(result.reason, EndReason::Agreed);
    }
    hand.advance(LOOK);
    assert_eq!(waiting.end().await, End::Closed(1001));
    let database = server.stopped().await;

    // What was asked of the server before is not asked of the next one.
    let server = TestServer::start_on(database, |config| config.clock = clock.clone()).await;
    hand.advance(LOOK);
    let mut back = Client::connect(&server, &waiting.person).await;
    assert_eq!(back.hello.restart, None);
    assert!(back.hello.started > waiting.hello.started, "it is known for another server");
    back.done(Command::Queue { mode: QueueMode::Two }).await;
    server.stop().await;
}

async fn when_the_time_is_over_games_go_on_with_the_time_they_had(database: Database) {
    let (server, clock, hand) = start(database).await;
    let people = server.register_four().await;
    let (playing, mut players) = play::match_four(&server, &people).await;
    play::arrange(&mut players).await;
    table::stroll(&mut players, 3).await;
    let (arranging, mut arrangers) = table::gather(&server, table::options()).await;

    // No time for games: the server stops after the notice.
    announce(&server, &clock, &hand, 0).await;
    let restart = Restart { at: clock.now() + NOTICE, early: false };
    for client in players.iter_mut().chain(&mut arrangers) {
        client.until(|model| model.restart == Some(restart)).await;
    }
    table::stroll(&mut players, 1).await;
    hand.advance(NOTICE);
    let left = players[0].model.clock.expect("a turn runs").deadline - clock.now();
    let Some(Phase::Arranging { deadline, .. }) = arrangers[0].model.room.as_ref().map(|it| it.phase.clone())
    else {
        panic!("it is arranged")
    };
    let left_to_arrange = deadline - clock.now();
    for client in players.iter_mut().chain(&mut arrangers) {
        assert_eq!(client.end().await, End::Closed(1001));
    }
    let database = server.stopped().await;

    hand.advance(90_000);
    let server = TestServer::start_on(database, |config| config.clock = clock.clone()).await;
    let mut back = Vec::new();
    for player in players {
        let person = player.person.clone();
        back.push(table::come_back(&server, playing, &person, player.cut()).await);
    }
    assert_eq!(back[0].model.no, 4);
    let left_now = back[0].model.clock.expect("a turn runs").deadline - clock.now();
    assert!((left..=left + 1_000).contains(&left_now), "{left_now} ms are left of {left} ms");
    table::stroll(&mut back, 4).await;
    let mut arranger = Client::connect(&server, &arrangers[1].person).await;
    arranger.join(arranging).await;
    let phase = arranger.model.room.as_ref().map(|it| it.phase.clone());
    let Some(Phase::Arranging { deadline, .. }) = phase else { panic!("it is arranged: {phase:?}") };
    let now = deadline - clock.now();
    assert!((left_to_arrange..=left_to_arrange + 1_000).contains(&now), "{now} of {left_to_arrange} ms");
    server.stop().await;
}

async fn what_is_taken_back_was_nothing(database: Database) {
    let (server, clock, hand) = start(database).await;
    let mut client = Client::connect(&server, &server.register("Bea").await).await;
    announce(&server, &clock, &hand, 600_000).await;
    client.until(|model| model.restart.is_some()).await;
    let store = Store::connect(&server.database.url(), ConnectOptions::default()).await.expect("a store");
    assert_eq!(store.cancel_drain().await.expect("asked"), Cancelled::TakenBack);
    assert_eq!(store.cancel_drain().await.expect("asked"), Cancelled::Nothing);
    store.close().await;
    hand.advance(LOOK);
    client.until(|model| model.restart.is_none()).await;
    client.done(Command::Queue { mode: QueueMode::Four }).await;
    assert!(is_ready(&server).await);
    hand.advance(700_000);
    let Done::Time { .. } = client.done(Command::Time).await else { panic!("no time") };
    server.stop().await;
}

/// While goodbye is said.
async fn what_has_begun_is_not_taken_back(database: Database) {
    const GOODBYE: i64 = 2_000;
    for signalled in [false, true] {
        let (clock, hand) = Clock::by_hand(START);
        let server = TestServer::start_on(database.clone(), |config| {
            (config.clock, config.goodbye) = (clock.clone(), Duration::from_millis(GOODBYE.unsigned_abs()));
        });
        let server = server.await;
        let mut client = Client::connect(&server, &server.guest().await).await;
        announce(&server, &clock, &hand, 600_000).await;
        client.until(|model| model.restart.is_some_and(|restart| restart.early)).await;
        if signalled {
            server.shutdown().cancel();
        } else {
            hand.advance(NOTICE);
        }
        client.until(|model| model.restart.is_some_and(|restart| !restart.early)).await;
        let store = Store::connect(&server.database.url(), ConnectOptions::default()).await.expect("a store");
        // A signal is told at once, and noted meanwhile.
        let noted = async {
            while let Some((_, DrainState::Open)) = store.last_drain().await.expect("asked") {
                assert!(signalled, "what was asked is noted before it is told");
            }
        };
        tokio::time::timeout(crate::common::PATIENCE, noted).await.expect("it is noted");
        assert_eq!(store.cancel_drain().await.expect("asked"), Cancelled::TooLate);
        hand.advance(GOODBYE);
        assert_eq!(client.end().await, End::Closed(1001));
        server.stopped().await;
        assert_eq!(store.cancel_drain().await.expect("asked"), Cancelled::Nothing);
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_is_announced_for_a_moment() {
    let (clock, hand) = Clock::by_hand(START);
    let server = TestServer::start_with(|config| {
        (config.clock, config.goodbye) = (clock, Duration::from_secs(2));
    });
    let server = server.await;
    let mut client = Client::connect(&server, &server.guest().await).await;
    server.shutdown().cancel();
    client.until(|model| model.restart == Some(Restart { at: START + 2_000, early: false })).await;
    // Until then everything goes on.
    client.done(Command::Time).await;
    hand.advance(2_000);
    assert_eq!(client.end().await, End::Closed(1001));
    server.stop().await;
}

/// The database takes no last sign of life for longer than the server may take.
#[tokio::test(flavor = "multi_thread")]
async fn stopping_takes_no_longer_than_it_may() {
    let database = Database::sqlite();
    let mut config = Config::new(database.url());
    (config.goodbye, config.stopping) = (Duration::from_secs(30), Duration::from_millis(200));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let shutdown = CancellationToken::new();
    let running = tokio::spawn(server::run(config, listener, shutdown.clone()));
    let answer = reqwest::get(format!("http://{address}/readyz")).await.expect("an answer");
    assert!(answer.status().is_success());
    let mut blocker = sqlx::SqliteConnection::connect(&database.url()).await.expect("the database");
    sqlx::query("begin immediate").execute(&mut blocker).await.expect("locked");
    // Nobody is connected, so that nobody has to be told before.
    shutdown.cancel();
    let ended = tokio::time::timeout(crate::common::PATIENCE, running).await.expect("it ends");
    assert!(matches!(ended.expect("no panic"), Err(RunError::Late(_))));
    sqlx::query("rollback").execute(&mut blocker).await.expect("released");
    blocker.close().await.expect("closed");
}
