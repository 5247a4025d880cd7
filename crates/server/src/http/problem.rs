//! Errors of the REST API as `application/problem+json`.
//!
//! Each module has one enum of what can go wrong and says of each variant what it is to the client, in one exhaustive match.
//! What failed inside is logged here, once, and never sent.

use std::{error::Error, time::Duration};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use metrics::counter;
use protocol::Problem;
use store::StoreError;

use super::receive;

/// Characters of a detail: it may repeat what the client sent, however long that was.
const DETAIL: usize = 200;

/// What a fault is to the client.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) status: StatusCode,
    /// The last part of `urn:siguo:problem:…`.
    pub(crate) code: &'static str,
    /// The field that is wrong.
    pub(crate) field: Option<&'static str>,
    /// Where in the file that was sent.
    pub(crate) offset: Option<usize>,
    pub(crate) blame: Blame,
}

/// Whose fault it is: ours is logged as an error and not explained to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blame {
    Client,
    Server,
    /// Ours, and logged where it happened.
    Panic,
}

impl Kind {
    pub(crate) const fn client(status: StatusCode, code: &'static str) -> Kind {
        Kind { status, code, field: None, offset: None, blame: Blame::Client }
    }

    pub(crate) const fn field(code: &'static str, field: &'static str) -> Kind {
        Kind { field: Some(field), ..Kind::client(StatusCode::UNPROCESSABLE_ENTITY, code) }
    }

    /// A file that is wrong at that byte.
    pub(crate) const fn file(code: &'static str, offset: usize) -> Kind {
        Kind { offset: Some(offset), ..Kind::client(StatusCode::UNPROCESSABLE_ENTITY, code) }
    }

    pub(crate) const fn server(status: StatusCode, code: &'static str) -> Kind {
        Kind { status, code, field: None, offset: None, blame: Blame::Server }
    }

