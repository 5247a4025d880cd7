//! What the server says of its REST API: the OpenAPI document, and the page on which it can be read and tried.
//!
//! A route states what is its own: summary, parameters, answers. [`complete`] adds what all routes have in common. A description of
//! a refusal names the codes of its problems, each in backticks: they become the types and the examples that the document shows.

use std::{collections::BTreeSet, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::Path,
    http::{HeaderValue, header},
    response::{IntoResponse, Redirect},
    routing::get,
};
use serde_json::{Map, Value, json};
use utoipa::openapi::{
    ComponentsBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder,
    security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    tag::TagBuilder,
};

use super::{problem::CommonFault, security};
use crate::app::App;

/// Where the document is.
const ADDRESS: &str = "/api/openapi.json";
/// An example of an id.
const ID: &str = "019acfa0-d1c3-7d1e-8f0a-3b5c7d9e1f20";
/// An example of each type that is sent or received.
const EXAMPLES: &str = include_str!("examples.json");
/// The document in words: versions, errors, logins, limits.
const DESCRIPTION: &str = include_str!("description.md");

/// The document, and the page that shows it. The page is carried in the binary and asks no other server for anything.
pub(crate) fn routes(document: &OpenApi) -> Router<App> {
    let document = complete(serde_json::to_value(document).expect("the document is JSON")).to_string();
    let document = Bytes::from(document);
    // Without "none" the page shows a badge that another server makes.
    let page = utoipa_swagger_ui::Config::from(ADDRESS).use_base_layout().validator_url("none");
    let page = Arc::new(page);
    let file = async move |path: Option<Path<String>>| {
        let path = path.map_or_else(|| "index.html".to_owned(), |Path(path)| path);
        match utoipa_swagger_ui::serve(&path, page) {
            Ok(Some(file)) => {
                let kind = HeaderValue::from_str(&file.content_type).expect("a media type is ASCII");
                let headers =
                    [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, security::DOCS)];
                (headers, file.bytes).into_response()
            }
            Ok(None) => CommonFault::NotFound.into_response(),
            Err(err) => CommonFault::Page(err).into_response(),
        }
    };
    Router::new()
        .route(ADDRESS, get(async || ([(header::CONTENT_TYPE, "application/json")], document)))
        .route("/api/docs", get(async || Redirect::permanent("/api/docs/")))
        .route("/api/docs/", get(file.clone()))
        .route("/api/docs/{*path}", get(file))
}

/// The document without its routes.
pub(crate) fn head() -> OpenApi {
    let info = InfoBuilder::new()
        .title("siguo")
        .description(Some(DESCRIPTION.replace("{limits}", &crate::Limits::default().to_string())))
        .version(env!("CARGO_PKG_VERSION"))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").build()));
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The `token` of `guest`, `register` or `login`."))
        .build();
    let cookie = ApiKeyValue::with_description(
        "siguo",
        "Set by `guest`, `register` and `login`. A request that changes something must then name its page in `Origin`, as browsers do.",
    );
    let schemes = ComponentsBuilder::new()
        .security_scheme("bearer", SecurityScheme::Http(bearer))
        .security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let tag = |name: &str, text: &str| TagBuilder::new().name(name).description(Some(text)).build();
    OpenApiBuilder::new()
        .info(info.build())
        .components(Some(schemes.build()))
        .tags(Some([
            tag("accounts", "Coming in and going; the own account, its logins, layouts and marks."),
            tag("people", "The leaderboard, players' pages, and whom one follows or has blocked."),
            tag("games", "What is being played, and what was."),
        ]))
        .build()
}

/// Adds to every route what all routes have in common.
fn complete(mut document: Value) -> Value {
    let examples: Value = serde_json::from_str(EXAMPLES).expect("examples.json is JSON");
    let descriptions = document["components"]["schemas"].clone();
    let paths = document["paths"].as_object_mut().expect("paths");
    for (method, operation) in paths.values_mut().filter_map(Value::as_object_mut).flatten() {
        let operation = operation.as_object_mut().expect("an operation");
        let common = common(method, operation);
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if parameter.get("example").is_none() && name(parameter).is_some_and(|name| name.ends_with("Id"))
            {
                parameter["example"] = ID.into();
            }
        }
        if let Some(body) = operation.get_mut("requestBody") {
            show(body, &examples);
        }
        let responses = operation["responses"].as_object_mut().expect("responses");
        for (status, text) in common {
            let response = responses.entry(status).or_insert_with(|| json!({"description": ""}));
            let own = response["description"].as_str().unwrap_or_default();
            response["description"] = [own, text].join(if own.is_empty() { "" } else { "; " }).into();
        }
        for (status, response) in responses {
            if status.starts_with(['4', '5']) {
                refuse(status, response);
                continue;
            }
            if response["description"].as_str().unwrap_or_default().is_empty() {
                response["description"] = described(response, &descriptions);
            }
            show(response, &examples);
        }
    }
    document
}

