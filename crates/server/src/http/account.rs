//! What ends something of the own account: its password, or all of it.

use std::time::Duration;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use protocol::{AccountKind, Farewell, PasswordChange};
use store::{AccountState, StoreError, StoredAccount};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    auth::known_browser,
    extract::Body,
    problem::{self, Excess, Kind},
    session::{self, Session},
};
use crate::{
    accounts::{changes, guesses::Door, name::key, password::PasswordFault},
    app::App,
};

/// What a deleted account is called wherever its name stood. Clients say it in their language.
const DELETED: &str = "已注销";
/// How long the name of a deleted account is kept back.
const NAME_KEPT: i64 = 90 * 24 * 60 * 60 * 1000;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(password)).routes(routes!(delete))
}

#[derive(Debug, thiserror::Error)]
enum AccountFault {
    #[error("the password is wrong")]
    WrongPassword,
    #[error("log in first")]
    Gone,
    #[error("a guest has no password")]
    NotRegistered,
    #[error(transparent)]
    Password(#[from] PasswordFault),
    #[error("too many wrong passwords for this account; try again later")]
    TooMany { retry_ms: u32 },
    #[error("change an account")]
    Store(#[from] StoreError),
}

impl IntoResponse for AccountFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            AccountFault::WrongPassword => Kind::client(StatusCode::FORBIDDEN, "wrong-password"),
            AccountFault::NotRegistered => Kind::client(StatusCode::CONFLICT, "not-registered"),
            AccountFault::Password(PasswordFault::Length) => Kind::field("password-length", "new"),
            AccountFault::Password(PasswordFault::Busy) => {
                Kind::client(StatusCode::SERVICE_UNAVAILABLE, "busy")
            }
            AccountFault::TooMany { retry_ms } => {
                let wait = Some(Duration::from_millis((*retry_ms).into()));
                return Excess { reason: "too-many-guesses", route: "account", wait }.respond(&self);
            }
            AccountFault::Gone => Kind::client(StatusCode::UNAUTHORIZED, "not-logged-in"),
            AccountFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

/// Change my password
///
/// All other logins of the account end, and their connections with them.
#[utoipa::path(put, path = "/me/password", tag = "accounts", request_body = PasswordChange,
    security(("bearer" = []), ("cookie" = [])), responses(
    (status = 204, description = "Changed"),
    (status = 403, description = "`wrong-password`: the password until now is another", body = protocol::Problem),
    (status = 409, description = "`not-registered`: a guest has no password", body = protocol::Problem),
    (status = 422, description = "`password-length`: the new password can't be used", body = protocol::Problem),
    (status = 429, description = "`too-many-requests`: too many wrong passwords for this account", body = protocol::Problem),
    (status = 503, description = "`busy`: too many passwords at once; try again", body = protocol::Problem),
))]
async fn password(
    State(app): State<App>,
    Session { account, token }: Session,
    headers: HeaderMap,
    Body(change): Body<PasswordChange>,
) -> Result<StatusCode, AccountFault> {
    match account.kind {
        AccountKind::Person => {}
        AccountKind::Guest | AccountKind::Bot => return Err(AccountFault::NotRegistered),
    }
    verify(&app, &headers, &account, change.current).await?;
    let hash = app.passwords.hash(change.new).await?;
    let changed = app.store.change_password(account.id, account.password_hash.as_ref(), &hash, &token).await;
    compared(&app, &account, changed).await?;
    app.presence.log_out_others(account.id, token);
    tracing::info!(account.id = %account.id, "changed the password");
    Ok(StatusCode::NO_CONTENT)
}

