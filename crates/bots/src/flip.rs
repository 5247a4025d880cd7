//! 翻棋: everything face up is known, everything face down to nobody.

use rand::{Rng, RngExt};
use rules::{Event, Fight, Happened, Legal, Piece, Point, PointKind, RuleSet, Seat, View};

use crate::{
    bot::{Choice, moves},
    level::Temper,
    prey::Prey,
    spread::number,
    terrain::{Gait, Terrain},
    worth::{Duels, worth},
};

/// What a flip is worth by itself: it brings a piece into play and may be the move that loses nothing.
const CURIOSITY: f32 = 4.0;

/// The pieces that are still face down.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    left: Vec<(Seat, Piece)>,
}

impl Pool {
    /// All that a view does not show. In the middle of a game this counts lost pieces too.
    pub(crate) fn new(view: &View) -> Pool {
        let armies = [Seat::Red, Seat::Blue].into_iter().flat_map(|army| {
            Piece::ALL.into_iter().flat_map(move |piece| (0..piece.count()).map(move |_| (army, piece)))
        });
        let mut pool = Pool { left: armies.collect() };
        for seen in &view.pieces {
            if let (Some(army), Some(piece)) = (seen.army, seen.piece) {
                pool.take(army, piece);
            }
        }
        pool
    }

    pub(crate) fn observe(&mut self, event: &Event) {
        if let Happened::Flip { seat: _, piece: seen } = event.action
            && let (Some(army), Some(piece)) = (seen.army, seen.piece)
        {
            self.take(army, piece);
        }
    }

    fn take(&mut self, army: Seat, piece: Piece) {
        if let Some(place) = self.left.iter().position(|&other| other == (army, piece)) {
            self.left.swap_remove(place);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    FaceDown,
    Up(Whose, Piece),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Mine,
    Theirs,
}

struct Table<'a> {
    cells: [Cell; Point::COUNT],
    terrain: &'static Terrain,
    duels: &'a Duels,
    temper: Temper,
    prey: Prey,
    /// How much a step towards the prey counts.
    haste: f32,
}

/// The move or flip that promises most.
pub(crate) fn choose(
    rules: &RuleSet,
    seat: Seat,
    view: &View,
    pool: &Pool,
    legal: &Legal,
    temper: Temper,
    rng: &mut impl Rng,
) -> Choice {
    let my_army = view.colours.as_ref().and_then(|colours| *colours.get(seat));
    let whose = |army: Seat| if Some(army) == my_army { Whose::Mine } else { Whose::Theirs };
    let mut cells = [Cell::Empty; Point::COUNT];
    for seen in &view.pieces {
        cells[seen.at.index()] = match (seen.army, seen.piece) {
            (Some(army), Some(piece)) => Cell::Up(whose(army), piece),
            (None, _) | (_, None) => Cell::FaceDown,
        };
    }
    let duels = Duels::new(rules.mine);
    let terrain = Terrain::get(rules.board);
    let restless = 1.0 + number(view.quiet) / 10.0;
    let up = |wanted: Whose| {
        view.pieces.iter().filter_map(move |seen| match (seen.army, seen.piece) {
            (Some(army), Some(piece)) if whose(army) == wanted => Some((seen.at, piece)),
            (Some(_) | None, _) => None,
        })
    };
    let hidden = |wanted: Whose| pool.left.iter().filter(move |(army, _)| whose(*army) == wanted);
    let foes: Vec<(Point, Piece)> = up(Whose::Theirs).collect();
    let has_mines = foes.iter().any(|(_, piece)| *piece == Piece::Mine)
        || hidden(Whose::Theirs).any(|(_, piece)| *piece == Piece::Mine);
    let mine = up(Whose::Mine).map(|(_, piece)| piece).chain(hidden(Whose::Mine).map(|(_, piece)| *piece));
    let lowest = mine.filter(|piece| *piece <= Piece::Commander).min();
    let is_free = |point: Point| cells[point.index()] == Cell::Empty;
    let prey = Prey::new(terrain, &duels, &foes, lowest.filter(|_| !has_mines), is_free);
    let haste = temper.push * restless;
    let table = Table { cells, terrain, duels: &duels, temper, prey, haste };
    let scored_moves = moves(legal).map(|(from, to)| (Choice::Move { from, to }, table.weigh_move(from, to)));
    let flips = legal.flips.iter().map(|&point| {
        let score = my_army.map_or(0.0, |_| table.weigh_flip(point, pool, whose));
        (Choice::Flip(point), score + CURIOSITY * restless)
    });
    let scored =
        scored_moves.chain(flips).map(|(choice, score)| (choice, score + temper.noise * rng.random::<f32>()));
    let best = scored.max_by(|one, other| one.1.total_cmp(&other.1));
    best.expect("a seat with nothing to do has lost").0
}

impl Table<'_> {
    fn weigh_move(&self, from: Point, to: Point) -> f32 {
        let Cell::Up(_, piece) = self.cells[from.index()] else { return f32::NEG_INFINITY };
        let mut cells = self.cells;
        cells[from.index()] = Cell::Empty;
        let mut score = 0.0;
        cells[to.index()] = match self.cells[to.index()] {
            Cell::Up(_, defender) => {
                score += self.duels.payoff(piece, defender);
                match self.duels.result(piece, defender) {
                    Fight::Attacker => Cell::Up(Whose::Mine, piece),
                    Fight::Defender => Cell::Up(Whose::Theirs, defender),
                    Fight::Both => Cell::Empty,
                }
            }
            Cell::Empty | Cell::FaceDown => Cell::Up(Whose::Mine, piece),
        };
        let camp =
            |point| f32::from(u8::from(self.terrain.kind(point) == PointKind::Camp)) * worth(piece) * 0.02;
        let progress = self.haste * self.prey.progress(piece, from, to);
        score + progress + camp(to) - camp(from) + self.outlook(&cells)
    }

    /// A flip opens one piece of the pool, each as likely as the others.
    fn weigh_flip(&self, point: Point, pool: &Pool, whose: impl Fn(Seat) -> Whose) -> f32 {
        let mut cells = self.cells;
        let mut sum = 0.0;
        for &(army, piece) in &pool.left {
            cells[point.index()] = Cell::Up(whose(army), piece);
            sum += self.outlook(&cells);
        }
        sum / number(pool.left.len().max(1))
    }

    /// The best attack that each side has, ours being the later one.
    fn outlook(&self, cells: &[Cell; Point::COUNT]) -> f32 {
        let (mut danger, mut chance) = (0.0_f32, 0.0_f32);
        for point in (0..Point::COUNT).filter_map(Point::from_index) {
            let Cell::Up(attackers, piece) = cells[point.index()] else { continue };
            if !piece.is_mobile() {
                continue;
            }
            let gait = if piece == Piece::Engineer { Gait::Flies } else { Gait::Runs };
            self.terrain.reach(
                point,
                gait,
                |point| cells[point.index()] == Cell::Empty,
                |target| {
                    let Cell::Up(defenders, defender) = cells[target.index()] else { return };
                    // A flag falls only at the very end, and then the legal list has the move.
                    if attackers == defenders
                        || self.terrain.kind(target) == PointKind::Camp
                        || defender == Piece::Flag
                    {
                        return;
                    }
                    let payoff = self.duels.payoff(piece, defender);
                    match attackers {
                        Whose::Mine => chance = chance.max(payoff),
                        Whose::Theirs => danger = danger.max(payoff),
                    }
                },
            );
        }
        self.temper.foresight * chance - self.temper.caution * danger
    }
}
