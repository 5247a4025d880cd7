use serde::{Deserialize, Serialize};

use crate::Millis;

/// A restart of the server that is announced. Until then games go on and none begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Restart {
    /// When the server stops.
    pub at: Millis,
    /// Whether it may stop earlier: as soon as no game is arranged or runs.
    pub early: bool,
}
