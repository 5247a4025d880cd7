//! Coming in and going: guests, registration, passwords, cookies, tokens.

use crate::common::{Client, Database, PASSWORD, Person, TestServer, client::End, problem, read};
use protocol::{AccountKind, Credentials, Language, Me, MySettings, Token};
use reqwest::StatusCode;
use server::{Limits, Rate};

on_both_databases![
    a_guest_registers_and_keeps_the_account,
    of_two_who_register_one_name_at_the_same_moment_one_gets_it,
];

fn credentials(name: &str, password: &str) -> Credentials {
    Credentials { name: name.to_owned(), password: password.to_owned() }
}

async fn a_guest_registers_and_keeps_the_account(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let guest = server.guest().await;
    assert_eq!(guest.account.kind, AccountKind::Guest);
    let response = server.post("/api/v1/register", Some(&guest), &credentials("石头", PASSWORD)).await;
    let token: Token = read(response, StatusCode::CREATED).await;
    assert_eq!((token.account.id, token.account.kind), (guest.id(), AccountKind::Person));
    assert!(is_over(&server, &guest).await, "whoever has got hold of the guest's token has nothing");
    let person = Person { token: token.token, account: token.account };
    let me: Me = server.get_as(&person, "/api/v1/me").await;
    assert_eq!(me.account.name, "石头");

    // Registering once more makes somebody else.
    let response = server.post("/api/v1/register", Some(&person), &credentials("老王", PASSWORD)).await;
    let other: Token = read(response, StatusCode::CREATED).await;
    assert_ne!(other.account.id, guest.id());
    assert!(is_over(&server, &person).await);
    server.stop().await;
}

/// Whether the token is worth nothing.
async fn is_over(server: &TestServer, person: &Person) -> bool {
    let request = server.http.get(server.url("/api/v1/me")).bearer_auth(&person.token);
    request.send().await.expect("an answer").status() == StatusCode::UNAUTHORIZED
}

