//! Where the points lie and what joins them (§2).

use super::PointKind;
use crate::{BoardKind, Point, Seat};

const ROWS: [u8; 6] = [1, 2, 3, 4, 5, 6];
const COLUMNS: [u8; 5] = [1, 2, 3, 4, 5];

fn seats(kind: BoardKind) -> &'static [Seat] {
    match kind {
        BoardKind::Siguo => &Seat::ALL,
        BoardKind::Classic => &[Seat::Red, Seat::Blue],
    }
}

fn field(seat: Seat, row: u8, column: u8) -> Point {
    Point::field(seat, row, column).expect("rows are 1 to 6, columns 1 to 5")
}

fn palace(number: u8) -> Point {
    Point::palace(number).expect("the palace is n1 to n9")
}

pub(super) fn points(kind: BoardKind) -> Vec<Point> {
    let mut points = Vec::with_capacity(Point::COUNT);
    for &seat in seats(kind) {
        for row in ROWS {
            points.extend(COLUMNS.map(|column| field(seat, row, column)));
        }
    }
    if kind == BoardKind::Siguo {
        points.extend((1..=9).map(palace));
    }
    points
}

pub(super) fn point_kind(point: Point) -> PointKind {
    match point.place() {
        Some((_, 2 | 4, 2 | 4) | (_, 3, 3)) => PointKind::Camp,
        Some((_, 6, 2 | 4)) => PointKind::Headquarters,
        Some(_) | None => PointKind::Station,
    }
}

pub(super) fn position(kind: BoardKind, point: Point) -> Option<(u8, u8)> {
    match (kind, point.place()) {
        (BoardKind::Siguo, Some((Seat::Red, row, column))) => Some((5 + column, 10 + row)),
        (BoardKind::Siguo, Some((Seat::Purple, row, column))) => Some((10 + row, 11 - column)),
        (BoardKind::Siguo, Some((Seat::Blue, row, column))) => Some((11 - column, 6 - row)),
        (BoardKind::Siguo, Some((Seat::Green, row, column))) => Some((6 - row, 5 + column)),
        (BoardKind::Siguo, None) => {
            let number = (1..=9).find(|&number| palace(number) == point)? - 1;
            Some((6 + 2 * (number % 3), 6 + 2 * (number / 3)))
        }
        (BoardKind::Classic, Some((Seat::Red, row, column))) => Some((column - 1, 5 + row)),
        (BoardKind::Classic, Some((Seat::Blue, row, column))) => Some((5 - column, 6 - row)),
        (BoardKind::Classic, Some((Seat::Purple | Seat::Green, ..)) | None) => None,
    }
}

/// Orthogonal neighbours in a field, and each camp's diagonal ones.
pub(super) fn roads(kind: BoardKind) -> Vec<(Point, Point)> {
    let mut roads = Vec::new();
    for &seat in seats(kind) {
        for row in ROWS {
            for column in COLUMNS {
                let here = field(seat, row, column);
                let mut join = |other: Option<Point>| roads.extend(other.map(|there| (here, there)));
                join(Point::field(seat, row, column + 1));
                for column_below in [column - 1, column, column + 1] {
                    let below = Point::field(seat, row + 1, column_below);
                    let camp = |point: Point| point_kind(point) == PointKind::Camp;
                    join(below.filter(|&below| column_below == column || camp(here) || camp(below)));
                }
            }
        }
    }
    roads
}

/// A column of a field, from the rear of the railway to the front.
fn column(seat: Seat, column: u8) -> impl DoubleEndedIterator<Item = Point> {
    [5, 4, 3, 2, 1].into_iter().map(move |row| field(seat, row, column))
}

/// Rows 1 and 5 of each field; the columns through the middle; the arcs, each with both its columns.
pub(super) fn lines(kind: BoardKind) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    for &seat in seats(kind) {
        for row in [1, 5] {
            lines.push(COLUMNS.map(|column| field(seat, row, column)).to_vec());
        }
    }
    let crossings: &[(Seat, [&[u8]; 3])] = match kind {
        BoardKind::Siguo => &[
            (Seat::Red, [&[7, 4, 1], &[8, 5, 2], &[9, 6, 3]]),
            (Seat::Purple, [&[9, 8, 7], &[6, 5, 4], &[3, 2, 1]]),
        ],
        BoardKind::Classic => &[(Seat::Red, [&[], &[], &[]])],
    };
    for &(seat, [left, middle, right]) in crossings {
        let through = |numbers: &'static [u8]| numbers.iter().copied().map(palace);
        let opposite = seat.opposite();
        lines.push(column(seat, 1).chain(through(left)).chain(column(opposite, 5).rev()).collect());
        lines.push(
            [field(seat, 1, 3)].into_iter().chain(through(middle)).chain([field(opposite, 1, 3)]).collect(),
        );
        lines.push(column(seat, 5).chain(through(right)).chain(column(opposite, 1).rev()).collect());
    }
    if kind == BoardKind::Siguo {
        lines.extend(Seat::ALL.map(|seat| column(seat, 5).chain(column(seat.next(), 1).rev()).collect()));
    }
    lines
}
