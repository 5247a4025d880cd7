use protocol::{AccountId, Millis};

use crate::{PasswordHash, Store, StoreError, connect::in_transaction};

/// What goes with an account.
const BELONGINGS: [&str; 6] = [
    "delete from login_tokens where account_id = $1",
    "delete from saved_layouts where account_id = $1",
    "delete from account_browsers where account_id = $1",
    "delete from follows where account_id = $1 or other_id = $1",
    "delete from blocks where account_id = $1 or other_id = $1",
    "delete from scores where account_id = $1",
];

impl Store {
    /// Deletes an account (注销账号) in one transaction. Its games stay, under the name given here; its own name is kept back for a
    /// while. Refused while a game in which it had a seat has not ended, even if it is out of that game, and if its password is not
    /// the one that was looked at any more.
    pub async fn delete_account(
        &self,
        id: AccountId,
        password: Option<&PasswordHash>,
        name: &str,
        kept_until: Millis,
    ) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            // Whoever does the same at the same moment waits here.
            let key: Option<String> = sqlx::query_scalar(
                "update accounts set preferences = '{}'
                 where id = $1 and state = 'active' and password_hash is not distinct from $2 returning name_key",
            )
            .bind(id.0)
            .bind(password.map(|password| &password.0))
            .fetch_optional(&mut *tx)
            .await?;
            let Some(key) = key else { return Err(StoreError::PasswordChanged(id)) };
            let open: i64 = sqlx::query_scalar(
                "select count(*) from games g join game_seats s on s.game_id = g.id
                 where g.state <> 'finished' and s.account_id = $1",
            )
            .bind(id.0)
            .fetch_one(&mut *tx)
            .await?;
            if open > 0 {
                return Err(StoreError::InGame(id));
            }
            sqlx::query(
                "insert into released_names (name_key, until_ms) values ($1, $2)
                 on conflict (name_key) do update set until_ms = excluded.until_ms",
            )
            .bind(&key)
            .bind(kept_until.0)
            .execute(&mut *tx)
            .await?;
            // No name looks like this one: names have no spaces.
            sqlx::query(
                "update accounts set state = 'deleted', name = $2, name_key = $3, password_hash = null, language = null
                 where id = $1",
            )
            .bind(id.0)
            .bind(name)
            .bind(format!("deleted {id}"))
            .execute(&mut *tx)
            .await?;
            for statement in BELONGINGS {
                sqlx::query(statement).bind(id.0).execute(&mut *tx).await?;
            }
            sqlx::query("update game_seats set name = $2 where account_id = $1")
                .bind(id.0)
                .bind(name)
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }
}
