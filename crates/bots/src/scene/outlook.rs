//! What a position promises and threatens, for the moves that lead to it.

use rules::{Piece, Point, PointKind};

use super::{Cell, Scene};
use crate::{
    spread::Spread,
    terrain::{ByPoint, Gait},
};

/// How much of the threats beyond the worst one counts: a player makes one move at a time.
const LESSER_THREATS: f32 = 0.2;
/// Enemies that are farther from the flag than this, in tenths of a step, alarm nobody.
const HORIZON: u16 = 150;
/// A move that begins and ends farther away than this leaves the alarm as it is.
const NEAR: u16 = 60;

impl Scene<'_> {
    /// What the position promises: what can be attacked next, less what may be lost before.
    pub(super) fn outlook(&self, cells: &ByPoint<Cell>) -> f32 {
        let terrain = self.knowledge.terrain();
        let is_free = |point: Point| cells[point.index()] == Cell::Empty;
        let mut covers = [0_u32; 25];
        let mut chance = 0.0_f32;
        for &point in self.points {
            let Cell::Own(own) = cells[point.index()] else { continue };
            let own = own.index();
            let piece = self.own[own].piece;
            if piece.is_mobile() && self.may_leave(point) {
                let gait = if piece == Piece::Engineer { Gait::Flies } else { Gait::Runs };
                terrain.reach(point, gait, is_free, |target| match cells[target.index()] {
                    Cell::Own(covered) => covers[covered.index()] |= 1 << own,
                    Cell::Foe(foe) if terrain.kind(target) != PointKind::Camp => {
                        chance = chance.max(self.gains[own][foe.index()]);
                    }
                    Cell::Foe(_) | Cell::Empty | Cell::Friend => {}
                });
            }
        }
        let mut threats = [[0.0_f32; 25]; 4];
        for &point in self.points {
            let Cell::Foe(foe) = cells[point.index()] else { continue };
            let foe = foe.index();
            if !self.may_leave(point) {
                continue;
            }
            let threats = &mut threats[self.foes[foe].seat.index()];
            terrain.reach(point, gait(&self.foes[foe].belief), is_free, |target| {
                if let Cell::Own(own) = cells[target.index()]
                    && terrain.kind(target) != PointKind::Camp
                {
                    let own = own.index();
                    let risk = self.risks[foe][own];
                    if risk > threats[own] {
                        threats[own] =
                            threats[own].max(risk - self.temper.cover * self.revenge(covers[own], foe));
                    }
                }
            });
        }
        let danger: f32 = threats
            .iter()
            .map(|threats| {
                let worst = threats.iter().copied().fold(0.0, f32::max);
                worst + LESSER_THREATS * (threats.iter().sum::<f32>() - worst)
            })
            .sum();
        self.temper.foresight * chance - self.temper.caution * danger
    }

    /// What the best of some own pieces gains by taking a foe that has just taken one.
    fn revenge(&self, covers: u32, foe: usize) -> f32 {
        let covering = (0..self.own.len()).filter(|own| covers >> own & 1 == 1);
        covering.map(|own| self.gains[own][foe]).fold(0.0, f32::max)
    }

    /// The alarm after a move. What happens far from the flag hardly changes it.
    pub(super) fn alarm_after(&self, cells: &ByPoint<Cell>, from: Point, to: Point) -> f32 {
        let is_near = |point: Point| self.to_flag.is_some_and(|distances| distances[point.index()] < NEAR);
        if is_near(from) || is_near(to) { self.alarm(cells) } else { self.alarm }
    }

    /// How near the enemies have come to the own flag, with what stands in their way.
    pub(super) fn alarm(&self, cells: &ByPoint<Cell>) -> f32 {
        let Some(distances) = self.to_flag(cells) else { return 0.0 };
        let near = |distance: u16| 1.0 / (1.0 + f32::from(distance) / 20.0).powi(2);
        let alarm = |&point: &Point| match cells[point.index()] {
            Cell::Foe(foe) => {
                self.foes[foe.index()].mobile * (near(distances[point.index()]) - near(HORIZON))
            }
            Cell::Empty | Cell::Own(_) | Cell::Friend => 0.0,
        };
        self.temper.guard * self.points.iter().map(alarm).sum::<f32>()
    }

    /// How far each point is from the own flag for an enemy.
    pub(super) fn to_flag(&self, cells: &ByPoint<Cell>) -> Option<ByPoint<u16>> {
        let flag = self.flag.filter(|_| self.temper.guard > 0.0)?;
        Some(self.knowledge.terrain().distances(flag, HORIZON, |point| match cells[point.index()] {
            Cell::Empty => 0,
            Cell::Foe(_) => 5,
            Cell::Friend => 10,
            Cell::Own(own) => barrier(self.own[own.index()].piece),
        }))
    }
}

/// How a piece is expected to travel: as an engineer if it is most likely one.
fn gait(belief: &Spread) -> Gait {
    if belief.get(Piece::Engineer) > 0.5 { Gait::Flies } else { Gait::Runs }
}

/// What it costs an enemy to come past an own piece, in tenths of a step.
const fn barrier(piece: Piece) -> u16 {
    match piece {
        Piece::Engineer | Piece::Platoon | Piece::Company => 8,
        Piece::Battalion | Piece::Regiment => 14,
        Piece::Brigade | Piece::Division | Piece::Corps | Piece::Commander | Piece::Bomb => 22,
        Piece::Mine | Piece::Flag => 30,
    }
}
