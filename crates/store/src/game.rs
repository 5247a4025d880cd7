use std::fmt;

use protocol::{
    AccountId, AccountKind, BotLevel, GameId, Millis, Player, RoomId, RoomKind, RoomOptions, Score, Tally,
};
use rules::{BySeat, Opened, OutReason, Seat, Shuffled, Title, ladder::ChangeReason};
use uuid::Uuid;

use crate::{
    Ladder, Store, StoreError,
    column::{Json, Word},
    connect::{in_transaction, on_reader, on_writer},
    error::is_taken,
};

/// A game whose seats are drawn; it is being arranged from then on.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id, never used before.
    pub id: GameId,
    /// Where it is played.
    pub room: RoomId,
    /// How the room came to be.
    pub kind: RoomKind,
    /// Whose scores it changes; `None`: unranked.
    pub ladder: Option<Ladder>,
    /// What was agreed on.
    pub options: RoomOptions,
    /// Who sits where.
    pub seats: BySeat<Option<NewSeat>>,
    /// When the seats were drawn.
    pub created: Millis,
    /// When the saved or the default layouts are used.
    pub arrange_deadline: Millis,
}

/// Somebody who sits down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeat {
    /// Who.
    pub player: Player,
    /// What a bot's choices are drawn from; bots have one, others don't.
    pub bot_seed: Option<u64>,
}

/// What a seat has handed in while arranging.
#[derive(Clone, PartialEq, Eq)]
pub struct Submission {
    /// The layout text.
    pub layout: Option<String>,
    /// 已准备
    pub ready: bool,
}

/// Never shows the layout.
impl fmt::Debug for Submission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Submission").field("ready", &self.ready).finish_non_exhaustive()
    }
}

/// A game whose armies are set up.
#[derive(Clone, Debug)]
pub struct StartGame {
    /// The game.
    pub id: GameId,
    /// Who moves first.
    pub first: Seat,
    /// The armies.
    pub deployment: Deployment,
    /// When.
    pub started: Millis,
}

/// The armies as a game begins with them: everything it hides.
#[derive(Clone, PartialEq, Eq)]
pub struct Deployment {
    /// The layout texts; absent for seats not in the game and in 翻棋.
    pub layouts: BySeat<Option<String>>,
    /// 翻棋: what lies where.
    pub shuffled: Vec<Shuffled>,
}

/// Never shows what it hides.
impl fmt::Debug for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deployment(…)")
    }
}

impl From<&Opened> for Deployment {
    fn from(opened: &Opened) -> Deployment {
        Deployment { layouts: opened.layouts.clone(), shuffled: opened.shuffled.clone() }
    }
}

