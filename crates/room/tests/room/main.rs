//! The life of a room in virtual time, a file per behaviour.

mod again;
mod answers;
mod arranging;
mod client;
mod clocks;
mod debug;
mod disorder;
mod draws;
mod ends;
mod house;
mod laws;
mod moves;
mod options;
mod outlook;
mod pointing;
mod renewed;
mod restoring;
mod resuming;
mod saved;
mod seats;
mod swaps;
mod talk;
mod watching;
mod world;
