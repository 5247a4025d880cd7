use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A place at the table, in counter-clockwise order (§1): red South, purple East, blue North, green West.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Seat {
    /// 红方
    Red,
    /// 紫方
    Purple,
    /// 蓝方
    Blue,
    /// 绿方
    Green,
}

impl Seat {
    /// All seats, counter-clockwise from red.
    pub const ALL: [Seat; 4] = [Seat::Red, Seat::Purple, Seat::Blue, Seat::Green];

    /// 0 for red, then counter-clockwise.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The right-hand neighbour (下家).
    #[must_use]
    pub const fn next(self) -> Seat {
        Seat::ALL[(self.index() + 1) % 4]
    }

    /// The left-hand neighbour (上家).
    #[must_use]
    pub const fn previous(self) -> Seat {
        Seat::ALL[(self.index() + 3) % 4]
    }

    /// The seat opposite: in four-player games the partner (对家).
    #[must_use]
    pub const fn opposite(self) -> Seat {
        Seat::ALL[(self.index() + 2) % 4]
    }

    /// The side this seat belongs to.
    pub const fn side(self) -> Side {
        match self {
            Seat::Red | Seat::Blue => Side::RedBlue,
            Seat::Purple | Seat::Green => Side::PurpleGreen,
        }
    }

    /// The letter that stands for the seat in names of points.
    pub const fn letter(self) -> char {
        match self {
            Seat::Red => 'r',
            Seat::Purple => 'p',
            Seat::Blue => 'b',
            Seat::Green => 'g',
        }
    }

    /// The name in records and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::Red => "red",
            Seat::Purple => "purple",
            Seat::Blue => "blue",
            Seat::Green => "green",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a seat: expected red, purple, blue or green")]
pub struct ParseSeatError;

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        Seat::ALL.into_iter().find(|seat| seat.name() == text).ok_or(ParseSeatError)
    }
}

/// Two partners sitting opposite (§1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// 红蓝方
    RedBlue,
    /// 紫绿方
    PurpleGreen,
}

/// One value per seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BySeat<T> {
    /// Red's.
    pub red: T,
    /// Purple's.
    pub purple: T,
    /// Blue's.
    pub blue: T,
    /// Green's.
    pub green: T,
}

impl<T> BySeat<T> {
    /// Asks `value` for each seat, in turn order from red.
    pub fn new_with(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat {
            red: value(Seat::Red),
            purple: value(Seat::Purple),
            blue: value(Seat::Blue),
            green: value(Seat::Green),
        }
    }

    /// The value of one seat.
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::Red => &self.red,
            Seat::Purple => &self.purple,
            Seat::Blue => &self.blue,
            Seat::Green => &self.green,
        }
    }

    /// The value of one seat, to be changed.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Red => &mut self.red,
            Seat::Purple => &mut self.purple,
            Seat::Blue => &mut self.blue,
            Seat::Green => &mut self.green,
        }
    }

    /// Another value for each seat, made of this one.
    pub fn map<U>(self, mut with: impl FnMut(Seat, T) -> U) -> BySeat<U> {
        BySeat {
            red: with(Seat::Red, self.red),
            purple: with(Seat::Purple, self.purple),
            blue: with(Seat::Blue, self.blue),
            green: with(Seat::Green, self.green),
        }
    }

    /// The seats with their values, in turn order from red.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().map(|seat| (seat, self.get(seat)))
    }

    /// References to the values.
    pub fn as_ref(&self) -> BySeat<&T> {
        BySeat { red: &self.red, purple: &self.purple, blue: &self.blue, green: &self.green }
    }
}

/// One value per seat, for what is looked up with every move: a list, found by number, where [`BySeat`] chooses by a `match`, a
/// jump that processors cannot foresee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PerSeat<T>([T; 4]);

impl<T> PerSeat<T> {
    pub(crate) fn new_with(value: impl FnMut(Seat) -> T) -> PerSeat<T> {
        PerSeat(Seat::ALL.map(value))
    }

    pub(crate) const fn get(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }

    pub(crate) const fn get_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}
