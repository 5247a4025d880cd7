//! How much one client may have open and ask for.

use crate::common::{
    Client, FROM, PATIENCE, Person, START, TestServer, addresses_by_header, play, problem, table,
};
use protocol::{BotLevel, Command, Done, ErrorBody, Reply, VERSION};
use reqwest::StatusCode;
use rules::{BySeat, RuleSet};
use server::{Clock, Limits, Loopback, Rate};
use tokio::time::timeout;
use tokio_tungstenite::{
    connect_async,
    tungstenite::{self, client::IntoClientRequest},
};

/// Sockets of one account.
const OF_ACCOUNT: usize = 16;

/// Opens a socket, or is refused one.
async fn knock(server: &TestServer, person: &Person) -> Result<Client, u16> {
    let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
    let bearer = format!("Bearer {}", person.token).parse().expect("a header");
    request.headers_mut().insert("authorization", bearer);
    match connect_async(request).await {
        Ok((socket, _)) => Ok(Client::over(socket, person)),
        Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
        Err(err) => panic!("neither let in nor refused: {err}"),
    }
}

/// So many at the same moment: those who were let in, and have been greeted.
async fn knock_at_once(server: &TestServer, people: &[Person]) -> Vec<Client> {
    let knocking = people.iter().map(|person| knock(server, person));
    let answered = futures_util::future::join_all(knocking).await;
    let mut inside = Vec::new();
    for (number, answer) in (1u64..).zip(answered) {
        match answer {
            Ok(mut client) => {
                client.number_from(number << 20);
                let hello = client.ask(Command::Hello { version: VERSION }).await;
                assert!(matches!(hello, Reply::Ok(Done::Hello(_))), "{hello:?}");
                inside.push(client);
            }
            Err(status) => assert_eq!(status, 429),
        }
    }
    inside
}

