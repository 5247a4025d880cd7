//! Who a request really comes from: the site that made the browser send it.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{problem::CommonFault, session::COOKIE};
use crate::{app::App, config::Origin};

/// Whether a proxy says that the browser came to it by https: [`super::receive`] has taken the header off from everybody else's requests.
pub(super) fn is_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto.as_bytes() == b"https")
}

/// Whether a browser on another site sent this. Programs say nothing of where they are. Where no address is configured the own one is that
/// which the browser names as the host, by http unless a proxy says otherwise.
pub(crate) fn is_foreign(own: &[Origin], headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else {
        // `none`: by the hand of the person in front of it.
        let site = headers.get("sec-fetch-site");
        return site.is_some_and(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"));
    };
    if origins.next().is_some() {
        return true;
    }
    let Ok(origin) = origin.to_str() else { return true };
    if own.is_empty() {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let named = origin.strip_prefix(if is_https(headers) { "https://" } else { "http://" });
        return named.is_none() || named != host;
    }
    own.iter().all(|own| own.as_str() != origin)
}

/// Refuses what changes something on behalf of another site. A request that shows the cookie must say where it comes from;
/// a program shows a bearer token, which no site can make a browser do.
pub(crate) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let by_cookie = !headers.contains_key(header::AUTHORIZATION) && COOKIE.read(headers).is_some();
    let anonymous = by_cookie && !headers.contains_key(header::ORIGIN);
    if !harmless && (anonymous || is_foreign(&app.origins, headers)) {
        return CommonFault::ForeignOrigin.into_response();
    }
    next.run(request).await
}
