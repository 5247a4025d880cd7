//! The second number that each point has, by which sets and tables know it.

#![expect(clippy::cast_possible_truncation, reason = "a board has 129 points")]

use crate::{Point, Seat};

/// The number of a point in sets and tables: its bit among the railway points, or [`Spot::OFF`] and its bit among the others.
///
/// The railway points and the others are numbered apart, 16 of each to a field, so that each group fits a bit set: a `u128` for
/// the railway with the palace, a `u64` for the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot(u8);

impl Spot {
    /// The first number off the railway.
    pub(crate) const OFF: u8 = 128;
    /// As many as a byte can number, so that no look into a table by spot can miss it.
    pub(crate) const COUNT: usize = 256;
    /// Of no field more points lie on the railway, or off it.
    pub(crate) const FIELD: usize = 16;
    /// The palace counts as a field of its own, after the four.
    pub(crate) const PALACE: usize = 4;

    /// For each point its spot.
    const OF: [Spot; Point::COUNT] = {
        let mut spots = [Spot(0); Point::COUNT];
        let mut index = 0;
        let (mut seat, mut on, mut off) = (Seat::Red, 0, 0);
        while index < Point::COUNT {
            let point = Point::from_index(index).expect("below the count");
            spots[index] = match point.place() {
                None => Spot::rail(Spot::PALACE * Spot::FIELD + index - 120),
                Some((owner, row, column)) => {
                    if owner as u8 != seat as u8 {
                        (seat, on, off) = (owner, 0, 0);
                    }
                    let first = Spot::FIELD * owner.index();
                    if row == 1 || row == 5 || row < 5 && (column == 1 || column == 5) {
                        on += 1;
                        Spot::rail(first + on - 1)
                    } else {
                        off += 1;
                        Spot::off(first + off - 1)
                    }
                }
            };
            index += 1;
        }
        spots
    };

    /// The other way round. A number that is no spot's is never looked up.
    const POINTS: [Point; Spot::COUNT] = {
        let mut points = [Point::from_index(0).expect("a board has points"); Spot::COUNT];
        let mut index = 0;
        while index < Point::COUNT {
            points[Spot::OF[index].0 as usize] = Point::from_index(index).expect("below the count");
            index += 1;
        }
        points
    };

    #[inline]
    pub(crate) const fn of(point: Point) -> Spot {
        Spot::OF[point.index()]
    }

    /// That bit among the railway points.
    #[inline]
    pub(crate) const fn rail(bit: usize) -> Spot {
        Spot(bit as u8)
    }

    /// That bit among the others.
    #[inline]
    pub(crate) const fn off(bit: usize) -> Spot {
        Spot(Spot::OFF + bit as u8)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn is_off_rails(self) -> bool {
        self.0 >= Spot::OFF
    }

    /// The field it lies in, by its seat's number, or the palace: below 8.
    #[inline]
    pub(crate) const fn field(self) -> usize {
        (self.0 % Spot::OFF) as usize / Spot::FIELD
    }

    #[inline]
    pub(crate) const fn point(self) -> Point {
        Spot::POINTS[self.0 as usize]
    }
}
