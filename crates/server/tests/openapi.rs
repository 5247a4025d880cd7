//! `docs/openapi.json` is what the server says of its REST API. With `SIGUO_BLESS=1` this test writes it.

mod common;

use common::TestServer;

#[tokio::test]
async fn the_committed_description_is_fresh() {
    let server = TestServer::start().await;
    let document: serde_json::Value = server.get("/api/openapi.json").await;
    let fresh = serde_json::to_string_pretty(&document).expect("JSON") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    if std::env::var_os("SIGUO_BLESS").is_some() {
        std::fs::write(path, &fresh).expect("written");
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == fresh,
        "docs/openapi.json is stale: SIGUO_BLESS=1 cargo test -p server --test openapi"
    );
    server.stop().await;
}
