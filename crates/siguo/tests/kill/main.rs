//! The program is killed again and again (`kill -9`) while eight ranked games run and two tables are being arranged, and while each
//! mode is played; its database goes away ([`mod@outages`]), and its clients' links die ([`mod@links`]).
//!
//! Real clients over sockets play at random, come back by themselves and send again what was not answered. Each keeps a log of what it
//! sent, what was acknowledged and what it saw. In the end the logs are held against the records that the server gives out:
//! every acknowledged action is there once and nothing else is, games are scored once, views and clocks are as they were.
//! The seed of all that is drawn is printed; `SIGUO_KILL_SEED` sets it. `make chaos` tries much more of all this ([`mod@scale`]).
#![expect(clippy::print_stdout, reason = "a test says what it has tried")]

mod check;
mod client;
mod crowd;
mod links;
mod log;
mod model;
mod moved;
mod outages;
mod own_postgres;
mod process;
mod proxy;
mod report;
mod scale;
mod stage;
mod table;

#[path = "../common/mod.rs"]
mod common;
#[expect(unreachable_pub, dead_code, reason = "shared with the tests of the server")]
#[path = "../../../server/tests/server/common/database.rs"]
mod database;
#[expect(unreachable_pub, reason = "shared with the tests of the server")]
#[path = "../../../server/tests/server/common/modes.rs"]
mod modes;

use std::{env, sync::Arc, time::Duration};

use client::Table;
use common::PATIENCE;
use database::Database;
use process::Siguo;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scale::Scale;
use stage::Stage;
use table::Tables;
use tokio::time::{sleep, timeout};

/// Mostly the program is started again at once, but so often it stays away for longer than clocks may be off.
const LONG_OUTAGE_EVERY: u32 = 5;
const LONG_OUTAGE: Duration = Duration::from_millis(1800);
/// Tables that play; three more people wait for the next one, so that as many go on when a game ends.
const GAMES: u32 = 8;
const SPARE: u32 = 3;
/// Tables at which people go on arranging.
const ARRANGING: u32 = 2;
/// Play goes on so soon after a start.
const BACK: Duration = Duration::from_secs(2);

