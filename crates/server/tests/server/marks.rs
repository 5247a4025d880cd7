//! What one takes hidden pieces for: kept for one's other devices while the game runs, and nobody else's.

use protocol::{Command, GameId, Marks};
use reqwest::{Method, Response, StatusCode};
use rules::{BoardKind, Players, Point, RuleSet};
use serde_json::{Value, json};

use crate::common::{
    Database, Person, TestServer,
    client::Model,
    problem, read,
    table::{self, options_by},
};

on_both_databases![
    marks_are_there_on_another_device_and_after_a_restart,
    nobody_else_is_told_and_nothing_is_left_when_the_game_has_ended,
];

const RULES: RuleSet = RuleSet { board: BoardKind::Classic, players: Players::Two, ..RuleSet::DEFAULT };

/// A mark that nothing else that is sent could be taken for.
fn own() -> Value {
    json!({"no": 0, "marks": [{"at": "b11", "mark": "≤39"}, {"at": "b62", "mark": "41?"}]})
}

async fn ask(
    server: &TestServer,
    method: Method,
    game: GameId,
    who: Option<&Person>,
    body: Option<&Value>,
) -> Response {
    let mut request = server.http.request(method, server.url(&format!("/api/v1/me/marks/{game}")));
    if let Some(who) = who {
        request = request.bearer_auth(&who.token);
    }
    if let Some(body) = body {
        request = request.json(body);
    }
    request.send().await.expect("an answer")
}

async fn keep(server: &TestServer, game: GameId, who: &Person, marks: &Value) -> Response {
    ask(server, Method::PUT, game, Some(who), Some(marks)).await
}

async fn kept(server: &TestServer, game: GameId, who: &Person) -> Value {
    let marks: Marks = read(ask(server, Method::GET, game, Some(who), None).await, StatusCode::OK).await;
    serde_json::to_value(marks).expect("JSON")
}

/// Neither may read nor keep anything there.
async fn is_refused(server: &TestServer, game: GameId, who: &Person) {
    for (method, body) in [(Method::GET, None), (Method::PUT, Some(own()))] {
        let refused = ask(server, method, game, Some(who), body.as_ref()).await;
        assert_eq!(problem(refused, StatusCode::NOT_FOUND).await, "no-such-game");
    }
}

async fn marks_are_there_on_another_device_and_after_a_restart(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let (_, clients) = table::playing(&server, options_by(RULES)).await;
    let game = clients[0].game();
    let [red, blue] = [clients[0].person.clone(), clients[1].person.clone()];
    assert_eq!(kept(&server, game, &red).await, json!({"no": 0, "marks": []}));
    for marks in [json!({"no": 0, "marks": [{"at": "b12", "mark": "≥"}]}), own()] {
        assert_eq!(keep(&server, game, &red, &marks).await.status(), StatusCode::NO_CONTENT);
        assert_eq!(kept(&server, game, &red).await, marks);
    }
    drop(clients);
    let server = server.restart(|_| {}).await;
    assert_eq!(kept(&server, game, &red).await, own());
    assert_eq!(kept(&server, game, &blue).await, json!({"no": 0, "marks": []}));
    server.stop().await;
}

async fn nobody_else_is_told_and_nothing_is_left_when_the_game_has_ended(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let (room, mut clients) = table::playing(&server, options_by(RULES)).await;
    let game = clients[0].game();
    let [red, blue] = [clients[0].person.clone(), clients[1].person.clone()];
    let watcher = table::watch(&server, room).await;
    let stranger = server.register("Anna").await;
    assert_eq!(keep(&server, game, &red, &own()).await.status(), StatusCode::NO_CONTENT);

    let nobody = ask(&server, Method::GET, game, None, None).await;
    assert_eq!(problem(nobody, StatusCode::UNAUTHORIZED).await, "not-logged-in");
    for other in [&watcher.person, &stranger] {
        is_refused(&server, game, other).await;
    }
    // Who sits opposite has marks as well, and they are others.
    assert_eq!(kept(&server, game, &blue).await, json!({"no": 0, "marks": []}));
    let theirs = json!({"no": 0, "marks": [{"at": "r11", "mark": "00"}]});
    assert_eq!(keep(&server, game, &blue, &theirs).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(kept(&server, game, &red).await, own());

    // Whatever else is told to anybody says nothing of them.
    clients.extend([watcher, table::watch(&server, room).await]);
    table::stroll(&mut clients, 1).await;
    for client in &clients {
        assert!(!client.frames.is_empty());
        for told in &client.frames {
            assert!(!told.contains("≤39") && !told.contains("41?"), "{told}");
        }
    }
    for path in
        [format!("/api/v1/games/{game}"), "/api/v1/live".to_owned(), format!("/api/v1/players/{}", red.id())]
    {
        let told =
            server.http.get(server.url(&path)).bearer_auth(&blue.token).send().await.expect("an answer");
        let told = told.text().await.expect("a body");
        assert!(!told.contains("≤39") && !told.contains("41?"), "{told}");
    }

    clients[0].done(Command::Flee { game }).await;
    clients[1].until(Model::has_ended).await;
    for player in [&red, &blue] {
        is_refused(&server, game, player).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_mark_is_refused_and_changes_nothing() {
    let server = TestServer::start().await;
    let (_, clients) = table::playing(&server, options_by(RULES)).await;
    let (game, red) = (clients[0].game(), clients[0].person.clone());
    assert_eq!(keep(&server, game, &red, &own()).await.status(), StatusCode::NO_CONTENT);
    let of = |at: &str, mark: &str| json!({"no": 1, "marks": [{"at": at, "mark": mark}]});
    for wrong in [
        of("b11", ""),
        of("b11", "42"),
        of("b11", "≥38?"),
        of("b11", "an open word"),
        of("b77", "38"),
        of("", "38"),
        json!({"no": -1, "marks": []}),
        json!({"no": 1, "marks": {"b11": "38"}}),
        json!({"no": 1, "marks": [["b11", "38"]], "more": 1}),
        json!({"no": 1, "marks": [{"at": "b11", "mark": "38", "of": "red"}]}),
        json!({"marks": []}),
        json!([]),
    ] {
        let refused = keep(&server, game, &red, &wrong).await;
        assert_eq!(problem(refused, StatusCode::BAD_REQUEST).await, "bad-body", "{wrong}");
    }
    let so_many = |count: usize| {
        let marked = json!({"at": "b11", "mark": "≥38"});
        json!({"no": 1, "marks": vec![marked; count]})
    };
    let refused = keep(&server, game, &red, &so_many(Point::COUNT + 1)).await;
    assert_eq!(problem(refused, StatusCode::BAD_REQUEST).await, "bad-body");
    let refused = keep(&server, game, &red, &so_many(1_000)).await;
    assert_eq!(problem(refused, StatusCode::PAYLOAD_TOO_LARGE).await, "too-large");
    assert_eq!(kept(&server, game, &red).await, own());
    assert_eq!(keep(&server, game, &red, &so_many(Point::COUNT)).await.status(), StatusCode::NO_CONTENT);
    server.stop().await;
}
