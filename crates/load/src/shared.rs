use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    Plan,
    follow::Scrutiny,
    tally::{SharedTally, Traffic},
    target::Target,
};

/// What all clients know.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) plan: Plan,
    pub(crate) target: Target,
    pub(crate) window: Window,
    pub(crate) tally: SharedTally,
    pub(crate) traffic: Traffic,
    /// Nobody begins anything any more.
    pub(crate) finish: CancellationToken,
    games: AtomicU64,
}

impl Shared {
    pub(crate) fn new(plan: Plan, target: Target) -> Shared {
        Shared {
            plan,
            target,
            window: Window::default(),
            tally: SharedTally::new(),
            traffic: Traffic::default(),
            finish: CancellationToken::new(),
            games: AtomicU64::new(0),
        }
    }

    /// Every so manyth game is looked at closely, the first among them.
    pub(crate) fn next_scrutiny(&self) -> Scrutiny {
        let number = self.games.fetch_add(1, Ordering::Relaxed);
        match u64::from(self.plan.check_every) {
            0 => Scrutiny::Numbers,
            every if number.is_multiple_of(every) => Scrutiny::Frames,
            _ => Scrutiny::Numbers,
        }
    }
}

/// The time that is measured: from when all rooms are open, to the end.
#[derive(Debug, Default)]
pub(crate) struct Window {
    begin: OnceLock<Instant>,
    end: OnceLock<Instant>,
}

impl Window {
    pub(crate) fn begin(&self, at: Instant) {
        self.begin.get_or_init(|| at);
    }

    pub(crate) fn end(&self, at: Instant) {
        self.end.get_or_init(|| at);
    }

    pub(crate) fn holds(&self, at: Instant) -> bool {
        self.begin.get().is_some_and(|begin| *begin <= at) && self.end.get().is_none_or(|end| at < *end)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_window_is_open_from_its_beginning_to_its_end() {
        let (window, now, second) = (Window::default(), Instant::now(), Duration::from_secs(1));
        assert!(!window.holds(now), "rooms are being opened");
        window.begin(now + second);
        assert!(!window.holds(now) && window.holds(now + second) && window.holds(now + 9 * second));
        window.end(now + 3 * second);
        assert!(window.holds(now + 2 * second) && !window.holds(now + 3 * second));
    }
}
