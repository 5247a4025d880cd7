use protocol::Millis;

/// So many a second on average, and so many at once.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Milliseconds until one more is allowed.
    pub every_ms: i64,
    /// How many may be saved up.
    pub burst: i64,
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
}
