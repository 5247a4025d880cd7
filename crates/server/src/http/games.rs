//! What is being played, and what was.

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use protocol::{ExpandedGame, GameId, GamePage, GameState, Live, RoomFilter, Scores};
use rules::{Record, record::RecordFault};
use store::{FinishedGame, StoreError, StoredGame};
use tokio::sync::Semaphore;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Body, Path, Query},
    limit,
    problem::{self, Kind},
};
use crate::{app::App, archive, config::Limits, lobby};

/// Bytes of a record that is only looked at.
const RECORD: usize = 256 * 1024;
/// Records that are expanded at once.
static EXPANDING: Semaphore = Semaphore::const_new(2);

pub(crate) fn routes(app: &App, limits: &Limits) -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(live))
        .routes(routes!(game))
        .routes(routes!(record))
        .routes(routes!(replay))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(expand))
                .layer(DefaultBodyLimit::max(RECORD))
                .layer(limit::per_client(app, "replay", limits.replay)),
        )
}

#[derive(Debug, thiserror::Error)]
enum GamesFault {
    #[error("there is no such game")]
    NotFound,
    #[error("the game has not ended")]
    NotFinished,
    #[error(transparent)]
    Replay(#[from] RecordFault),
    #[error("a finished game can't be replayed")]
    Corrupt(#[source] RecordFault),
    #[error("reading a game")]
    Store(#[from] StoreError),
}

impl IntoResponse for GamesFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            GamesFault::NotFound => Kind::client(StatusCode::NOT_FOUND, "no-such-game"),
            GamesFault::NotFinished => Kind::client(StatusCode::CONFLICT, "not-finished"),
            GamesFault::Replay(_) => Kind::client(StatusCode::UNPROCESSABLE_ENTITY, "bad-record"),
            GamesFault::Corrupt(_) => Kind::server(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
            GamesFault::Store(err) => Kind::of_store(err),
        };
        problem::respond(&self, kind)
    }
}

/// What goes on here now
///
/// The rooms may be asked for by what they are like.
#[utoipa::path(get, path = "/live", tag = "games", params(RoomFilter), responses(
    (status = 200, body = Live),
    (status = 400, description = "Not a filter", body = protocol::Problem),
))]
async fn live(State(app): State<App>, Query(filter): Query<RoomFilter>) -> Json<Live> {
    Json(lobby::live(&app, filter))
}

/// A game's page
///
/// While it runs: what the public may know. When it has ended: the record.
#[utoipa::path(get, path = "/games/{id}", tag = "games",
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, body = GamePage),
    (status = 404, description = "No such game, or one that may not be watched", body = protocol::Problem),
))]
async fn game(State(app): State<App>, Path(id): Path<GameId>) -> Result<Json<GamePage>, GamesFault> {
    match app.store.game(id).await?.ok_or(GamesFault::NotFound)? {
        StoredGame::Finished(game) => {
            let record = archive::record(&game);
            let record = serde_json::to_value(&record).expect("a record is JSON");
            let talk = app.store.talk_of(&game).await?;
            Ok(Json(GamePage { id, state: GameState::Finished { head: Box::new(game.head), record, talk } }))
        }
        StoredGame::Unfinished(info) => {
            let state = app.rooms.look(info.room, id).await.ok_or(GamesFault::NotFound)?;
            Ok(Json(GamePage { id, state }))
        }
        StoredGame::CalledOff(_) => Err(GamesFault::NotFound),
    }
}

/// The record of a finished game, to be kept
#[utoipa::path(get, path = "/games/{id}/record", tag = "games",
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, description = "The record (docs/record.md)", body = serde_json::Value),
    (status = 404, description = "No such game", body = protocol::Problem),
    (status = 409, description = "The game has not ended", body = protocol::Problem),
))]
async fn record(State(app): State<App>, Path(id): Path<GameId>) -> Result<Response, GamesFault> {
    let game = finished(&app, id).await?;
    let mut response = Json(archive::record(&game)).into_response();
    let name = HeaderValue::from_str(&format!("attachment; filename=\"siguo-{id}.json\"")).expect("ASCII");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// A finished game, action by action
#[utoipa::path(get, path = "/games/{id}/replay", tag = "games",
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, body = ExpandedGame),
    (status = 404, description = "No such game", body = protocol::Problem),
    (status = 409, description = "The game has not ended", body = protocol::Problem),
))]
async fn replay(State(app): State<App>, Path(id): Path<GameId>) -> Result<Response, GamesFault> {
    let game = finished(&app, id).await?;
    expand_aside(archive::record(&game), game.head.scores).await.map_err(GamesFault::Corrupt)
}

/// A record, action by action
///
/// It is checked and stored nowhere; at most 256 kB.
#[utoipa::path(post, path = "/replay", tag = "games", request_body = serde_json::Value, responses(
    (status = 200, body = ExpandedGame),
    (status = 413, description = "Too large", body = protocol::Problem),
    (status = 422, description = "Not a record, or one with a fault", body = protocol::Problem),
    (status = 429, description = "Too many from this address", body = protocol::Problem),
))]
async fn expand(Body(record): Body<Record>) -> Result<Response, GamesFault> {
    Ok(expand_aside(record, Scores::default()).await?)
}

/// A game of thousands of actions takes a while to be played and written down: not on the threads that serve everybody.
async fn expand_aside(record: Record, scores: Scores) -> Result<Response, RecordFault> {
    let _turn = EXPANDING.acquire().await.expect("never closed");
    let expand = move || archive::expand(&record, scores).map(|expanded| Json(expanded).into_response());
    tokio::task::spawn_blocking(expand).await.expect("the referee does not panic")
}

async fn finished(app: &App, id: GameId) -> Result<FinishedGame, GamesFault> {
    match app.store.game(id).await?.ok_or(GamesFault::NotFound)? {
        StoredGame::Finished(game) => Ok(*game),
        StoredGame::Unfinished(_) => Err(GamesFault::NotFinished),
        StoredGame::CalledOff(_) => Err(GamesFault::NotFound),
    }
}
