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
    problem::{self, Kind},
    session::{self, Session},
};
use crate::{accounts::view, app::App};

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
        let kind = match &self {
            MeFault::Store(err) => Kind::of_store(err),
        };
        problem::respond(&self, kind)
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
/// The language of texts.
#[utoipa::path(patch, path = "/me", tag = "accounts", request_body = MySettings,
    security(("bearer" = []), ("cookie" = [])), responses(
    (status = 200, body = Me),
))]
async fn change(
    State(app): State<App>,
    session: Session,
    Body(settings): Body<MySettings>,
) -> Result<Json<Me>, MeFault> {
    app.store.set_language(session.account.id, settings.language).await?;
    tell(&app, &StoredAccount { language: Some(settings.language), ..session.account }).await
}

async fn tell(app: &App, account: &StoredAccount) -> Result<Json<Me>, MeFault> {
    Ok(Json(Me {
        account: view::account(app, account).await?,
        language: account.language,
        room: app.rooms.room_of(account.id),
    }))
}
