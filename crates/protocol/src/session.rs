use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Millis;

/// Name and password to register with, and the code that may be needed.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// 2 to 16 characters.
    pub name: String,
    /// 8 to 128 characters.
    pub password: String,
    /// A code from the operator, where one is needed to register.
    pub invite: Option<String>,
}

/// Never shows the password, nor the code.
impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A change of one's own password.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The password until now.
    pub current: String,
    /// The password from now on: 8 to 128 characters.
    pub new: String,
}

/// Never shows the passwords.
impl fmt::Debug for PasswordChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordChange(…)")
    }
}

/// The wish to delete one's own account.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// The password; guests have none.
    pub password: Option<String>,
}

/// Never shows the password.
impl fmt::Debug for Farewell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Farewell(…)")
    }
}

/// A login of the own account's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Login {
    /// Names it among the own logins; it is no secret and opens nothing.
    pub id: String,
    /// The browser or program, as it calls itself.
    pub label: String,
    /// When it was made.
    pub created: Millis,
    /// When it was last used.
    pub last_seen: Millis,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// All logins of the own account that last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Sessions {
    /// The one used last comes first.
    pub sessions: Vec<Login>,
}
