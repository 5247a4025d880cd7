//! The REST API, the client's files and the way to the socket.

mod account;
mod assets;
mod auth;
pub(crate) mod browser;
mod document;
mod export;
mod extract;
pub(crate) mod games;
mod health;
mod ladder;
mod layouts;
pub(crate) mod limit;
mod logins;
mod marks;
mod me;
pub(crate) mod origin;
mod people;
mod players;
pub(crate) mod problem;
pub(crate) mod session;
mod site;

use std::time::Duration;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::any,
};
use tower::ServiceBuilder;
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};
use utoipa_axum::router::OpenApiRouter;

use self::problem::CommonFault;
use crate::{
    app::App,
    config::{Limits, Origin},
    ws,
};

/// Bytes of a request's body, where a route says nothing else.
const BODY: usize = 16 * 1024;
/// Everything that is served on the public address; a handler of the API may take that long.
pub(crate) fn router(app: &App, limits: &Limits, patience: Duration) -> Router {
    let (api, document) = api(app, limits).split_for_parts();
    let api = api
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(app.clone(), origin::check))
        .layer(middleware::from_fn_with_state(patience, in_time))
        .layer(no_store());
    let routes = Router::new()
        .merge(api)
        .merge(document::routes(&document))
        .route("/api/{*rest}", any(async || CommonFault::NotFound))
        .merge(health::routes())
        .merge(ws::routes())
        .fallback(assets::serve)
        .method_not_allowed_fallback(async || CommonFault::Method)
        .with_state(app.clone());
    // Only where browsers are to come over https alone: for a year they will take no other way.
    let https_only = !app.origins.is_empty() && app.origins.iter().all(Origin::is_https);
    let https_only = https_only.then(|| security("strict-transport-security", "max-age=31536000"));
    routes.layer(
        ServiceBuilder::new()
            .layer(TraceLayer::new_for_http().on_failure(()))
            .layer(CatchPanicLayer::custom(|_| CommonFault::Panic.into_response()))
            .layer(CompressionLayer::new())
            .option_layer(https_only)
            .layer(security("content-security-policy", CONTENT))
            .layer(security("x-content-type-options", "nosniff"))
            .layer(security("referrer-policy", "same-origin"))
            .layer(security("x-frame-options", "DENY"))
            .layer(security("cross-origin-opener-policy", "same-origin"))
            .layer(security("permissions-policy", "camera=(), microphone=(), geolocation=()")),
    )
}

fn api(app: &App, limits: &Limits) -> OpenApiRouter<App> {
    let v1 = OpenApiRouter::new()
        .merge(auth::routes(app, limits))
        .merge(site::routes())
        .merge(me::routes())
        .merge(account::routes())
        .merge(logins::routes())
        .merge(layouts::routes())
        .merge(marks::routes())
        .merge(people::routes())
        .merge(players::routes())
        .merge(ladder::routes())
        .merge(games::routes(app, limits))
        .merge(export::routes(app, limits))
        // Beside the limits that stand with single routes.
        .layer(limit::per_client(app, "api", limits.request));
    OpenApiRouter::with_openapi(document::head()).nest("/api/v1", v1)
}

/// Gives up a request that takes too long.
async fn in_time(State(patience): State<Duration>, request: Request, next: Next) -> Response {
    tokio::time::timeout(patience, next.run(request))
        .await
        .unwrap_or_else(|_| CommonFault::TimedOut.into_response())
}

/// Scripts and styles are the client's own files; the socket is on the same host.
const CONTENT: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; \
                       base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

fn security(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), HeaderValue::from_static(value))
}

/// What the API says is true now and for whom it was said.
fn no_store() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
}
