//! The own account.

use axum::{
    Json,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use protocol::{Me, MySettings};
use store::{StoreError, StoredAccount};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::Body,
    problem,
    session::{self, Session},
};
use crate::{accounts::view, app::App};

/// Bytes of the client's settings as JSON.
const PREFERENCES: usize = 4 * 1024;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(me, change))
}

#[derive(Debug, thiserror::Error)]
enum MeFault {
    #[error("read an account")]
    Store(#[from] StoreError),
}

impl IntoResponse for MeFault {
    fn into_response(self) -> Response {
        let MeFault::Store(err) = &self;
        problem::of_store(&self, err)
    }
}

/// Who I am
///
/// A browser's cookie is set anew, so that it lasts.
#[utoipa::path(get, path = "/me", tag = "accounts", security(("bearer" = []), ("cookie" = [])), responses(
    (status = 200, body = Me),
))]
async fn me(
    State(app): State<App>,
    session: Session,
    headers: HeaderMap,
) -> Result<(HeaderMap, Json<Me>), MeFault> {
    let me = tell(&app, &session.account).await?;
    Ok((session::renew(&app, &headers, &session.account), me))
}

/// Change my settings
///
/// The language of texts, and the settings that only the client reads; what is not named stays as it is, also of those settings.
#[utoipa::path(patch, path = "/me", tag = "accounts", request_body = MySettings,
    security(("bearer" = []), ("cookie" = [])), responses(
    (status = 200, body = Me),
    (status = 422, description = "`preferences-too-long`: the settings have more than 4 kB as JSON", body = protocol::Problem),
))]
async fn change(
    State(app): State<App>,
    session: Session,
    Body(settings): Body<MySettings>,
) -> Result<Json<Me>, MeFault> {
    let mut account = session.account;
    if let Some(preferences) = settings.preferences {
        account.preferences = app.store.change_preferences(account.id, preferences, PREFERENCES).await?;
    }
    if let Some(language) = settings.language {
        app.store.set_language(account.id, language).await?;
        account.language = Some(language);
    }
    tell(&app, &account).await
}

async fn tell(app: &App, account: &StoredAccount) -> Result<Json<Me>, MeFault> {
    Ok(Json(Me {
        account: view::account(app, account).await?,
        language: account.language,
        // Nothing but objects is written there.
        preferences: serde_json::from_str(&account.preferences).unwrap_or_default(),
        room: app.rooms.room_of(account.id),
    }))
}
