//! Coming in: as a guest, by registering, by logging in; and going.

use std::time::Duration;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use protocol::{AccountId, AccountKind, Credentials, Registration, RegistrationMode, Role, Token};
use store::{BrowserHash, Named, NewAccount, PasswordHash, StoreError, StoredAccount};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use super::{
    browser,
    extract::Body,
    limit,
    problem::{self, Excess, Kind},
    receive::ClientAddress,
    session::{self, Session},
};
use crate::{
    accounts::{
        changes,
        guesses::Door,
        invite::InviteCode,
        name::{Name, NameFault, key},
        password::PasswordFault,
        view,
    },
    app::App,
    config::Limits,
};

/// Attempts to find a free name for a guest; there are 900,000.
const GUEST_NAMES: usize = 20;

pub(crate) fn routes(app: &App, limits: &Limits) -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(OpenApiRouter::new().routes(routes!(guest)).layer(limit::per_client(
            app,
            "guest",
            limits.guest,
        )))
        .merge(OpenApiRouter::new().routes(routes!(register)).layer(limit::per_client(
            app,
            "register",
            // For names that are taken and passwords that are too short; who has come in is counted by itself.
            limits.login,
        )))
        .merge(OpenApiRouter::new().routes(routes!(login)).layer(limit::per_client(
            app,
            "login",
            limits.login,
        )))
        .routes(routes!(logout))
}

/// Why somebody does not come in.
#[derive(Debug, thiserror::Error)]
enum AuthFault {
    #[error(transparent)]
    Name(#[from] NameFault),
    #[error(transparent)]
    Password(#[from] PasswordFault),
    #[error("nobody can register here")]
    Closed,
    #[error("one registers here with a code from whoever runs the server")]
    InviteNeeded,
    #[error("too many have registered from this address; try again later")]
    TooMany { retry_ms: u32 },
    #[error("name or password is wrong")]
    Wrong,
    #[error("too many wrong passwords for this account; try again later")]
    Guessed { retry_ms: u32 },
    #[error("no free name was found for a guest")]
    NoGuestName,
    #[error("let somebody in")]
    Store(#[from] StoreError),
}

impl IntoResponse for AuthFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            AuthFault::Name(NameFault::Length) => Kind::field("name-length", "name"),
            AuthFault::Name(NameFault::Character) => Kind::field("name-character", "name"),
            AuthFault::Name(NameFault::Mixed) => Kind::field("name-mixed", "name"),
            AuthFault::Name(NameFault::Reserved) => Kind::field("name-reserved", "name"),
            AuthFault::Closed => Kind::client(StatusCode::FORBIDDEN, "registration-closed"),
            AuthFault::TooMany { retry_ms } => {
                let wait = Some(Duration::from_millis((*retry_ms).into()));
                return Excess { reason: "too-many", route: "register", wait }.respond(&self);
            }
            AuthFault::InviteNeeded => Kind::field("invite-needed", "invite"),
            AuthFault::Password(PasswordFault::Length) => Kind::field("password-length", "password"),
            AuthFault::Password(PasswordFault::Busy) => Kind::client(StatusCode::SERVICE_UNAVAILABLE, "busy"),
            AuthFault::Wrong => Kind::client(StatusCode::UNAUTHORIZED, "wrong-credentials"),
            AuthFault::Guessed { retry_ms } => {
                let wait = Some(Duration::from_millis((*retry_ms).into()));
                return Excess { reason: "too-many-guesses", route: "login", wait }.respond(&self);
            }
            AuthFault::NoGuestName => Kind::server(StatusCode::SERVICE_UNAVAILABLE, "busy"),
            AuthFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

type Entered = (StatusCode, HeaderMap, Json<Token>);

/// Let in as a guest (游客)
///
/// A new account with a name drawn by lot, to play unranked. The login that the request shows, if any, is replaced by the new one.
#[utoipa::path(post, path = "/guest", tag = "accounts", security((), ("bearer" = []), ("cookie" = [])), responses(
    (status = 201, description = "A guest's account; the cookie is set", body = Token),
    (status = 429, description = "`too-many-requests`: too many guests", body = protocol::Problem),
    (status = 503, description = "`busy`: no free name was found; try again", body = protocol::Problem),
))]
async fn guest(State(app): State<App>, headers: HeaderMap) -> Result<Entered, AuthFault> {
    for _ in 0..GUEST_NAMES {
        let name = format!("游客{}", 100_000 + app.chance.number() % 900_000);
        match create(&app, &name, key(&name), None, None).await {
            Ok(account) => return enter(&app, &headers, &account, StatusCode::CREATED).await,
            Err(StoreError::NameTaken) => {}
            Err(err) => return Err(err.into()),
        }
    }
    Err(AuthFault::NoGuestName)
}

