use std::fmt;

use protocol::{AccountId, Millis};

use crate::{
    PasswordHash, Store, StoreError,
    connect::{in_transaction, on_reader, on_writer},
    error::unreadable,
};

/// SHA-256 of a login token; the token itself is only with its owner. Never shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// A login to be.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The token's hash.
    pub hash: TokenHash,
    /// Whose.
    pub account: AccountId,
    /// The account's password, as it was when it was looked at; a guest has none.
    pub password: Option<PasswordHash>,
    /// The browser or program, for the owner to recognise.
    pub label: String,
    /// When it was made.
    pub created: Millis,
    /// From then on it is worth nothing.
    pub expires: Millis,
}

const INSERT: &str =
    "insert into login_tokens (hash, account_id, label, created_at, expires_at, last_seen_at)
                      values ($1, $2, $3, $4, $5, $4)";

/// Logins that an account has at once: one more ends the one that was used longest ago.
const LOGINS: i64 = 50;
const CROWD_OUT: &str = "delete from login_tokens where account_id = $1 and hash <> $3 and hash not in (
    select hash from login_tokens where account_id = $1 order by last_seen_at desc, created_at desc, hash limit $2
) returning hash";

/// A login that lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLogin {
    /// The token's hash.
    pub hash: TokenHash,
    /// The browser or program.
    pub label: String,
    /// When it was made.
    pub created: Millis,
    /// When it was last used.
    pub last_seen: Millis,
}

#[derive(sqlx::FromRow)]
struct LoginRow {
    hash: Vec<u8>,
    label: String,
    created_at: i64,
    last_seen_at: i64,
}

impl TryFrom<LoginRow> for StoredLogin {
    type Error = StoreError;

    fn try_from(row: LoginRow) -> Result<StoredLogin, StoreError> {
        Ok(StoredLogin {
            hash: hash_of(row.hash)?,
            label: row.label,
            created: Millis(row.created_at),
            last_seen: Millis(row.last_seen_at),
        })
    }
}

fn hash_of(bytes: Vec<u8>) -> Result<TokenHash, StoreError> {
    bytes.try_into().map(TokenHash).map_err(|_| unreadable("a hash of another length"))
}

impl Store {
    /// Keeps a login, while the account's password is the one that was looked at. Returns those that it has crowded out.
    pub async fn create_token(&self, token: &NewToken) -> Result<Vec<TokenHash>, StoreError> {
        self.log_in(None, token).await
    }

    /// Keeps a login in the place of another one, which ends: never are both worth something, nor neither. Returns those that it has
    /// crowded out.
    pub async fn replace_token(
        &self,
        old: &TokenHash,
        token: &NewToken,
    ) -> Result<Vec<TokenHash>, StoreError> {
        self.log_in(Some(old), token).await
    }

    async fn log_in(&self, old: Option<&TokenHash>, token: &NewToken) -> Result<Vec<TokenHash>, StoreError> {
        let ended: Vec<Vec<u8>> = in_transaction!(self, |tx| {
            // Whoever changes the password, or deletes the account, at the same moment comes before this and is seen here, or after it
            // and ends this login.
            let same = sqlx::query(
                "update accounts set state = state
                 where id = $1 and state = 'active' and password_hash is not distinct from $2",
            )
            .bind(token.account.0)
            .bind(token.password.as_ref().map(|hash| &hash.0))
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if same != 1 {
                return Err(StoreError::PasswordChanged(token.account));
            }
            if let Some(old) = old {
                sqlx::query("delete from login_tokens where hash = $1")
                    .bind(old.0.as_slice())
                    .execute(&mut *tx)
                    .await?;
            }
            sqlx::query(INSERT)
                .bind(token.hash.0.as_slice())
                .bind(token.account.0)
                .bind(&token.label)
                .bind(token.created.0)
                .bind(token.expires.0)
                .execute(&mut *tx)
                .await?;
            sqlx::query_scalar(CROWD_OUT)
                .bind(token.account.0)
                .bind(LOGINS)
                .bind(token.hash.0.as_slice())
                .fetch_all(&mut *tx)
                .await?
        });
        ended.into_iter().map(hash_of).collect()
    }

    /// Notes that a login was used, and moves its end; whether there is such a login.
    pub async fn touch_token(
        &self,
        hash: &TokenHash,
        now: Millis,
        expires: Millis,
    ) -> Result<bool, StoreError> {
        let touched = on_writer!(self, |db| {
            sqlx::query("update login_tokens set last_seen_at = $2, expires_at = $3 where hash = $1")
                .bind(hash.0.as_slice())
                .bind(now.0)
                .bind(expires.0)
                .execute(db)
                .await?
                .rows_affected()
        });
        Ok(touched > 0)
    }

    /// Ends a login.
    pub async fn delete_token(&self, hash: &TokenHash) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query("delete from login_tokens where hash = $1")
                .bind(hash.0.as_slice())
                .execute(db)
                .await?;
        });
        Ok(())
    }

    /// The logins of an account that last, the one used last first.
    pub async fn logins(&self, account: AccountId, now: Millis) -> Result<Vec<StoredLogin>, StoreError> {
        let rows: Vec<LoginRow> = on_reader!(self, |db| {
            sqlx::query_as(
                "select hash, label, created_at, last_seen_at from login_tokens
                 where account_id = $1 and expires_at > $2 order by last_seen_at desc, created_at desc, hash",
            )
            .bind(account.0)
            .bind(now.0)
            .fetch_all(db)
            .await?
        });
        rows.into_iter().map(StoredLogin::try_from).collect()
    }

    /// Ends all logins of an account but that one.
    pub async fn delete_other_tokens(&self, account: AccountId, keep: &TokenHash) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query("delete from login_tokens where account_id = $1 and hash <> $2")
                .bind(account.0)
                .bind(keep.0.as_slice())
                .execute(db)
                .await?;
        });
        Ok(())
    }

    /// Ends all logins of an account.
    pub async fn delete_tokens_of(&self, account: AccountId) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query("delete from login_tokens where account_id = $1").bind(account.0).execute(db).await?;
        });
        Ok(())
    }

    /// Forgets the logins that are over; how many there were.
    pub async fn purge_expired(&self, now: Millis) -> Result<u64, StoreError> {
        Ok(on_writer!(self, |db| {
            sqlx::query("delete from login_tokens where expires_at <= $1")
                .bind(now.0)
                .execute(db)
                .await?
                .rows_affected()
        }))
    }
}
