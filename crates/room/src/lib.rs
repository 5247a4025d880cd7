//! The life of a room as a pure machine: seats, layouts, clocks, votes, talk, results.
//!
//! [`Room::step`] takes the time and one [`Input`] and gives [`Effects`]: at most one [`Save`], and frames by
//! [`Audience`]. What is to be saved must be durable before any of the frames leaves. No IO, no clock and no randomness
//! of its own: chance comes from the seed of the [`RoomSetup`].

mod answers;
mod arranging;
mod commands;
mod draw;
mod effects;
mod ended;
mod hidden;
mod input;
mod log;
mod lots;
mod playing;
mod restore;
mod room;
mod seats;
mod setup;
mod snapshot;
mod table;
mod talk;

pub use effects::{Audience, Effects, JournalEntry, Memo, OffersMade, Save, Seats};
pub use hidden::Hidden;
pub use input::{Input, Member, RoomCommand, Target};
pub use room::{RESUMED_EVENTS, Room};
pub use setup::{Outage, RestoreFault, RoomSetup, SavedRoom, SavedSeat, SavedState};
