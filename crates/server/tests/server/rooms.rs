//! A room of one's own: how it is found, who comes in, who is the host, and how it outlives its games.

use crate::common::{Client, FROM, TestServer, addresses_by_header, client::End, client::Model, table};
use protocol::{
    Channel, Command, Done, ErrorBody, Live, Mode, Notice, Password, PasswordFault, Phase, Privacy, Reply,
    RoomFilter, RoomId, RoomOptions, RoomStage, ServerFrame, Spectating, Words,
};
use reqwest::StatusCode;
use rules::{Players, RuleSet, Seat};
use server::Rate;

fn password(text: &str) -> Password {
    Password(text.to_owned())
}

fn two() -> RoomOptions {
    table::options_by(RuleSet { players: Players::Two, ..RuleSet::DEFAULT })
}

/// A guest opens a room with the password 芝麻开门.
async fn locked(server: &TestServer) -> (RoomId, Client) {
    let mut host = Client::connect(server, &server.guest().await).await;
    let options = RoomOptions { privacy: Privacy::Password, ..two() };
    let create = Command::Create { ranked: false, options, password: Some(password("芝麻开门")) };
    let Done::Room { room } = host.done(create).await else { panic!("no room") };
    host.until(|model| model.room.is_some()).await;
    (room, host)
}

