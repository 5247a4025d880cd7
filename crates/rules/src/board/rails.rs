//! Tables over the railway, made so that a list of moves is written without searching.
//!
//! The railway points (73, or 34) are numbered apart from the others, so that each of the two groups fits a bit set:
//! a `u128` for the railway, a `u64` for the rest.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has 129 points, 18 lines and some hundred arms"
)]

use crate::Point;

/// The index that stands for "no point": it lies behind the end of a line and pads lists.
const EDGE: u8 = Point::COUNT as u8;

/// No line is longer than 13 points, so no arm has more than 12, and one place more for the edge.
const ARM: usize = 16;
/// 18 lines on the larger board.
pub(crate) const LINES: usize = 18;
/// A front corner lies on its row, its column and an arc.
const LINES_OF_POINT: usize = 3;

/// Where a point lies in a line's occupancy. The bit is zero where the point has no such line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LineBit {
    pub(crate) line: u8,
    pub(crate) bit: u16,
}

/// One way out of a railway point along one line.
///
/// Where a column forks into palace and arc, both arms share their first points: the second one lists only what
/// comes after them, and `skip` says how many there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    /// The points in the order in which they are passed, then [`EDGE`].
    pub(crate) targets: [u8; ARM],
    line: u8,
    /// The place of the point that it starts from among the line's bits.
    place: u8,
    ahead: bool,
    pub(crate) skip: u8,
}

impl Arm {
    /// How many points in a row are empty, those to skip included.
    pub(crate) fn free(&self, lines: &[u16; LINES]) -> u32 {
        let occupied = u32::from(lines[self.line as usize]);
        if self.ahead {
            (occupied >> (self.place + 1)).trailing_zeros()
        } else {
            (occupied << (32 - self.place)).leading_zeros()
        }
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
    #[inline]
    pub(crate) const fn meets(self, other: Points) -> bool {
        self.rails & other.rails != 0 || self.off & other.off != 0
    }

    #[inline]
    pub(crate) const fn with(self, other: Points) -> Points {
        Points { rails: self.rails | other.rails, off: self.off | other.off }
    }

    /// Puts the other points in that are not there, and takes out those that are.
    #[inline]
    pub(crate) const fn toggle(&mut self, other: Points) {
        self.rails ^= other.rails;
        self.off ^= other.off;
    }
}

/// What one point needs for its moves. All is empty for [`EDGE`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// The point itself.
    pub(crate) here: Points,
    /// All its neighbours.
    pub(crate) near: Points,
    pub(crate) lines: [LineBit; LINES_OF_POINT],
    arms: (u16, u16),
}

#[derive(Debug)]
pub(crate) struct Rails {
    nodes: Vec<Node>,
    arms: Vec<Arm>,
    /// The railway points by bit.
    pub(crate) rail_points: Vec<Point>,
    /// The other points by bit.
    pub(crate) off_points: Vec<Point>,
    /// For each railway bit, its railway neighbours.
    pub(crate) joined: Vec<u128>,
    /// The occupancy of empty lines. A line's points are bits 1, 2, …; both ends are closed by a bit that is always set.
    pub(crate) empty_lines: [u16; LINES],
    /// For each point, every line on either side of it, from the next point on.
    ways: Vec<Vec<Vec<Point>>>,
    /// Three points in a row on some line.
    straights: Vec<[Point; 3]>,
}

impl Rails {
    pub(super) fn build(lines: &[Vec<Point>], neighbours: &[Vec<Point>]) -> Rails {
        let on_rails = |point: Point| lines.iter().any(|line| line.contains(&point));
        let all = (0..Point::COUNT).filter_map(Point::from_index);
        let on_board = all.clone().filter(|point| !neighbours[point.index()].is_empty());
        let (rail_points, off_points): (Vec<Point>, Vec<Point>) =
            on_board.partition(|&point| on_rails(point));

        let mut joined = vec![0; rail_points.len()];
        let number =
            |point: &Point| rail_points.binary_search(point).expect("a line's points are on the railway");
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            joined[number(&pair[0])] |= 1 << number(&pair[1]);
            joined[number(&pair[1])] |= 1 << number(&pair[0]);
        }
        let mut empty_lines = [0; LINES];
        for (empty, line) in empty_lines.iter_mut().zip(lines) {
            *empty = 1 | 1 << (line.len() + 1);
        }

