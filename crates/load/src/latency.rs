//! How long moves took, counted from two moments.

use std::time::Duration;

use hdrhistogram::Histogram;
use tokio::time::Instant;

use crate::{Percentiles, Wait};

/// The longest that is told apart, in microseconds: longer than any turn.
const LONGEST: u64 = 600_000_000;

/// When a move was to be sent, and when it was.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    /// The turn was known, and the time for thinking over.
    pub intended: Instant,
    /// The last time it was given to the socket: later, if the client was held up or the server had it wait.
    pub sent: Instant,
}

/// Times of one kind. A client that is held up sends late: counted from the sending alone, the server that held it up would look quick, and
/// the worst moments would have the fewest samples (coordinated omission).
#[derive(Debug)]
pub(crate) struct Times {
    sent: Histogram<u64>,
    intended: Histogram<u64>,
}

impl Times {
    pub(crate) fn new() -> Times {
        Times { sent: histogram(), intended: histogram() }
    }

    pub(crate) fn record(&mut self, moments: Moments, arrived: Instant) {
        record(&mut self.sent, arrived.saturating_duration_since(moments.sent));
        record(&mut self.intended, arrived.saturating_duration_since(moments.intended));
    }

    pub(crate) fn wait(&self) -> Wait {
        Wait { from_sending: percentiles(&self.sent), from_intended: percentiles(&self.intended) }
    }
}

pub(crate) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST, 3).expect("the bounds are in order")
}

pub(crate) fn record(histogram: &mut Histogram<u64>, time: Duration) {
    histogram.saturating_record(u64::try_from(time.as_micros()).unwrap_or(LONGEST));
}

pub(crate) fn percentiles(histogram: &Histogram<u64>) -> Percentiles {
    Percentiles {
        count: histogram.len(),
        p50_us: histogram.value_at_quantile(0.5),
        p99_us: histogram.value_at_quantile(0.99),
        p999_us: histogram.value_at_quantile(0.999),
        max_us: histogram.max(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn near(us: u64, ms: u64) -> bool {
        us.abs_diff(ms * 1000) <= ms
    }

    #[test]
    fn who_is_held_up_counts_the_waiting() {
        let mut times = Times::new();
        let begin = Instant::now();
        for turn in 0..99 {
            let intended = begin + turn * 100 * MS;
            times.record(Moments { intended, sent: intended }, intended + 2 * MS);
        }
        // The server has it try again for half a second, and then takes the move at once.
        let moments = Moments { intended: begin, sent: begin + 500 * MS };
        times.record(moments, begin + 502 * MS);
        let wait = times.wait();
        assert_eq!(wait.from_sending.count, 100);
        assert!(near(wait.from_sending.max_us, 2), "nothing is seen of it from the sending: {wait:?}");
        assert!(near(wait.from_intended.max_us, 502), "{wait:?}");
        assert!(near(wait.from_intended.p50_us, 2) && near(wait.from_intended.p99_us, 2), "{wait:?}");
        assert!(near(wait.from_intended.p999_us, 502), "{wait:?}");
    }

    #[test]
    fn what_takes_too_long_is_not_left_out() {
        let mut times = Times::new();
        let now = Instant::now();
        times.record(Moments { intended: now, sent: now }, now + Duration::from_mins(100));
        let wait = times.wait();
        assert_eq!(wait.from_intended.count, 1);
        assert!(wait.from_intended.max_us >= LONGEST, "{wait:?}");
    }

    #[test]
    fn nothing_measured_is_nothing() {
        assert_eq!(Times::new().wait(), Wait::default());
    }
}
