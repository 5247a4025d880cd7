use protocol::{AccountKind, GameId, Millis, Player};
use rules::{BySeat, Seat};
use uuid::Uuid;

use crate::{
    Deployment, GameInfo, JournalEntry, Store, StoreError, Submission,
    column::Word,
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
    /// Who sits there, by the name of today and with the score that the game began with.
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

/// Who an account is by now.
#[derive(sqlx::FromRow)]
struct NamedRow {
    id: Uuid,
    kind: Word<AccountKind>,
    name: String,
}

impl Store {
    /// Every game that has not ended, oldest first.
    pub async fn unfinished_games(&self) -> Result<Vec<GameId>, StoreError> {
        let games: Vec<Uuid> = on_reader!(self, |db| {
            sqlx::query_scalar("select id from games where state <> 'finished' order by id")
                .fetch_all(db)
                .await?
        });
        Ok(games.into_iter().map(GameId).collect())
    }

    /// One of them, to be read when the server starts: the game must not change meanwhile.
    pub async fn unfinished_game(&self, id: GameId) -> Result<UnfinishedGame, StoreError> {
        let (game, seats, accounts, journal): (
            Option<GameRow>,
            Vec<SeatRow>,
            Vec<NamedRow>,
            Vec<JournalRow>,
        ) = on_reader!(self, |db| {
            (
                sqlx::query_as("select * from games where id = $1 and state <> 'finished'")
                    .bind(id.0)
                    .fetch_optional(&mut *db)
                    .await?,
                sqlx::query_as("select * from game_seats where game_id = $1")
                    .bind(id.0)
                    .fetch_all(&mut *db)
                    .await?,
                sqlx::query_as(
                    "select id, kind, name from accounts
                         where id in (select account_id from game_seats where game_id = $1)",
                )
                .bind(id.0)
                .fetch_all(&mut *db)
                .await?,
                sqlx::query_as("select * from game_actions where game_id = $1 order by no")
                    .bind(id.0)
                    .fetch_all(&mut *db)
                    .await?,
            )
        });
        let game = game.ok_or(StoreError::NoSuchGame(id))?;
        let journal = journal.into_iter().map(JournalEntry::try_from).collect::<Result<_, _>>()?;
        unfinished(&game, &by_seat(seats), &accounts, journal)
    }
}

fn unfinished(
    game: &GameRow,
    seats: &BySeat<Option<SeatRow>>,
    accounts: &[NamedRow],
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
                player: renewed(row.player(), accounts),
                bot_seed: row.bot_seed.map(i64::cast_unsigned),
                score_before: row.score_before,
                playing: row.playing,
            })
        }),
        memo: game.memo.clone(),
        phase,
    })
}

/// Whoever has registered since the seat was taken is seen as the one whom the room had been told of.
fn renewed(player: Player, accounts: &[NamedRow]) -> Player {
    match accounts.iter().find(|account| account.id == player.id.0) {
        Some(account) => Player { kind: account.kind.0, name: account.name.clone(), ..player },
        None => player,
    }
}
