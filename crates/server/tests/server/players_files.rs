//! Games and layouts as files: those that people send, and those that they take along.

use crate::common::{
    TestServer,
    play::LAYOUT,
    problem, read,
    recorded::{self, vector},
};
use files::jgs;
use protocol::{ExpandedGame, GameComment, Problem};
use reqwest::{Response, StatusCode};
use rules::{Record, Sight, record::Comment};
use sqlx::Connection as _;

async fn send(server: &TestServer, path: &str, body: impl Into<reqwest::Body>) -> Response {
    server.http.post(server.url(path)).body(body).send().await.expect("an answer")
}

/// A game that red begins, as the QQ client would have it, with remarks.
fn recorded_game() -> Record {
    let mut record = vector("dark4.jsonl", "dark4-0009");
    record.comments = vec![Comment(3, "双飞".into()), Comment(3, "好棋".into())];
    let file = jgs::write(&record).expect("it fits");
    jgs::read(&file, "game").expect("a game")
}

#[tokio::test]
async fn a_game_of_a_qq_client_is_expanded_with_its_comments() {
    let server = TestServer::start().await;
    let record = recorded_game();
    let file = jgs::write(&record).expect("it fits");
    let expanded: ExpandedGame = read(send(&server, "/api/v1/replay", file).await, StatusCode::OK).await;
    assert_eq!((expanded.events.len(), &expanded.result), (record.actions.len(), &record.result));
    let comments = ["双飞", "好棋"].map(|text| GameComment { after: 3, text: text.into() });
    assert_eq!((expanded.comments.as_slice(), expanded.jgs), (&comments[..], true));

    let text = files::record::write(&record);
    let same: ExpandedGame = read(send(&server, "/api/v1/replay", text).await, StatusCode::OK).await;
    assert_eq!(same, expanded);
    let mut open = record;
    open.rules.sight = Sight::Open;
    let text = files::record::write(&open);
    let open: ExpandedGame = read(send(&server, "/api/v1/replay", text).await, StatusCode::OK).await;
    assert!(!open.jgs);
    server.stop().await;
}

/// What the server says of a bad file.
async fn fault(response: Response) -> Problem {
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    read(response, StatusCode::UNPROCESSABLE_ENTITY).await
}

#[tokio::test]
async fn a_bad_file_is_refused_with_the_place_of_its_fault() {
    let server = TestServer::start().await;
    let good = jgs::write(&recorded_game()).expect("it fits");
    let with = |at: usize, byte: u8| {
        let mut file = good.clone();
        file[at] = byte;
        file
    };
    let long = format!("{{\"format\":\"siguo-record/1\",\"{}\":1}}", "<script>".repeat(1000));
    for (file, offset) in [
        (good[..1000].to_vec(), 1000),
        (with(0x0f, 9), 0x0f),
        (with(0x3c, 14), 0x3c),
        (with(0x19c, 0), 0x19c),
        (b"nothing known".to_vec(), 0),
        (LAYOUT.as_bytes().to_vec(), 0),
        (long.into_bytes(), 27 + 8 * 1000 + 1),
    ] {
        let problem = fault(send(&server, "/api/v1/replay", file).await).await;
        assert_eq!((&*problem.r#type, problem.offset), ("urn:siguo:problem:bad-record", Some(offset)));
        let detail = problem.detail.expect("what is wrong");
        assert!(detail.starts_with(&format!("byte {offset}: ")), "{detail}");
        assert!(detail.chars().count() <= 200, "{detail}");
    }
    let large = vec![b' '; 256 * 1024 + 1];
    let response = send(&server, "/api/v1/replay", large).await;
    assert_eq!(problem(response, StatusCode::PAYLOAD_TOO_LARGE).await, "too-large");
    server.stop().await;
}

#[tokio::test]
async fn what_a_problem_quotes_is_short() {
    let server = TestServer::start().await;
    let body = format!("{{\"{}\": 1}}", "x".repeat(1000));
    let request = server.http.post(server.url("/api/v1/login")).header("content-type", "application/json");
    let response = request.body(body).send().await.expect("an answer");
    let problem: Problem = read(response, StatusCode::BAD_REQUEST).await;
    assert_eq!(problem.detail.expect("what is wrong").chars().count(), 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_taken_along_as_a_file_where_it_fits() {
    let (server, hand) = TestServer::start_by_hand().await;
    let mut dark = vector("dark4.jsonl", "dark4-0009");
    dark.actions = vec!["timeout".into(), "flee red".into()];
    for (sight, fits) in [(Sight::Dark, true), (Sight::Open, false)] {
        let mut record = dark.clone();
        record.rules.sight = sight;
        let (_, mut clients, mut game) = recorded::begin(&server, &record).await;
        let id = clients[0].game();
        let address = server.url(&format!("/api/v1/games/{id}/jgs"));
        let ask = async || server.http.get(&address).send().await.expect("an answer");
        assert_eq!(problem(ask().await, StatusCode::CONFLICT).await, "not-finished");
        for action in recorded::actions(&record) {
            recorded::act(&mut clients, &hand, &mut game, action).await;
        }
        let replay: ExpandedGame = server.get(&format!("/api/v1/games/{id}/replay")).await;
        assert_eq!(replay.jgs, fits);
        let response = ask().await;
        if fits {
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(response.headers()["content-type"], "application/octet-stream");
            let name = format!("attachment; filename=\"siguo-{id}.jgs\"");
            assert_eq!(response.headers()["content-disposition"], &*name);
            let file = response.bytes().await.expect("a file");
            let taken = jgs::read(&file, "x").expect("a game");
            assert_eq!((taken.actions, taken.layouts), (record.actions, record.layouts));
            assert_eq!(taken.result.as_ref(), game.result());
            assert!(taken.players.iter().all(|(_, player)| player.is_some()));
            // What can't be replayed has no fault that a client could mend.
            spoil(&server.database.url()).await;
            assert_eq!(problem(ask().await, StatusCode::INTERNAL_SERVER_ERROR).await, "internal");
        } else {
            assert_eq!(problem(response, StatusCode::CONFLICT).await, "no-jgs");
        }
        for client in clients {
            client.close().await;
        }
    }
    server.stop().await;
}

/// The journal tells another beginning than was played.
async fn spoil(url: &str) {
    let mut database = sqlx::SqliteConnection::connect(url).await.expect("the database");
    let spoilt = sqlx::query("update game_actions set action = 'r11 r11' where no = 1");
    assert_eq!(spoilt.execute(&mut database).await.expect("done").rows_affected(), 1);
    database.close().await.expect("closed");
}
