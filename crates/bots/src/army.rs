use rules::{Piece, Point};

use crate::spread::{KINDS, Spread};

/// Rounds of the balancing below. The factors are kept between calls, so a few are enough.
const ROUNDS: usize = 4;

/// One of the 25 pieces of an army, on the board or lost.
#[derive(Clone, Debug)]
pub(crate) struct Suspect {
    /// Where it stands; `None` when it is lost.
    pub(crate) at: Option<Point>,
    /// What it is for certain, where the bot may see it.
    pub(crate) truth: Option<Piece>,
    /// What its own moves and fights say.
    pub(crate) evidence: Spread,
    /// The same weighed against what the whole army must consist of: probabilities.
    pub(crate) belief: Spread,
    /// The point that it came from with its last move.
    pub(crate) before: Option<Point>,
}

impl Suspect {
    pub(crate) fn new(at: Option<Point>, evidence: Spread) -> Suspect {
        Suspect { at, truth: None, evidence, belief: evidence, before: None }
    }
}

/// What is known of one army from outside. The lost pieces stay in it: the counts hold for all 25 together.
#[derive(Clone, Debug)]
pub(crate) struct Army {
    pub(crate) suspects: Vec<Suspect>,
    factors: [f32; KINDS],
}

impl Army {
    pub(crate) fn new(suspects: Vec<Suspect>) -> Army {
        Army { suspects, factors: [1.0; KINDS] }
    }

    pub(crate) fn alive(&self) -> impl Iterator<Item = &Suspect> {
        self.suspects.iter().filter(|suspect| suspect.at.is_some())
    }

    /// Makes probabilities of the evidence: each piece is something, and each kind is there as often as an army has
    /// it. Scaling rows and columns in turn comes close to both (iterative proportional fitting).
    pub(crate) fn settle(&mut self) {
        self.exclude();
        for _ in 0..ROUNDS {
            let mut sums = [0.0; KINDS];
            for suspect in &mut self.suspects {
                suspect.belief = balanced(&suspect.evidence, &self.factors);
                for (sum, belief) in sums.iter_mut().zip(suspect.belief.0) {
                    *sum += belief;
                }
            }
            for (piece, (factor, sum)) in Piece::ALL.into_iter().zip(self.factors.iter_mut().zip(sums)) {
                if sum > 0.0 {
                    *factor = (*factor * f32::from(piece.count()) / sum).clamp(1e-6, 1e6);
                }
            }
        }
        for suspect in &mut self.suspects {
            suspect.belief = balanced(&suspect.evidence, &self.factors);
        }
    }

    /// Where all pieces of a kind are known, no other can be one. Scaling alone would come to that only slowly.
    fn exclude(&mut self) {
        let certain: Vec<Option<Piece>> =
            self.suspects.iter().map(|suspect| suspect.evidence.certain()).collect();
        let is_used_up = Piece::ALL.map(|piece| {
            certain.iter().filter(|&&other| other == Some(piece)).count() == usize::from(piece.count())
        });
        if is_used_up.contains(&true) {
            for (suspect, _) in self.suspects.iter_mut().zip(certain).filter(|(_, certain)| certain.is_none())
            {
                suspect.evidence.keep(|piece| !is_used_up[piece as usize]);
            }
        }
    }
}

fn balanced(evidence: &Spread, factors: &[f32; KINDS]) -> Spread {
    let mut scaled = evidence.0;
    for (weight, factor) in scaled.iter_mut().zip(factors) {
        *weight *= factor;
    }
    let sum: f32 = scaled.iter().sum();
    if sum > 0.0 { Spread(scaled.map(|weight| weight / sum)) } else { *evidence }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beliefs_add_up_to_an_army() {
        let mut army = Army::new((0..25).map(|_| Suspect::new(None, Spread::FLAT)).collect());
        army.suspects[0].evidence = Spread::only(Piece::Commander);
        for suspect in &mut army.suspects[1..3] {
            suspect.evidence.keep(|piece| piece >= Piece::Corps && piece.is_mobile());
        }
        army.settle();
        army.settle();
        for piece in Piece::ALL {
            let sum: f32 = army.suspects.iter().map(|suspect| suspect.belief.get(piece)).sum();
            assert!((sum - f32::from(piece.count())).abs() < 0.8, "{piece}: {sum}");
        }
        assert!(army.suspects[2].belief.get(Piece::Commander) < 0.05, "there is but one commander");
    }
}
