use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// What this server has set about its ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct LadderSettings {
    /// A winner above this score gains nothing when an opponent is below it; 0: there is no such line.
    pub protect: u32,
    /// How often two accounts on opposite sides score against each other within 24 hours; 0: as often as they like.
    pub same_opponents: u32,
    /// Whether two of one address may be opponents in a quick match.
    pub same_address: SameAddress,
}

/// Whether two of one address may be opponents in a quick match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SameAddress {
    /// They may.
    Allow,
    /// They may not.
    Refuse,
    /// They may where the address is of loopback or of a private network.
    Auto,
}

/// A word that is none of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected allow, refuse or auto")]
pub struct ParseSameAddressError;

impl SameAddress {
    const ALL: [SameAddress; 3] = [SameAddress::Allow, SameAddress::Refuse, SameAddress::Auto];

    const fn name(self) -> &'static str {
        match self {
            SameAddress::Allow => "allow",
            SameAddress::Refuse => "refuse",
            SameAddress::Auto => "auto",
        }
    }
}

impl fmt::Display for SameAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SameAddress {
    type Err = ParseSameAddressError;

    fn from_str(text: &str) -> Result<SameAddress, ParseSameAddressError> {
        SameAddress::ALL.into_iter().find(|word| word.name() == text).ok_or(ParseSameAddressError)
    }
}
