//! After a start: a game that can't be rebuilt ends void and holds nobody back.

use crate::common::{
    Client, TestServer,
    play::{self, Dice},
};
use protocol::{Command, ErrorBody, PlayedGames};
use rules::EndReason;
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
    let (room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let game = clients[0].game();
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
    for person in &people {
        let mut client = Client::connect(&server, person).await;
        assert_eq!(client.hello.room, None);
        assert_eq!(
            client.refused(Command::Join { room, have: None, password: None }).await,
            ErrorBody::NoSuchRoom
        );
        assert_eq!(client.refused(Command::Flee { game }).await, ErrorBody::WrongGame { now: None });
        client.close().await;
        let told: PlayedGames =
            server.get_as(person, &format!("/api/v1/players/{}/games", person.id())).await;
        let head = &told.games[0].game;
        assert_eq!((told.games.len(), head.id), (1, game));
        let result = (head.result.reason, head.result.void, head.result.winner.len(), head.result.fled);
        assert_eq!(result, (EndReason::Aborted, true, 0, None));
        let page: protocol::PlayerPage = server.get(&format!("/api/v1/players/{}", person.id())).await;
        assert_eq!((page.standing.score, page.four.played), (0, 0), "it counts for nobody");
    }
    // They can be seated again.
    let (_, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    server.stop().await;
}
