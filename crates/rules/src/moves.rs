//! Listing moves (§5).
//!
//! All the work is in tables that [`crate::board`] makes once: what a piece may do is a set of points, found without a search.

use crate::{
    Action, Point,
    board::{Node, Points, Rails, Spot, bits, ones},
    few::Few,
    position::{Movers, Position},
    route,
};

/// 25 pieces that move and 50 that are turned over.
const PIECES: usize = 75;

/// What a seat may do, as a set of targets for each piece; made by `Game::legal_moves`, which reuses the room.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    pieces: usize,
    list: [PieceMoves; PIECES],
}

/// What one piece may do.
#[derive(Clone, Copy)]
struct PieceMoves {
    from: Spot,
    /// How many targets there are.
    count: u16,
    targets: Points,
}

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        let nothing = PieceMoves { from: Spot::rail(0), count: 0, targets: Points::NONE };
        MoveList { len: 0, pieces: 0, list: [nothing; PIECES] }
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
        let mut left = index;
        for moves in &self.list[..self.pieces] {
            let count = usize::from(moves.count);
            if left < count {
                return LegalMove { from: moves.from.point(), to: moves.targets.nth(left).point() };
            }
            left -= count;
        }
        panic!("no such move: {index} of {}", self.len)
    }

    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = LegalMove> + '_ {
        self.list[..self.pieces].iter().flat_map(|moves| {
            let from = moves.from.point();
            moves.targets.iter().map(move |to| LegalMove { from, to: to.point() })
        })
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.pieces = 0;
    }

    pub(crate) fn push_flip(&mut self, at: Point) {
        let at = Spot::of(at);
        self.push(at, Points::just(at), 1);
    }

    #[inline]
    fn push(&mut self, from: Spot, targets: Points, count: u16) {
        self.list[self.pieces] = PieceMoves { from, count, targets };
        self.pieces += usize::from(count > 0);
        self.len += usize::from(count);
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

    /// Lists every move of these pieces.
    pub(crate) fn list(&self, movers: Movers, list: &mut MoveList) {
        let rails = self.rails();
        for from in bits(movers.runners).map(Spot::rail) {
            let node = rails.at(from);
            self.push_ways(from, Points { rails: self.run(node, from), ..node.near }, list);
        }
        let mut flood = Flood::new(rails, self.position.rails());
        for bit in bits(movers.flyers) {
            let from = Spot::rail(bit);
            self.push_ways(from, Points { rails: flood.from(bit), ..rails.at(from).near }, list);
        }
        for from in ones(movers.walkers).map(Spot::off) {
            let targets = rails.at(from).near.and(self.landing);
            list.push(from, targets, targets.count_steps(from));
        }
    }

    #[inline]
    fn push_ways(&self, from: Spot, reach: Points, list: &mut MoveList) {
        let targets = reach.and(self.landing);
        list.push(from, targets, targets.count_ways(from));
    }

    /// What a piece that runs along lines reaches on the railway, occupied points included.
    #[inline]
    fn run(&self, node: &Node, from: Spot) -> u128 {
        match self.running {
            Running::Straight => {
                let lines = self.position.lines();
                node.tracks.iter().fold(0, |reach, &track| reach | self.rails().run(track, lines))
            }
            Running::OneTurn => route::one_turn_reach(self.rails(), self.position.rails(), from.point()),
        }
    }

    /// Whether the piece, one of `movers`, may go there.
    pub(crate) fn allows(&self, movers: Movers, from: Point, to: Point) -> bool {
        let rails = self.rails();
        let (node, target) = (rails.node(from), rails.node(to).here);
        if !movers.has(node) || !self.landing.meets(target) {
            return false;
        }
        let reach = if movers.flyers & node.here.rails != 0 {
            Flood::new(rails, self.position.rails()).from(node.here.rails.trailing_zeros() as usize)
        } else if movers.runners & node.here.rails != 0 {
            self.run(node, Spot::of(from))
        } else {
            0
        };
        node.near.meets(target) || reach & target.rails != 0
    }

    /// Whether any of these pieces can move.
    pub(crate) fn any(&self, movers: Movers) -> bool {
        first_step(self.rails(), self.landing, movers).is_some()
    }
}

/// A step that one of these pieces can take to where it may land, if there is one: whoever can go anywhere can take a
/// first step.
pub(crate) fn first_step(rails: &Rails, landing: Points, movers: Movers) -> Option<(Point, Point)> {
    let on_rails = bits(movers.runners | movers.flyers).map(Spot::rail);
    let off_rails = ones(movers.walkers).map(Spot::off);
    on_rails.chain(off_rails).find_map(|from| {
        let to = rails.at(from).near.and(landing).iter().next()?;
        Some((from.point(), to.point()))
    })
}

/// Finds the railway points that pieces reach with any number of turns, the occupied ones at the end included.
///
/// Pieces beside the same open region share what is behind it, so it is searched once.
struct Flood<'a> {
    rails: &'a Rails,
    occupied: u128,
    known: Few<Region, 4>,
}

/// Empty railway points that are joined with each other.
#[derive(Clone, Copy)]
struct Region {
    inside: u128,
    /// With the occupied points around.
    reach: u128,
}

impl Flood<'_> {
    fn new(rails: &Rails, occupied: u128) -> Flood<'_> {
        Flood { rails, occupied, known: Few::EMPTY }
    }

    fn from(&mut self, start: usize) -> u128 {
        let mut reach = self.rails.joined[start];
        let mut open = reach & !self.occupied;
        while open != 0 {
            let region = self.region(open);
            reach |= region.reach;
            open &= !region.inside;
        }
        reach & !(1 << start)
    }

    /// The region of the first of these empty points.
    fn region(&mut self, open: u128) -> Region {
        let start = open & open.wrapping_neg();
        if let Some(known) = self.known.iter().find(|known| known.inside & start != 0) {
            return known;
        }
        let mut reach = start;
        let mut open = start;
        while let Some(bit) = bits(open).next() {
            open &= open - 1;
            let fresh = self.rails.joined[bit] & !reach;
            reach |= fresh;
            open |= fresh & !self.occupied;
        }
        let region = Region { inside: reach & !self.occupied, reach };
        self.known.push_if_free(region);
        region
    }
}