    /// What the store can refuse a client has its code here, once for all routes; the rest no client can have caused.
    fn of_store(err: &StoreError) -> Kind {
        match err {
            StoreError::NameTaken => {
                Kind { status: StatusCode::CONFLICT, ..Kind::field("name-taken", "name") }
            }
            StoreError::NotAGuest(_) => Kind::client(StatusCode::CONFLICT, "registered"),
            StoreError::NoSuchInvite => Kind::field("bad-invite", "invite"),
            StoreError::PreferencesTooLong { .. } => Kind::field("preferences-too-long", "preferences"),
            StoreError::TooManyLayouts { .. } => Kind::client(StatusCode::CONFLICT, "too-many-layouts"),
            StoreError::TooManyPeople { .. } => Kind::client(StatusCode::CONFLICT, "too-many-people"),
            StoreError::InGame(_) => Kind::client(StatusCode::CONFLICT, "in-game"),
            StoreError::Database(_) if err.is_away() => {
                Kind::server(StatusCode::SERVICE_UNAVAILABLE, "unavailable")
            }
            StoreError::PasswordChanged(_)
            | StoreError::NoSuchAccount(_)
            | StoreError::AlreadyPlaying(_)
            | StoreError::NoSuchGame(_)
            | StoreError::GameExists(_)
            | StoreError::NotArranging(_)
            | StoreError::AlreadyFinished(_)
            | StoreError::ActionTaken { .. }
            | StoreError::UnknownScheme(_)
            | StoreError::InMemory
            | StoreError::InUse
            | StoreError::Lost
            | StoreError::Folder(_)
            | StoreError::File(_)
            | StoreError::Later
            | StoreError::Migrate(_)
            | StoreError::Database(_) => Kind::server(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

/// The response for a fault.
pub(crate) fn respond(fault: &dyn Error, kind: Kind) -> Response {
    counter!("siguo_problems_total", "code" => kind.code).increment(1);
    let (detail, request) = match kind.blame {
        Blame::Client => {
            // What is wrong is told to the client alone: the words may repeat what it sent, a password too.
            tracing::debug!(error.code = kind.code, "request refused");
            (Some(fault.to_string().chars().take(DETAIL).collect()), None)
        }
        Blame::Server => {
            tracing::error!(error.code = kind.code, error = %chain(fault), "request failed");
            (None, receive::current_id())
        }
        Blame::Panic => (None, receive::current_id()),
    };
    let problem = Problem {
        r#type: format!("urn:siguo:problem:{}", kind.code),
        title: kind.status.canonical_reason().unwrap_or("Error").to_owned(),
        status: kind.status.as_u16(),
        detail,
        field: kind.field.map(str::to_owned),
        offset: kind.offset.and_then(|offset| offset.try_into().ok()),
        request,
    };
    let mut response = (kind.status, axum::Json(problem)).into_response();
    let json = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// The response to what the store refused, in its own words, or to its fault while we were doing something.
pub(crate) fn of_store(doing: &dyn Error, err: &StoreError) -> Response {
    let kind = Kind::of_store(err);
    match kind.blame {
        Blame::Client => respond(err, kind),
        Blame::Server | Blame::Panic => respond(doing, kind),
    }
}

/// Something was asked for too often. Each is counted, by why and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excess {
    pub(crate) reason: &'static str,
    pub(crate) route: &'static str,
    /// When to ask again, where that can be said.
    pub(crate) wait: Option<Duration>,
}

impl Excess {
    /// The response.
    pub(crate) fn respond(self, fault: &dyn Error) -> Response {
        let Excess { reason, route, wait } = self;
        counter!("siguo_requests_refused_total", "reason" => reason, "route" => route).increment(1);
        let mut response = respond(fault, Kind::client(StatusCode::TOO_MANY_REQUESTS, "too-many-requests"));
        if let Some(wait) = wait {
            let seconds = wait.as_millis().div_ceil(1000).max(1);
            let seconds = HeaderValue::from(u64::try_from(seconds).unwrap_or(u64::MAX));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// Too many requests of whatever kind.
#[derive(Debug, thiserror::Error)]
#[error("too many requests; try again later")]
pub(crate) struct TooMany;

/// An error with its causes, for the log.
pub(crate) fn chain(fault: &dyn Error) -> String {
    let mut text = fault.to_string();
    let mut cause = fault.source();
    while let Some(err) = cause {
        text = format!("{text}: {err}");
        cause = err.source();
    }
    text
}

/// Faults that every route can have.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommonFault {
    #[error("there is nothing under this address")]
    NotFound,
    #[error("this can't be done with what is under this address")]
    Method,
    #[error("the request comes from another site than the one that the server is known by (--public-url)")]
    ForeignOrigin,
    #[error("{0}")]
    Address(String),
    #[error("{0}")]
    Body(String),
    #[error("the body is too large")]
    TooLarge,
    #[error("the request took too long")]
    TimedOut,
    #[error("a handler panicked")]
    Panic,
    #[error("make the page of the API")]
    Page(#[source] Box<dyn Error>),
}

impl IntoResponse for CommonFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            CommonFault::NotFound => Kind::client(StatusCode::NOT_FOUND, "not-found"),
            CommonFault::Method => Kind::client(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed"),
            CommonFault::ForeignOrigin => Kind::client(StatusCode::FORBIDDEN, "foreign-origin"),
            CommonFault::Address(_) => Kind::client(StatusCode::BAD_REQUEST, "bad-address"),
            CommonFault::Body(_) => Kind::client(StatusCode::BAD_REQUEST, "bad-body"),
            CommonFault::TooLarge => Kind::client(StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            CommonFault::TimedOut => Kind::client(StatusCode::REQUEST_TIMEOUT, "timed-out"),
            CommonFault::Panic => {
                Kind { blame: Blame::Panic, ..Kind::server(StatusCode::INTERNAL_SERVER_ERROR, "internal") }
            }
            CommonFault::Page(_) => Kind::server(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        };
        respond(&self, kind)
    }
}

#[cfg(test)]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    #[test]
    fn what_is_too_much_is_counted_and_says_when_to_ask_again() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let answer = |wait| Excess { reason: "too-many-guesses", route: "account", wait }.respond(&TooMany);
        metrics::with_local_recorder(&recorder, || {
            for (wait, seconds) in [(0, "1"), (1, "1"), (1_001, "2"), (60_000, "60")] {
                let response = answer(Some(Duration::from_millis(wait)));
                assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
                assert_eq!(response.headers()[header::RETRY_AFTER], seconds, "{wait}");
            }
            assert!(!answer(None).headers().contains_key(header::RETRY_AFTER));
        });
        let figures = recorder.handle().render();
        let counted = r#"siguo_requests_refused_total{reason="too-many-guesses",route="account"} 5"#;
        assert!(figures.contains(counted), "{figures}");
    }
}
