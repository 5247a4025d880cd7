//! The client, carried in the binary.

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::problem::CommonFault;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

const PAGE: &str = "index.html";

/// A file of the client; its page for every address that is one of the app's own.
pub(crate) async fn serve(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return CommonFault::NotFound.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let found = Client::get(path).map(|file| (path, file));
    // An address with a dot in its last part names a file; what is missing there is missing.
    let of_the_app = path != "api"
        && !path.starts_with("api/")
        && !path.rsplit('/').next().unwrap_or_default().contains('.');
    let found = found.or_else(|| of_the_app.then(|| Client::get(PAGE).map(|file| (PAGE, file))).flatten());
    match found {
        Some((path, file)) => respond(path, file, request.headers()),
        None => CommonFault::NotFound.into_response(),
    }
}

fn respond(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = u128::from_be_bytes(hash[..16].try_into().expect("sixteen bytes"));
    let tag = HeaderValue::from_str(&format!("\"{tag:032x}\"")).expect("hexadecimal");
    // Names under assets/ hold a hash of the content, so the content never changes.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = HeaderValue::from_str(file.metadata.mimetype()).expect("a media type is ASCII");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        (header::ETAG, tag.clone()),
    ];
    let has_it = asked.get_all(header::IF_NONE_MATCH).iter().any(|known| {
        known.to_str().is_ok_and(|known| {
            known.split(',').any(|known| known.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes())
        })
    });
    if has_it {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Body::from(file.data)).into_response()
}
