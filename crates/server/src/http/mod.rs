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
pub(crate) mod receive;
mod security;
pub(crate) mod session;
mod site;

use std::time::Duration;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use tower::ServiceBuilder;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer, trace::TraceLayer};
use utoipa_axum::router::OpenApiRouter;

use self::{problem::CommonFault, security::Transport};
use crate::{
    app::App,
    config::{Limits, Origin},
    metrics, ws,
};

/// Bytes of a request's body, where a route says nothing else.
const BODY: u32 = 16 * 1024;

/// Everything that is served on the public address; a handler of the API may take that long.
pub(crate) fn router(app: &App, limits: &Limits, patience: Duration) -> Router {
    let (api, document) = api(app, limits).split_for_parts();
    let api = api
        .layer(extract::at_most(BODY))
        .layer(middleware::from_fn_with_state(app.clone(), origin::check))
        .layer(middleware::from_fn_with_state(patience, in_time));
    let routes = Router::new()
        .merge(api)
        .merge(document::routes(&document))
        .route("/api/{*rest}", any(async || CommonFault::NotFound))
        .merge(health::routes())
        .merge(ws::routes())
        .fallback(assets::serve)
        .method_not_allowed_fallback(async || CommonFault::Method)
        .with_state(app.clone());
    let https_only = !app.origins.is_empty() && app.origins.iter().all(Origin::is_https);
    let transport = if https_only { Transport::HttpsOnly } else { Transport::Any };
    routes.layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(app.clone(), receive::receive))
            .layer(TraceLayer::new_for_http().make_span_with(receive::span).on_failure(()))
            .layer(middleware::from_fn_with_state(transport, security::guard))
            .layer(CatchPanicLayer::custom(|_| CommonFault::Panic.into_response()))
            .layer(middleware::from_fn(plain_at_worst))
            // By gzip alone, which needs 0.3 MB while an answer waits to be read. Brotli would need 16 MB; the client is packed beforehand.
            .layer(CompressionLayer::new()),
    )
}

/// Whoever takes none of the codings there are, plain included, gets the answer plain: that is left open by RFC 9110 (12.5.3), and the layer
/// behind this would do what was asked for and then call it refused.
async fn plain_at_worst(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let asked: Vec<HeaderValue> = headers.get_all(header::ACCEPT_ENCODING).iter().cloned().collect();
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity;q=0.001"));
    for value in asked {
        headers.append(header::ACCEPT_ENCODING, value);
    }
    next.run(request).await
}

/// What is served to those who watch over the server.
pub(crate) fn metrics_router(app: App) -> Router {
    let figures = async move || {
        app.measure();
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics::render())
    };
    let guard = middleware::from_fn_with_state(Transport::Any, security::guard);
    Router::new().route("/metrics", get(figures)).layer(guard)
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
