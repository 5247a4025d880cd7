use std::fmt;

use protocol::{AccountId, AccountKind, Language, Millis, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::{
    Store, StoreError, TokenHash,
    column::{Json, Word},
    connect::{in_transaction, on_reader, on_writer},
    error::is_taken,
    invite::Admission as _,
};

/// An account as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAccount {
    /// Its id.
    pub id: AccountId,
    /// Person, guest or bot.
    pub kind: AccountKind,
    /// What it may do beyond playing.
    pub role: Role,
    /// Whether it is still in use.
    pub state: AccountState,
    /// Its name.
    pub name: String,
    /// A person's password; guests and bots have none.
    pub password_hash: Option<PasswordHash>,
    /// The language chosen.
    pub language: Option<Language>,
    /// Settings that only the client reads, as JSON.
    pub preferences: String,
    /// Since when.
    pub created: Millis,
}

/// Whether an account is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccountState {
    /// It is.
    Active,
    /// Deleted by its owner (注销账号); its games remain.
    Deleted,
}

/// A hashed password, as a PHC string. Never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// An account to be.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// Its id, never used before.
    pub id: AccountId,
    /// Person, guest or bot.
    pub kind: AccountKind,
    /// What it may do beyond playing.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// What the name looks like: unique among all accounts.
    pub name_key: String,
    /// The password; a person must have one.
    pub password_hash: Option<PasswordHash>,
    /// The language chosen.
    pub language: Option<Language>,
    /// When it is made.
    pub created: Millis,
}

/// What a guest becomes a person with.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// What the name looks like.
    pub name_key: String,
    /// The password.
    pub password_hash: PasswordHash,
}

#[derive(sqlx::FromRow)]
struct AccountRow {
    id: Uuid,
    kind: Word<AccountKind>,
    role: Word<Role>,
    state: Word<AccountState>,
    name: String,
    password_hash: Option<String>,
    language: Option<Word<Language>>,
    preferences: String,
    created_at: i64,
}

impl From<AccountRow> for StoredAccount {
    fn from(row: AccountRow) -> StoredAccount {
        StoredAccount {
            id: AccountId(row.id),
            kind: row.kind.0,
            role: row.role.0,
            state: row.state.0,
            name: row.name,
            password_hash: row.password_hash.map(PasswordHash),
            language: row.language.map(|word| word.0),
            preferences: row.preferences,
            created: Millis(row.created_at),
        }
    }
}

impl Store {
    /// Registers a person, lets in a guest, or makes a bot. Of many who ask for one name at once, one gets it.
    pub async fn create_account(&self, account: &NewAccount) -> Result<(), StoreError> {
        self.register(account, None).await
    }

