//! The parts of a request, refused as problems.

use std::{fmt, marker::PhantomData};

use axum::{
    Extension,
    body::{Bytes, HttpBody as _},
    extract::{self, DefaultBodyLimit, FromRequest, FromRequestParts, Request, rejection::JsonRejection},
    http::{StatusCode, request::Parts},
};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer},
};

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

/// How long a body may be; of nested ones the innermost counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLimit(u64);

/// The layers that bound bodies by so many bytes: what says that it is longer is not even begun with, and nobody who asks beforehand
/// (`Expect: 100-continue`) is told to go on.
pub(crate) fn at_most(bytes: u32) -> (DefaultBodyLimit, Extension<BodyLimit>) {
    let most = usize::try_from(bytes).expect("an address has no fewer bits");
    (DefaultBodyLimit::max(most), Extension(BodyLimit(bytes.into())))
}

fn check_length(request: &Request) -> Result<(), CommonFault> {
    let limit = request.extensions().get::<BodyLimit>();
    let fits = limit.is_none_or(|BodyLimit(most)| request.body().size_hint().lower() <= *most);
    if fits { Ok(()) } else { Err(CommonFault::TooLarge) }
}

/// A body of any kind.
#[derive(Debug)]
pub(crate) struct Raw(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = CommonFault;

    async fn from_request(request: Request, state: &S) -> Result<Raw, CommonFault> {
        check_length(&request)?;
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

/// A JSON body, which is an object.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = CommonFault;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, CommonFault> {
        check_length(&request)?;
        match axum::Json::<Object<T>>::from_request(request, state).await {
            Ok(axum::Json(Object(body))) => Ok(Body(body)),
            Err(JsonRejection::BytesRejection(err)) if err.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(CommonFault::TooLarge)
            }
            Err(err) => Err(CommonFault::Body(err.body_text())),
        }
    }
}

/// What is read from an object alone: left to itself, serde also takes the values of the fields in a row, `["name", "password"]`.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(members)).map(Object)
            }
        }

        deserializer.deserialize_map(Members(PhantomData))
    }
}
