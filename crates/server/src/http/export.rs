//! All finished games, for those who study them.

use axum::{
    body::Body,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::stream;
use metrics::gauge;
use protocol::{GameId, Millis};
use serde::Deserialize;
use store::{Ended, StoreError};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Query, UpTo},
    limit,
    problem::{self, Kind, chain},
};
use crate::{app::App, config::Limits, export::Export};

pub(crate) fn routes(app: &App, limits: &Limits) -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export)).layer(limit::per_client(app, "export", limits.export))
}

#[derive(Debug, thiserror::Error)]
enum ExportFault {
    #[error("the cursor is no game that has ended")]
    Cursor,
    #[error("export games")]
    Store(#[from] StoreError),
}

impl IntoResponse for ExportFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            ExportFault::Cursor => Kind::field("bad-cursor", "cursor"),
            ExportFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

/// Why a body that was begun breaks off: the client sees that it is not whole.
#[derive(Debug, thiserror::Error)]
enum BrokenOff {
    #[error("the server is stopping")]
    Stopping,
    #[error("read the next game")]
    Store(#[from] StoreError),
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportQuery {
    /// Games that ended at this moment or later: milliseconds since 1970-01-01T00:00:00Z.
    #[param(example = 1_764_460_000_000_i64)]
    since: Option<Millis>,
    /// Games that ended before this moment: milliseconds since 1970-01-01T00:00:00Z.
    #[param(example = 1_764_546_400_000_i64)]
    until: Option<Millis>,
    /// The `id` of the last game that one has: what ended after it follows.
    cursor: Option<GameId>,
    /// At most so many games; all unless given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000, example = 100)]
    limit: Option<UpTo<1_000_000>>,
}

/// Finished games, one record a line
///
/// The games of rooms that anybody could watch: all quick matches, and public rooms with open spectating; what was closed to
/// spectators, if only for a while, or open only to those with a link or a password, is never exported. One record (`docs/record.md`) a line, in the order in which the
/// games ended, sent as they are read; with `Accept-Encoding: gzip` compressed. To go on after an answer or a broken connection, pass the
/// `id` of the last record as `cursor`. A game comes no earlier than ten seconds after its end.
#[utoipa::path(get, path = "/export", tag = "games", params(ExportQuery), responses(
    (status = 200, description = "Records, one a line", body = rules::Record, content_type = "application/x-ndjson"),
    (status = 422, description = "`bad-cursor`: no game of this id has ended", body = protocol::Problem),
    (status = 429, description = "`too-many-requests`: too many exports to this address", body = protocol::Problem),
))]
async fn export(State(app): State<App>, Query(query): Query<ExportQuery>) -> Result<Response, ExportFault> {
    let since = Ended::before(query.since.unwrap_or_default());
    let after = match query.cursor {
        Some(cursor) => app.store.ended(cursor).await?.ok_or(ExportFault::Cursor)?.max(since),
        None => since,
    };
    let export = Export::new(app.store.clone(), after, query.until, app.clock.now());
    let left = query.limit.map_or(u32::MAX, |UpTo(limit)| limit);
    let lines = stream::try_unfold(
        (app, export, left, Running::begin()),
        async |(app, mut export, left, running)| {
            if left == 0 {
                return Ok(None);
            }
            let line = if app.shutdown.is_cancelled() {
                Err(BrokenOff::Stopping)
            } else {
                export.next().await.map_err(BrokenOff::Store)
            };
            let line = line.inspect_err(|err| tracing::warn!(error = %chain(err), "an export breaks off"))?;
            Ok::<_, BrokenOff>(line.map(|line| (line, (app, export, left - 1, running))))
        },
    );
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// Counted while it lives.
struct Running(());

impl Running {
    fn begin() -> Running {
        gauge!("siguo_exports_running").increment(1);
        Running(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        gauge!("siguo_exports_running").decrement(1);
    }
}
