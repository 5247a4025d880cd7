use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A text that is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id: expected a UUID")]
pub struct ParseIdError;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
        #[serde(transparent)]
        #[ts(as = "String")]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<$name, ParseIdError> {
                Uuid::parse_str(text).map($name).map_err(|_| ParseIdError)
            }
        }
    };
}

id!(
    /// An account: a person's, a guest's or a bot's. A UUIDv7.
    AccountId
);
id!(
    /// A game, from the moment its seats are drawn. A UUIDv7.
    GameId
);
id!(
    /// An invitation to be partners. A UUIDv7; who knows it may answer the invitation.
    InviteId
);
id!(
    /// A room; it may see several games. A UUIDv7.
    RoomId
);
