//! Sets of points.

use super::Spot;

/// A set of points, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points {
    /// Those on the railway.
    pub(crate) rails: u128,
    /// The others.
    pub(crate) off: u64,
}

impl Points {
    pub(crate) const NONE: Points = Points { rails: 0, off: 0 };
    pub(crate) const ALL: Points = Points { rails: u128::MAX, off: u64::MAX };

    pub(crate) const fn just(spot: Spot) -> Points {
        if spot.is_off_rails() {
            Points { rails: 0, off: 1 << (spot.index() % 64) }
        } else {
            Points { rails: 1 << spot.index(), off: 0 }
        }
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Spot> {
        bits(self.rails).map(Spot::rail).chain(ones(self.off).map(Spot::off))
    }

    pub(crate) fn off_rails_first(self) -> impl Iterator<Item = Spot> {
        ones(self.off).map(Spot::off).chain(bits(self.rails).map(Spot::rail))
    }

    #[inline]
    pub(crate) const fn meets(self, other: Points) -> bool {
        self.rails & other.rails != 0 || self.off & other.off != 0
    }

    #[inline]
    pub(crate) const fn with(self, other: Points) -> Points {
        Points { rails: self.rails | other.rails, off: self.off | other.off }
    }

    #[inline]
    pub(crate) const fn and(self, other: Points) -> Points {
        Points { rails: self.rails & other.rails, off: self.off & other.off }
    }

    #[inline]
    pub(crate) const fn without(self, other: Points) -> Points {
        Points { rails: self.rails & !other.rails, off: self.off & !other.off }
    }

    /// Puts the other points in that are not there, and takes out those that are.
    #[inline]
    pub(crate) const fn toggle(&mut self, other: Points) {
        self.rails ^= other.rails;
        self.off ^= other.off;
    }
}

/// The numbers of the bits that are set, from the lowest.
pub(crate) fn bits(set: u128) -> impl Iterator<Item = usize> {
    // Word by word: counting the zeros of a `u128` costs more than twice as much.
    let [low, high] = words(set);
    ones(low).chain(ones(high).map(|bit| 64 + bit))
}

/// The lower and the upper half.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
pub(crate) const fn words(set: u128) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}

/// The same of a smaller set.
pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
