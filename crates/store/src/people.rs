//! Whom one follows and whom one has blocked; people as they stand in lists.

use protocol::{AccountId, AccountKind, Millis, PlayerRef, Relation};
use rules::Title;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::{
    AccountState, Ladder, Store, StoreError,
    column::Word,
    connect::{in_transaction, on_reader, on_writer},
};

#[derive(sqlx::FromRow)]
struct RefRow {
    id: Uuid,
    kind: Word<AccountKind>,
    name: String,
    state: Word<AccountState>,
    score: i64,
}

impl From<RefRow> for PlayerRef {
    fn from(row: RefRow) -> PlayerRef {
        PlayerRef {
            id: AccountId(row.id),
            kind: row.kind.0,
            name: row.name,
            title: Title::of(row.score),
            score: row.score,
            deleted: row.state.0 == AccountState::Deleted,
        }
    }
}

const BY_IDS: &str = "\
    select a.id, a.kind, a.name, a.state, coalesce(s.score, 0) as score
    from accounts a left join scores s on s.account_id = a.id and s.ladder = $1 where a.id in";

macro_rules! listed {
    ($table:literal) => {
        concat!(
            "select a.id, a.kind, a.name, a.state, coalesce(s.score, 0) as score from ",
            $table,
            " l join accounts a on a.id = l.other_id left join scores s on s.account_id = a.id and s.ladder = $2
             where l.account_id = $1"
        )
    };
}

/// The names that begin with given bytes; the database is told how to compare them, each in its own word.
macro_rules! by_name {
    ($collation:literal) => {
        concat!(
            "select a.id, a.kind, a.name, a.state, coalesce(s.score, 0) as score
             from accounts a left join scores s on s.account_id = a.id and s.ladder = $3
             where a.name_key collate ",
            $collation,
            " >= $1 and a.name_key collate ",
            $collation,
            " < $2 and a.state = 'active' and a.kind <> 'bot' order by a.name_key collate ",
            $collation,
            " limit $4"
        )
    };
}
pub(crate) const BY_NAME_POSTGRES: &str = by_name!("\"C\"");
pub(crate) const BY_NAME_SQLITE: &str = by_name!("binary");

/// Holds an account as it is until the end of the transaction, if it is a person's or a guest's that was not deleted.
const HERE: &str = "update accounts set name = name where id = $1 and state = 'active' and kind <> 'bot'";

/// One of the two lists that an account keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Following,
    Blocked,
}

impl List {
    const fn count_others(self) -> &'static str {
        match self {
            List::Following => "select count(*) from follows where account_id = $1 and other_id <> $2",
            List::Blocked => "select count(*) from blocks where account_id = $1 and other_id <> $2",
        }
    }

    const fn add(self) -> &'static str {
        match self {
            List::Following => {
                "insert into follows (account_id, other_id, at_ms) values ($1, $2, $3) on conflict do nothing"
            }
            List::Blocked => {
                "insert into blocks (account_id, other_id, at_ms) values ($1, $2, $3) on conflict do nothing"
            }
        }
    }

    const fn remove(self) -> &'static str {
        match self {
            List::Following => "delete from follows where account_id = $1 and other_id = $2",
            List::Blocked => "delete from blocks where account_id = $1 and other_id = $2",
        }
    }

    const fn all(self) -> &'static str {
        match self {
            List::Following => listed!("follows"),
            List::Blocked => listed!("blocks"),
        }
    }
}

