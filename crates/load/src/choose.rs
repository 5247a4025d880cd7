//! Which of the legal moves is made.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use rules::{Legal, Point, View};

/// Mostly an attack, so that games come to an end; else any move. `None` if there is none.
pub(crate) fn choose(legal: &Legal, view: Option<&View>, dice: &mut ChaCha8Rng) -> Option<(Point, Point)> {
    let moves: Vec<(Point, Point)> =
        legal.moves.iter().flat_map(|targets| targets.to.iter().map(|to| (targets.from, *to))).collect();
    let is_attack = |to: &Point| view.is_some_and(|view| view.piece(*to).is_some());
    let attacks: Vec<(Point, Point)> = moves.iter().copied().filter(|(_, to)| is_attack(to)).collect();
    let among = if attacks.is_empty() || dice.random_ratio(1, 4) { &moves } else { &attacks };
    among.choose(dice).copied()
}
