//! The life of a room in virtual time, a file per behaviour.

mod answers;
mod arranging;
mod client;
mod clocks;
mod debug;
mod draws;
mod ends;
mod laws;
mod moves;
mod restoring;
mod resuming;
mod saved;
mod seats;
mod talk;
mod watching;
mod world;
