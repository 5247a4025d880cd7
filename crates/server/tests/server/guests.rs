//! Guests: what they may play, and what they keep when they register.

use protocol::{
    AccountKind, Command, ErrorBody, FirstSeat, Me, PlayedGames, PlayerPage, QueueMode, Registration,
    RoomOptions, Token,
};
use reqwest::StatusCode;
use rules::{Players, RuleSet};

use crate::common::{
    Client, Database, PASSWORD, Person, TestServer, read,
    table::{self, options_by},
};

on_both_databases![who_signs_up_in_mid_game_keeps_seat_game_and_history];

const TWO: RuleSet = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };

async fn who_signs_up_in_mid_game_keeps_seat_game_and_history(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let (room, mut clients) = table::playing(&server, options_by(TWO)).await;
    table::stroll(&mut clients, 2).await;
    let (game, seat) = (clients[0].game(), clients[0].seat());
    let guest = clients[0].person.clone();
    let body = Registration { name: "石头".to_owned(), password: PASSWORD.to_owned(), invite: None };
    let token: Token =
        read(server.post("/api/v1/register", Some(&guest), &body).await, StatusCode::CREATED).await;
    let person = Person { token: token.token, account: token.account };
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
