//! Ranked games in public rooms, of four and of two (单挑).

use crate::common::{Client, Person, TestServer, client::Model, table};
use protocol::{Command, Done, ErrorBody, FirstSeat, PlayerPage, Privacy, RankedFault, RoomId, RoomOptions};
use rules::{Players, RuleSet, Seat, Sight, ladder::ChangeReason};

/// How a ranked room of two may be.
fn duel() -> RoomOptions {
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    RoomOptions { first: FirstSeat::Lot, ..table::options_by(rules) }
}

fn ranked(options: RoomOptions) -> Command {
    Command::Create { ranked: true, options, password: None }
}

/// Two people at a ranked table.
async fn two_at_a_table(server: &TestServer) -> (RoomId, [Person; 2], Vec<Client>) {
    let people = [server.register("石头").await, server.register("Anna").await];
    let mut host = Client::connect(server, &people[0]).await;
    let Done::Room { room } = host.done(ranked(duel())).await else { panic!("no room") };
    let mut other = Client::connect(server, &people[1]).await;
    other.join(room).await;
    other.done(Command::Sit { room, seat: Seat::Blue }).await;
    let mut clients = vec![host, other];
    for client in &mut clients {
        client.until(|model| model.game.is_some()).await;
    }
    (room, people, clients)
}

