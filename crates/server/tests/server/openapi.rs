//! What the server says of its REST API: `docs/openapi.json` is that, every route is described in full, and the page that shows it
//! comes from the server alone. With `SIGUO_BLESS=1` the first test writes the document.

use std::{collections::BTreeSet, fs, path::Path};

use crate::common::{TestServer, problem};
use reqwest::StatusCode;
use serde_json::{Map, Value};
use server::Limits;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

async fn document() -> Value {
    let server = TestServer::start().await;
    let document = server.get("/api/openapi.json").await;
    server.stop().await;
    document
}

#[tokio::test]
async fn the_committed_description_is_fresh() {
    let fresh = serde_json::to_string_pretty(&document().await).expect("JSON") + "\n";
    let path = format!("{ROOT}/docs/openapi.json");
    if std::env::var_os("SIGUO_BLESS").is_some() {
        fs::write(&path, &fresh).expect("written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "docs/openapi.json is stale: make generate");
}

/// Every operation with a name to tell it by.
fn operations(document: &Value) -> Vec<(String, &Map<String, Value>)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    let all = paths.flat_map(|(path, operations)| {
        let operations = operations.as_object().expect("operations").iter();
        operations.map(move |(method, operation)| {
            (format!("{method} {path}"), operation.as_object().expect("an operation"))
        })
    });
    all.collect()
}

fn says(value: &Value, field: &str) -> bool {
    value[field].as_str().is_some_and(|text| !text.is_empty())
}

#[tokio::test]
async fn every_route_is_described_in_full() {
    let document = document().await;
    for (name, operation) in operations(&document) {
        let whole = Value::Object(operation.clone());
        assert!(says(&whole, "summary") && says(&whole, "description"), "{name}: summary and description");
        for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            assert!(says(parameter, "description"), "{name}: {parameter} has no description");
            assert!(parameter.get("example").is_some(), "{name}: {parameter} has no example");
        }
        let mut bodies: Vec<(&str, &Value)> =
            operation.get("requestBody").map(|body| ("body", body)).into_iter().collect();
        for (status, response) in operation["responses"].as_object().expect("responses") {
            assert!(says(response, "description"), "{name}: {status} has no description");
            if status.starts_with('2') {
                bodies.push((status, response));
            } else {
                let problem = &response["content"]["application/problem+json"];
                let types = problem["schema"]["properties"]["type"]["enum"].as_array().expect("the types");
                assert!(!types.is_empty(), "{name}: the description of {status} names no code in backticks");
            }
        }
        for (which, body) in bodies {
            for (kind, media) in body.get("content").and_then(Value::as_object).into_iter().flatten() {
                assert!(
                    !kind.contains("json") || media.get("example").is_some(),
                    "{name}: {which} as {kind} has no example in http/examples.json"
                );
            }
        }
    }
    let text = document.to_string();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document["components"]["schemas"].get(name).is_some(), "there is no schema {name}");
    }
}

#[tokio::test]
async fn routes_that_need_a_login_say_so() {
    let document = document().await;
    let server = TestServer::start().await;
    for (name, operation) in operations(&document) {
        let (method, path) = name.split_once(' ').expect("method and path");
        let path = path.replace("{id}", &uuid::Uuid::nil().to_string()).replace("{name}", "x");
        let request =
            server.http.request(method.to_uppercase().parse().expect("a method"), server.url(&path));
        let request = if operation.contains_key("requestBody") {
            request.header("content-type", "application/json").body("{}")
        } else {
            request
        };
        let response = request.send().await.expect("an answer");
        let asked = response.status() == StatusCode::UNAUTHORIZED
            && problem(response, StatusCode::UNAUTHORIZED).await == "not-logged-in";
        let types = &operation["responses"]["401"]["content"]["application/problem+json"]["schema"]["properties"]
            ["type"];
        let said = types["enum"]
            .as_array()
            .is_some_and(|types| types.iter().any(|kind| kind == "urn:siguo:problem:not-logged-in"));
        assert_eq!(asked, said, "{name}");
    }
    server.stop().await;
}

/// The codes of problems as the sources give them: `Kind::client(…, "code")`, `Kind::field("code", …)`.
fn codes_in_the_sources() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http")).expect("the folder") {
        let text = fs::read_to_string(file.expect("a file").path()).unwrap_or_default();
        let kinds =
            text.match_indices("Kind::").filter(|(at, _)| !text[..*at].ends_with(char::is_alphanumeric));
        for (at, _) in kinds {
            let call = text[at..].split(')').next().unwrap_or_default();
            codes.extend(call.split('"').nth(1).map(str::to_owned));
        }
    }
    codes
}

#[tokio::test]
async fn every_problem_is_in_the_document() {
    let text = document().await.to_string();
    let codes = codes_in_the_sources();
    assert!(codes.len() > 20, "{codes:?}");
    for code in codes {
        let told = [format!("urn:siguo:problem:{code}\""), format!("`{code}`")]
            .iter()
            .any(|told| text.contains(told));
        assert!(told, "the problem {code} is in no description of a response");
    }
}

#[tokio::test]
async fn the_page_that_shows_it_needs_no_other_server() {
    let server = TestServer::start().await;
    let get = async |path: &str| server.http.get(server.url(path)).send().await.expect("an answer");
    let page = get("/api/docs").await;
    assert_eq!(page.url().path(), "/api/docs/", "one is sent to the folder");
    assert!(
        page.headers()["content-security-policy"]
            .to_str()
            .expect("text")
            .starts_with("default-src 'none'; script-src 'self';")
    );
    let page = page.text().await.expect("a page");
    let mut files = 0;
    for named in ["src=\"", "href=\""] {
        for file in page.split(named).skip(1).filter_map(|rest| rest.split('"').next()) {
            let file = file.trim_start_matches("./");
            assert!(!file.contains(':') && !file.starts_with('/'), "{file} is elsewhere");
            assert_eq!(get(&format!("/api/docs/{file}")).await.status(), 200, "{file}");
            files += 1;
        }
    }
    assert!(files >= 4, "{page}");
    assert!(!page.contains("<script>"), "the policy lets no script in the page run");
    let begin = get("/api/docs/swagger-initializer.js").await.text().await.expect("a script");
    assert!(
        begin.contains("\"/api/openapi.json\"") && begin.contains("\"validatorUrl\": \"none\""),
        "{begin}"
    );
    server.stop().await;
}

#[test]
fn the_limits_in_the_documents_are_the_defaults() {
    let table = fs::read_to_string(format!("{ROOT}/docs/api.md")).expect("docs/api.md");
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split(" | ").collect();
        Some(format!("{}={}/{}", cells[0].trim_end_matches('`'), cells[1], cells[2].trim_end_matches(" s")))
    });
    assert_eq!(rows.collect::<Vec<_>>().join(","), Limits::default().to_string());
}
