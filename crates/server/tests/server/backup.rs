//! A backup is taken while a game runs; restored elsewhere, the game goes on from that moment.

use std::process::Command as Program;

use crate::common::{Client, Database, TestServer, play, table};
use protocol::{Command, Done, PlayerPage};
use rules::EndReason;
use server::Clock;

/// How long after the backup the restored server starts.
const LATER: i64 = 60 * 60_000;

on_both_databases!(a_restored_game_goes_on_from_the_moment_of_the_backup);

async fn a_restored_game_goes_on_from_the_moment_of_the_backup(database: Database) {
    let (clock, hand) = Clock::by_hand(crate::common::START);
    let server = TestServer::start_on(database, |config| config.clock = clock).await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    table::stroll(&mut clients, 21).await;
    hand.advance(12_000);
    let Done::Time { now } = clients[0].done(Command::Time).await else { panic!("no time") };
    let game = clients[0].game();
    let views: Vec<_> = clients.iter().map(|client| client.model.view.clone()).collect();
    // The sign of life that the backup shall hold, so that the clock can be compared to the millisecond.
    let store =
        store::Store::connect(&server.database.url(), store::ConnectOptions::default()).await.expect("open");
    store.beat(now).await.expect("written");
    store.close().await;

    let restored = restored(&server.database).await;
    table::stroll(&mut clients, 8).await;
    server.stop().await;

    let (clock, _hand) = Clock::by_hand(now + LATER);
    let server = TestServer::start_on(restored, |config| config.clock = clock).await;
    let mut back = Vec::new();
    for client in clients {
        // The page is ahead of what the server knows now.
        let (person, seen) = (client.person.clone(), client.cut());
        assert_eq!(seen.no, 29);
        back.push(table::come_back(&server, room, &person, seen).await);
    }
    for (client, view) in back.iter().zip(views) {
        assert_eq!((client.game(), client.model.no, &client.model.view), (game, 21, &view));
        assert_eq!(client.model.clock.expect("a turn runs").deadline - (now + LATER), 18_000);
    }
    finish(&server, &mut back).await;
    server.stop().await;
}

async fn finish(server: &TestServer, clients: &mut [Client]) {
    table::stroll(clients, 4).await;
    let game = clients[0].game();
    clients[0].done(Command::OfferDraw { game }).await;
    for client in &mut clients[1..] {
        client.done(Command::AnswerDraw { game, accept: true }).await;
    }
    for client in clients {
        client.until(|model| model.scores.is_some()).await;
        let result = client.model.view.as_ref().and_then(|view| view.result.clone()).expect("a result");
        assert_eq!((result.reason, result.fled), (EndReason::Agreed, None));
        let page: PlayerPage = server.get(&format!("/api/v1/players/{}", client.person.id())).await;
        assert_eq!((page.four.played, page.four.fled), (1, 0));
    }
}

/// Another database, made of a backup that is taken while the server runs, as docs/operations.md says.
async fn restored(database: &Database) -> Database {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database.url();
    if url.starts_with("sqlite") {
        let (restored, file) = (Database::sqlite(), folder.path().join("backup.db"));
        store::backup(&url, &file).await.expect("a backup");
        let place = restored.url();
        std::fs::copy(file, place.strip_prefix("sqlite:").expect("a file")).expect("copied");
        return restored;
    }
    let (restored, file) = (Database::postgres().await, folder.path().join("siguo.dump"));
    run(Program::new("pg_dump").args(["--format=custom", "--file"]).arg(&file).arg(&url));
    run(Program::new("pg_restore")
        .args(["--no-owner", "--exit-on-error", "--single-transaction", "--dbname", &restored.url()])
        .arg(&file));
    restored
}

fn run(program: &mut Program) {
    let output = program.output().expect("it is installed with PostgreSQL");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
