//! The own account: its password, its logins, its settings, and its end.

use protocol::{
    Channel, Command, Credentials, Farewell, GamePage, Leaderboard, Login, Me, PasswordChange, PlayerPage,
    Sessions, Token, Words,
};
use reqwest::{Method, Response, StatusCode};
use rules::{Players, RuleSet};
use serde::Serialize;
use serde_json::{Value, json};
use server::{Limits, Rate};

use crate::common::{
    Client, Database, PASSWORD, Person, START, TestServer,
    client::{End, Model},
    play, problem, read,
    table::{self, options, options_by},
};

on_both_databases![a_new_password_ends_the_other_logins, a_deleted_account_is_gone_and_its_games_stay];

const NEW: &str = "a staple for a horse";

async fn send(
    server: &TestServer,
    method: Method,
    path: &str,
    person: &Person,
    body: &impl Serialize,
) -> Response {
    let request = server.http.request(method, server.url(path)).bearer_auth(&person.token);
    request.json(body).send().await.expect("an answer")
}

async fn change(server: &TestServer, person: &Person, current: &str, new: &str) -> Response {
    let change = PasswordChange { current: current.to_owned(), new: new.to_owned() };
    send(server, Method::PUT, "/api/v1/me/password", person, &change).await
}

async fn delete(server: &TestServer, person: &Person, password: Option<&str>) -> Response {
    let farewell = Farewell { password: password.map(str::to_owned) };
    send(server, Method::DELETE, "/api/v1/me", person, &farewell).await
}

async fn log_in(server: &TestServer, name: &str, password: &str) -> Response {
    let credentials = Credentials { name: name.to_owned(), password: password.to_owned() };
    server.post("/api/v1/login", None, &credentials).await
}

/// One more login of somebody.
async fn elsewhere(server: &TestServer, person: &Person) -> Person {
    let token: Token = read(log_in(server, &person.account.name, PASSWORD).await, StatusCode::OK).await;
    Person { token: token.token, account: token.account }
}

async fn is_over(server: &TestServer, person: &Person) -> bool {
    let request = server.http.get(server.url("/api/v1/me")).bearer_auth(&person.token);
    request.send().await.expect("an answer").status() == StatusCode::UNAUTHORIZED
}

