//! What is being played, and what was.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use files::{ReadError, Unfit};
use protocol::{AccountId, ExpandedGame, GameId, GamePage, GameState, Live, RoomFilter, Said, Scores};
use rules::{Record, record::RecordFault};
use store::{Audience, FinishedGame, StoreError, StoredGame};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Path, Query, Raw, at_most},
    limit,
    problem::{self, Kind},
    session::Session,
};
use crate::{app::App, archive, config::Limits, lobby};

/// Bytes of a game that is only looked at.
const RECORD: u32 = 256 * 1024;
/// Games that are played through at once.
pub(crate) const EXPANDING: usize = 2;

pub(crate) fn routes(app: &App, limits: &Limits) -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(live))
        .routes(routes!(game))
        .routes(routes!(record))
        .routes(routes!(jgs))
        .routes(routes!(replay))
        .merge(OpenApiRouter::new().routes(routes!(expand)).layer(at_most(RECORD)).layer(limit::per_client(
            app,
            "replay",
            limits.replay,
        )))
}

#[derive(Debug, thiserror::Error)]
enum GamesFault {
    #[error("there is no such game")]
    NotFound,
    #[error("the game has not ended")]
    NotFinished,
    #[error(transparent)]
    File(#[from] ReadError),
    #[error("the game does not fit a .jgs file: {0}")]
    Unfit(#[from] Unfit),
    #[error("replay a finished game")]
    Corrupt(#[source] RecordFault),
    #[error("read a game")]
    Store(#[from] StoreError),
}

impl IntoResponse for GamesFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            GamesFault::NotFound => Kind::client(StatusCode::NOT_FOUND, "no-such-game"),
            GamesFault::NotFinished => Kind::client(StatusCode::CONFLICT, "not-finished"),
            GamesFault::File(err) => Kind::file("bad-record", err.at),
            GamesFault::Unfit(
                Unfit::Rules(_)
                | Unfit::Quiet(_)
                | Unfit::Aborted
                | Unfit::TooLong(_)
                | Unfit::Name(..)
                | Unfit::Comment(..),
            ) => Kind::client(StatusCode::CONFLICT, "no-jgs"),
            // What we have kept ourselves.
            GamesFault::Unfit(Unfit::CommentPlace(_) | Unfit::Record(_) | Unfit::Result)
            | GamesFault::Corrupt(_) => Kind::server(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
            GamesFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

/// What goes on here now
///
/// The rooms that anybody may watch, and how many people are here; the rooms may be asked for by what they are like. No piece is shown: what
/// the public may know of a game that runs is on its page.
#[utoipa::path(get, path = "/live", tag = "games", params(RoomFilter), responses(
    (status = 200, body = Live),
))]
async fn live(State(app): State<App>, Query(filter): Query<RoomFilter>) -> Json<Live> {
    Json(lobby::live(&app, filter))
}

/// A game's page
///
/// While it runs: what the public may know. When it has ended: the record, and what was said to the table. The talk of a game that not
/// everybody could watch is told to its players alone, who show it by their login; nobody is told what somebody said whom they have blocked.
#[utoipa::path(get, path = "/games/{id}", tag = "games", security((), ("bearer" = []), ("cookie" = [])),
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, body = GamePage),
    (status = 404, description = "`no-such-game`: none, or one that may not be watched", body = protocol::Problem),
))]
async fn game(
    State(app): State<App>,
    reader: Option<Session>,
    Path(id): Path<GameId>,
) -> Result<Json<GamePage>, GamesFault> {
    match app.store.game(id).await?.ok_or(GamesFault::NotFound)? {
        StoredGame::Finished(game) => {
            let record = archive::record(&game);
            let record = serde_json::to_value(&record).expect("a record is JSON");
            let talk = talk(&app, &game, reader.map(|reader| reader.account.id)).await?;
            Ok(Json(GamePage { id, state: GameState::Finished { head: Box::new(game.head), record, talk } }))
        }
        StoredGame::Unfinished(info) => {
            let state = app.rooms.look(info.room, id).await.ok_or(GamesFault::NotFound)?;
            Ok(Json(GamePage { id, state }))
        }
        StoredGame::CalledOff(_) => Err(GamesFault::NotFound),
    }
}

/// What the reader of a game's page may know of what was said.
async fn talk(app: &App, game: &FinishedGame, reader: Option<AccountId>) -> Result<Vec<Said>, StoreError> {
    let played = reader.is_some_and(|reader| {
        game.head.players.iter().any(|(_, player)| player.as_ref().is_some_and(|it| it.id == reader))
    });
    let may_hear = match game.audience {
        Audience::Anybody => true,
        Audience::Some => played,
    };
    if !may_hear {
        return Ok(Vec::new());
    }
    let blocked = match reader {
        Some(reader) => app.store.blocked_ids(reader).await?,
        None => Vec::new(),
    };
    let mut talk = app.store.talk_of(game).await?;
    talk.retain(|said| !blocked.contains(&said.by.id));
    Ok(talk)
}

