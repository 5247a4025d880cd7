use protocol::{AccountId, GameId, Marks};

use crate::{
    Store, StoreError,
    column::Json,
    connect::{in_transaction, on_reader},
};

/// With the end of a game its players' marks go. While it runs none of them can delete the account.
pub(crate) const FORGET: &str = "delete from game_marks where game_id = $1";

impl Store {
    /// Keeps what a player takes hidden pieces for, in place of what was kept before. Whether it was kept: it is for a game that
    /// runs, and in which the account has a seat.
    pub async fn keep_marks(
        &self,
        account: AccountId,
        game: GameId,
        marks: &Marks,
    ) -> Result<bool, StoreError> {
        let kept = in_transaction!(self, |tx| {
            // The end of the game writes the seats before it forgets the marks: it waits for this, or this waits and finds it ended.
            sqlx::query("update game_seats set ready = ready where game_id = $1 and account_id = $2")
                .bind(game.0)
                .bind(account.0)
                .execute(&mut *tx)
                .await?;
            sqlx::query(
                "insert into game_marks (game_id, account_id, marks)
                 select g.id, s.account_id, $3 from games g join game_seats s on s.game_id = g.id
                 where g.id = $1 and s.account_id = $2 and g.state = 'running'
                 on conflict (game_id, account_id) do update set marks = excluded.marks",
            )
            .bind(game.0)
            .bind(account.0)
            .bind(Json(marks))
            .execute(&mut *tx)
            .await?
            .rows_affected()
        });
        Ok(kept == 1)
    }

    /// What a player takes hidden pieces for; `None` if the game does not run or the account has no seat in it.
    pub async fn marks(&self, account: AccountId, game: GameId) -> Result<Option<Marks>, StoreError> {
        let kept: Option<Option<Json<Marks>>> = on_reader!(self, |db| {
            sqlx::query_scalar(
                "select m.marks from games g join game_seats s on s.game_id = g.id
                 left join game_marks m on m.game_id = g.id and m.account_id = s.account_id
                 where g.id = $1 and s.account_id = $2 and g.state = 'running'",
            )
            .bind(game.0)
            .bind(account.0)
            .fetch_optional(db)
            .await?
        });
        Ok(kept.map(|marks| marks.map(|Json(marks)| marks).unwrap_or_default()))
    }
}
