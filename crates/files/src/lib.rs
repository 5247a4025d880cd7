//! The files that players already have, read and written.
