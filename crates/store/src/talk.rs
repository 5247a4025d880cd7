use protocol::{Channel, GameId, Millis, Said, Speaker, Words};
use rules::Seat;

use crate::{
    FinishedGame, Store, StoreError,
    column::{Json, Word},
    connect::{on_reader, on_writer},
};

/// What was said to the whole table while a game was on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkLine {
    /// The game.
    pub game: GameId,
    /// Who said it.
    pub seat: Seat,
    /// What.
    pub words: Words,
    /// When.
    pub at: Millis,
}

/// So many lines of a game are given out; nobody reads more.
const LINES: i64 = 1_000;

impl Store {
    /// Keeps a line with its game. The same line again is the same line.
    pub async fn add_talk(&self, line: &TalkLine) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query(
                "insert into game_talk (game_id, at_ms, seat, words) values ($1, $2, $3, $4) on conflict do nothing",
            )
            .bind(line.game.0)
            .bind(line.at.0)
            .bind(line.seat.name())
            .bind(Json(&line.words))
            .execute(db)
            .await?;
        });
        Ok(())
    }

    /// What was said in a finished game, oldest first, by the names under which they played.
    pub async fn talk_of(&self, game: &FinishedGame) -> Result<Vec<Said>, StoreError> {
        let rows: Vec<(i64, Word<Seat>, Json<Words>)> = on_reader!(self, |db| {
            sqlx::query_as(
                "select at_ms, seat, words from game_talk where game_id = $1 order by at_ms, seat limit $2",
            )
            .bind(game.head.id.0)
            .bind(LINES)
            .fetch_all(db)
            .await?
        });
        let speaker = |seat| {
            let player = game.head.players.get(seat).as_ref()?;
            Some(Speaker { id: player.id, name: player.name.clone(), seat: Some(seat) })
        };
        Ok(rows
            .into_iter()
            .filter_map(|(at, Word(seat), Json(words))| {
                Some(Said { channel: Channel::Table, by: speaker(seat)?, words, at: Millis(at) })
            })
            .collect())
    }
}
