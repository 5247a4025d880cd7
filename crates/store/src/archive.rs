use std::collections::HashMap;

use protocol::{AccountId, GameHead, GameId, Millis, Outcome, PlayedGame, RoomId};
use rules::{Action, BySeat, GameResult, Out, Players, Seat};
use uuid::Uuid;

use crate::{
    Audience, Deployment, GameInfo, JournalEntry, Store, StoreError,
    column::Word,
    connect::on_reader,
    error::unreadable,
    game::{GameRow, SeatRow, by_seat},
    journal::JournalRow,
};

/// A game as anybody may ask for it: only a finished one has a record.
#[derive(Clone, Debug)]
pub enum StoredGame {
    /// It is being arranged or runs; what can be seen of it its room knows.
    Unfinished(Box<GameInfo>),
    /// Somebody left before it started: nothing was played.
    CalledOff(Box<GameInfo>),
    /// It has ended and everything is open.
    Finished(Box<FinishedGame>),
}

/// A finished game with all that it hid.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Who played, how it ended, what it did to the scores.
    pub head: GameHead,
    /// Where it was played.
    pub room: RoomId,
    /// Who could watch it.
    pub audience: Audience,
    /// Seconds a turn.
    pub turn_seconds: u16,
    /// The scores at the start of a ranked game, by which it was settled.
    pub scores_before: BySeat<Option<i64>>,
    /// Who moved first.
    pub first: Seat,
    /// The armies it began with.
    pub deployment: Deployment,
    /// What was done, in order.
    pub actions: Vec<Action>,
    /// Milliseconds from the start to each action.
    pub times: Vec<u32>,
    /// Who went out, in the order of steps.
    pub outs: Vec<Out>,
}

/// A part of a player's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesPage {
    /// The games, newest first.
    pub games: Vec<PlayedGame>,
    /// The next page begins behind this game; `None` on the last.
    pub next: Option<GameId>,
}

/// Which of a player's games are wanted: those for which all that is given holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamesFilter {
    /// With so many players.
    pub players: Option<Players>,
    /// 计分局, or not.
    pub ranked: Option<bool>,
    /// Which ended so for the player.
    pub outcome: Option<Outcome>,
}

/// What both queries ask of a game and of the player's seat in it.
macro_rules! suits {
    () => {
        "own.account_id = $1 and g.state = 'finished' and g.started_at is not null
         and ($3 is null or g.players = $3) and ($4 is null or (g.ladder is not null) = $4)
         and ($5 is null or own.result = $5)"
    };
}

pub(crate) const GAMES: &str = concat!(
    "select g.* from game_seats own join games g on g.id = own.game_id where own.game_id < $2 and ",
    suits!(),
    " order by own.game_id desc limit $6"
);

pub(crate) const SEATS_OF_GAMES: &str = concat!(
    "select s.* from game_seats own join games g on g.id = own.game_id join game_seats s on s.game_id = own.game_id
     where own.game_id between $6 and $2 and ",
    suits!()
);

