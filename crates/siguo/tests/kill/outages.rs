//! The database goes away while people play: clocks stand still, they are told, and when it is back nothing is lost.

use std::{sync::Arc, time::Duration};

use rules::RuleSet;
use tokio::time::sleep;

use crate::{
    check, client::Table, database::Database, dice, own_postgres::Postgres, process::Siguo, report,
    scale::Scale, stage::Stage, table::Tables,
};
use rand::RngExt;

/// Ranked tables, beside one of guests who play and one of guests who arrange.
const GAMES: u32 = 2;
/// Play goes on so soon after the database is back.
const BACK: Duration = Duration::from_secs(5);
/// How long the database is away: once, when much is tried, for longer than a turn takes.
const AWAY: Duration = Duration::from_millis(800);
const LONGER_THAN_A_TURN: Duration = Duration::from_secs(34);
/// What the server may say of it.
const SAYS: [&str; 3] =
    ["nothing can be saved; clocks stand still", "a table could not be opened", "a command failed"];

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_goes_away_loses_nothing() {
    let postgres = Postgres::start().await;
    let database = postgres.database().await;
    let mut play = Play::start(&database).await;
    let scale = Scale::chosen();
    for round in 0..scale.of(1, 8) {
        play.goes_on().await;
        postgres.stop().await;
        play.stands_still("stopped", if round == 1 { LONGER_THAN_A_TURN } else { AWAY }).await;
        postgres.start_again().await;
        play.is_back("stopped").await;

        play.goes_on().await;
        postgres.kill().await;
        play.stands_still("killed", AWAY).await;
        postgres.start_again().await;
        play.is_back("killed").await;

        // It may be that nobody is told: new connections are there at once.
        play.goes_on().await;
        assert!(postgres.cut(&database).await > 0, "there were connections");
        play.is_back("cut").await;

        play.goes_on().await;
        let taken = postgres.exhaust(&database).await;
        play.stands_still("exhausted", AWAY).await;
        drop(taken);
        play.is_back("exhausted").await;
    }
    play.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_loses_nothing() {
    let mut play = Play::start(&Database::sqlite()).await;
    for round in 0..Scale::chosen().of(1, 8) {
        play.goes_on().await;
        // Not a byte more can be written, neither to the database nor to the log.
        play.siguo.bound_files("0").await;
        play.stands_still("full", if round == 1 { LONGER_THAN_A_TURN } else { AWAY }).await;
        play.siguo.bound_files("unlimited").await;
        play.is_back("full").await;
    }
    play.end().await;
}

/// The program and people who play.
struct Play {
    siguo: Siguo,
    stage: Arc<Stage>,
    tables: Tables,
}

impl Play {
    async fn start(database: &Database) -> Play {
        let mut dice = dice();
        let mut siguo = Siguo::new(database);
        let stage = Arc::new(Stage::new(siguo.address()));
        siguo.start(&stage);
        let mut tables = Tables::new(Arc::clone(&stage), dice.random());
        tables.players(GAMES * 4).await;
        let guests =
            tables.guests(Table::Arranging).await + tables.guests(Table::Playing(RuleSet::DEFAULT)).await;
        tables.unless_one_fails(stage.settled(GAMES * 4 + guests)).await;
        Play { siguo, stage, tables }
    }

    async fn goes_on(&mut self) {
        self.tables.unless_one_fails(self.stage.moves(20)).await;
    }

    /// Everybody at a table is told that the clock stands still; for so long nobody's move is taken.
    async fn stands_still(&mut self, what: &str, away: Duration) {
        let began = self.stage.now();
        self.tables.unless_one_fails(self.stage.all_stand_still()).await;
        println!("{what}: told after {} ms", self.stage.now() - began);
        let moves = self.stage.move_count();
        self.tables.unless_one_fails(sleep(away)).await;
        assert_eq!(
            self.stage.move_count(),
            moves,
            "{what}: nothing can be saved, so nothing is acknowledged"
        );
    }

    /// Clocks run and moves are taken again, soon.
    async fn is_back(&mut self, what: &str) {
        let began = self.stage.now();
        self.tables.unless_one_fails(self.stage.moves(1)).await;
        let moved = self.stage.now() - began;
        self.tables.unless_one_fails(self.stage.all_run()).await;
        let ran = self.stage.now() - began;
        println!("{what}: back, a move after {moved} ms, all clocks after {ran} ms");
        let within = Scale::chosen().within(BACK);
        assert!(
            Duration::from_millis(ran.max(moved).unsigned_abs()) <= within,
            "{what}: {moved} and {ran} ms"
        );
    }

    /// Every acknowledged action is in the records, once, and nobody has lost a turn or time.
    async fn end(mut self) {
        self.goes_on().await;
        self.stage.finish();
        let logs = self.tables.logs().await;
        let findings = check::but_for(&SAYS, &self.siguo, &logs).await;
        report::print(&self.stage, &logs, findings);
        assert!(
            findings.moves > 0 && findings.worst_clock_ms <= Scale::chosen().clocks_ms(),
            "clocks: {findings:?}"
        );
        assert_eq!(self.siguo.terminate(&self.stage).await, Some(0));
    }
}
