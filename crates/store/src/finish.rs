use protocol::{GameId, Millis, RoomOptions, Scores};
use rules::{
    BySeat, GameResult, Out, Seat,
    ladder::{Change, SAME_OPPONENTS_WITHIN_MS},
};

use crate::{
    JournalEntry, Ladder, Store, StoreError,
    column::{Json, Word},
    connect::in_transaction,
    error::is_taken,
    game::{SeatRow, by_seat},
    journal::JournalWriter as _,
    marks::FORGET,
    score::outcome,
};

/// The end of a game.
#[derive(Clone, Debug)]
pub struct FinishGame {
    /// The game: running, or left by somebody while it was being arranged.
    pub id: GameId,
    /// The last actions, which are not in the journal yet: they and the result are written together or not at all.
    pub entries: Vec<JournalEntry>,
    /// How it ended.
    pub result: GameResult,
    /// Who went out, and when.
    pub outs: Vec<Out>,
    /// What a ranked game does to the scores, by the scores at its start; ignored for an unranked one. How the game counts for
    /// each player follows from the result alone.
    pub changes: BySeat<Option<Change>>,
    /// How often two opponents score against each other within a day; 0: as often as they like. Whoever sits opposite somebody
    /// with whom that number is reached gets a change of nothing instead.
    pub same_opponents: u32,
    /// What leaving costs.
    pub leaving: Leaving,
    /// When it ended.
    pub ended: Millis,
}

/// What leaving a ranked game costs the leaver (逃跑).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// It is counted, and bars from ranked games for a while.
    Counted,
    /// It is counted, but bars from nothing: soon after a start of the server.
    Unbarred,
    /// Nothing: the game was on when the server stopped, and it has not been up again for long.
    Excused,
}

impl Store {
    /// Writes the end of a game in one transaction: last actions, result, scores, statistics, and who left. The points are added
    /// to the scores as they stand now. Done once: of several who try, one succeeds and the others get
    /// [`StoreError::AlreadyFinished`], with nothing changed.
    pub async fn finish_game(&self, end: &FinishGame) -> Result<Scores, StoreError> {
        match self.write_end(end).await {
            Err(StoreError::Database(err)) if is_taken(&err) => {
                Err(self.action_taken(&end.entries, err).await)
            }
            Ok(Some(scores)) => Ok(scores),
            Ok(None) => Err(self.why_not_open(end.id).await),
            Err(err) => Err(err),
        }
    }

    /// `None`: there is no unfinished game of this id.
    async fn write_end(&self, end: &FinishGame) -> Result<Option<Scores>, StoreError> {
        let seats: Vec<SeatRow> = in_transaction!(self, |tx| {
            let closed: Option<(Option<Word<Ladder>>, Json<RoomOptions>, i64)> = sqlx::query_as(
                "update games set state = 'finished', ended_at = $2, winner = $3, reason = $4, void = $5, steps = $6, fled = $7,
                     memo = null
                 where id = $1 and state <> 'finished' returning ladder, options, created_at",
            )
            .bind(end.id.0)
            .bind(end.ended.0)
            .bind(Json(&end.result.winner))
            .bind(Word(end.result.reason))
            .bind(end.result.void)
            .bind(i64::from(end.result.steps))
            .bind(end.result.fled.map(Seat::name))
            .fetch_optional(&mut *tx)
            .await?;
            let Some((ladder, options, created)) = closed else { return Ok(None) };
            let players = i64::from(u8::from(options.0.rules.players));
            tx.write(&end.entries).await?;
            let moves = end.changes.iter().any(|(_, change)| change.is_some_and(|it| it.points != 0));
            let scored = ladder.filter(|_| moves);
            let mut spent: Vec<Word<Seat>> = Vec::new();
            if let Some(ladder) = scored {
                sqlx::query(LOCK).bind(end.id.0).bind(ladder).bind(end.ended.0).execute(&mut *tx).await?;
                spent = sqlx::query_scalar(SPENT)
                    .bind(end.id.0)
                    .bind(players)
                    .bind(ladder)
                    .bind(created - SAME_OPPONENTS_WITHIN_MS)
                    .bind(i64::from(end.same_opponents))
                    .fetch_all(&mut *tx)
                    .await?;
            }
            for seat in Seat::ALL {
                let out = end.outs.iter().find(|out| out.seat == seat);
                let is_spent = spent.iter().any(|word| word.0 == seat);
                let change = end.changes.get(seat).filter(|_| ladder.is_some());
                let change = change.map(|change| if is_spent { change.withheld() } else { change });
                let result = outcome(seat, &end.result, end.leaving);
                sqlx::query(
                    "update game_seats set playing = false, out_reason = $3, out_step = $4, change = $5, change_reason = $6,
                         score_after = $5, result = $7
                     where game_id = $1 and seat = $2",
                )
                .bind(end.id.0)
                .bind(seat.name())
                .bind(out.map(|out| Word(out.reason)))
                .bind(out.map(|out| i64::from(out.step)))
                .bind(change.map(|change| change.points))
                .bind(change.map(|change| Word(change.reason)))
                .bind(result.map(Word))
                .execute(&mut *tx)
                .await?;
            }
            sqlx::query(FORGET).bind(end.id.0).execute(&mut *tx).await?;
            if let Some(ladder) = scored {
                sqlx::query(MEET)
                    .bind(end.id.0)
                    .bind(players)
                    .bind(ladder)
                    .bind(end.ended.0)
                    .execute(&mut *tx)
                    .await?;
            }
            if let Some(ladder) = ladder {
                sqlx::query(SETTLE)
                    .bind(end.id.0)
                    .bind(ladder)
                    .bind(end.ended.0)
                    .bind(players)
                    .execute(&mut *tx)
                    .await?;
                sqlx::query(
                    "update game_seats set score_after = coalesce(
                         (select score from scores where ladder = $2 and account_id = game_seats.account_id), 0)
                     where game_id = $1 and change is not null",
                )
                .bind(end.id.0)
                .bind(ladder)
                .execute(&mut *tx)
                .await?;
                if end.leaving == Leaving::Counted {
                    sqlx::query(
                        "insert into flee_penalties (account_id, game_id, at_ms)
                         select account_id, game_id, $2 from game_seats where game_id = $1 and result = 'fled'",
                    )
                    .bind(end.id.0)
                    .bind(end.ended.0)
                    .execute(&mut *tx)
                    .await?;
                }
            }
            sqlx::query_as("select * from game_seats where game_id = $1")
                .bind(end.id.0)
                .fetch_all(&mut *tx)
                .await?
        });
        Ok(Some(by_seat(seats).map(|_, row| row.as_ref().and_then(SeatRow::settled))))
    }
}

