//! The REST API beyond accounts: layouts, leaderboard, records.

use crate::common::{PASSWORD, TestServer, play::LAYOUT, problem, read};
use protocol::{ExpandedGame, Leaderboard, NewLayout, SavedLayout, SavedLayouts};
use reqwest::{Method, StatusCode};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use uuid::Uuid;

#[tokio::test]
async fn layouts_are_kept_by_name() {
    let server = TestServer::start().await;
    let person = server.guest().await;
    let put = async |name: &str, layout: &str| {
        let body = NewLayout { layout: layout.to_owned(), preferred: true };
        let request = server.http.put(server.url(&format!("/api/v1/me/layouts/{name}")));
        request.bearer_auth(&person.token).json(&body).send().await.expect("an answer")
    };
    let saved: SavedLayout = read(put("first", &LAYOUT.replace(" / ", "/")).await, StatusCode::OK).await;
    assert_eq!((saved.name.as_str(), saved.layout.as_str(), saved.preferred), ("first", LAYOUT, true));
    assert_eq!(put("%E7%BB%8F%E5%85%B8", LAYOUT).await.status(), StatusCode::OK);
    let all: SavedLayouts = server.get_as(&person, "/api/v1/me/layouts").await;
    let preferred: Vec<(&str, bool)> =
        all.layouts.iter().map(|layout| (layout.name.as_str(), layout.preferred)).collect();
    assert_eq!(preferred, [("first", false), ("经典", true)]);
    let bad = put("bad", &LAYOUT.replace("07", "33")).await;
    assert_eq!(problem(bad, StatusCode::UNPROCESSABLE_ENTITY).await, "layout-fault");
    let delete = async || {
        let request = server.http.delete(server.url("/api/v1/me/layouts/first"));
        request.bearer_auth(&person.token).send().await.expect("an answer")
    };
    assert_eq!(delete().await.status(), StatusCode::NO_CONTENT);
    assert_eq!(problem(delete().await, StatusCode::NOT_FOUND).await, "no-such-layout");
    server.stop().await;
}

#[tokio::test]
async fn a_name_that_is_a_way_in_an_address_is_refused() {
    let server = TestServer::start().await;
    let person = server.guest().await;
    for name in [".", "..", "", &"长".repeat(33), "a\u{7}b"] {
        let head = format!("/api/v1/me/layouts/{}", percent_encoded(name));
        let status = raw(&server, "PUT", &head, &person.token, &json_layout()).await;
        // An empty name is another address.
        let expected = if name.is_empty() { "404 Not Found" } else { "422 Unprocessable Entity" };
        assert!(status.starts_with(&format!("HTTP/1.1 {expected}")), "{name:?}: {status}");
    }
    for name in ["...", ". .", "a/b", "经典", "?#&"] {
        let head = format!("/api/v1/me/layouts/{}", percent_encoded(name));
        let status = raw(&server, "PUT", &head, &person.token, &json_layout()).await;
        assert!(status.starts_with("HTTP/1.1 200"), "{name:?}: {status}");
    }
    let all: SavedLayouts = server.get_as(&person, "/api/v1/me/layouts").await;
    let names: Vec<&str> = all.layouts.iter().map(|layout| layout.name.as_str()).collect();
    assert_eq!(names, [". .", "...", "?#&", "a/b", "经典"]);
    server.stop().await;
}

fn json_layout() -> String {
    serde_json::json!({ "layout": LAYOUT, "preferred": false }).to_string()
}

/// Every byte, so that no client takes it for anything else.
fn percent_encoded(name: &str) -> String {
    name.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat()
}

