//! `siguo load`: real clients that play against a running server, and what they measure.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{Args, builder::PossibleValuesParser, builder::TypedValueParser as _};
use load::{LoadError, Plan, Progress, Reach};
use rules::Players;
use server::Clock;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Measure a running server: guests play whole games, each from its own view, and their frames are checked.
///
/// The server must let so many in: start it with --limits off. docs/load.md says what the figures mean. SIGINT (Ctrl-C) ends it
/// early, with a report; a second one at once.
///
/// The exit code is 0 when all was measured and nothing wrong was found, 1 when a check found a fault or nothing could be measured, 2
/// when the arguments make no sense.
#[derive(Args)]
pub(crate) struct LoadArgs {
    /// The server's own address, without TLS
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: String,

    /// Tables that play at once: 1 to 5000
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    rooms: u32,

    /// Players at each table: four, or two on the four-country board
    #[arg(long, value_name = "COUNT", default_value = "4",
          value_parser = PossibleValuesParser::new(["4", "2"]).map(|count| if count == "2" { Players::Two } else { Players::Four }))]
    players: Players,

    /// Milliseconds that a player thinks, once on turn: 0 (as fast as it goes) to 60000
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    think: u32,

    /// How long is measured, once all rooms are open: 1 to 3600
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    seconds: u32,

    /// Spectators of each table: 0 to 100
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    spectators: u32,

    /// The probability, per move, that the player's socket is cut; the player comes back: 0 to 1
    #[arg(long, value_name = "RATE", default_value_t = 0.0)]
    drop_rate: f64,

    /// Check every so manyth game frame by frame; 0: none
    #[arg(long, value_name = "EVERY", default_value_t = 10)]
    check: u32,

    /// Sockets beside the rooms whose guests only are there: 0 to 20000
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    idle: u32,

    /// Rooms opened in a second, until all are open: 1 to 500
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    ramp: u32,

    /// What all chance comes from; drawn and printed without it
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Measure what the server's process uses, on this machine
    #[arg(long, value_name = "PID")]
    server_pid: Option<u32>,

    /// The first process of PostgreSQL, where it is not the only one on this machine
    #[arg(long, value_name = "PID")]
    database_pid: Option<u32>,

    /// Load a server on another machine, whose owner agrees
    #[arg(long)]
    allow_remote: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl LoadArgs {
    fn plan(&self) -> Plan {
        Plan {
            url: self.url.clone(),
            rooms: self.rooms,
            players: self.players,
            think_ms: self.think,
            seconds: self.seconds,
            spectators: self.spectators,
            drop_rate: self.drop_rate,
            check_every: self.check,
            idle: self.idle,
            ramp: self.ramp,
            seed: self.seed.unwrap_or_else(|| Clock::system().now().0.unsigned_abs()),
            reach: if self.allow_remote { Reach::Anywhere } else { Reach::Loopback },
            server_pid: self.server_pid,
            database_pid: self.database_pid,
        }
    }
}

/// Measures and prints.
pub(crate) fn run(args: LoadArgs) -> anyhow::Result<ExitCode> {
    tokio::runtime::Runtime::new().context("starting the runtime")?.block_on(measure(args))
}

async fn measure(args: LoadArgs) -> anyhow::Result<ExitCode> {
    let stop = CancellationToken::new();
    tokio::spawn(stop_on_signal(stop.clone())?);
    let tell = |progress: Progress| {
        // Nobody has to listen.
        let _told = writeln!(io::stderr(), "{progress}");
    };
    let report = match load::run(args.plan(), stop, tell).await {
        Ok(report) => report,
        Err(LoadError::Plan(fault)) => {
            writeln!(io::stderr(), "error: {fault}")?;
            return Ok(ExitCode::from(2));
        }
        Err(err) => return Err(err.into()),
    };
    let printed =
        if args.json { serde_json::to_string_pretty(&report)? + "\n" } else { load::table(&report) };
    io::stdout().lock().write_all(printed.as_bytes())?;
    Ok(if report.checks.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The first SIGINT or SIGTERM ends the measuring, the second the program.
fn stop_on_signal(stop: CancellationToken) -> anyhow::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt()).context("listening for SIGINT")?;
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    Ok(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            if stop.is_cancelled() {
                std::process::exit(1);
            }
            stop.cancel();
        }
    })
}
