//! Who makes the next table: a search through the line, the longest waiting first.

use protocol::Millis;
use rules::{Players, ladder::Terms};

use super::{
    line::Unit,
    party::Party,
    table::{barren, splits},
};

/// Groups looked at in one search: a line in which hardly anybody may meet is not searched for ever.
const PATIENCE: u32 = 20_000;

/// What a table must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    /// Everybody can gain something.
    Fruitful,
    /// Anybody who may meet.
    Any,
}

/// Which parties make a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Only pairs.
    Pairs,
    /// Whoever is there; a pair that is still to meet a pair not with singles.
    Mixed,
}

/// One look through the line.
pub(super) struct Search<'a> {
    units: &'a [Unit],
    players: Players,
    terms: &'a Terms,
    now: Millis,
    patience: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(units: &'a [Unit], players: Players, terms: &'a Terms, now: Millis) -> Search<'a> {
        Search { units, players, terms, now, patience: PATIENCE }
    }

    /// The places of the next table's units, in the order of the line: on one side of the line of points if that can be,
    /// else across it for those who have waited long enough; pairs before others.
    pub(super) fn find(mut self) -> Option<Vec<usize>> {
        let of = |suits: &dyn Fn(&Unit) -> bool| -> Vec<usize> {
            let here = |&at: &usize| self.units[at].is_here() && suits(&self.units[at]);
            (0..self.units.len()).filter(here).collect()
        };
        let line = self.terms.protect;
        let sides = [of(&|unit| unit.is_above(line)), of(&|unit| unit.is_below(line))];
        let open = of(&|unit| unit.is_open(self.now));
        let widened = of(&|unit| unit.is_open(self.now) && unit.is_widened(self.now));
        let sorts: &[Sort] = match self.players {
            Players::Four => &[Sort::Pairs, Sort::Mixed],
            Players::Two => &[Sort::Mixed],
        };
        let fruitful = sorts.iter().find_map(|&sort| {
            let groups = sides.each_ref().map(|pool| self.group(pool, pool, sort, Bar::Fruitful));
            // The one whose first has waited longest.
            groups.into_iter().flatten().min()
        });
        fruitful.or_else(|| sorts.iter().find_map(|&sort| self.group(&widened, &open, sort, Bar::Any)))
    }

    /// Units of the pool that make a table with the first anchor that can, those who wait longest.
    fn group(&mut self, anchors: &[usize], pool: &[usize], sort: Sort, bar: Bar) -> Option<Vec<usize>> {
        let mut failed: Vec<&Party> = Vec::new();
        let pool: Vec<usize> = pool.iter().copied().filter(|&at| self.suits(at, sort)).collect();
        for &anchor in anchors {
            let party = &self.units[anchor].party;
            if !self.suits(anchor, sort) || failed.iter().any(|other| other.is_like(party)) {
                continue;
            }
            let others: Vec<usize> = pool.iter().copied().filter(|&at| at != anchor).collect();
            let mut group = vec![anchor];
            if self.fill(&mut group, &others, bar) {
                group.sort_unstable();
                return Some(group);
            }
            failed.push(party);
        }
        None
    }

    fn suits(&self, at: usize, sort: Sort) -> bool {
        match (sort, &self.units[at].party) {
            (Sort::Pairs, Party::One(_)) => false,
            (Sort::Pairs, Party::Two(_)) | (Sort::Mixed, Party::One(_)) => true,
            (Sort::Mixed, Party::Two(_)) => self.units[at].is_mixing(self.now),
        }
    }

    /// Adds units until the table is full; whether that can be.
    fn fill(&mut self, group: &mut Vec<usize>, pool: &[usize], bar: Bar) -> bool {
        if self.patience == 0 {
            return false;
        }
        self.patience -= 1;
        let units = self.units;
        let parties: Vec<&Party> = group.iter().map(|&at| &units[at].party).collect();
        let ways = splits(&parties, self.players);
        let taken: usize = parties.iter().map(|party| party.members().len()).sum();
        let left = self.players.seats().len() - taken;
        if left == 0 {
            return match bar {
                Bar::Fruitful => ways.iter().any(|sides| barren(sides, self.players, self.terms) == 0),
                Bar::Any => !ways.is_empty(),
            };
        }
        if ways.is_empty() {
            return false;
        }
        let mut failed: Vec<&Party> = Vec::new();
        for (at, &next) in pool.iter().enumerate() {
            let party = &units[next].party;
            if party.members().len() > left
                || !parties.iter().all(|other| party.may_meet(other))
                || failed.iter().any(|other| other.is_like(party))
            {
                continue;
            }
            group.push(next);
            if self.fill(group, &pool[at + 1..], bar) {
                return true;
            }
            group.pop();
            failed.push(party);
        }
        false
    }
}
