//! What is set about the ladder.

use axum::{Json, extract::State};
use protocol::LadderSettings;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::app::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ladder))
}

/// What this server has set about its ladder
///
/// The settings that decide who is matched with whom and which games change scores.
#[utoipa::path(get, path = "/ladder", tag = "people", responses((status = 200, body = LadderSettings)))]
async fn ladder(State(app): State<App>) -> Json<LadderSettings> {
    Json(app.ladder)
}
