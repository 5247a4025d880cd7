//! What one takes hidden pieces for (标记), for one's other devices. Nobody else is told.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use protocol::{GameId, Marks};
use rules::Point;
use store::StoreError;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Body, Path},
    problem::{self, Kind},
    session::Session,
};
use crate::app::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(kept, keep))
}

#[derive(Debug, thiserror::Error)]
enum MarksFault {
    #[error("no such game runs in which one has a seat")]
    NoGame,
    #[error("a board has room for at most {} marks", Point::COUNT)]
    TooMany,
    #[error("read or keep marks")]
    Store(#[from] StoreError),
}

impl IntoResponse for MarksFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            MarksFault::NoGame => Kind::client(StatusCode::NOT_FOUND, "no-such-game"),
            // The form that the document gives has no room for more.
            MarksFault::TooMany => Kind::client(StatusCode::BAD_REQUEST, "bad-body"),
            MarksFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

/// My marks in a game
///
/// What one takes hidden pieces for. They are kept while the game runs, and nobody else is told.
#[utoipa::path(get, path = "/me/marks/{id}", tag = "accounts", security(("bearer" = []), ("cookie" = [])),
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, body = Marks),
    (status = 404, description = "`no-such-game`: none that runs and in which one has a seat", body = protocol::Problem),
))]
async fn kept(
    State(app): State<App>,
    session: Session,
    Path(game): Path<GameId>,
) -> Result<Json<Marks>, MarksFault> {
    app.store.marks(session.account.id, game).await?.map(Json).ok_or(MarksFault::NoGame)
}

/// Keep my marks in a game
///
/// In place of those that were kept before, whichever device they came from.
#[utoipa::path(put, path = "/me/marks/{id}", tag = "accounts", request_body = Marks,
    security(("bearer" = []), ("cookie" = [])),
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 204, description = "Kept"),
    (status = 404, description = "`no-such-game`: none that runs and in which one has a seat", body = protocol::Problem),
))]
async fn keep(
    State(app): State<App>,
    session: Session,
    Path(game): Path<GameId>,
    Body(marks): Body<Marks>,
) -> Result<StatusCode, MarksFault> {
    if marks.marks.len() > Point::COUNT {
        return Err(MarksFault::TooMany);
    }
    let kept = app.store.keep_marks(session.account.id, game, &marks).await?;
    if kept { Ok(StatusCode::NO_CONTENT) } else { Err(MarksFault::NoGame) }
}
