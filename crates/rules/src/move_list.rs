//! What a seat may do, listed.

use crate::{
    Action, Point,
    board::{Reach, Spot},
};

/// 25 pieces that move and 50 that are turned over.
const PIECES: usize = 75;

/// What a seat may do, as a set of targets for each piece; made by `Game::legal_moves`, which reuses the room.
#[derive(Clone)]
pub struct MoveList {
    len: u16,
    pieces: usize,
    list: [Reach; PIECES],
    /// For each piece how many moves those listed before it have.
    before: [u16; PIECES],
}

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList { len: 0, pieces: 0, list: [Reach::NONE; PIECES], before: [0; PIECES] }
    }

    /// How many moves and flips there are.
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The move or flip at that place, below [`MoveList::len`].
    pub fn get(&self, index: usize) -> LegalMove {
        assert!(index < self.len(), "no such move: {index} of {}", self.len);
        // Pieces that cannot move are not in the list.
        let piece =
            self.before[1..self.pieces].iter().filter(|&&before| usize::from(before) <= index).count();
        let reach = self.list[piece];
        let to = reach.nth(index - usize::from(self.before[piece]));
        LegalMove { from: reach.from().point(), to: to.point() }
    }

    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = LegalMove> + '_ {
        self.list[..self.pieces].iter().flat_map(|reach| {
            let from = reach.from().point();
            reach.iter().map(move |to| LegalMove { from, to: to.point() })
        })
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.pieces = 0;
    }

    pub(crate) fn push_flip(&mut self, at: Point) {
        self.extend([Reach::just(Spot::of(at))].into_iter());
    }

    /// Lists what these pieces may do, unless it is nothing.
    #[inline]
    pub(crate) fn extend(&mut self, reaches: impl Iterator<Item = Reach>) {
        let (mut len, mut pieces) = (self.len, self.pieces);
        for reach in reaches {
            let count = reach.count();
            self.list[pieces] = reach;
            self.before[pieces] = len;
            pieces += usize::from(count > 0);
            len += count;
        }
        (self.len, self.pieces) = (len, pieces);
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A move or flip taken from the list of the position it is legal in. Only there it may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LegalMove {
    from: Point,
    /// The same as `from` in a flip: nothing moves to where it is.
    to: Point,
}

impl LegalMove {
    /// As records write it.
    pub fn action(self) -> Action {
        if self.is_flip() { Action::Flip(self.from) } else { Action::Move { from: self.from, to: self.to } }
    }

    /// Whether it turns a piece over.
    pub fn is_flip(self) -> bool {
        self.from == self.to
    }

    /// The point of the piece.
    pub fn from(self) -> Point {
        self.from
    }

    /// Where it goes; the same point in a flip.
    pub fn to(self) -> Point {
        self.to
    }

    pub(crate) fn trusted(from: Point, to: Point) -> LegalMove {
        LegalMove { from, to }
    }
}
