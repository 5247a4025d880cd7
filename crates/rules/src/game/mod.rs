//! The referee.

mod apply;
mod hindrance;
#[cfg(test)]
mod lessons;
mod outcome;
mod start;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

pub use hindrance::Hindrance;
pub use outcome::Outcome;
pub use start::{Deployment, SetupFault};

use crate::{
    Action, Board, BySeat, Corner, FlagShown, GameResult, Legal, LegalMove, MoveList, Out, Piece, Point,
    Refusal, RuleSet, Seat, Setup, Targets,
    board::Points,
    few::Few,
    moves::{self, Ground, Running},
    point_set::PointSet,
    position::{Movers, Position},
    seat::PerSeat,
};

/// Nobody may surrender before so many steps have been made (§7).
pub const STEPS_BEFORE_SURRENDER: u32 = 20;

/// One game as the referee knows it, with everything hidden in it.
///
/// It cannot be serialised: what leaves it is made by [`Game::view`], [`Outcome::event`] and, for the seat on turn,
/// [`Game::legal`].
#[derive(Clone)]
pub struct Game {
    rules: RuleSet,
    /// What the game began with; shared by all clones.
    deployment: Arc<Deployment>,
    position: Position,
    /// The seat to move; after the end the one that would have been.
    turn: Seat,
    playing: PerSeat<bool>,
    steps: u32,
    quiet: u32,
    timeouts: BySeat<u8>,
    out: Few<Out, 4>,
    flags: Few<FlagShown, 4>,
    /// Where the pieces are that a scout has shown to all.
    scouted: PointSet,
    /// 翻棋: the army of each player, once known.
    colours: Option<BySeat<Option<Seat>>>,
    last: Option<outcome::Last>,
    result: Option<GameResult>,
}

