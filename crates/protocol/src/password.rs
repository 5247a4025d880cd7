use std::fmt;

use serde::{Deserialize, Serialize};

/// A room's password, on its way to the server. It is never sent back.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
#[ts(as = "String")]
pub struct Password(pub String);

/// Never shows it.
impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}
