//! The line for ranked games, over real connections; who is matched with whom in which case is tested in virtual time beside it.

use crate::common::{
    Client, TestServer,
    play::{self, LAYOUT},
    table,
};
use protocol::{BotLevel, Command, Done, ErrorBody, Live, QueueMode, QueueStatus, Reply};
use rules::RuleSet;
use sqlx::{Connection, SqliteConnection};

const QUEUE: Command = Command::Queue { mode: QueueMode::Four };

#[tokio::test]
async fn a_guest_plays_unranked_only() {
    let server = TestServer::start().await;
    let mut guest = Client::connect(&server, &server.guest().await).await;
    assert_eq!(guest.refused(QUEUE).await, ErrorBody::NeedAccount);
    server.stop().await;
}

#[tokio::test]
async fn two_tabs_of_one_account_are_matched_once() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = Vec::new();
    for person in [&people[0], &people[0], &people[1], &people[2]] {
        let mut client = Client::connect(&server, person).await;
        client.done(QUEUE).await;
        clients.push(client);
    }
    let live: Live = server.get("/api/v1/live").await;
    assert_eq!((live.waiting.four, live.rooms.len()), (3, 0));
    let mut fourth = Client::connect(&server, &people[3]).await;
    fourth.done(QUEUE).await;
    clients.push(fourth);
    let room = play::matched(&mut clients).await;
    for client in &mut clients {
        client.join(room).await;
    }
    assert_eq!(clients[0].seat(), clients[1].seat(), "both tabs sit on the account's seat");
    server.stop().await;
}

#[tokio::test]
async fn whoever_loses_the_connection_leaves_no_ghost() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    let fifth = server.register("第五个").await;
    let mut clients = Vec::new();
    for person in &people[..3] {
        let mut client = Client::connect(&server, person).await;
        client.done(QUEUE).await;
        clients.push(client);
    }
    clients.pop().expect("three").cut();
    // The line knows of the loss when the account is no longer connected.
    while server.get::<Live>("/api/v1/live").await.online > 2 {}
    let mut fourth = Client::connect(&server, &people[3]).await;
    fourth.done(QUEUE).await;
    assert!(matches!(fourth.model.queue, Some(QueueStatus::Waiting { .. }) | None), "no table with a ghost");
    hand.advance(10_000);
    let mut newcomer = Client::connect(&server, &fifth).await;
    newcomer.done(QUEUE).await;
    clients.extend([fourth, newcomer]);
    play::matched(&mut clients).await;
    server.stop().await;
}

#[tokio::test]
async fn an_account_is_in_one_game_at_a_time() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    let in_game = ErrorBody::InGame { room };
    let client = &mut clients[0];
    assert_eq!(client.refused(QUEUE).await, in_game);
    assert_eq!(
        client.refused(Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT }).await,
        in_game
    );
    let options = client.model.room.as_ref().expect("a room").options.clone();
    assert_eq!(client.refused(table::create(options.clone())).await, in_game);
    let mut host = Client::connect(&server, &server.guest().await).await;
    let Done::Room { room: other } = host.done(table::create(options)).await else { panic!("a room") };
    client.done(Command::Join { room: other, have: None, password: None }).await;
    assert_eq!(client.refused(Command::Sit { room: other, seat: rules::Seat::Blue }).await, in_game);
    let me: protocol::Me = server.get_as(&people[0], "/api/v1/me").await;
    assert_eq!(me.room, Some(room));
    server.stop().await;
}

/// Each of the two looks whether the account is free before it takes it.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_stands_in_the_line_and_sits_at_a_table() {
    let server = TestServer::start().await;
    let person = server.register("石头").await;
    let (room, _host) = table::open(&server, table::options()).await;
    let mut one = Client::connect(&server, &person).await;
    let mut other = Client::connect(&server, &person).await;
    one.join(room).await;
    other.join(room).await;
    for round in 0..60 {
        let sit = Command::Sit { room, seat: rules::Seat::Blue };
        let (queued, sat) = tokio::join!(one.ask(QUEUE), other.ask(sit));
        assert_eq!(sat, Reply::Ok(Done::Done));
        let refused = Reply::Error(ErrorBody::InGame { room });
        assert!(queued == Reply::Ok(Done::Done) || queued == refused, "{queued:?}");
        // The count follows a moment later.
        let emptied = async { while server.get::<Live>("/api/v1/live").await.waiting.four > 0 {} };
        let emptied = tokio::time::timeout(crate::common::PATIENCE, emptied).await;
        emptied.unwrap_or_else(|_| panic!("in round {round} it sits and stands in the line, {queued:?}"));
        let me: protocol::Me = server.get_as(&person, "/api/v1/me").await;
        assert_eq!(me.room, Some(room));
        other.done(Command::Stand { room }).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn leaving_a_ranked_game_bars_for_a_while() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    // Within ten minutes after a start of the server leaving counts, but bars nobody.
    let (_, mut clients) = play::match_four(&server, &people).await;
    let game = clients[0].game();
    clients[0].done(Command::Flee { game }).await;
    let fled = async || {
        let page: protocol::PlayerPage = server.get(&format!("/api/v1/players/{}", people[0].id())).await;
        page.four.fled
    };
    assert_eq!(fled().await, 1);
    clients[0].done(QUEUE).await;
    clients[0].done(Command::Unqueue).await;
    drop(clients);

    hand.advance(10 * 60_000);
    let (_, mut clients) = play::match_four(&server, &people).await;
    let game = clients[0].game();
    clients[0].done(Command::Ready { game, layout: LAYOUT.to_owned() }).await;
    clients[0].done(Command::Flee { game }).await;
    let until = crate::common::START + 15 * 60_000;
    assert_eq!(clients[0].refused(QUEUE).await, ErrorBody::Barred { until });
    assert_eq!(fled().await, 2);
    hand.advance(5 * 60_000);
    clients[0].done(QUEUE).await;
    for client in &mut clients[1..] {
        client.done(QUEUE).await;
    }
    play::matched(&mut clients).await;
    server.stop().await;
}

#[tokio::test]
async fn whose_win_would_add_nothing_is_asked() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    let mut database = SqliteConnection::connect(&server.database.url()).await.expect("the database");
    sqlx::query(
        "insert into scores (ladder, account_id, score, reached_at, four_won, four_lost, four_drawn, four_fled,
             two_won, two_lost, two_drawn, two_fled) values ('siguo', $1, 90, 0, 45, 0, 0, 0, 0, 0, 0, 0)",
    )
    .bind(people[3].id().0)
    .execute(&mut database)
    .await
    .expect("written");
    database.close().await.expect("closed");
    let mut clients = Vec::new();
    for person in &people {
        let mut client = Client::connect(&server, person).await;
        client.done(QUEUE).await;
        clients.push(client);
    }
    hand.advance(60_000);
    clients[3].until(|model| matches!(model.queue, Some(QueueStatus::Consent { .. }))).await;
    assert_eq!(clients[0].refused(Command::Consent { accept: true }).await, ErrorBody::NotQueued);
    clients[3].done(Command::Consent { accept: true }).await;
    play::matched(&mut clients).await;
    server.stop().await;
}