/// The place of a socket that was closed is free a moment later.
async fn knock_until_let_in(server: &TestServer, person: &Person) -> Client {
    let knocking = async {
        loop {
            if let Ok(client) = knock(server, person).await {
                return client;
            }
        }
    };
    tokio::time::timeout(crate::common::PATIENCE, knocking).await.expect("a place becomes free")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_sixteen_sockets_and_no_more() {
    let server = TestServer::start().await;
    let (one, other) = (server.guest().await, server.guest().await);
    let mut inside = knock_at_once(&server, &vec![one.clone(); 3 * OF_ACCOUNT]).await;
    assert_eq!(inside.len(), OF_ACCOUNT, "however many come at the same moment");
    assert_eq!(knock(&server, &one).await.err(), Some(429));
    knock(&server, &other).await.expect("others are not concerned").close().await;
    inside.pop().expect("sixteen").close().await;
    inside.push(knock_until_let_in(&server, &one).await);
    assert_eq!(knock(&server, &one).await.err(), Some(429));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_that_died_without_a_word_are_found_and_their_places_are_free() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (person, mut living) = (server.guest().await, Client::connect(&server, &server.guest().await).await);
    // They stay open, and nobody answers any more whether he is there.
    let dead = knock_at_once(&server, &vec![person.clone(); OF_ACCOUNT]).await;
    assert_eq!(knock(&server, &person).await.err(), Some(429));
    let finding = async {
        loop {
            hand.advance(1_000);
            let Done::Time { now } = living.done(Command::Time).await else { panic!("no time") };
            if let Ok(client) = knock(&server, &person).await {
                client.close().await;
                return now;
            }
        }
    };
    let found = tokio::time::timeout(crate::common::PATIENCE, finding).await.expect("they are found");
    assert!(found - START >= 60_000, "whoever is silent for a minute may be there");
    drop(dead);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_sockets_and_no_more() {
    let server = TestServer::start_with(|config| {
        config.limits = Limits { sockets: 5, loopback: Loopback::Bounded, ..Limits::none() };
    })
    .await;
    let mut people = Vec::new();
    for _ in 0..9 {
        people.push(server.guest().await);
    }
    let mut inside = knock_at_once(&server, &people).await;
    assert_eq!(inside.len(), 5);
    assert_eq!(knock(&server, &people[8]).await.err(), Some(429));
    inside.pop().expect("five").close().await;
    inside.push(knock_until_let_in(&server, &people[8]).await);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn this_machine_is_not_bound_unless_it_is_said_so() {
    let server = TestServer::start_with(|config| {
        config.limits = Limits { sockets: 1, ..Limits::none() };
    })
    .await;
    let people = [server.guest().await, server.guest().await];
    assert_eq!(knock_at_once(&server, &people).await.len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn whoever_asks_too_often_is_told_when_to_ask_again() {
    let rate = Rate { every_ms: 60_000, burst: 6 };
    let server = TestServer::start_with(|config| {
        config.limits = Limits { request: rate, ..Limits::none() };
    })
    .await;
    let get = async |path: &str| server.http.get(server.url(path)).send().await.expect("an answer");
    for path in ["live", "leaderboard", "me", "me/layouts", "games/x", "players/x"] {
        let status = get(&format!("/api/v1/{path}")).await.status();
        assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
    for path in ["live", "leaderboard", "me/layouts", "games/x/replay"] {
        let response = get(&format!("/api/v1/{path}")).await;
        let seconds: u64 =
            response.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
        assert!((1..=60).contains(&seconds), "{seconds}");
        assert_eq!(problem(response, StatusCode::TOO_MANY_REQUESTS).await, "too-many-requests");
    }
    assert_eq!(get("/healthz").await.status(), StatusCode::OK, "only the API is meant");
    server.stop().await;
}

#[tokio::test]
async fn talk_is_slowed_down_for_all_connections_of_an_account() {
    let (clock, hand) = server::Clock::by_hand(crate::common::START);
    let server = TestServer::start_with(|config| {
        config.limits = Limits { talk: Rate { every_ms: 1_500, burst: 3 }, ..Limits::none() };
        config.clock = clock;
    })
    .await;
    let (room, mut host) = table::open(&server, table::options()).await;
    let mut tab = table::connect_again(&server, &host.person.clone()).await;
    tab.join(room).await;
    let say = |text: &str| {
        let words = protocol::Words::Text(text.to_owned());
        protocol::Command::Say { room, channel: protocol::Channel::Table, words }
    };
    for text in ["一", "二", "三"] {
        host.done(say(text)).await;
    }
    for client in [&mut host, &mut tab] {
        let refused = client.refused(say("四")).await;
        assert_eq!(refused, protocol::ErrorBody::TooFast { retry_ms: 1_500 });
    }
    let at = "n5".parse().expect("a point");
    let game = protocol::GameId(uuid::Uuid::nil());
    let refused = tab.refused(protocol::Command::Point { game, at, to: None }).await;
    assert_eq!(refused, protocol::ErrorBody::TooFast { retry_ms: 1_500 }, "pointing counts as talk");
    hand.advance(1_500);
    tab.done(say("四")).await;
    host.until(|model| model.said.len() == 4).await;
    server.stop().await;
}

#[tokio::test]
async fn an_account_has_thirty_two_rooms_and_no_more() {
    let (clock, hand) = Clock::by_hand(START);
    let server = TestServer::start_with(|config| {
        config.clock = clock;
        config.limits.rooms_per_account = Limits::default().rooms_per_account;
    });
    let server = server.await;
    let mut client = Client::connect(&server, &server.guest().await).await;
    let create = || table::create(table::options());
    for _ in 0..32 {
        let Done::Room { room } = client.done(create()).await else { panic!("no room") };
        client.done(Command::Stand { room }).await;
        client.done(Command::Part { room }).await;
    }
    assert_eq!(client.refused(create()).await, ErrorBody::TooManyRooms);
    let mut other = Client::connect(&server, &server.guest().await).await;
    other.done(create()).await;
    // Nobody is in them.
    hand.advance(5 * 60_000);
    let opening = async { while let Reply::Error(ErrorBody::TooManyRooms) = client.ask(create()).await {} };
    timeout(PATIENCE, opening).await.expect("they are gone");
    server.stop().await;
}

#[tokio::test]
async fn there_are_so_many_rooms_and_no_more() {
    let server = TestServer::start_with(|config| config.limits = Limits { rooms: 2, ..Limits::none() }).await;
    for _ in 0..2 {
        table::open(&server, table::options()).await;
    }
    let mut third = Client::connect(&server, &server.guest().await).await;
    assert_eq!(third.refused(table::create(table::options())).await, ErrorBody::TooManyRooms);
    let practice = Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT };
    assert_eq!(third.refused(practice).await, ErrorBody::TooManyRooms);
    // Quick matches are not concerned.
    let people = server.register_four().await;
    play::match_four(&server, &people).await;
    server.stop().await;
}

/// Guests are free: who has many has no more rooms.
#[tokio::test]
async fn an_address_has_so_many_rooms_and_no_more() {
    let (clock, hand) = Clock::by_hand(START);
    let server = TestServer::start_with(|config| {
        config.clock = clock;
        config.limits = Limits { rooms_per_address: 2, ..Limits::none() };
        config.proxies = Some(addresses_by_header());
    });
    let server = server.await;
    let from = async |address: &str| {
        let guest = server.guest().await;
        Client::connect_with(&server, &guest, &[(FROM, address)]).await
    };
    let create = || table::create(table::options());
    let (mut first, mut second) = (from("192.0.2.1").await, from("192.0.2.1").await);
    let Done::Room { room } = first.done(create()).await else { panic!("no room") };
    second.done(create()).await;
    let mut third = from("192.0.2.1").await;
    assert_eq!(third.refused(create()).await, ErrorBody::TooManyRooms);
    let practice = Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT };
    assert_eq!(third.refused(practice).await, ErrorBody::TooManyRooms);
    from("192.0.2.2").await.done(create()).await;
    first.done(Command::Stand { room }).await;
    first.done(Command::Part { room }).await;
    // Nobody is in it.
    hand.advance(5 * 60_000);
    let opening = async { while let Reply::Error(ErrorBody::TooManyRooms) = third.ask(create()).await {} };
    timeout(PATIENCE, opening).await.expect("it is gone");
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_is_there_again_after_a_restart_counts_for_its_host() {
    let server = TestServer::start().await;
    let (room, clients) = table::playing(&server, table::options()).await;
    let mut alone = Client::connect(&server, &server.guest().await).await;
    let practice = || Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT };
    let Done::Room { room: with_bots } = alone.done(practice()).await else { panic!("no room") };
    alone.until(|model| model.game.is_some()).await;
    table::arrange_as(std::slice::from_mut(&mut alone), &BySeat::default()).await;
    // What a quick match has made is nobody's.
    let people = server.register_four().await;
    play::match_four(&server, &people).await;
    let hosts = [(clients[0].person.clone(), room), (alone.person.clone(), with_bots)];
    drop((clients, alone));

    let one_each = Limits { rooms: 3, rooms_per_account: 1, ..Limits::none() };
    let server = server.restart(|config| config.limits = one_each).await;
    let mut back = Vec::new();
    for (host, room) in hosts {
        let mut client = Client::connect(&server, &host).await;
        client.join(room).await;
        // Out of its game, but the room is there.
        let game = client.game();
        client.done(Command::Flee { game }).await;
        assert_eq!(client.refused(practice()).await, ErrorBody::TooManyRooms);
        back.push(client);
    }
    let mut third = Client::connect(&server, &server.guest().await).await;
    third.done(practice()).await;
    let mut fourth = Client::connect(&server, &server.guest().await).await;
    assert_eq!(fourth.refused(practice()).await, ErrorBody::TooManyRooms, "three in all");
    server.stop().await;
}
