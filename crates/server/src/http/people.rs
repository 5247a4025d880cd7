//! The leaderboard (排行榜), and whom one follows or has blocked.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use protocol::{AccountId, Known, Leaderboard, People};
use serde::Deserialize;
use store::{Ladder, LeaderboardCursor, StoreError};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Path, Query, UpTo},
    problem::{self, Kind},
    session::Session,
};
use crate::{
    accounts::{changes, whereabouts},
    app::App,
};

/// Rows of a page, unless asked otherwise.
pub(super) const PAGE: UpTo<MOST> = UpTo(50);
/// Rows that may be asked for.
pub(super) const MOST: u32 = 100;
/// People that an account may follow, and as many that it may block.
const LISTED: u32 = 500;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(leaderboard))
        .routes(routes!(people))
        .routes(routes!(follow, unfollow))
        .routes(routes!(block, unblock))
}

#[derive(Debug, thiserror::Error)]
enum PeopleFault {
    #[error("the cursor is not one that was given out here")]
    Cursor,
    #[error("there is no such player")]
    NoSuchPlayer,
    #[error("one can't do that to oneself")]
    Oneself,
    #[error("read about players")]
    Store(#[from] StoreError),
}

impl IntoResponse for PeopleFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            PeopleFault::Cursor => Kind::field("bad-cursor", "cursor"),
            PeopleFault::NoSuchPlayer => Kind::client(StatusCode::NOT_FOUND, "no-such-player"),
            PeopleFault::Oneself => Kind::client(StatusCode::UNPROCESSABLE_ENTITY, "oneself"),
            PeopleFault::Store(StoreError::NoSuchAccount(_)) => {
                return PeopleFault::NoSuchPlayer.into_response();
            }
            PeopleFault::Store(err) => return problem::of_store(&self, err),
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

/// My people
///
/// Whom one follows, with where they are, and whom one has blocked; by name.
#[utoipa::path(get, path = "/me/people", tag = "people", security(("bearer" = []), ("cookie" = [])), responses(
    (status = 200, body = People),
))]
async fn people(State(app): State<App>, session: Session) -> Result<Json<People>, PeopleFault> {
    let following = app.store.following(Ladder::Siguo, session.account.id).await?;
    let ids: Vec<AccountId> = following.iter().map(|player| player.id).collect();
    let places = whereabouts::of(&app, &ids);
    let following = following.into_iter().zip(places);
    Ok(Json(People {
        following: following.map(|(player, whereabouts)| Known { player, whereabouts }).collect(),
        blocked: app.store.blocked(Ladder::Siguo, session.account.id).await?,
    }))
}

/// Follow somebody (关注)
///
/// Nobody is told. An account follows at most 500 people.
#[utoipa::path(put, path = "/me/following/{id}", tag = "people", security(("bearer" = []), ("cookie" = [])),
    params(("id" = AccountId, Path, description = "The other account")), responses(
    (status = 204, description = "One follows the player"),
    (status = 404, description = "`no-such-player`: there is no such person or guest", body = protocol::Problem),
    (status = 409, description = "`too-many-people`: an account follows at most 500", body = protocol::Problem),
    (status = 422, description = "`oneself`: one can't follow oneself", body = protocol::Problem),
))]
async fn follow(
    State(app): State<App>,
    session: Session,
    Path(id): Path<AccountId>,
) -> Result<StatusCode, PeopleFault> {
    other(&session, id)?;
    app.store.follow(session.account.id, id, LISTED, app.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follow somebody no longer
///
/// Whom one did not follow, or who is gone, one does not follow afterwards, either.
#[utoipa::path(delete, path = "/me/following/{id}", tag = "people", security(("bearer" = []), ("cookie" = [])),
    params(("id" = AccountId, Path, description = "The other account")), responses(
    (status = 204, description = "One does not follow the player"),
))]
async fn unfollow(
    State(app): State<App>,
    session: Session,
    Path(id): Path<AccountId>,
) -> Result<StatusCode, PeopleFault> {
    app.store.unfollow(session.account.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Block somebody (屏蔽)
///
/// From now on one does not hear what the player says, is never the player's partner by lot, and is not invited by the player. Nobody is
/// told. One who is blocked is not followed. An account blocks at most 500 people.
#[utoipa::path(put, path = "/me/blocked/{id}", tag = "people", security(("bearer" = []), ("cookie" = [])),
    params(("id" = AccountId, Path, description = "The other account")), responses(
    (status = 204, description = "The player is blocked"),
    (status = 404, description = "`no-such-player`: there is no such person or guest", body = protocol::Problem),
    (status = 409, description = "`too-many-people`: an account blocks at most 500", body = protocol::Problem),
    (status = 422, description = "`oneself`: one can't block oneself", body = protocol::Problem),
))]
async fn block(
    State(app): State<App>,
    session: Session,
    Path(id): Path<AccountId>,
) -> Result<StatusCode, PeopleFault> {
    other(&session, id)?;
    changes::block(&app, session.account.id, id, LISTED).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Block somebody no longer
///
/// What was said meanwhile is heard when the room is next told as a whole.
#[utoipa::path(delete, path = "/me/blocked/{id}", tag = "people", security(("bearer" = []), ("cookie" = [])),
    params(("id" = AccountId, Path, description = "The other account")), responses(
    (status = 204, description = "The player is not blocked"),
))]
async fn unblock(
    State(app): State<App>,
    session: Session,
    Path(id): Path<AccountId>,
) -> Result<StatusCode, PeopleFault> {
    changes::unblock(&app, session.account.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One does not follow or block oneself.
fn other(session: &Session, id: AccountId) -> Result<(), PeopleFault> {
    if id == session.account.id { Err(PeopleFault::Oneself) } else { Ok(()) }
}
