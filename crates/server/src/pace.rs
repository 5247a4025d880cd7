use std::{
    collections::HashMap,
    fmt,
    net::IpAddr,
    str::FromStr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use protocol::Millis;

/// So many a second on average, and so many at once.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Milliseconds until one more is allowed.
    pub every_ms: i64,
    /// How many may be saved up.
    pub burst: i64,
}

impl Rate {
    /// No limit.
    pub const NONE: Rate = Rate { every_ms: 0, burst: 1 };
}

/// A text that is no rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a rate: expected BURST/SECONDS, so many at once and then one more every so many seconds, or off"
)]
pub struct ParseRateError;

impl FromStr for Rate {
    type Err = ParseRateError;

    fn from_str(text: &str) -> Result<Rate, ParseRateError> {
        if text == "off" {
            return Ok(Rate::NONE);
        }
        let (burst, seconds) = text.split_once('/').ok_or(ParseRateError)?;
        let burst = burst.parse::<u16>().map_err(|_| ParseRateError)?;
        let every = Duration::try_from_secs_f64(seconds.parse().map_err(|_| ParseRateError)?);
        let every_ms =
            every.ok().and_then(|every| u32::try_from(every.as_millis()).ok()).ok_or(ParseRateError)?;
        if burst == 0 || every_ms == 0 {
            return Err(ParseRateError);
        }
        Ok(Rate { every_ms: every_ms.into(), burst: burst.into() })
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.every_ms {
            0 => f.write_str("off"),
            ms if ms % 1000 == 0 => write!(f, "{}/{}", self.burst, ms / 1000),
            ms => {
                let seconds = format!("{}.{:03}", ms / 1000, ms % 1000);
                write!(f, "{}/{}", self.burst, seconds.trim_end_matches('0'))
            }
        }
    }
}

/// A token bucket in virtual time.
#[derive(Debug)]
pub(crate) struct Pace {
    rate: Rate,
    /// When the bucket will be full again.
    full_at: Millis,
}

impl Pace {
    pub(crate) fn new(rate: Rate) -> Pace {
        Pace { rate, full_at: Millis(i64::MIN / 2) }
    }

    /// Takes one, or says in how many milliseconds to try again.
    pub(crate) fn take(&mut self, now: Millis) -> Result<(), u32> {
        let full_at = self.full_at.max(now) + self.rate.every_ms;
        let over = (full_at - now) - self.rate.every_ms * self.rate.burst;
        if over > 0 {
            return Err(u32::try_from(over).unwrap_or(u32::MAX));
        }
        self.full_at = full_at;
        Ok(())
    }
}

impl Pace {
    /// Gives one back that was taken.
    pub(crate) fn give_back(&mut self) {
        self.full_at = self.full_at + -self.rate.every_ms;
    }

    /// Whether it is as if nothing had been taken.
    pub(crate) fn is_full(&self, now: Millis) -> bool {
        self.full_at <= now
    }
}

/// What each address has taken of late: never more than a burst within the time in which the rate would give a whole burst back. A bucket
/// that was full would allow nearly two.
#[derive(Debug)]
pub(crate) struct AddressWindows {
    most: usize,
    within_ms: i64,
    /// When, oldest first.
    taken: Mutex<HashMap<IpAddr, Vec<Millis>>>,
}

impl AddressWindows {
    pub(crate) fn new(rate: Rate) -> AddressWindows {
        let most = usize::try_from(rate.burst).unwrap_or(usize::MAX);
        AddressWindows { most, within_ms: rate.every_ms * rate.burst, taken: Mutex::default() }
    }

    /// Takes one of that address', or says in how many milliseconds to try again.
    pub(crate) fn take(&self, address: IpAddr, now: Millis) -> Result<(), u32> {
        let mut taken = self.lock();
        let times = taken.entry(address).or_default();
        times.retain(|at| *at + self.within_ms > now);
        if let [first, ..] = times[..]
            && times.len() >= self.most
        {
            return Err(u32::try_from(first + self.within_ms - now).unwrap_or(u32::MAX));
        }
        times.push(now);
        Ok(())
    }

    /// Gives one back that was taken at that time.
    pub(crate) fn give_back(&self, address: IpAddr, at: Millis) {
        if let Some(times) = self.lock().get_mut(&address)
            && let Some(index) = times.iter().rposition(|time| *time == at)
        {
            times.remove(index);
        }
    }

    /// Forgets the addresses that are as if they had taken nothing; how many remain.
    pub(crate) fn forget(&self, now: Millis) -> usize {
        let mut taken = self.lock();
        taken.retain(|_, times| times.iter().any(|at| *at + self.within_ms > now));
        taken.len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Millis>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_one_at_a_time() {
        let mut pace = Pace::new(Rate { every_ms: 100, burst: 3 });
        let now = Millis(1_000_000);
        for _ in 0..3 {
            assert_eq!(pace.take(now), Ok(()));
        }
        assert_eq!(pace.take(now), Err(100));
        assert_eq!(pace.take(now + 60), Err(40));
        assert_eq!(pace.take(now + 100), Ok(()));
        assert_eq!(pace.take(now + 100), Err(100));
        assert_eq!(pace.take(now + 10_000), Ok(()));
    }

    #[test]
    fn never_more_than_a_burst_within_its_time() {
        const MINUTE: i64 = 60_000;
        let windows = AddressWindows::new(crate::config::Limits::default().register);
        let [here, there] = [IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2])];
        let start = Millis(1_000_000);
        for minutes in [0, 12, 24, 36, 48] {
            assert_eq!(windows.take(here, start + minutes * MINUTE), Ok(()));
        }
        let last = start + (60 * MINUTE - 1);
        assert_eq!(windows.take(here, last), Err(1), "the sixth within an hour");
        assert_eq!(windows.take(there, last), Ok(()));
        assert_eq!(windows.take(here, last + 1), Ok(()), "the first was an hour ago");
        assert_eq!(windows.take(here, last + 1), Err(720_000));
        windows.give_back(here, last + 1);
        assert_eq!(windows.take(here, last + 1), Ok(()));
        assert_eq!(windows.forget(last + 60 * MINUTE), 1, "the address there has taken none for an hour");
        assert_eq!(windows.forget(last + 60 * MINUTE + 1), 0);

        let free = AddressWindows::new(Rate::NONE);
        assert!((0..9).all(|_| free.take(here, start).is_ok()));
    }
}
