use std::{
    net::SocketAddr,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    Plan,
    follow::Scrutiny,
    latency::Moments,
    tally::{SharedTally, Traffic},
    target::Target,
};

/// What all clients know, and where they tell what they have seen.
#[derive(Debug)]
pub struct Shared {
    pub(crate) plan: Plan,
    pub(crate) target: Target,
    pub(crate) window: Window,
    pub(crate) tally: SharedTally,
    pub(crate) traffic: Traffic,
    /// Nobody begins anything any more.
    pub(crate) finish: CancellationToken,
    /// Those who play have left: nothing more comes to those who only listen.
    pub(crate) silence: CancellationToken,
    pub(crate) players: TaskTracker,
    pub(crate) listeners: TaskTracker,
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
            silence: CancellationToken::new(),
            players: TaskTracker::new(),
            listeners: TaskTracker::new(),
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

/// What clients of other games than ours need, which are measured in the same way.
impl Shared {
    /// Where the server is.
    pub fn address(&self) -> SocketAddr {
        self.target.address
    }

    /// How long a player thinks.
    pub fn think(&self) -> Duration {
        self.plan.think()
    }

    /// Lets somebody play, until [`Shared::finished`].
    pub fn play(&self, player: impl Future<Output = ()> + Send + 'static) {
        self.players.spawn(player);
    }

    /// Comes when nobody is to begin anything any more.
    pub fn finished(&self) -> CancellationToken {
        self.finish.clone()
    }

    /// A frame of so many bytes goes out.
    pub fn sends(&self, bytes: usize) {
        self.traffic.sends(bytes);
    }

    /// A frame of so many bytes has come.
    pub fn receives(&self, bytes: usize) {
        self.traffic.receives(bytes);
    }

    /// The player's own move has been answered.
    pub fn acknowledge(&self, moments: Moments) {
        let now = Instant::now();
        let mut tally = self.tally.lock();
        tally.moves += u64::from(self.window.holds(now));
        if self.window.holds(moments.intended) {
            tally.acknowledged.record(moments, now);
        }
    }

    /// Another one's move has come to a seat.
    pub fn arrive(&self, moments: Moments) {
        if self.window.holds(moments.intended) {
            self.tally.lock().at_seats.record(moments, Instant::now());
        }
    }

    /// A move that was due then has no answer.
    pub fn give_up(&self, due: Instant) {
        if self.window.holds(due) {
            self.tally.lock().unanswered += 1;
        }
    }

    /// A connection is gone.
    pub fn lose(&self, why: &str) {
        self.tally.lock().lost(why);
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
