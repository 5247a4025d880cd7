//! What an action brings about, in the order of §6.

use super::{
    Game, Outcome,
    outcome::{Deed, Effects, Fought, Last},
};
use crate::{
    Action, BySeat, EndReason, Fight, FlagShown, GameResult, LegalMove, Order, Out, OutReason, Piece,
    Players, Point, Refusal, Seat, Setup, board::Points, fight, position::Stance,
};

impl Game {
    /// Carries out an action and tells what followed from it. A refusal changes nothing.
    pub fn apply(&mut self, action: Action) -> Result<Outcome, Refusal> {
        self.check(action)?;
        let seat = self.turn;
        Ok(match action {
            Action::Move { from, to } => self.play(LegalMove::trusted(from, to)),
            Action::Flip(at) => self.play(LegalMove::trusted(at, at)),
            Action::Timeout => {
                self.concluded(Deed::Timeout { seat }, |game, effects| game.time_out(seat, effects))
            }
            Action::Surrender(seat) => self.concluded(Deed::Surrender { seat }, |game, effects| {
                game.put_out(seat, OutReason::Surrender, effects);
                if seat == game.turn {
                    game.pass_turn();
                }
            }),
            Action::Flee(seat) => {
                self.concluded(Deed::Flee { seat }, |game, effects| game.flee(seat, effects))
            }
            Action::Draw => self.concluded(Deed::Draw, |game, _| game.end([].into(), EndReason::Agreed)),
            Action::Abort => self.concluded(Deed::Abort, |game, _| {
                game.end([].into(), EndReason::Aborted);
                game.make_void();
            }),
        })
    }

    /// Carries out a move or flip that [`Game::legal_moves`] lists for this very position. It is not checked again.
    pub fn play(&mut self, chosen: LegalMove) -> Outcome {
        let (seat, from, to) = (self.turn, chosen.from(), chosen.to());
        self.steps += 1;
        if from == to {
            let deed = Deed::Flip { seat, piece: self.position.cell(to).seen(to) };
            return self.concluded(deed, |game, _| {
                game.flip(seat, to);
                game.pass_turn();
            });
        }
        let deed = Deed::Move { seat, from, to, rails: self.position.rails() };
        self.concluded(deed, |game, effects| {
            game.quiet += 1;
            if game.position.cell(to).is_empty() {
                game.shift(from, to);
            } else {
                game.attack(from, to, effects);
            }
            game.pass_turn();
            if game.rules.setup == Setup::Flip && effects.fought.is_some() {
                game.put_out_the_immobile(effects);
            }
        })
    }

    /// Does what the deed does, then what follows from every action: the limits, then the look for players who cannot
    /// move.
    fn concluded(&mut self, deed: Deed, with: impl FnOnce(&mut Game, &mut Effects)) -> Outcome {
        let mut effects = Effects::NONE;
        with(self, &mut effects);
        let reached = |limit: u16, count: u32| limit > 0 && count >= u32::from(limit);
        if self.result.is_none() && reached(self.rules.quiet_limit, self.quiet) {
            self.end([].into(), EndReason::Quiet);
        }
        if self.result.is_none() && reached(self.rules.step_limit, self.steps) {
            self.end([].into(), EndReason::Steps);
        }
        self.put_out_the_stuck(&mut effects);
        let last = Last { deed, fought: effects.fought };
        self.last = Some(last);
        Outcome::new(self, last, &effects)
    }

    fn flip(&mut self, seat: Seat, at: Point) {
        let cell = self.position.lift(at);
        // A flag is out of everybody's reach until its mines are gone, see `ground_of_takers`.
        let stance = if cell.piece() == Piece::Flag { Stance::Sheltered } else { Stance::Exposed };
        self.position.place(at, cell.with(stance));
        self.quiet = 0;
        if cell.piece() == Piece::Engineer && self.colours.is_none() {
            let mut colours = BySeat::default();
            *colours.get_mut(seat) = Some(cell.army());
            *colours.get_mut(seat.opposite()) = Some(cell.army().opposite());
            self.colours = Some(colours);
        }
    }

    /// Moves a piece to an empty point, and what is known of it with it.
    fn shift(&mut self, from: Point, to: Point) {
        self.position.shift(from, to);
        if self.scouted.remove(from) {
            self.scouted.insert(to);
        }
    }

