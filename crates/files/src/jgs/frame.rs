//! Seats and points as the file counts them.
//!
//! Its seats in turn order are 0, 3, 2, 1, and seat 0 begins. Its board is turned a quarter against ours: its (x, y) is our
//! (16 − y, x).

use std::sync::LazyLock;

use rules::{Board, BoardKind, Point, Seat};

const SIZE: u8 = 17;

/// How a game lies in a file: whoever begins sits on seat 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    first: Seat,
}

impl Frame {
    /// Files are read so that red begins.
    pub(super) const OF_RED: Frame = Frame { first: Seat::Red };

    pub(super) const fn beginning_with(first: Seat) -> Frame {
        Frame { first }
    }

    /// The file's number of the seat.
    pub(super) fn number(self, seat: Seat) -> u8 {
        match turns(self.first, seat) {
            0 => 0,
            turns => 4 - turns,
        }
    }

    /// The seat of that number.
    pub(super) fn seat(self, number: u8) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.number(*seat) == number)
    }

    /// The file's coordinates of the point.
    pub(super) fn coordinates(self, point: Point) -> [u8; 2] {
        let (x, y) = Board::get(BoardKind::Siguo).position(point);
        // Three quarters back are one onward, and each seat of the first mover from red is one more.
        let (x, y) = (0..3 + turns(Seat::Red, self.first)).fold((x, y), |(x, y), _| (SIZE - 1 - y, x));
        [x, y]
    }

    /// The point that lies there in a file of a game that red begins.
    pub(super) fn point([x, y]: [u8; 2]) -> Option<Point> {
        static POINTS: LazyLock<[[Option<Point>; SIZE as usize]; SIZE as usize]> = LazyLock::new(|| {
            let mut points = [[None; SIZE as usize]; SIZE as usize];
            for &point in Board::get(BoardKind::Siguo).points() {
                let [x, y] = Frame::OF_RED.coordinates(point);
                points[usize::from(x)][usize::from(y)] = Some(point);
            }
            points
        });
        *POINTS.get(usize::from(x))?.get(usize::from(y))?
    }
}

/// How many turns after `from` it is the turn of `to`, if all are in.
#[expect(clippy::cast_possible_truncation, reason = "it is below four")]
const fn turns(from: Seat, to: Seat) -> u8 {
    ((to.index() + 4 - from.index()) % 4) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As docs/files.md gives them.
    #[test]
    fn points_lie_where_the_format_says() {
        let frame = Frame::OF_RED;
        for seat in Seat::ALL {
            for (row, column) in (0..6).flat_map(|row| (0..5).map(move |column| (row, column))) {
                let expected = match frame.number(seat) {
                    0 => [11 + row, 10 - column],
                    1 => [6 + column, 11 + row],
                    2 => [5 - row, 6 + column],
                    _ => [10 - column, 5 - row],
                };
                let point = Point::field(seat, row + 1, column + 1).expect("a point");
                assert_eq!(frame.coordinates(point), expected, "{point}");
                assert_eq!(Frame::point(expected), Some(point));
            }
        }
        // The palace's n1, nearest purple's column 5 no more than blue's: left above as red sees it.
        for (number, expected) in [(1, [6, 10]), (3, [6, 6]), (5, [8, 8]), (7, [10, 10]), (9, [10, 6])] {
            let point = Point::palace(number).expect("a point");
            assert_eq!(frame.coordinates(point), expected, "{point}");
        }
        assert_eq!((Frame::point([7, 8]), Frame::point([0, 0]), Frame::point([17, 8])), (None, None, None));
    }

    #[test]
    fn whoever_begins_lies_where_red_does() {
        for first in Seat::ALL {
            let frame = Frame::beginning_with(first);
            let mut seat = first;
            for number in [0, 3, 2, 1] {
                assert_eq!((frame.number(seat), frame.seat(number)), (number, Some(seat)));
                let point = Point::field(seat, 2, 3).expect("a point");
                let like = Point::field(Frame::OF_RED.seat(number).expect("a seat"), 2, 3).expect("a point");
                assert_eq!(frame.coordinates(point), Frame::OF_RED.coordinates(like));
                seat = seat.next();
            }
            assert_eq!(frame.seat(4), None);
        }
    }
}
