//! What a player's page tells of the games: the way of the score, and the people played with.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};

use protocol::{
    AccountId, AccountKind, Companion, Company, GameId, Millis, Outcome, PlayerRef, ScoreHistory, ScorePoint,
    Tally,
};
use rules::{Players, Seat};
use uuid::Uuid;

use crate::{Ladder, Store, StoreError, column::Word, connect::on_reader};

/// Games that are looked through for the people played with.
const LOOKED_THROUGH: i64 = 1_000;
/// People of each list.
const LISTED: usize = 10;
/// Games that a chart of the score shows.
const CHARTED: i64 = 500;

pub(crate) const SCORES: &str = "\
    select s.game_id, g.ended_at, s.change, s.score_after from game_seats s join games g on g.id = s.game_id
    where s.account_id = $1 and s.change is not null and g.ladder = $2 order by s.game_id desc limit $3";

pub(crate) const COMPANY: &str = "\
    select own.seat as own_seat, own.result, g.ended_at, g.players, o.account_id, o.seat
    from (select game_id, seat, result from game_seats where account_id = $1 order by game_id desc limit $2) own
    join games g on g.id = own.game_id
    join game_seats o on o.game_id = own.game_id
    where g.state = 'finished' and g.started_at is not null and o.account_id <> $1 and o.account_kind <> $3";

pub(crate) const UNRANKED: &str = "\
    select s.result, count(*) from game_seats s join games g on g.id = s.game_id
    where s.account_id = $1 and s.result is not null
      and g.ladder is null and g.kind <> 'practice' and g.started_at is not null
    group by s.result";

#[derive(sqlx::FromRow)]
struct MetRow {
    own_seat: Word<Seat>,
    result: Option<Word<Outcome>>,
    ended_at: i64,
    players: i64,
    account_id: Uuid,
    seat: Word<Seat>,
}

/// On which side somebody sat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Partner,
    Opponent,
}

impl MetRow {
    fn side(&self) -> Side {
        let together = self.own_seat.0.side() == self.seat.0.side();
        if together && self.players == i64::from(u8::from(Players::Four)) {
            Side::Partner
        } else {
            Side::Opponent
        }
    }
}

/// What has come of the games with somebody.
#[derive(Clone, Copy, Default)]
struct Count {
    games: u32,
    won: u32,
    lost: u32,
    drawn: u32,
    last: i64,
}

impl Count {
    fn add(&mut self, row: &MetRow) {
        self.games += 1;
        self.last = self.last.max(row.ended_at);
        match row.result {
            Some(Word(Outcome::Won)) => self.won += 1,
            Some(Word(Outcome::Lost | Outcome::Fled)) => self.lost += 1,
            Some(Word(Outcome::Drawn)) => self.drawn += 1,
            None => {}
        }
    }
}

/// Those met in games that suit, by whatever makes one come first.
fn first<K: Ord>(
    rows: &[MetRow],
    suits: impl Fn(&MetRow) -> bool,
    order: impl Fn(&Count) -> K,
) -> Vec<(AccountId, Count)> {
    let mut counts: HashMap<Uuid, Count> = HashMap::new();
    for row in rows.iter().filter(|row| suits(row)) {
        counts.entry(row.account_id).or_default().add(row);
    }
    let mut counts: Vec<(AccountId, Count)> =
        counts.into_iter().map(|(id, count)| (AccountId(id), count)).collect();
    counts.sort_by_key(|(id, count)| (Reverse(order(count)), *id));
    counts.truncate(LISTED);
    counts
}

impl Store {
    /// What the last ranked games did to an account's score, oldest first.
    pub async fn score_history(
        &self,
        ladder: Ladder,
        account: AccountId,
    ) -> Result<ScoreHistory, StoreError> {
        let rows: Vec<(Uuid, i64, i64, i64)> = on_reader!(self, |db| {
            sqlx::query_as(SCORES).bind(account.0).bind(Word(ladder)).bind(CHARTED).fetch_all(db).await?
        });
        let mut points: Vec<ScorePoint> = rows
            .into_iter()
            .map(|(game, at, change, score)| ScorePoint { game: GameId(game), at: Millis(at), change, score })
            .collect();
        // Who is out of a game may play, and end, another one before that one ends.
        points.sort_by_key(|point| (point.at, point.game));
        Ok(ScoreHistory { points })
    }

    /// The people with and against whom an account has played its last games to their end.
    pub async fn company(&self, ladder: Ladder, account: AccountId) -> Result<Company, StoreError> {
        let rows: Vec<MetRow> = on_reader!(self, |db| {
            sqlx::query_as(COMPANY)
                .bind(account.0)
                .bind(LOOKED_THROUGH)
                .bind(Word(AccountKind::Bot))
                .fetch_all(db)
                .await?
        });
        let most = |count: &Count| (count.games, count.last);
        let partners = first(&rows, |row| row.side() == Side::Partner, most);
        let opponents = first(&rows, |row| row.side() == Side::Opponent, most);
        let recent = first(&rows, |_| true, |count| (count.last, count.games));
        let lists = [partners, opponents, recent];
        let ids: BTreeSet<AccountId> = lists.iter().flatten().map(|(id, _)| *id).collect();
        let people = self.player_refs(ladder, &Vec::from_iter(ids)).await?;
        let people: HashMap<AccountId, PlayerRef> = people.into_iter().map(|who| (who.id, who)).collect();
        let introduce = |counts: Vec<(AccountId, Count)>| -> Result<Vec<Companion>, StoreError> {
            let introduced = counts.into_iter().map(|(id, Count { games, won, lost, drawn, last })| {
                let player = people.get(&id).cloned().ok_or(StoreError::NoSuchAccount(id))?;
                Ok(Companion { player, games, won, lost, drawn, last: Millis(last) })
            });
            introduced.collect()
        };
        let [partners, opponents, recent] = lists;
        Ok(Company {
            partners: introduce(partners)?,
            opponents: introduce(opponents)?,
            recent: introduce(recent)?,
        })
    }

    /// How an account's unranked games with people ended.
    pub async fn unranked_tally(&self, account: AccountId) -> Result<Tally, StoreError> {
        let rows: Vec<(Word<Outcome>, i64)> =
            on_reader!(self, |db| sqlx::query_as(UNRANKED).bind(account.0).fetch_all(db).await?);
        let mut tally = Tally::default();
        for (Word(outcome), count) in rows {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            tally.played += count;
            match outcome {
                Outcome::Won => tally.won = count,
                Outcome::Lost => tally.lost = count,
                Outcome::Drawn => tally.drawn = count,
                Outcome::Fled => tally.fled = count,
            }
        }
        Ok(tally)
    }
}
