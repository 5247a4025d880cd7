use rules::{Piece, Point, PointKind, Seat};

use crate::{knowledge::Knowledge, terrain::ByPoint};

/// Flags that are less likely somewhere than this are not looked for there.
const UNLIKELY: f32 = 0.05;

/// Farther than any way on the board, in tenths of a step.
const FAR: u16 = 999;

/// The way to the enemies' flags.
#[derive(Debug)]
pub(crate) struct Hunt {
    /// How strongly each point draws pieces that must go around mines, and engineers.
    walkers: ByPoint<f32>,
    engineers: ByPoint<f32>,
}

impl Hunt {
    pub(crate) fn new(knowledge: &Knowledge) -> Hunt {
        let mut hunt = Hunt { walkers: [0.0; Point::COUNT], engineers: [0.0; Point::COUNT] };
        let foes = || Seat::ALL.into_iter().filter(|&seat| knowledge.is_foe(seat));
        let men = |seat: Seat| knowledge.army(seat).alive().count();
        let fewest = foes().map(men).filter(|&men| men > 0).min().unwrap_or(0);
        for seat in foes() {
            // Partners that both hunt the weaker one meet there.
            let focus = if men(seat) == fewest { 1.0 } else { 0.4 };
            for suspect in knowledge.army(seat).alive() {
                let likely = suspect.belief.get(Piece::Flag);
                let Some(at) = suspect.at.filter(|_| likely > UNLIKELY) else { continue };
                add(&mut hunt.walkers, knowledge, at, focus * likely, around_mines);
                add(&mut hunt.engineers, knowledge, at, focus * likely, through_mines);
            }
        }
        hunt
    }

    /// How much good a piece does at a point.
    pub(crate) fn call(&self, piece: Piece, point: Point) -> f32 {
        let drive = match piece {
            Piece::Engineer => return 0.5 * self.engineers[point.index()],
            Piece::Platoon => 0.5,
            Piece::Company => 0.7,
            Piece::Battalion => 0.9,
            Piece::Regiment | Piece::Brigade | Piece::Division => 1.0,
            Piece::Corps => 0.8,
            Piece::Commander => 0.6,
            Piece::Bomb => 0.4,
            Piece::Mine | Piece::Flag => 0.0,
        };
        drive * self.walkers[point.index()]
    }
}

/// What a foe in the way costs that is a mine so likely: men go around mines,
fn around_mines(mine: f32) -> u16 {
    if mine > 0.6 {
        60
    } else if mine > 0.3 {
        30
    } else {
        10
    }
}

/// engineers through them, and around men.
fn through_mines(mine: f32) -> u16 {
    if mine > 0.6 {
        10
    } else if mine > 0.3 {
        20
    } else {
        30
    }
}

/// Adds the pull of one flag. `through` is the price of a foe in the way that is a mine so likely.
fn add(
    pull: &mut ByPoint<f32>,
    knowledge: &Knowledge,
    flag: Point,
    weight: f32,
    through: impl Fn(f32) -> u16,
) {
    let terrain = knowledge.terrain();
    let distances = terrain.distances(flag, FAR, |point| match (terrain.kind(point), knowledge.at(point)) {
        (PointKind::Headquarters, _) => 200,
        (_, None) => 0,
        (PointKind::Camp, Some((seat, _))) if knowledge.is_foe(seat) => 60,
        (_, Some((seat, _))) if !knowledge.is_foe(seat) => 8,
        (_, Some((_, suspect))) => through(suspect.belief.get(Piece::Mine)),
    });
    for (pull, distance) in pull.iter_mut().zip(distances) {
        let steps = f32::from(distance) / 10.0;
        *pull += weight * (12.0 / (1.0 + steps) - steps);
    }
}