async fn of_two_who_register_one_name_at_the_same_moment_one_gets_it(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let guest = server.guest().await;
    // Two that look alike are one name; a guest may try too.
    for (one, other, also) in [("Anna", "anna", "ANNA"), ("老王", "老王", "老王")] {
        let guest = (one == "Anna").then_some(&guest);
        let (one, other, also) =
            (credentials(one, PASSWORD), credentials(other, PASSWORD), credentials(also, PASSWORD));
        let (one, other, also) = tokio::join!(
            server.post("/api/v1/register", None, &one),
            server.post("/api/v1/register", guest, &other),
            server.post("/api/v1/register", None, &also),
        );
        let (made, refused): (Vec<_>, Vec<_>) = [one, other, also]
            .into_iter()
            .partition(|response: &reqwest::Response| response.status() == StatusCode::CREATED);
        assert_eq!(made.len(), 1);
        for response in refused {
            assert_eq!(problem(response, StatusCode::CONFLICT).await, "name-taken");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn the_word_bearer_is_written_in_any_case() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    for (word, status) in [
        ("Bearer ", StatusCode::OK),
        ("bearer ", StatusCode::OK),
        ("BEARER  ", StatusCode::OK),
        ("Bearer", StatusCode::UNAUTHORIZED),
        ("Basic ", StatusCode::UNAUTHORIZED),
        ("", StatusCode::UNAUTHORIZED),
    ] {
        let value = format!("{word}{}", guest.token);
        let request = server.http.get(server.url("/api/v1/me")).header("authorization", value);
        assert_eq!(request.send().await.expect("an answer").status(), status, "{word:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_login_lasts_until_the_logout() {
    let server = TestServer::start().await;
    server.register("Anna").await;
    let response = server.post("/api/v1/login", None, &credentials("anna", PASSWORD)).await;
    let cookie = response.headers()["set-cookie"].to_str().expect("text").to_owned();
    assert!(cookie.starts_with("siguo=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
    assert!(!cookie.contains("Secure"), "plain http: {cookie}");
    let token: Token = read(response, StatusCode::OK).await;
    assert_eq!(token.token.len(), 64, "256 bits");

    let value = cookie.split(';').next().expect("name and value");
    let response =
        server.http.get(server.url("/api/v1/me")).header("cookie", value).send().await.expect("an answer");
    let me: Me = read(response, StatusCode::OK).await;
    assert_eq!((me.account.name.as_str(), me.language, me.room), ("Anna", None, None));

    let request = server.http.patch(server.url("/api/v1/me")).bearer_auth(&token.token);
    let response = request
        .json(&MySettings { language: Some(Language::En), preferences: None })
        .send()
        .await
        .expect("an answer");
    assert_eq!(read::<Me>(response, StatusCode::OK).await.language, Some(Language::En));

    let request = server.http.post(server.url("/api/v1/logout")).bearer_auth(&token.token);
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    assert!(response.headers()["set-cookie"].to_str().expect("text").contains("Max-Age=0"));
    let request = server.http.get(server.url("/api/v1/me")).bearer_auth(&token.token);
    let refused = problem(request.send().await.expect("an answer"), StatusCode::UNAUTHORIZED).await;
    assert_eq!(refused, "not-logged-in");
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_are_refused_alike() {
    let server = TestServer::start().await;
    server.register("Anna").await;
    let mut answers = Vec::new();
    for (name, password) in [("Anna", "a wrong password"), ("Nobody", PASSWORD), ("\u{202e}", PASSWORD)] {
        let response = server.post("/api/v1/login", None, &credentials(name, password)).await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        answers.push(response.text().await.expect("a body"));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    server.stop().await;
}

#[tokio::test]
async fn names_and_passwords_have_their_bounds() {
    let server = TestServer::start().await;
    server.register("Stone").await;
    for (name, password, status, kind) in [
        ("Stone", PASSWORD, StatusCode::CONFLICT, "name-taken"),
        ("stone", PASSWORD, StatusCode::CONFLICT, "name-taken"),
        ("St0ne", PASSWORD, StatusCode::CONFLICT, "name-taken"),
        ("Ｓｔｏｎｅ", PASSWORD, StatusCode::CONFLICT, "name-taken"),
        ("石", PASSWORD, StatusCode::UNPROCESSABLE_ENTITY, "name-length"),
        ("a b", PASSWORD, StatusCode::UNPROCESSABLE_ENTITY, "name-character"),
        ("Ѕtone", PASSWORD, StatusCode::UNPROCESSABLE_ENTITY, "name-mixed"),
        ("系统", PASSWORD, StatusCode::UNPROCESSABLE_ENTITY, "name-reserved"),
        ("Anna", "seven77", StatusCode::UNPROCESSABLE_ENTITY, "password-length"),
    ] {
        let response = server.post("/api/v1/register", None, &credentials(name, password)).await;
        assert_eq!(problem(response, status).await, kind, "{name}");
    }
    let long = "x".repeat(129);
    let response = server.post("/api/v1/register", None, &credentials("Anna", &long)).await;
    assert_eq!(problem(response, StatusCode::UNPROCESSABLE_ENTITY).await, "password-length");
    let body = serde_json::json!({"name": "Anna", "password": PASSWORD, "role": "admin"});
    let response = server.post("/api/v1/register", None, &body).await;
    assert_eq!(problem(response, StatusCode::BAD_REQUEST).await, "bad-body");
    server.stop().await;
}

#[tokio::test]
async fn fifty_who_ask_for_one_name_get_it_once() {
    let server = TestServer::start().await;
    let requests = (0..50).map(|_| {
        let request = server.http.post(server.url("/api/v1/register")).json(&credentials("石头", PASSWORD));
        tokio::spawn(request.send())
    });
    let mut created = 0;
    for request in requests.collect::<Vec<_>>() {
        let status = request.await.expect("no panic").expect("an answer").status();
        match status {
            StatusCode::CREATED => created += 1,
            StatusCode::CONFLICT | StatusCode::SERVICE_UNAVAILABLE => {}
            other => panic!("{other}"),
        }
    }
    assert_eq!(created, 1);
    server.stop().await;
}

#[tokio::test]
async fn attempts_are_limited_per_address() {
    let rate = Rate { every_ms: 60_000, burst: 3 };
    let server =
        TestServer::start_with(|config| config.limits = Limits { login: rate, ..Limits::none() }).await;
    for _ in 0..3 {
        let response = server.post("/api/v1/login", None, &credentials("Nobody", PASSWORD)).await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    }
    let response = server.post("/api/v1/login", None, &credentials("Nobody", PASSWORD)).await;
    assert!(response.headers().contains_key("retry-after"));
    assert_eq!(problem(response, StatusCode::TOO_MANY_REQUESTS).await, "too-many-requests");
    // A header that the operator has not named changes nothing.
    let request = server.http.post(server.url("/api/v1/login")).header("x-forwarded-for", "192.0.2.1");
    let response = request.json(&credentials("Nobody", PASSWORD)).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    server.stop().await;
}

#[tokio::test]
async fn a_logout_ends_the_connections_of_that_login_alone() {
    let server = TestServer::start().await;
    let here = server.register("Anna").await;
    let token: Token =
        read(server.post("/api/v1/login", None, &credentials("Anna", PASSWORD)).await, StatusCode::OK).await;
    let there = Person { token: token.token, account: token.account };
    let mut leaving = Client::connect(&server, &here).await;
    let mut staying = Client::connect(&server, &there).await;
    let response = server.post("/api/v1/logout", Some(&here), &()).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    assert_eq!(leaving.end().await, End::Closed(4001));
    staying.done(protocol::Command::Time).await;
    staying.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_login_ends_the_one_that_it_replaces() {
    let server = TestServer::start().await;
    let anna = server.register("Anna").await;
    let guest = server.guest().await;
    let mut playing = Client::connect(&server, &guest).await;

    // Who does not come in stays who one was.
    let response = server.post("/api/v1/login", Some(&guest), &credentials("Anna", "a wrong password")).await;
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    playing.done(protocol::Command::Time).await;

    let login = async |shown: &Person| {
        let response = server.post("/api/v1/login", Some(shown), &credentials("Anna", PASSWORD)).await;
        let token: Token = read(response, StatusCode::OK).await;
        Person { token: token.token, account: token.account }
    };
    let here = login(&guest).await;
    assert!(is_over(&server, &guest).await);
    assert_eq!(playing.end().await, End::Closed(4001));
    assert!(!is_over(&server, &anna).await, "her login elsewhere");

    // By cookie, as a browser does.
    let request = server.http.post(server.url("/api/v1/guest")).header("origin", server.url(""));
    let request = request.header("cookie", format!("theme=dark; siguo={}", here.token));
    assert_eq!(request.send().await.expect("an answer").status(), StatusCode::CREATED);
    assert!(is_over(&server, &here).await);
    server.stop().await;
}

#[tokio::test]
async fn who_logs_in_anew_as_the_same_keeps_the_connection() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let mut playing = Client::connect(&server, &guest).await;
    let response = server.post("/api/v1/register", Some(&guest), &credentials("石头", PASSWORD)).await;
    let token: Token = read(response, StatusCode::CREATED).await;
    let person = Person { token: token.token, account: token.account };
    playing.done(protocol::Command::Time).await;
    let response = server.post("/api/v1/logout", Some(&person), &()).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    assert_eq!(playing.end().await, End::Closed(4001), "it belongs to the new login");
    server.stop().await;
}

#[tokio::test]
async fn wrong_passwords_are_limited_per_account_and_do_not_lock_the_owner_out() {
    let rate = Rate { every_ms: 60_000, burst: 3 };
    let (clock, hand) = server::Clock::by_hand(crate::common::START);
    let server = TestServer::start_with(|config| {
        config.clock = clock;
        config.limits = Limits { password: rate, ..Limits::none() };
    })
    .await;
    let anna = server.register("Anna").await;
    let browser = format!("siguo_browser={}", "a".repeat(64));
    Client::connect_with(&server, &anna, &[("cookie", &browser)]).await.close().await;
    let login = async |name: &str, password: &str, cookie: &str| {
        let request = server.http.post(server.url("/api/v1/login")).header("cookie", cookie);
        request.json(&credentials(name, password)).send().await.expect("an answer")
    };
    let strange = format!("siguo_browser={}", "b".repeat(64));

    // Right ones cost nothing, however many.
    for _ in 0..5 {
        assert_eq!(login("Anna", PASSWORD, &strange).await.status(), StatusCode::OK);
    }
    for name in ["Anna", "Nobody"] {
        for _ in 0..3 {
            let refused = problem(login(name, "a wrong one", &strange).await, StatusCode::UNAUTHORIZED).await;
            assert_eq!(refused, "wrong-credentials");
        }
        // The name looks the same; another browser is as strange.
        let refused = login(&name.to_uppercase(), PASSWORD, "theme=dark").await;
        assert_eq!(refused.headers()["retry-after"], "60");
        assert_eq!(problem(refused, StatusCode::TOO_MANY_REQUESTS).await, "too-many-requests", "{name}");
    }
    assert_eq!(login("Anna", PASSWORD, &browser).await.status(), StatusCode::OK, "her own browser");
    for _ in 0..3 {
        assert_eq!(login("Anna", "a wrong one", &browser).await.status(), StatusCode::UNAUTHORIZED);
    }
    assert_eq!(login("Anna", PASSWORD, &browser).await.status(), StatusCode::TOO_MANY_REQUESTS);
    hand.advance(60_000);
    assert_eq!(login("Anna", PASSWORD, &strange).await.status(), StatusCode::OK);
    server.stop().await;
}
