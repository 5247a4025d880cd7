use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A moment of the server's clock: milliseconds since 1970-01-01T00:00:00Z.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ts_rs::TS,
    utoipa::ToSchema,
)]
#[serde(transparent)]
#[ts(as = "f64")]
pub struct Millis(pub i64);

impl Add<i64> for Millis {
    type Output = Millis;

    /// So many milliseconds later.
    fn add(self, ms: i64) -> Millis {
        Millis(self.0 + ms)
    }
}

impl Sub for Millis {
    type Output = i64;

    /// Milliseconds from `earlier` to `self`.
    fn sub(self, earlier: Millis) -> i64 {
        self.0 - earlier.0
    }
}
