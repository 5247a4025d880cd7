//! Which piece stands where: the referee's knowledge, in the form that moves are listed from.

use crate::{
    Board, Piece, Point, PointKind, RuleSet, Seat, SeenPiece, Setup,
    board::{Lines, Node, Points},
    seat::PerSeat,
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

/// The pieces of an army that can move, by how they do on the railway. Off it all go one step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Movers {
    /// Along its lines.
    pub(crate) runners: Points,
    /// Any way that is open.
    pub(crate) flyers: Points,
}

impl Movers {
    pub(crate) fn all(self) -> Points {
        self.runners.with(self.flyers)
    }

    /// Those that a piece of that kind belongs to.
    fn of(&mut self, piece: Piece, bombs_fly: bool) -> &mut Points {
        let flies = piece == Piece::Engineer || bombs_fly && piece == Piece::Bomb;
        if flies { &mut self.flyers } else { &mut self.runners }
    }

    /// Those off the railway.
    pub(crate) fn walkers(self) -> u64 {
        self.all().off
    }

    /// Whether one of them is there.
    pub(crate) fn has(self, node: &Node) -> bool {
        self.all().meets(node.here)
    }

    /// Those whose point is wanted.
    pub(crate) fn filter(self, wanted: impl Fn(Point) -> bool) -> Movers {
        let wanted = self.all().iter().filter(|spot| wanted(spot.point()));
        let wanted = wanted.fold(Points::NONE, |set, spot| set.with(Points::just(spot)));
        Movers { runners: self.runners.and(wanted), flyers: self.flyers.and(wanted) }
    }

    /// All but those others.
    pub(crate) fn without(self, others: Movers) -> Movers {
        Movers { runners: self.runners.without(others.runners), flyers: self.flyers.without(others.flyers) }
    }
}

/// One army on the board.
#[derive(Clone)]
struct Army {
    pieces: Points,
    movers: Movers,
    /// How many of each kind are left.
    left: [u8; Piece::ALL.len()],
    /// Where the flag lies.
    flag: Option<Point>,
    /// On whose pieces it may not land, besides its own. Its own seat where it has no partner.
    partner: Seat,
}

/// Everything on the board.
#[derive(Clone)]
pub(crate) struct Position {
    board: &'static Board,
    cells: [Cell; Point::COUNT],
    armies: PerSeat<Army>,
    /// All pieces that cannot be attacked.
    sheltered: Points,
    /// All pieces on the railway by line; both ends of a line count as occupied.
    lines: Lines,
    /// See [`Position::watch`].
    watched: Points,
    disturbed: bool,
    hq_exit: bool,
    bombs_fly: bool,
}

impl Position {
    pub(crate) fn empty(rules: &RuleSet) -> Position {
        let board = Board::get(rules.board);
        Position {
            board,
            cells: [Cell::EMPTY; Point::COUNT],
            armies: PerSeat::new_with(|seat| Army {
                pieces: Points::NONE,
                movers: Movers::default(),
                left: [0; Piece::ALL.len()],
                flag: None,
                partner: rules
                    .players
                    .side(seat)
                    .iter()
                    .copied()
                    .find(|&other| other != seat)
                    .unwrap_or(seat),
            }),
            sheltered: Points::NONE,
            lines: board.rails().empty_lines,
            watched: Points::ALL,
            disturbed: false,
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
        self.armies.iter().fold(0, |rails, army| rails | army.pieces.rails)
    }

    /// Where the army's pieces may land: on empty points and on pieces of those it plays against that can be attacked.
    #[inline]
    pub(crate) fn landing(&self, army: Seat) -> Points {
        let army = self.armies.get(army);
        let friends = army.pieces.with(self.armies.get(army.partner).pieces);
        Points::ALL.without(friends.with(self.sheltered))
    }

    /// The occupied places by line.
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// From now on watches over these points alone, see [`Position::is_disturbed`]. At first it watches over all.
    pub(crate) fn watch(&mut self, points: Points) {
        self.watched = points;
        self.disturbed = false;
    }

    /// Whether anything has changed on the points that are watched.
    pub(crate) fn is_disturbed(&self) -> bool {
        self.disturbed
    }

    pub(crate) fn movers(&self, army: Seat) -> Movers {
        self.armies.get(army).movers
    }

    pub(crate) fn left(&self, army: Seat, piece: Piece) -> u8 {
        self.armies.get(army).left[piece as usize]
    }

    pub(crate) fn flag(&self, army: Seat) -> Option<Point> {
        self.armies.get(army).flag
    }

    /// How a face-up piece stands on that point.
    pub(crate) fn stance(&self, point: Point) -> Stance {
        if self.board.rails().node(point).kind == PointKind::Camp {
            Stance::Sheltered
        } else {
            Stance::Exposed
        }
    }

    /// Moves a piece that can move to an empty point. The same as lifting and placing it, with half the work.
    pub(crate) fn shift(&mut self, from: Point, to: Point) {
        let cell = std::mem::replace(&mut self.cells[from.index()], Cell::EMPTY);
        let moved = cell.with(self.stance(to));
        self.cells[to.index()] = moved;
        let (left, taken) = (self.board.rails().node(from), self.board.rails().node(to));
        self.toggle_place(left);
        self.toggle_place(taken);
        if !cell.is_exposed() {
            self.sheltered.toggle(left.here);
        }
        if !moved.is_exposed() {
            self.sheltered.toggle(taken.here);
        }
        let way = left.here.with(taken.here);
        let changed = if self.rests(taken) { left.here } else { way };
        let army = self.armies.get_mut(cell.army());
        army.pieces.toggle(way);
        army.movers.of(cell.piece(), self.bombs_fly).toggle(changed);
    }

    pub(crate) fn place(&mut self, point: Point, cell: Cell) {
        self.cells[point.index()] = cell;
        let army = self.armies.get_mut(cell.army());
        army.left[cell.piece() as usize] += 1;
        if cell.piece() == Piece::Flag {
            army.flag = Some(point);
        }
        self.toggle(point, cell);
    }

    pub(crate) fn lift(&mut self, point: Point) -> Cell {
        let cell = std::mem::replace(&mut self.cells[point.index()], Cell::EMPTY);
        let army = self.armies.get_mut(cell.army());
        army.left[cell.piece() as usize] -= 1;
        if cell.piece() == Piece::Flag {
            army.flag = None;
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
    fn toggle(&mut self, point: Point, cell: Cell) {
        let node = self.board.rails().node(point);
        self.toggle_place(node);
        if !cell.is_exposed() {
            self.sheltered.toggle(node.here);
        }
        let rests = self.rests(node) || cell.is_face_down() || !cell.piece().is_mobile();
        let army = self.armies.get_mut(cell.army());
        army.pieces.toggle(node.here);
        if !rests {
            army.movers.of(cell.piece(), self.bombs_fly).toggle(node.here);
        }
    }

    #[inline]
    fn toggle_place(&mut self, node: &Node) {
        for track in node.tracks {
            self.lines[track.line()] ^= track.place;
        }
        self.disturbed |= self.watched.meets(node.here);
    }

    /// Whether nothing that stands there ever moves.
    fn rests(&self, node: &Node) -> bool {
        !self.hq_exit && node.kind == PointKind::Headquarters
    }
}
