//! The browser's own cookie: by it two accounts of one browser are kept out of each other's ranked games, and an account's owner is told
//! from others who try its password. It says nothing but
//! that two accounts share it: it is drawn by lot, scripts can't read it, only its hash is stored, and no answer or log has it.

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use store::BrowserHash;

use super::session::{Cookie, Secure};
use crate::{accounts::token::Secret, app::App};

const COOKIE: Cookie = Cookie("siguo_browser");
/// Browsers keep no cookie for longer; it is set anew at each start of the client.
const AGE_S: i64 = 400 * 24 * 60 * 60;

/// Adds the cookie, or the same anew, to the headers that set the login's.
pub(super) fn keep(app: &App, headers: &HeaderMap, set: &mut HeaderMap) {
    let secret = COOKIE.read(headers).and_then(Secret::parse).unwrap_or_else(|| Secret::draw(&app.chance));
    set.append(header::SET_COOKIE, COOKIE.write(secret.reveal(), AGE_S, Secure::of(app, headers)));
}

/// The browser that a request comes from; a program has none.
pub(crate) fn of(headers: &HeaderMap) -> Option<BrowserHash> {
    let secret = COOKIE.read(headers).and_then(Secret::parse)?;
    Some(BrowserHash(Sha256::digest(secret.reveal().as_bytes()).into()))
}
