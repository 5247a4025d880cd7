//! Whether the server lives, and whether it can do its work.

use axum::{Router, extract::State, http::StatusCode, routing::get};

use crate::{app::App, rooms::journal::Health};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/healthz", get(async || "ok\n")).route("/readyz", get(ready))
}

/// Ready: games can be saved, and the server is not about to stop: a proxy is to send nobody new.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.shutdown.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if app.restart.announced().is_some() {
        return (StatusCode::SERVICE_UNAVAILABLE, "restarting\n");
    }
    if app.rooms.health() == Health::Away {
        return (StatusCode::SERVICE_UNAVAILABLE, "nothing can be saved\n");
    }
    match app.store.ping().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(err) => {
            tracing::warn!(error = %super::problem::chain(&err), "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}