/// Register (注册)
///
/// A guest who registers keeps account and games. The login that the request shows, if any, is replaced by the new one.
#[utoipa::path(post, path = "/register", tag = "accounts", request_body = Registration,
    security((), ("bearer" = []), ("cookie" = [])), responses(
    (status = 201, description = "The account; the cookie is set", body = Token),
    (status = 403, description = "`registration-closed`: nobody can register here", body = protocol::Problem),
    (status = 409, description = "`name-taken`: the name is taken, or looks like one that is; \
        `registered`: the guest has registered at the same moment", body = protocol::Problem),
    (status = 422, description = "`invite-needed`, `bad-invite`: a code is needed, or the one given is unknown or used; \
        `name-length`, `name-character`, `name-mixed`, `name-reserved`, `password-length`: \
        name or password can't be used", body = protocol::Problem),
    (status = 429, description = "`too-many-requests`: too many have registered from this address, or tried to", body = protocol::Problem),
    (status = 503, description = "`busy`: too many passwords at once; try again", body = protocol::Problem),
))]
async fn register(
    State(app): State<App>,
    session: Option<Session>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Body(registration): Body<Registration>,
) -> Result<Entered, AuthFault> {
    let invite = invite(&app, registration.invite.as_deref()).await?;
    let invite = invite.as_ref().map(InviteCode::as_str);
    let name = Name::parse(&registration.name)?;
    // Looked up first, so that a taken name does not cost a hash; the store decides.
    if app.store.account_by_name_key(&name.key).await?.is_some() {
        return Err(StoreError::NameTaken.into());
    }
    // Counted before the work, so that no more come in of those who try at the same moment; but only who comes in counts in the end.
    let now = app.clock.now();
    app.registrations.take(address, now).map_err(|retry_ms| AuthFault::TooMany { retry_ms })?;
    let made = make(&app, session, name, registration.password, invite).await;
    if made.is_err() {
        app.registrations.give_back(address, now);
    }
    let account = made?;
    tracing::info!(account.id = %account.id, "registered");
    enter(&app, &headers, &account, StatusCode::CREATED).await
}

/// Makes the account, or a person of the guest.
async fn make(
    app: &App,
    session: Option<Session>,
    name: Name,
    password: String,
    invite: Option<&str>,
) -> Result<StoredAccount, AuthFault> {
    let hash = app.passwords.hash(password).await?;
    match session {
        Some(Session { account, .. }) if account.kind == AccountKind::Guest => {
            let named = Named { name: name.shown, name_key: name.key, password_hash: hash };
            let Named { name, password_hash, .. } = named.clone();
            changes::upgrade_guest(app, account.id, named, invite.map(str::to_owned)).await?;
            Ok(StoredAccount {
                kind: AccountKind::Person,
                name,
                password_hash: Some(password_hash),
                ..account
            })
        }
        Some(_) | None => Ok(create(app, &name.shown, name.key, Some(hash), invite).await?),
    }
}

