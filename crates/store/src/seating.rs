//! The life of a game before its end, apart from its actions.

use protocol::{AccountId, AccountKind, GameId, RoomId, RoomOptions, Spectating};
use rules::{BySeat, Seat};
use uuid::Uuid;

use crate::{
    Ladder, NewGame, NewSeat, StartGame, Store, StoreError, Submission,
    column::{Json, Word},
    connect::{in_transaction, on_reader, on_writer},
    error::is_taken,
};

impl Store {
    /// Keeps a game whose seats are drawn: of persons and guests, nobody may still be in another one.
    pub async fn create_game(&self, game: &NewGame) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            sqlx::query(
                "insert into games (id, room_id, kind, ladder, options, players, state, created_at, arrange_deadline, memo,
                     was_closed)
                 values ($1, $2, $3, $4, $5, $6, 'arranging', $7, $8, $9, $10)",
            )
            .bind(game.id.0)
            .bind(game.room.0)
            .bind(Word(game.kind))
            .bind(game.ladder.map(Word))
            .bind(Json(&game.options))
            .bind(i64::from(u8::from(game.options.rules.players)))
            .bind(game.created.0)
            .bind(game.arrange_deadline.0)
            .bind(&game.memo)
            .bind(is_closed(&game.options))
            .execute(&mut *tx)
            .await
            .map_err(|err| if is_taken(&err) { StoreError::GameExists(game.id) } else { err.into() })?;
            for (seat, taken) in game.seats.iter() {
                let Some(NewSeat { player, bot_seed }) = taken else { continue };
                sqlx::query(
                    "insert into game_seats (game_id, seat, account_id, bot_level, bot_seed, account_kind, name, score, tally,
                         playing, ready)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false)",
                )
                .bind(game.id.0)
                .bind(seat.name())
                .bind(player.id.0)
                .bind(player.level.map(Word))
                .bind(bot_seed.map(u64::cast_signed))
                .bind(Word(player.kind))
                .bind(&player.name)
                .bind(player.score)
                .bind(Json(player.tally))
                .bind(player.kind != AccountKind::Bot)
                .execute(&mut *tx)
                .await
                .map_err(|err| {
                    if is_taken(&err) { StoreError::AlreadyPlaying(player.id) } else { err.into() }
                })?;
            }
        });
        Ok(())
    }

    /// Keeps what a seat hands in, or takes back, while the game is being arranged.
    pub async fn submit_layout(
        &self,
        game: GameId,
        seat: Seat,
        handed_in: &Submission,
    ) -> Result<(), StoreError> {
        let done = on_writer!(self, |db| {
            sqlx::query(
                "update game_seats set layout = $3, ready = $4
                 where game_id = $1 and seat = $2
                   and exists (select 1 from games where id = $1 and state = 'arranging')",
            )
            .bind(game.0)
            .bind(seat.name())
            .bind(&handed_in.layout)
            .bind(handed_in.ready)
            .execute(db)
            .await?
            .rows_affected()
        });
        if done == 1 { Ok(()) } else { Err(StoreError::NotArranging(game)) }
    }

    /// Starts a game. Returns the scores at this moment, by which a ranked game will be settled; all empty when unranked.
    pub async fn start_game(&self, start: &StartGame) -> Result<BySeat<Option<i64>>, StoreError> {
        let shuffled = &start.deployment.shuffled;
        let rows: Vec<(Word<Seat>, Option<i64>)> = in_transaction!(self, |tx| {
            let ladder: Option<Option<Word<Ladder>>> = sqlx::query_scalar(
                "update games set state = 'running', first = $2, shuffled = $3, nonce = $4, started_at = $5
                 where id = $1 and state = 'arranging' returning ladder",
            )
            .bind(start.id.0)
            .bind(start.first.name())
            .bind((!shuffled.is_empty()).then_some(Json(shuffled)))
            .bind(start.deployment.nonce.map(Word))
            .bind(start.started.0)
            .fetch_optional(&mut *tx)
            .await?;
            let Some(ladder) = ladder else { return Err(StoreError::NotArranging(start.id)) };
            for (seat, layout) in start.deployment.layouts.iter() {
                sqlx::query(
                    "update game_seats set layout = $3, ready = true where game_id = $1 and seat = $2",
                )
                .bind(start.id.0)
                .bind(seat.name())
                .bind(layout)
                .execute(&mut *tx)
                .await?;
            }
            match ladder {
                None => Vec::new(),
                Some(ladder) => {
                    sqlx::query_as(
                        "update game_seats set score_before = coalesce(
                             (select score from scores where ladder = $2 and account_id = game_seats.account_id), 0)
                         where game_id = $1 returning seat, score_before",
                    )
                    .bind(start.id.0)
                    .bind(ladder)
                    .fetch_all(&mut *tx)
                    .await?
                }
            }
        });
        let mut scores = BySeat::default();
        for (seat, score) in rows {
            *scores.get_mut(seat.0) = score;
        }
        Ok(scores)
    }

    /// Lets a player who is out of a game go: from now on the account may sit elsewhere.
    pub async fn leave_seat(&self, game: GameId, seat: Seat) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query("update game_seats set playing = false where game_id = $1 and seat = $2")
                .bind(game.0)
                .bind(seat.name())
                .execute(db)
                .await?;
        });
        Ok(())
    }

    /// Forgets a game that will not start.
    pub async fn abort_arranging(&self, game: GameId) -> Result<(), StoreError> {
        let done = on_writer!(self, |db| {
            sqlx::query("delete from games where id = $1 and state = 'arranging'")
                .bind(game.0)
                .execute(db)
                .await?
                .rows_affected()
        });
        if done == 1 { Ok(()) } else { Err(StoreError::NotArranging(game)) }
    }

    /// Keeps what the room needs beside the journal until the game ends, in the room's own words.
    pub async fn set_memo(&self, game: GameId, memo: &str) -> Result<(), StoreError> {
        let done = on_writer!(self, |db| {
            sqlx::query("update games set memo = $2 where id = $1 and state <> 'finished'")
                .bind(game.0)
                .bind(memo)
                .execute(db)
                .await?
                .rows_affected()
        });
        if done == 1 { Ok(()) } else { Err(self.why_not_open(game).await) }
    }

    /// Keeps what was agreed on for a game that has not ended, where it has changed: never the rules or the number of players.
    /// Once it was closed to spectators this is not forgotten.
    pub async fn set_options(&self, game: GameId, options: &RoomOptions) -> Result<(), StoreError> {
        let done = on_writer!(self, |db| {
            sqlx::query(
                "update games set options = $2, was_closed = (was_closed or $3) where id = $1 and state <> 'finished'",
            )
            .bind(game.0)
            .bind(Json(options))
            .bind(is_closed(options))
            .execute(db)
            .await?
            .rows_affected()
        });
        if done == 1 { Ok(()) } else { Err(self.why_not_open(game).await) }
    }

    /// The unfinished game that the account is still in, and its room.
    pub async fn running_game_of(&self, account: AccountId) -> Result<Option<(GameId, RoomId)>, StoreError> {
        let found: Option<(Uuid, Uuid)> = on_reader!(self, |db| {
            sqlx::query_as(
                "select g.id, g.room_id from game_seats s join games g on g.id = s.game_id
                 where s.account_id = $1 and s.playing",
            )
            .bind(account.0)
            .fetch_optional(db)
            .await?
        });
        Ok(found.map(|(game, room)| (GameId(game), RoomId(room))))
    }

    /// Why an unfinished game of this id was not found.
    pub(crate) async fn why_not_open(&self, game: GameId) -> StoreError {
        match self.was_created(game).await {
            Ok(true) => StoreError::AlreadyFinished(game),
            Ok(false) => StoreError::NoSuchGame(game),
            Err(err) => err,
        }
    }

    async fn was_created(&self, game: GameId) -> Result<bool, StoreError> {
        let created: Option<i64> = on_reader!(self, |db| {
            sqlx::query_scalar("select created_at from games where id = $1")
                .bind(game.0)
                .fetch_optional(db)
                .await?
        });
        Ok(created.is_some())
    }
}

fn is_closed(options: &RoomOptions) -> bool {
    match options.spectating {
        Spectating::Open => false,
        Spectating::Closed => true,
    }
}
