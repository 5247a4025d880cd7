//! Guests: what they may play, and what they keep when they register.

use protocol::{
    AccountKind, Command, Done, ErrorBody, FirstSeat, GamePage, GameState, Me, PlayedGames, PlayerPage,
    QueueMode, Registration, RoomOptions, Token,
};
use reqwest::StatusCode;
use rules::{Players, RuleSet, Seat};

use crate::common::{
    Client, Database, PASSWORD, Person, TestServer,
    client::Model,
    read,
    table::{self, options_by},
};

on_both_databases![who_signs_up_in_mid_game_keeps_seat_game_and_history];

const TWO: RuleSet = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };

async fn sign_up(server: &TestServer, guest: &Person, name: &str) -> Person {
    let body = Registration { name: name.to_owned(), password: PASSWORD.to_owned(), invite: None };
    let response = server.post("/api/v1/register", Some(guest), &body).await;
    let token: Token = read(response, StatusCode::CREATED).await;
    Person { token: token.token, account: token.account }
}

async fn who_signs_up_in_mid_game_keeps_seat_game_and_history(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let (room, mut clients) = table::playing(&server, options_by(TWO)).await;
    table::stroll(&mut clients, 2).await;
    let (game, seat) = (clients[0].game(), clients[0].seat());
    let guest = clients[0].person.clone();
    let person = sign_up(&server, &guest, "石头").await;
    assert_eq!((person.id(), person.account.kind), (guest.id(), AccountKind::Person));
    let request = server.http.get(server.url("/api/v1/me")).bearer_auth(&guest.token);
    let old = request.send().await.expect("an answer");
    assert_eq!(old.status(), StatusCode::UNAUTHORIZED, "the guest's login has been replaced");
    let me: Me = server.get_as(&person, "/api/v1/me").await;
    assert_eq!((me.account.name.as_str(), me.room), ("石头", Some(room)));

    // The next moves are made by the same seat, over a connection of the new login.
    let seen = clients.remove(0).close().await;
    let back = table::come_back(&server, room, &person, seen).await;
    assert_eq!((back.seat(), back.game()), (seat, game));
    clients.insert(0, back);
    table::stroll(&mut clients, 18).await;
    clients[1].done(Command::Surrender { game }).await;
    clients[0].until(|model| model.view.as_ref().is_some_and(|view| view.result.is_some())).await;
    let path = format!("/api/v1/players/{}", person.id());
    let page: PlayerPage = server.get(&path).await;
    assert_eq!((page.kind, page.unranked.won), (AccountKind::Person, 1));
    let games: PlayedGames = server.get(&format!("{path}/games")).await;
    assert_eq!(games.games.iter().map(|played| played.game.id).collect::<Vec<_>>(), [game]);
    server.stop().await;
}

#[tokio::test]
async fn two_guests_play_each_other_unranked_and_nothing_else() {
    let server = TestServer::start().await;
    let (_, mut clients) = table::playing(&server, options_by(TWO)).await;
    let kinds = |client: &Client| {
        let room = client.model.room.as_ref().expect("a room");
        let seats = room.seats.iter().filter_map(|(_, seat)| seat.as_ref());
        (room.ranked, seats.map(|seat| seat.player.kind).collect::<Vec<_>>())
    };
    assert_eq!(kinds(&clients[0]), (false, vec![AccountKind::Guest; 2]));
    table::stroll(&mut clients, 4).await;
    let mut third = Client::connect(&server, &server.guest().await).await;
    assert_eq!(third.refused(Command::Queue { mode: QueueMode::Two }).await, ErrorBody::NeedAccount);
    let options = RoomOptions { first: FirstSeat::Lot, ..options_by(TWO) };
    let ranked = Command::Create { ranked: true, options, password: None };
    assert_eq!(third.refused(ranked).await, ErrorBody::NeedAccount);
    server.stop().await;
}

/// Whom a client sees on a seat.
fn seen(model: &Model, seat: Seat) -> Option<(AccountKind, &str)> {
    let player = &model.room.as_ref()?.seats.get(seat).as_ref()?.player;
    Some((player.kind, player.name.as_str()))
}

