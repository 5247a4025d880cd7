//! The REST API beyond accounts: layouts, leaderboard, records.

mod common;

use common::{TestServer, play::LAYOUT, problem, read};
use protocol::{ExpandedGame, Leaderboard, NewLayout, SavedLayout, SavedLayouts};
use reqwest::StatusCode;
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
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/dark4.jsonl");
    let vectors = std::fs::read_to_string(vectors).expect("the vectors");
    let record: serde_json::Value =
        serde_json::from_str(vectors.lines().next().expect("a record")).expect("JSON");
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
    assert_eq!(problem(response, StatusCode::BAD_REQUEST).await, "bad-body");
    let large = serde_json::json!({"id": "x".repeat(300 * 1024)});
    let response = server.post("/api/v1/replay", None, &large).await;
    assert_eq!(problem(response, StatusCode::PAYLOAD_TOO_LARGE).await, "too-large");
    server.stop().await;
}
