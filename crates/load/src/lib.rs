//! Real clients that play whole games against a running server, each from its own view, and what they measure.
//!
//! [`run()`] is the whole of it: it is given a [`Plan`] and a token that says when to stop, and answers with a [`Report`]. [`run_at()`] measures clients of another
//! server in the same way, for comparison.

#![warn(missing_docs)]

mod check;
mod choose;
mod entrance;
mod error;
mod follow;
mod latency;
mod limit;
mod member;
mod open;
mod pending;
mod plan;
mod player;
mod proc;
mod refusal;
mod report;
mod run;
mod shared;
mod socket;
mod table;
mod tally;
mod target;
mod text;
mod usage;
mod watcher;

pub use check::Fault;
pub use error::LoadError;
pub use latency::Moments;
pub use limit::{Limit, Limiting};
pub use open::{House, NotOpened};
pub use plan::{Plan, PlanFault, Reach};
pub use report::{
    Bytes, Checks, Cuts, Finding, Games, Latency, Machine, Moves, Percentiles, Processes, Report, Use, Wait,
};
pub use run::{Progress, run, run_at};
pub use shared::Shared;
pub use target::{Target, TargetFault};
pub use text::table;