/// Holds the scores of a game's players until the end of the transaction, so that of two games of the same opponents that end at
/// once the second counts the first. Everybody in a game that scores has a result, so nobody is put into the ladder by this.
/// In the order of accounts, so that two games can't wait for each other.
const LOCK: &str = "\
    insert into scores (ladder, account_id, score, reached_at, four_won, four_lost, four_drawn, four_fled,
        two_won, two_lost, two_drawn, two_fled)
    select $2, account_id, 0, $3, 0, 0, 0, 0, 0, 0, 0, 0 from game_seats where game_id = $1 order by account_id
    on conflict (ladder, account_id) do update set score = scores.score";

/// The seats of a game whose players have scored too often against an opponent.
const SPENT: &str = "\
    select s.seat from game_seats s join game_seats o on o.game_id = s.game_id and o.seat <> s.seat
    where s.game_id = $1 and ($2 = 2 or (s.seat in ('red', 'blue')) <> (o.seat in ('red', 'blue'))) and $5 > 0
        and (select count(*) from meetings m
             where m.ladder = $3 and m.account_id = s.account_id and m.opponent_id = o.account_id and m.at_ms > $4) >= $5";

/// Notes between whom a game has scored.
const MEET: &str = "\
    insert into meetings (ladder, account_id, opponent_id, game_id, at_ms)
    select $3, s.account_id, o.account_id, s.game_id, $4
    from game_seats s join game_seats o on o.game_id = s.game_id and o.seat <> s.seat
    where s.game_id = $1 and ($2 = 2 or (s.seat in ('red', 'blue')) <> (o.seat in ('red', 'blue')))
        and (s.change <> 0 or o.change <> 0)";

/// Carries the changes and results of a game's seats over to the scores. In the order of accounts, so that two games that end
/// at once can't wait for each other.
const SETTLE: &str = "\
    insert into scores (ladder, account_id, score, reached_at, four_won, four_lost, four_drawn, four_fled,
        two_won, two_lost, two_drawn, two_fled)
    select $2, account_id, coalesce(change, 0), $3,
        case when $4 = 4 and result = 'won' then 1 else 0 end,
        case when $4 = 4 and result = 'lost' then 1 else 0 end,
        case when $4 = 4 and result = 'drawn' then 1 else 0 end,
        case when $4 = 4 and result = 'fled' then 1 else 0 end,
        case when $4 = 2 and result = 'won' then 1 else 0 end,
        case when $4 = 2 and result = 'lost' then 1 else 0 end,
        case when $4 = 2 and result = 'drawn' then 1 else 0 end,
        case when $4 = 2 and result = 'fled' then 1 else 0 end
    from game_seats where game_id = $1 and result is not null order by account_id
    on conflict (ladder, account_id) do update set
        score = scores.score + excluded.score,
        reached_at = case excluded.score when 0 then scores.reached_at else excluded.reached_at end,
        four_won = scores.four_won + excluded.four_won,
        four_lost = scores.four_lost + excluded.four_lost,
        four_drawn = scores.four_drawn + excluded.four_drawn,
        four_fled = scores.four_fled + excluded.four_fled,
        two_won = scores.two_won + excluded.two_won,
        two_lost = scores.two_lost + excluded.two_lost,
        two_drawn = scores.two_drawn + excluded.two_drawn,
        two_fled = scores.two_fled + excluded.two_fled";
