use std::sync::Arc;

use super::Game;
use crate::{
    BySeat, Layout, LayoutFault, Point, RuleSet, RuleSetFault, Seat, Setup, Shuffle, Shuffled,
    few::Few,
    point_set::PointSet,
    position::{Cell, Position, Stance},
    seat::PerSeat,
};

/// What a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deployment {
    /// Each player's layout; `None` for seats not in the game.
    Arranged(BySeat<Option<Layout>>),
    /// 翻棋: both armies, face down.
    Shuffled(Shuffle),
}

/// Why no game can begin so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The rule set makes no sense.
    #[error("{0}")]
    Rules(#[from] RuleSetFault),
    /// The seat that is to begin is not in the game.
    #[error("{0} does not play and cannot begin")]
    First(Seat),
    /// Layouts in 翻棋, or a shuffle elsewhere.
    #[error("the pieces are not set up as the rules want it")]
    Deployment,
    /// A player without a layout.
    #[error("no layout for {0}")]
    NoLayout(Seat),
    /// A layout for a seat that is not in the game.
    #[error("a layout for {0}, who does not play")]
    SpareLayout(Seat),
    /// A layout that the rules do not allow.
    #[error("the layout of {0}: {1}")]
    Layout(Seat, LayoutFault),
}

impl Game {
    /// Begins a game.
    pub fn new(rules: RuleSet, first: Seat, deployment: Deployment) -> Result<Game, SetupFault> {
        rules.check()?;
        if !rules.players.seats().contains(&first) {
            return Err(SetupFault::First(first));
        }
        let mut position = Position::empty(&rules);
        match (&deployment, rules.setup) {
            (Deployment::Arranged(layouts), Setup::Arrange) => {
                for (seat, layout) in layouts.iter() {
                    match (layout, rules.players.seats().contains(&seat)) {
                        (Some(layout), true) => arrange(&mut position, &rules, seat, layout)?,
                        (None, true) => return Err(SetupFault::NoLayout(seat)),
                        (Some(_), false) => return Err(SetupFault::SpareLayout(seat)),
                        (None, false) => {}
                    }
                }
            }
            (Deployment::Shuffled(shuffle), Setup::Flip) => {
                for &Shuffled(point, army, piece) in shuffle.pieces() {
                    position.place(point, Cell::new(Stance::FaceDown, army, piece));
                }
            }
            (Deployment::Arranged(_), Setup::Flip) | (Deployment::Shuffled(_), Setup::Arrange) => {
                return Err(SetupFault::Deployment);
            }
        }
        Ok(Game {
            rules,
            deployment: Arc::new(deployment),
            position,
            turn: first,
            playing: PerSeat::new_with(|seat| rules.players.seats().contains(&seat)),
            steps: 0,
            quiet: 0,
            timeouts: BySeat::default(),
            out: Few::EMPTY,
            flags: Few::EMPTY,
            scouted: PointSet::default(),
            colours: None,
            last: None,
            result: None,
        })
    }
}

fn arrange(position: &mut Position, rules: &RuleSet, seat: Seat, layout: &Layout) -> Result<(), SetupFault> {
    layout.check(rules).map_err(|fault| SetupFault::Layout(seat, fault))?;
    for (row, column, piece) in layout.pieces() {
        let point = Point::field(seat, row, column).expect("layouts have six rows of five");
        position.place(point, Cell::new(Stance::Exposed, seat, piece));
    }
    Ok(())
}
