use protocol::{GameId, Millis, Privacy, RoomOptions};
use uuid::Uuid;

use crate::{Store, StoreError, column::Json, connect::on_reader};

/// Who could watch a game while it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Anybody, from its beginning to its end.
    Anybody,
    /// Some, by a link or a password; or nobody, if only for a while.
    Some,
}

impl Audience {
    pub(crate) fn of(options: &RoomOptions, was_closed: bool) -> Audience {
        match options.privacy {
            Privacy::Public if !was_closed => Audience::Anybody,
            Privacy::Public | Privacy::Password | Privacy::Link => Audience::Some,
        }
    }
}

/// A place among the games that were played to their end, in the order of their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ended {
    /// When it ended.
    pub at: Millis,
    /// Of games that ended at once the one with the lower id comes first.
    pub game: GameId,
}

impl Ended {
    /// The place in front of all games that ended at that moment or later.
    pub fn before(at: Millis) -> Ended {
        Ended { at, game: GameId(Uuid::nil()) }
    }
}

/// A part of the games that anybody could watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicGames {
    /// The games, in the order of their ends.
    pub games: Vec<GameId>,
    /// Behind this place the next part begins; `None` on the last.
    pub next: Option<Ended>,
}

#[derive(sqlx::FromRow)]
struct EndRow {
    id: Uuid,
    ended_at: i64,
    options: Json<RoomOptions>,
    was_closed: bool,
}

impl Store {
    /// Where a game stands among those that were played to their end; `None` for any other.
    pub async fn ended(&self, game: GameId) -> Result<Option<Ended>, StoreError> {
        let at: Option<i64> = on_reader!(self, |db| {
            sqlx::query_scalar(
                "select ended_at from games where id = $1 and state = 'finished' and started_at is not null",
            )
            .bind(game.0)
            .fetch_optional(db)
            .await?
        });
        Ok(at.map(|at| Ended { at: Millis(at), game }))
    }

    /// The games that ended behind a place and before a moment, of rooms that anybody could watch. At most `limit` games are
    /// looked at, so there may be none of them and more to come.
    pub async fn public_games(
        &self,
        after: Ended,
        before: Millis,
        limit: u32,
    ) -> Result<PublicGames, StoreError> {
        let rows: Vec<EndRow> = on_reader!(self, |db| {
            sqlx::query_as(
                "select id, ended_at, options, was_closed from games
                 where state = 'finished' and started_at is not null and (ended_at, id) > ($1, $2) and ended_at < $3
                 order by ended_at, id limit $4",
            )
            .bind(after.at.0)
            .bind(after.game.0)
            .bind(before.0)
            .bind(i64::from(limit))
            .fetch_all(db)
            .await?
        });
        let full = rows.len() == limit as usize;
        let last = rows.last().map(|row| Ended { at: Millis(row.ended_at), game: GameId(row.id) });
        let public =
            rows.into_iter().filter(|row| Audience::of(&row.options.0, row.was_closed) == Audience::Anybody);
        Ok(PublicGames { games: public.map(|row| GameId(row.id)).collect(), next: last.filter(|_| full) })
    }
}
