//! Tables over the railway, made so that a list of moves is written without searching.

use super::{PointKind, Points, Spot, geometry, reach};
use crate::{BoardKind, Point};

/// More than the 18 lines of the larger board and [`NO_LINE`]. A power of two: cut to its bits, a number is known to be inside.
const LINES: usize = 32;
/// Stands for the lines that a point has fewer than another: a line without points, of which everybody is at place 1.
const NO_LINE: Track = Track::new(18, 1);
/// A front corner lies on its row, its column and an arc.
const LINES_OF_POINT: usize = 3;
/// Of a set of places on a line.
const BITS: usize = 32;
/// Those in the order of the line; the others are in the other order.
const AHEAD: u32 = 0xffff;

/// For each line its occupied places. Points have the places 1, 2, … 13 at most; what is beyond either end counts as occupied.
///
/// Each place has two bits, [`ahead`] and [`behind`]: the next piece either way is then the lowest of some bits, which processors
/// find faster than the highest.
pub(crate) type Lines = [u32; LINES];

/// The bit of a place in the order of the line.
const fn ahead(place: usize) -> u32 {
    1 << place
}

/// Its bit in the other order. What is beyond the beginning has the highest bit of all.
const fn behind(place: usize) -> u32 {
    1 << (BITS - 1 - place)
}

const fn both(place: usize) -> u32 {
    ahead(place) | behind(place)
}

/// Where a point lies on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    line: u32,
    /// Both bits of its place.
    pub(crate) place: u32,
    /// The bits of the places ahead, and those of the places behind.
    others: u32,
}

impl Track {
    #[expect(clippy::cast_possible_truncation, reason = "a board has 18 lines")]
    const fn new(line: usize, place: usize) -> Track {
        let others = AHEAD & !through(ahead(place)) | !through(behind(place));
        Track { line: line as u32, place: both(place), others }
    }

    #[inline]
    pub(crate) const fn line(self) -> usize {
        self.line as usize % LINES
    }
}

/// The bit and all below it.
const fn through(bit: u32) -> u32 {
    bit | (bit - 1)
}

/// What one point needs for its moves. All is empty for points that are not on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The point itself.
    pub(crate) here: Points,
    /// See [`reach::roads`].
    pub(crate) roads: u32,
    /// The lines that it lies on.
    pub(crate) tracks: [Track; LINES_OF_POINT],
    pub(crate) kind: PointKind,
}

#[derive(Debug)]
pub(crate) struct Rails {
    nodes: [Node; Spot::COUNT],
    /// For each point its neighbours.
    near: [Points; Spot::COUNT],
    /// For each railway bit, its railway neighbours.
    pub(crate) joined: [u128; Spot::OFF as usize],
    /// The occupancy of empty lines.
    pub(crate) empty_lines: Lines,
    /// For each line and each bit of its places: the points up to the place, itself included for [`ahead`], not for [`behind`].
    up_to: [[u128; BITS]; LINES],
    /// For each point, every line on either side of it, from the next point on.
    ways: Vec<Vec<Vec<Point>>>,
    /// Three points in a row on some line.
    straights: Vec<[Point; 3]>,
}

impl Rails {
    #[expect(clippy::large_stack_arrays, reason = "made once; with a node for every byte no look can miss")]
    pub(super) fn build(kind: BoardKind, lines: &[Vec<Point>], neighbours: &[Vec<Point>]) -> Rails {
        let mut rails = Rails {
            nodes: [const { Node::NOWHERE }; Spot::COUNT],
            near: [Points::NONE; Spot::COUNT],
            joined: [0; Spot::OFF as usize],
            empty_lines: [0; LINES],
            up_to: [[0; BITS]; LINES],
            ways: Vec::with_capacity(Point::COUNT),
            straights: lines
                .iter()
                .flat_map(|line| line.windows(3).map(|it| [it[0], it[1], it[2]]))
                .collect(),
        };
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                rails.joined[Spot::of(one).index()] |= Points::just(Spot::of(other)).rails;
            }
        }
        for ((line, empty), up_to) in lines.iter().zip(&mut rails.empty_lines).zip(&mut rails.up_to) {
            let end = line.len() + 1;
            *empty = both(0) | both(end);
            let mut points = 0;
            for place in 0..=end {
                up_to[behind(place).trailing_zeros() as usize] = points;
                let point = place.checked_sub(1).and_then(|index| line.get(index));
                points |= point.map_or(0, |&point| Points::just(Spot::of(point)).rails);
                up_to[ahead(place).trailing_zeros() as usize] = points;
            }
        }
        for &point in &geometry::points(kind) {
            let spot = Spot::of(point);
            let near = neighbours[point.index()].iter().map(|&near| Points::just(Spot::of(near)));
            let near = near.fold(Points::NONE, Points::with);
            rails.near[spot.index()] = near;
            rails.nodes[spot.index()] = Node {
                here: Points::just(spot),
                roads: reach::roads(spot, near),
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
        &self.nodes[spot.index()]
    }

    #[inline]
    pub(crate) fn near(&self, spot: Spot) -> Points {
        self.near[spot.index()]
    }

    /// The points that a piece reaches along one line, its own and the occupied ones at either end included.
    #[inline]
    pub(crate) fn run(&self, track: Track, occupied: &Lines) -> u128 {
        let (others, up_to) = (occupied[track.line()] & track.others, &self.up_to[track.line()]);
        // What is before the beginning counts as occupied: said again here, there always is a lowest bit.
        let next = (others | behind(0)).trailing_zeros();
        let last = (others & !AHEAD | behind(0)).trailing_zeros();
        up_to[next as usize] ^ up_to[last as usize]
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
    const NOWHERE: Node =
        Node { here: Points::NONE, roads: 0, tracks: [NO_LINE; LINES_OF_POINT], kind: PointKind::Station };
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
        Some(Track::new(line, place))
    });
    for (track, found) in tracks.iter_mut().zip(places) {
        *track = found;
    }
    tracks
}
