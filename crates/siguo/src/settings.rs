//! What can be set about the server, by flags or in the environment.

use std::net::SocketAddr;

use clap::{Args, ValueEnum};
use server::{Limits, Origin};

/// Which database.
#[derive(Args)]
pub(crate) struct Database {
    /// The database: `sqlite:FILE`, or `postgres://USER:PASSWORD@HOST/NAME` (PostgreSQL 15 or later).
    ///
    /// A SQLite file and its folder are made if they are missing.
    #[arg(
        long = "database",
        env = "SIGUO_DATABASE",
        value_name = "URL",
        default_value = "sqlite:data/siguo.db",
        hide_env_values = true
    )]
    pub(crate) url: String,
}

/// Serve the game: the client, the API and the WebSocket.
#[derive(Args)]
pub(crate) struct Settings {
    /// The address to listen on.
    #[arg(long, env = "SIGUO_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,

    #[command(flatten)]
    pub(crate) database: Database,

    /// An address under which browsers reach the server, like `https://siguo.example`; may be given several times.
    ///
    /// Requests of pages from elsewhere are refused. With https the login cookie is sent over https only. Without this the host that
    /// the browser names counts, by http; by https where a trusted proxy says so in x-forwarded-proto.
    #[arg(long = "public-url", env = "SIGUO_PUBLIC_URL", value_name = "URL", value_delimiter = ',')]
    pub(crate) origins: Vec<Origin>,

    /// The header in which a proxy in front names the client's address, like x-forwarded-for.
    ///
    /// Limits count per address. A list of addresses is read from its end, to which the proxy adds whom it has seen. From a proxy
    /// x-forwarded-proto and x-request-id are believed too. The header `forwarded` can't be read.
    #[arg(long, env = "SIGUO_TRUSTED_PROXY", value_name = "HEADER", value_parser = proxy_header)]
    pub(crate) trusted_proxy: Option<server::HeaderName>,