impl Store {
    /// The game of this id.
    pub async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        let row: Option<GameRow> = on_reader!(self, |db| {
            sqlx::query_as("select * from games where id = $1").bind(id.0).fetch_optional(db).await?
        });
        let Some(row) = row else { return Ok(None) };
        let seats: Vec<SeatRow> = on_reader!(self, |db| {
            sqlx::query_as("select * from game_seats where game_id = $1").bind(id.0).fetch_all(db).await?
        });
        let seats = by_seat(seats);
        if row.ended_at.is_none() {
            return Ok(Some(StoredGame::Unfinished(Box::new(row.info(&seats)))));
        }
        let Some(started) = row.started_at.map(Millis) else {
            return Ok(Some(StoredGame::CalledOff(Box::new(row.info(&seats)))));
        };
        let journal: Vec<JournalRow> = on_reader!(self, |db| {
            sqlx::query_as("select * from game_actions where game_id = $1 order by no")
                .bind(id.0)
                .fetch_all(db)
                .await?
        });
        let journal =
            journal.into_iter().map(JournalEntry::try_from).collect::<Result<Vec<_>, StoreError>>()?;
        let head = head(&row, &seats)?;
        let mut outs: Vec<Out> = seats.iter().filter_map(|(_, seat)| seat.as_ref()?.out()).collect();
        outs.sort_by_key(|out| out.step);
        let info = row.info(&seats);
        Ok(Some(StoredGame::Finished(Box::new(FinishedGame {
            head,
            room: info.room,
            audience: row.audience(),
            turn_seconds: info.options.turn_seconds,
            scores_before: seats.as_ref().map(|_, seat| seat.as_ref().and_then(|row| row.score_before)),
            first: row.first.ok_or_else(|| unreadable("a game started by nobody"))?.0,
            deployment: row.deployment(&seats),
            actions: journal.iter().map(|entry| entry.action).collect(),
            times: journal.iter().map(|entry| u32::try_from(entry.at - started).unwrap_or(0)).collect(),
            outs,
        }))))
    }

    /// The games that an account has played to their end, newest first, behind `after`: those for which all that is given holds.
    pub async fn games_of(
        &self,
        account: AccountId,
        filter: GamesFilter,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<GamesPage, StoreError> {
        // Ids are UUIDv7: their order is that of time.
        let before = after.map_or(Uuid::max(), |game| game.0);
        let players = filter.players.map(|players| i64::from(u8::from(players)));
        let mut games: Vec<GameRow> = on_reader!(self, |db| {
            sqlx::query_as(GAMES)
                .bind(account.0)
                .bind(before)
                .bind(players)
                .bind(filter.ranked)
                .bind(filter.outcome.map(Word))
                .bind(i64::from(limit) + 1)
                .fetch_all(db)
                .await?
        });
        let more = games.len() > limit as usize;
        games.truncate(limit as usize);
        let (Some(newest), Some(oldest)) = (games.first(), games.last()) else {
            return Ok(GamesPage { games: Vec::new(), next: None });
        };
        let next = more.then_some(GameId(oldest.id));
        let seats: Vec<SeatRow> = on_reader!(self, |db| {
            sqlx::query_as(SEATS_OF_GAMES)
                .bind(account.0)
                .bind(newest.id)
                .bind(players)
                .bind(filter.ranked)
                .bind(filter.outcome.map(Word))
                .bind(oldest.id)
                .fetch_all(db)
                .await?
        });
        let mut seats_of: HashMap<Uuid, Vec<SeatRow>> = HashMap::new();
        for seat in seats {
            seats_of.entry(seat.game_id).or_default().push(seat);
        }
        let games = games.into_iter().map(|game| {
            let seats = by_seat(seats_of.remove(&game.id).unwrap_or_default());
            let seat = seats
                .iter()
                .find(|(_, row)| row.as_ref().is_some_and(|row| row.account_id == account.0))
                .map(|(seat, _)| seat)
                .ok_or_else(|| unreadable("a game without its player"))?;
            Ok(PlayedGame { game: head(&game, &seats)?, seat })
        });
        Ok(GamesPage { games: games.collect::<Result<_, StoreError>>()?, next })
    }
}

fn head(game: &GameRow, seats: &BySeat<Option<SeatRow>>) -> Result<GameHead, StoreError> {
    let missing = || unreadable("an end without a result");
    let info = game.info(seats);
    Ok(GameHead {
        id: info.id,
        kind: info.kind,
        ranked: info.ladder.is_some(),
        rules: info.options.rules,
        players: info.players,
        started: info.started.ok_or_else(missing)?,
        ended: Millis(game.ended_at.ok_or_else(missing)?),
        result: GameResult {
            winner: game.winner.as_ref().ok_or_else(missing)?.0.clone(),
            reason: game.reason.ok_or_else(missing)?.0,
            void: game.void.ok_or_else(missing)?,
            steps: u32::try_from(game.steps.ok_or_else(missing)?).map_err(unreadable)?,
            fled: game.fled.map(|word| word.0),
        },
        scores: seats.as_ref().map(|_, seat| seat.as_ref().and_then(SeatRow::settled)),
    })
}
