//! Tables over the railway, made so that a list of moves is written without searching.
//!
//! Points have a second number here, their [`Spot`]: those of the railway and the others apart, 16 of each to a field, so
//! that each group fits a bit set: a `u128` for the railway with the palace, a `u64` for the rest.

#![expect(clippy::cast_possible_truncation, reason = "a board has 129 points, 18 lines and 13 points a line")]

use super::{PointKind, geometry};
use crate::{BoardKind, Point, Seat};

/// More than the 18 lines of the larger board and [`NO_LINE`]. A power of two, as [`PLACES`]: cut to its bits, a number is known
/// to be inside.
const LINES: usize = 32;
/// Stands for the lines that a point has fewer than another: a line without points, of which everybody is at place 1.
const NO_LINE: Track = Track { line: 18, place: 1, bit: 0 };
/// A front corner lies on its row, its column and an arc.
const LINES_OF_POINT: usize = 3;
/// More than the 13 points of the longest line and what is beyond its ends. Points have the places 1, 2, …
const PLACES: usize = 16;

/// For each line a set of its places, a bit each.
pub(crate) type Lines = [u16; LINES];

/// The number of a point in sets and tables: its bit among the railway points, or [`Spot::OFF`] and its bit among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot(u8);

impl Spot {
    /// The first number off the railway.
    pub(crate) const OFF: u8 = 128;
    const COUNT: usize = 192;
    /// Of no field more points lie on the railway, or off it.
    const FIELD: u8 = 16;

