//! A restart of the server is nobody's 逃跑 and costs nobody's clock.

use crate::common::{Client, Database, TestServer, play, table};
use protocol::{Command, Done, Millis, Phase, PlayerPage, RoomId};
use rules::{BySeat, EndReason};
use server::{Clock, Hand};

/// How long nobody can play.
const OUTAGE: i64 = 10 * 60_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_goes_on_with_the_time_it_had() {
    let (server, hand, room, mut clients) = at_a_ranked_table().await;
    play::arrange(&mut clients).await;
    table::stroll(&mut clients, 21).await;
    hand.advance(12_000);
    let (game, views) =
        (clients[0].game(), clients.iter().map(|client| client.model.view.clone()).collect::<Vec<_>>());

    let (server, mut clients, now) = restart(server, room, clients).await;
    for (client, view) in clients.iter().zip(views) {
        assert_eq!((client.game(), client.model.no, &client.model.view), (game, 21, &view));
        let clock = client.model.clock.expect("a turn runs");
        assert_eq!(clock.deadline - now, 18_000);
    }
    table::stroll(&mut clients, 4).await;

    clients[0].done(Command::OfferDraw { game }).await;
    for client in &mut clients[1..] {
        client.done(Command::AnswerDraw { game, accept: true }).await;
    }
    for client in &mut clients {
        client.until(|model| model.scores.is_some()).await;
        let result = client.model.view.as_ref().and_then(|view| view.result.clone()).expect("a result");
        assert_eq!((result.reason, result.fled), (EndReason::Agreed, None));
    }
    for client in &clients {
        let page: PlayerPage = server.get(&format!("/api/v1/players/{}", client.person.id())).await;
        assert_eq!((page.four.played, page.four.drawn, page.four.fled), (1, 1, 0));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_set_back_gives_no_turn_more_time() {
    let (server, hand, room, mut clients) = at_a_ranked_table().await;
    play::arrange(&mut clients).await;
    table::stroll(&mut clients, 3).await;
    hand.advance(12_000);
    let (server, clients, before) = restart_after(-60 * 60_000, server, room, clients).await;
    for client in &clients {
        assert!(client.hello.now >= before, "time goes on from where it was");
        let left = client.model.clock.expect("a turn runs").deadline - client.hello.now;
        assert_eq!(left, 18_000);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_come_back_has_lost_turns_not_fled() {
    let (server, _, room, mut clients) = at_a_ranked_table().await;
    play::arrange(&mut clients).await;
    table::stroll(&mut clients, 2).await;
    let absent = clients.remove(2);
    let person = absent.person.clone();
    drop(absent);

    let (server, mut clients, _) = restart(server, room, clients).await;
    let view = clients[0].model.view.as_ref().expect("a view");
    assert_eq!((&view.out[..], &view.result), (&[][..], &None));
    let page: PlayerPage = server.get(&format!("/api/v1/players/{}", person.id())).await;
    assert_eq!(page.four.fled, 0);
    clients[0].done(Command::Time).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_for_arranging_and_what_was_handed_in_stay() {
    let (server, hand, room, mut clients) = at_a_ranked_table().await;
    let game = clients[0].game();
    let layout =
        "36 37 33 32 34 / 39 -- 40 -- 36 / 38 33 -- 33 38 / 34 -- 37 -- 34 / 35 00 32 00 32 / 41 07 35 41 41";
    clients[0].done(Command::Ready { game, layout: layout.to_owned() }).await;
    hand.advance(20_000);

    let (server, mut clients, now) = restart(server, room, clients).await;
    let snapshot = clients[0].model.room.clone().expect("in a room");
    let Phase::Arranging { game: same, deadline, layout: kept } = snapshot.phase else {
        panic!("it is arranged")
    };
    assert_eq!((same, deadline - now, kept.as_deref()), (game, 40_000, Some(layout)));
    let mine = clients[0].seat();
    assert_eq!(
        snapshot.seats.map(|seat, it| it.is_some_and(|it| it.ready) == (seat == mine)),
        BySeat::new_with(|_| true)
    );
    play::arrange(&mut clients[1..]).await;
    clients[0].until(crate::common::client::Model::is_playing).await;
    server.stop().await;
}

async fn at_a_ranked_table() -> (TestServer, Hand, RoomId, Vec<Client>) {
    let (clock, hand) = Clock::by_hand(crate::common::START);
    let server = TestServer::start_on(Database::sqlite(), |config| config.clock = clock).await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    for client in &mut clients {
        client.until(|model| model.game.is_some()).await;
    }
    (server, hand, room, clients)
}

/// Another server on the same database, ten minutes later; the same people come back.
async fn restart(
    server: TestServer,
    room: RoomId,
    clients: Vec<Client>,
) -> (TestServer, Vec<Client>, Millis) {
    let (server, clients, now) = restart_after(OUTAGE, server, room, clients).await;
    (server, clients, now + OUTAGE)
}

/// So much later by the machine's clock. The time before is told.
async fn restart_after(
    ms: i64,
    server: TestServer,
    room: RoomId,
    mut clients: Vec<Client>,
) -> (TestServer, Vec<Client>, Millis) {
    let Done::Time { now } = clients[0].done(Command::Time).await else { panic!("no time") };
    let (clock, _hand) = Clock::by_hand(now + ms);
    let server = server.restart(|config| config.clock = clock).await;
    let mut back = Vec::new();
    for client in clients {
        let person = client.person.clone();
        back.push(table::come_back(&server, room, &person, client.cut()).await);
    }
    (server, back, now)
}
