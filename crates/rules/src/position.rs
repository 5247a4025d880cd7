//! Which piece stands where: the referee's knowledge, in the form that moves are listed from.

use crate::{
    Board, Piece, Point, PointKind, RuleSet, Seat, SeenPiece, Setup,
    board::{Lines, Node, Points, Spot, bits, ones},
};

/// How a piece stands towards an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Stance {
    /// It can be attacked.
    Exposed = 4,
    /// It cannot: it is in a camp, or it is a flag of 翻棋, for which see `moves`.
    Sheltered = 8,
    /// It lies face down (翻棋).
    FaceDown = 12,
}

/// What is on a point: the upper half says whose it is and how it stands, the lower half what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u8);

impl Cell {
    pub(crate) const EMPTY: Cell = Cell(0);

    pub(crate) const fn new(stance: Stance, army: Seat, piece: Piece) -> Cell {
        Cell((stance as u8 + army as u8) << 4 | piece as u8)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn army(self) -> Seat {
        Seat::ALL[(self.0 >> 4 & 3) as usize]
    }

    pub(crate) fn piece(self) -> Piece {
        Piece::ALL[usize::from(self.0 & 15)]
    }

    const fn is_exposed(self) -> bool {
        self.0 >> 6 == Stance::Exposed as u8 >> 2
    }

    pub(crate) const fn is_face_down(self) -> bool {
        self.0 >> 6 == Stance::FaceDown as u8 >> 2
    }

    /// The piece with nothing hidden.
    pub(crate) fn seen(self, at: Point) -> SeenPiece {
        SeenPiece { at, army: Some(self.army()), piece: Some(self.piece()) }
    }

    pub(crate) fn with(self, stance: Stance) -> Cell {
        Cell::new(stance, self.army(), self.piece())
    }
}

/// The pieces of an army that can move, by how they do.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Movers {
    /// On the railway, along its lines; a bit per railway point.
    pub(crate) runners: u128,
    /// On the railway, any way that is open.
    pub(crate) flyers: u128,
    /// Off the railway, one step; a bit per other point.
    pub(crate) walkers: u64,
}

impl Movers {
    /// Whether one of them is there.
    pub(crate) fn has(self, node: &Node) -> bool {
        (self.runners | self.flyers) & node.here.rails != 0 || self.walkers & node.here.off != 0
    }

    /// Those whose point is wanted.
    pub(crate) fn filter(mut self, wanted: impl Fn(Point) -> bool) -> Movers {
        for bit in bits(self.runners | self.flyers).filter(|&bit| !wanted(Spot::rail(bit).point())) {
            self.runners &= !(1 << bit);
            self.flyers &= !(1 << bit);
        }
        for bit in ones(self.walkers).filter(|&bit| !wanted(Spot::off(bit).point())) {
            self.walkers &= !(1 << bit);
        }
        self
    }

    /// All but those others.
    pub(crate) fn without(self, others: Movers) -> Movers {
        Movers {
            runners: self.runners & !others.runners,
            flyers: self.flyers & !others.flyers,
            walkers: self.walkers & !others.walkers,
        }
    }
}

/// Everything on the board.
#[derive(Clone)]
pub(crate) struct Position {
    board: &'static Board,
    cells: [Cell; Point::COUNT],
    occupied: Points,
    /// The same by line.
    lines: Lines,
    /// Each army's pieces that can be attacked.
    exposed: [Points; 4],
    /// The armies that each plays against; twice the same where there is one.
    foes: [[Seat; 2]; 4],
    movers: [Movers; 4],
    /// How many of each kind an army has left.
    left: [[u8; Piece::ALL.len()]; 4],
    /// Where each army's flag lies.
    flags: [Option<Point>; 4],
    hq_exit: bool,
    bombs_fly: bool,
}

impl Position {
    pub(crate) fn empty(rules: &RuleSet) -> Position {
        let board = Board::get(rules.board);
        let foes = Seat::ALL.map(|seat| {
            let foes = rules.players.opponents(seat);
            [foes[0], foes[foes.len() - 1]]
        });
        Position {
            board,
            cells: [Cell::EMPTY; Point::COUNT],
            occupied: Points::default(),
            lines: board.rails().empty_lines,
            exposed: [Points::default(); 4],
            foes,
            movers: [Movers::default(); 4],
            left: [[0; Piece::ALL.len()]; 4],
            flags: [None; 4],
            hq_exit: rules.hq_exit || rules.setup == Setup::Flip,
            bombs_fly: rules.bombs_fly,
        }
    }

