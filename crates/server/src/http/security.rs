//! What browsers are told to refuse.

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::Response,
};

/// The client: its own files and nothing else. No script and no style stands in a page, and only what makes elements of the client's own
/// templates and registers its own worker may turn text into either. Pictures as text are the select arrows of style sheets.
const CLIENT: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types svelte-trusted-html siguo-worker",
);

/// The page of the API is another project's, which turns text into elements.
pub(super) const DOCS: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'",
);

/// What is no page: a browser that shows it anyway is to do nothing with it.
const DATA: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// What is the same on all answers.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ),
];

/// Whether browsers are to come over https alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    /// For a year they will take no other way.
    HttpsOnly,
    Any,
}

/// Puts the headers on every answer, those of refusals and faults too.
pub(crate) async fn guard(State(transport): State<Transport>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let (is_api, is_data) = (path.starts_with("/api/v1/"), path.starts_with("/api/") || path == "/metrics");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(if is_data { DATA } else { CLIENT });
    if is_api {
        // What the API says is true now and for whom it was said.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    match transport {
        Transport::HttpsOnly => {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
        }
        Transport::Any => {}
    }
    response
}
