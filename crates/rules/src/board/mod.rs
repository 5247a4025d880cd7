//! The two boards (§2) as graphs, built from their geometry.

mod geometry;
mod points;
mod rails;
mod reach;
mod spot;

use std::sync::LazyLock;

pub(crate) use points::{Points, bits, ones, words};
pub(crate) use rails::{Lines, Node, Rails};
pub(crate) use reach::{Landing, Reach};
pub(crate) use spot::Spot;

use crate::{BoardKind, Point};

/// What a point is (落点).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointKind {
    /// 兵站
    Station,
    /// 行营: a piece in it cannot be attacked.
    Camp,
    /// 大本营: a piece in it never moves again.
    Headquarters,
}

/// A board: its points and how they are joined. There is one of each kind, see [`Board::get`].
#[derive(Debug)]
pub struct Board {
    kind: BoardKind,
    points: Vec<Point>,
    neighbours: Vec<Vec<Point>>,
    roads: Vec<(Point, Point)>,
    lines: Vec<Vec<Point>>,
    rails: Rails,
}

impl Board {
    /// The board of that kind.
    pub fn get(kind: BoardKind) -> &'static Board {
        static SIGUO: LazyLock<Board> = LazyLock::new(|| Board::build(BoardKind::Siguo));
        static CLASSIC: LazyLock<Board> = LazyLock::new(|| Board::build(BoardKind::Classic));
        match kind {
            BoardKind::Siguo => &SIGUO,
            BoardKind::Classic => &CLASSIC,
        }
    }

    fn build(kind: BoardKind) -> Board {
        let points = geometry::points(kind);
        let roads = geometry::roads(kind);
        let lines = geometry::lines(kind);
        let mut neighbours = vec![Vec::new(); Point::COUNT];
        let runs = lines.iter().flat_map(|line| line.windows(2).map(|pair| (pair[0], pair[1])));
        for (a, b) in roads.iter().copied().chain(runs) {
            neighbours[a.index()].push(b);
            neighbours[b.index()].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let rails = Rails::build(kind, &lines, &neighbours);
        Board { kind, points, neighbours, roads, lines, rails }
    }

    /// Which of the two it is.
    pub fn board_kind(&self) -> BoardKind {
        self.kind
    }

    /// All its points, in the order that decides between routes of equal length (§5).
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Whether the point is on this board.
    pub fn contains(&self, point: Point) -> bool {
        !self.neighbours[point.index()].is_empty()
    }

    /// What the point is.
    pub fn kind(&self, point: Point) -> PointKind {
        geometry::point_kind(point)
    }

    /// Where a point of this board lies on the grid: x to the right, y down, red at the bottom.
    pub fn position(&self, point: Point) -> (u8, u8) {
        geometry::position(self.kind, point).expect("the point is on this board")
    }

    /// All points one step away by road or railway, in the order of the board.
    pub fn neighbours(&self, point: Point) -> &[Point] {
        &self.neighbours[point.index()]
    }

    /// The connections inside the fields, those that are railway too; each once, the earlier point first.
    pub fn roads(&self) -> &[(Point, Point)] {
        &self.roads
    }

    /// The straight railway runs, arcs, palace and mountain crossings included.
    pub fn lines(&self) -> &[Vec<Point>] {
        &self.lines
    }

    /// The tables that make moves fast.
    pub(crate) fn rails(&self) -> &Rails {
        &self.rails
    }
}
