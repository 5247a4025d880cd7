//! How answers are packed.

use crate::common::{TestServer, read};
use protocol::Token;
use reqwest::StatusCode;

/// The request has been carried out: that it can't be answered as was wanted would be the wrong thing to say of it.
#[tokio::test]
async fn whoever_takes_no_coding_that_there_is_gets_the_answer_plain() {
    let server = TestServer::start().await;
    for (asked, packed) in [
        (None, None),
        (Some("gzip"), Some("gzip")),
        (Some("br, gzip;q=0.1"), Some("gzip")),
        (Some("gzip, identity;q=0"), Some("gzip")),
        (Some("*"), Some("gzip")),
        (Some("gzip;q=0.5, identity"), None),
        (Some("br"), None),
        (Some("br, identity;q=0"), None),
        (Some("identity;q=0"), None),
        (Some("*;q=0"), None),
        (Some("identity;q=0, *;q=0"), None),
        (Some("gzip;q=0, identity;q=0"), None),
    ] {
        let asking = |request: reqwest::RequestBuilder| match asked {
            Some(asked) => request.header("accept-encoding", asked),
            None => request,
        };
        let document = asking(server.http.get(server.url("/api/openapi.json"))).send().await;
        let document = document.expect("an answer");
        assert_eq!(document.status(), StatusCode::OK, "{asked:?}");
        let found = document.headers().get("content-encoding").map(|coding| coding.to_str().expect("text"));
        assert_eq!(found, packed, "{asked:?}");
        if packed.is_none() {
            let guest = asking(server.http.post(server.url("/api/v1/guest"))).send().await;
            let _: Token = read(guest.expect("an answer"), StatusCode::CREATED).await;
        }
    }
    server.stop().await;
}
