//! Pages of other sites can do nothing in somebody's name.

use crate::common::{Person, TestServer, addresses_by_header, problem};
use reqwest::{Method, RequestBuilder, StatusCode};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Error, client::IntoClientRequest},
};

fn by_cookie(request: RequestBuilder, person: &Person) -> RequestBuilder {
    request.header("cookie", format!("other=1; siguo={}", person.token))
}

#[tokio::test]
async fn what_changes_something_needs_the_own_origin() {
    let server = TestServer::start().await;
    let person = server.register("Anna").await;
    let own = format!("http://{}", server.address);
    let url = server.url("/api/v1/me");
    let change = || by_cookie(server.http.patch(&url).json(&serde_json::json!({"language": "zh"})), &person);
    let by_https = format!("https://{}", server.address);
    for foreign in
        ["https://evil.example", "null", "http://127.0.0.1:1", &format!("{own}.evil.example"), &by_https]
    {
        let response = change().header("origin", foreign).send().await.expect("an answer");
        assert_eq!(problem(response, StatusCode::FORBIDDEN).await, "foreign-origin", "{foreign}");
    }
    let response = change().send().await.expect("an answer");
    assert_eq!(
        problem(response, StatusCode::FORBIDDEN).await,
        "foreign-origin",
        "a cookie alone is not enough"
    );
    let response = change().header("origin", &own).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK);
    // Whatever else it says of itself: two at once, or by the newer header alone.
    let twice = change().header("origin", &own).header("origin", "https://evil.example");
    let response = twice.send().await.expect("an answer");
    assert_eq!(problem(response, StatusCode::FORBIDDEN).await, "foreign-origin");
    for (site, status) in [
        ("cross-site", StatusCode::FORBIDDEN),
        ("same-site", StatusCode::FORBIDDEN),
        ("same-origin", StatusCode::CREATED),
        ("none", StatusCode::CREATED),
    ] {
        let request = server.http.post(server.url("/api/v1/guest")).header("sec-fetch-site", site);
        assert_eq!(request.send().await.expect("an answer").status(), status, "{site}");
    }
    // Nobody can be logged in by another site either.
    let request = server.http.post(server.url("/api/v1/guest")).header("origin", "https://evil.example");
    let response = request.send().await.expect("an answer");
    assert_eq!(problem(response, StatusCode::FORBIDDEN).await, "foreign-origin");
    // Looking is free, and a bearer token is never sent by a browser on its own.
    let response = by_cookie(server.http.get(&url), &person).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK);
    let request =
        server.http.patch(&url).bearer_auth(&person.token).json(&serde_json::json!({"language": "zh"}));
    assert_eq!(request.send().await.expect("an answer").status(), StatusCode::OK);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_opens_for_the_own_page_alone() {
    let server = TestServer::start().await;
    let person = server.register("Anna").await;
    let own = format!("http://{}", server.address);
    let cookie = format!("siguo={}", person.token);
    let attempts = [
        (Some(own.as_str()), Some(cookie.as_str()), None),
        (None, Some(cookie.as_str()), None),
        (Some("https://evil.example"), Some(cookie.as_str()), Some(403)),
        (Some(own.as_str()), None, Some(401)),
        (Some(own.as_str()), Some("siguo=0000"), Some(401)),
    ];
    for (origin, cookie, refused) in attempts {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
        for (name, value) in [("origin", origin), ("cookie", cookie)] {
            if let Some(value) = value {
                request.headers_mut().insert(name, value.parse().expect("a header"));
            }
        }
        let status = match connect_async(request).await {
            Ok((mut socket, _)) => {
                socket.close(None).await.expect("closed");
                None
            }
            Err(Error::Http(response)) => Some(response.status().as_u16()),
            Err(err) => panic!("{err}"),
        };
        assert_eq!(status, refused, "{origin:?} {cookie:?}");
    }
    server.stop().await;
}

/// Each way of changing something, so that no method is forgotten.
#[tokio::test]
async fn no_method_that_changes_something_goes_by_cookie_alone() {
    let server = TestServer::start().await;
    let person = server.register("Anna").await;
    for (method, path) in [
        (Method::POST, "/api/v1/logout"),
        (Method::PUT, "/api/v1/me/password"),
        (Method::PATCH, "/api/v1/me"),
        (Method::DELETE, "/api/v1/me"),
    ] {
        let response = by_cookie(server.http.request(method.clone(), server.url(path)), &person);
        let response = response.send().await.expect("an answer");
        assert_eq!(problem(response, StatusCode::FORBIDDEN).await, "foreign-origin", "{method}");
    }
    let response = by_cookie(server.http.get(server.url("/api/v1/me")), &person).send().await;
    assert_eq!(response.expect("an answer").status(), StatusCode::OK, "nothing was changed");
    server.stop().await;
}

#[tokio::test]
async fn a_configured_address_is_the_only_one() {
    let server = TestServer::start_with(|config| {
        config.origins = vec!["https://siguo.example".parse().expect("an origin")];
    })
    .await;
    let own = format!("http://{}", server.address);
    let enter = |origin: &str| server.http.post(server.url("/api/v1/guest")).header("origin", origin).send();
    assert_eq!(enter(&own).await.expect("an answer").status(), StatusCode::FORBIDDEN);
    let response = enter("https://siguo.example").await.expect("an answer");
    assert_eq!(response.status(), StatusCode::CREATED);
    assert!(response.headers()["set-cookie"].to_str().expect("text").contains("; Secure"));
    server.stop().await;
}

#[tokio::test]
async fn by_which_scheme_browsers_come_only_a_proxy_can_say() {
    for (proxies, said, scheme, own) in [
        (true, Some("https"), "https", true),
        (true, Some("https"), "http", false),
        (true, Some("http"), "http", true),
        (true, Some("http"), "https", false),
        (true, None, "http", true),
        (true, None, "https", false),
        (false, Some("https"), "https", false),
        (false, Some("https"), "http", true),
    ] {
        let server =
            TestServer::start_with(|config| config.proxies = proxies.then(addresses_by_header)).await;
        let origin = format!("{scheme}://{}", server.address);
        let mut request = server.http.post(server.url("/api/v1/guest")).header("origin", origin);
        if let Some(said) = said {
            request = request.header("x-forwarded-proto", said);
        }
        let response = request.send().await.expect("an answer");
        let expected = if own { StatusCode::CREATED } else { StatusCode::FORBIDDEN };
        assert_eq!(response.status(), expected, "{proxies} {said:?} {scheme}");
        server.stop().await;
    }
}

#[tokio::test]
async fn where_all_addresses_are_https_browsers_take_no_other_way() {
    for (origins, expected) in [
        (&["https://siguo.example"][..], true),
        (&["https://siguo.example", "http://192.0.2.1:8080"], false),
        (&[], false),
    ] {
        let server = TestServer::start_with(|config| {
            config.origins = origins.iter().map(|origin| origin.parse().expect("an origin")).collect();
        })
        .await;
        for path in ["/", "/api/v1/live", "/api/v1/nothing"] {
            let response = server.http.get(server.url(path)).send().await.expect("an answer");
            let found = response.headers().get("strict-transport-security");
            assert_eq!(
                found.map(|value| value.to_str().expect("text")),
                expected.then_some("max-age=31536000")
            );
        }
        server.stop().await;
    }
}
