use protocol::{AccountId, GameId};
use sqlx::migrate::MigrateError;

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another account has this name, or one that looks like it.
    #[error("the name is taken, or looks like one that is")]
    NameTaken,
    /// The settings would be longer than they may be.
    #[error("settings have at most {most} bytes")]
    PreferencesTooLong {
        /// How long they may be.
        most: usize,
    },
    /// The account is not in use any more, or its password is another than the one that was looked at.
    #[error("the password of account {0} has changed")]
    PasswordChanged(AccountId),
    /// The account keeps as many layouts as it may.
    #[error("an account keeps at most {most} layouts")]
    TooManyLayouts {
        /// How many it may keep.
        most: u32,
    },
    /// No such code to register with, or somebody has used it.
    #[error("there is no such code, or somebody has used it")]
    NoSuchInvite,
    /// The account follows, or has blocked, as many as it may.
    #[error("an account follows at most {most} people, and blocks as many")]
    TooManyPeople {
        /// How many that are.
        most: u32,
    },
    /// The account is in a game that has not ended.
    #[error("account {0} is in a game that has not ended")]
    InGame(AccountId),
    /// No account with this id.
    #[error("there is no account {0}")]
    NoSuchAccount(AccountId),
    /// Only a guest can become a person.
    #[error("account {0} is no guest's, or no more")]
    NotAGuest(AccountId),
    /// An account is in at most one game in which it is still in.
    #[error("account {0} is in another game")]
    AlreadyPlaying(AccountId),
    /// No game with this id.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// A game with this id was created before.
    #[error("game {0} exists already")]
    GameExists(GameId),
    /// The game has started, has ended, or was never there; or it has no such seat.
    #[error("game {0} is not being arranged")]
    NotArranging(GameId),
    /// The game was settled before; nothing has changed.
    #[error("game {0} has ended already")]
    AlreadyFinished(GameId),
    /// The journal holds another action of this number; nothing of the batch was written.
    #[error("action {no} of game {game} was written already")]
    ActionTaken {
        /// The game.
        game: GameId,
        /// The action's number.
        no: u32,
    },
    /// The URL's scheme names no database that is known here.
    #[error("unknown database scheme `{0}`: expected sqlite or postgres")]
    UnknownScheme(String),
    /// Another process serves from this database.
    #[error("another siguo serves from it")]
    InUse,
    /// Another server has served from this database since this one began to.
    #[error("another siguo has taken it over")]
    Lost,
    /// A database in memory is lost with the process.
    #[error("a database in memory keeps nothing")]
    InMemory,
    /// The folder of the database file can't be made.
    #[error("make the folder of the database")]
    Folder(#[source] std::io::Error),
    /// The database file can't be made, or can't be written to.
    #[error("open the file of the database")]
    File(#[source] std::io::Error),
    /// A later version of the program has changed the tables.
    #[error(
        "its tables are of a later version of siguo: start that one, or restore a backup from before the upgrade"
    )]
    Later,
    /// The tables can't be brought up to date.
    #[error("bring the tables of the database up to date")]
    Migrate(#[source] MigrateError),
    /// The database failed.
    #[error("ask the database")]
    Database(#[from] sqlx::Error),
}

impl From<MigrateError> for StoreError {
    fn from(err: MigrateError) -> StoreError {
        if let MigrateError::VersionMissing(_) = err { StoreError::Later } else { StoreError::Migrate(err) }
    }
}

impl StoreError {
    /// Whether the database is away, full or busy, so that the same may succeed later. The work may have been done all the same,
    /// if only the answer was lost. One that another process serves from, or has served from meanwhile, is none to be written to.
    pub fn is_away(&self) -> bool {
        if let StoreError::InUse | StoreError::Lost = self {
            return true;
        }
        let StoreError::Database(err) = self else { return false };
        if let sqlx::Error::Database(err) = err {
            return err.code().is_some_and(|code| is_transient(&code));
        }
        matches!(
            err,
            sqlx::Error::Io(_)
                | sqlx::Error::Tls(_)
                | sqlx::Error::Protocol(_)
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed
                | sqlx::Error::WorkerCrashed
        )
    }
}

/// PostgreSQL: connection lost (08), rolled back (40), out of resources (53), stopped (57), system error (58); SQLite: busy,
/// locked, I/O error, full, can't open.
fn is_transient(code: &str) -> bool {
    const SQLITE: [i32; 5] = [5, 6, 10, 13, 14];
    match code.parse::<i32>() {
        // SQLite's extended codes keep the plain one in the low byte and have four digits at most; a SQLSTATE has five characters.
        Ok(number) if code.len() < 5 => SQLITE.contains(&(number & 0xff)),
        _ => ["08", "40", "53", "57", "58"].iter().any(|class| code.starts_with(class)),
    }
}

/// A stored value that can't be read: written by a later version, or by hand.
pub(crate) fn unreadable(err: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StoreError {
    StoreError::Database(sqlx::Error::Decode(err.into()))
}

/// Whether a statement failed because a unique key was taken.
pub(crate) fn is_taken(err: &sqlx::Error) -> bool {
    err.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_told_from_what_will_not() {
        for code in ["08006", "40P01", "53300", "57P01", "58030", "5", "261", "13", "3338"] {
            assert!(is_transient(code), "{code}");
        }
        for code in ["23505", "23514", "42601", "1", "19", "2067", "XX000"] {
            assert!(!is_transient(code), "{code}");
        }
    }
}
