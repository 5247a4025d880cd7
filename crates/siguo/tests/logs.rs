//! What is logged at the most talkative: lines that programs can read, each with its request or connection, and no secret.

mod common;

use common::{Server, database};
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{Command, FirstSeat, Password, Privacy, RoomOptions, Spectating, Talk};
use reqwest::{Client, StatusCode};
use rules::{Players, RuleSet};
use serde_json::{Value, json};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

const PASSWORD: &str = "first-secret-of-anna";
const WRONG: &str = "second-secret-guessed";
const CHANGED: &str = "third-secret-of-anna";
const ROOM: &str = "fourth-secret-of-a-room";
const GUESS: &str = "fifth-secret-guessed";
const QUERY: &str = "sixth-secret-in-an-address";
const NUMBER: u64 = 918_273_645_546_372;
const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";

const NO_GAME: &str = "019acfa0-d1c3-7d1e-8f0a-3b5c7d9e1f20";

/// The program, which logs all that it can.
async fn talkative() -> Server {
    Server::start(&["--registration", "invite", "--log", "trace", "--log-format", "json"]).await
}

fn invite(siguo: &Server) -> String {
    let made = common::siguo(&["invite", "--database", &database(siguo.folder.path())]).output();
    String::from_utf8(made.expect("it runs").stdout).expect("text").trim().to_owned()
}

fn value(command: &Command) -> Value {
    serde_json::to_value(command).expect("JSON")
}

/// Sends commands one after the other over a socket, each after the last one's answer; the answers.
async fn over_socket(siguo: &Server, cookie: &str, commands: &[Value]) -> Vec<Value> {
    let mut request = format!("ws://{}/ws", siguo.address).into_client_request().expect("a request");
    request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
    let (mut socket, _) = connect_async(request).await.expect("a socket");
    let mut answers = Vec::new();
    for (id, command) in (1..).zip(commands) {
        socket.send(Message::text(json!({"id": id, "cmd": command}).to_string())).await.expect("sent");
        let answer = loop {
            let Message::Text(text) = socket.next().await.expect("a frame").expect("a frame") else {
                continue;
            };
            let frame: Value = serde_json::from_str(&text).expect("JSON");
            if frame["t"] == "answer" && frame["d"]["id"] == id {
                break frame;
            }
        };
        answers.push(answer);
    }
    socket.close(None).await.expect("closed");
    answers
}