impl Store {
    /// Those of these accounts that there are, in whatever order. They are few.
    pub async fn player_refs(&self, ladder: Ladder, ids: &[AccountId]) -> Result<Vec<PlayerRef>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let numbers: Vec<String> = (0..ids.len()).map(|at| format!("${}", at + 2)).collect();
        // Nothing but the numbers of parameters is put into it.
        let by_ids = AssertSqlSafe(format!("{BY_IDS} ({})", numbers.join(", ")));
        let rows: Vec<RefRow> = on_reader!(self, |db| {
            let query = sqlx::query_as(by_ids).bind(Word(ladder));
            ids.iter().fold(query, |query, id| query.bind(id.0)).fetch_all(db).await?
        });
        Ok(rows.into_iter().map(PlayerRef::from).collect())
    }

    /// The people whose names look as if they began so, the one of exactly that name first.
    pub async fn find_players(
        &self,
        ladder: Ladder,
        key_begins: &str,
        limit: u32,
    ) -> Result<Vec<PlayerRef>, StoreError> {
        let by_name = match self {
            Store::Postgres(_) => BY_NAME_POSTGRES,
            Store::Sqlite { .. } => BY_NAME_SQLITE,
        };
        // No text goes on with this character: it is none.
        let end = format!("{key_begins}\u{10ffff}");
        let rows: Vec<RefRow> = on_reader!(self, |db| {
            sqlx::query_as(by_name)
                .bind(key_begins)
                .bind(end)
                .bind(Word(ladder))
                .bind(i64::from(limit))
                .fetch_all(db)
                .await?
        });
        Ok(rows.into_iter().map(PlayerRef::from).collect())
    }

    /// Follows somebody (关注), a person or a guest; an account follows at most so many.
    pub async fn follow(
        &self,
        account: AccountId,
        other: AccountId,
        most: u32,
        now: Millis,
    ) -> Result<(), StoreError> {
        self.add(List::Following, account, other, most, now).await
    }

    /// Follows somebody no longer.
    pub async fn unfollow(&self, account: AccountId, other: AccountId) -> Result<(), StoreError> {
        self.remove(List::Following, account, other).await
    }

    /// Blocks somebody (屏蔽), a person or a guest, whom one then follows no longer; an account blocks at most so many.
    pub async fn block(
        &self,
        account: AccountId,
        other: AccountId,
        most: u32,
        now: Millis,
    ) -> Result<(), StoreError> {
        self.add(List::Blocked, account, other, most, now).await
    }

    /// Blocks somebody no longer.
    pub async fn unblock(&self, account: AccountId, other: AccountId) -> Result<(), StoreError> {
        self.remove(List::Blocked, account, other).await
    }

    /// How an account stands to another.
    pub async fn relation(&self, account: AccountId, other: AccountId) -> Result<Relation, StoreError> {
        let (following, blocked): (i64, i64) = on_reader!(self, |db| {
            sqlx::query_as(
                "select (select count(*) from follows where account_id = $1 and other_id = $2),
                        (select count(*) from blocks where account_id = $1 and other_id = $2)",
            )
            .bind(account.0)
            .bind(other.0)
            .fetch_one(db)
            .await?
        });
        Ok(Relation { following: following > 0, blocked: blocked > 0 })
    }

    /// Whom the account follows, by name.
    pub async fn following(&self, ladder: Ladder, account: AccountId) -> Result<Vec<PlayerRef>, StoreError> {
        self.list(List::Following, ladder, account).await
    }

    /// Whom the account has blocked, by name.
    pub async fn blocked(&self, ladder: Ladder, account: AccountId) -> Result<Vec<PlayerRef>, StoreError> {
        self.list(List::Blocked, ladder, account).await
    }

    /// The same, the ids alone.
    pub async fn blocked_ids(&self, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
        let ids: Vec<Uuid> = on_reader!(self, |db| {
            sqlx::query_scalar("select other_id from blocks where account_id = $1 order by other_id")
                .bind(account.0)
                .fetch_all(db)
                .await?
        });
        Ok(ids.into_iter().map(AccountId).collect())
    }

    async fn add(
        &self,
        list: List,
        account: AccountId,
        other: AccountId,
        most: u32,
        now: Millis,
    ) -> Result<(), StoreError> {
        in_transaction!(self, |tx| {
            // Whoever comes second waits here and counts what the first has added, or sees who is gone. In the order of accounts,
            // so that two who follow each other can't wait for each other.
            for id in [account.min(other), account.max(other)] {
                let here = sqlx::query(HERE).bind(id.0).execute(&mut *tx).await?.rows_affected();
                if here == 0 {
                    return Err(StoreError::NoSuchAccount(id));
                }
            }
            let others: i64 = sqlx::query_scalar(list.count_others())
                .bind(account.0)
                .bind(other.0)
                .fetch_one(&mut *tx)
                .await?;
            if others >= i64::from(most) {
                return Err(StoreError::TooManyPeople { most });
            }
            sqlx::query(list.add()).bind(account.0).bind(other.0).bind(now.0).execute(&mut *tx).await?;
            if list == List::Blocked {
                sqlx::query(List::Following.remove()).bind(account.0).bind(other.0).execute(&mut *tx).await?;
            }
        });
        Ok(())
    }

    async fn remove(&self, list: List, account: AccountId, other: AccountId) -> Result<(), StoreError> {
        on_writer!(self, |db| {
            sqlx::query(list.remove()).bind(account.0).bind(other.0).execute(db).await?;
        });
        Ok(())
    }

    async fn list(
        &self,
        list: List,
        ladder: Ladder,
        account: AccountId,
    ) -> Result<Vec<PlayerRef>, StoreError> {
        let rows: Vec<RefRow> = on_reader!(self, |db| {
            sqlx::query_as(list.all()).bind(account.0).bind(Word(ladder)).fetch_all(db).await?
        });
        let mut people: Vec<PlayerRef> = rows.into_iter().map(PlayerRef::from).collect();
        // Sorted here: the databases order texts each in its own way.
        people.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
        Ok(people)
    }
}
