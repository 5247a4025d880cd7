mod outlook;

use rules::{Fight, Piece, Point, PointKind, RuleSet, Seat, View};

use crate::{
    hunt::Hunt,
    knowledge::Knowledge,
    level::{Foes, Temper},
    spread::{KINDS, Spread, number},
    terrain::ByPoint,
    worth::worth,
};

/// Branches of a fight that are less likely than this are not looked into.
const UNLIKELY: f32 = 0.03;

/// What stands on a point, as the one to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    /// An own piece, by its number in [`Scene::own`].
    Own(Number),
    /// An enemy's, by its number in [`Scene::foes`].
    Foe(Number),
    Friend,
}

/// A place in [`Scene::own`] or [`Scene::foes`]; small, because cells are copied for every move that is weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number(u8);

impl Number {
    fn last<T>(list: &[T]) -> Number {
        Number(u8::try_from(list.len() - 1).expect("no side has more than 50 pieces"))
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Copy, Debug)]
struct Own {
    piece: Piece,
    before: Option<Point>,
    /// What the others may take it for.
    repute: Spread,
}

#[derive(Clone, Copy, Debug)]
struct Foe {
    seat: Seat,
    belief: Spread,
    /// How likely it can move.
    mobile: f32,
}

/// One position, prepared for weighing the moves of the seat on turn.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    knowledge: &'a Knowledge,
    rules: RuleSet,
    temper: Temper,
    quiet: u32,
    cells: ByPoint<Cell>,
    points: &'static [Point],
    own: Vec<Own>,
    foes: Vec<Foe>,
    /// What own piece i gains by attacking foe j.
    gains: Vec<Vec<f32>>,
    /// What foe j's attack on own piece i is expected to cost.
    risks: Vec<Vec<f32>>,
    hunt: Hunt,
    /// Where the own flag lies.
    flag: Option<Point>,
    to_flag: Option<ByPoint<u16>>,
    alarm: f32,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(
        knowledge: &'a Knowledge,
        rules: RuleSet,
        me: Seat,
        view: &View,
        temper: Temper,
    ) -> Scene<'a> {
        let mut cells = [Cell::Empty; Point::COUNT];
        let (mut own, mut foes) = (Vec::new(), Vec::new());
        let points = rules::Board::get(rules.board).points();
        for &point in points {
            let Some((seat, suspect)) = knowledge.at(point) else { continue };
            cells[point.index()] = if seat == me {
                let piece = suspect.truth.expect("a player sees the own pieces");
                own.push(Own { piece, before: suspect.before, repute: suspect.belief });
                Cell::Own(Number::last(&own))
            } else if !knowledge.is_foe(seat) {
                Cell::Friend
            } else {
                let belief = suspect.belief;
                let mobile = 1.0 - belief.get(Piece::Mine) - belief.get(Piece::Flag);
                foes.push(Foe { seat, belief, mobile });
                Cell::Foe(Number::last(&foes))
            };
        }
        let is_flag = |&&point: &&Point| matches!(cells[point.index()], Cell::Own(i) if own[i.index()].piece == Piece::Flag);
        let flag = points.iter().find(is_flag).copied();
        let hunt = Hunt::new(knowledge);
        let mut scene = Scene {
            knowledge,
            rules,
            temper,
            quiet: view.quiet,
            cells,
            points,
            own,
            foes,
            gains: Vec::new(),
            risks: Vec::new(),
            hunt,
            flag,
            to_flag: None,
            alarm: 0.0,
        };
        scene.to_flag = scene.to_flag(&scene.cells);
        scene.alarm = scene.alarm(&scene.cells);
        scene.gains =
            scene.own.iter().map(|own| scene.foes.iter().map(|foe| scene.gain(own, foe)).collect()).collect();
        let losses: Vec<[f32; KINDS]> = scene.own.iter().map(|own| scene.losses(own)).collect();
        let risk = |foe: &Foe| losses.iter().map(|losses| foe.belief.expect(losses).max(0.0)).collect();
        scene.risks = scene.foes.iter().map(risk).collect();
        scene
    }

    fn gain(&self, own: &Own, foe: &Foe) -> f32 {
        self.knowledge.duels().expected(own.piece, &foe.belief)
    }

    /// What it costs to be attacked by each kind of piece, times how likely its owner does it.
    fn losses(&self, own: &Own) -> [f32; KINDS] {
        let duels = self.knowledge.duels();
        Piece::ALL.map(|attacker| {
            if !attacker.is_mobile() {
                return 0.0;
            }
            let hoped = match self.temper.foes {
                Foes::SeeAll => duels.payoff(attacker, own.piece),
                Foes::Guess => duels.expected(attacker, &own.repute),
            };
            let will = 1.0 / (1.0 + (-hoped / 6.0).exp());
            will * duels.payoff(attacker, own.piece)
        })
    }

    /// How good it is to move so.
    pub(crate) fn weigh(&self, from: Point, to: Point) -> f32 {
        let Cell::Own(mover) = self.cells[from.index()] else { return f32::NEG_INFINITY };
        let own = &self.own[mover.index()];
        let mut cells = self.cells;
        cells[from.index()] = Cell::Empty;
        let enters_headquarters =
            self.knowledge.terrain().kind(to) == PointKind::Headquarters && !self.rules.hq_exit;
        let frozen = if enters_headquarters { 4.0 + worth(own.piece) * 0.4 } else { 0.0 };
        let arrive = self.progress(own, from, to) - frozen;
        let Cell::Foe(foe) = self.cells[to.index()] else {
            cells[to.index()] = Cell::Own(mover);
            return arrive - self.repetition(own, to) + self.outlook(&cells)
                - self.alarm_after(&cells, from, to);
        };
        let belief = &self.foes[foe.index()].belief;
        let mut score = self.gains[mover.index()][foe.index()];
        for (result, stays, arrives) in [
            (Fight::Attacker, Cell::Own(mover), arrive),
            (Fight::Defender, Cell::Foe(foe), 0.0),
            (Fight::Both, Cell::Empty, 0.0),
        ] {
            let chance = self.knowledge.duels().chance(own.piece, belief, result);
            if chance > UNLIKELY {
                cells[to.index()] = stays;
                score += chance * (arrives + self.outlook(&cells) - self.alarm_after(&cells, from, to));
            }
        }
        score
    }

    fn progress(&self, own: &Own, from: Point, to: Point) -> f32 {
        let haste = 1.0 + number(self.quiet) / 20.0;
        self.temper.push * haste * (self.hunt.call(own.piece, to) - self.hunt.call(own.piece, from))
    }

    /// Going back to where one came from leads nowhere.
    fn repetition(&self, own: &Own, to: Point) -> f32 {
        if own.before == Some(to) { 3.0 + number(self.quiet) / 4.0 } else { 0.0 }
    }

    fn may_leave(&self, point: Point) -> bool {
        self.rules.hq_exit || self.knowledge.terrain().kind(point) != PointKind::Headquarters
    }
}