async fn page(server: &TestServer, person: &Person) -> PlayerPage {
    server.get(&format!("/api/v1/players/{}", person.id())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ranked_duel_is_worth_one_point_and_so_is_the_next() {
    let server = TestServer::start().await;
    let (room, people, mut clients) = two_at_a_table(&server).await;
    for (round, score) in [(1, 1), (2, 2)] {
        table::arrange_as(&mut clients, &rules::BySeat::default()).await;
        table::stroll(&mut clients, 31).await;
        let game = clients[0].game();
        clients[1].done(Command::Surrender { game }).await;
        for client in &mut clients {
            client.until(|model| model.scores.is_some()).await;
            let scores = client.model.scores.expect("scores");
            let red = scores.red.expect("red's");
            let blue = scores.blue.expect("blue's");
            assert_eq!((red.before, red.change, red.reason), (score - 1, 1, ChangeReason::Win));
            assert_eq!((blue.before, blue.change, blue.reason), (1 - score, -1, ChangeReason::Loss));
            let seen = |model: &Model| {
                let seats = &model.room.as_ref().expect("a room").seats;
                [&seats.red, &seats.blue].map(|seat| seat.as_ref().map(|occupant| occupant.player.score))
            };
            client.until(|model| seen(model) == [Some(score), Some(-score)]).await;
        }
        let (winner, loser) = (page(&server, &people[0]).await, page(&server, &people[1]).await);
        assert_eq!((winner.standing.score, winner.two.won, winner.four.played), (score, round, 0));
        assert_eq!((loser.standing.score, loser.two.lost), (-score, round));
        for client in &mut clients {
            client.until(Model::has_ended).await;
            client.done(Command::Again { room, accept: true }).await;
        }
        for client in &mut clients {
            client.until(|model| model.game != Some(game)).await;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_within_thirty_steps_adds_nothing() {
    let server = TestServer::start().await;
    let (_, _, mut clients) = two_at_a_table(&server).await;
    table::arrange_as(&mut clients, &rules::BySeat::default()).await;
    table::stroll(&mut clients, 30).await;
    let game = clients[0].game();
    clients[0].done(Command::Surrender { game }).await;
    clients[1].until(|model| model.scores.is_some()).await;
    let scores = clients[1].model.scores.expect("scores");
    let changed = |score: Option<protocol::Score>| score.map(|score| (score.change, score.reason));
    assert_eq!(changed(scores.red), Some((-1, ChangeReason::Loss)));
    assert_eq!(changed(scores.blue), Some((0, ChangeReason::TooShort)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_can_be_ranked_only_as_all_ranked_games_are() {
    let server = TestServer::start().await;
    let person = server.register("石头").await;
    let mut client = Client::connect(&server, &person).await;
    let mut guest = Client::connect(&server, &server.guest().await).await;
    assert_eq!(guest.refused(ranked(duel())).await, ErrorBody::NeedAccount);
    let open = RuleSet { sight: Sight::Open, ..duel().rules };
    let refusals = [
        (RoomOptions { privacy: Privacy::Link, ..duel() }, RankedFault::Link),
        (RoomOptions { privacy: Privacy::Password, ..duel() }, RankedFault::Password),
        (RoomOptions { turn_seconds: 60, ..duel() }, RankedFault::Turn),
        (RoomOptions { first: FirstSeat::Red, ..duel() }, RankedFault::First),
        (RoomOptions { rules: open, ..duel() }, RankedFault::Rules),
    ];
    for (options, fault) in refusals.clone() {
        assert_eq!(client.refused(ranked(options)).await, ErrorBody::Ranked { fault });
    }
    let Done::Room { room } = client.done(ranked(duel())).await else { panic!("no room") };
    for (options, fault) in refusals {
        let configure = Command::Configure { room, options, password: None };
        assert_eq!(client.refused(configure).await, ErrorBody::Ranked { fault });
    }
    guest.join(room).await;
    assert_eq!(guest.refused(Command::Sit { room, seat: Seat::Blue }).await, ErrorBody::NeedAccount);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_is_free_until_a_ranked_game_is_arranged() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = [server.register("石头").await, server.register("Anna").await];
    // Within ten minutes after a start of the server leaving bars nobody.
    hand.advance(10 * 60_000);
    let mut host = Client::connect(&server, &people[0]).await;
    let Done::Room { room } = host.done(ranked(duel())).await else { panic!("no room") };
    host.done(Command::Stand { room }).await;
    host.done(Command::Sit { room, seat: Seat::Red }).await;
    let mut other = Client::connect(&server, &people[1]).await;
    other.join(room).await;
    let sit = Command::Sit { room, seat: Seat::Blue };
    other.done(sit.clone()).await;
    other.until(|model| model.game.is_some()).await;
    assert_eq!(other.refused(Command::Stand { room }).await, ErrorBody::WrongPhase);
    assert_eq!(host.refused(Command::Remove { room, seat: Seat::Blue }).await, ErrorBody::WrongPhase);
    let configure = Command::Configure { room, options: duel(), password: None };
    assert_eq!(host.refused(configure).await, ErrorBody::WrongPhase);
    assert_eq!(host.refused(Command::Swap { room, seat: Seat::Blue }).await, ErrorBody::WrongPhase);
    let game = other.game();
    other.done(Command::Flee { game }).await;
    assert_eq!(page(&server, &people[1]).await.two.fled, 1);
    assert_eq!(page(&server, &people[0]).await.two.fled, 0);
    let until = crate::common::START + 15 * 60_000;
    assert_eq!(other.refused(sit).await, ErrorBody::Barred { until });
    assert_eq!(other.refused(ranked(duel())).await, ErrorBody::Barred { until });
    host.until(|model| model.game.is_none()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_excuses_leaving_the_game_that_was_on_and_no_other() {
    let server = TestServer::start().await;
    let (room, people, mut clients) = two_at_a_table(&server).await;
    table::arrange_as(&mut clients, &rules::BySeat::default()).await;
    let server = server.restart(|_| {}).await;
    let mut back = Vec::new();
    for (client, person) in clients.into_iter().zip(&people) {
        back.push(table::come_back(&server, room, person, client.cut()).await);
    }
    // The same room, and the same people: the game that was on, and one that began since.
    for fled in [0, 1] {
        let game = back[1].game();
        back[1].done(Command::Flee { game }).await;
        for client in &mut back {
            client.until(|model| model.scores.is_some()).await;
        }
        assert_eq!(page(&server, &people[1]).await.two.fled, fled);
        for client in &mut back {
            // Nobody is barred from another one.
            client.done(Command::Again { room, accept: true }).await;
        }
        for client in &mut back {
            client.until(|model| model.game != Some(game)).await;
        }
        table::arrange_as(&mut back, &rules::BySeat::default()).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_fled_too_often_gets_no_seat_and_opens_no_such_room() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (_, people, mut clients) = two_at_a_table(&server).await;
    hand.advance(10 * 60_000);
    let game = clients[1].game();
    clients[1].done(Command::Flee { game }).await;
    let strict = RoomOptions { max_flee_percent: Some(50), ..table::options() };
    let (room, _host) = table::open(&server, strict.clone()).await;
    let mut fled = table::connect_again(&server, &people[1]).await;
    fled.join(room).await;
    let refused = ErrorBody::FleeRate { limit: 50 };
    assert_eq!(fled.refused(Command::Sit { room, seat: Seat::Blue }).await, refused);
    assert_eq!(fled.refused(table::create(strict)).await, refused);
    server.stop().await;
}