#[tokio::test]
async fn no_secret_is_in_any_line_and_every_line_can_be_read() {
    let mut siguo = talkative().await;
    let http = Client::new();
    let browser = "b1".repeat(32);
    let invite = invite(&siguo);
    let mut secrets = vec![invite.clone(), browser.clone(), NUMBER.to_string(), LAYOUT.to_owned()];
    secrets.extend([PASSWORD, WRONG, CHANGED, ROOM, GUESS, QUERY].map(str::to_owned));

    let post = |path: &str, body: Value| {
        let request = http.post(siguo.url(path)).header("cookie", format!("siguo_browser={browser}"));
        request.header("origin", siguo.url("")).json(&body)
    };
    let ask = async |request: reqwest::RequestBuilder, status: StatusCode| {
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), status, "{response:?}");
        response.json::<Value>().await.unwrap_or_default()
    };
    let anna = json!({"name": "Anna", "password": PASSWORD, "invite": invite});
    let entered = ask(post("/api/v1/register", anna.clone()), StatusCode::CREATED).await;
    let token = entered["token"].as_str().expect("a token").to_owned();
    // What fails: the code is used up, the password is wrong, is no text, or stands where nothing is expected.
    ask(post("/api/v1/register", anna), StatusCode::UNPROCESSABLE_ENTITY).await;
    let login = "/api/v1/login";
    ask(post(login, json!({"name": "Anna", "password": WRONG})), StatusCode::UNAUTHORIZED).await;
    ask(post(login, json!({"name": "Anna", "password": NUMBER})), StatusCode::BAD_REQUEST).await;
    ask(post(login, json!({"name": "Anna", PASSWORD: 1})), StatusCode::BAD_REQUEST).await;
    let change = http.put(siguo.url("/api/v1/me/password")).bearer_auth(&token);
    ask(change.json(&json!({"current": PASSWORD, "new": CHANGED})), StatusCode::NO_CONTENT).await;
    let entered = ask(post(login, json!({"name": "Anna", "password": CHANGED})), StatusCode::OK).await;
    let again = entered["token"].as_str().expect("a token").to_owned();
    let bearer = |token: &str| http.get(siguo.url("/api/v1/me")).bearer_auth(token);
    ask(bearer(&again), StatusCode::OK).await;
    let never = "c2".repeat(32);
    ask(bearer(&never), StatusCode::UNAUTHORIZED).await;
    ask(http.get(siguo.url(&format!("/api/v1/live?token={QUERY}"))), StatusCode::BAD_REQUEST).await;
    http.get(siguo.url(&format!("/pair/{QUERY}"))).send().await.expect("an answer");

    // A room with a password, a wrong guess at it, and a layout.
    let cookie = format!("siguo={again}; siguo_browser={browser}");
    let hello = value(&Command::Hello { version: protocol::VERSION });
    let options = RoomOptions {
        rules: RuleSet { players: Players::Two, ..RuleSet::DEFAULT },
        first: FirstSeat::Lot,
        turn_seconds: 60,
        arrange_seconds: 60,
        privacy: Privacy::Password,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    };
    let password = Some(Password(ROOM.to_owned()));
    let create = value(&Command::Create { ranked: false, options, password });
    let ready = value(&Command::Ready {
        game: serde_json::from_value(json!(NO_GAME)).expect("an id"),
        layout: LAYOUT.to_owned(),
    });
    let opened = over_socket(&siguo, &cookie, &[hello.clone(), create, ready]).await;
    let room = &opened[1]["d"]["reply"]["d"]["d"]["room"];
    assert!(room.is_string(), "{opened:?}");
    let stranger = ask(post("/api/v1/guest", json!({})), StatusCode::CREATED).await;
    let stranger = stranger["token"].as_str().expect("a token").to_owned();
    let room = serde_json::from_value(room.clone()).expect("a room");
    let guess = value(&Command::Join { room, have: None, password: Some(Password(GUESS.to_owned())) });
    let refused =
        over_socket(&siguo, &format!("siguo={stranger}"), &[hello, guess, json!({"t": GUESS})]).await;
    assert_eq!(refused[1]["d"]["reply"]["d"]["t"], "password", "{refused:?}");
    secrets.extend([token, again, never, stranger]);

    siguo.program.kill().await;
    let log = siguo.program.log();
    for secret in &secrets {
        let found = log.lines().find(|line| line.contains(secret.as_str()));
        assert_eq!(found, None, "{secret} was logged");
    }
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|err| panic!("{err}: {line}")))
        .collect();
    let with = |target: &str, field: &str| {
        lines.iter().any(|line| {
            let target = line["target"].as_str().is_some_and(|found| found.starts_with(target));
            target && line["spans"].as_array().into_iter().flatten().any(|span| !span[field].is_null())
        })
    };
    assert!(lines.iter().any(|line| line["level"] == "TRACE" || line["level"] == "DEBUG"), "it is talkative");
    assert!(with("server::http::problem", "request.id") && with("server::http::problem", "route"));
    assert!(with("server::ws::connection", "connection.id") && with("server::ws::connection", "request.id"));
}

#[test]
fn the_password_of_the_database_is_in_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for url in [
        "postgres://siguo:database-secret@127.0.0.1:port/siguo",
        "mysql://siguo:database-secret@127.0.0.1/siguo",
        // Where no server can be.
        "postgres://siguo:database-secret@%2Fnonexistent/siguo",
        "postgres:///siguo?host=/nonexistent&password=database-secret",
    ] {
        for command in ["serve", "check-config", "invite"] {
            let mut program = common::siguo(&[command, "--database", url]);
            program.current_dir(folder.path());
            if command == "serve" {
                program.args(["--listen", "127.0.0.1:0", "--log", "trace"]);
            }
            let output = program.output().expect("it runs");
            assert!(!output.status.success(), "{command} {url}");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            assert!(!said.contains("database-secret"), "{command} {url}: {said}");
        }
    }
}
