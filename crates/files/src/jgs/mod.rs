//! `.jgs`: a game of four, as the QQ client records it.
//!
//! The file tells, beside what was done, what came of it: the end of each fight, who is next, whose flag is shown, who goes
//! out. `tell` says what a file must tell of an action; the writer writes that down, the reader plays the game and compares.

mod comments;
mod frame;
mod header;
mod read;
mod tell;
mod write;

pub use read::read;
pub use write::write;

use rules::RuleSet;

pub(crate) const SIGNATURE: &[u8] = b"QQGame JQS\0";

/// The limit of the QQ client's recorded games.
const QUIET_LIMIT: u16 = 71;
/// The rules of the games that it records.
const RULES: RuleSet = RuleSet { quiet_limit: QUIET_LIMIT, ..RuleSet::DEFAULT };

/// Bytes of one record.
const RECORD: usize = 10;
/// One record.
type Bits = [u8; RECORD];

/// How a move begins, and an event.
const MOVE: u8 = 0x5f;
const EVENT: u8 = 0xf5;

/// No seat, where the file wants one.
const NOBODY: u8 = 0xff;
