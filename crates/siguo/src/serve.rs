//! `siguo serve`: settings, logging and signals around [`server::run`].

use std::{
    backtrace::Backtrace,
    io::{IsTerminal, Write},
    process::ExitCode,
    time::Duration,
};

use anyhow::Context;
use server::{Config, Limits, Proxies};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};
use tokio_util::sync::CancellationToken;
use tracing::subscriber::set_global_default;
use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Settings, without_password};

/// Serves until SIGTERM or SIGINT, or until `siguo drain` ends it. A second signal ends the program at once.
pub(crate) fn run(settings: Settings) -> anyhow::Result<ExitCode> {
    start_logging(settings.log_format, &settings.log)?;
    // A line of the log like all others, the only one about it: whoever answers for the task that panicked does not log it again.
    std::panic::set_hook(Box::new(|panic| {
        let backtrace = Backtrace::capture();
        tracing::error!(panic = %panic, backtrace = %backtrace, "a fault of the program");
    }));
    tokio::runtime::Runtime::new().context("starting the runtime")?.block_on(serve(settings))
}

async fn serve(settings: Settings) -> anyhow::Result<ExitCode> {
    let shutdown = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("listening for SIGINT")?;

    let listener = TcpListener::bind(settings.listen)
        .await
        .with_context(|| format!("listening on {}", settings.listen))?;
    let metrics = match settings.metrics_listen {
        Some(address) => {
            server::metrics::record();
            Some(TcpListener::bind(address).await.with_context(|| format!("listening on {address}"))?)
        }
        None => None,
    };
    announce(&listener, &settings.database.url, metrics.as_ref())?;

    let config = Config {
        origins: settings.origins,
        proxies: settings.trusted_proxy.map(|header| Proxies::new(header, settings.proxies)),
        metrics,
        turn_seconds: settings.turn_seconds,
        arrange_seconds: settings.arrange_seconds,
        ladder: server::LadderSettings {
            protect: settings.ladder_protect,
            same_opponents: settings.ladder_same_opponents,
            same_address: settings.ladder_same_address,
        },
        registration: settings.registration,
        limits: Limits {
            sockets: settings.sockets_per_address,
            connections: settings.connections,
            rooms: settings.rooms,
            rooms_per_address: settings.rooms_per_address,
            connections_per_address: settings.connections_per_address,
            ..settings.limits
        },
        goodbye: Duration::from_secs(settings.goodbye_seconds.into()),
        stopping: Duration::from_secs(settings.stop_seconds.into()),
        ..Config::new(settings.database.url)
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
    served.context("the server panicked")?.context("failed to serve")?;
    Ok(ExitCode::SUCCESS)
}

async fn first(one: &mut tokio::signal::unix::Signal, other: &mut tokio::signal::unix::Signal) {
    tokio::select! {
        _ = one.recv() => {}
        _ = other.recv() => {}
    }
}

/// Says where the server is and where the data lies; a password in the database's URL is not shown. The system chooses where a port was
/// given as 0.
fn announce(listener: &TcpListener, database: &str, metrics: Option<&TcpListener>) -> anyhow::Result<()> {
    let address = listener.local_addr().context("the listening address")?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "siguo {} on http://{address}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "data in {}", without_password(database))?;
    if let Some(metrics) = metrics {
        let address = metrics.local_addr().context("the listening address for metrics")?;
        writeln!(out, "metrics on http://{address}/metrics")?;
    }
    Ok(out.flush()?)
}

fn start_logging(format: LogFormat, filter: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter).context("reading the log filter")?;
    let logging = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        // A log that can't be written, as on a full disk, must end nothing: saying so would be written to the same place, and fail.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    // Not `init`, which would bring in the records of the `log` crate: of what is used here only the WebSocket's library writes any, whole
    // frames with layouts and passwords of rooms.
    match format {
        LogFormat::Text => set_global_default(logging.finish()),
        LogFormat::Json => set_global_default(logging.json().finish()),
    }
    .context("starting the log")
}
