use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Seat;

/// A place where a piece can stand (落点), named as players do: `r63` is red's row 6, column 3; `n5` the centre.
///
/// The index follows the order of both boards' point lists: the fields of red, purple, blue and green row by row,
/// then the palace. The two-country board uses the points of red and blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// How many points there are: 4 × 30 and the palace's 9.
    pub const COUNT: usize = 129;

    /// The point with that index.
    #[expect(clippy::cast_possible_truncation, reason = "an index below COUNT fits a byte")]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index < Point::COUNT { Some(Point(index as u8)) } else { None }
    }

    /// The point of a field: row 1 (front) to 6, column 1 (the owner's left) to 5.
    pub const fn field(seat: Seat, row: u8, column: u8) -> Option<Point> {
        if row < 1 || row > 6 || column < 1 || column > 5 {
            return None;
        }
        Some(Point(seat as u8 * 30 + (row - 1) * 5 + column - 1))
    }

    /// The point n1 to n9 of the palace.
    pub const fn palace(number: u8) -> Option<Point> {
        if number < 1 || number > 9 { None } else { Some(Point(119 + number)) }
    }

    /// 0 to 128.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose field it lies in, with row and column; `None` in the palace.
    pub const fn place(self) -> Option<(Seat, u8, u8)> {
        if self.0 >= 120 {
            return None;
        }
        Some((Seat::ALL[self.index() / 30], self.0 % 30 / 5 + 1, self.0 % 5 + 1))
    }

    /// Its name, written where there is room for the longest.
    fn name(self, room: &mut [u8; 3]) -> &str {
        let name = if let Some((seat, row, column)) = self.place() {
            seat.letter().encode_utf8(room);
            room[1..].copy_from_slice(&[b'0' + row, b'0' + column]);
            &room[..]
        } else {
            room[..2].copy_from_slice(&[b'n', b'0' + self.0 - 119]);
            &room[..2]
        };
        str::from_utf8(name).expect("letters and digits")
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(&mut [0; 3]))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A name that is no point's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a point: expected a seat's letter with row and column, or n1 to n9")]
pub struct ParsePointError;

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let digit = |byte: u8| byte.wrapping_sub(b'0');
        match *text.as_bytes() {
            [b'n', number] => Point::palace(digit(number)),
            [letter, row, column] => Seat::ALL
                .into_iter()
                .find(|seat| seat.letter() == char::from(letter))
                .and_then(|seat| Point::field(seat, digit(row), digit(column))),
            _ => None,
        }
        .ok_or(ParsePointError)
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A frame names many points, and to format each would cost more than all else of it.
        serializer.serialize_str(self.name(&mut [0; 3]))
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        struct Name;
        impl de::Visitor<'_> for Name {
            type Value = Point;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a point")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Point, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Name)
    }
}
