use std::collections::HashMap;

use protocol::{Millis, Player};
use rules::{BySeat, Seat};
use uuid::Uuid;

use crate::{
    Deployment, GameInfo, JournalEntry, Store, StoreError, Submission,
    connect::on_reader,
    error::unreadable,
    game::{GameRow, SeatRow, by_seat},
    journal::JournalRow,
};

/// All that a room is rebuilt from. It holds every secret of the game and is for the server's rooms alone.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    /// What everybody may know.
    pub info: GameInfo,
    /// Who sits where.
    pub seats: BySeat<Option<UnfinishedSeat>>,
    /// What the room kept beside the journal.
    pub memo: Option<String>,
    /// How far it is.
    pub phase: UnfinishedPhase,
}

/// A seat of an unfinished game.
#[derive(Clone, Debug)]
pub struct UnfinishedSeat {
    /// Who sits there.
    pub player: Player,
    /// What a bot's choices are drawn from.
    pub bot_seed: Option<u64>,
    /// The score at the start of a ranked game.
    pub score_before: Option<i64>,
    /// Whether the player has not left; of bots nothing is said.
    pub playing: bool,
}

/// How far an unfinished game is.
#[derive(Clone, Debug)]
pub enum UnfinishedPhase {
    /// The armies are being set up.
    Arranging {
        /// What each seat has handed in.
        handed_in: BySeat<Option<Submission>>,
    },
    /// It runs.
    Running {
        /// Since when.
        started: Millis,
        /// Who moved first.
        first: Seat,
        /// The armies it began with.
        deployment: Deployment,
        /// Every action, in order.
        journal: Vec<JournalEntry>,
    },
}

impl Store {
    /// Every game that has not ended, oldest first. Read once, when the server starts: the games must not change meanwhile.
    pub async fn unfinished_games(&self) -> Result<Vec<UnfinishedGame>, StoreError> {
        let (games, seats, journal): (Vec<GameRow>, Vec<SeatRow>, Vec<JournalRow>) = on_reader!(self, |db| {
            (
                sqlx::query_as("select * from games where state <> 'finished' order by id").fetch_all(db).await?,
                sqlx::query_as(
                    "select s.* from game_seats s join games g on g.id = s.game_id where g.state <> 'finished'",
                )
                .fetch_all(db)
                .await?,
                sqlx::query_as(
                    "select a.* from game_actions a join games g on g.id = a.game_id where g.state <> 'finished'
                     order by a.game_id, a.no",
                )
                .fetch_all(db)
                .await?,
            )
        });
        let mut seats_of: HashMap<Uuid, Vec<SeatRow>> = HashMap::new();
        for seat in seats {
            seats_of.entry(seat.game_id).or_default().push(seat);
        }
        let mut journal_of: HashMap<Uuid, Vec<JournalEntry>> = HashMap::new();
        for row in journal {
            let entry = JournalEntry::try_from(row)?;
            journal_of.entry(entry.game.0).or_default().push(entry);
        }
        games
            .into_iter()
            .map(|game| {
                let seats = by_seat(seats_of.remove(&game.id).unwrap_or_default());
                let journal = journal_of.remove(&game.id).unwrap_or_default();
                unfinished(&game, &seats, journal)
            })
            .collect()
    }
}

fn unfinished(
    game: &GameRow,
    seats: &BySeat<Option<SeatRow>>,
    journal: Vec<JournalEntry>,
) -> Result<UnfinishedGame, StoreError> {
    let phase = match (game.started_at, game.first) {
        (Some(started), Some(first)) => UnfinishedPhase::Running {
            started: Millis(started),
            first: first.0,
            deployment: game.deployment(seats),
            journal,
        },
        (None, None) => UnfinishedPhase::Arranging {
            handed_in: seats.as_ref().map(|_, seat| {
                seat.as_ref().map(|row| Submission { layout: row.layout.clone(), ready: row.ready })
            }),
        },
        (Some(_), None) | (None, Some(_)) => return Err(unreadable("a game started by nobody")),
    };
    Ok(UnfinishedGame {
        info: game.info(seats),
        seats: seats.as_ref().map(|_, seat| {
            seat.as_ref().map(|row| UnfinishedSeat {
                player: row.player(),
                bot_seed: row.bot_seed.map(i64::cast_unsigned),
                score_before: row.score_before,
                playing: row.playing,
            })
        }),
        memo: game.memo.clone(),
        phase,
    })
}
