//! The parts of a request, refused as problems.

use axum::{
    body::Bytes,
    extract::{self, FromRequest, FromRequestParts, Request, rejection::JsonRejection},
    http::{StatusCode, request::Parts},
};
use serde::{Deserialize, de::DeserializeOwned};

use super::problem::CommonFault;

/// A part of the path.
#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = CommonFault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, CommonFault> {
        match extract::Path::from_request_parts(parts, state).await {
            Ok(extract::Path(part)) => Ok(Path(part)),
            Err(err) => Err(CommonFault::Address(err.body_text())),
        }
    }
}

/// What follows the question mark.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = CommonFault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, CommonFault> {
        match extract::Query::from_request_parts(parts, state).await {
            Ok(extract::Query(query)) => Ok(Query(query)),
            Err(err) => Err(CommonFault::Address(err.body_text())),
        }
    }
}

/// A body of any kind.
#[derive(Debug)]
pub(crate) struct Raw(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = CommonFault;

    async fn from_request(request: Request, state: &S) -> Result<Raw, CommonFault> {
        match Bytes::from_request(request, state).await {
            Ok(body) => Ok(Raw(body)),
            Err(err) if err.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(CommonFault::TooLarge),
            Err(err) => Err(CommonFault::Body(err.body_text())),
        }
    }
}

/// A number from 1 to `MOST`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u32")]
pub(crate) struct UpTo<const MOST: u32>(pub(crate) u32);

impl<const MOST: u32> TryFrom<u32> for UpTo<MOST> {
    type Error = String;

    fn try_from(number: u32) -> Result<UpTo<MOST>, String> {
        let fits = (1..=MOST).contains(&number);
        fits.then_some(UpTo(number)).ok_or_else(|| format!("expected a number from 1 to {MOST}"))
    }
}

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = CommonFault;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, CommonFault> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Body(body)),
            Err(JsonRejection::BytesRejection(err)) if err.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(CommonFault::TooLarge)
            }
            Err(err) => Err(CommonFault::Body(err.body_text())),
        }
    }
}