/// The record of a finished game, to be kept
///
/// Layouts, actions and result, as `siguo verify` checks them; its schema is `docs/record.schema.json`.
#[utoipa::path(get, path = "/games/{id}/record", tag = "games",
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, description = "The record (docs/record.md)", body = Record),
    (status = 404, description = "`no-such-game`: none, or one that has not ended and may not be watched", body = protocol::Problem),
    (status = 409, description = "`not-finished`: the game has not ended", body = protocol::Problem),
))]
async fn record(State(app): State<App>, Path(id): Path<GameId>) -> Result<Response, GamesFault> {
    let game = finished(&app, id).await?;
    Ok(([attachment(id, "json")], Json(archive::record(&game))).into_response())
}

/// A finished game as a file of the QQ client
///
/// Only four-player dark games by the default rules fit. Times and scores are lost.
#[utoipa::path(get, path = "/games/{id}/jgs", tag = "games",
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, description = "The .jgs file", body = Vec<u8>, content_type = "application/octet-stream"),
    (status = 404, description = "`no-such-game`: none, or one that has not ended and may not be watched", body = protocol::Problem),
    (status = 409, description = "`not-finished`: the game has not ended; `no-jgs`: it does not fit such a file", body = protocol::Problem),
))]
async fn jgs(State(app): State<App>, Path(id): Path<GameId>) -> Result<Response, GamesFault> {
    let game = finished(&app, id).await?;
    let file = aside(&app, move || files::jgs::write(&archive::record(&game))).await?;
    Ok(([attachment(id, "jgs")], file).into_response())
}

/// The game is to be kept as a file of this name.
fn attachment(id: GameId, extension: &str) -> (HeaderName, HeaderValue) {
    let name = HeaderValue::from_str(&format!("attachment; filename=\"siguo-{id}.{extension}\""));
    (header::CONTENT_DISPOSITION, name.expect("ids are ASCII"))
}

/// A finished game, action by action
///
/// With what followed from each, told by the referee, for stepping through it without knowing the rules.
#[utoipa::path(get, path = "/games/{id}/replay", tag = "games",
    params(("id" = GameId, Path, description = "The game")), responses(
    (status = 200, body = ExpandedGame),
    (status = 404, description = "`no-such-game`: none, or one that has not ended and may not be watched", body = protocol::Problem),
    (status = 409, description = "`not-finished`: the game has not ended", body = protocol::Problem),
))]
async fn replay(State(app): State<App>, Path(id): Path<GameId>) -> Result<Response, GamesFault> {
    let game = finished(&app, id).await?;
    aside(&app, move || expanded(&archive::record(&game), game.head.scores)).await
}

/// A game that somebody has as a file, action by action
///
/// A record (docs/record.md) or a `.jgs` file of a QQ client, told apart by their content; at most 256 kB. It is checked, and
/// stored nowhere.
#[utoipa::path(post, path = "/replay", tag = "games",
    request_body(content((serde_json::Value = "application/json"), (Vec<u8> = "application/octet-stream"))), responses(
    (status = 200, body = ExpandedGame),
    (status = 422, description = "`bad-record`: no game, or one with a fault; the field offset says where", body = protocol::Problem),
    (status = 429, description = "`too-many-requests`: too many from this address", body = protocol::Problem),
))]
async fn expand(State(app): State<App>, Raw(body): Raw) -> Result<Response, GamesFault> {
    aside(&app, move || expanded(&files::read_game(&body, "")?, Scores::default())).await
}

/// The answer is written where it is made: a long game's is some megabytes.
fn expanded(record: &Record, scores: Scores) -> Result<Response, GamesFault> {
    Ok(Json(archive::expand(record, scores).map_err(GamesFault::Corrupt)?).into_response())
}

/// A game of thousands of actions takes a while to be played and written down: not on the threads that serve everybody.
async fn aside<T: Send + 'static>(app: &App, work: impl FnOnce() -> T + Send + 'static) -> T {
    let turn = Arc::clone(&app.expanding).acquire_owned().await.expect("never closed");
    // It holds its turn until it is done, whether somebody still waits for it or not.
    let work = move || {
        let done = work();
        drop(turn);
        done
    };
    tokio::task::spawn_blocking(work).await.expect("the referee does not panic")
}

async fn finished(app: &App, id: GameId) -> Result<FinishedGame, GamesFault> {
    match app.store.game(id).await?.ok_or(GamesFault::NotFound)? {
        StoredGame::Finished(game) => Ok(*game),
        // Whoever may not watch it does not learn that it is played.
        StoredGame::Unfinished(info) => match app.rooms.look(info.room, id).await {
            Some(_) => Err(GamesFault::NotFinished),
            None => Err(GamesFault::NotFound),
        },
        StoredGame::CalledOff(_) => Err(GamesFault::NotFound),
    }
}
