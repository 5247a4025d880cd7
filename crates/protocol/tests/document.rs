//! Every frame shown in `docs/protocol.md` is one that the types accept and write in exactly that way.

use std::fs;

use protocol::{ClientFrame, ServerFrame};
use serde_json::Value;

#[test]
fn the_sample_session_is_made_of_real_frames() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    let document = fs::read_to_string(path).expect("docs/protocol.md");
    let (mut sent, mut received) = (0, 0);
    for line in document.lines() {
        if let Some(json) = line.strip_prefix("→ ") {
            let frame: ClientFrame =
                serde_json::from_str(json).unwrap_or_else(|err| panic!("{err} in {json}"));
            assert_eq!(serde_json::to_string(&frame).expect("json"), json);
            sent += 1;
        } else if let Some(json) = line.strip_prefix("← ") {
            let frame: ServerFrame =
                serde_json::from_str(json).unwrap_or_else(|err| panic!("{err} in {json}"));
            assert_eq!(serde_json::to_string(&frame).expect("json"), json);
            received += 1;
        }
    }
    assert!(sent >= 8 && received >= 12, "the document shows {sent} frames sent and {received} received");
}

#[test]
fn what_is_not_a_command_is_refused_with_its_place() {
    for (text, word) in [
        ("", "EOF"),
        ("null", "invalid type"),
        (r#"{"id":1,"cmd":{"t":"time"},"more":1}"#, "unknown field `more`"),
        (r#"{"id":1,"cmd":{"t":"dance"}}"#, "unknown variant `dance`"),
        (r#"{"id":-1,"cmd":{"t":"time"}}"#, "invalid value"),
        (r#"{"id":1e400,"cmd":{"t":"time"}}"#, "number out of range"),
        (r#"{"id":1,"cmd":{"t":"hello","d":{"version":1,"token":"x"}}}"#, "unknown field `token`"),
        (r#"{"id":1,"cmd":{"t":"move","d":{"game":"x","after":0,"from":"r11","to":"r12"}}}"#, "UUID"),
        (
            r#"{"id":1,"cmd":{"t":"move","d":{"game":"00000000-0000-0000-0000-000000000000","after":0,"from":"r99","to":"r12"}}}"#,
            "not a point",
        ),
    ] {
        let error = serde_json::from_str::<ClientFrame>(text).expect_err(text).to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
    let deep = format!("{{\"id\":1,\"cmd\":{}", "[".repeat(10_000));
    assert!(serde_json::from_str::<ClientFrame>(&deep).is_err());
}

#[test]
fn values_of_the_reference_are_stable() {
    let frame: Value =
        serde_json::to_value(protocol::Reply::Error(protocol::ErrorBody::TooEarly { steps: 3 }))
            .expect("json");
    assert_eq!(frame, serde_json::json!({"t": "error", "d": {"t": "too-early", "d": {"steps": 3}}}));
}
