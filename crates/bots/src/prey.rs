//! 翻棋: whom each kind of own piece goes after, over more than one move.

use rules::{Piece, Point, PointKind};

use crate::{
    spread::KINDS,
    terrain::{ByPoint, Terrain},
    worth::Duels,
};

/// Farther than any way on the board, in tenths of a step.
const FAR: u16 = 999;
/// What it costs to come past a piece on the way, in tenths of a step.
const PAST: u16 = 40;
/// So many points of what a fight brings are worth one step.
const POINTS_A_STEP: f32 = 5.0;
/// How many steps a flag that may be taken is worth.
const FLAG: f32 = 60.0;
/// What stands in a camp has to come out first.
const IN_CAMP: f32 = 0.5;

/// How strongly each point draws each kind of own piece: towards the prey that is worth most for its distance.
#[derive(Debug)]
pub(crate) struct Prey([ByPoint<f32>; KINDS]);

impl Prey {
    /// `foes` are the enemy's pieces that lie face up, `taker` is the own kind that may take the flag, if one may.
    pub(crate) fn new(
        terrain: &Terrain,
        duels: &Duels,
        foes: &[(Point, Piece)],
        taker: Option<Piece>,
        is_free: impl Fn(Point) -> bool,
    ) -> Prey {
        let mut calls = [[f32::NEG_INFINITY; Point::COUNT]; KINDS];
        for &(at, foe) in foes {
            let sheltered = terrain.kind(at) == PointKind::Camp;
            let near = if sheltered { IN_CAMP } else { 1.0 };
            let values = Piece::ALL.map(|own| {
                if foe == Piece::Flag {
                    if taker == Some(own) { FLAG } else { 0.0 }
                } else if own.is_mobile() {
                    duels.payoff(own, foe) / POINTS_A_STEP * near
                } else {
                    0.0
                }
            });
            if values.iter().all(|&value| value <= 0.0) {
                continue;
            }
            let distances = terrain.distances(at, FAR, |point| if is_free(point) { 0 } else { PAST });
            for (calls, value) in calls.iter_mut().zip(values).filter(|(_, value)| *value > 0.0) {
                for (call, distance) in calls.iter_mut().zip(distances) {
                    *call = call.max(value - f32::from(distance) / 10.0);
                }
            }
        }
        Prey(calls)
    }

    /// How much nearer to its prey a piece comes by a move, in steps.
    pub(crate) fn progress(&self, piece: Piece, from: Point, to: Point) -> f32 {
        let calls = &self.0[piece as usize];
        let (before, after) = (calls[from.index()], calls[to.index()]);
        if before.is_finite() { after - before } else { 0.0 }
    }
}
