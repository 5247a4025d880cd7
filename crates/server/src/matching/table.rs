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
    /// The best table of these parties, partners on one side; `None` if those who may not be opponents, or partners, allow none. As few as
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

    /// Who sits on the account's side.
    pub(crate) fn partners(&self, account: AccountId) -> impl Iterator<Item = AccountId> {
        let own = self.seats.iter().find(|(_, it)| it.as_ref().is_some_and(|it| it.account == account));
        let side = own.map_or([].as_slice(), |(seat, _)| self.players.side(seat));
        let seated = side.iter().filter_map(|&seat| Some(self.seats.get(seat).as_ref()?.account));
        seated.filter(move |other| *other != account)
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

/// All ways to part the parties into two sides on which nobody sits opposite, or beside, somebody that one may not; also of fewer
/// than a full table. Who lined up as a pair sits together whatever else holds.
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
                    let mut own = way[side].iter();
                    let friendly =
                        own.all(|other| party.members().iter().all(|member| member.may_partner(other)));
                    (fits && peaceful && friendly).then(|| {
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

#[cfg(test)]
mod tests {
    use protocol::{Millis, QueueMode};
    use rand_chacha::rand_core::SeedableRng;
    use room::Ties;
    use uuid::Uuid;

    use super::*;
    use crate::matching::{
        line::{Input, Line, Output},
        party::Conduct,
    };

    const NOW: Millis = Millis(1_000_000);

    fn account(number: u128) -> AccountId {
        AccountId(Uuid::from_u128(number))
    }

    fn entrant(number: u128, blocked: &[u128]) -> Entrant {
        let blocked = blocked.iter().copied().map(account).collect();
        let ties = Ties { blocked, ..Ties::default() };
        let addresses = Vec::new();
        Entrant { account: account(number), score: 0, conduct: Conduct::Steady, ties, addresses }
    }

    fn alone(number: u128, blocked: &[u128]) -> Input {
        Input::Enter(Party::One(entrant(number, blocked)))
    }

    /// The tables that come of it, each as the two sides.
    fn tables(seed: u64, inputs: Vec<Input>) -> Vec<[Vec<u128>; 2]> {
        let mut line = Line::new(QueueMode::Four, Terms::default(), ChaCha20Rng::seed_from_u64(seed));
        let mut tables = Vec::new();
        for input in inputs {
            for output in line.step(NOW, input).expect("nobody answers") {
                let Output::Seat(seating) = output else { continue };
                let side = |of: Seat| {
                    let seats = Players::Four.side(of).iter();
                    let entrants = seats.filter_map(|&seat| seating.table.seats.get(seat).as_ref());
                    let mut side: Vec<u128> = entrants.map(|it| it.account.0.as_u128()).collect();
                    side.sort_unstable();
                    side
                };
                let mut sides = [side(Seat::Red), side(Seat::Purple)];
                sides.sort();
                tables.push(sides);
            }
        }
        tables
    }

    #[test]
    fn who_is_blocked_is_never_a_partner_by_lot() {
        for seed in 0..40 {
            let four = vec![alone(1, &[2]), alone(2, &[]), alone(3, &[1]), alone(4, &[])];
            assert_eq!(tables(seed, four), [[vec![1, 4], vec![2, 3]]], "{seed}");
            // With whom nobody may be a partner, none of them; the next one may.
            let mut five = vec![alone(1, &[2, 3, 4]), alone(2, &[]), alone(3, &[]), alone(4, &[])];
            assert!(tables(seed, five.clone()).is_empty());
            five.push(alone(5, &[]));
            let made = tables(seed, five);
            assert!(made.len() == 1 && made[0].contains(&vec![1, 5]), "{seed}: {made:?}");
        }
    }

    #[test]
    fn a_pair_by_wish_sits_together_and_a_block_may_come_late() {
        for seed in 0..10 {
            let pair = Party::pair(entrant(1, &[2]), entrant(2, &[]));
            let inputs =
                vec![Input::Enter(pair), Input::Enter(Party::pair(entrant(3, &[]), entrant(4, &[])))];
            assert_eq!(tables(seed, inputs), [[vec![1, 2], vec![3, 4]]]);
            let late = |account_of, whom| Input::Blocks {
                account: account(account_of),
                blocked: [account(whom)].into(),
            };
            let inputs =
                vec![alone(1, &[]), alone(2, &[]), late(1, 2), alone(3, &[]), late(3, 1), alone(4, &[])];
            assert_eq!(tables(seed, inputs), [[vec![1, 4], vec![2, 3]]], "{seed}");
        }
    }
}
