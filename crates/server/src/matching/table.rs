//! Who sits where at a table.

use protocol::AccountId;
use rand_chacha::ChaCha20Rng;
use rules::{
    BySeat, Players, Seat,
    ladder::{self, NoGain, Terms},
};

use super::party::{Entrant, Party};
use crate::chance::below;

/// People and their seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) players: Players,
    pub(crate) seats: BySeat<Option<Entrant>>,
}

/// The two sides of a table in the making.
pub(crate) type Sides<'a> = [Vec<&'a Entrant>; 2];

impl Table {
    /// The best table of these parties, partners on one side; `None` if those who may not be opponents allow none. As few as
    /// possible gain nothing, then the sides are as equal as possible; the rest is drawn by lot.
    pub(crate) fn draw(
        parties: &[&Party],
        players: Players,
        terms: &Terms,
        lots: &mut ChaCha20Rng,
    ) -> Option<Table> {
        let gap = |sides: &Sides<'_>| {
            let [one, other] = sides.each_ref().map(|side| side.iter().map(|it| it.score).sum::<i64>());
            (one - other).abs()
        };
        let mut ways: Vec<_> = splits(parties, players)
            .into_iter()
            .map(|sides| ((barren(&sides, players, terms), gap(&sides)), sides))
            .collect();
        let least = ways.iter().map(|(worth, _)| *worth).min()?;
        ways.retain(|(worth, _)| *worth == least);
        let (_, mut sides) = ways.swap_remove(below(lots, ways.len()));
        if below(lots, 2) == 1 {
            sides.reverse();
        }
        for side in &mut sides {
            if below(lots, 2) == 1 {
                side.reverse();
            }
        }
        let seats = seat(&sides, players).map(|_, entrant| entrant.cloned());
        Some(Table { players, seats })
    }

    pub(crate) fn has(&self, account: AccountId) -> bool {
        self.entrants().any(|entrant| entrant.account == account)
    }

    /// In turn order from red.
    pub(crate) fn entrants(&self) -> impl Iterator<Item = &Entrant> {
        self.seats.iter().filter_map(|(_, entrant)| entrant.as_ref())
    }

    /// Who would gain nothing, and why; in turn order from red.
    pub(crate) fn gains_nothing(&self, terms: &Terms) -> Vec<(AccountId, NoGain)> {
        let seats = self.seats.as_ref().map(|_, entrant| entrant.as_ref());
        let outlook = outlook(&seats, self.players, terms);
        outlook.iter().filter_map(|(seat, why)| Some((seats.get(seat).as_ref()?.account, (*why)?))).collect()
    }
}

/// All ways to part the parties into two sides on which nobody sits opposite somebody that one may not; also of fewer than a
/// full table.
pub(crate) fn splits<'a>(parties: &[&'a Party], players: Players) -> Vec<Sides<'a>> {
    let room = players.seats().len() / 2;
    let mut ways: Vec<Sides<'a>> = vec![[Vec::new(), Vec::new()]];
    for (at, party) in parties.iter().enumerate() {
        // The first party's side is called the first, so that no way comes twice.
        let sides = if at == 0 { 0..1 } else { 0..2 };
        ways = ways
            .iter()
            .flat_map(|way| {
                sides.clone().filter_map(|side| {
                    let fits = way[side].len() + party.members().len() <= room;
                    let mut others = way[1 - side].iter();
                    let peaceful =
                        others.all(|other| party.members().iter().all(|member| member.may_oppose(other)));
                    (fits && peaceful).then(|| {
                        let mut way = way.clone();
                        way[side].extend(party.members());
                        way
                    })
                })
            })
            .collect();
    }
    ways
}

/// How many would gain nothing.
pub(crate) fn barren(sides: &Sides<'_>, players: Players, terms: &Terms) -> usize {
    outlook(&seat(sides, players), players, terms).iter().filter(|(_, why)| why.is_some()).count()
}

fn seat<'a>(sides: &Sides<'a>, players: Players) -> BySeat<Option<&'a Entrant>> {
    let mut seats = BySeat::default();
    let first = Seat::Red;
    let second = players.opponents(first)[0];
    for (of, side) in [first, second].into_iter().zip(sides) {
        for (&seat, &entrant) in players.side(of).iter().zip(side) {
            *seats.get_mut(seat) = Some(entrant);
        }
    }
    seats
}

fn outlook(seats: &BySeat<Option<&Entrant>>, players: Players, terms: &Terms) -> BySeat<Option<NoGain>> {
    let spent = |seat| {
        let meets = |one: &Entrant| {
            let mut opponents = players.opponents(seat).iter().filter_map(|&other| *seats.get(other));
            opponents.any(|other| one.is_spent_on(other, terms))
        };
        seats.get(seat).is_some_and(meets)
    };
    ladder::outlook(players, &seats.map(|_, entrant| entrant.map(|it| it.score)), spent, terms)
}
