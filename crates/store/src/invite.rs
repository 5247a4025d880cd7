use protocol::{AccountId, Millis};

use crate::{
    Store, StoreError,
    connect::{in_transaction, on_reader, on_writer},
};

impl Store {
    /// Keeps fresh codes to register with, each worth one account.
    pub async fn create_invites(&self, codes: &[String], now: Millis) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            for code in codes {
                sqlx::query("insert into invites (code, created_at) values ($1, $2)")
                    .bind(code)
                    .bind(now.0)
                    .execute(&mut *tx)
                    .await?;
            }
        });
        Ok(())
    }

    /// The codes with which nobody has registered yet, the oldest first.
    pub async fn unused_invites(&self) -> Result<Vec<String>, StoreError> {
        let mut rows: Vec<(i64, String)> = on_reader!(self, |db| {
            sqlx::query_as("select created_at, code from invites where used_by is null").fetch_all(db).await?
        });
        // Sorted here: the databases order texts each in its own way.
        rows.sort();
        Ok(rows.into_iter().map(|(_, code)| code).collect())
    }

    /// Whether somebody may still register with the code.
    pub async fn is_invite(&self, code: &str) -> Result<bool, StoreError> {
        let known: Option<i64> = on_reader!(self, |db| {
            sqlx::query_scalar("select created_at from invites where code = $1 and used_by is null")
                .bind(code)
                .fetch_optional(db)
                .await?
        });
        Ok(known.is_some())
    }

    /// Forgets which names of deleted accounts were kept back, where that is over.
    pub async fn purge_released_names(&self, now: Millis) -> Result<u64, StoreError> {
        Ok(on_writer!(self, |db| {
            sqlx::query("delete from released_names where until_ms <= $1")
                .bind(now.0)
                .execute(db)
                .await?
                .rows_affected()
        }))
    }
}

/// How a name is taken and a code is used up, within the transaction that makes an account.
pub(crate) trait Admission {
    /// Refused if the name was a deleted account's not long ago. To be asked after the name is written: whoever deletes an account at
    /// the same moment lets its name go only when that is seen.
    async fn check_released(&mut self, name_key: &str, now: Millis) -> Result<(), StoreError>;

    /// Uses the code up.
    async fn redeem(&mut self, code: &str, account: AccountId, now: Millis) -> Result<(), StoreError>;
}

macro_rules! admission {
    ($connection:ty) => {
        impl Admission for $connection {
            async fn check_released(&mut self, name_key: &str, now: Millis) -> Result<(), StoreError> {
                let until: Option<i64> = sqlx::query_scalar(
                    "select until_ms from released_names where name_key = $1 and until_ms > $2",
                )
                .bind(name_key)
                .bind(now.0)
                .fetch_optional(&mut *self)
                .await?;
                if until.is_some() { Err(StoreError::NameTaken) } else { Ok(()) }
            }

            async fn redeem(
                &mut self,
                code: &str,
                account: AccountId,
                now: Millis,
            ) -> Result<(), StoreError> {
                let used = sqlx::query(
                    "update invites set used_by = $2, used_at = $3 where code = $1 and used_by is null",
                )
                .bind(code)
                .bind(account.0)
                .bind(now.0)
                .execute(&mut *self)
                .await?
                .rows_affected();
                if used == 1 { Ok(()) } else { Err(StoreError::NoSuchInvite) }
            }
        }
    };
}
admission!(sqlx::PgConnection);
admission!(sqlx::SqliteConnection);