    pub(crate) fn board(&self) -> &'static Board {
        self.board
    }

    pub(crate) fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The occupied points in the order of the board.
    pub(crate) fn occupied(&self) -> impl Iterator<Item = (Point, Cell)> + '_ {
        self.board
            .points()
            .iter()
            .map(|&point| (point, self.cell(point)))
            .filter(|(_, cell)| !cell.is_empty())
    }

    /// The occupied railway points.
    pub(crate) fn rails(&self) -> u128 {
        self.occupied.rails
    }

    /// Where the army's pieces may land: on empty points and on exposed pieces of those it plays against.
    #[inline]
    pub(crate) fn landing(&self, army: Seat) -> Points {
        let empty = Points { rails: !self.occupied.rails, off: !self.occupied.off };
        let [one, other] = self.foes[army.index()];
        empty.with(self.exposed[one.index()]).with(self.exposed[other.index()])
    }

    /// The occupied points by line; both ends of a line count as occupied.
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Whether a step that was open to a piece of that army is open again to whatever of it stands there now, if the armies
    /// were arranged: where a piece could leave there never comes one that may not move.
    #[inline]
    pub(crate) fn is_step_open(&self, army: Seat, (from, to): (Point, Point)) -> bool {
        let (mover, target) = (self.cell(from), self.cell(to));
        let foe = || self.foes[army.index()].contains(&target.army());
        !mover.is_empty() && mover.army() == army && (target.is_empty() || target.is_exposed() && foe())
    }

    pub(crate) fn movers(&self, army: Seat) -> Movers {
        self.movers[army.index()]
    }

    pub(crate) fn left(&self, army: Seat, piece: Piece) -> u8 {
        self.left[army.index()][piece as usize]
    }

    pub(crate) fn flag(&self, army: Seat) -> Option<Point> {
        self.flags[army.index()]
    }

    /// How a face-up piece stands on that point.
    pub(crate) fn stance(&self, point: Point) -> Stance {
        if self.board.rails().node(point).kind == PointKind::Camp {
            Stance::Sheltered
        } else {
            Stance::Exposed
        }
    }

    /// Moves a piece that is not a flag to an empty point.
    pub(crate) fn shift(&mut self, from: Point, to: Point) {
        let cell = std::mem::replace(&mut self.cells[from.index()], Cell::EMPTY);
        self.toggle(from, cell);
        let cell = cell.with(self.stance(to));
        self.cells[to.index()] = cell;
        self.toggle(to, cell);
    }

    pub(crate) fn place(&mut self, point: Point, cell: Cell) {
        self.cells[point.index()] = cell;
        self.left[cell.army().index()][cell.piece() as usize] += 1;
        if cell.piece() == Piece::Flag {
            self.flags[cell.army().index()] = Some(point);
        }
        self.toggle(point, cell);
    }

    pub(crate) fn lift(&mut self, point: Point) -> Cell {
        let cell = self.cell(point);
        self.cells[point.index()] = Cell::EMPTY;
        self.left[cell.army().index()][cell.piece() as usize] -= 1;
        if cell.piece() == Piece::Flag {
            self.flags[cell.army().index()] = None;
        }
        self.toggle(point, cell);
        cell
    }

    /// Takes an army off the board.
    pub(crate) fn remove_army(&mut self, army: Seat) {
        for &point in self.board.points() {
            let cell = self.cell(point);
            if !cell.is_empty() && cell.army() == army {
                self.lift(point);
            }
        }
    }

    /// Carries what is known from the cell over to the bit sets, or takes it back.
    #[inline]
    fn toggle(&mut self, point: Point, cell: Cell) {
        let node = self.board.rails().node(point);
        let army = cell.army().index();
        self.occupied.toggle(node.here);
        for track in node.tracks {
            self.lines[track.line()] ^= track.bit;
        }
        if cell.is_exposed() {
            self.exposed[army].toggle(node.here);
        }
        let rests = !self.hq_exit && node.kind == PointKind::Headquarters;
        if rests || cell.is_face_down() || !cell.piece().is_mobile() {
            return;
        }
        let movers = &mut self.movers[army];
        movers.walkers ^= node.here.off;
        if cell.piece() == Piece::Engineer || self.bombs_fly && cell.piece() == Piece::Bomb {
            movers.flyers ^= node.here.rails;
        } else {
            movers.runners ^= node.here.rails;
        }
    }
}
