use super::{Deployment, Game};
use crate::{
    BySeat, Event, Fight, FlagShown, GameResult, Happened, Opened, Out, Point, RuleSet, Seat, SeenPiece,
    Viewer, few::Few, route::route,
};

/// What was done.
#[derive(Clone, Copy)]
pub(super) enum Deed {
    Move {
        seat: Seat,
        from: Point,
        to: Point,
        /// The occupied railway points before it, of which the route is a function.
        rails: u128,
    },
    Flip {
        seat: Seat,
        piece: SeenPiece,
    },
    Timeout {
        seat: Seat,
    },
    Surrender {
        seat: Seat,
    },
    Flee {
        seat: Seat,
    },
    Draw,
    Abort,
}

#[derive(Clone, Copy)]
pub(super) struct Fought {
    pub(super) fight: Fight,
    pub(super) scout: Option<SeenPiece>,
}

/// A deed with the fight it led to: all that the last action is told by.
#[derive(Clone, Copy)]
pub(super) struct Last {
    pub(super) deed: Deed,
    pub(super) fought: Option<Fought>,
}

impl Last {
    pub(super) fn happened(self, rules: &RuleSet) -> Happened {
        match self.deed {
            Deed::Move { seat, from, to, rails } => Happened::Move {
                seat,
                route: route(rules, rails, from, to),
                fight: self.fought.map(|fought| fought.fight),
                scout: self.fought.and_then(|fought| fought.scout),
            },
            Deed::Flip { seat, piece } => Happened::Flip { seat, piece },
            Deed::Timeout { seat } => Happened::Timeout { seat },
            Deed::Surrender { seat } => Happened::Surrender { seat },
            Deed::Flee { seat } => Happened::Flee { seat },
            Deed::Draw => Happened::Draw,
            Deed::Abort => Happened::Abort,
        }
    }
}

/// What followed from a deed on the board.
#[derive(Clone, Copy)]
pub(super) struct Effects {
    pub(super) fought: Option<Fought>,
    pub(super) flags: Few<FlagShown, 2>,
    pub(super) out: Few<Out, 4>,
}

impl Effects {
    pub(super) const NONE: Effects = Effects { fought: None, flags: Few::EMPTY, out: Few::EMPTY };
}

/// What one action brought about, as the referee knows it. [`Outcome::event`] says what a viewer is told of it.
#[derive(Clone)]
pub struct Outcome {
    rules: RuleSet,
    last: Last,
    flags: Few<FlagShown, 2>,
    out: Few<Out, 4>,
    colours: Option<BySeat<Option<Seat>>>,
    turn: Option<Seat>,
    steps: u32,
    quiet: u32,
    timeouts: BySeat<u8>,
    ended: Option<Box<(GameResult, Opened)>>,
}

impl std::fmt::Debug for Outcome {
    /// Shows nothing that is hidden, so that no log can.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outcome")
            .field("turn", &self.turn)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Outcome {
    /// `game` is the game after the action.
    pub(super) fn new(game: &Game, last: Last, effects: &Effects) -> Outcome {
        Outcome {
            rules: game.rules,
            last,
            flags: effects.flags,
            out: effects.out,
            colours: game.colours,
            turn: game.turn(),
            steps: game.steps,
            quiet: game.quiet,
            timeouts: game.timeouts,
            ended: game.result.as_ref().map(|result| Box::new((result.clone(), game.opened()))),
        }
    }

    /// How the game ended by it, if it did.
    pub fn result(&self) -> Option<&GameResult> {
        self.ended.as_ref().map(|ended| &ended.0)
    }

    /// Whose turn it is now; `None` when the game has ended.
    pub fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// Who went out by it, in order.
    pub fn out(&self) -> impl Iterator<Item = Out> + '_ {
        self.out.iter()
    }

    /// What the viewer is told of it.
    ///
    /// This is the one place where an event gets its form. No viewer is told more than the public: what somebody may
    /// know of a piece is in the view that the event is folded into.
    pub fn event(&self, viewer: Viewer) -> Event {
        match viewer {
            Viewer::Seat(_) | Viewer::Public => self.public_event(),
        }
    }

    fn public_event(&self) -> Event {
        Event {
            action: self.last.happened(&self.rules),
            flags: self.flags.to_vec(),
            out: self.out.to_vec(),
            colours: self.colours,
            turn: self.turn,
            steps: self.steps,
            quiet: self.quiet,
            timeouts: self.timeouts,
            result: self.result().cloned(),
            opened: self.ended.as_ref().map(|ended| Box::new(ended.1.clone())),
        }
    }
}

impl Game {
    /// Everything that was hidden; only told when the game has ended.
    pub(crate) fn opened(&self) -> Opened {
        let (layouts, shuffled, nonce) = match &*self.deployment {
            Deployment::Arranged(layouts) => {
                (layouts.map(|_, layout| layout.map(|layout| layout.to_string())), vec![], None)
            }
            Deployment::Shuffled(shuffle) => (BySeat::default(), shuffle.pieces().to_vec(), shuffle.nonce()),
        };
        let pieces = self.position.occupied().map(|(at, cell)| cell.seen(at)).collect();
        Opened { layouts, shuffled, nonce, pieces }
    }
}
