//! What is true of the whole server.

use axum::{Json, extract::State};
use protocol::Site;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::app::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(site))
}

/// What this server has set for those who come to it
///
/// Who may register. Guests are let in whatever it is.
#[utoipa::path(get, path = "/site", tag = "accounts", responses((status = 200, body = Site)))]
async fn site(State(app): State<App>) -> Json<Site> {
    Json(Site { registration: app.registration })
}
