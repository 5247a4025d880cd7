//! Who sits where at a table of four.

use protocol::AccountId;
use rand_chacha::ChaCha20Rng;
use rules::{BySeat, Seat};

use super::line::{Entrant, Party};
use crate::chance::below;

/// Four people and their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) seats: BySeat<Entrant>,
}

impl Table {
    pub(crate) fn has(&self, account: AccountId) -> bool {
        self.seats.iter().any(|(_, entrant)| entrant.account == account)
    }

    /// Whose win would add nothing: above the line, with an opponent below it (RULES §8). In turn order from red.
    pub(crate) fn gains_nothing(&self, line: i64) -> Vec<AccountId> {
        let score = |seat: Seat| self.seats.get(seat).score;
        self.seats
            .iter()
            .filter(|(seat, entrant)| {
                entrant.score > line && (score(seat.next()) < line || score(seat.previous()) < line)
            })
            .map(|(_, entrant)| entrant.account)
            .collect()
    }
}

/// Makes the sides as equal as these four allow, a party of two on one side; the rest is drawn by lot.
pub(crate) fn draw(parties: &[Party], lots: &mut ChaCha20Rng) -> Table {
    let mut sides = equal_sides(parties, lots);
    if below(lots, 2) == 1 {
        sides.reverse();
    }
    for side in &mut sides {
        if below(lots, 2) == 1 {
            side.reverse();
        }
    }
    let [[red, blue], [purple, green]] = sides;
    Table { seats: BySeat { red, purple, blue, green } }
}

fn equal_sides(parties: &[Party], lots: &mut ChaCha20Rng) -> [[Entrant; 2]; 2] {
    let mut pairs: Vec<[Entrant; 2]> = Vec::new();
    let mut ones: Vec<Entrant> = Vec::new();
    for party in parties {
        match *party {
            Party::One(one) => ones.push(one),
            Party::Two(two) => pairs.push(two),
        }
    }
    match (pairs[..].as_ref(), ones[..].as_ref()) {
        (&[one, other], []) => [one, other],
        (&[pair], &[a, b]) => [pair, [a, b]],
        ([], &[a, b, c, d]) => {
            let splits = [[[a, b], [c, d]], [[a, c], [b, d]], [[a, d], [b, c]]];
            let sum = |side: &[Entrant; 2]| side[0].score + side[1].score;
            let gap = |sides: &[[Entrant; 2]; 2]| (sum(&sides[0]) - sum(&sides[1])).abs();
            let least = splits.iter().map(gap).min().expect("three splits");
            let best: Vec<_> = splits.into_iter().filter(|sides| gap(sides) == least).collect();
            best[below(lots, best.len())]
        }
        _ => unreachable!("the line makes groups of four"),
    }
}
