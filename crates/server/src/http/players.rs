//! Players' pages.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use protocol::{
    AccountId, Company, FoundPlayers, GameId, Outcome, PlayedGames, PlayerPage, ScoreHistory, Whereabouts,
};
use rules::Players;
use serde::Deserialize;
use store::{AccountState, GamesFilter, Ladder, StoreError, StoredAccount};
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Path, Query, UpTo},
    people::{MOST, PAGE},
    problem::{self, Kind},
    session::Session,
};
use crate::{
    accounts::{self, name::key},
    app::App,
};

/// Players that are found by the beginning of a name.
const FOUND: u32 = 10;
/// Bytes of a name's beginning: sixteen characters never need more.
const BEGINNING: usize = 256;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find))
        .routes(routes!(player))
        .routes(routes!(whereabouts))
        .routes(routes!(games))
        .routes(routes!(scores))
        .routes(routes!(company))
}

#[derive(Debug, thiserror::Error)]
enum PlayersFault {
    #[error("the cursor is not one that was given out here")]
    Cursor,
    #[error("there is no such player")]
    NoSuchPlayer,
    #[error("read about players")]
    Store(#[from] StoreError),
}

impl IntoResponse for PlayersFault {
    fn into_response(self) -> Response {
        let kind = match &self {
            PlayersFault::Cursor => Kind::field("bad-cursor", "cursor"),
            PlayersFault::NoSuchPlayer => Kind::client(StatusCode::NOT_FOUND, "no-such-player"),
            PlayersFault::Store(err) => return problem::of_store(&self, err),
        };
        problem::respond(&self, kind)
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FindQuery {
    /// How the name begins, in whatever case.
    #[param(example = "石")]
    name: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct GamesQuery {
    /// The `next` of the page before.
    #[param(example = "019acfa0-d1c3-7d1e-8f0a-3b5c7d9e1f20")]
    cursor: Option<String>,
    /// Games, 1 to 100; 50 unless given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 10)]
    limit: Option<UpTo<MOST>>,
    /// With so many players only.
    #[param(inline, example = 4)]
    players: Option<Players>,
    /// 计分局 only, or none of them.
    #[param(example = true)]
    ranked: Option<bool>,
    /// Only those that ended so for the player.
    #[param(inline, example = "won")]
    outcome: Option<Outcome>,
}

/// Find players
///
/// By how the name begins; names that look alike are one. The one of exactly that name comes first.
#[utoipa::path(get, path = "/players", tag = "people", params(FindQuery), responses(
    (status = 200, body = FoundPlayers),
))]
async fn find(
    State(app): State<App>,
    Query(query): Query<FindQuery>,
) -> Result<Json<FoundPlayers>, PlayersFault> {
    let begins = if query.name.len() > BEGINNING { String::new() } else { key(query.name.trim()) };
    // PostgreSQL takes no zero in a text, and no name has one.
    let players = if begins.is_empty() || begins.contains('\0') {
        Vec::new()
    } else {
        app.store.find_players(Ladder::Siguo, &begins, FOUND).await?
    };
    Ok(Json(FoundPlayers { players }))
}

/// A player's page
///
/// Place, score and title, what was won and lost, and where the player is.
#[utoipa::path(get, path = "/players/{id}", tag = "people", security((), ("bearer" = []), ("cookie" = [])),
    params(("id" = AccountId, Path, description = "The account")), responses(
    (status = 200, body = PlayerPage),
    (status = 404, description = "`no-such-player`: there is no such account", body = protocol::Problem),
))]
async fn player(
    State(app): State<App>,
    session: Option<Session>,
    Path(id): Path<AccountId>,
) -> Result<Json<PlayerPage>, PlayersFault> {
    let account = known(&app, id).await?;
    let card = app.store.score_card(Ladder::Siguo, id).await?;
    let relation = match session.map(|session| session.account.id).filter(|own| *own != id) {
        Some(own) => Some(app.store.relation(own, id).await?),
        None => None,
    };
    Ok(Json(PlayerPage {
        id,
        kind: account.kind,
        name: account.name,
        deleted: account.state == AccountState::Deleted,
        created: account.created,
        standing: app.store.standing(Ladder::Siguo, id).await?,
        four: card.four,
        two: card.two,
        unranked: app.store.unranked_tally(id).await?,
        relation,
        whereabouts: accounts::whereabouts::of_one(&app, id),
    }))
}

/// Where a player is
///
/// What a page asks again and again, when the rest of it hardly changes.
#[utoipa::path(get, path = "/players/{id}/whereabouts", tag = "people",
    params(("id" = AccountId, Path, description = "The account")), responses(
    (status = 200, body = Whereabouts),
    (status = 404, description = "`no-such-player`: there is no such account", body = protocol::Problem),
))]
async fn whereabouts(
    State(app): State<App>,
    Path(id): Path<AccountId>,
) -> Result<Json<Whereabouts>, PlayersFault> {
    known(&app, id).await?;
    Ok(Json(accounts::whereabouts::of_one(&app, id)))
}

/// A player's games, newest first
///
/// Those played to their end, or of them those that are asked for; what was still hidden then is in the record of each.
#[utoipa::path(get, path = "/players/{id}/games", tag = "people",
    params(("id" = AccountId, Path, description = "The account"), GamesQuery), responses(
    (status = 200, body = PlayedGames),
    (status = 404, description = "`no-such-player`: there is no such account", body = protocol::Problem),
    (status = 422, description = "`bad-cursor`: the cursor was not given out here", body = protocol::Problem),
))]
async fn games(
    State(app): State<App>,
    Path(id): Path<AccountId>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<PlayedGames>, PlayersFault> {
    known(&app, id).await?;
    let after = query.cursor.as_deref().map(str::parse::<GameId>).transpose();
    let UpTo(limit) = query.limit.unwrap_or(PAGE);
    let GamesQuery { players, ranked, outcome, .. } = query;
    let filter = GamesFilter { players, ranked, outcome };
    let page = app.store.games_of(id, filter, after.map_err(|_| PlayersFault::Cursor)?, limit).await?;
    Ok(Json(PlayedGames { games: page.games, next: page.next.map(|next| next.to_string()) }))
}

/// The way of a player's score
///
/// What the last 500 ranked games did to it, oldest first.
#[utoipa::path(get, path = "/players/{id}/scores", tag = "people",
    params(("id" = AccountId, Path, description = "The account")), responses(
    (status = 200, body = ScoreHistory),
    (status = 404, description = "`no-such-player`: there is no such account", body = protocol::Problem),
))]
async fn scores(
    State(app): State<App>,
    Path(id): Path<AccountId>,
) -> Result<Json<ScoreHistory>, PlayersFault> {
    known(&app, id).await?;
    Ok(Json(app.store.score_history(Ladder::Siguo, id).await?))
}

/// With whom a player has played
///
/// Partners, opponents, and whom the player has met last, by the last 1,000 games that were played to their end; bots are left out.
#[utoipa::path(get, path = "/players/{id}/company", tag = "people",
    params(("id" = AccountId, Path, description = "The account")), responses(
    (status = 200, body = Company),
    (status = 404, description = "`no-such-player`: there is no such account", body = protocol::Problem),
))]
async fn company(State(app): State<App>, Path(id): Path<AccountId>) -> Result<Json<Company>, PlayersFault> {
    known(&app, id).await?;
    Ok(Json(app.store.company(Ladder::Siguo, id).await?))
}

async fn known(app: &App, id: AccountId) -> Result<StoredAccount, PlayersFault> {
    app.store.account(id).await?.ok_or(PlayersFault::NoSuchPlayer)
}
