//! Turns end by the server's clock.

use crate::common::{Client, TestServer, client::Model, table};
use protocol::{Command, Done, Link, Millis};
use rules::{Happened, Seat};

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_turn_passes_over_who_is_out() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (_, mut clients) = table::playing(&server, table::options()).await;
    table::stroll(&mut clients, 20).await;
    let game = clients[0].game();
    clients[1].done(Command::Surrender { game }).await;
    for client in &mut clients {
        client.until(|model| model.no == 21).await;
    }
    table::run_out_turn(&mut clients, &hand).await;
    for client in &mut clients {
        let view = client.model.view.as_ref().expect("a view");
        assert_eq!(view.last, Some(Happened::Timeout { seat: Seat::Red }));
        assert_eq!((view.turn, view.timeouts.red, view.steps), (Some(Seat::Blue), 1, 20));
        assert_eq!(client.model.clock.map(|clock| clock.seat), Some(Seat::Blue));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fifth_lost_turn_puts_out_while_the_others_play_on() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (_, mut clients) = table::playing(&server, table::options()).await;
    for round in 1..=5 {
        table::run_out_turn(&mut clients, &hand).await;
        let view = clients[2].model.view.as_ref().expect("a view");
        assert_eq!(view.timeouts.red, round);
        assert_eq!(view.out.len(), usize::from(round == 5));
        table::stroll(&mut clients, 3).await;
    }
    let view = clients[2].model.view.as_ref().expect("a view");
    assert_eq!((view.out[0].seat, view.turn), (Seat::Red, Some(Seat::Purple)), "red is passed over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_gone_for_a_minute_has_ten_seconds_until_it_is_back() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (room, mut clients) = table::playing(&server, table::options()).await;
    table::stroll(&mut clients, 1).await;
    // Purple is on turn, and loses its link.
    let purple = clients.remove(1);
    let (person, seen) = (purple.person.clone(), purple.cut());
    for client in &mut clients {
        client.until(|model| link(model, Seat::Purple) != Link::Up).await;
    }
    let limit = |clients: &[Client]| clients[0].model.clock.map(|clock| (clock.seat, clock.limit_ms));
    assert_eq!(limit(&clients), Some((Seat::Purple, 30_000)));
    table::run_out_turn(&mut clients, &hand).await;
    table::run_out_turn(&mut clients, &hand).await;
    table::stroll(&mut clients, 2).await;
    assert_eq!(limit(&clients), Some((Seat::Purple, 10_000)), "the minute is over");
    table::run_out_turn(&mut clients, &hand).await;
    table::stroll(&mut clients, 3).await;
    assert_eq!(limit(&clients), Some((Seat::Purple, 10_000)));

    let mut back = table::come_back(&server, room, &person, seen).await;
    for client in &mut clients {
        client.until(|model| link(model, Seat::Purple) == Link::Up).await;
    }
    back.until(|model| model.legal.is_some()).await;
    clients.insert(1, back);
    table::stroll(&mut clients, 4).await;
    assert_eq!(limit(&clients), Some((Seat::Purple, 30_000)), "a full turn again");
    server.stop().await;
}

fn link(model: &Model, seat: Seat) -> Link {
    model.room.as_ref().expect("in a room").seats.get(seat).as_ref().expect("somebody").link
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_of_the_clock_is_exact() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (room, mut clients) = table::playing(&server, table::options()).await;
    hand.advance(12_345);
    let watcher = table::watch(&server, room).await;
    let snapshot = watcher.model.room.as_ref().expect("in a room");
    let clock = watcher.model.clock.expect("a turn runs");
    assert_eq!(clock.deadline - snapshot.now, 30_000 - 12_345);
    let now = time(&mut clients[0]).await;
    assert_eq!(now, snapshot.now);
    table::stroll(&mut clients, 1).await;
    let last = clients[3].model.events.last().expect("an event");
    assert_eq!(last.at, now);
    assert_eq!(last.clock.map(|clock| clock.deadline - last.at), Some(30_000));
    server.stop().await;
}

async fn time(client: &mut Client) -> Millis {
    let Done::Time { now } = client.done(Command::Time).await else { panic!("no time") };
    now
}