/// The code that is to be used up, where one is needed. Looked up first, so that guessing costs no hash; the store decides.
async fn invite(app: &App, given: Option<&str>) -> Result<Option<InviteCode>, AuthFault> {
    match app.registration {
        RegistrationMode::Open => Ok(None),
        RegistrationMode::Closed => Err(AuthFault::Closed),
        RegistrationMode::Invite => {
            let given = given.filter(|text| !text.trim().is_empty()).ok_or(AuthFault::InviteNeeded)?;
            let code = InviteCode::parse(given).ok_or(StoreError::NoSuchInvite)?;
            if app.store.is_invite(code.as_str()).await? {
                Ok(Some(code))
            } else {
                Err(StoreError::NoSuchInvite.into())
            }
        }
    }
}

/// Log in (登录)
///
/// Each login has a token of its own. The login that the request shows, if any, is replaced by the new one.
#[utoipa::path(post, path = "/login", tag = "accounts", request_body = Credentials,
    security((), ("bearer" = []), ("cookie" = [])), responses(
    (status = 200, description = "The account; the cookie is set", body = Token),
    (status = 401, description = "`wrong-credentials`: name or password is wrong", body = protocol::Problem),
    (status = 429, description = "`too-many-requests`: too many attempts from this address, or wrong passwords for this account", body = protocol::Problem),
    (status = 503, description = "`busy`: too many passwords at once; try again", body = protocol::Problem),
))]
async fn login(
    State(app): State<App>,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<Entered, AuthFault> {
    // A text that is no name is nobody's, and takes as long to refuse.
    let name_key = Name::parse(&credentials.name).map_or_else(|_| String::new(), |name| name.key);
    let account = app.store.account_by_name_key(&name_key).await?;
    let door = Door { browser: known_browser(&app, &headers, account.as_ref()).await?, name_key };
    app.guesses.take(&door, app.clock.now()).map_err(|retry_ms| AuthFault::Guessed { retry_ms })?;
    let stored = account.as_ref().and_then(|account| account.password_hash.clone());
    let right = app.passwords.verify(credentials.password, stored).await;
    if !matches!(right, Ok(false)) {
        app.guesses.give_back(&door);
    }
    let right = right?;
    match account.filter(|account| right && account.state == store::AccountState::Active) {
        Some(account) => enter(&app, &headers, &account, StatusCode::OK).await,
        None => Err(AuthFault::Wrong),
    }
}

/// The browser that the request comes from, if the account was used in it before.
pub(super) async fn known_browser(
    app: &App,
    headers: &HeaderMap,
    account: Option<&StoredAccount>,
) -> Result<Option<BrowserHash>, StoreError> {
    let Some(browser) = browser::of(headers) else { return Ok(None) };
    // Asked of nobody too: what is looked up doesn't tell whether there is an account.
    let account = account.map_or(AccountId(Uuid::nil()), |account| account.id);
    Ok(app.store.is_browser_of(account, &browser).await?.then_some(browser))
}

/// Log out (退出登录)
///
/// Ends this login and its connections.
#[utoipa::path(post, path = "/logout", tag = "accounts", security(("bearer" = []), ("cookie" = [])), responses(
    (status = 204, description = "Logged out; the cookie is taken away"),
))]
async fn logout(State(app): State<App>, session: Session, headers: HeaderMap) -> Result<Response, AuthFault> {
    app.store.delete_token(&session.token).await?;
    app.presence.log_out(session.account.id, session.token);
    Ok((StatusCode::NO_CONTENT, session::forget(&app, &headers)).into_response())
}

async fn create(
    app: &App,
    name: &str,
    name_key: String,
    password_hash: Option<PasswordHash>,
    invite: Option<&str>,
) -> Result<StoredAccount, StoreError> {
    let created = app.clock.now();
    let kind = if password_hash.is_some() { AccountKind::Person } else { AccountKind::Guest };
    let id = AccountId(app.chance.id(created));
    let new = NewAccount {
        id,
        kind,
        role: Role::User,
        name: name.to_owned(),
        name_key,
        password_hash,
        language: None,
        created,
    };
    app.store.register(&new, invite).await?;
    app.store.account(id).await?.ok_or(StoreError::NoSuchAccount(id))
}