        let bit = |point: Point| Points {
            rails: rail_points.binary_search(&point).map_or(0, |number| 1 << number),
            off: off_points.binary_search(&point).map_or(0, |number| 1 << number),
        };
        let mut arms = Vec::new();
        let nodes = all
            .clone()
            .map(|point| {
                let here = &neighbours[point.index()];
                let first = arms.len() as u16;
                push_arms(&mut arms, lines, point);
                Node {
                    here: bit(point),
                    near: here.iter().fold(Points::default(), |near, &point| near.with(bit(point))),
                    lines: line_bits(lines, point),
                    arms: (first, arms.len() as u16),
                }
            })
            .chain([Node::default()])
            .collect();
        let ways = all.map(|point| ways(lines, point).into_iter().map(|way| way.points).collect()).collect();
        let straights =
            lines.iter().flat_map(|line| line.windows(3).map(|three| [three[0], three[1], three[2]]));
        Rails {
            nodes,
            arms,
            rail_points,
            off_points,
            joined,
            empty_lines,
            ways,
            straights: straights.collect(),
        }
    }

    pub(crate) fn node(&self, point: Point) -> &Node {
        &self.nodes[point.index()]
    }

    /// The same for a target of an arm.
    pub(crate) fn target(&self, target: u8) -> &Node {
        &self.nodes[usize::from(target)]
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

    pub(crate) fn arms(&self, node: &Node) -> &[Arm] {
        &self.arms[usize::from(node.arms.0)..usize::from(node.arms.1)]
    }
}

fn padded<const N: usize>(points: impl Iterator<Item = Point>) -> [u8; N] {
    let mut list = [EDGE; N];
    for (place, point) in list.iter_mut().zip(points) {
        *place = point.byte();
    }
    list
}

fn line_bits(lines: &[Vec<Point>], point: Point) -> [LineBit; LINES_OF_POINT] {
    let mut bits = [LineBit::default(); LINES_OF_POINT];
    let places = lines.iter().enumerate().filter_map(|(line, points)| {
        let place = points.iter().position(|&other| other == point)?;
        Some(LineBit { line: line as u8, bit: 2 << place })
    });
    for (bit, found) in bits.iter_mut().zip(places) {
        *bit = found;
    }
    bits
}

/// One line on one side of a point.
struct Way {
    line: usize,
    /// The point's own index in the line.
    place: usize,
    ahead: bool,
    points: Vec<Point>,
}

fn ways(lines: &[Vec<Point>], point: Point) -> Vec<Way> {
    let mut ways = Vec::new();
    for (line, points) in lines.iter().enumerate() {
        if let Some(place) = points.iter().position(|&other| other == point) {
            let behind = points[..place].iter().rev().copied().collect();
            ways.push(Way { line, place, ahead: false, points: behind });
            ways.push(Way { line, place, ahead: true, points: points[place + 1..].to_vec() });
        }
    }
    ways.retain(|way| !way.points.is_empty());
    ways
}

/// Every arm of the point; what an earlier one lists is left out of the later ones.
fn push_arms(arms: &mut Vec<Arm>, lines: &[Vec<Point>], point: Point) {
    let ways = ways(lines, point);
    for (number, way) in ways.iter().enumerate() {
        let shared = |other: &Way| way.points.iter().zip(&other.points).take_while(|(a, b)| a == b).count();
        let skip = ways[..number].iter().map(shared).max().unwrap_or(0);
        if skip < way.points.len() {
            arms.push(Arm {
                targets: padded(way.points[skip..].iter().copied()),
                line: way.line as u8,
                place: way.place as u8 + 1,
                ahead: way.ahead,
                skip: skip as u8,
            });
        }
    }
}