    fn attack(&mut self, from: Point, to: Point, effects: &mut Effects) {
        let (attacker, defender) = (self.position.cell(from), self.position.cell(to));
        let fight = fight::fight(attacker.piece(), defender.piece(), self.rules.mine);
        let mut scout = None;
        match fight {
            Fight::Attacker => {
                self.position.lift(to);
                self.scouted.remove(to);
                self.shift(from, to);
            }
            Fight::Defender => {
                self.position.lift(from);
                self.scouted.remove(from);
                if self.rules.engineer_scouts && attacker.piece() == Piece::Engineer {
                    self.scouted.insert(to);
                    scout = Some(defender.seen(to));
                }
            }
            Fight::Both => {
                self.position.lift(from);
                self.position.lift(to);
                self.scouted.remove(from);
                self.scouted.remove(to);
            }
        }
        self.quiet = 0;
        effects.fought = Some(Fought { fight, scout });
        if self.rules.setup == Setup::Arrange {
            let attacker_lost = fight != Fight::Attacker && attacker.piece() == Piece::Commander;
            let defender_lost = fight != Fight::Defender && defender.piece() == Piece::Commander;
            for (lost, army) in [(attacker_lost, attacker.army()), (defender_lost, defender.army())] {
                if lost {
                    self.show_flag(army, effects);
                }
            }
        }
        if defender.piece() == Piece::Flag {
            let owner = match self.rules.setup {
                Setup::Arrange => defender.army(),
                Setup::Flip => self.turn.opposite(),
            };
            self.put_out(owner, OutReason::Flag, effects);
        }
    }

    fn show_flag(&mut self, seat: Seat, effects: &mut Effects) {
        let at = self.position.flag(seat).expect("whoever is in has a flag on the board");
        let shown = FlagShown { seat, at };
        self.flags.push(shown);
        effects.flags.push(shown);
    }

    fn time_out(&mut self, seat: Seat, effects: &mut Effects) {
        let count = self.timeouts.get_mut(seat);
        *count = count.saturating_add(1);
        if self.rules.timeouts > 0 && *count >= self.rules.timeouts {
            self.put_out(seat, OutReason::Timeouts, effects);
        }
        self.pass_turn();
    }

    fn flee(&mut self, seat: Seat, effects: &mut Effects) {
        let partner_in = self.rules.players == Players::Four && self.is_in(seat.opposite());
        self.put_out(seat, OutReason::Flee, effects);
        if partner_in {
            self.end([].into(), EndReason::Flee);
            self.make_void();
        }
        if let Some(result) = &mut self.result {
            result.fled = Some(seat);
        }
    }

    /// 翻棋, after a fight: whoever has no piece left that could move has lost, first the one to play next (§10).
    fn put_out_the_immobile(&mut self, effects: &mut Effects) {
        for seat in [self.turn, self.turn.opposite()] {
            let army = self.army(seat).expect("fights come after the colours are known");
            let could_move = |piece: Piece| piece.is_mobile() && self.position.left(army, piece) > 0;
            if self.result.is_none() && !Piece::ALL.into_iter().any(could_move) {
                self.put_out(seat, OutReason::NoMovablePiece, effects);
            }
        }
    }

    /// Looks at every player in, in turn order, until nobody in is stuck or a side is left alone.
    fn put_out_the_stuck(&mut self, effects: &mut Effects) {
        while self.result.is_none()
            && let Some(seat) = self.first_stuck()
        {
            self.put_out(seat, OutReason::NoMove, effects);
            if seat == self.turn {
                self.pass_turn();
            }
        }
    }

    /// The first player in who can't do anything, in turn order.
    ///
    /// Whoever can take a step still can while nothing has changed on its two points: after most moves nobody needs to be looked
    /// at.
    fn first_stuck(&mut self) -> Option<Seat> {
        if !self.position.is_disturbed() {
            return None;
        }
        let mut watched = Points::NONE;
        let mut seat = self.turn;
        for _ in Seat::ALL {
            if self.is_in(seat) {
                let Some(way_out) = self.way_out(seat) else { return Some(seat) };
                watched = watched.with(way_out);
            }
            seat = self.after(seat);
        }
        self.position.watch(watched);
        None
    }

    /// The seat is out; the game ends if nobody of its side is left.
    fn put_out(&mut self, seat: Seat, reason: OutReason, effects: &mut Effects) {
        *self.playing.get_mut(seat) = false;
        let out = Out { seat, reason, step: self.steps };
        self.out.push(out);
        effects.out.push(out);
        if self.rules.setup == Setup::Arrange && reason != OutReason::Flee {
            self.position.remove_army(seat);
            self.scouted.retain(|point| !self.position.cell(point).is_empty());
            self.quiet = 0;
        }
        let players = self.rules.players;
        let lost = |&seat: &Seat| !self.is_in(seat);
        if players.side(seat).iter().all(lost) {
            self.end(players.opponents(seat).to_vec(), reason.into());
        }
    }

    fn end(&mut self, winner: Vec<Seat>, reason: EndReason) {
        self.result = Some(GameResult { winner, reason, void: false, steps: self.steps, fled: None });
    }

    fn make_void(&mut self) {
        if let Some(result) = &mut self.result {
            result.void = true;
        }
    }

    /// The turn goes on to the next player who is in.
    fn pass_turn(&mut self) {
        let mut seat = self.after(self.turn);
        while !self.is_in(seat) && seat != self.turn {
            seat = self.after(seat);
        }
        self.turn = seat;
    }

    fn after(&self, seat: Seat) -> Seat {
        match self.rules.order {
            Order::CounterClockwise => seat.next(),
            Order::Clockwise => seat.previous(),
        }
    }
}
