//! What a file tells of an action and of what came of it.

use rules::{BySeat, Event, Fight, GameResult, Happened, OutReason, Point, Seat};

use super::{Bits, EVENT, MOVE, NOBODY, frame::Frame};

/// Codes of events.
pub(super) const TIMEOUT: u8 = 2;
pub(super) const OUT: u8 = 3;
pub(super) const LEFT: u8 = 4;
pub(super) const OVER: u8 = 5;

/// Arguments of [`OUT`].
pub(super) const FLAG: u8 = 1;
pub(super) const NO_MOVE: u8 = 2;
pub(super) const TIMEOUTS: u8 = 3;
pub(super) const SURRENDER: u8 = 4;
pub(super) const RAN: u8 = 6;

/// Arguments of [`OVER`].
pub(super) const DRAW: u8 = 2;
pub(super) const WIN: u8 = 4;
pub(super) const VOID: u8 = 6;

/// Bits of a move.
pub(super) const FIGHT: u8 = 0b0000_0011;
pub(super) const NEXT: u8 = 0b0001_1000;
pub(super) const COMMANDER: u8 = 0b0100_0000;

/// Follows a game, action by action, and says what a file tells of each.
#[derive(Clone, Debug)]
pub(super) struct Teller {
    frame: Frame,
    turn: Seat,
    playing: BySeat<bool>,
}

impl Teller {
    pub(super) fn new(frame: Frame, first: Seat) -> Teller {
        Teller { frame, turn: first, playing: BySeat::new_with(|_| true) }
    }

    /// The number of the seat whose turn it is; after the end that of the one who would have been next.
    pub(super) fn turn(&self) -> u8 {
        self.frame.number(self.turn)
    }

    pub(super) fn is_in(&self, seat: Seat) -> bool {
        *self.playing.get(seat)
    }

    /// What the file tells of an action, in order.
    pub(super) fn tell(&mut self, event: &Event) -> Vec<Bits> {
        let mut told = Vec::with_capacity(1);
        match &event.action {
            Happened::Move { seat, route, fight, .. } => {
                self.pass_turn();
                let [from, to] =
                    [route.first(), route.last()].map(|end| end.copied().map(|end| self.at(end)));
                let flag = |owner: &dyn Fn(Seat) -> bool| {
                    let shown = event.flags.iter().find(|flag| owner(flag.seat));
                    shown.map_or([0, 0], |flag| self.at(flag.at))
                };
                let commander = if event.flags.is_empty() { 0 } else { COMMANDER };
                let bits = fight_bits(*fight) | self.turn() << 3 | commander;
                let [[x1, y1], [x2, y2]] = [from, to].map(|end| end.expect("a route has ends"));
                let [ax, ay] = flag(&|owner| owner == *seat);
                let [dx, dy] = flag(&|owner| owner != *seat);
                told.push([MOVE, bits, x1, y1, x2, y2, ax, ay, dx, dy]);
            }
            Happened::Timeout { seat } => {
                self.pass_turn();
                let [seat, count] = [self.frame.number(*seat), *event.timeouts.get(*seat)];
                told.push(bits(TIMEOUT, seat, count, self.turn()));
            }
            // Of these the file tells nothing but what came of them.
            Happened::Flip { .. }
            | Happened::Surrender { .. }
            | Happened::Flee { .. }
            | Happened::Draw
            | Happened::Abort => {}
        }
        for (number, out) in (1..).zip(&event.out) {
            *self.playing.get_mut(out.seat) = false;
            if out.seat == self.turn {
                self.pass_turn();
            }
            let ends = event.result.is_some() && number == event.out.len();
            let next = if ends { NOBODY } else { self.turn() };
            told.push(bits(OUT, self.frame.number(out.seat), out_argument(out.reason), next));
        }
        told.extend(event.result.as_ref().map(|result| bits(OVER, 0, over_argument(result), NOBODY)));
        told
    }

    fn at(&self, point: Point) -> [u8; 2] {
        self.frame.coordinates(point)
    }

    /// The turn goes on to the next player who is in.
    fn pass_turn(&mut self) {
        self.turn = std::iter::successors(Some(self.turn.next()), |seat| Some(seat.next()))
            .take(Seat::ALL.len())
            .find(|seat| self.is_in(*seat))
            .unwrap_or(self.turn);
    }
}

fn bits(code: u8, seat: u8, argument: u8, next: u8) -> Bits {
    [EVENT, code, seat, argument, next, 0, 0, 0, 0, 0]
}

pub(super) fn fight_bits(fight: Option<Fight>) -> u8 {
    match fight {
        None => 0,
        Some(Fight::Attacker) => 1,
        Some(Fight::Defender) => 2,
        Some(Fight::Both) => 3,
    }
}

pub(super) fn fight_of(bits: u8) -> Option<Fight> {
    [None, Some(Fight::Attacker), Some(Fight::Defender), Some(Fight::Both)][usize::from(bits & FIGHT)]
}

fn out_argument(reason: OutReason) -> u8 {
    match reason {
        OutReason::Flag => FLAG,
        // 翻棋 has the second; none of its games comes here.
        OutReason::NoMove | OutReason::NoMovablePiece => NO_MOVE,
        OutReason::Timeouts => TIMEOUTS,
        OutReason::Surrender => SURRENDER,
        OutReason::Flee => RAN,
    }
}

fn over_argument(result: &GameResult) -> u8 {
    match result {
        GameResult { void: true, .. } => VOID,
        GameResult { winner, .. } if winner.is_empty() => DRAW,
        GameResult { .. } => WIN,
    }
}
