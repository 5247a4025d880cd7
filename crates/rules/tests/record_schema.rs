//! `docs/record.schema.json` is generated from the types that read and write records. With `SIGUO_BLESS=1` this test writes it.
#![cfg(feature = "wire")]

use std::{collections::BTreeMap, env, fs};

use rules::Record;
use serde_json::{Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

/// The schema as utoipa has it for OpenAPI 3.1, which is JSON Schema 2020-12, with its parts in one document.
fn schema() -> Value {
    let mut parts: Vec<(String, RefOr<Schema>)> = Vec::new();
    Record::schemas(&mut parts);
    let parts: BTreeMap<String, RefOr<Schema>> = parts.into_iter().collect();
    let mut schema = serde_json::to_value(Record::schema()).expect("JSON");
    let whole = schema.as_object_mut().expect("an object");
    whole.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    whole.insert("title".into(), "A game record of siguo, siguo-record/1".into());
    whole.insert("$defs".into(), json!(parts));
    let text = schema.to_string().replace("#/components/schemas/", "#/$defs/");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_published_schema_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.schema.json");
    let fresh = serde_json::to_string_pretty(&schema()).expect("JSON") + "\n";
    if env::var_os("SIGUO_BLESS").is_some() {
        fs::write(path, &fresh).expect("written");
    }
    let published = fs::read_to_string(path).unwrap_or_default();
    assert!(published == fresh, "docs/record.schema.json is stale: run `make generate`");
}

#[test]
fn every_part_that_is_named_is_there() {
    let schema = schema();
    let text = schema.to_string();
    let named: Vec<&str> = text.split("#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!named.is_empty());
    for name in named {
        assert!(schema["$defs"].get(name).is_some(), "{name}");
    }
}
