use rules::Piece;

/// How many kinds of piece there are.
pub(crate) const KINDS: usize = Piece::ALL.len();

/// A weight for each kind of piece: a probability, or evidence not yet weighed against the rest of the army.
/// Zero says that the kind is impossible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread(pub(crate) [f32; KINDS]);

impl Spread {
    /// Nothing is known.
    pub(crate) const FLAT: Spread = Spread([1.0; KINDS]);

    pub(crate) fn new_with(weight: impl FnMut(Piece) -> f32) -> Spread {
        Spread(Piece::ALL.map(weight))
    }

    /// It is this piece.
    pub(crate) fn only(piece: Piece) -> Spread {
        Spread::new_with(|kind| f32::from(u8::from(kind == piece)))
    }

    pub(crate) const fn get(&self, piece: Piece) -> f32 {
        self.0[piece as usize]
    }

    /// The kind that it must be, if only one is left.
    pub(crate) fn certain(&self) -> Option<Piece> {
        let mut possible = Piece::ALL.into_iter().filter(|&piece| self.get(piece) > 0.0);
        possible.next().filter(|_| possible.next().is_none())
    }

    /// Takes kinds out, unless nothing would be left.
    pub(crate) fn keep(&mut self, possible: impl Fn(Piece) -> bool) {
        self.weigh(|piece| f32::from(u8::from(possible(piece))));
    }

    /// Multiplies in what an observation says about each kind, unless it leaves nothing. The largest weight becomes 1.
    pub(crate) fn weigh(&mut self, likelihood: impl Fn(Piece) -> f32) {
        let weighed = Spread::new_with(|piece| self.get(piece) * likelihood(piece));
        let largest = weighed.0.into_iter().fold(0.0, f32::max);
        if largest > 0.0 {
            // A kind that is merely unlikely must not fade into an impossible one.
            self.0 = weighed.0.map(|weight| if weight > 0.0 { (weight / largest).max(1e-4) } else { 0.0 });
        }
    }

    /// The expected value of something that depends on the kind.
    pub(crate) fn expect(&self, value: &[f32; KINDS]) -> f32 {
        self.0.iter().zip(value).map(|(weight, value)| weight * value).sum()
    }
}

/// A count as a number to reckon with; counts of pieces and steps are small.
pub(crate) fn number(count: impl TryInto<u16>) -> f32 {
    f32::from(count.try_into().unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_narrows_but_never_empties() {
        let mut spread = Spread::FLAT;
        spread.keep(Piece::is_mobile);
        assert!(spread.get(Piece::Mine) <= 0.0);
        spread.keep(|piece| piece > Piece::Corps);
        assert!(spread.get(Piece::Corps) <= 0.0);
        spread.keep(|piece| piece == Piece::Commander);
        assert_eq!(spread.certain(), Some(Piece::Commander));
        spread.keep(|piece| piece == Piece::Engineer);
        assert_eq!(spread.certain(), Some(Piece::Commander), "contradictory evidence is dropped");
    }
}
