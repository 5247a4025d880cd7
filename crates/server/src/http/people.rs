//! The leaderboard (排行榜) and players' pages.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use protocol::{AccountId, GameId, Leaderboard, PlayedGames, PlayerPage};
use serde::Deserialize;
use store::{Ladder, LeaderboardCursor, StoreError};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Path, Query, UpTo},
    problem::{self, Kind},
};
use crate::app::App;

/// Rows of a page, unless asked otherwise.
const PAGE: UpTo<MOST> = UpTo(50);
/// Rows that may be asked for.
const MOST: u32 = 100;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(leaderboard)).routes(routes!(player)).routes(routes!(games))
}

#[derive(Debug, thiserror::Error)]
enum PeopleFault {
    #[error("the cursor is not one that was given out here")]
    Cursor,
    #[error("there is no such player")]
    NoSuchPlayer,
    #[error("read about players")]
    Store(#[from] StoreError),
}

impl IntoResponse for PeopleFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            PeopleFault::Cursor => Kind::field("bad-cursor", "cursor"),
            PeopleFault::NoSuchPlayer => Kind::client(StatusCode::NOT_FOUND, "no-such-player"),
            PeopleFault::Store(err) => Kind::of_store(err),
        };
        problem::respond(&self, kind)
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LeaderboardQuery {
    /// The `next` of the page before.
    #[param(example = "152.1764460000000.019acfa0d1c37d1e8f0a3b5c7d9e1f20")]
    cursor: Option<String>,
    /// Rows, 1 to 100; 50 unless given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 10)]
    limit: Option<UpTo<MOST>>,
    /// The rows around this player instead of a page.
    around: Option<AccountId>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PageQuery {
    /// The `next` of the page before.
    #[param(example = "019acfa0-d1c3-7d1e-8f0a-3b5c7d9e1f20")]
    cursor: Option<String>,
    /// Games, 1 to 100; 50 unless given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 10)]
    limit: Option<UpTo<MOST>>,
}

/// The leaderboard
///
/// Highest score first; of equal scores who reached it first.
#[utoipa::path(get, path = "/leaderboard", tag = "people", params(LeaderboardQuery), responses(
    (status = 200, body = Leaderboard),
    (status = 422, description = "`bad-cursor`: the cursor was not given out here", body = protocol::Problem),
))]
async fn leaderboard(
    State(app): State<App>,
    Query(query): Query<LeaderboardQuery>,
) -> Result<Json<Leaderboard>, PeopleFault> {
    let UpTo(limit) = query.limit.unwrap_or(PAGE);
    if let Some(account) = query.around {
        let rows = app.store.leaderboard_around(Ladder::Siguo, account, limit.div_ceil(2)).await?;
        return Ok(Json(Leaderboard { rows, next: None }));
    }
    let after = query.cursor.as_deref().map(str::parse::<LeaderboardCursor>).transpose();
    let page = app.store.leaderboard(Ladder::Siguo, after.map_err(|_| PeopleFault::Cursor)?, limit).await?;
    Ok(Json(Leaderboard { rows: page.rows, next: page.next.map(|next| next.to_string()) }))
}

/// A player's page
///
/// Place, score and title, what was won and lost, and the game that is being played if anybody may watch it.
#[utoipa::path(get, path = "/players/{id}", tag = "people",
    params(("id" = AccountId, Path, description = "The account")), responses(
    (status = 200, body = PlayerPage),
    (status = 404, description = "`no-such-player`: there is no such account", body = protocol::Problem),
))]
async fn player(State(app): State<App>, Path(id): Path<AccountId>) -> Result<Json<PlayerPage>, PeopleFault> {
    let account = app.store.account(id).await?.ok_or(PeopleFault::NoSuchPlayer)?;
    let card = app.store.score_card(Ladder::Siguo, id).await?;
    Ok(Json(PlayerPage {
        id,
        kind: account.kind,
        name: account.name,
        created: account.created,
        standing: app.store.standing(Ladder::Siguo, id).await?,
        four: card.four,
        two: card.two,
        playing: app.rooms.shown_room_of(id),
    }))
}

/// A player's games, newest first
///
/// Those played to their end; what was still hidden then is in the record of each.
#[utoipa::path(get, path = "/players/{id}/games", tag = "people",
    params(("id" = AccountId, Path, description = "The account"), PageQuery), responses(
    (status = 200, body = PlayedGames),
    (status = 404, description = "`no-such-player`: there is no such account", body = protocol::Problem),
    (status = 422, description = "`bad-cursor`: the cursor was not given out here", body = protocol::Problem),
))]
async fn games(
    State(app): State<App>,
    Path(id): Path<AccountId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<PlayedGames>, PeopleFault> {
    app.store.account(id).await?.ok_or(PeopleFault::NoSuchPlayer)?;
    let after = query.cursor.as_deref().map(str::parse::<GameId>).transpose();
    let UpTo(limit) = query.limit.unwrap_or(PAGE);
    let page = app.store.games_of(id, after.map_err(|_| PeopleFault::Cursor)?, limit).await?;
    Ok(Json(PlayedGames { games: page.games, next: page.next.map(|next| next.to_string()) }))
}
