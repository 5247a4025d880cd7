//! Who may register, and how many of one address.

use protocol::{AccountKind, Credentials, Me, Registration, RegistrationMode, Site, Token};
use reqwest::{Response, StatusCode};
use server::{Limits, Rate, draw_invites};
use store::{ConnectOptions, Store};

use crate::common::{Database, PASSWORD, Person, TestServer, problem, read};

on_both_databases![a_code_of_the_operators_lets_one_in];

fn registration(name: &str, invite: Option<&str>) -> Registration {
    Registration { name: name.to_owned(), password: PASSWORD.to_owned(), invite: invite.map(str::to_owned) }
}

async fn register(server: &TestServer, name: &str, invite: Option<&str>) -> Response {
    server.post("/api/v1/register", None, &registration(name, invite)).await
}

async fn mode(server: &TestServer) -> RegistrationMode {
    server.get::<Site>("/api/v1/site").await.registration
}

#[tokio::test]
async fn everybody_registers_unless_it_is_said() {
    let server = TestServer::start().await;
    assert_eq!(mode(&server).await, RegistrationMode::Open);
    // Where no code is needed none is looked at.
    let _: Token = read(register(&server, "Anna", Some("any")).await, StatusCode::CREATED).await;
    server.stop().await;
}

#[tokio::test]
async fn where_registration_is_closed_guests_play_all_the_same() {
    let server = TestServer::start_with(|config| config.registration = RegistrationMode::Closed).await;
    assert_eq!(mode(&server).await, RegistrationMode::Closed);
    let response = register(&server, "Anna", None).await;
    assert_eq!(problem(response, StatusCode::FORBIDDEN).await, "registration-closed");
    let guest = server.guest().await;
    let response = server.post("/api/v1/register", Some(&guest), &registration("Anna", None)).await;
    assert_eq!(problem(response, StatusCode::FORBIDDEN).await, "registration-closed");
    let me: Me = server.get_as(&guest, "/api/v1/me").await;
    assert_eq!(me.account.kind, AccountKind::Guest);
    server.stop().await;
}

async fn a_code_of_the_operators_lets_one_in(database: Database) {
    let server =
        TestServer::start_on(database, |config| config.registration = RegistrationMode::Invite).await;
    assert_eq!(mode(&server).await, RegistrationMode::Invite);
    let store = Store::connect(&server.database.url(), ConnectOptions::default()).await.expect("the same");
    let codes = draw_invites(2);
    store.create_invites(&codes, protocol::Millis(1)).await.expect("kept");

    for missing in [None, Some(""), Some("  ")] {
        let response = register(&server, "Anna", missing).await;
        assert_eq!(problem(response, StatusCode::UNPROCESSABLE_ENTITY).await, "invite-needed");
    }
    for wrong in ["K7QM-2XVD-9PTA-HWZ4", "no code", "\u{0}", &"A".repeat(10_000)] {
        let response = register(&server, "Anna", Some(wrong)).await;
        assert_eq!(problem(response, StatusCode::UNPROCESSABLE_ENTITY).await, "bad-invite", "{wrong}");
    }
    let typed = codes[0].to_lowercase().replace('-', " ");
    let anna: Token = read(register(&server, "Anna", Some(&typed)).await, StatusCode::CREATED).await;
    assert_eq!(anna.account.kind, AccountKind::Person);
    let used = register(&server, "Stone", Some(&codes[0])).await;
    assert_eq!(problem(used, StatusCode::UNPROCESSABLE_ENTITY).await, "bad-invite", "as one that never was");

    // A name that is taken costs no code, and a guest who registers needs one too.
    let taken = register(&server, "anna", Some(&codes[1])).await;
    assert_eq!(problem(taken, StatusCode::CONFLICT).await, "name-taken");
    let guest = server.guest().await;
    let response =
        server.post("/api/v1/register", Some(&guest), &registration("石头", Some(&codes[1]))).await;
    let registered: Token = read(response, StatusCode::CREATED).await;
    assert_eq!(registered.account.id, guest.id());
    assert!(store.unused_invites().await.expect("read").is_empty());

    // Who has an account logs in as ever.
    let body = Credentials { name: "Anna".to_owned(), password: PASSWORD.to_owned() };
    let response = server.post("/api/v1/login", None, &body).await;
    assert_eq!(read::<Token>(response, StatusCode::OK).await.account.id, anna.account.id);
    store.close().await;
    server.stop().await;
}

#[tokio::test]
async fn so_many_register_from_one_address_and_what_is_refused_does_not_count() {
    let limits = Limits { register: Rate { every_ms: 720_000, burst: 2 }, ..Limits::none() };
    let (clock, hand) = server::Clock::by_hand(crate::common::START);
    let server = TestServer::start_with(|config| {
        config.limits = limits;
        config.clock = clock;
        config.proxies = Some(crate::common::addresses_by_header());
    })
    .await;
    let from = async |address: &str, name: &str| {
        let request = server.http.post(server.url("/api/v1/register")).header("x-forwarded-for", address);
        request.json(&registration(name, None)).send().await.expect("an answer")
    };
    let one: Token = read(from("192.0.2.1", "one").await, StatusCode::CREATED).await;
    for _ in 0..3 {
        assert_eq!(from("192.0.2.1", "one").await.status(), StatusCode::CONFLICT);
        assert_eq!(from("192.0.2.1", "x").await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    let short = async |address: &str| {
        let request = server.http.post(server.url("/api/v1/register")).header("x-forwarded-for", address);
        let body = Registration { password: "short".to_owned(), ..registration("three", None) };
        request.json(&body).send().await.expect("an answer")
    };
    for _ in 0..3 {
        let refused = problem(short("192.0.2.1").await, StatusCode::UNPROCESSABLE_ENTITY).await;
        assert_eq!(refused, "password-length");
    }
    hand.advance(600_000);
    assert_eq!(from("192.0.2.1", "two").await.status(), StatusCode::CREATED);
    let refused = from("192.0.2.1", "three").await;
    assert_eq!(refused.headers()["retry-after"], "840");
    assert_eq!(problem(refused, StatusCode::TOO_MANY_REQUESTS).await, "too-many-requests");
    // No password is looked at, let alone hashed.
    assert_eq!(problem(short("192.0.2.1").await, StatusCode::TOO_MANY_REQUESTS).await, "too-many-requests");
    assert_eq!(from("192.0.2.2", "three").await.status(), StatusCode::CREATED);
    hand.advance(839_999);
    assert_eq!(from("192.0.2.1", "four").await.status(), StatusCode::TOO_MANY_REQUESTS);
    hand.advance(1);
    assert_eq!(from("192.0.2.1", "four").await.status(), StatusCode::CREATED);
    assert_eq!(from("192.0.2.1", "five").await.status(), StatusCode::TOO_MANY_REQUESTS, "one was free");
    let one = Person { token: one.token, account: one.account };
    let me: Me = server.get_as(&one, "/api/v1/me").await;
    assert_eq!(me.account.name, "one");
    server.stop().await;
}