async fn listed(server: &TestServer, query: &str) -> Vec<RoomId> {
    let live: Live = server.get(&format!("/api/v1/live{query}")).await;
    live.rooms.iter().map(|room| room.room).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_asked_for_what_one_looks_for() {
    let server = TestServer::start().await;
    let (four, mut host) = table::open(&server, table::options()).await;
    let (duel, _players) = table::playing(&server, two()).await;
    let (lone, _duellist) = table::open(&server, two()).await;
    let (secret, _friend) =
        table::open(&server, RoomOptions { privacy: Privacy::Link, ..table::options() }).await;
    let (behind, _keeper) = locked(&server).await;
    for (query, filter, expected) in [
        ("", RoomFilter::default(), vec![behind, lone, duel, four]),
        (
            "?mode=duel",
            RoomFilter { mode: Some(Mode::Duel), ..RoomFilter::default() },
            vec![behind, lone, duel],
        ),
        ("?mode=four", RoomFilter { mode: Some(Mode::Four), ..RoomFilter::default() }, vec![four]),
        ("?mode=flip", RoomFilter { mode: Some(Mode::Flip), ..RoomFilter::default() }, vec![]),
        ("?ranked=true", RoomFilter { ranked: Some(true), ..RoomFilter::default() }, vec![]),
        ("?running=true", RoomFilter { running: Some(true), ..RoomFilter::default() }, vec![duel]),
        ("?free=true", RoomFilter { free: Some(true), ..RoomFilter::default() }, vec![behind, lone, four]),
        (
            "?free=true&mode=four&running=false&ranked=false",
            RoomFilter {
                mode: Some(Mode::Four),
                ranked: Some(false),
                free: Some(true),
                running: Some(false),
            },
            vec![four],
        ),
    ] {
        assert_eq!(listed(&server, query).await, expected, "{query}");
        let Done::Live(live) = host.done(Command::List { filter }).await else { panic!("no list") };
        assert_eq!(live.rooms.iter().map(|room| room.room).collect::<Vec<_>>(), expected, "{query}");
        assert!(expected.iter().all(|room| *room != secret));
    }
    for query in ["?mode=chess", "?ranked=perhaps", "?seats=2"] {
        let response = server.http.get(server.url(&format!("/api/v1/live{query}"))).send().await;
        assert_eq!(
            crate::common::problem(response.expect("an answer"), StatusCode::BAD_REQUEST).await,
            "bad-address"
        );
    }
    let live: Live = server.get("/api/v1/live?running=true").await;
    let room = &live.rooms[0];
    assert_eq!((room.stage, room.options.turn_seconds, room.watchers), (RoomStage::Playing, 30, 0));
    assert_eq!(room.host.as_ref().map(|host| host.id), room.players.red.as_ref().map(|player| player.id));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_can_not_be_is_refused_by_the_name_of_its_fault() {
    let server = TestServer::start().await;
    let mut guest = Client::connect(&server, &server.guest().await).await;
    let locked = RoomOptions { privacy: Privacy::Password, ..two() };
    let fault = |fault| ErrorBody::Password { fault };
    for (options, password, expected) in [
        (
            RoomOptions { turn_seconds: 14, ..two() },
            None,
            ErrorBody::Options { field: "turn_seconds".into() },
        ),
        (
            RoomOptions { arrange_seconds: 601, ..two() },
            None,
            ErrorBody::Options { field: "arrange_seconds".into() },
        ),
        (
            RoomOptions { max_flee_percent: Some(101), ..two() },
            None,
            ErrorBody::Options { field: "max_flee_percent".into() },
        ),
        (
            RoomOptions { first: protocol::FirstSeat::Green, ..two() },
            None,
            ErrorBody::Options { field: "first".into() },
        ),
        (locked.clone(), None, fault(PasswordFault::Missing)),
        (locked.clone(), Some(password("")), fault(PasswordFault::Length)),
        (locked, Some(password(&"x".repeat(33))), fault(PasswordFault::Length)),
        (two(), Some(password("x")), fault(PasswordFault::Unwanted)),
    ] {
        let create = Command::Create { ranked: false, options, password };
        assert_eq!(guest.refused(create).await, expected);
    }
    let (room, _host) = table::open(&server, two()).await;
    let mut host = Client::connect(&server, &server.guest().await).await;
    host.join(room).await;
    let configure = Command::Configure { room, options: two(), password: Some(password("x")) };
    assert_eq!(host.refused(configure).await, fault(PasswordFault::Unwanted));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_know_the_password_neither_sits_nor_watches() {
    let server = TestServer::start().await;
    let (room, mut host) = locked(&server).await;
    let mut stranger = Client::connect(&server, &server.guest().await).await;
    let join = |text: Option<Password>| Command::Join { room, have: None, password: text };
    let fault = |fault| ErrorBody::Password { fault };
    assert_eq!(stranger.refused(join(None)).await, fault(PasswordFault::Needed));
    assert_eq!(stranger.refused(join(Some(password("芝麻")))).await, fault(PasswordFault::Wrong));
    for command in [
        Command::Sit { room, seat: Seat::Blue },
        Command::Say { room, channel: Channel::Table, words: Words::Text("开门".to_owned()) },
    ] {
        assert_eq!(stranger.refused(command).await, ErrorBody::NoSuchRoom);
    }
    let mut friend = Client::connect(&server, &server.guest().await).await;
    friend.done(join(Some(password("芝麻开门")))).await;
    friend.done(Command::Sit { room, seat: Seat::Blue }).await;
    friend.until(|model| model.game.is_some()).await;
    let path = format!("/api/v1/games/{}", friend.game());
    let response = server.http.get(server.url(&path)).send().await.expect("an answer");
    assert_eq!(crate::common::problem(response, StatusCode::NOT_FOUND).await, "no-such-game");
    assert_eq!(stranger.refused(join(None)).await, fault(PasswordFault::Needed));

    let live: serde_json::Value = server.get("/api/v1/live").await;
    assert_eq!(live["rooms"][0]["options"]["privacy"], "password");
    host.done(Command::Time).await;
    let sent: String =
        [&host, &friend, &stranger].iter().flat_map(|client| client.frames.iter()).cloned().collect();
    assert!(!(sent + &live.to_string()).contains("芝麻"), "it is told to nobody");
    server.stop().await;
}

#[tokio::test]
async fn an_address_guesses_as_often_as_four_accounts_whatever_guests_it_has() {
    let server = TestServer::start_with(|config| {
        config.clock = server::Clock::by_hand(crate::common::START).0;
        config.limits.room_password = Rate { every_ms: 10_000, burst: 3 };
        config.proxies = Some(addresses_by_header());
    })
    .await;
    let (room, _host) = locked(&server).await;
    let join = |text| Command::Join { room, have: None, password: Some(password(text)) };
    let guest =
        async |address| Client::connect_with(&server, &server.guest().await, &[(FROM, address)]).await;
    let wrong = ErrorBody::Password { fault: PasswordFault::Wrong };
    let mut guesses = 0;
    for _ in 0..6 {
        let mut stranger = guest("2001:db8::1").await;
        for _ in 0..3 {
            let refused = stranger.refused(join("1234")).await;
            if refused == wrong {
                guesses += 1;
            } else {
                assert!(matches!(refused, ErrorBody::TooFast { .. }), "{refused:?}");
            }
        }
    }
    assert_eq!(guesses, 12);
    // The network counts; elsewhere nobody has guessed.
    assert!(matches!(guest("2001:db8::2").await.refused(join("芝麻开门")).await, ErrorBody::TooFast { .. }));
    guest("2001:db8:0:1::1").await.done(join("芝麻开门")).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_not_guessed_fast() {
    let server = TestServer::start_with(|config| {
        config.clock = server::Clock::by_hand(crate::common::START).0;
        config.limits.room_password = Rate { every_ms: 10_000, burst: 3 };
        config.proxies = Some(addresses_by_header());
    })
    .await;
    let (room, mut host) = locked(&server).await;
    let guess = Command::Join { room, have: None, password: Some(password("1234")) };
    let wrong = ErrorBody::Password { fault: PasswordFault::Wrong };
    let mut guessed = 0;
    'all: for number in 0..20 {
        let from = format!("192.0.2.{number}");
        let mut stranger = Client::connect_with(&server, &server.guest().await, &[(FROM, &from)]).await;
        for _ in 0..3 {
            let error = stranger.refused(guess.clone()).await;
            if matches!(error, ErrorBody::TooFast { .. }) {
                break 'all;
            }
            assert_eq!(error, wrong);
            guessed += 1;
        }
        assert_eq!(stranger.refused(guess.clone()).await, ErrorBody::TooFast { retry_ms: 10_000 });
    }
    assert_eq!(guessed, 30, "whoever guesses, the room is guessed at so often");
    let configure = |text| Command::Configure {
        room,
        options: RoomOptions { privacy: Privacy::Password, ..two() },
        password: Some(password(text)),
    };
    for text in ["a", "b", "c"] {
        host.done(configure(text)).await;
    }
    assert_eq!(host.refused(configure("d")).await, ErrorBody::TooFast { retry_ms: 10_000 });
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_removes_changes_and_passes_on() {
    let server = TestServer::start().await;
    let (room, mut players) = table::gather(&server, table::options()).await;
    let [host, second, third, _fourth] = &mut players[..] else { panic!("four") };
    let game = host.game();
    second.done(Command::Ready { game, layout: crate::common::play::LAYOUT.to_owned() }).await;
    let remove = |seat| Command::Remove { room, seat };
    assert_eq!(second.refused(remove(Seat::Blue)).await, ErrorBody::NotHost);
    assert_eq!(host.refused(remove(Seat::Red)).await, ErrorBody::Yourself);
    host.done(remove(Seat::Purple)).await;
    second.until(|model| matches!(model.notices[..], [.., Notice::Removed { .. }])).await;
    assert!(matches!(
        second.refused(Command::Sit { room, seat: Seat::Purple }).await,
        ErrorBody::Removed { .. }
    ));
    assert_eq!(host.refused(remove(Seat::Purple)).await, ErrorBody::SeatEmpty);

    let options = RoomOptions { turn_seconds: 45, ..table::options() };
    let configure = Command::Configure { room, options: options.clone(), password: None };
    assert_eq!(third.refused(configure.clone()).await, ErrorBody::NotHost);
    host.done(configure).await;
    for client in [&mut *second, &mut *third] {
        client.until(|model| model.room.as_ref().is_some_and(|room| room.options == options)).await;
    }
    assert_eq!(third.model.room.as_ref().map(|room| &room.phase), Some(&Phase::Gathering));
    let mut newcomer = table::watch(&server, room).await;
    newcomer.done(Command::Sit { room, seat: Seat::Purple }).await;

    host.done(Command::PassHost { room, seat: Seat::Blue }).await;
    third
        .until(|model| {
            let host = model.room.as_ref().and_then(|room| room.host.as_ref());
            host.is_some_and(|host| host.name != players_name(model, Seat::Red))
        })
        .await;
    assert_eq!(host.refused(remove(Seat::Purple)).await, ErrorBody::NotHost);
    third.done(Command::SetSpectating { room, spectating: Spectating::Closed }).await;
    server.stop().await;
}

fn players_name(model: &Model, seat: Seat) -> String {
    let seats = &model.room.as_ref().expect("a room").seats;
    seats.get(seat).as_ref().map(|occupant| occupant.player.name.clone()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_change_seats_by_consent() {
    let server = TestServer::start().await;
    let (room, mut host) = table::open(&server, table::options()).await;
    let mut friend = table::watch(&server, room).await;
    assert_eq!(friend.refused(Command::Swap { room, seat: Seat::Red }).await, ErrorBody::NotSeated);
    friend.done(Command::Sit { room, seat: Seat::Green }).await;
    assert_eq!(friend.refused(Command::Swap { room, seat: Seat::Blue }).await, ErrorBody::SeatEmpty);
    assert_eq!(host.refused(Command::AnswerSwap { room, accept: true }).await, ErrorBody::NoSwap);
    friend.done(Command::Swap { room, seat: Seat::Red }).await;
    assert_eq!(host.refused(Command::Swap { room, seat: Seat::Green }).await, ErrorBody::SwapOpen);
    host.done(Command::AnswerSwap { room, accept: true }).await;
    host.until(|model| model.room.as_ref().map(|room| room.you) == Some(rules::Viewer::Seat(Seat::Green)))
        .await;
    friend
        .until(|model| model.room.as_ref().map(|room| room.you) == Some(rules::Viewer::Seat(Seat::Red)))
        .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_game_the_same_people_play_another_one() {
    let server = TestServer::start().await;
    let (room, mut players) = table::playing(&server, two()).await;
    let mut watcher = table::watch(&server, room).await;
    let first = players[0].game();
    players[0].done(Command::Flee { game: first }).await;
    for client in players.iter_mut().chain([&mut watcher]) {
        client.until(Model::has_ended).await;
    }
    let say = Command::Say { room, channel: Channel::Table, words: Words::Text("再来".to_owned()) };
    watcher.done(say).await;
    assert_eq!(listed(&server, "?running=false&free=false").await, [room], "people are still there");
    let again = Command::Again { room, accept: true };
    assert_eq!(watcher.refused(again.clone()).await, ErrorBody::NotSeated);
    for client in &mut players {
        client.done(again.clone()).await;
    }
    for client in players.iter_mut().chain([&mut watcher]) {
        client.until(|model| model.game.is_some_and(|game| game != first)).await;
        assert_eq!(client.model.said.len(), 1, "talk goes on");
    }
    table::arrange_as(&mut players, &rules::BySeat::default()).await;
    table::stroll(&mut players, 3).await;
    watcher.until(|model| model.no == 3).await;
    let second = players[0].game();
    players[1].done(Command::Flee { game: second }).await;
    players[0].until(Model::has_ended).await;
    for game in [first, second] {
        let page: serde_json::Value = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!(page["state"]["t"], "finished");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_another_game_is_in_no_other_one() {
    let server = TestServer::start().await;
    let (room, mut players) = table::playing(&server, two()).await;
    let game = players[0].game();
    players[0].done(Command::Flee { game }).await;
    players[1].until(Model::has_ended).await;
    let Done::Room { room: other } = players[1].done(table::create(two())).await else {
        panic!("free to play")
    };
    let again = Command::Again { room, accept: true };
    assert_eq!(players[1].refused(again.clone()).await, ErrorBody::InGame { room: other });
    players[0].done(again).await;
    assert_eq!(players[0].refused(table::create(two())).await, ErrorBody::InGame { room });
    players[0].done(Command::Again { room, accept: false }).await;
    players[0].done(table::create(two())).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_without_people_is_closed_after_a_while() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (room, host) = table::open(&server, two()).await;
    host.close().await;
    let mut visitor = Client::connect(&server, &server.guest().await).await;
    let join = Command::Join { room, have: None, password: None };
    // The seat is given up after a minute, and the room after five more.
    for ms in [60_000, 5 * 60_000] {
        assert!(matches!(visitor.done(join.clone()).await, Done::Room { .. }));
        visitor.done(Command::Part { room }).await;
        hand.advance(ms);
        visitor.done(Command::Time).await;
    }
    while !matches!(visitor.ask(join.clone()).await, Reply::Error(ErrorBody::NoSuchRoom)) {
        visitor.done(Command::Part { room }).await;
        hand.advance(5 * 60_000);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_server_stops_idle_rooms_say_that_they_close_and_games_come_back() {
    let server = TestServer::start().await;
    let (gathering, mut host) = table::open(&server, two()).await;
    let (running, players) = table::playing(&server, RoomOptions { privacy: Privacy::Link, ..two() }).await;
    let (ended, mut losers) = table::playing(&server, two()).await;
    let game = losers[0].game();
    losers[0].done(Command::Flee { game }).await;
    let people: Vec<_> = players.iter().map(|client| client.person.clone()).collect();
    let shutdown = server.shutdown();
    shutdown.cancel();
    for (client, room) in [(&mut host, gathering), (&mut losers[1], ended)] {
        client.until(|model| model.notices.contains(&Notice::Closed { room })).await;
        assert_eq!(client.end().await, End::Closed(1001));
    }
    drop(players);
    let server = server.restart(|_| {}).await;
    let mut back = Vec::new();
    for person in &people {
        let mut client = table::connect_again(&server, person).await;
        assert_eq!(client.hello.room, Some(running));
        client.join(running).await;
        back.push(client);
    }
    let snapshot = back[1].model.room.clone().expect("a room");
    assert_eq!(snapshot.host.map(|host| host.id), Some(people[0].id()));
    assert_eq!(snapshot.options.privacy, Privacy::Link);
    back[0].done(Command::SetSpectating { room: running, spectating: Spectating::Closed }).await;
    let mut host = table::connect_again(&server, &host.person.clone()).await;
    assert_eq!(host.hello.room, None);
    for room in [gathering, ended] {
        let join = Command::Join { room, have: None, password: None };
        assert_eq!(host.refused(join).await, ErrorBody::NoSuchRoom);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_sends_spectators_away_in_the_middle_of_a_game() {
    let server = TestServer::start().await;
    let (room, mut players) = table::playing(&server, two()).await;
    let mut watcher = table::watch(&server, room).await;
    players[0].done(Command::SetSpectating { room, spectating: Spectating::Closed }).await;
    watcher.until(|model| model.notices.contains(&Notice::Dismissed { room })).await;
    table::stroll(&mut players, 2).await;
    let join = Command::Join { room, have: None, password: None };
    assert_eq!(watcher.refused(join.clone()).await, ErrorBody::NoWatching);
    let heard = |text: &String| {
        serde_json::from_str::<ServerFrame>(text).is_ok_and(|it| matches!(it, ServerFrame::Event(_)))
    };
    assert!(!watcher.frames.iter().any(heard), "and they hear no move");
    players[0].done(Command::SetSpectating { room, spectating: Spectating::Open }).await;
    watcher.join(room).await;
    watcher.until(|model| model.no == 2).await;
    server.stop().await;
}
