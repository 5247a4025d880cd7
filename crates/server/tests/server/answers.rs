//! What every answer carries, whatever it answers: what a browser is to refuse, and the request's id.

use std::{collections::HashSet, path::Path};

use crate::common::{PASSWORD, TestServer, read};
use protocol::Credentials;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, redirect::Policy};
use server::{Config, Limits, Rate};
use tokio::net::TcpListener;

/// One request for each kind of answer, with its status.
fn kinds(
    http: &Client,
    server: &TestServer,
    metrics: &str,
    token: &str,
) -> Vec<(RequestBuilder, StatusCode)> {
    let get = |path: &str| http.get(server.url(path));
    let socket = |path: &str| {
        let request = get(path).header("connection", "upgrade").header("upgrade", "websocket");
        request.header("sec-websocket-version", "13").header("sec-websocket-key", "MDEyMzQ1Njc4OWFiY2RlZg==")
    };
    // The server carries the client that was there when it was built.
    let built = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/index.html")).exists();
    let built = if built { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let login = Credentials { name: "Nobody".to_owned(), password: PASSWORD.to_owned() };
    vec![
        (get("/"), built),
        (get("/table/of-somebody"), built),
        (get("/sw.js"), built),
        (get("/offline.html"), built),
        (get("/missing.js"), StatusCode::NOT_FOUND),
        (get("/healthz"), StatusCode::OK),
        (get("/readyz"), StatusCode::OK),
        (get("/api/docs"), StatusCode::PERMANENT_REDIRECT),
        (get("/api/docs/"), StatusCode::OK),
        (get("/api/openapi.json"), StatusCode::OK),
        (get("/api/v1/live"), StatusCode::OK),
        (get("/api/v1/me"), StatusCode::UNAUTHORIZED),
        (get("/api/v1/players/x"), StatusCode::BAD_REQUEST),
        (get("/api/v1/nothing"), StatusCode::NOT_FOUND),
        (http.request(Method::PUT, server.url("/api/v1/live")), StatusCode::METHOD_NOT_ALLOWED),
        (http.post(server.url("/api/v1/guest")).header("origin", "null"), StatusCode::FORBIDDEN),
        (http.post(server.url("/api/v1/login")).body("x".repeat(20_000)), StatusCode::PAYLOAD_TOO_LARGE),
        (http.post(server.url("/api/v1/login")).json(&login), StatusCode::UNAUTHORIZED),
        (http.post(server.url("/api/v1/login")).json(&login), StatusCode::TOO_MANY_REQUESTS),
        (socket("/ws"), StatusCode::UNAUTHORIZED),
        (socket("/ws").bearer_auth(token).header("origin", "https://evil.example"), StatusCode::FORBIDDEN),
        (socket("/ws").bearer_auth(token), StatusCode::SWITCHING_PROTOCOLS),
        (http.get(metrics), StatusCode::OK),
    ]
}

async fn server() -> (TestServer, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let metrics = format!("http://{}/metrics", listener.local_addr().expect("an address"));
    let settings = |config: &mut Config| {
        config.metrics = Some(listener);
        config.limits = Limits { login: Rate { every_ms: 60_000, burst: 2 }, ..Limits::none() };
    };
    (TestServer::start_with(settings).await, metrics)
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().expect("text"))
}

#[tokio::test]
async fn every_kind_of_answer_says_what_a_browser_may_do_with_it() {
    let (server, metrics) = server().await;
    let http = Client::builder().redirect(Policy::none()).build().expect("a client");
    let token = server.guest().await.token;
    for (request, status) in kinds(&http, &server, &metrics, &token) {
        let response = request.send().await.expect("an answer");
        let url = response.url().to_string();
        assert_eq!(response.status(), status, "{url}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(header(&response, name), value, "{url}");
        }
        assert!(header(&response, "permissions-policy").contains("camera=()"), "{url}");
        let policy = header(&response, "content-security-policy");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{url}: {policy}");
        for part in ["default-src 'none'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{url}: {policy}");
        }
        let kind = header(&response, "content-type");
        if kind.starts_with("text/html") {
            for part in ["script-src 'self';", "style-src 'self';", "base-uri 'none'", "form-action 'none'"] {
                assert!(policy.contains(part), "{url}: {policy}");
            }
            let own = policy.contains("require-trusted-types-for 'script'");
            assert!(own || url.contains("/api/docs/"), "{url}: {policy}");
        }
        if url.contains("/api/v1/") || url == metrics {
            assert!(!policy.contains("'self'"), "what is no page does nothing: {url}: {policy}");
        }
        if url.contains("/api/v1/") {
            assert_eq!(header(&response, "cache-control"), "no-store", "{url}");
        }
        if kind == "application/problem+json" {
            let problem: protocol::Problem = read(response, status).await;
            assert_eq!(problem.request, None, "nothing to ask the operator about: {problem:?}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn every_answer_has_an_id_that_the_client_cannot_choose() {
    let (server, metrics) = server().await;
    let http = Client::builder().redirect(Policy::none()).build().expect("a client");
    let token = server.guest().await.token;
    let mut seen = HashSet::new();
    for (request, _) in kinds(&http, &server, &metrics, &token) {
        let response = request.header("x-request-id", "mine").send().await.expect("an answer");
        if response.url().as_str() == metrics {
            continue;
        }
        let id = header(&response, "x-request-id").to_owned();
        assert_eq!(id.len(), 36, "{}: {id}", response.url());
        assert!(seen.insert(id), "no two have one: {}", response.url());
    }
    assert!(seen.len() > 20);
    server.stop().await;
}
