//! Who a request is from: the cookie of a browser, or the bearer token of a program.

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use protocol::AccountKind;
use store::{NewToken, StoreError, StoredAccount, TokenHash};

use super::{
    browser, origin,
    problem::{self, Kind},
};
use crate::{accounts::token::Secret, app::App, config::Origin};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The cookie's name and how it is written.
pub(crate) struct Cookie(pub(super) &'static str);

/// The login's.
pub(crate) const COOKIE: Cookie = Cookie("siguo");

impl Cookie {
    pub(crate) fn read<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == self.0)
            .map(|(_, value)| value)
    }

    pub(super) fn write(&self, value: &str, max_age_s: i64, secure: Secure) -> HeaderValue {
        let secure = match secure {
            Secure::Yes => "; Secure",
            Secure::No => "",
        };
        let text = format!("{}={value}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{secure}", self.0);
        HeaderValue::from_str(&text).expect("a token is hexadecimal")
    }
}

/// Whether the browser talks to us over https, so that the cookie is never to be sent otherwise.
#[derive(Clone, Copy)]
pub(super) enum Secure {
    Yes,
    No,
}

impl Secure {
    pub(super) fn of(app: &App, headers: &HeaderMap) -> Secure {
        let configured = app.origins.iter().any(Origin::is_https);
        if configured || origin::is_https(headers) { Secure::Yes } else { Secure::No }
    }
}

/// How long a login lasts after it was last used.
pub(crate) fn lifetime(kind: AccountKind) -> i64 {
    match kind {
        AccountKind::Person => 90 * DAY,
        AccountKind::Guest | AccountKind::Bot => 30 * DAY,
    }
}

/// Logs an account in: the secret, and the headers that set the cookie.
///
/// The login that the request shows is replaced by the new one: whoever has got hold of it has nothing any more. Its connections end,
/// unless they are the same account's, which a guest who registers may be playing over: they go on under the new login.
pub(crate) async fn open(
    app: &App,
    headers: &HeaderMap,
    account: &StoredAccount,
) -> Result<(Secret, HeaderMap), StoreError> {
    let replaced = match Session::find(app, headers).await {
        Ok(session) => Some(session),
        Err(SessionFault::Nobody) => None,
        Err(SessionFault::Store(err)) => return Err(err),
    };
    let secret = Secret::draw(&app.chance);
    let now = app.clock.now();
    let label = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let token = NewToken {
        hash: secret.hash(),
        account: account.id,
        password: account.password_hash.clone(),
        label: label.chars().take(200).collect(),
        created: now,
        expires: now + lifetime(account.kind),
    };
    let crowded_out = match replaced {
        Some(old) => {
            let crowded_out = app.store.replace_token(&old.token, &token).await?;
            if old.account.id == account.id {
                app.presence.renew(account.id, old.token, token.hash);
            } else {
                app.presence.log_out(old.account.id, old.token);
            }
            crowded_out
        }
        None => app.store.create_token(&token).await?,
    };
    for login in crowded_out {
        app.presence.log_out(account.id, login);
    }
    let cookie = COOKIE.write(secret.reveal(), lifetime(account.kind) / 1000, Secure::of(app, headers));
    let mut set = HeaderMap::new();
    set.insert(header::SET_COOKIE, cookie);
    browser::keep(app, headers, &mut set);
    Ok((secret, set))
}

/// The headers that set a browser's cookie anew, so that it lasts as long as the login.
pub(crate) fn renew(app: &App, headers: &HeaderMap, account: &StoredAccount) -> HeaderMap {
    let mut set = HeaderMap::new();
    if !headers.contains_key(header::AUTHORIZATION)
        && let Some(secret) = COOKIE.read(headers).and_then(Secret::parse)
    {
        let cookie = COOKIE.write(secret.reveal(), lifetime(account.kind) / 1000, Secure::of(app, headers));
        set.insert(header::SET_COOKIE, cookie);
        browser::keep(app, headers, &mut set);
    }
    set
}

/// The headers that take the cookie away.
pub(crate) fn forget(app: &App, headers: &HeaderMap) -> HeaderMap {
    let mut set = HeaderMap::new();
    set.insert(header::SET_COOKIE, COOKIE.write("", 0, Secure::of(app, headers)));
    set
}

/// A request of somebody who is logged in.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) account: StoredAccount,
    pub(crate) token: TokenHash,
}

/// Why a request is nobody's.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionFault {
    #[error("log in first")]
    Nobody,
    #[error("look up a login")]
    Store(#[from] StoreError),
}

impl IntoResponse for SessionFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            SessionFault::Nobody => Kind::client(StatusCode::UNAUTHORIZED, "not-logged-in"),
            SessionFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

impl Session {
    /// A bearer token counts before the cookie.
    pub(crate) async fn find(app: &App, headers: &HeaderMap) -> Result<Session, SessionFault> {
        let bearer =
            headers.get(header::AUTHORIZATION).map(|value| value.to_str().ok().and_then(bearer_token));
        let shown = match bearer {
            Some(bearer) => bearer,
            None => COOKIE.read(headers),
        };
        let token = shown.and_then(Secret::parse).ok_or(SessionFault::Nobody)?.hash();
        let account = app.store.account_by_token(&token, app.clock.now()).await?;
        Ok(Session { account: account.ok_or(SessionFault::Nobody)?, token })
    }
}

/// The token of `Bearer TOKEN`; the word is written in any case (RFC 9110).
fn bearer_token(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start_matches(' '))
}

impl FromRequestParts<App> for Session {
    type Rejection = SessionFault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Session, SessionFault> {
        Session::find(app, &parts.headers).await
    }
}

/// `Option<Session>`: somebody or nobody; a login that is over is nobody's. One that can't be looked up may be somebody's.
impl OptionalFromRequestParts<App> for Session {
    type Rejection = SessionFault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Session>, SessionFault> {
        match Session::find(app, &parts.headers).await {
            Ok(session) => Ok(Some(session)),
            Err(SessionFault::Nobody) => Ok(None),
            Err(fault @ SessionFault::Store(_)) => Err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;
    use crate::clock::Clock;

    #[tokio::test]
    async fn whoever_cannot_be_looked_up_is_not_nobody() {
        let (app, _line, _folder) = App::alone(Clock::system()).await;
        let request = |token: Option<&str>| {
            let mut request = Request::builder();
            if let Some(token) = token {
                request = request.header(header::COOKIE, format!("siguo={token}"));
            }
            request.body(()).expect("a request").into_parts().0
        };
        let secret = "7".repeat(64);
        let ask = async |token| Option::<Session>::from_request_parts(&mut request(token), &app).await;
        assert!(matches!(ask(Some(&secret)).await, Ok(None)), "a login that there is not");
        app.store.close().await;
        let fault = ask(Some(&secret)).await.expect_err("the database is away");
        assert_eq!(fault.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(matches!(ask(None).await, Ok(None)), "who shows nothing");
        assert!(matches!(ask(Some("none of ours")).await, Ok(None)));
    }
}
