//! The client, carried in the binary.

use std::path::Path;

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
/// The same page, which asks for what a table needs along with what every page needs.
const TABLE: &str = "table.html";

/// A file of the client; its page for every address that is one of the app's own.
pub(crate) async fn serve(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return CommonFault::NotFound.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    // One address for each file; what is packed goes out under that of what it holds.
    let is_plain = Path::new(path).extension().is_none_or(|kind| kind != "br")
        && !path.split('/').any(|part| matches!(part, "" | "." | ".."));
    let found = is_plain.then(|| Client::get(path)).flatten().map(|file| (path, file));
    // An address with a dot in its last part names a file; what is missing there is missing.
    let of_the_app = path != "api"
        && !path.starts_with("api/")
        && !path.rsplit('/').next().unwrap_or_default().contains('.');
    let page = if path.starts_with("table/") { TABLE } else { PAGE };
    let found = found.or_else(|| of_the_app.then(|| Client::get(page).map(|file| (page, file))).flatten());
    match found {
        Some((path, file)) => respond(path, file, request.headers()),
        None => CommonFault::NotFound.into_response(),
    }
}

fn respond(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let kind = HeaderValue::from_str(file.metadata.mimetype()).expect("a media type is ASCII");
    // The build has packed most of them (`web/tools/pack.mjs`); for who can't unpack that, a layer packs otherwise.
    let packed = takes_brotli(asked).then(|| Client::get(&format!("{path}.br"))).flatten();
    let encoding = packed.as_ref().map(|_| [(header::CONTENT_ENCODING, HeaderValue::from_static("br"))]);
    let file = packed.unwrap_or(file);
    let hash = file.metadata.sha256_hash();
    let tag = u128::from_be_bytes(hash[..16].try_into().expect("sixteen bytes"));
    // Weak: a layer may pack it otherwise.
    let name = format!("\"{tag:032x}\"");
    let tag = HeaderValue::from_str(&format!("W/{name}")).expect("hexadecimal");
    // Names under assets/ hold a hash of the content, so the content never changes.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
        (header::ETAG, tag),
    ];
    let has_it = asked.get_all(header::IF_NONE_MATCH).iter().any(|known| {
        known.to_str().is_ok_and(|known| {
            known.split(',').any(|known| known.trim() == "*" || known.trim().trim_start_matches("W/") == name)
        })
    });
    if has_it {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let encoding = encoding.into_iter().flatten().collect::<HeaderMap>();
    (headers, encoding, Body::from(file.data)).into_response()
}

/// Whether the browser unpacks Brotli: `gzip, br;q=0.8`.
fn takes_brotli(asked: &HeaderMap) -> bool {
    asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        value.split(',').any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32));
            name.trim().eq_ignore_ascii_case("br") && !refused
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_is_sent_to_who_takes_it() {
        let takes = |value: &str| {
            let value = HeaderValue::from_str(value).expect("a header");
            takes_brotli(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]))
        };
        for value in ["br", "gzip, deflate, br, zstd", "gzip;q=1, BR; q=0.5", "identity;q=0,br;q=1.0"] {
            assert!(takes(value), "{value}");
        }
        for value in ["", "gzip", "br;q=0", "gzip, br; q=0.000", "brotli", "*"] {
            assert!(!takes(value), "{value}");
        }
        assert!(!takes_brotli(&HeaderMap::new()));
    }
}
