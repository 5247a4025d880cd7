//! What the server refuses, by name, and what lifts it.

use protocol::ErrorBody;

/// Refused by the limit on requests or on guests.
pub(crate) const HTTP_429: &str = "HTTP 429 too many requests";
/// Refused by the limit on sockets.
pub(crate) const SOCKET_429: &str = "HTTP 429 for a socket";
/// Closed before it became a socket, as the server does with connections too many.
pub(crate) const NO_ANSWER: &str = "the connection was closed without an answer";
/// Gone in the middle, without a goodbye: no limit of the server does that.
pub(crate) const BROKEN: &str = "the connection broke";

/// The code of a refusal, as the protocol names it.
pub(crate) fn name(error: &ErrorBody) -> String {
    let value = serde_json::to_value(error).expect("an error is JSON");
    value["t"].as_str().expect("errors are tagged").to_owned()
}

/// Which option of the server lifts the refusal, if one does.
pub(crate) fn remedy(name: &str) -> Option<&'static str> {
    match name {
        "too-fast" => Some("siguo serve --limits command=off"),
        HTTP_429 => Some("siguo serve --limits guest=off,request=off"),
        SOCKET_429 => Some("siguo serve --sockets-per-address COUNT"),
        NO_ANSWER => Some("siguo serve --connections COUNT --connections-per-address COUNT"),
        "too-many-rooms" => Some("siguo serve --rooms COUNT --rooms-per-address COUNT"),
        "4003 too many refused commands" => Some("siguo serve --limits command=off"),
        _ => None,
    }
}

/// The same as the end of a sentence.
pub(crate) fn advice(name: &str) -> String {
    remedy(name).map(|remedy| format!(" (start the server with `{remedy}`)")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_named_with_the_option_that_lifts_it() {
        assert_eq!(name(&ErrorBody::TooFast { retry_ms: 5 }), "too-fast");
        assert_eq!(name(&ErrorBody::Illegal), "illegal");
        assert!(advice("too-fast").contains("--limits command=off"));
        assert!(advice(HTTP_429).contains("guest=off"));
        assert_eq!(advice("illegal"), "");
        assert!(advice(NO_ANSWER).contains("--connections COUNT"));
        assert_eq!(advice(BROKEN), "", "who had a socket was within the limits");
    }
}
