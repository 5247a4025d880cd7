use serde::{Deserialize, Serialize};

/// What is true of the whole server, for whoever comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Site {
    /// Who may register.
    pub registration: RegistrationMode,
}

/// Who may register. Guests are let in whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RegistrationMode {
    /// Everybody.
    Open,
    /// Who has a code that the operator gave out.
    Invite,
    /// Nobody.
    Closed,
}

/// A text that names no such mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected open, invite or closed")]
pub struct ParseRegistrationModeError;

impl std::fmt::Display for RegistrationMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            RegistrationMode::Open => "open",
            RegistrationMode::Invite => "invite",
            RegistrationMode::Closed => "closed",
        })
    }
}

impl std::str::FromStr for RegistrationMode {
    type Err = ParseRegistrationModeError;

    fn from_str(text: &str) -> Result<RegistrationMode, ParseRegistrationModeError> {
        match text {
            "open" => Ok(RegistrationMode::Open),
            "invite" => Ok(RegistrationMode::Invite),
            "closed" => Ok(RegistrationMode::Closed),
            _ => Err(ParseRegistrationModeError),
        }
    }
}