impl std::fmt::Debug for Game {
    /// Shows nothing that is hidden, so that no log can.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("turn", &self.turn()).field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl Game {
    /// The rules it is played by.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The board it is played on.
    pub fn board(&self) -> &'static Board {
        self.position.board()
    }

    /// What it began with.
    pub fn deployment(&self) -> &Deployment {
        &self.deployment
    }

    /// Whose turn it is; `None` when it has ended.
    pub fn turn(&self) -> Option<Seat> {
        if self.result.is_none() { Some(self.turn) } else { None }
    }

    /// Steps made (步): moves and flips of all.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Steps in a row in which no piece left the board or was flipped.
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// How many turns the seat has lost on time.
    pub fn timeouts(&self, seat: Seat) -> u8 {
        *self.timeouts.get(seat)
    }

    /// Whether the seat plays and is not out.
    pub fn is_in(&self, seat: Seat) -> bool {
        *self.playing.get(seat)
    }

    /// The seats of this game, those that are out included, in turn order from red.
    pub fn seats(&self) -> &'static [Seat] {
        self.rules.players.seats()
    }

    /// Who is out, in the order they went.
    pub fn out(&self) -> impl Iterator<Item = Out> + '_ {
        self.out.iter()
    }

    /// How it ended, if it has.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// All that the seat on turn may do, in the order of the board; nothing when the game has ended.
    pub fn legal(&self) -> Legal {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        let mut moves: Vec<LegalMove> = list.iter().collect();
        moves.sort_unstable();
        let mut legal = Legal::default();
        for chosen in moves {
            if chosen.is_flip() {
                legal.flips.push(chosen.from());
            } else if let Some(targets) = legal.moves.last_mut().filter(|last| last.from == chosen.from()) {
                targets.to.push(chosen.to());
            } else {
                legal.moves.push(Targets { from: chosen.from(), to: vec![chosen.to()] });
            }
        }
        legal
    }

    /// Lists the same in no particular order, without allocating.
    pub fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        if self.result.is_some() {
            return;
        }
        match self.rules.setup {
            Setup::Arrange => self.ground(self.turn).list(self.position.movers(self.turn), list),
            Setup::Flip => {
                for (at, _) in self.position.occupied().filter(|(_, cell)| cell.is_face_down()) {
                    list.push_flip(at);
                }
                if let Some(army) = self.army(self.turn) {
                    let (takers, others) = self.flag_takers(army);
                    self.ground(army).list(others, list);
                    self.ground_of_takers(army).list(takers, list);
                }
            }
        }
    }

    /// Whether the referee would accept the action; if not, the first reason that applies.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        let on_board = |point| self.board().contains(point);
        let known = match action {
            Action::Move { from, to } => on_board(from) && on_board(to),
            Action::Flip(at) => on_board(at),
            Action::Timeout | Action::Surrender(_) | Action::Flee(_) | Action::Draw | Action::Abort => true,
        };
        if !known {
            return Err(Refusal::Malformed);
        }
        if self.result.is_some() {
            return Err(Refusal::Over);
        }
        match action {
            Action::Move { from, to } if !self.allows_move(from, to) => Err(Refusal::Illegal),
            Action::Flip(at) if !self.position.cell(at).is_face_down() => Err(Refusal::Illegal),
            Action::Surrender(seat) | Action::Flee(seat) if !self.is_in(seat) => Err(Refusal::NotPlaying),
            Action::Surrender(_) if self.steps < STEPS_BEFORE_SURRENDER => Err(Refusal::TooEarly),
            Action::Move { .. }
            | Action::Flip(_)
            | Action::Timeout
            | Action::Surrender(_)
            | Action::Flee(_)
            | Action::Draw
            | Action::Abort => Ok(()),
        }
    }

    fn allows_move(&self, from: Point, to: Point) -> bool {
        match self.rules.setup {
            Setup::Arrange => self.ground(self.turn).allows(self.position.movers(self.turn), from, to),
            Setup::Flip => self.army(self.turn).is_some_and(|army| {
                let (takers, others) = self.flag_takers(army);
                self.ground(army).allows(others, from, to)
                    || self.ground_of_takers(army).allows(takers, from, to)
            }),
        }
    }

    /// The army that the seat commands; in 翻棋 `None` until colours are known.
    fn army(&self, seat: Seat) -> Option<Seat> {
        match self.rules.setup {
            Setup::Arrange => Some(seat),
            Setup::Flip => self.colours.and_then(|colours| *colours.get(seat)),
        }
    }

    /// The position as that army meets it.
    fn ground(&self, army: Seat) -> Ground<'_> {
        let running = match self.rules.corner {
            Corner::Straight => Running::Straight,
            Corner::OneTurn => Running::OneTurn,
        };
        Ground { position: &self.position, landing: self.position.landing(army), running }
    }

    /// 翻棋: the pieces of the army's lowest remaining rank, which may take a flag, and the others (§10).
    fn flag_takers(&self, army: Seat) -> (Movers, Movers) {
        let all = self.position.movers(army);
        let takers = self
            .lowest_rank(army)
            .map_or(Movers::default(), |rank| all.filter(|point| self.position.cell(point).piece() == rank));
        (takers, all.without(takers))
    }

    /// The lowest rank of which the army has a piece left, face down or up.
    fn lowest_rank(&self, army: Seat) -> Option<Piece> {
        let ranks = &Piece::ALL[..=Piece::Commander as usize];
        ranks.iter().copied().find(|&rank| self.position.left(army, rank) > 0)
    }

    /// 翻棋: the position as the flag takers meet it: the enemy's flag is open to them if it lies face up and its mines
    /// are gone.
    fn ground_of_takers(&self, army: Seat) -> Ground<'_> {
        let ground = self.ground(army);
        let enemy = army.opposite();
        match self.position.flag(enemy) {
            Some(flag)
                if self.position.left(enemy, Piece::Mine) == 0
                    && !self.position.cell(flag).is_face_down() =>
            {
                self.with_flag_open(ground, flag)
            }
            Some(_) | None => ground,
        }
    }

    /// Points on which something has to change before the seat can't do anything, if it could do something were it its turn.
    fn way_out(&self, seat: Seat) -> Option<Points> {
        match self.rules.setup {
            Setup::Arrange => {
                let landing = self.position.landing(seat);
                moves::first_step(self.board().rails(), landing, self.position.movers(seat))
            }
            Setup::Flip => self.can_act_in_flip(seat).then_some(Points::ALL),
        }
    }

    fn can_act_in_flip(&self, seat: Seat) -> bool {
        let face_down = self.position.occupied().any(|(_, cell)| cell.is_face_down());
        face_down
            || self.army(seat).is_some_and(|army| {
                let (takers, others) = self.flag_takers(army);
                self.ground(army).any(others) || self.ground_of_takers(army).any(takers)
            })
    }
}
