//! What siguo is measured beside: a bare relay, and the same players for it, Colyseus and boardgame.io (`bench/peers`).
//!
//! `siguo load` measures siguo; `peers load` measures the others with the same clock, histograms and report.

mod dialect;
mod house;
mod relay;
mod seat;
mod table;

use std::{
    io::{self, Write as _},
    net::SocketAddr,
};

use anyhow::Context as _;
use clap::{Args, Parser};
use load::{Plan, Progress, Reach};
use rules::Players;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::house::{House, Kind};

#[derive(Parser)]
enum Command {
    /// Serve the bare relay: a move is answered, and told to all four seats, without rules or a database.
    Relay(RelayArgs),
    /// Let four players at each table play against a running server of that kind, and print what was measured as JSON.
    Load(LoadArgs),
}

#[derive(Args)]
struct RelayArgs {
    #[arg(long, value_name = "ADDRESS")]
    listen: SocketAddr,

    /// Bytes of each frame
    #[arg(long, value_name = "COUNT")]
    bytes: usize,
}

#[derive(Args)]
struct LoadArgs {
    #[arg(long, value_enum)]
    kind: Kind,

    #[arg(long, value_name = "URL")]
    url: String,

    #[arg(long, value_name = "COUNT")]
    rooms: u32,

    #[arg(long, value_name = "MS")]
    think: u32,

    #[arg(long, value_name = "SECONDS")]
    seconds: u32,

    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    ramp: u32,

    #[arg(long, value_name = "PID")]
    server_pid: u32,
}

impl LoadArgs {
    fn plan(&self) -> Plan {
        Plan {
            url: self.url.clone(),
            rooms: self.rooms,
            players: Players::Four,
            think_ms: self.think,
            seconds: self.seconds,
            spectators: 0,
            drop_rate: 0.0,
            check_every: 0,
            idle: 0,
            ramp: self.ramp,
            seed: 1,
            reach: Reach::Loopback,
            server_pid: Some(self.server_pid),
            database_pid: None,
        }
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Relay(RelayArgs { listen, bytes }) => {
            let listener =
                TcpListener::bind(listen).await.with_context(|| format!("listening on {listen}"))?;
            writeln!(io::stdout(), "relay on http://{}", listener.local_addr()?)?;
            Ok(relay::serve(listener, bytes).await?)
        }
        Command::Load(args) => {
            let tell = |progress: Progress| {
                // Nobody has to listen.
                let _told = writeln!(io::stderr(), "{progress}");
            };
            let kind = args.kind;
            let house = |target: &load::Target| House::new(kind, target);
            let report = load::run_at(house, args.plan(), CancellationToken::new(), tell).await?;
            let printed = serde_json::to_string_pretty(&report)? + "\n";
            Ok(io::stdout().lock().write_all(printed.as_bytes())?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn every_seat_hears_of_every_move_to_the_last() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let serving = tokio::spawn(relay::serve(listener, 100));
        let args = LoadArgs {
            kind: Kind::Relay,
            url,
            rooms: 3,
            think: 0,
            seconds: 1,
            ramp: 100,
            server_pid: std::process::id(),
        };
        let house = |target: &load::Target| House::new(Kind::Relay, target);
        let report =
            load::run_at(house, args.plan(), CancellationToken::new(), drop).await.expect("a report");
        serving.abort();
        let acknowledged = report.latency.acknowledged.from_intended.count;
        assert!(acknowledged > 0, "{report:?}");
        assert_eq!(report.latency.at_seats.from_intended.count, 3 * acknowledged, "{report:?}");
        assert!(report.losses.is_empty() && report.moves.unanswered == 0, "{report:?}");
        // The answer, and one event for each seat.
        let frames = report.bytes.frames_received;
        assert!(frames.abs_diff(5 * report.moves.acknowledged) <= 3 * 5, "{report:?}");
    }
}