    /// The networks of the proxies that are believed, like `10.0.0.0/8,2001:db8::/48`; nobody else is.
    ///
    /// Their addresses are passed over where several of them stand in a row. Without this one proxy is believed, of this machine or of a
    /// private network.
    #[arg(
        long,
        env = "SIGUO_PROXIES",
        value_name = "NETWORKS",
        value_delimiter = ',',
        requires = "trusted_proxy"
    )]
    pub(crate) proxies: Vec<server::IpNet>,

    /// Rooms that people have opened and that are there at once; for one more there is no room. Quick matches are not counted.
    #[arg(long, env = "SIGUO_ROOMS", value_name = "COUNT", default_value_t = Limits::default().rooms)]
    pub(crate) rooms: u32,

    /// The same opened from one address; those from this machine are not counted.
    #[arg(long, env = "SIGUO_ROOMS_PER_ADDRESS", value_name = "COUNT",
          default_value_t = Limits::default().rooms_per_address)]
    pub(crate) rooms_per_address: u32,

    /// Sockets that may be open at once from one address; those of this machine are not counted.
    #[arg(long, env = "SIGUO_SOCKETS_PER_ADDRESS", value_name = "COUNT",
          default_value_t = Limits::default().sockets)]
    pub(crate) sockets_per_address: u32,

    /// Connections that may be open at once, sockets among them; more are closed at once.
    ///
    /// The system's bound on open files must be above it.
    #[arg(long, env = "SIGUO_CONNECTIONS", value_name = "COUNT", default_value_t = Limits::default().connections)]
    pub(crate) connections: u32,

    /// The same from one address. Those of this machine are not counted, nor the proxies'.
    #[arg(long, env = "SIGUO_CONNECTIONS_PER_ADDRESS", value_name = "COUNT",
          default_value_t = Limits::default().connections_per_address)]
    pub(crate) connections_per_address: u32,

    /// Serve metrics for Prometheus on this address, under /metrics. It should not be reachable from outside.
    #[arg(long, env = "SIGUO_METRICS_LISTEN", value_name = "ADDRESS")]
    pub(crate) metrics_listen: Option<SocketAddr>,

    /// Seconds a turn in ranked games.
    #[arg(long, env = "SIGUO_TURN_SECONDS", value_name = "SECONDS", default_value_t = 30,
          value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) turn_seconds: u16,

    /// Seconds for arranging the army in ranked games.
    #[arg(long, env = "SIGUO_ARRANGE_SECONDS", value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub(crate) arrange_seconds: u16,

    /// The score below which players are protected: a winner above it gains nothing when an opponent is below it; 0: no such line.
    #[arg(long, env = "SIGUO_LADDER_PROTECT", value_name = "SCORE", default_value_t = server::DEFAULT_LADDER.protect,
          value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) ladder_protect: u32,

    /// How often two accounts on opposite sides score against each other within 24 hours; 0: as often as they like.
    #[arg(long, env = "SIGUO_LADDER_SAME_OPPONENTS", value_name = "GAMES",
          default_value_t = server::DEFAULT_LADDER.same_opponents,
          value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) ladder_same_opponents: u32,

    /// Whether two of one address may be opponents in a quick match: allow, refuse, or auto.
    ///
    /// With auto they may where the address is of loopback or of a private network. Behind a proxy set --trusted-proxy too, or all
    /// players have the proxy's address.
    #[arg(long, env = "SIGUO_LADDER_SAME_ADDRESS", value_name = "WORD",
          default_value_t = server::DEFAULT_LADDER.same_address)]
    pub(crate) ladder_same_address: server::SameAddress,

    /// Who may register: open (everybody), invite (who has a code that `siguo invite` printed) or closed (nobody).
    ///
    /// Guests are let in whatever it is.
    #[arg(long, env = "SIGUO_REGISTRATION", value_name = "WORD", default_value_t = server::RegistrationMode::Open)]
    pub(crate) registration: server::RegistrationMode,

    /// How much one client may do: NAME=BURST/SECONDS, so many at once and then one more every so many seconds, or NAME=off.
    ///
    /// Those that are not named keep their default; `off` alone is no limits at all. guest, register, login, replay, export and request
    /// (of any kind) count per address, the others per account; password counts wrong ones. Of register there are never more than BURST
    /// within BURST × SECONDS.
    #[arg(long, env = "SIGUO_LIMITS", value_name = "LIMITS", default_value_t = Limits::default())]
    pub(crate) limits: Limits,

    /// Seconds between telling everybody that the server is about to stop, and stopping; 0: without a word.
    ///
    /// `siguo drain` tells them longer before.
    #[arg(long, env = "SIGUO_GOODBYE_SECONDS", value_name = "SECONDS", default_value_t = 2,
          value_parser = clap::value_parser!(u16).range(0..=60))]
    pub(crate) goodbye_seconds: u16,

    /// Seconds that stopping may take after that. What isn't done by then is given up; nothing that was acknowledged is lost by it.
    ///
    /// Both together should be below the time after which systemd (`TimeoutStopSec`) or Docker (`stop_grace_period`, 10 s) kills.
    #[arg(long, env = "SIGUO_STOP_SECONDS", value_name = "SECONDS", default_value_t = 7,
          value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) stop_seconds: u16,

    /// How log lines are written.
    #[arg(long, env = "SIGUO_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,

    /// What is logged: a level, or levels by module like `info,server=debug`.
    #[arg(long, env = "SIGUO_LOG", value_name = "FILTER", default_value = "info")]
    pub(crate) log: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// One address or a list of them; what `Forwarded` holds is neither.
fn proxy_header(text: &str) -> Result<server::HeaderName, String> {
    let header: server::HeaderName = text.parse().map_err(|_| "not the name of a header".to_owned())?;
    if header.as_str() == "forwarded" {
        return Err("have the proxy send x-forwarded-for instead".to_owned());
    }
    Ok(header)
}

/// The URL of a database as it may be shown.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    // A query may hold a password too.
    let rest = rest.split('?').next().unwrap_or_default();
    match rest.rsplit_once('@') {
        Some((user, host)) => format!("{scheme}://{}@{host}", user.split(':').next().unwrap_or_default()),
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_is_not_shown() {
        assert_eq!(without_password("sqlite:data/siguo.db"), "sqlite:data/siguo.db");
        assert_eq!(
            without_password("postgres://siguo:s3cret@db:5432/siguo"),
            "postgres://siguo@db:5432/siguo"
        );
        assert_eq!(without_password("postgres:///siguo?password=s3cret"), "postgres:///siguo");
    }
}
