//! Stopping says goodbye, loses nothing and leaves nothing running; games go on where they were.

use std::time::Duration;

use crate::common::{
    Client, Database, TestServer,
    client::End,
    play::{self, Dice},
};
use protocol::{Command, LeftLine, QueueMode, QueueStatus};
use server::Clock;
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

on_both_databases![games_go_on_after_a_restart, the_last_sign_of_life_is_given_before_anybody_is_let_go];

/// Well below the time for which a request may keep the server.
const LONGEST_GOODBYE: Duration = Duration::from_secs(5);

#[tokio::test]
async fn everybody_is_told() {
    let server = TestServer::start().await;
    let mut waiting = Client::connect(&server, &server.register("Anna").await).await;
    waiting.done(Command::Queue { mode: QueueMode::Four }).await;
    let mut idle = Client::connect(&server, &server.guest().await).await;
    let shutdown = server.shutdown();
    shutdown.cancel();
    assert_eq!(waiting.end().await, End::Closed(1001));
    assert_eq!(waiting.model.queue, Some(QueueStatus::Gone { why: LeftLine::Server }));
    assert_eq!(idle.end().await, End::Closed(1001));
    server.stop().await;
}

#[tokio::test]
async fn an_open_request_keeps_no_socket_waiting() {
    let server = TestServer::start().await;
    let mut client = Client::connect(&server, &server.guest().await).await;
    let mut request = TcpStream::connect(server.address).await.expect("a connection");
    let head = format!(
        "POST /api/v1/login HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n",
        server.address
    );
    request.write_all(format!("{head}content-length: 99\r\n\r\n{{").as_bytes()).await.expect("sent");
    // An answer to a later request shows that the server has taken this one.
    let _live: protocol::Live = server.get("/api/v1/live").await;
    server.shutdown().cancel();
    let end = tokio::time::timeout(LONGEST_GOODBYE, client.end()).await;
    assert_eq!(end.expect("the request is open for longer"), End::Closed(1001));
    drop(request);
    server.stop().await;
}

/// The time from now on is nobody's: it is given back after the restart.
async fn the_last_sign_of_life_is_given_before_anybody_is_let_go(database: Database) {
    let (clock, hand) = Clock::by_hand(crate::common::START);
    let server = TestServer::start_on(database, |config| config.clock = clock.clone()).await;
    let mut client = Client::connect(&server, &server.guest().await).await;
    // Less than the time between two signs of life.
    hand.advance(321);
    client.done(Command::Time).await;
    server.shutdown().cancel();
    assert_eq!(client.end().await, End::Closed(1001));
    // Whatever time passes while the server stops.
    hand.advance(60_000);
    let database = server.stop().await;
    let store =
        store::Store::connect(&database.url(), store::ConnectOptions::default()).await.expect("a store");
    assert_eq!(store.last_beat().await.expect("read"), Some(crate::common::START + 321));
    store.close().await;
}

async fn games_go_on_after_a_restart(database: Database) {
    let (clock, hand) = Clock::by_hand(crate::common::START);
    let server = TestServer::start_on(database, |config| config.clock = clock.clone()).await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let mut dice = Dice::new(3);
    for _ in 0..30 {
        play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    }
    hand.advance(10_000);
    let left = clients[0].model.clock.expect("a clock").deadline - clock.now();
    let mut before = Vec::new();
    for mut client in clients {
        client.done(Command::Time).await;
        before.push(client.cut());
    }

    let server = {
        let database = server.stop().await;
        hand.advance(3_600_000);
        TestServer::start_on(database, |config| config.clock = clock.clone()).await
    };
    let mut clients = Vec::new();
    for (person, before) in people.iter().zip(before) {
        let mut client = Client::connect(&server, person).await;
        assert_eq!(client.hello.room, Some(room), "the account is led back");
        client.join(room).await;
        assert_eq!((client.model.game, client.model.no), (before.game, before.no));
        assert_eq!(client.model.view, before.view);
        assert_eq!(client.model.legal, before.legal);
        let now_left = client.model.clock.expect("a clock").deadline - clock.now();
        assert!((now_left - left).abs() <= 1_000, "{now_left} ms are left of {left} ms");
        clients.push(client);
    }
    for _ in 0..8 {
        play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    }
    server.stop().await;
}
