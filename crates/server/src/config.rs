use std::{fmt, str::FromStr, time::Duration};

use axum::http::Uri;
use protocol::{LadderSettings, RegistrationMode, SameAddress};
use tokio::net::TcpListener;

use crate::{
    chance::Seed,
    clock::Clock,
    pace::{ParseRateError, Rate},
    proxies::Proxies,
};

/// The ladder's settings unless others are given.
pub const DEFAULT_LADDER: LadderSettings =
    LadderSettings { protect: 50, same_opponents: 10, same_address: SameAddress::Auto };

/// Everything that can be set about a server. `siguo serve` makes it of flags and environment; tests make their own.
pub struct Config {
    /// The database's URL. It may hold a password.
    pub database: String,
    /// The addresses under which browsers reach the server. Empty: the one that they name as the host.
    pub origins: Vec<Origin>,
    /// The proxies in front, if there are any.
    pub proxies: Option<Proxies>,
    /// Where metrics are served; nowhere if absent.
    pub metrics: Option<TcpListener>,
    /// Seconds a turn in ranked games.
    pub turn_seconds: u16,
    /// Seconds for arranging in ranked games.
    pub arrange_seconds: u16,
    /// What is set about the ladder.
    pub ladder: LadderSettings,
    /// Who may register.
    pub registration: RegistrationMode,
    /// The server's time.
    pub clock: Clock,
    /// What chance begins with.
    pub seed: Seed,
    /// How much one client may do.
    pub limits: Limits,
    /// How long saving something may take before the clocks stand still.
    pub saving: Duration,
    /// How long a connection may do nothing.
    pub patience: Patience,
    /// How long before the sockets are closed everybody hears that the server is about to stop.
    pub goodbye: Duration,
    /// How long stopping may take from then on. Nothing that was acknowledged depends on it.
    pub stopping: Duration,
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
            proxies: None,
            metrics: None,
            turn_seconds: 30,
            arrange_seconds: 60,
            ladder: DEFAULT_LADDER,
            registration: RegistrationMode::Open,
            clock: Clock::system(),
            seed: Seed::System,
            limits: Limits::default(),
            saving: Duration::from_secs(2),
            patience: Patience::default(),
            goodbye: Duration::from_secs(2),
            stopping: Duration::from_secs(7),
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
            .field("proxies", &self.proxies)
            .field("metrics", &self.metrics)
            .field("turn_seconds", &self.turn_seconds)
            .field("arrange_seconds", &self.arrange_seconds)
            .field("ladder", &self.ladder)
            .field("registration", &self.registration)
            .field("limits", &self.limits)
            .field("saving", &self.saving)
            .field("patience", &self.patience)
            .field("goodbye", &self.goodbye)
            .field("stopping", &self.stopping)
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

/// How long a connection may do nothing.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From its opening, or the last answer, to the end of the next request's head.
    pub head: Duration,
    /// While it takes nothing in of what is sent.
    pub stall: Duration,
    /// From the end of a request's head to its answer, the body's coming included.
    pub request: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let half_a_minute = Duration::from_secs(30);
        Patience { head: half_a_minute, stall: half_a_minute, request: half_a_minute }
    }
}

