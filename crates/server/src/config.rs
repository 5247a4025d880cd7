use std::{fmt, str::FromStr, time::Duration};

use axum::http::{HeaderName, Uri};
use protocol::{LadderSettings, SameAddress};
use tokio::net::TcpListener;

use crate::{chance::Seed, clock::Clock, pace::Rate};

/// The ladder's settings unless others are given.
pub const DEFAULT_LADDER: LadderSettings =
    LadderSettings { protect: 50, same_opponents: 10, same_address: SameAddress::Auto };

/// Everything that can be set about a server. `siguo serve` makes it of flags and environment; tests make their own.
pub struct Config {
    /// The database's URL. It may hold a password.
    pub database: String,
    /// The addresses under which browsers reach the server. Empty: the one that they name as the host.
    pub origins: Vec<Origin>,
    /// The header in which a proxy in front names the client's address; nobody else must be able to set it.
    pub client_address: Option<HeaderName>,
    /// Where metrics are served; nowhere if absent.
    pub metrics: Option<TcpListener>,
    /// Seconds a turn in ranked games.
    pub turn_seconds: u16,
    /// Seconds for arranging in ranked games.
    pub arrange_seconds: u16,
    /// What is set about the ladder.
    pub ladder: LadderSettings,
    /// The server's time.
    pub clock: Clock,
    /// What chance begins with.
    pub seed: Seed,
    /// How much one client may do.
    pub limits: Limits,
    /// How long saving something may take before the clocks stand still.
    pub saving: Duration,
    /// A leak to be caught by a test.
    #[cfg(feature = "planted-leaks")]
    pub leak: Option<crate::Leak>,
}

impl Config {
    /// The defaults, with this database.
    pub fn new(database: impl Into<String>) -> Config {
        Config {
            database: database.into(),
            origins: Vec::new(),
            client_address: None,
            metrics: None,
            turn_seconds: 30,
            arrange_seconds: 60,
            ladder: DEFAULT_LADDER,
            clock: Clock::system(),
            seed: Seed::System,
            limits: Limits::default(),
            saving: Duration::from_secs(2),
            #[cfg(feature = "planted-leaks")]
            leak: None,
        }
    }
}

/// Never shows the database's password.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("origins", &self.origins)
            .field("client_address", &self.client_address)
            .field("metrics", &self.metrics)
            .field("turn_seconds", &self.turn_seconds)
            .field("arrange_seconds", &self.arrange_seconds)
            .field("ladder", &self.ladder)
            .field("limits", &self.limits)
            .field("saving", &self.saving)
            .finish_non_exhaustive()
    }
}

/// Who comes from this machine: programs beside the server, and everybody whom a proxy brings that names no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loopback {
    /// Opens as many sockets as it likes.
    Unbounded,
    /// Is bound like everybody.
    Bounded,
}

/// How much one client may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Guests let in, per address.
    pub guest: Rate,
    /// Registrations, per address.
    pub register: Rate,
    /// Attempts to log in, per address.
    pub login: Rate,
    /// Records expanded, per address.
    pub replay: Rate,
    /// Requests to the API of any kind, per address.
    pub request: Rate,
    /// Sockets that are open at once, per address.
    pub sockets: u32,
    /// Whether this machine's own addresses may open so many only, too.
    pub loopback: Loopback,
    /// Commands, per connection and per account.
    pub command: Rate,
    /// Lines of talk, per account.
    pub talk: Rate,
    /// Passwords of rooms tried or set, per account.
    pub room_password: Rate,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            guest: Rate { every_ms: 10_000, burst: 60 },
            register: Rate { every_ms: 20_000, burst: 60 },
            login: Rate { every_ms: 5_000, burst: 20 },
            replay: Rate { every_ms: 1_000, burst: 20 },
            request: Rate { every_ms: 50, burst: 400 },
            sockets: 256,
            loopback: Loopback::Unbounded,
            command: Rate { every_ms: 100, burst: 40 },
            talk: Rate { every_ms: 1_500, burst: 6 },
            room_password: Rate { every_ms: 10_000, burst: 5 },
        }
    }
}

impl Limits {
    /// No limits: for tests that do much in no time.
    pub fn none() -> Limits {
        let any = Rate { every_ms: 0, burst: 1 };
        Limits {
            guest: any,
            register: any,
            login: any,
            replay: any,
            request: any,
            sockets: u32::MAX,
            loopback: Loopback::Unbounded,
            command: any,
            talk: any,
            room_password: any,
        }
    }
}

/// Scheme, host and port of an address, as browsers send it in `Origin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// A text that is no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected scheme and host alone, like https://siguo.example")]
pub struct ParseOriginError;

impl Origin {
    /// As browsers write it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Origin, ParseOriginError> {
        let uri: Uri = text.trim_end_matches('/').parse().map_err(|_| ParseOriginError)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(ParseOriginError);
        };
        let bare = uri.path() == "/" && uri.query().is_none() && !authority.as_str().contains('@');
        if !bare || !matches!(scheme, "http" | "https") {
            return Err(ParseOriginError);
        }
        Ok(Origin(format!("{scheme}://{}", authority.as_str().to_ascii_lowercase())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_and_host() {
        assert_eq!(
            "https://Siguo.example/".parse::<Origin>().expect("one").as_str(),
            "https://siguo.example"
        );
        assert_eq!("http://127.0.0.1:8080".parse::<Origin>().expect("one").as_str(), "http://127.0.0.1:8080");
        for text in ["siguo.example", "ftp://siguo.example", "https://siguo.example/path", "https://a@b", ""]
        {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
