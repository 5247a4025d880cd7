//! The one file that reads the time. Everything else is handed a [`Clock`].

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use protocol::Millis;
use tokio::sync::watch;

/// The server's time: the system's, or one that a test moves by hand.
#[derive(Clone, Debug)]
pub struct Clock {
    source: Source,
    /// Milliseconds by which it is ahead of its source.
    ahead: i64,
}

#[derive(Clone, Debug)]
enum Source {
    /// Set by the wall once, then carried on by the monotonic clock, so that it never jumps while the server runs.
    System {
        wall: Millis,
        since: Instant,
    },
    Hand(watch::Receiver<Millis>),
}

impl Clock {
    /// The time of the machine.
    #[expect(clippy::disallowed_methods, reason = "this is the file that reads the time")]
    pub fn system() -> Clock {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let wall = Millis(i64::try_from(wall.as_millis()).unwrap_or(i64::MAX));
        Clock { source: Source::System { wall, since: Instant::now() }, ahead: 0 }
    }

    /// A time that stands still until the hand moves it.
    pub fn by_hand(start: Millis) -> (Clock, Hand) {
        let (sender, receiver) = watch::channel(start);
        (Clock { source: Source::Hand(receiver), ahead: 0 }, Hand(Arc::new(sender)))
    }

    /// The same, but so much ahead that it is not before that moment.
    pub(crate) fn not_before(self, moment: Millis) -> Clock {
        let behind = (moment - self.now()).max(0);
        Clock { ahead: self.ahead + behind, ..self }
    }

    /// The present moment.
    pub fn now(&self) -> Millis {
        let now = match &self.source {
            Source::System { wall, since } => {
                *wall + i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX)
            }
            Source::Hand(time) => *time.borrow(),
        };
        now + self.ahead
    }

    /// Waits until that moment has come.
    pub async fn sleep_until(&self, at: Millis) {
        match &self.source {
            Source::System { .. } => {
                let left = u64::try_from(at - self.now()).unwrap_or(0);
                if left == 0 {
                    // A sleep of no length is not over at once: begun anew beside something that always is, it never ends.
                    return;
                }
                tokio::time::sleep(Duration::from_millis(left)).await;
            }
            Source::Hand(time) => {
                let reached = time.clone().wait_for(|now| *now + self.ahead >= at).await.is_ok();
                if !reached {
                    // The hand is gone, so the moment never comes.
                    std::future::pending::<()>().await;
                }
            }
        }
    }

    /// Waits until that moment, or for ever if there is none.
    pub async fn sleep_until_some(&self, at: Option<Millis>) {
        match at {
            Some(at) => self.sleep_until(at).await,
            None => std::future::pending().await,
        }
    }

    /// Waits so many milliseconds.
    pub async fn sleep(&self, ms: i64) {
        self.sleep_until(self.now() + ms).await;
    }

    /// Measures how long something takes, in real time.
    #[expect(clippy::disallowed_methods, reason = "this is the file that reads the time")]
    pub fn stopwatch() -> Stopwatch {
        Stopwatch(Instant::now())
    }
}

/// Moves the time of [`Clock::by_hand`].
#[derive(Clone)]
pub struct Hand(Arc<watch::Sender<Millis>>);

impl Hand {
    /// Lets so many milliseconds pass.
    pub fn advance(&self, ms: i64) {
        self.0.send_modify(|now| *now = *now + ms);
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({:?})", *self.0.borrow())
    }
}

/// See [`Clock::stopwatch`].
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Seconds since it was started, as histograms take them.
    pub fn seconds(self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    /// What is left of a span that began with it.
    pub(crate) fn left_of(self, span: Duration) -> Duration {
        span.saturating_sub(self.0.elapsed())
    }
}
