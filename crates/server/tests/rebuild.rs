//! After a start: a game that can't be rebuilt ends void and holds nobody back.

mod common;

use common::{
    Client, TestServer,
    play::{self, Dice},
};
use sqlx::{Connection, SqliteConnection};

#[tokio::test]
async fn a_game_with_a_gap_in_its_journal_ends_void() {
    ends_void("delete from game_actions where no = 1").await;
}

#[tokio::test]
async fn a_game_that_can_not_be_read_ends_void() {
    ends_void("update game_actions set action = 'nonsense' where no = 1").await;
}

async fn ends_void(damage: &'static str) {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (_, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let mut dice = Dice::new(5);
    for _ in 0..2 {
        play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    }
    drop(clients);
    let database = server.stop().await;
    let mut damaged = SqliteConnection::connect(&database.url()).await.expect("the database");
    sqlx::query(damage).execute(&mut damaged).await.expect("damaged");
    damaged.close().await.expect("closed");

    let server = TestServer::start_on(database, |_| {}).await;
    let client = Client::connect(&server, &people[0]).await;
    assert_eq!(client.hello.room, None);
    client.close().await;
    let page: protocol::PlayerPage = server.get(&format!("/api/v1/players/{}", people[0].id())).await;
    assert_eq!((page.standing.score, page.four.played), (0, 0), "it counts for nobody");
    // They can be seated again.
    let (_, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    server.stop().await;
}