/// How any request of this kind may be refused.
fn common(method: &str, operation: &Map<String, Value>) -> Vec<(&'static str, &'static str)> {
    let mut common = vec![
        ("408", "`timed-out`: the request took too long"),
        ("429", "`too-many-requests`: too many requests from this address"),
        ("500", "`internal`: a fault of the server"),
        ("503", "`unavailable`: the database does not answer; try again"),
    ];
    if operation.contains_key("parameters") {
        common.push(("400", "`bad-address`: a parameter is not what it must be"));
    }
    if operation.contains_key("requestBody") {
        common.push(("400", "`bad-body`: the body is not what it must be"));
        common.push(("413", "`too-large`: the body is too large"));
    }
    let demanded =
        |security: &Value| security.as_array().is_some_and(|all| all.iter().all(|one| *one != json!({})));
    if operation.get("security").is_some_and(demanded) {
        common.push(("401", "`not-logged-in`: neither a bearer token nor a cookie of a login that lasts"));
    }
    if method != "get" {
        common
            .push(("403", "`foreign-origin`: sent by a page of another site, or by cookie without `Origin`"));
    }
    common
}

/// Makes the answer a problem of one of the types that its description names.
fn refuse(status: &str, response: &mut Value) {
    let description = response["description"].as_str().unwrap_or_default();
    let codes = description.split('`').skip(1).step_by(2).filter(|code| !code.contains(char::is_uppercase));
    let types: BTreeSet<String> = codes.map(|code| format!("urn:siguo:problem:{code}")).collect();
    let status: u16 = status.parse().expect("a status is a number");
    let title = axum::http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    let examples: Map<String, Value> = types
        .iter()
        .map(|kind| {
            let value =
                json!({"type": kind, "title": title, "status": status, "detail": null, "field": null, "offset": null,
                    "request": (status >= 500).then_some(ID)});
            (kind.rsplit(':').next().unwrap_or_default().to_owned(), json!({"value": value}))
        })
        .collect();
    let schema = json!({
        "$ref": "#/components/schemas/Problem",
        "properties": {"type": {"enum": types}, "status": {"const": status}},
    });
    response["content"] = json!({"application/problem+json": {"schema": schema, "examples": examples}});
    if status == 429 {
        let wait = json!({"type": "integer", "minimum": 1});
        response["headers"] =
            json!({"Retry-After": {"description": "Seconds until the next try", "schema": wait}});
    }
}

/// Puts the example of its type to each body.
fn show(body: &mut Value, examples: &Value) {
    let Some(content) = body.get_mut("content").and_then(Value::as_object_mut) else { return };
    for (kind, media) in content {
        // JSON of no type of ours is a record, read with more patience than its schema has.
        let name = name(media).or((kind == "application/json").then_some("Record"));
        if let Some(example) = name.and_then(|name| examples.get(name)) {
            media["example"] = example.clone();
        }
    }
}

/// What the description of its type says.
fn described(response: &Value, schemas: &Value) -> Value {
    let media = response.get("content").and_then(|content| content.as_object()?.values().next());
    media.and_then(name).map_or(Value::Null, |name| schemas[name]["description"].clone())
}

/// The name of the type of a body or a parameter.
fn name(typed: &Value) -> Option<&str> {
    typed["schema"]["$ref"].as_str()?.rsplit('/').next()
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use protocol::{
        Company, Credentials, ExpandedGame, Farewell, FoundPlayers, GamePage, LadderSettings, Leaderboard,
        Live, Marks, Me, MySettings, NewLayout, PasswordChange, People, PlayedGames, PlayerPage,
        Registration, SavedLayout, SavedLayouts, ScoreHistory, Sessions, Site, Token, Whereabouts,
    };
    use rules::Record;

    use super::*;

    /// Read and written by its type, so that nothing is missing. With `SIGUO_BLESS=1` what is missing gets its default.
    #[test]
    fn examples_are_what_the_types_write() {
        let mut examples: Map<String, Value> = serde_json::from_str(EXAMPLES).expect("JSON");
        let mut lines = Vec::new();
        macro_rules! check {
            ($($name:ident),* $(,)?) => {$(
                let example = examples.remove(stringify!($name)).expect(stringify!($name));
                let typed: $name = serde_json::from_value(example).expect(stringify!($name));
                lines.push(format!("{:?}: {}", stringify!($name), serde_json::to_string(&typed).expect("JSON")));
            )*};
        }
        let record: Record = serde_json::from_value(examples["Record"].clone()).expect("a record");
        assert_eq!(record.check().faults, []);
        check![
            Company,
            Credentials,
            ExpandedGame,
            Farewell,
            FoundPlayers,
            GamePage,
            LadderSettings,
            Leaderboard,
            Live,
            Marks,
            Me,
            MySettings,
            NewLayout,
            PasswordChange,
            People,
            PlayedGames,
            PlayerPage,
            Record,
            Registration,
            SavedLayout,
            SavedLayouts,
            ScoreHistory,
            Sessions,
            Site,
            Token,
            Whereabouts,
        ];
        assert!(examples.is_empty(), "no type: {examples:?}");
        let written = format!("{{\n{}\n}}\n", lines.join(",\n"));
        if env::var_os("SIGUO_BLESS").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/examples.json");
            fs::write(path, written).expect("written");
        } else {
            assert!(written == EXAMPLES, "src/http/examples.json is stale: `make generate` writes it");
        }
    }
}
