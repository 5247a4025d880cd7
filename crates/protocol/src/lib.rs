//! The messages of siguo: what clients and server say on the WebSocket and in the REST API.
//!
//! `docs/protocol.md` tells the same with a whole sample session; a test compares the two.

#![warn(missing_docs)]

mod account;
mod command;
mod error;
mod frame;
mod ids;
mod ladder;
mod marks;
mod millis;
mod pair;
mod password;
mod people;
mod rest;
mod restart;
mod room;
mod session;
mod site;
mod talk;

pub use account::{Account, AccountKind, BotLevel, Language, Player, Role, Tally};
pub use command::{ClientFrame, Command, CommandId, Progress, QueueMode};
pub use error::{ErrorBody, PasswordFault, Problem, RankedFault};
pub use frame::{Answer, Done, Event, Hello, LeftLine, Notice, QueueStatus, Reply, ServerFrame};
pub use ids::{AccountId, GameId, InviteId, ParseIdError, RoomId};
pub use ladder::{LadderSettings, ParseSameAddressError, SameAddress};
pub use marks::{Mark, Marked, Marks, ParseMarkError};
pub use millis::{Millis, ParseMillisError};
pub use pair::{Invite, PairNews, Pairing, SentInvite};
pub use password::Password;
pub use people::{
    Companion, Company, FoundPlayers, Known, Outcome, People, PlayerRef, Relation, ScoreHistory, ScorePoint,
    Whereabouts,
};
pub use rest::{
    Credentials, ExpandedGame, GameComment, GameHead, GamePage, GameState, Leaderboard, LeaderboardRow, Live,
    LiveRoom, Me, MySettings, NewLayout, PlayedGame, PlayedGames, PlayerPage, RoomFilter, RoomStage,
    SavedLayout, SavedLayouts, Standing, Token, Waiting,
};
pub use restart::Restart;
pub use room::{
    Clock, DrawOffer, FirstSeat, Host, Link, Mode, Occupant, Phase, Privacy, RoomKind, RoomOptions,
    RoomSnapshot, Score, Scores, Spectating, SwapOffer,
};
pub use session::{Farewell, Login, PasswordChange, Registration, Sessions};
pub use site::{ParseRegistrationModeError, RegistrationMode, Site};
pub use talk::{Channel, Phrase, Said, Speaker, Talk, Words};

/// The version of the WebSocket protocol; the first command names it.
pub const VERSION: u16 = 1;

/// Events that somebody who comes back may have missed and still gets one by one; if there were more, the view
/// comes instead. The server's queue for a client holds more than these.
pub const RESUMED_EVENTS: u32 = 64;