async fn a_new_password_ends_the_other_logins(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let here = server.register("Anna").await;
    let there = elsewhere(&server, &here).await;
    let mut staying = Client::connect(&server, &here).await;
    let mut leaving = Client::connect(&server, &there).await;

    let wrong = change(&server, &here, "a wrong password", NEW).await;
    assert_eq!(problem(wrong, StatusCode::FORBIDDEN).await, "wrong-password");
    let short = change(&server, &here, PASSWORD, "short").await;
    assert_eq!(problem(short, StatusCode::UNPROCESSABLE_ENTITY).await, "password-length");
    leaving.done(Command::Time).await;
    let guest = server.guest().await;
    let none = change(&server, &guest, PASSWORD, NEW).await;
    assert_eq!(problem(none, StatusCode::CONFLICT).await, "not-registered");

    assert_eq!(change(&server, &here, PASSWORD, NEW).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(leaving.end().await, End::Closed(4001));
    staying.done(Command::Time).await;
    assert!(is_over(&server, &there).await && !is_over(&server, &here).await);
    assert_eq!(log_in(&server, "Anna", PASSWORD).await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(log_in(&server, "Anna", NEW).await.status(), StatusCode::OK);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_deletes_an_account_that_is_deleted_meanwhile_has_no_login() {
    let server = TestServer::start().await;
    for (person, password) in [(server.register("Anna").await, Some(PASSWORD)), (server.guest().await, None)]
    {
        let attempts = (0..5).map(|_| delete(&server, &person, password));
        let mut deleted = 0;
        for answer in futures_util::future::join_all(attempts).await {
            if answer.status() == StatusCode::NO_CONTENT {
                deleted += 1;
            } else {
                assert_eq!(problem(answer, StatusCode::UNAUTHORIZED).await, "not-logged-in");
            }
        }
        assert_eq!(deleted, 1);
    }
    server.stop().await;
}

#[tokio::test]
async fn the_own_password_is_not_guessed_fast() {
    let limits = Limits { password: Rate { every_ms: 60_000, burst: 2 }, ..Limits::none() };
    let server = TestServer::start_with(|config| config.limits = limits).await;
    let [anna, stone] = [server.register("Anna").await, server.register("Stone").await];
    for _ in 0..2 {
        let refused = change(&server, &anna, "a wrong password", NEW).await;
        assert_eq!(problem(refused, StatusCode::FORBIDDEN).await, "wrong-password");
    }
    // Whatever it is for, and whether it is right or not.
    for refused in [change(&server, &anna, PASSWORD, NEW).await, delete(&server, &anna, Some(PASSWORD)).await]
    {
        assert!(refused.headers().contains_key("retry-after"));
        assert_eq!(problem(refused, StatusCode::TOO_MANY_REQUESTS).await, "too-many-requests");
    }
    assert_eq!(change(&server, &stone, PASSWORD, NEW).await.status(), StatusCode::NO_CONTENT);
    server.stop().await;
}

#[tokio::test]
async fn logins_are_listed_and_ended_at_once() {
    let server = TestServer::start().await;
    let here = server.register("Anna").await;
    let [one, two] = [elsewhere(&server, &here).await, elsewhere(&server, &here).await];
    let other = server.register("Stone").await;
    let listed = async |person: &Person| -> Vec<Login> {
        server.get_as::<Sessions>(person, "/api/v1/me/sessions").await.sessions
    };
    let current = async |person: &Person| {
        let logins = listed(person).await;
        let current: Vec<Login> = logins.into_iter().filter(|login| login.current).collect();
        assert_eq!(current.len(), 1);
        current[0].id.clone()
    };
    assert_eq!((listed(&here).await.len(), listed(&other).await.len()), (3, 1));
    let mut leaving = Client::connect(&server, &one).await;
    let mut staying = Client::connect(&server, &two).await;
    let path = |id: &str| format!("/api/v1/me/sessions/{id}");

    let theirs = current(&other).await;
    for unknown in [theirs.as_str(), "0", "%00"] {
        let refused = send(&server, Method::DELETE, &path(unknown), &here, &()).await;
        assert_eq!(problem(refused, StatusCode::NOT_FOUND).await, "no-such-session", "{unknown}");
    }
    assert!(!is_over(&server, &other).await);
    let ended = send(&server, Method::DELETE, &path(&current(&one).await), &here, &()).await;
    assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    assert_eq!(leaving.end().await, End::Closed(4001));
    assert!(is_over(&server, &one).await);
    staying.done(Command::Time).await;

    let ended = send(&server, Method::DELETE, "/api/v1/me/sessions", &here, &()).await;
    assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    assert_eq!(staying.end().await, End::Closed(4001));
    assert_eq!(listed(&here).await.len(), 1);
    assert!(!is_over(&server, &here).await && !is_over(&server, &other).await);
    server.stop().await;
}

#[tokio::test]
async fn a_login_that_is_crowded_out_ends_with_its_connections() {
    let server = TestServer::start().await;
    let [first, other] = [server.register("Anna").await, server.register("Stone").await];
    let second = elsewhere(&server, &first).await;
    let mut leaving = [Client::connect(&server, &first).await, Client::connect(&server, &first).await];
    let mut staying = [Client::connect(&server, &second).await, Client::connect(&server, &other).await];
    for _ in 2..50 {
        elsewhere(&server, &first).await;
    }
    leaving[0].done(Command::Time).await;
    let last = elsewhere(&server, &first).await;
    for client in &mut leaving {
        assert_eq!(client.end().await, End::Closed(4001));
    }
    assert!(is_over(&server, &first).await && !is_over(&server, &last).await);
    for client in &mut staying {
        client.done(Command::Time).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn settings_of_the_client_are_kept() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let set = async |body: Value| send(&server, Method::PATCH, "/api/v1/me", &guest, &body).await;
    assert!(server.get_as::<Me>(&guest, "/api/v1/me").await.preferences.is_empty());
    let wanted = json!({"sound": 40, "marks": {"红": [1, 2]}});
    let me: Me = read(set(json!({"preferences": wanted})).await, StatusCode::OK).await;
    assert_eq!((Value::Object(me.preferences), me.language), (wanted.clone(), None));
    let me: Me = read(set(json!({"language": "en"})).await, StatusCode::OK).await;
    assert_eq!(Value::Object(me.preferences), wanted, "what is not named stays");
    // Two devices change each its own.
    let _: Me = read(set(json!({"preferences": {"sound": 0}})).await, StatusCode::OK).await;
    let me: Me = read(set(json!({"preferences": {"marks": null, "coins": {}}})).await, StatusCode::OK).await;
    assert_eq!(Value::Object(me.preferences), json!({"sound": 0, "coins": {}}));
    let me: Me = read(set(json!({"preferences": {}})).await, StatusCode::OK).await;
    assert_eq!((me.preferences.len(), me.language), (2, Some(protocol::Language::En)), "nothing is named");
    let me: Me =
        read(set(json!({"preferences": {"sound": null, "coins": null}})).await, StatusCode::OK).await;
    assert!(me.preferences.is_empty());

    let long = json!({"preferences": {"a": "x".repeat(4_096 - 8)}, "language": "zh"});
    let _: Me = read(set(long).await, StatusCode::OK).await;
    let longer = json!({"preferences": {"a": "x".repeat(4_096 - 7)}, "language": "en"});
    assert_eq!(problem(set(longer).await, StatusCode::UNPROCESSABLE_ENTITY).await, "preferences-too-long");
    let me: Me = server.get_as(&guest, "/api/v1/me").await;
    assert_eq!(me.language, Some(protocol::Language::Zh), "refused as a whole");
    let more = json!({"preferences": {"b": 1}});
    assert_eq!(problem(set(more).await, StatusCode::UNPROCESSABLE_ENTITY).await, "preferences-too-long");
    for wrong in [json!({"preferences": []}), json!({"preferences": "{}"}), json!({"name": "x"})] {
        assert_eq!(problem(set(wrong).await, StatusCode::BAD_REQUEST).await, "bad-body");
    }
    server.stop().await;
}

async fn a_deleted_account_is_gone_and_its_games_stay(database: Database) {
    let (clock, hand) = server::Clock::by_hand(START);
    let server = TestServer::start_on(database, |config| config.clock = clock).await;
    let people = [server.register("Anna").await, server.register("Stone").await];
    let mut clients = Vec::new();
    for person in &people {
        clients.push(Client::connect(&server, person).await);
    }
    for client in &mut clients {
        client.done(Command::Queue { mode: protocol::QueueMode::Two }).await;
    }
    let room = play::matched(&mut clients).await;
    for client in &mut clients {
        client.join(room).await;
    }
    play::arrange(&mut clients).await;
    let game = clients[0].game();
    let refused = delete(&server, &people[0], Some(PASSWORD)).await;
    assert_eq!(problem(refused, StatusCode::CONFLICT).await, "in-game");
    play::to_the_end(&mut clients, &mut play::Dice::new(3)).await;
    for client in &mut clients {
        client.until(|model| model.scores.is_some()).await;
    }

    for wrong in [None, Some("a wrong password")] {
        let refused = delete(&server, &people[0], wrong).await;
        assert_eq!(problem(refused, StatusCode::FORBIDDEN).await, "wrong-password");
    }
    let deleted = delete(&server, &people[0], Some(PASSWORD)).await;
    assert_eq!(deleted.status(), StatusCode::NO_CONTENT);
    assert!(deleted.headers()["set-cookie"].to_str().expect("text").contains("Max-Age=0"));
    assert_eq!(clients[0].end().await, End::Closed(4001));
    assert!(is_over(&server, &people[0]).await);
    assert_eq!(log_in(&server, "Anna", PASSWORD).await.status(), StatusCode::UNAUTHORIZED);

    let page: PlayerPage = server.get(&format!("/api/v1/players/{}", people[0].id())).await;
    assert_eq!((page.name.as_str(), page.deleted, page.standing.rank), ("已注销", true, None));
    let page: GamePage = server.get(&format!("/api/v1/games/{game}")).await;
    let page = serde_json::to_string(&page).expect("JSON");
    assert!(page.contains("已注销") && page.contains("Stone") && !page.contains("Anna"), "{page}");
    let board: Leaderboard = server.get("/api/v1/leaderboard").await;
    assert_eq!(board.rows.iter().map(|row| row.id).collect::<Vec<_>>(), [people[1].id()]);

    let body = Credentials { name: "anna".to_owned(), password: PASSWORD.to_owned() };
    let again = async || server.post("/api/v1/register", None, &body).await;
    assert_eq!(problem(again().await, StatusCode::CONFLICT).await, "name-taken");
    clients.remove(1).close().await;
    hand.advance(90 * 24 * 60 * 60 * 1000);
    let token: Token = read(again().await, StatusCode::CREATED).await;
    assert_ne!(token.account.id, people[0].id());
    for name in ["已注销", "註銷的人"] {
        let body = Credentials { name: name.to_owned(), password: PASSWORD.to_owned() };
        let refused = server.post("/api/v1/register", None, &body).await;
        assert_eq!(problem(refused, StatusCode::UNPROCESSABLE_ENTITY).await, "name-reserved");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_guest_goes_without_a_password_but_not_from_a_table() {
    let server = TestServer::start().await;
    let (room, mut host) = table::open(&server, options()).await;
    let refused = delete(&server, &host.person, None).await;
    assert_eq!(problem(refused, StatusCode::CONFLICT).await, "in-game");
    host.done(Command::Stand { room }).await;
    assert_eq!(delete(&server, &host.person, None).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(host.end().await, End::Closed(4001));
    server.stop().await;
}

#[tokio::test]
async fn who_is_out_of_a_game_that_goes_on_is_not_deleted_yet() {
    let server = TestServer::start().await;
    let (_, mut clients) = table::playing(&server, options_by(RuleSet::DEFAULT)).await;
    let game = clients[0].game();
    table::stroll(&mut clients, 20).await;
    clients[0].done(Command::Surrender { game }).await;
    let who = clients[0].person.clone();
    // It may play elsewhere, but the game has not ended.
    let refused = delete(&server, &who, None).await;
    assert_eq!(problem(refused, StatusCode::CONFLICT).await, "in-game");
    assert!(!is_over(&server, &who).await);
    server.stop().await;
}

#[tokio::test]
async fn who_is_deleted_is_gone_from_the_rooms_at_once() {
    let server = TestServer::start().await;
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    let (room, mut clients) = table::playing(&server, options_by(rules)).await;
    let name = clients[0].person.account.name.clone();
    let words = Words::Text("再见".to_owned());
    clients[0].done(Command::Say { room, channel: Channel::Table, words }).await;
    let game = clients[0].game();
    clients[0].done(Command::Flee { game }).await;
    clients[1].until(Model::has_ended).await;
    let told = format!("{:?}", clients[1].model.room);
    assert!(told.contains(&name), "{told}");

    let leaving = clients.remove(0);
    assert_eq!(delete(&server, &leaving.person, None).await.status(), StatusCode::NO_CONTENT);
    let other = &mut clients[0];
    other.until(|model| model.room.as_ref().is_some_and(|room| room.seats.red.is_none())).await;
    other.until(|model| !format!("{:?}", model.room).contains(&name)).await;
    let snapshot = other.model.room.as_ref().expect("a room");
    assert_eq!(snapshot.host.as_ref().map(|host| host.id), Some(other.person.id()));
    assert_eq!(snapshot.talk.iter().map(|said| said.by.name.as_str()).collect::<Vec<_>>(), ["已注销"]);
    let live = server.http.get(server.url("/api/v1/live")).send().await.expect("an answer");
    let live = live.text().await.expect("a body");
    assert!(live.contains(&room.to_string()) && !live.contains(&name), "{live}");
    server.stop().await;
}