/// A request as it stands on the wire, and the answer to it.
async fn raw(server: &TestServer, method: &str, path: &str, token: &str, body: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(server.address).await.expect("a connection");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: bearer  {token}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_layouts_are_kept_whoever_saves_at_the_same_moment() {
    let server = TestServer::start().await;
    let person = server.guest().await;
    let put = |number: usize| {
        let body = NewLayout { layout: LAYOUT.to_owned(), preferred: false };
        let request = server.http.put(server.url(&format!("/api/v1/me/layouts/number-{number}")));
        request.bearer_auth(&person.token).json(&body).send()
    };
    for number in 0..58 {
        assert_eq!(put(number).await.expect("an answer").status(), StatusCode::OK);
    }
    let answers = futures_util::future::join_all((58..66).map(put)).await;
    let mut saved = 0;
    for answer in answers {
        let answer = answer.expect("an answer");
        if answer.status() == StatusCode::OK {
            saved += 1;
        } else {
            assert_eq!(problem(answer, StatusCode::CONFLICT).await, "too-many-layouts");
        }
    }
    assert_eq!(saved, 2);
    assert_eq!(put(7).await.expect("an answer").status(), StatusCode::OK, "one that is kept may change");
    server.stop().await;
}

#[tokio::test]
async fn what_can_not_be_done_is_a_problem_too() {
    let server = TestServer::start().await;
    for (method, path, status, kind) in [
        (Method::POST, "/api/v1/live", StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed"),
        (Method::GET, "/api/v1/login", StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed"),
        (Method::PUT, "/api/v1/me", StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed"),
        (Method::POST, "/api/openapi.json", StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed"),
        (Method::PUT, "/healthz", StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed"),
        (Method::GET, "/api/v1/nothing", StatusCode::NOT_FOUND, "not-found"),
        (Method::POST, "/api/v1/nothing", StatusCode::NOT_FOUND, "not-found"),
        (Method::PATCH, "/api/v2/live", StatusCode::NOT_FOUND, "not-found"),
        (Method::DELETE, "/api/", StatusCode::NOT_FOUND, "not-found"),
        (Method::GET, "/api/", StatusCode::NOT_FOUND, "not-found"),
        (Method::GET, "/api", StatusCode::NOT_FOUND, "not-found"),
        (Method::OPTIONS, "/api/nothing", StatusCode::NOT_FOUND, "not-found"),
        (Method::POST, "/", StatusCode::NOT_FOUND, "not-found"),
    ] {
        let response = server.http.request(method.clone(), server.url(path)).send().await.expect("an answer");
        if status == StatusCode::METHOD_NOT_ALLOWED {
            assert!(response.headers().contains_key("allow"), "{method} {path} says what can be done");
        }
        assert_eq!(problem(response, status).await, kind, "{method} {path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_body_is_an_object() {
    let server = TestServer::start().await;
    let person = server.guest().await;
    for body in
        [serde_json::json!(["zh", null]), serde_json::json!([null, null]), serde_json::json!("zh"), 7.into()]
    {
        let request = server.http.patch(server.url("/api/v1/me")).bearer_auth(&person.token).json(&body);
        let response = request.send().await.expect("an answer");
        assert_eq!(problem(response, StatusCode::BAD_REQUEST).await, "bad-body", "{body}");
    }
    let row = serde_json::json!(["somebody", PASSWORD]);
    let response = server.post("/api/v1/login", None, &row).await;
    assert_eq!(problem(response, StatusCode::BAD_REQUEST).await, "bad-body");
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_repeats_little_of_what_was_sent() {
    let server = TestServer::start().await;
    let long = "长".repeat(20_000);
    let mut record: serde_json::Value = serde_json::from_str(&first_vector()).expect("JSON");
    for checks in ["trace", "views", "refused", "next"] {
        record.as_object_mut().expect("an object").remove(checks);
    }
    record["actions"][3] = long.clone().into();
    let mut unknown = record.clone();
    unknown[&long] = 1.into();
    for body in [&record, &unknown, &serde_json::json!({ "format": long })] {
        let response = server.post("/api/v1/replay", None, body).await;
        let told: protocol::Problem = read(response, StatusCode::UNPROCESSABLE_ENTITY).await;
        let detail = told.detail.expect("a reason");
        assert!((20..=200).contains(&detail.chars().count()), "{detail}");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_there_is_a_problem() {
    let server = TestServer::start().await;
    let id = Uuid::nil();
    for (path, status, kind) in [
        (format!("/api/v1/players/{id}"), StatusCode::NOT_FOUND, "no-such-player"),
        (format!("/api/v1/players/{id}/games"), StatusCode::NOT_FOUND, "no-such-player"),
        (format!("/api/v1/games/{id}"), StatusCode::NOT_FOUND, "no-such-game"),
        (format!("/api/v1/games/{id}/record"), StatusCode::NOT_FOUND, "no-such-game"),
        (format!("/api/v1/games/{id}/replay"), StatusCode::NOT_FOUND, "no-such-game"),
        ("/api/v1/leaderboard?cursor=x".to_owned(), StatusCode::UNPROCESSABLE_ENTITY, "bad-cursor"),
        ("/api/v1/me".to_owned(), StatusCode::UNAUTHORIZED, "not-logged-in"),
        ("/api/v1/leaderboard?limit=x".to_owned(), StatusCode::BAD_REQUEST, "bad-address"),
        ("/api/v1/players/x".to_owned(), StatusCode::BAD_REQUEST, "bad-address"),
    ] {
        let response = server.http.get(server.url(&path)).send().await.expect("an answer");
        assert_eq!(problem(response, status).await, kind, "{path}");
    }
    let board: Leaderboard = server.get("/api/v1/leaderboard").await;
    assert!(board.rows.is_empty() && board.next.is_none());
    server.stop().await;
}

#[tokio::test]
async fn a_record_is_expanded_and_stored_nowhere() {
    let server = TestServer::start().await;
    let record: serde_json::Value = serde_json::from_str(&first_vector()).expect("JSON");
    let actions = record["actions"].as_array().expect("actions").len();
    let mut bare = record.clone();
    for checks in ["trace", "views", "refused", "next"] {
        bare.as_object_mut().expect("an object").remove(checks);
    }
    let expanded: ExpandedGame = read(server.post("/api/v1/replay", None, &bare).await, StatusCode::OK).await;
    assert_eq!(expanded.events.len(), actions);
    let mut broken = bare.clone();
    broken["actions"][0] = "r11-r61".into();
    let response = server.post("/api/v1/replay", None, &broken).await;
    assert_eq!(problem(response, StatusCode::UNPROCESSABLE_ENTITY).await, "bad-record");
    let response = server.post("/api/v1/replay", None, &serde_json::json!({"format": "other"})).await;
    assert_eq!(problem(response, StatusCode::UNPROCESSABLE_ENTITY).await, "bad-record");
    let large = serde_json::json!({"id": "x".repeat(300 * 1024)});
    let response = server.post("/api/v1/replay", None, &large).await;
    assert_eq!(problem(response, StatusCode::PAYLOAD_TOO_LARGE).await, "too-large");
    server.stop().await;
}

/// A record of the project's own test data.
fn first_vector() -> String {
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/dark4.jsonl");
    let vectors = std::fs::read_to_string(vectors).expect("the vectors");
    vectors.lines().next().expect("a record").to_owned()
}