/// Delete my account (注销账号)
///
/// Logins, layouts, settings, score and the people one follows or has blocked go. The games stay, without the name, which nobody gets for
/// 90 days.
#[utoipa::path(delete, path = "/me", tag = "accounts", request_body = Farewell,
    security(("bearer" = []), ("cookie" = [])), responses(
    (status = 204, description = "Deleted; the cookie is taken away"),
    (status = 403, description = "`wrong-password`: the password is another, or none was given", body = protocol::Problem),
    (status = 409, description = "`in-game`: one has a seat in a game that has not ended", body = protocol::Problem),
    (status = 429, description = "`too-many-requests`: too many wrong passwords for this account", body = protocol::Problem),
    (status = 503, description = "`busy`: too many passwords at once; try again", body = protocol::Problem),
))]
async fn delete(
    State(app): State<App>,
    Session { account, .. }: Session,
    headers: HeaderMap,
    Body(farewell): Body<Farewell>,
) -> Result<Response, AccountFault> {
    match account.kind {
        AccountKind::Person => {
            let password = farewell.password.ok_or(AccountFault::WrongPassword)?;
            verify(&app, &headers, &account, password).await?;
        }
        AccountKind::Guest | AccountKind::Bot => {}
    }
    let deleted = changes::delete(&app, &account, DELETED, app.clock.now() + NAME_KEPT).await;
    compared(&app, &account, deleted).await?;
    tracing::info!(account.id = %account.id, "deleted");
    Ok((StatusCode::NO_CONTENT, session::forget(&app, &headers)).into_response())
}

/// Of what holds only for the password that was compared: another request may have changed it meanwhile, or deleted the account.
async fn compared(
    app: &App,
    account: &StoredAccount,
    done: Result<(), StoreError>,
) -> Result<(), AccountFault> {
    match done {
        Err(StoreError::PasswordChanged(_)) => {
            match app.store.account(account.id).await?.map(|account| account.state) {
                Some(AccountState::Active) => Err(AccountFault::WrongPassword),
                Some(AccountState::Deleted) | None => Err(AccountFault::Gone),
            }
        }
        done => Ok(done?),
    }
}

/// Compares a password with the account's.
async fn verify(
    app: &App,
    headers: &HeaderMap,
    account: &StoredAccount,
    password: String,
) -> Result<(), AccountFault> {
    let door =
        Door { name_key: key(&account.name), browser: known_browser(app, headers, Some(account)).await? };
    app.guesses.take(&door, app.clock.now()).map_err(|retry_ms| AccountFault::TooMany { retry_ms })?;
    let right = app.passwords.verify(password, account.password_hash.clone()).await;
    if !matches!(right, Ok(false)) {
        app.guesses.give_back(&door);
    }
    if right? { Ok(()) } else { Err(AccountFault::WrongPassword) }
}

#[cfg(test)]
mod tests {
    use protocol::{AccountId, Role};
    use store::{NewAccount, TokenHash};

    use super::*;
    use crate::clock::Clock;

    #[tokio::test]
    async fn too_many_passwords_at_once_are_not_looked_at() {
        let (app, _line, _folder) = App::alone(Clock::system()).await;
        let id = AccountId(app.chance.id(app.clock.now()));
        let old = "correct horse battery".to_owned();
        let new = NewAccount {
            id,
            kind: AccountKind::Person,
            role: Role::User,
            name: "Anna".to_owned(),
            name_key: key("Anna"),
            password_hash: Some(app.passwords.hash(old.clone()).await.expect("a hash")),
            language: None,
            created: app.clock.now(),
        };
        app.store.create_account(&new).await.expect("created");
        let account = app.store.account(id).await.expect("asked").expect("just created");
        let session = || Session { account: account.clone(), token: TokenHash([7; 32]) };
        let state = || State(app.clone());
        let change = || Body(PasswordChange { current: old.clone(), new: "staple horse battery".to_owned() });
        let all_of_it = || Body(Farewell { password: Some(old.clone()) });

        let full = app.passwords.fill();
        let fault = password(state(), session(), HeaderMap::new(), change()).await.expect_err("too many");
        assert_eq!(fault.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
        let fault = delete(state(), session(), HeaderMap::new(), all_of_it()).await.expect_err("too many");
        let refused = fault.into_response();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = axum::body::to_bytes(refused.into_body(), 4_096).await.expect("a body");
        assert!(String::from_utf8_lossy(&body).contains("busy"), "{body:?}");
        drop(full);

        // The account is as it was, and whoever compared the old password before it was changed comes too late.
        let done = password(state(), session(), HeaderMap::new(), change()).await.expect("changed");
        assert_eq!(done, StatusCode::NO_CONTENT);
        let fault =
            password(state(), session(), HeaderMap::new(), change()).await.expect_err("another by now");
        assert!(matches!(fault, AccountFault::WrongPassword), "{fault:?}");
    }
}