/// What everybody may know of a game, whatever its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its id.
    pub id: GameId,
    /// Where it is played.
    pub room: RoomId,
    /// How the room came to be.
    pub kind: RoomKind,
    /// Whose scores it changes; `None`: unranked.
    pub ladder: Option<Ladder>,
    /// What was agreed on.
    pub options: RoomOptions,
    /// Who sits where, as it was when the seats were taken.
    pub players: BySeat<Option<Player>>,
    /// When the seats were drawn.
    pub created: Millis,
    /// When the saved or the default layouts are used.
    pub arrange_deadline: Millis,
    /// When it started, if it has.
    pub started: Option<Millis>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct GameRow {
    pub(crate) id: Uuid,
    room_id: Uuid,
    kind: Word<RoomKind>,
    ladder: Option<Word<Ladder>>,
    options: Json<RoomOptions>,
    pub(crate) memo: Option<String>,
    created_at: i64,
    arrange_deadline: i64,
    pub(crate) started_at: Option<i64>,
    pub(crate) first: Option<Word<Seat>>,
    pub(crate) shuffled: Option<Json<Vec<Shuffled>>>,
    pub(crate) ended_at: Option<i64>,
    pub(crate) winner: Option<Json<Vec<Seat>>>,
    pub(crate) reason: Option<Word<rules::EndReason>>,
    pub(crate) void: Option<bool>,
    pub(crate) steps: Option<i64>,
    pub(crate) fled: Option<Word<Seat>>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct SeatRow {
    pub(crate) game_id: Uuid,
    pub(crate) seat: Word<Seat>,
    pub(crate) account_id: Uuid,
    bot_level: Option<Word<BotLevel>>,
    pub(crate) bot_seed: Option<i64>,
    account_kind: Word<AccountKind>,
    name: String,
    score: i64,
    tally: Json<Tally>,
    pub(crate) playing: bool,
    pub(crate) ready: bool,
    pub(crate) layout: Option<String>,
    pub(crate) score_before: Option<i64>,
    change: Option<i64>,
    change_reason: Option<Word<ChangeReason>>,
    score_after: Option<i64>,
    out_reason: Option<Word<OutReason>>,
    out_step: Option<i64>,
}

impl GameRow {
    pub(crate) fn info(&self, seats: &BySeat<Option<SeatRow>>) -> GameInfo {
        GameInfo {
            id: GameId(self.id),
            room: RoomId(self.room_id),
            kind: self.kind.0,
            ladder: self.ladder.map(|word| word.0),
            options: self.options.0.clone(),
            players: seats.as_ref().map(|_, seat| seat.as_ref().map(SeatRow::player)),
            created: Millis(self.created_at),
            arrange_deadline: Millis(self.arrange_deadline),
            started: self.started_at.map(Millis),
        }
    }

    pub(crate) fn deployment(&self, seats: &BySeat<Option<SeatRow>>) -> Deployment {
        Deployment {
            layouts: seats.as_ref().map(|_, seat| seat.as_ref().and_then(|row| row.layout.clone())),
            shuffled: self.shuffled.as_ref().map(|json| json.0.clone()).unwrap_or_default(),
        }
    }
}

impl SeatRow {
    pub(crate) fn player(&self) -> Player {
        Player {
            id: AccountId(self.account_id),
            kind: self.account_kind.0,
            level: self.bot_level.map(|word| word.0),
            name: self.name.clone(),
            score: self.score,
            title: Title::of(self.score),
            tally: self.tally.0,
        }
    }

    /// What the game did to the score.
    pub(crate) fn settled(&self) -> Option<Score> {
        let (change, reason, after) = (self.change?, self.change_reason?.0, self.score_after?);
        let before = after - change;
        Some(Score { before, change, reason, title_before: Title::of(before), title_after: Title::of(after) })
    }

    pub(crate) fn out(&self) -> Option<rules::Out> {
        let (reason, step) = (self.out_reason?.0, self.out_step?);
        Some(rules::Out { seat: self.seat.0, reason, step: u32::try_from(step).unwrap_or(u32::MAX) })
    }
}

/// Puts rows where they belong.
pub(crate) fn by_seat(rows: Vec<SeatRow>) -> BySeat<Option<SeatRow>> {
    let mut seats = BySeat::default();
    for row in rows {
        let seat = row.seat.0;
        *seats.get_mut(seat) = Some(row);
    }
    seats
}

impl Store {
    /// Keeps a game whose seats are drawn: of persons and guests, nobody may still be in another one.
    pub async fn create_game(&self, game: &NewGame) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            sqlx::query(
                "insert into games (id, room_id, kind, ladder, options, state, created_at, arrange_deadline)
                 values ($1, $2, $3, $4, $5, 'arranging', $6, $7)",
            )
            .bind(game.id.0)
            .bind(game.room.0)
            .bind(Word(game.kind))
            .bind(game.ladder.map(Word))
            .bind(Json(&game.options))
            .bind(game.created.0)
            .bind(game.arrange_deadline.0)
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
                "update games set state = 'running', first = $2, shuffled = $3, started_at = $4
                 where id = $1 and state = 'arranging' returning ladder",
            )
            .bind(start.id.0)
            .bind(start.first.name())
            .bind((!shuffled.is_empty()).then_some(Json(shuffled)))
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
        let found: Result<Option<i64>, sqlx::Error> = on_reader!(self, |db| {
            sqlx::query_scalar("select created_at from games where id = $1")
                .bind(game.0)
                .fetch_optional(db)
                .await
        });
        match found {
            Ok(Some(_)) => StoreError::AlreadyFinished(game),
            Ok(None) => StoreError::NoSuchGame(game),
            Err(err) => err.into(),
        }
    }
}