    /// For each point its spot.
    const OF: [Spot; Point::COUNT] = {
        let mut spots = [Spot(0); Point::COUNT];
        let mut index = 0;
        let (mut seat, mut on, mut off) = (Seat::Red, 0, 0);
        while index < Point::COUNT {
            let point = Point::from_index(index).expect("below the count");
            spots[index] = match point.place() {
                None => Spot(4 * Spot::FIELD + (index - 120) as u8),
                Some((owner, row, column)) => {
                    if owner as u8 != seat as u8 {
                        (seat, on, off) = (owner, 0, 0);
                    }
                    let first = Spot::FIELD * owner as u8;
                    if row == 1 || row == 5 || row < 5 && (column == 1 || column == 5) {
                        on += 1;
                        Spot(first + on - 1)
                    } else {
                        off += 1;
                        Spot(Spot::OFF + first + off - 1)
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

    /// The bit of its field's first spot in either set; the palace counts as a fifth field.
    #[inline]
    const fn field(self) -> u8 {
        self.0 & (Spot::OFF - Spot::FIELD)
    }

    #[inline]
    pub(crate) const fn point(self) -> Point {
        Spot::POINTS[self.0 as usize]
    }
}

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

    pub(crate) const fn just(spot: Spot) -> Points {
        if spot.0 < Spot::OFF {
            Points { rails: 1 << spot.0, off: 0 }
        } else {
            Points { rails: 0, off: 1 << (spot.0 - Spot::OFF) }
        }
    }

    /// How many there are, if all lie in the spot's field. Counting costs by the word.
    #[inline]
    pub(crate) const fn count_steps(self, from: Spot) -> u16 {
        let rails = (self.rails >> from.field()) as u32;
        let off = (self.off >> (from.field() % 64)) as u32;
        (rails | off << 16).count_ones() as u16
    }

    /// How many there are, if those off the railway lie in the spot's field.
    #[inline]
    pub(crate) const fn count_ways(self, from: Spot) -> u16 {
        let off = (self.off >> (from.field() % 64)) as u32;
        let palace = (self.rails >> 64) as u32;
        ((self.rails as u64).count_ones() + (palace | off << 16).count_ones()) as u16
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Spot> {
        bits(self.rails).map(Spot::rail).chain(ones(self.off).map(Spot::off))
    }

    /// The one with that many before it.
    #[inline]
    pub(crate) fn nth(self, number: usize) -> Spot {
        self.iter().nth(number).expect("there are as many")
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

    /// Puts the other points in that are not there, and takes out those that are.
    #[inline]
    pub(crate) const fn toggle(&mut self, other: Points) {
        self.rails ^= other.rails;
        self.off ^= other.off;
    }
}

/// Where a point lies on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    line: u8,
    place: u8,
    /// The place as a set; empty where the point has no such line.
    pub(crate) bit: u16,
}

impl Track {
    #[inline]
    pub(crate) fn line(self) -> usize {
        usize::from(self.line) % LINES
    }
}

/// What one point needs for its moves. All is empty for points that are not on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The point itself.
    pub(crate) here: Points,
    /// All its neighbours.
    pub(crate) near: Points,
    /// The lines that it lies on.
    pub(crate) tracks: [Track; LINES_OF_POINT],
    pub(crate) kind: PointKind,
}

#[derive(Debug)]
pub(crate) struct Rails {
    nodes: [Node; Spot::COUNT],
    /// For each railway bit, its railway neighbours.
    pub(crate) joined: [u128; Spot::OFF as usize],
    /// The occupancy of empty lines.
    pub(crate) empty_lines: Lines,
    /// For each line and place, the points before that place.
    before: [[u128; PLACES]; LINES],
    /// For each point, every line on either side of it, from the next point on.
    ways: Vec<Vec<Vec<Point>>>,
    /// Three points in a row on some line.
    straights: Vec<[Point; 3]>,
}

impl Rails {
    pub(super) fn build(kind: BoardKind, lines: &[Vec<Point>], neighbours: &[Vec<Point>]) -> Rails {
        let mut rails = Rails {
            nodes: [const { Node::NOWHERE }; Spot::COUNT],
            joined: [0; Spot::OFF as usize],
            empty_lines: [0b101; LINES],
            before: [[0; PLACES]; LINES],
            ways: Vec::with_capacity(Point::COUNT),
            straights: lines
                .iter()
                .flat_map(|line| line.windows(3).map(|it| [it[0], it[1], it[2]]))
                .collect(),
        };
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                rails.joined[usize::from(Spot::of(one).0)] |= Points::just(Spot::of(other)).rails;
            }
        }
        for ((line, empty), before) in lines.iter().zip(&mut rails.empty_lines).zip(&mut rails.before) {
            *empty = 1 | 1 << (line.len() + 1);
            for place in 1..PLACES {
                let point = place.checked_sub(2).and_then(|index| line.get(index));
                before[place] =
                    before[place - 1] | point.map_or(0, |&point| Points::just(Spot::of(point)).rails);
            }
        }
        for &point in &geometry::points(kind) {
            let near = neighbours[point.index()].iter().map(|&near| Points::just(Spot::of(near)));
            rails.nodes[usize::from(Spot::of(point).0)] = Node {
                here: Points::just(Spot::of(point)),
                near: near.fold(Points::NONE, Points::with),
                tracks: tracks(lines, point),
                kind: geometry::point_kind(point),
            };
        }
        rails.ways = (0..Point::COUNT)
            .filter_map(Point::from_index)
            .map(|point| {
                let ways = lines.iter().filter_map(|line| ways(line, point)).flatten();
                ways.filter(|way| !way.is_empty()).collect()
            })
            .collect();
        rails
    }

    #[inline]
    pub(crate) fn node(&self, point: Point) -> &Node {
        self.at(Spot::of(point))
    }

    #[inline]
    pub(crate) fn at(&self, spot: Spot) -> &Node {
        &self.nodes[usize::from(spot.0)]
    }

    /// The points that a piece reaches along one line, its own and the occupied ones at either end included.
    #[inline]
    pub(crate) fn run(&self, track: Track, occupied: &Lines) -> u128 {
        let (occupied, place) = (u32::from(occupied[track.line()]), u32::from(track.place));
        // What is beyond either end of a line counts as occupied, so that there always is a first piece on both sides.
        let last = (occupied & ((1 << place) - 1)).ilog2();
        let next = place + 1 + (occupied >> (place + 1)).trailing_zeros();
        let before = &self.before[track.line()];
        before[(next as usize + 1) % PLACES] ^ before[last as usize % PLACES]
    }

    pub(crate) fn ways(&self, point: Point) -> &[Vec<Point>] {
        &self.ways[point.index()]
    }

    /// Whether going on from `here` to `after`, coming from `before`, is a right-angle turn (§11).
    pub(crate) fn is_turn(&self, before: Point, here: Point, after: Point) -> bool {
        let seat = |point: Point| point.place().map(|(seat, ..)| seat);
        let palace_and_arc = |palace: Point, arc: Point| {
            seat(palace).is_none() && seat(arc).is_some() && seat(here).is_some() && seat(arc) != seat(here)
        };
        let straight = self.straights.iter().any(|three| {
            three[1] == here && (three == &[before, here, after] || three == &[after, here, before])
        });
        before != after && !straight && !palace_and_arc(before, after) && !palace_and_arc(after, before)
    }
}

impl Node {
    const NOWHERE: Node = Node {
        here: Points { rails: 0, off: 0 },
        near: Points { rails: 0, off: 0 },
        tracks: [NO_LINE; LINES_OF_POINT],
        kind: PointKind::Station,
    };
}

/// The line on either side of the point, from the next point on: behind it and ahead.
fn ways(line: &[Point], point: Point) -> Option<[Vec<Point>; 2]> {
    let place = line.iter().position(|&other| other == point)?;
    Some([line[..place].iter().rev().copied().collect(), line[place + 1..].to_vec()])
}

/// The point's place on each of its lines.
fn tracks(lines: &[Vec<Point>], point: Point) -> [Track; LINES_OF_POINT] {
    let mut tracks = [NO_LINE; LINES_OF_POINT];
    let places = lines.iter().enumerate().filter_map(|(line, points)| {
        let place = points.iter().position(|&other| other == point)? + 1;
        Some(Track { line: line as u8, place: place as u8, bit: 1 << place })
    });
    for (track, found) in tracks.iter_mut().zip(places) {
        *track = found;
    }
    tracks
}

/// The numbers of the bits that are set, from the lowest.
pub(crate) fn bits(set: u128) -> impl Iterator<Item = usize> {
    // Word by word: counting the zeros of a `u128` costs more than twice as much.
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
    let (low, high) = (set as u64, (set >> 64) as u64);
    ones(low).chain(ones(high).map(|bit| 64 + bit))
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
