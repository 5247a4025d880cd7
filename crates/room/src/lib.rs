//! The life of a room as a pure machine: seats, layouts, clocks, votes, talk, results.
//!
//! [`Room::step`] takes the time and one [`Input`] and gives [`Effects`]: at most one [`Save`], and frames by
//! [`Audience`]. What is to be saved must be durable before any of the frames leaves. No IO, no clock and no randomness
//! of its own: chance comes from the seed of the [`RoomSetup`].

mod answers;
mod arranging;
mod by_account;
mod commands;
mod draw;
mod effects;
mod ended;
mod hidden;
mod house;
mod input;
mod log;
mod lots;
mod options;
mod playing;
mod restore;
mod room;
mod seats;
mod setup;
mod snapshot;
mod swap;
mod table;
mod talk;

pub use effects::{Audience, Earshot, Effects, JournalEntry, Lock, Memo, OffersMade, Save, Seats};
pub use hidden::Hidden;
pub use input::{Departure, Input, Member, Pass, RoomCommand, Target, Ties};
pub use options::{check_flee_rate, check_options, check_password};
pub use room::Room;
pub use setup::{Outage, RestoreFault, RoomSetup, SavedRoom, SavedSeat, SavedState};