#[tokio::test]
async fn who_signs_up_in_a_room_is_seen_so_and_plays_the_next_game_so() {
    let server = TestServer::start().await;
    let (room, mut clients) = table::playing(&server, options_by(TWO)).await;
    let guests = [clients[0].person.clone(), clients[1].person.clone()];
    // In a running game, over the connection that there is: the other sees it, and it ends with the names that it began with.
    sign_up(&server, &guests[0], "石头").await;
    clients[1].until(|model| seen(model, Seat::Red) == Some((AccountKind::Person, "石头"))).await;
    clients[1]
        .until(|model| model.room.as_ref().expect("a room").host.as_ref().expect("a host").name == "石头")
        .await;
    let first = clients[0].game();
    clients[1].done(Command::Flee { game: first }).await;
    // Between the games.
    for client in &mut clients {
        client.until(Model::has_ended).await;
    }
    sign_up(&server, &guests[1], "Anna").await;
    clients[0].until(|model| seen(model, Seat::Blue) == Some((AccountKind::Person, "Anna"))).await;
    for client in &mut clients {
        client.done(Command::Again { room, accept: true }).await;
    }
    for client in &mut clients {
        client.until(|model| model.game != Some(first)).await;
    }
    table::arrange_as(&mut clients, &rules::BySeat::default()).await;
    let second = clients[0].game();
    clients[1].done(Command::Flee { game: second }).await;
    clients[0].until(Model::has_ended).await;
    for (game, kind) in [(first, AccountKind::Guest), (second, AccountKind::Person)] {
        let page: GamePage = server.get(&format!("/api/v1/games/{game}")).await;
        let GameState::Finished { head, .. } = page.state else { panic!("it has ended") };
        let kinds: Vec<_> =
            head.players.iter().filter_map(|(_, player)| Some(player.as_ref()?.kind)).collect();
        assert_eq!(kinds, [kind; 2]);
        let names: Vec<_> =
            head.players.iter().filter_map(|(_, it)| Some(it.as_ref()?.name.clone())).collect();
        let expected = match kind {
            AccountKind::Guest => guests.clone().map(|guest| guest.account.name),
            AccountKind::Person | AccountKind::Bot => ["石头", "Anna"].map(str::to_owned),
        };
        assert_eq!(names, expected);
    }
    server.stop().await;
}

#[tokio::test]
async fn who_has_signed_up_is_seen_so_after_a_restart_too() {
    let server = TestServer::start().await;
    let (room, mut clients) = table::playing(&server, options_by(TWO)).await;
    let guest = clients[0].person.clone();
    sign_up(&server, &guest, "石头").await;
    clients[1].until(|model| seen(model, Seat::Red) == Some((AccountKind::Person, "石头"))).await;
    // The one who signed up does not come back.
    let other = clients[1].person.clone();
    drop(clients);
    let server = server.restart(|_| {}).await;
    let mut back = table::connect_again(&server, &other).await;
    back.join(room).await;
    assert_eq!(seen(&back.model, Seat::Red), Some((AccountKind::Person, "石头")));
    assert_eq!(
        back.model.room.as_ref().and_then(|room| Some(room.host.as_ref()?.name.as_str())),
        Some("石头")
    );
    server.stop().await;
}

#[tokio::test]
async fn who_signs_up_beside_an_account_of_the_same_browser_sits_at_no_ranked_table_with_it() {
    let server = TestServer::start().await;
    let cookie = format!("siguo_browser={}", "a".repeat(64));
    let headers: &[(&'static str, &str)] = &[("cookie", &cookie)];
    let anna = server.register("Anna").await;
    let mut host = Client::connect_with(&server, &anna, headers).await;
    let options = RoomOptions { first: FirstSeat::Lot, ..options_by(TWO) };
    let ranked = Command::Create { ranked: true, options, password: None };
    let Done::Room { room } = host.done(ranked).await else { panic!("no room") };
    let mut guest = Client::connect_with(&server, &server.guest().await, headers).await;
    guest.join(room).await;
    let sit = Command::Sit { room, seat: Seat::Blue };
    assert_eq!(guest.refused(sit.clone()).await, ErrorBody::NeedAccount);
    let signed_up = sign_up(&server, &guest.person.clone(), "石头").await;
    assert_eq!(guest.refused(sit.clone()).await, ErrorBody::SameBrowser);
    // Nor does the other one, who was there before, with it.
    host.done(Command::Stand { room }).await;
    guest.done(sit).await;
    assert_eq!(host.refused(Command::Sit { room, seat: Seat::Red }).await, ErrorBody::SameBrowser);
    assert_eq!(signed_up.id(), guest.person.id());
    server.stop().await;
}