async fn enter(
    app: &App,
    headers: &HeaderMap,
    account: &StoredAccount,
    status: StatusCode,
) -> Result<Entered, AuthFault> {
    let shown = view::account(app, account).await?;
    // Last: from here on the login that the request shows is worth nothing, and the answer must come.
    let (secret, set) = match session::open(app, headers, account).await {
        // By another request, while this one compared it.
        Err(StoreError::PasswordChanged(_)) => return Err(AuthFault::Wrong),
        opened => opened?,
    };
    Ok((status, set, Json(Token { token: secret.reveal().to_owned(), account: shown })))
}

#[cfg(test)]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;
    use store::TokenHash;

    use super::*;
    use crate::clock::Clock;

    #[tokio::test]
    async fn a_guest_who_has_registered_at_the_same_moment_is_told() {
        let (app, _line, _folder) = App::alone(Clock::system()).await;
        let account = create(&app, "游客123456", key("游客123456"), None, None).await.expect("a guest");
        let other = PasswordHash("of the other request".to_owned());
        let named = Named { name: "Anna".to_owned(), name_key: key("Anna"), password_hash: other };
        app.store
            .upgrade_guest(account.id, &named, None, app.clock.now())
            .await
            .expect("the other was faster");

        // As it was looked up before.
        let session = Session { account: account.clone(), token: TokenHash([7; 32]) };
        let registration = Registration {
            name: "Stone".to_owned(),
            password: "correct horse battery".to_owned(),
            invite: None,
        };
        let from = ClientAddress(std::net::Ipv4Addr::LOCALHOST.into());
        let done =
            register(State(app.clone()), Some(session), from, HeaderMap::new(), Body(registration)).await;
        let refused = done.expect_err("refused").into_response();
        assert_eq!(refused.status(), StatusCode::CONFLICT);
        let body = axum::body::to_bytes(refused.into_body(), 4_096).await.expect("a body");
        assert!(String::from_utf8_lossy(&body).contains("registered"), "{body:?}");
        let kept = app.store.account(account.id).await.expect("asked").expect("it is there");
        assert_eq!(kept.name, "Anna");
        assert!(app.store.account_by_name_key(&key("Stone")).await.expect("asked").is_none());
    }

    /// No times are compared: they would tell of the machine. What takes long is counted.
    #[tokio::test]
    async fn an_unknown_name_costs_the_work_of_a_known_one() {
        let (app, _line, _folder) = App::alone(Clock::system()).await;
        let hash = app.passwords.hash("correct horse battery".to_owned()).await.expect("hashed");
        create(&app, "Anna", key("Anna"), Some(hash), None).await.expect("an account");
        create(&app, "Stone", key("Stone"), None, None).await.expect("a guest, who has no password");
        let recorder = PrometheusBuilder::new().build_recorder();
        let _recording = metrics::set_default_local_recorder(&recorder);
        let mut answers = Vec::new();
        for (number, name) in (1..).zip(["Anna", "Nobody", "Stone", "no name at all!"]) {
            let credentials = Credentials { name: name.to_owned(), password: "a wrong one".to_owned() };
            let refused = login(State(app.clone()), HeaderMap::new(), Body(credentials)).await;
            let refused = refused.expect_err("refused").into_response();
            let (parts, body) = refused.into_parts();
            let body = axum::body::to_bytes(body, 4_096).await.expect("a body");
            answers.push((parts.status, parts.headers, body));
            let hashed = format!("siguo_passwords_hashed_total {number}\n");
            assert!(recorder.handle().render().contains(&hashed), "{name}: {}", recorder.handle().render());
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    }
}
