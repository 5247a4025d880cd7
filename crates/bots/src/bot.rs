use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rules::{Event, Layout, Legal, Piece, Point, RuleSet, Seat, Setup, View};

use crate::{
    flip::{self, Pool},
    habits,
    knowledge::Knowledge,
    level::Level,
    scene::Scene,
};

/// What a bot does with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Moves a piece.
    Move {
        /// From.
        from: Point,
        /// To.
        to: Point,
    },
    /// Turns a face-down piece over (翻棋).
    Flip(Point),
}

/// One seat in one game. It knows what its seat has been told and nothing else; what it does follows from that and
/// its seed alone.
#[derive(Clone, Debug)]
pub struct Bot {
    rules: RuleSet,
    seat: Seat,
    level: Level,
    view: View,
    knowledge: Knowledge,
    pool: Pool,
    rng: ChaCha8Rng,
}

impl Bot {
    /// A legal layout of the kind that strong players use; other seeds give others.
    pub fn layout(_rules: &RuleSet, level: Level, seed: u64) -> Layout {
        habits::layout(level.temper().swaps, &mut ChaCha8Rng::seed_from_u64(seed))
    }

    /// Takes a seat, at the start of a game or later, with the view that the seat has then.
    pub fn new(rules: RuleSet, seat: Seat, level: Level, view: &View, seed: u64) -> Bot {
        let knowledge = Knowledge::new(rules, seat, view);
        Bot {
            rules,
            seat,
            level,
            view: view.clone(),
            knowledge,
            pool: Pool::new(view),
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Hears of one event, in the form that its seat is told. Every numbered event must come, in order.
    pub fn observe(&mut self, event: &Event) {
        self.view.fold(event);
        match self.rules.setup {
            Setup::Flip => self.pool.observe(event),
            Setup::Arrange => self.knowledge.observe(event),
        }
    }

    /// Chooses among the legal moves and flips; of none, there is none to choose, so the list must not be empty.
    pub fn choose(&mut self, legal: &Legal) -> Choice {
        match self.rules.setup {
            Setup::Flip => flip::choose(
                &self.rules,
                self.seat,
                &self.view,
                &self.pool,
                legal,
                self.level.temper(),
                &mut self.rng,
            ),
            Setup::Arrange => self.choose_move(legal),
        }
    }

    fn choose_move(&mut self, legal: &Legal) -> Choice {
        self.knowledge.settle();
        if let Some(choice) = self.take_flag(legal) {
            return choice;
        }
        let temper = self.level.temper();
        let scene = Scene::new(&self.knowledge, self.rules, self.seat, &self.view, temper);
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        for (from, to) in moves(legal) {
            let score = scene.weigh(from, to) + temper.noise * self.rng.random::<f32>();
            if best.is_none() || score > best_score {
                best = Some(Choice::Move { from, to });
                best_score = score;
            }
        }
        best.expect("a seat that has no legal move is out")
    }

    /// A flag that is there for certain is taken, by the piece that is missed least.
    fn take_flag(&self, legal: &Legal) -> Option<Choice> {
        let is_flag = |point| {
            let suspect = self.knowledge.at(point).map(|(_, suspect)| suspect);
            suspect.is_some_and(|suspect| suspect.belief.certain() == Some(Piece::Flag))
        };
        let rank = |from| self.knowledge.at(from).and_then(|(_, suspect)| suspect.truth);
        let takes = moves(legal).filter(|&(_, to)| is_flag(to));
        takes.min_by_key(|&(from, _)| rank(from)).map(|(from, to)| Choice::Move { from, to })
    }

    /// Whether it agrees to a draw: when little has happened for long and it has no more men than the others.
    pub fn answer_draw(&self) -> bool {
        let is_theirs = |army: Seat| match &self.view.colours {
            Some(colours) => *colours.get(self.seat) != Some(army),
            None => self.knowledge.is_foe(army),
        };
        let armies = || self.view.pieces.iter().filter_map(|piece| piece.army);
        let theirs = armies().filter(|&army| is_theirs(army)).count();
        self.view.quiet >= 30 && armies().count() <= 2 * theirs
    }
}

pub(crate) fn moves(legal: &Legal) -> impl Iterator<Item = (Point, Point)> {
    legal.moves.iter().flat_map(|targets| targets.to.iter().map(|&to| (targets.from, to)))
}
