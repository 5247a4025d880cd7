//! Pieces and layouts as the QQ client writes them: a byte a piece, thirty bytes a layout.

use rules::{Board, BoardKind, Layout, LayoutFault, Piece, Point, PointKind, Seat};

use crate::{Fault, ReadError};

/// Places of a layout: slot i is row i / 5 from the front, column i % 5 from the owner's left.
pub(crate) const SLOTS: usize = 30;

const NONE: u8 = 0;
const UNKNOWN: u8 = 1;
/// The pieces from code 2 on.
const PIECES: [Piece; 12] = [
    Piece::Flag,
    Piece::Mine,
    Piece::Bomb,
    Piece::Commander,
    Piece::Corps,
    Piece::Division,
    Piece::Brigade,
    Piece::Regiment,
    Piece::Battalion,
    Piece::Company,
    Piece::Platoon,
    Piece::Engineer,
];

/// What stands on each place.
pub(crate) type Slots = [Option<Piece>; SLOTS];

/// Reads the layout that lies at `at` in its file.
pub(crate) fn read_layout(codes: [u8; SLOTS], at: usize) -> Result<Layout, ReadError> {
    let mut slots: Slots = [None; SLOTS];
    for ((slot, code), at) in slots.iter_mut().zip(codes).zip(at..) {
        *slot = match code {
            NONE => None,
            UNKNOWN => return Err(Fault::HiddenPiece.at(at)),
            code => match PIECES.get(usize::from(code) - 2) {
                Some(piece) => Some(*piece),
                None => return Err(Fault::PieceCode(code).at(at)),
            },
        };
    }
    let rows = slots.map(|piece| piece.map_or("--", Piece::code));
    let rows: Vec<String> = rows.chunks(5).map(|row| row.join(" ")).collect();
    rows.join(" / ").parse().map_err(|fault| Fault::Layout(fault).at(at + misplaced(&slots, fault)))
}

pub(crate) fn write_layout(layout: &Layout) -> [u8; SLOTS] {
    let mut codes = [NONE; SLOTS];
    for (row, column, piece) in layout.pieces() {
        let (code, _) =
            (2u8..).zip(PIECES).find(|(_, other)| *other == piece).expect("each piece has a code");
        codes[usize::from(row - 1) * 5 + usize::from(column - 1)] = code;
    }
    codes
}

/// The slot of the first piece, or gap, that makes the fault.
pub(crate) fn misplaced(slots: &Slots, fault: LayoutFault) -> usize {
    let first = |is_wrong: &dyn Fn(usize, Option<Piece>) -> bool| {
        let found = slots.iter().enumerate().position(|(slot, piece)| is_wrong(slot, *piece));
        found.expect("the fault is that of one of the places")
    };
    match fault {
        LayoutFault::Shape | LayoutFault::UnknownPiece => 0,
        LayoutFault::CampOrGap => first(&|slot, piece| (kind_of(slot) == PointKind::Camp) != piece.is_none()),
        LayoutFault::PieceCount => first(&|slot, piece| {
            let upto = &slots[..=slot];
            piece.is_some_and(|kind| {
                upto.iter().filter(|other| **other == piece).count() > usize::from(kind.count())
            })
        }),
        LayoutFault::FlagOutsideHeadquarters => {
            first(&|slot, piece| piece == Some(Piece::Flag) && kind_of(slot) != PointKind::Headquarters)
        }
        LayoutFault::MineBeforeRowFive => first(&|slot, piece| piece == Some(Piece::Mine) && slot < 20),
        LayoutFault::BombInFrontRow => first(&|slot, piece| piece == Some(Piece::Bomb) && slot < 5),
    }
}

fn kind_of(slot: usize) -> PointKind {
    let point = Point::from_index(slot).expect("red's field is the first of the board");
    debug_assert!(point.place().is_some_and(|(seat, ..)| seat == Seat::Red));
    Board::get(BoardKind::Siguo).kind(point)
}
