use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{Board, BoardKind, Piece, Point, PointKind, RuleSet, Seat};

const ROWS: usize = 6;
const COLUMNS: usize = 5;

/// How one player sets up the army (布局, §3). What exists is legal, except that bombs may stand in row 1: whether they
/// may there is a matter of the rule set, see [`Layout::check`].
///
/// ```
/// let text = "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";
/// let layout: rules::Layout = text.parse().unwrap();
/// assert_eq!(layout.to_string(), text);
/// assert_eq!(layout.mirrored().mirrored(), layout);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    rows: [[Option<Piece>; COLUMNS]; ROWS],
}

impl Layout {
    /// Reads a layout and checks it under a rule set.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Layout, LayoutFault> {
        let layout = read(text)?;
        layout.check(rules)?;
        Ok(layout)
    }

    /// Whether the rule set allows it.
    pub fn check(&self, rules: &RuleSet) -> Result<(), LayoutFault> {
        let bomb_in_front = self.rows[0].contains(&Some(Piece::Bomb));
        if bomb_in_front && !rules.bombs_front_row { Err(LayoutFault::BombInFrontRow) } else { Ok(()) }
    }

    /// Row (1 to 6), column (1 to 5) and kind of each of the 25 pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (u8, u8, Piece)> {
        (1u8..).zip(self.rows).flat_map(|(row, pieces)| {
            (1u8..).zip(pieces).filter_map(move |(column, piece)| Some((row, column, piece?)))
        })
    }

    /// The same with left and right changed (左右对调).
    #[must_use]
    pub fn mirrored(&self) -> Layout {
        let mut rows = self.rows;
        for row in &mut rows {
            row.reverse();
        }
        Layout { rows }
    }
}

/// Reads text and checks all but bombs in the front row.
fn read(text: &str) -> Result<Layout, LayoutFault> {
    let words: Vec<Vec<&str>> = text.split('/').map(|row| row.split_whitespace().collect()).collect();
    if words.len() != ROWS || words.iter().any(|row| row.len() != COLUMNS) {
        return Err(LayoutFault::Shape);
    }
    let mut rows = [[None; COLUMNS]; ROWS];
    for (row, words) in rows.iter_mut().zip(words) {
        for (place, word) in row.iter_mut().zip(words) {
            *place = match word {
                "--" => None,
                code => Some(code.parse().map_err(|_| LayoutFault::UnknownPiece)?),
            };
        }
    }
    check_places(&rows)?;
    Ok(Layout { rows })
}

fn check_places(rows: &[[Option<Piece>; COLUMNS]; ROWS]) -> Result<(), LayoutFault> {
    let board = Board::get(BoardKind::Siguo);
    let places: Vec<(u8, PointKind, Option<Piece>)> = (1u8..)
        .zip(rows)
        .flat_map(|(row, pieces)| {
            (1u8..).zip(pieces).map(move |(column, &piece)| {
                let point = Point::field(Seat::Red, row, column).expect("six rows of five");
                (row, board.kind(point), piece)
            })
        })
        .collect();
    if places.iter().any(|&(_, kind, piece)| (kind == PointKind::Camp) != piece.is_none()) {
        return Err(LayoutFault::CampOrGap);
    }
    let count = |wanted| places.iter().filter(|(.., piece)| *piece == Some(wanted)).count();
    if Piece::ALL.into_iter().any(|piece| count(piece) != usize::from(piece.count())) {
        return Err(LayoutFault::PieceCount);
    }
    let any = |wanted, misplaced: fn(u8, PointKind) -> bool| {
        places.iter().any(|&(row, kind, piece)| piece == Some(wanted) && misplaced(row, kind))
    };
    if any(Piece::Flag, |_, kind| kind != PointKind::Headquarters) {
        return Err(LayoutFault::FlagOutsideHeadquarters);
    }
    if any(Piece::Mine, |row, _| row < 5) {
        return Err(LayoutFault::MineBeforeRowFive);
    }
    Ok(())
}

impl FromStr for Layout {
    type Err = LayoutFault;

    /// Reads a layout that is legal under the default rules.
    fn from_str(text: &str) -> Result<Layout, LayoutFault> {
        Layout::parse(text, &RuleSet::DEFAULT)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows.iter().enumerate() {
            if number > 0 {
                f.write_str(" / ")?;
            }
            for (column, piece) in row.iter().enumerate() {
                if column > 0 {
                    f.write_str(" ")?;
                }
                f.write_str(piece.map_or("--", Piece::code))?;
            }
        }
        Ok(())
    }
}

/// What is wrong with a layout; the first that applies (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum LayoutFault {
    /// Not six rows of five codes.
    #[error("not six rows of five places")]
    Shape,
    /// A code that is no piece's.
    #[error("an unknown piece")]
    UnknownPiece,
    /// A piece in a camp, or a gap elsewhere.
    #[error("a piece in a camp, or a gap outside the camps")]
    CampOrGap,
    /// Not the 25 pieces of an army.
    #[error("not the 25 pieces of an army")]
    PieceCount,
    /// The flag is not in a headquarters.
    #[error("the flag is outside the headquarters")]
    FlagOutsideHeadquarters,
    /// A mine in rows 1 to 4.
    #[error("a mine before row five")]
    MineBeforeRowFive,
    /// A bomb in row 1.
    #[error("a bomb in the front row")]
    BombInFrontRow,
}

impl LayoutFault {
    /// The word that records and messages use.
    pub const fn code(self) -> &'static str {
        match self {
            LayoutFault::Shape => "shape",
            LayoutFault::UnknownPiece => "unknown-piece",
            LayoutFault::CampOrGap => "camp-or-gap",
            LayoutFault::PieceCount => "piece-count",
            LayoutFault::FlagOutsideHeadquarters => "flag-outside-headquarters",
            LayoutFault::MineBeforeRowFive => "mine-before-row-five",
            LayoutFault::BombInFrontRow => "bomb-in-front-row",
        }
    }
}
