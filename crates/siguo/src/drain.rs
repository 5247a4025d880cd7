//! `siguo drain`: an announced stop of the running server.

use std::{
    io::{self, Write as _},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::Args;
use protocol::Millis;
use server::Clock;
use store::{Cancelled, Condition, ConnectOptions, Drain, DrainState, Store};

use crate::settings::{Database, without_password};

/// How often the database is asked.
const LOOK_EVERY: i64 = 500;
/// After so long without a sign of life no server runs; one comes twice a second, where the database is well. One that stops gives none,
/// and takes no longer than it has said, and so much.
const SILENCE: i64 = 10_000;
/// How much later than planned it may begin to stop.
const DELAY: i64 = 60_000;

/// Announce a restart, let the running games end, and stop the running server.
///
/// It is found by its database. Until it stops players see when that will be, and no game begins. What starts the server again is not
/// this command: systemd with Restart=always does, Docker with a restart policy, or you.
///
/// Waits until the server has ended. Interrupting this command takes nothing back; --cancel does.
#[derive(Args)]
pub(crate) struct DrainArgs {
    #[command(flatten)]
    database: Database,

    /// For how many seconds games may go on. The server stops when none runs any more; 0: after the notice
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    wait: u32,

    /// How many seconds before the server stops players are told, at least
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    notice: u32,

    /// Take it back: games begin again
    #[arg(long, conflicts_with_all = ["wait", "notice"])]
    cancel: bool,
}

pub(crate) fn run(args: &DrainArgs) -> anyhow::Result<ExitCode> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(open(args))
}

async fn open(args: &DrainArgs) -> anyhow::Result<ExitCode> {
    let url = &args.database.url;
    let shown = without_password(url);
    match store::examine(url).await.with_context(|| format!("failed to open {shown}"))? {
        Condition::Behind(0) => {}
        Condition::Empty => bail!("no server has used {shown}"),
        Condition::Behind(_) => {
            bail!("{shown} is of an earlier version of siguo: use the program of the running server")
        }
        Condition::Ahead => bail!("{shown} is of a later version of siguo"),
    }
    let store = Store::connect(url, ConnectOptions::default()).await?;
    let done = if args.cancel { cancel(&store).await } else { drain(&store, args).await };
    store.close().await;
    done
}

async fn cancel(store: &Store) -> anyhow::Result<ExitCode> {
    match store.cancel_drain().await? {
        Cancelled::TakenBack => say("the restart is taken back")?,
        Cancelled::TooLate => bail!("it is too late: the server stops already"),
        Cancelled::Nothing => bail!("no restart is announced"),
    }
    Ok(ExitCode::SUCCESS)
}

async fn drain(store: &Store, args: &DrainArgs) -> anyhow::Result<ExitCode> {
    let clock = Clock::system();
    let mut life = Life::of(store, &clock).await?;
    life.shown(store, &clock).await?;
    let asked = Drain {
        asked: clock.now(),
        notice_ms: i64::from(args.notice) * 1000,
        wait_ms: i64::from(args.wait) * 1000,
    };
    store.ask_drain(&asked).await?;
    let longest = Duration::from_millis(asked.notice_ms.max(asked.wait_ms).unsigned_abs());
    say(&format!("announced; the server stops within {} s", longest.as_secs()))?;
    let mut until = Until { begins: asked.asked + asked.notice_ms.max(asked.wait_ms) + DELAY, ends: None };
    let mut told = None;
    loop {
        let state = match store.last_drain().await? {
            Some((drain, DrainState::Ended)) if drain == asked => break,
            Some((drain, state)) if drain == asked => state,
            Some(_) => bail!("another restart was announced instead"),
            None => bail!("the restart was taken back"),
        };
        let games = store.unfinished_games().await?.len();
        if told != Some(games) {
            say(&format!("{games} {}", if games == 1 { "game goes on" } else { "games go on" }))?;
            told = Some(games);
        }
        let silent = life.is_over(store, &clock).await?;
        if let Some(over) = until.is_over(state, silent, clock.now()) {
            bail!(over);
        }
        clock.sleep(LOOK_EVERY).await;
    }
    say("the server has ended")?;
    Ok(ExitCode::SUCCESS)
}

/// How long it is waited for.
struct Until {
    /// When the server must have begun to stop.
    begins: Millis,
    /// When it must have ended, once it has begun.
    ends: Option<Millis>,
}

impl Until {
    /// Why it is waited for no longer.
    fn is_over(&mut self, state: DrainState, silent: bool, now: Millis) -> Option<&'static str> {
        match state {
            DrainState::Open if silent => Some("the server gives no sign of life any more"),
            DrainState::Open if now > self.begins => Some("the server has not begun to stop in time"),
            DrainState::Stopping { within_ms } => {
                let ends = *self.ends.get_or_insert(now + within_ms + SILENCE);
                (now > ends).then_some("the server has not ended in time")
            }
            DrainState::Open | DrainState::Ended => None,
        }
    }
}

/// Whether a server runs on the database: its signs of life change.
struct Life {
    beat: Option<Millis>,
    /// By this machine's clock.
    changed: Millis,
}

impl Life {
    async fn of(store: &Store, clock: &Clock) -> anyhow::Result<Life> {
        Ok(Life { beat: store.last_beat().await?, changed: clock.now() })
    }

    /// Waits for a sign.
    async fn shown(&mut self, store: &Store, clock: &Clock) -> anyhow::Result<()> {
        let before = self.beat;
        while self.beat == before {
            if self.is_over(store, clock).await? {
                bail!("no server runs on this database");
            }
            clock.sleep(LOOK_EVERY).await;
        }
        Ok(())
    }

    async fn is_over(&mut self, store: &Store, clock: &Clock) -> anyhow::Result<bool> {
        let beat = store.last_beat().await?;
        if beat != self.beat {
            *self = Life { beat, changed: clock.now() };
        }
        Ok(clock.now() - self.changed > SILENCE)
    }
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_stops_is_waited_for_as_long_as_it_may_take() {
        let start = Millis(1_000_000);
        let mut until = Until { begins: start + DELAY, ends: None };
        assert_eq!(until.is_over(DrainState::Open, false, start), None);
        assert!(until.is_over(DrainState::Open, true, start).is_some(), "it may have been killed");
        assert!(until.is_over(DrainState::Open, false, start + (DELAY + 1)).is_some());
        let stopping = DrainState::Stopping { within_ms: 600_000 };
        // By now it gives no sign of life.
        for after in [0, SILENCE, DELAY, 600_000, 600_000 + SILENCE] {
            assert_eq!(until.is_over(stopping, true, start + after), None, "after {after} ms");
        }
        assert!(until.is_over(stopping, true, start + (600_000 + SILENCE + 1)).is_some());
    }
}
