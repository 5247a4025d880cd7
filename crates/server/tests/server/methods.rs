//! Whatever is asked of whatever address, a refusal is a problem.

use crate::common::{TestServer, problem};
use reqwest::{Method, StatusCode};
use serde_json::Value;

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

#[tokio::test]
async fn a_route_refuses_the_methods_that_it_has_not() {
    let server = TestServer::start().await;
    let document: Value = server.get("/api/openapi.json").await;
    let mut routes: Vec<(String, Vec<String>)> = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let has = operations.as_object().expect("operations").keys();
        let path = path.replace("{id}", &uuid::Uuid::nil().to_string()).replace("{name}", "x");
        routes.push((path, has.map(|method| method.to_uppercase()).collect()));
    }
    assert!(routes.len() > 10);
    for path in ["/api/openapi.json", "/api/docs", "/api/docs/", "/healthz", "/readyz"] {
        routes.push((path.to_owned(), vec!["GET".to_owned()]));
    }
    for (path, has) in &routes {
        for method in METHODS.iter().filter(|method| has.iter().all(|known| known != *method)) {
            let method: Method = method.parse().expect("a method");
            let response =
                server.http.request(method.clone(), server.url(path)).send().await.expect("an answer");
            let allowed =
                response.headers().get("allow").map(|allow| allow.to_str().expect("text").to_owned());
            assert_eq!(
                problem(response, StatusCode::METHOD_NOT_ALLOWED).await,
                "method-not-allowed",
                "{method} {path}"
            );
            let allowed = allowed.unwrap_or_else(|| panic!("{method} {path} without Allow"));
            for method in has {
                assert!(allowed.split(',').any(|allowed| allowed == method), "{path}: {allowed}");
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn there_is_nothing_under_other_addresses() {
    let server = TestServer::start().await;
    for path in ["/api/v1/nothing", "/api/v2/live", "/api", "/api/", "/api/docs/nothing.js", "/missing.png"] {
        for method in METHODS {
            let method: Method = method.parse().expect("a method");
            let response =
                server.http.request(method.clone(), server.url(path)).send().await.expect("an answer");
            let status = response.status();
            if path == "/api/docs/nothing.js" && method != Method::GET {
                assert_eq!(problem(response, StatusCode::METHOD_NOT_ALLOWED).await, "method-not-allowed");
            } else {
                assert_eq!(status, StatusCode::NOT_FOUND, "{method} {path}");
                assert_eq!(problem(response, StatusCode::NOT_FOUND).await, "not-found", "{method} {path}");
            }
        }
    }
    server.stop().await;
}
