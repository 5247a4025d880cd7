//! `siguo serve`: settings, logging and signals around [`server::run`].

use std::{
    io::{IsTerminal, Write},
    net::SocketAddr,
    process::ExitCode,
};

use anyhow::Context;
use clap::{Args, ValueEnum};
use server::{Config, Limits, Origin};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

/// Serve the game: the client, the API and the WebSocket.
#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on.
    #[arg(long, env = "SIGUO_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// The database: `sqlite:FILE`, or `postgres://USER:PASSWORD@HOST/NAME` (PostgreSQL 15 or later).
    ///
    /// A SQLite file and its folder are made if they are missing.
    #[arg(
        long,
        env = "SIGUO_DATABASE",
        value_name = "URL",
        default_value = "sqlite:data/siguo.db",
        hide_env_values = true
    )]
    database: String,

    /// An address under which browsers reach the server, like `https://siguo.example`; may be given several times.
    ///
    /// Requests of pages from elsewhere are refused. With https the login cookie is sent over https only. Without this the host that
    /// the browser names counts.
    #[arg(long = "public-url", env = "SIGUO_PUBLIC_URL", value_name = "URL", value_delimiter = ',')]
    origins: Vec<Origin>,

    /// The header in which a proxy in front names the client's address, like x-forwarded-for.
    ///
    /// Limits count per address. Set it only behind a proxy that sets the header itself.
    #[arg(long, env = "SIGUO_TRUSTED_PROXY", value_name = "HEADER")]
    trusted_proxy: Option<server::HeaderName>,

    /// Sockets that may be open at once from one address; those of this machine are not counted.
    #[arg(long, env = "SIGUO_SOCKETS_PER_ADDRESS", value_name = "COUNT",
          default_value_t = Limits::default().sockets)]
    sockets_per_address: u32,

    /// Serve metrics for Prometheus on this address, under /metrics. It should not be reachable from outside.
    #[arg(long, env = "SIGUO_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,

    /// Seconds a turn in ranked games.
    #[arg(long, env = "SIGUO_TURN_SECONDS", value_name = "SECONDS", default_value_t = 30,
          value_parser = clap::value_parser!(u16).range(1..=600))]
    turn_seconds: u16,

    /// Seconds for arranging the army in ranked games.
    #[arg(long, env = "SIGUO_ARRANGE_SECONDS", value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u16).range(1..=3600))]
    arrange_seconds: u16,

    /// The score below which players are protected: a winner above it gains nothing when an opponent is below it; 0: no such line.
    #[arg(long, env = "SIGUO_LADDER_PROTECT", value_name = "SCORE", default_value_t = server::DEFAULT_LADDER.protect,
          value_parser = clap::value_parser!(u32).range(0..=100_000))]
    ladder_protect: u32,

    /// How often two accounts on opposite sides score against each other within 24 hours; 0: as often as they like.
    #[arg(long, env = "SIGUO_LADDER_SAME_OPPONENTS", value_name = "GAMES",
          default_value_t = server::DEFAULT_LADDER.same_opponents,
          value_parser = clap::value_parser!(u32).range(0..=1000))]
    ladder_same_opponents: u32,

    /// Whether two of one address may be opponents in a quick match: allow, refuse, or auto.
    ///
    /// With auto they may where the address is of loopback or of a private network. Behind a proxy set --trusted-proxy too, or all
    /// players have the proxy's address.
    #[arg(long, env = "SIGUO_LADDER_SAME_ADDRESS", value_name = "WORD",
          default_value_t = server::DEFAULT_LADDER.same_address)]
    ladder_same_address: server::SameAddress,

    /// How log lines are written.
    #[arg(long, env = "SIGUO_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,

    /// What is logged: a level, or levels by module like `info,server=debug`.
    #[arg(long, env = "SIGUO_LOG", value_name = "FILTER", default_value = "info")]
    log: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Serves until SIGTERM or SIGINT. A second signal ends the program at once.
pub(crate) fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    start_logging(args.log_format, &args.log)?;
    tokio::runtime::Runtime::new().context("starting the runtime")?.block_on(serve(args))
}

async fn serve(args: ServeArgs) -> anyhow::Result<ExitCode> {
    let shutdown = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("listening for SIGINT")?;

    let listener =
        TcpListener::bind(args.listen).await.with_context(|| format!("listening on {}", args.listen))?;
    let metrics = match args.metrics_listen {
        Some(address) => {
            server::metrics::record();
            Some(TcpListener::bind(address).await.with_context(|| format!("listening on {address}"))?)
        }
        None => None,
    };
    announce(&listener, &args.database)?;

    let config = Config {
        origins: args.origins,
        client_address: args.trusted_proxy,
        metrics,
        turn_seconds: args.turn_seconds,
        arrange_seconds: args.arrange_seconds,
        limits: Limits { sockets: args.sockets_per_address, ..Limits::default() },
        ladder: server::LadderSettings {
            protect: args.ladder_protect,
            same_opponents: args.ladder_same_opponents,
            same_address: args.ladder_same_address,
        },
        ..Config::new(args.database)
    };
    let mut serving = tokio::spawn(server::run(config, listener, shutdown.clone()));
    let served = tokio::select! {
        served = &mut serving => served,
        () = first(&mut terminate, &mut interrupt) => {
            tracing::info!("stopping");
            shutdown.cancel();
            tokio::select! {
                served = &mut serving => served,
                () = first(&mut terminate, &mut interrupt) => {
                    tracing::warn!("stopped at once");
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
    };
    served.context("the server panicked")??;
    Ok(ExitCode::SUCCESS)
}

async fn first(one: &mut tokio::signal::unix::Signal, other: &mut tokio::signal::unix::Signal) {
    tokio::select! {
        _ = one.recv() => {}
        _ = other.recv() => {}
    }
}

/// Says where the server is and where the data lies; a password in the database's URL is not shown.
fn announce(listener: &TcpListener, database: &str) -> anyhow::Result<()> {
    let address = listener.local_addr().context("the listening address")?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "siguo {} on http://{address}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "data in {}", without_password(database))?;
    Ok(out.flush()?)
}

fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    // A query may hold a password too.
    let rest = rest.split('?').next().unwrap_or_default();
    match rest.rsplit_once('@') {
        Some((user, host)) => format!("{scheme}://{}@{host}", user.split(':').next().unwrap_or_default()),
        None => format!("{scheme}://{rest}"),
    }
}

fn start_logging(format: LogFormat, filter: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter).context("reading the log filter")?;
    let logging = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match format {
        LogFormat::Text => logging.init(),
        LogFormat::Json => logging.json().init(),
    }
    Ok(())
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