mod sqlite {
    use super::Database;

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_sqlite_loses_nothing() {
        super::many_kills(Database::sqlite()).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_sqlite_loses_nothing_in_any_mode() {
        super::every_mode(Database::sqlite()).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_sqlite_gently_says_goodbye() {
        super::goodbye(Database::sqlite()).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_sqlite_twice_ends_at_once() {
        super::second_signal(Database::sqlite()).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_sqlite_is_moved_to_postgres_and_plays_on() {
        super::moved::moved(Database::sqlite(), Database::postgres().await).await;
    }
}

mod postgres {
    use super::Database;

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_postgres_loses_nothing() {
        super::many_kills(Database::postgres().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_postgres_loses_nothing_in_any_mode() {
        super::every_mode(Database::postgres().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_postgres_gently_says_goodbye() {
        super::goodbye(Database::postgres().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_postgres_twice_ends_at_once() {
        super::second_signal(Database::postgres().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn kill_postgres_is_moved_to_sqlite_and_plays_on() {
        super::moved::moved(Database::postgres().await, Database::sqlite()).await;
    }
}

/// What all chance of a test comes from.
fn dice() -> ChaCha8Rng {
    let seed = match env::var("SIGUO_KILL_SEED") {
        Ok(seed) => seed.parse().expect("SIGUO_KILL_SEED is a number"),
        Err(_) => server::Clock::system().now().0.unsigned_abs(),
    };
    println!("SIGUO_KILL_SEED={seed}");
    ChaCha8Rng::seed_from_u64(seed)
}

async fn many_kills(database: Database) {
    let mut dice = dice();
    let mut siguo = Siguo::new(&database);
    let stage = Arc::new(Stage::new(siguo.address()));
    siguo.start(&stage);
    let mut tables = Tables::new(Arc::clone(&stage), dice.random());
    tables.players(GAMES * 4 + SPARE).await;
    for _ in 0..ARRANGING {
        tables.guests(Table::Arranging).await;
    }
    tables.unless_one_fails(stage.settled(GAMES * 4 + ARRANGING * 4)).await;

    for kill in 1..=Scale::chosen().kills() {
        tables.unless_one_fails(moment(&stage, &mut dice)).await;
        siguo.kill(&stage).await;
        if kill % LONG_OUTAGE_EVERY == 0 {
            tables.unless_one_fails(sleep(LONG_OUTAGE)).await;
        }
        siguo.start(&stage);
    }
    tables.unless_one_fails(stage.moves(20)).await;
    stage.finish();
    let logs = tables.logs().await;
    let findings = check::all(&siguo, &logs).await;
    report::print(&stage, &logs, findings);
    assert!(
        findings.moves > 0 && findings.worst_clock_ms <= Scale::chosen().clocks_ms(),
        "clocks: {findings:?}"
    );
    let slowest = stage.slowest_start();
    assert!(slowest <= Scale::chosen().within(BACK), "play went on after {slowest:?}");
    assert_eq!(siguo.terminate(&stage).await, Some(0));
}

/// A table of each mode is played at, and by house rules too, while the program is killed a few times.
async fn every_mode(database: Database) {
    let mut dice = dice();
    let mut siguo = Siguo::new(&database);
    let stage = Arc::new(Stage::new(siguo.address()));
    siguo.start(&stage);
    let mut tables = Tables::new(Arc::clone(&stage), dice.random());
    let mut people = 0;
    for (_, rules) in modes::MODES {
        people += tables.guests(Table::Playing(rules)).await;
    }
    tables.unless_one_fails(stage.settled(people)).await;
    for _ in 0..Scale::chosen().mode_kills() {
        tables.unless_one_fails(moment(&stage, &mut dice)).await;
        siguo.kill(&stage).await;
        siguo.start(&stage);
    }
    tables.unless_one_fails(stage.moves(people)).await;
    stage.finish();
    let logs = tables.logs().await;
    let findings = check::all(&siguo, &logs).await;
    report::print(&stage, &logs, findings);
    assert_eq!(findings.games, modes::MODES.len());
    assert!(findings.worst_clock_ms <= Scale::chosen().clocks_ms(), "clocks: {findings:?}");
    assert_eq!(siguo.terminate(&stage).await, Some(0));
}

/// A moment for the next kill: mostly some time after play has gone on, at times while the program is starting.
async fn moment(stage: &Stage, dice: &mut ChaCha8Rng) {
    if dice.random_ratio(1, 5) {
        sleep(Duration::from_millis(dice.random_range(0..400))).await;
    } else {
        stage.moves(1).await;
        sleep(Duration::from_millis(dice.random_range(100..1200))).await;
    }
}

/// SIGTERM: everybody hears why, the program ends well, and later the game goes on.
async fn goodbye(database: Database) {
    let mut dice = dice();
    let mut siguo = Siguo::new(&database);
    let stage = Arc::new(Stage::new(siguo.address()));
    siguo.start(&stage);
    let mut tables = Tables::new(Arc::clone(&stage), dice.random());
    tables.players(4).await;
    tables.guests(Table::Arranging).await;
    tables.unless_one_fails(stage.settled(8)).await;
    tables.unless_one_fails(stage.moves(40)).await;

    let began = stage.now();
    assert_eq!(siguo.terminate(&stage).await, Some(0), "ends well");
    println!("ended {} ms after SIGTERM", stage.now() - began);
    assert!(stage.now() - began < 5_000, "ends in time");
    siguo.start(&stage);
    tables.unless_one_fails(stage.moves(20)).await;
    stage.finish();
    let logs = tables.logs().await;
    for log in &logs {
        assert_eq!(log.goodbyes, [(1001, "the server is stopping".to_owned())], "{}", log.name);
    }
    let findings = check::all(&siguo, &logs).await;
    report::print(&stage, &logs, findings);
    assert!(findings.worst_clock_ms <= Scale::chosen().clocks_ms(), "clocks: {findings:?}");
    assert_eq!(siguo.terminate(&stage).await, Some(0));
}

/// Somebody who keeps a request open may delay the end; a second signal doesn't wait for it.
async fn second_signal(database: Database) {
    let mut siguo = Siguo::new(&database);
    let stage = Stage::new(siguo.address());
    siguo.start(&stage);
    siguo.answers().await;
    let request = siguo.begin_request().await;
    siguo.signal("-TERM").await;
    // From then on nobody new is let in.
    timeout(PATIENCE, siguo.refuses()).await.expect("the first signal is heard");
    let began = stage.now();
    siguo.signal("-TERM").await;
    assert_eq!(siguo.ended().await, Some(1), "not the way it ends when everything is done");
    println!("ended {} ms after the second signal", stage.now() - began);
    assert!(stage.now() - began < 2_000, "at once");
    drop(request);
}