/// How much one client may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Guests let in, per address.
    pub guest: Rate,
    /// Accounts registered, per address: no more than a burst within the time in which all of it is given back.
    pub register: Rate,
    /// Attempts to log in, and as many to register, per address.
    pub login: Rate,
    /// Wrong passwords, per account.
    pub password: Rate,
    /// Records expanded, per address.
    pub replay: Rate,
    /// Exports begun, per address.
    pub export: Rate,
    /// Requests to the API of any kind, per address.
    pub request: Rate,
    /// Sockets that are open at once, per address.
    pub sockets: u32,
    /// Connections that are open at once, sockets among them, in all.
    pub connections: u32,
    /// The same, per address.
    pub connections_per_address: u32,
    /// Rooms that people have opened and that are there at once, in all. Quick matches are not counted.
    pub rooms: u32,
    /// The same, per account: a room is gone five minutes after the last one has left it, but one in which bots play on only when they have
    /// come to an end.
    pub rooms_per_account: u32,
    /// The same, per address; a room that was there before the server was restarted is nobody's address'.
    pub rooms_per_address: u32,
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
            register: Rate { every_ms: 720_000, burst: 5 },
            login: Rate { every_ms: 5_000, burst: 20 },
            password: Rate { every_ms: 60_000, burst: 10 },
            replay: Rate { every_ms: 1_000, burst: 20 },
            export: Rate { every_ms: 10_000, burst: 12 },
            request: Rate { every_ms: 50, burst: 400 },
            sockets: 256,
            connections: 16_384,
            connections_per_address: 1024,
            rooms: 8192,
            rooms_per_account: 32,
            rooms_per_address: 256,
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
        let mut limits = Limits {
            sockets: u32::MAX,
            connections: u32::MAX,
            connections_per_address: u32::MAX,
            rooms: u32::MAX,
            rooms_per_account: u32::MAX,
            rooms_per_address: u32::MAX,
            ..Limits::default()
        };
        for (_, rate) in limits.by_name() {
            *rate = Rate::NONE;
        }
        limits
    }

    /// Passwords of rooms, per address: as many as four accounts have.
    pub(crate) fn room_password_of_address(&self) -> Rate {
        let Rate { every_ms, burst } = self.room_password;
        // Rounded up: 0 would be no limit.
        Rate { every_ms: (every_ms + 3) / 4, burst: burst * 4 }
    }

    /// Each with its name in the settings.
    fn by_name(&mut self) -> [(&'static str, &mut Rate); 10] {
        [
            ("guest", &mut self.guest),
            ("register", &mut self.register),
            ("login", &mut self.login),
            ("password", &mut self.password),
            ("replay", &mut self.replay),
            ("export", &mut self.export),
            ("request", &mut self.request),
            ("command", &mut self.command),
            ("talk", &mut self.talk),
            ("room-password", &mut self.room_password),
        ]
    }
}

/// A text that states no limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseLimitsError {
    /// No `NAME=`, or a name that is none.
    #[error(
        "`{0}` names no limit: expected NAME=BURST/SECONDS or NAME=off, where NAME is one of those shown as the default"
    )]
    Name(String),
    /// No rate behind the name.
    #[error("`{0}`: {1}")]
    Rate(String, ParseRateError),
}

/// What the settings take: `guest=60/10,login=off`. What is not named stays as it is by default; `off` alone is no limits at all.
impl FromStr for Limits {
    type Err = ParseLimitsError;

    fn from_str(text: &str) -> Result<Limits, ParseLimitsError> {
        if text == "off" {
            return Ok(Limits::none());
        }
        let mut limits = Limits::default();
        for part in text.split(',') {
            let unknown = || ParseLimitsError::Name(part.to_owned());
            let (name, rate) = part.split_once('=').ok_or_else(unknown)?;
            let mut known = limits.by_name().into_iter();
            let (_, limit) = known.find(|(known, _)| *known == name).ok_or_else(unknown)?;
            *limit = rate.parse().map_err(|err| ParseLimitsError::Rate(part.to_owned(), err))?;
        }
        Ok(limits)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut limits = *self;
        let limits = limits.by_name().map(|(name, rate)| format!("{name}={rate}"));
        f.write_str(&limits.join(","))
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
    fn limits_are_written_as_they_are_read() {
        let default = Limits::default().to_string();
        assert!(default.starts_with("guest=60/10,register=5/720,login=20/5,password=10/60,"), "{default}");
        assert_eq!(default.parse::<Limits>().expect("limits").to_string(), default);
        let some: Limits = "login=off,command=5/0.25".parse().expect("limits");
        let expected = default.replace("login=20/5", "login=off").replace("command=40/0.1", "command=5/0.25");
        assert_eq!(some.to_string(), expected);
        assert!(
            "off".parse::<Limits>().expect("limits").to_string().split(',').all(|one| one.ends_with("=off"))
        );
        for text in [
            "",
            "login",
            "logins=off",
            "login=off,",
            "login=20",
            "login=0/5",
            "login=20/0",
            "login=20/-1",
            "login=20/x",
        ] {
            assert!(text.parse::<Limits>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_guesses_as_often_as_four_accounts_and_never_without_end() {
        for (one, four) in
            [("10/60", "40/15"), ("1/0.003", "4/0.001"), ("1/0.001", "4/0.001"), ("off", "off")]
        {
            let limits = Limits { room_password: one.parse().expect("a rate"), ..Limits::none() };
            assert_eq!(limits.room_password_of_address().to_string(), four, "{one}");
        }
    }

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
