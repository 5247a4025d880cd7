//! Accounts, games and ladder on PostgreSQL and SQLite.
//!
//! Every method's body is written once and expanded for both databases. Ids and times come from the caller; nothing here
//! reads a clock or draws lots. What a running game hides leaves this crate through [`Store::unfinished_games`] alone, from
//! which the server rebuilds its rooms.

mod account;
mod archive;
mod backup;
mod column;
mod company;
mod connect;
mod drain;
mod error;
mod examine;
mod export;
mod fair;
mod farewell;
mod finish;
mod game;
mod heartbeat;
mod invite;
mod journal;
mod ladder;
mod layout;
mod marks;
mod moving;
mod penalty;
mod people;
mod plan;
mod postgres;
mod score;
mod seating;
mod talk;
mod tenure;
mod token;
mod unfinished;

pub use account::{AccountState, Named, NewAccount, PasswordHash, StoredAccount};
pub use archive::{FinishedGame, GamesFilter, GamesPage, StoredGame};
pub use backup::{BackupError, backup};
pub use connect::{ConnectOptions, Connections, Store};
pub use drain::{Cancelled, Drain, DrainState};
pub use error::StoreError;
pub use examine::{Condition, examine};
pub use export::{Audience, Ended, PublicGames};
pub use fair::{BrowserHash, Flights};
pub use finish::{FinishGame, Leaving};
pub use game::{Deployment, GameInfo, NewGame, NewSeat, StartGame, Submission};
pub use heartbeat::Outage;
pub use journal::JournalEntry;
pub use ladder::{LeaderboardCursor, LeaderboardPage, ParseCursorError};
#[doc(hidden)]
pub use moving::TABLES as MOVED;
pub use moving::{Checksum, MoveError, Moved, Side, move_all};
pub use penalty::barred_until;
#[doc(hidden)]
pub use plan::PLANNED;
pub use postgres::{PgLent, Postgres, Session};
pub use score::{Ladder, ScoreCard};
pub use talk::TalkLine;
pub use tenure::Tenure;
pub use token::{NewToken, StoredLogin, TokenHash};
pub use unfinished::{UnfinishedGame, UnfinishedPhase, UnfinishedSeat};
