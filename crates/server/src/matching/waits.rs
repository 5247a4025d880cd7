//! How long one waits in a line, by those who have just waited there.

use std::collections::VecDeque;

use protocol::Millis;

/// So many are remembered.
const KEPT: usize = 20;
/// Of fewer nothing is said.
const FEWEST: usize = 3;
/// What was earlier says nothing about now.
const FRESH: i64 = 3_600_000;

/// The last waits that ended at a table.
#[derive(Debug, Default)]
pub(super) struct Waits {
    /// When each ended, and how long it was.
    ended: VecDeque<(Millis, i64)>,
}

impl Waits {
    pub(super) fn record(&mut self, now: Millis, since: Millis) {
        if self.ended.len() == KEPT {
            self.ended.pop_front();
        }
        self.ended.push_back((now, (now - since).max(0)));
    }

    /// The one in the middle of those that ended within the last hour; of two, the longer one.
    pub(super) fn usual_ms(&self, now: Millis) -> Option<u32> {
        let fresh = self.ended.iter().filter(|(ended, _)| now - *ended <= FRESH);
        let mut waits: Vec<i64> = fresh.map(|(_, wait)| *wait).collect();
        if waits.len() < FEWEST {
            return None;
        }
        waits.sort_unstable();
        Some(u32::try_from(waits[waits.len() / 2]).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = Millis(10_000_000);

    fn waits(seconds: &[i64]) -> Waits {
        let mut waits = Waits::default();
        for &wait in seconds {
            waits.record(NOW, NOW + -wait * 1000);
        }
        waits
    }

    #[test]
    fn the_usual_wait_is_the_middle_one() {
        assert_eq!(waits(&[]).usual_ms(NOW), None);
        assert_eq!(waits(&[5, 10]).usual_ms(NOW), None);
        assert_eq!(waits(&[300, 5, 10]).usual_ms(NOW), Some(10_000));
        assert_eq!(waits(&[5, 10, 20, 300]).usual_ms(NOW), Some(20_000));
    }

    #[test]
    fn only_the_last_waits_count() {
        let early = [900; 30];
        let late = [10; KEPT];
        let waits = waits(&[&early[..], &late[..]].concat());
        assert_eq!(waits.ended.len(), KEPT);
        assert_eq!(waits.usual_ms(NOW), Some(10_000));
    }

    #[test]
    fn nothing_is_said_of_what_was_more_than_an_hour_ago() {
        let mut waits = waits(&[10, 10, 10]);
        assert_eq!(waits.usual_ms(NOW + FRESH), Some(10_000));
        assert_eq!(waits.usual_ms(NOW + FRESH + 1), None);
        waits.record(NOW + FRESH, NOW);
        assert_eq!(waits.usual_ms(NOW + FRESH + 1), None);
    }
}
