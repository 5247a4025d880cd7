//! Listing moves (§5).
//!
//! All the work is in tables that [`crate::board`] makes once. A run along a line is written whole, sixteen bytes at a
//! time, and cut to length afterwards; steps and engineers' ways are sets of points.

use crate::{
    Action, Point,
    board::{Arm, Node, Points, Rails},
    position::{Movers, Position},
    route,
};

/// 25 pieces with at most 76 targets each, and room for a run that is cut to length afterwards.
const CAPACITY: usize = 25 * 76 + 16;

/// What a seat may do, as pairs of points; made by `Game::legal_moves`, which reuses the room.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    from: [u8; CAPACITY],
    to: [u8; CAPACITY],
}

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList { len: 0, from: [0; CAPACITY], to: [0; CAPACITY] }
    }

    /// How many moves and flips there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The move or flip at that place, below [`MoveList::len`].
    pub fn get(&self, index: usize) -> LegalMove {
        assert!(index < self.len, "no such move");
        LegalMove { from: point(self.from[index]), to: point(self.to[index]) }
    }

    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = LegalMove> + '_ {
        (0..self.len).map(|index| self.get(index))
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn push_flip(&mut self, at: Point) {
        self.push(at, at);
    }

    #[inline]
    fn push(&mut self, from: Point, to: Point) {
        self.from[self.len] = from.byte();
        self.to[self.len] = to.byte();
        self.len += 1;
    }

    #[inline]
    fn push_run(&mut self, from: Point, targets: [u8; 16], count: usize) {
        self.from[self.len..self.len + 16].fill(from.byte());
        self.to[self.len..self.len + 16].copy_from_slice(&targets);
        self.len += count;
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

fn point(index: u8) -> Point {
    Point::from_index(usize::from(index)).expect("only points of the board are listed")
}

/// How pieces that run along lines do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Running {
    Straight,
    OneTurn,
}

/// What moves are listed from: a position as one army meets it.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) position: &'a Position,
    /// Where they may land.
    pub(crate) landing: Points,
    pub(crate) running: Running,
}

impl Ground<'_> {
    fn rails(&self) -> &'static Rails {
        self.position.board().rails()
    }

    #[inline]
    fn lands(&self, node: &Node) -> bool {
        self.landing.meets(node.here)
    }

    /// Lists every move of these pieces.
    pub(crate) fn list(&self, movers: Movers, list: &mut MoveList) {
        let rails = self.rails();
        for number in bits(movers.runners) {
            let from = rails.rail_points[number];
            let node = rails.node(from);
            self.list_off(from, node.near.off, list);
            match self.running {
                Running::Straight => self.list_runs(from, node, list),
                Running::OneTurn => {
                    self.list_rails(from, route::one_turn_reach(rails, self.position.rails(), from), list);
                }
            }
        }
        for number in bits(movers.flyers) {
            let from = rails.rail_points[number];
            self.list_off(from, rails.node(from).near.off, list);
            self.list_rails(from, flood(rails, self.position.rails(), number), list);
        }
        for number in bits(u128::from(movers.walkers)) {
            let from = rails.off_points[number];
            let node = rails.node(from);
            self.list_off(from, node.near.off, list);
            self.list_rails(from, node.near.rails, list);
        }
    }

    #[inline]
    fn list_off(&self, from: Point, targets: u64, list: &mut MoveList) {
        for number in bits(u128::from(targets & self.landing.off)) {
            list.push(from, self.rails().off_points[number]);
        }
    }

    #[inline]
    fn list_rails(&self, from: Point, targets: u128, list: &mut MoveList) {
        for number in bits(targets & self.landing.rails) {
            list.push(from, self.rails().rail_points[number]);
        }
    }

    #[inline]
    fn list_runs(&self, from: Point, node: &Node, list: &mut MoveList) {
        for arm in self.rails().arms(node) {
            list.push_run(from, arm.targets, self.run(arm));
        }
    }

    /// How many of an arm's own targets can be reached: the empty ones, and the piece behind them if it can be attacked.
    #[inline]
    fn run(&self, arm: &Arm) -> usize {
        let free = arm.free(self.position.lines()) as usize;
        let skip = usize::from(arm.skip);
        if free < skip {
            return 0;
        }
        free - skip + usize::from(self.lands(self.rails().target(arm.targets[free - skip])))
    }

    /// Whether the piece, one of `movers`, may go there.
    pub(crate) fn allows(&self, movers: Movers, from: Point, to: Point) -> bool {
        let rails = self.rails();
        let node = rails.node(from);
        if !movers.has(node) || !self.lands(rails.node(to)) {
            return false;
        }
        if node.near.meets(rails.node(to).here) {
            return true;
        }
        let flies = movers.flyers & node.here.rails != 0;
        let runs = movers.runners & node.here.rails != 0;
        let target = rails.node(to).here.rails;
        let by_turns = |reach: u128| reach & target != 0;
        if flies {
            return by_turns(flood(rails, self.position.rails(), node.here.rails.trailing_zeros() as usize));
        }
        runs && match self.running {
            Running::OneTurn => by_turns(route::one_turn_reach(rails, self.position.rails(), from)),
            Running::Straight => {
                rails.arms(node).iter().any(|arm| arm.targets[..self.run(arm)].contains(&(to.byte())))
            }
        }
    }

    /// Whether any of these pieces can move: whoever can go anywhere can take a first step.
    pub(crate) fn any(&self, movers: Movers) -> Option<Point> {
        let rails = self.rails();
        let on_rails = bits(movers.runners | movers.flyers).map(|number| rails.rail_points[number]);
        let off_rails = bits(u128::from(movers.walkers)).map(|number| rails.off_points[number]);
        on_rails.chain(off_rails).find(|&from| self.can_step(from))
    }

    /// Whether a piece on that point could take a step, if it can move at all.
    pub(crate) fn can_step(&self, from: Point) -> bool {
        self.landing.meets(self.rails().node(from).near)
    }
}

/// All railway points that a piece there reaches with any number of turns, the occupied ones at the end included.
pub(crate) fn flood(rails: &Rails, occupied: u128, start: usize) -> u128 {
    let mut reached = 0;
    let mut open: u128 = 1 << start;
    while open != 0 {
        let number = open.trailing_zeros() as usize;
        open &= open - 1;
        let fresh = rails.joined[number] & !reached;
        reached |= fresh;
        open |= fresh & !occupied;
    }
    reached & !(1 << start)
}

/// The numbers of the bits that are set, from the lowest.
pub(crate) fn bits(set: u128) -> impl Iterator<Item = usize> {
    // Word by word: counting the zeros of a `u128` costs more than twice as much.
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
    let [mut low, mut high] = [set as u64, (set >> 64) as u64];
    std::iter::from_fn(move || {
        if low != 0 {
            let number = low.trailing_zeros() as usize;
            low &= low - 1;
            return Some(number);
        }
        if high != 0 {
            let number = high.trailing_zeros() as usize;
            high &= high - 1;
            return Some(64 + number);
        }
        None
    })
}
