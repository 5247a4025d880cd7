//! Players of 四国军棋 that decide from a view alone.
//!
//! A [`Bot`] is given the view of its seat, then every event in the form that its seat is told. What it knows of other
//! pieces it has concluded: `knowledge` keeps for each the kinds that it can be, `army` weighs them against what 25
//! pieces must consist of, `scene` weighs the moves. No clock, and no chance but its seed.

mod army;
mod bot;
mod flip;
mod habits;
mod hunt;
mod knowledge;
mod level;
mod prey;
mod scene;
mod spread;
mod terrain;
mod worth;

pub use bot::{Bot, Choice};
pub use level::Level;
