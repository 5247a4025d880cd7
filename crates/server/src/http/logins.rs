//! The logins of the own account.

use std::fmt::Write as _;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use protocol::{Login, Sessions};
use store::{StoreError, StoredLogin, TokenHash};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::Path,
    problem::{self, Kind},
    session::Session,
};
use crate::app::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, end_others)).routes(routes!(end))
}

#[derive(Debug, thiserror::Error)]
enum LoginsFault {
    #[error("the account has no such login")]
    NotFound,
    #[error("look up logins")]
    Store(#[from] StoreError),
}

impl IntoResponse for LoginsFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            LoginsFault::NotFound => Kind::client(StatusCode::NOT_FOUND, "no-such-session"),
            LoginsFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

/// My logins
///
/// Those that last, with the browser or program of each.
#[utoipa::path(get, path = "/me/sessions", tag = "accounts", security(("bearer" = []), ("cookie" = [])), responses(
    (status = 200, body = Sessions),
))]
async fn list(State(app): State<App>, session: Session) -> Result<Json<Sessions>, LoginsFault> {
    let logins = app.store.logins(session.account.id, app.clock.now()).await?;
    let sessions = logins.into_iter().map(|StoredLogin { hash, label, created, last_seen }| Login {
        id: name(&hash),
        label,
        created,
        last_seen,
        current: hash == session.token,
    });
    Ok(Json(Sessions { sessions: sessions.collect() }))
}

/// End a login
///
/// Of the own account, with its connections. To end the one that asks is to log out.
#[utoipa::path(delete, path = "/me/sessions/{id}", tag = "accounts", security(("bearer" = []), ("cookie" = [])),
    params(("id" = String, Path, description = "The login's `id`", example = "9f86d081884c7d659a2feaa0c55ad015")), responses(
    (status = 204, description = "Ended"),
    (status = 404, description = "`no-such-session`: the account has no such login", body = protocol::Problem),
))]
async fn end(
    State(app): State<App>,
    session: Session,
    Path(id): Path<String>,
) -> Result<StatusCode, LoginsFault> {
    let logins = app.store.logins(session.account.id, app.clock.now()).await?;
    let found = logins.iter().find(|login| name(&login.hash) == id).ok_or(LoginsFault::NotFound)?;
    app.store.delete_token(&found.hash).await?;
    app.presence.log_out(session.account.id, found.hash);
    Ok(StatusCode::NO_CONTENT)
}

/// End all my other logins
///
/// With their connections; the login that asks stays.
#[utoipa::path(delete, path = "/me/sessions", tag = "accounts", security(("bearer" = []), ("cookie" = [])), responses(
    (status = 204, description = "Ended"),
))]
async fn end_others(State(app): State<App>, session: Session) -> Result<StatusCode, LoginsFault> {
    app.store.delete_other_tokens(session.account.id, &session.token).await?;
    app.presence.log_out_others(session.account.id, session.token);
    Ok(StatusCode::NO_CONTENT)
}

/// What a login is called: the first half of the hash of its token. Nobody gets from it to the token, nor to the whole hash.
fn name(hash: &TokenHash) -> String {
    hash.0[..16].iter().fold(String::with_capacity(32), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}
