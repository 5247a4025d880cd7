use protocol::{AccountId, Millis, SavedLayout};

use crate::{
    Store, StoreError,
    connect::{in_transaction, on_reader, on_writer},
};

impl Store {
    /// Saves a layout (保存布局) in place of the one of the same name. One that is preferred takes this from any other. An account
    /// keeps at most so many, whoever saves at the same moment.
    pub async fn save_layout(
        &self,
        account: AccountId,
        layout: &SavedLayout,
        most: u32,
        now: Millis,
    ) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            // Whoever comes second waits here and counts what the first has saved.
            sqlx::query("update accounts set name = name where id = $1")
                .bind(account.0)
                .execute(&mut *tx)
                .await?;
            let others: i64 =
                sqlx::query_scalar("select count(*) from saved_layouts where account_id = $1 and name <> $2")
                    .bind(account.0)
                    .bind(&layout.name)
                    .fetch_one(&mut *tx)
                    .await?;
            if others >= i64::from(most) {
                return Err(StoreError::TooManyLayouts { most });
            }
            if layout.preferred {
                sqlx::query("update saved_layouts set preferred = false where account_id = $1 and preferred")
                    .bind(account.0)
                    .execute(&mut *tx)
                    .await?;
            }
            sqlx::query(
                "insert into saved_layouts (account_id, name, layout, preferred, saved_at) values ($1, $2, $3, $4, $5)
                 on conflict (account_id, name) do update
                 set layout = excluded.layout, preferred = excluded.preferred, saved_at = excluded.saved_at",
            )
            .bind(account.0)
            .bind(&layout.name)
            .bind(&layout.layout)
            .bind(layout.preferred)
            .bind(now.0)
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// An account's layouts in the order of their names' bytes.
    pub async fn layouts(&self, account: AccountId) -> Result<Vec<SavedLayout>, StoreError> {
        let mut rows: Vec<(String, String, bool)> = on_reader!(self, |db| {
            sqlx::query_as("select name, layout, preferred from saved_layouts where account_id = $1")
                .bind(account.0)
                .fetch_all(db)
                .await?
        });
        // Sorted here: the databases order texts each in its own way.
        rows.sort();
        Ok(rows
            .into_iter()
            .map(|(name, layout, preferred)| SavedLayout { name, layout, preferred })
            .collect())
    }

    /// Deletes a layout; whether there was one.
    pub async fn delete_layout(&self, account: AccountId, name: &str) -> Result<bool, StoreError> {
        let deleted = on_writer!(self, |db| {
            sqlx::query("delete from saved_layouts where account_id = $1 and name = $2")
                .bind(account.0)
                .bind(name)
                .execute(db)
                .await?
                .rows_affected()
        });
        Ok(deleted == 1)
    }

    /// The layout to use when the time for arranging runs out: the preferred one, else the one saved last.
    pub async fn default_layout(&self, account: AccountId) -> Result<Option<String>, StoreError> {
        Ok(on_reader!(self, |db| {
            sqlx::query_scalar(
                "select layout from saved_layouts where account_id = $1 order by preferred desc, saved_at desc, name limit 1",
            )
            .bind(account.0)
            .fetch_optional(db)
            .await?
        }))
    }
}
