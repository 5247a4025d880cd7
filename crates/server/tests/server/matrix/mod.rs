//! Whoever sends whatever: it is carried out where that is right, or refused with its code, and then nothing has changed.

mod commands;
mod routes;
mod scene;
