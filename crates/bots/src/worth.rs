use rules::{Fight, MineRule, Piece};

use crate::spread::{KINDS, Spread};

/// What pieces are worth to their owner, in points; an army's men are about 700.
pub(crate) const WORTH: [f32; KINDS] = {
    let mut worth = [0.0; KINDS];
    worth[Piece::Engineer as usize] = 14.0;
    worth[Piece::Platoon as usize] = 6.0;
    worth[Piece::Company as usize] = 9.0;
    worth[Piece::Battalion as usize] = 15.0;
    worth[Piece::Regiment as usize] = 24.0;
    worth[Piece::Brigade as usize] = 38.0;
    worth[Piece::Division as usize] = 60.0;
    worth[Piece::Corps as usize] = 90.0;
    // Its loss also shows the flag.
    worth[Piece::Commander as usize] = 130.0;
    worth[Piece::Bomb as usize] = 45.0;
    worth[Piece::Mine as usize] = 18.0;
    worth[Piece::Flag as usize] = 600.0;
    worth
};

pub(crate) const fn worth(piece: Piece) -> f32 {
    WORTH[piece as usize]
}

/// What each fight brings the attacker, by the attacker's and the defender's kind.
#[derive(Clone, Debug)]
pub(crate) struct Duels {
    results: [[Fight; KINDS]; KINDS],
    payoffs: [[f32; KINDS]; KINDS],
}

impl Duels {
    pub(crate) fn new(mine: MineRule) -> Duels {
        let results =
            Piece::ALL.map(|attacker| Piece::ALL.map(|defender| rules::fight(attacker, defender, mine)));
        let payoffs = Piece::ALL.map(|attacker| {
            Piece::ALL.map(|defender| match results[attacker as usize][defender as usize] {
                Fight::Attacker => worth(defender),
                Fight::Defender => -worth(attacker),
                Fight::Both => worth(defender) - worth(attacker),
            })
        });
        Duels { results, payoffs }
    }

    pub(crate) const fn result(&self, attacker: Piece, defender: Piece) -> Fight {
        self.results[attacker as usize][defender as usize]
    }

    pub(crate) const fn payoff(&self, attacker: Piece, defender: Piece) -> f32 {
        self.payoffs[attacker as usize][defender as usize]
    }

    /// What it brings to attack a piece that is only guessed at.
    pub(crate) fn expected(&self, attacker: Piece, defender: &Spread) -> f32 {
        defender.expect(&self.payoffs[attacker as usize])
    }

    /// How likely the fight ends so.
    pub(crate) fn chance(&self, attacker: Piece, defender: &Spread, result: Fight) -> f32 {
        Piece::ALL
            .into_iter()
            .filter(|&kind| self.result(attacker, kind) == result)
            .map(|kind| defender.get(kind))
            .sum()
    }
}
