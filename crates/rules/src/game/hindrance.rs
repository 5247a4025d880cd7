//! What 翻棋 alone forbids (§10), so that a player can be told more than that a move is illegal.

use super::Game;
use crate::{Piece, Point, Setup, moves::Ground};

/// Why a move of 翻棋 that looks possible is not legal. Pieces are lost face up only, so it is a function of what everybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// No engineer has been turned over yet: nobody has pieces to move.
    NoColours,
    /// What would move, or be attacked, lies face down.
    FaceDown,
    /// The flag's owner has mines left, those that lie face down included.
    Mines {
        /// How many.
        left: u8,
    },
    /// Another piece than one of the taker's lowest remaining rank.
    Rank {
        /// That rank; `None` if no piece with a rank is left.
        lowest: Option<Piece>,
    },
}

impl Game {
    /// What hinders a move of the seat on turn that [`Game::check`] calls illegal: only what 翻棋 alone asks, and only where nothing
    /// else stands in its way.
    pub fn hindrance(&self, from: Point, to: Point) -> Option<Hindrance> {
        let on_board = self.board().contains(from) && self.board().contains(to);
        if self.rules.setup != Setup::Flip || self.result.is_some() || !on_board || self.allows_move(from, to)
        {
            return None;
        }
        let (mover, target) = (self.position.cell(from), self.position.cell(to));
        if mover.is_empty() {
            return None;
        }
        let Some(army) = self.army(self.turn) else { return Some(Hindrance::NoColours) };
        if mover.is_face_down() {
            return Some(Hindrance::FaceDown);
        }
        if mover.army() != army || target.is_empty() {
            return None;
        }
        if target.is_face_down() {
            return Some(Hindrance::FaceDown);
        }
        let enemy = army.opposite();
        let as_if_open = self.with_flag_open(self.ground(army), to);
        let in_reach = as_if_open.allows(self.position.movers(army), from, to);
        if self.position.flag(enemy) != Some(to) || !in_reach {
            return None;
        }
        Some(match self.position.left(enemy, Piece::Mine) {
            0 => Hindrance::Rank { lowest: self.lowest_rank(army) },
            left => Hindrance::Mines { left },
        })
    }

    /// The ground with a flag on it that may be taken like any other piece.
    pub(super) fn with_flag_open<'a>(&self, ground: Ground<'a>, flag: Point) -> Ground<'a> {
        let flag = self.board().rails().node(flag).here;
        Ground { landing: ground.landing.with(flag), ..ground }
    }
}