    /// The same, with a code that is used up by it.
    pub async fn register(&self, account: &NewAccount, invite: Option<&str>) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            sqlx::query(
                "insert into accounts (id, kind, role, state, name, name_key, password_hash, language, preferences, created_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9)",
            )
            .bind(account.id.0)
            .bind(Word(account.kind))
            .bind(Word(account.role))
            .bind(Word(AccountState::Active))
            .bind(&account.name)
            .bind(&account.name_key)
            .bind(account.password_hash.as_ref().map(|hash| &hash.0))
            .bind(account.language.map(Word))
            .bind(account.created.0)
            .execute(&mut *tx)
            .await
            .map_err(name_taken)?;
            tx.check_released(&account.name_key, account.created).await?;
            if let Some(code) = invite {
                tx.redeem(code, account.id, account.created).await?;
            }
        });
        Ok(())
    }

    /// Makes a person of a guest, who keeps id, logins and games; a code is used up by it.
    pub async fn upgrade_guest(
        &self,
        id: AccountId,
        named: &Named,
        invite: Option<&str>,
        now: Millis,
    ) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            let done = sqlx::query(
                "update accounts set kind = 'person', name = $2, name_key = $3, password_hash = $4
                 where id = $1 and kind = 'guest' and state = 'active'",
            )
            .bind(id.0)
            .bind(&named.name)
            .bind(&named.name_key)
            .bind(&named.password_hash.0)
            .execute(&mut *tx)
            .await
            .map_err(name_taken)?
            .rows_affected();
            if done != 1 {
                return Err(StoreError::NotAGuest(id));
            }
            tx.check_released(&named.name_key, now).await?;
            if let Some(code) = invite {
                tx.redeem(code, id, now).await?;
            }
        });
        Ok(())
    }

    /// The account of this id.
    pub async fn account(&self, id: AccountId) -> Result<Option<StoredAccount>, StoreError> {
        let row: Option<AccountRow> = on_reader!(self, |db| {
            sqlx::query_as("select * from accounts where id = $1").bind(id.0).fetch_optional(db).await?
        });
        Ok(row.map(StoredAccount::from))
    }

    /// The account whose name looks like this.
    pub async fn account_by_name_key(&self, name_key: &str) -> Result<Option<StoredAccount>, StoreError> {
        let row: Option<AccountRow> = on_reader!(self, |db| {
            sqlx::query_as("select * from accounts where name_key = $1")
                .bind(name_key)
                .fetch_optional(db)
                .await?
        });
        Ok(row.map(StoredAccount::from))
    }

    /// Changes a password, if it is still the one that was looked at, and ends all logins but that one, which has changed it.
    pub async fn change_password(
        &self,
        id: AccountId,
        current: Option<&PasswordHash>,
        hash: &PasswordHash,
        keep: &TokenHash,
    ) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            let done = sqlx::query(
                "update accounts set password_hash = $2
                 where id = $1 and kind = 'person' and state = 'active' and password_hash = $3",
            )
            .bind(id.0)
            .bind(&hash.0)
            .bind(current.map(|current| &current.0))
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if done != 1 {
                return Err(StoreError::PasswordChanged(id));
            }
            sqlx::query("delete from login_tokens where account_id = $1 and hash <> $2")
                .bind(id.0)
                .bind(keep.0.as_slice())
                .execute(&mut *tx)
                .await?;
        });
        Ok(())
    }

    /// Chooses the language of an account's texts.
    pub async fn set_language(&self, id: AccountId, language: Language) -> Result<(), StoreError> {
        let done = on_writer!(self, |db| {
            sqlx::query("update accounts set language = $2 where id = $1")
                .bind(id.0)
                .bind(Word(language))
                .execute(db)
                .await?
                .rows_affected()
        });
        found(id, done)
    }

    /// Changes settings that only the client reads, those that are named: `null` takes one away. All of them as JSON, of at most so
    /// many bytes. What two devices change at once is kept of both.
    pub async fn change_preferences(
        &self,
        id: AccountId,
        changes: Map<String, Value>,
        most: usize,
    ) -> Result<String, StoreError> {
        Ok(in_transaction!(self, |tx| {
            // Whoever comes second waits here and reads what the first has written.
            let kept: Option<Json<Map<String, Value>>> = sqlx::query_scalar(
                "update accounts set preferences = preferences where id = $1 and state = 'active' returning preferences",
            )
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?;
            let Some(Json(mut preferences)) = kept else { return Err(StoreError::NoSuchAccount(id)) };
            for (key, value) in changes {
                if value.is_null() {
                    preferences.remove(&key);
                } else {
                    preferences.insert(key, value);
                }
            }
            let text = Value::Object(preferences).to_string();
            if text.len() > most {
                return Err(StoreError::PreferencesTooLong { most });
            }
            sqlx::query("update accounts set preferences = $2 where id = $1")
                .bind(id.0)
                .bind(&text)
                .execute(&mut *tx)
                .await?;
            text
        }))
    }

    /// The account that a login token belongs to, while the login lasts and the account is in use.
    pub async fn account_by_token(
        &self,
        hash: &TokenHash,
        now: Millis,
    ) -> Result<Option<StoredAccount>, StoreError> {
        let row: Option<AccountRow> = on_reader!(self, |db| {
            sqlx::query_as(
                "select a.* from login_tokens t join accounts a on a.id = t.account_id
                 where t.hash = $1 and t.expires_at > $2 and a.state = 'active'",
            )
            .bind(hash.0.as_slice())
            .bind(now.0)
            .fetch_optional(db)
            .await?
        });
        Ok(row.map(StoredAccount::from))
    }
}

fn name_taken(err: sqlx::Error) -> StoreError {
    if is_taken(&err) { StoreError::NameTaken } else { err.into() }
}

fn found(id: AccountId, rows: u64) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(StoreError::NoSuchAccount(id)) }
}
