//! Where pieces come to on the railway that may turn as often as they like.

use crate::{board::Rails, few::Few};

/// Finds the railway points that pieces reach with any number of turns, the occupied ones at the end included.
///
/// Pieces beside the same open region share what is behind it, so it is searched once.
pub(crate) struct Flood<'a> {
    rails: &'a Rails,
    occupied: u128,
    known: Few<Region, 4>,
}

/// Empty railway points that are joined with each other.
#[derive(Clone, Copy)]
struct Region {
    inside: u128,
    /// With the occupied points around.
    reach: u128,
}

impl Flood<'_> {
    pub(crate) fn new(rails: &Rails, occupied: u128) -> Flood<'_> {
        Flood { rails, occupied, known: Few::EMPTY }
    }

    pub(crate) fn from(&mut self, start: usize) -> u128 {
        let mut reach = self.rails.joined[start];
        let mut open = reach & !self.occupied;
        while open != 0 {
            let region = self.region(open);
            reach |= region.reach;
            open &= !region.inside;
        }
        reach & !(1 << start)
    }

    /// The region of the first of these empty points.
    fn region(&mut self, open: u128) -> Region {
        let start = open & open.wrapping_neg();
        if let Some(known) = self.known.iter().find(|known| known.inside & start != 0) {
            return known;
        }
        let mut reach = start;
        let mut open = start;
        while open != 0 {
            let fresh = self.rails.joined[open.trailing_zeros() as usize] & !reach;
            open &= open - 1;
            reach |= fresh;
            open |= fresh & !self.occupied;
        }
        let region = Region { inside: reach & !self.occupied, reach };
        self.known.push_if_free(region);
        region
    }
}
