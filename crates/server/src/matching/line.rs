//! The line for a quick match as a pure machine in virtual time.
//!
//! People wait in units, parties of one or two, in the order of their coming. A table is four of them. First those tables are made
//! at which the line of 50 points (RULES §8) touches nobody: all four have at least 50, or all four have at most 50. Who has
//! waited for [`WIDEN_AFTER`] may be put with anybody; then everybody whose win would add nothing is asked, and the table is made
//! only if all of them agree. Who declines goes on waiting, as do the others with the waiting time that they had.
//! Somebody whose connection is gone is given no table, and leaves the line after [`LOST_AFTER`].

use protocol::{AccountId, Millis, QueueMode, QueueStatus};
use rand_chacha::ChaCha20Rng;
use rules::BySeat;

use super::table::{self, Table};

/// From then on the line of 50 points no longer holds.
pub(crate) const WIDEN_AFTER: i64 = 60_000;
/// For silence to decline.
pub(crate) const CONSENT_WITHIN: i64 = 15_000;
/// For a lost connection to cost the place.
pub(crate) const LOST_AFTER: i64 = 10_000;
/// How often those who wait hear how many wait.
const TELL_EVERY: i64 = 5_000;
/// The score that parts the line.
const LINE: i64 = 50;

/// Somebody who lines up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entrant {
    pub(crate) account: AccountId,
    pub(crate) score: i64,
}

/// Who lines up together: two sit opposite each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Party {
    One(Entrant),
    #[cfg_attr(not(test), expect(dead_code, reason = "no command lines up a pair yet"))]
    Two([Entrant; 2]),
}

impl Party {
    pub(crate) fn members(&self) -> &[Entrant] {
        match self {
            Party::One(one) => std::slice::from_ref(one),
            Party::Two(two) => two,
        }
    }

    pub(crate) fn has(&self, account: AccountId) -> bool {
        self.members().iter().any(|entrant| entrant.account == account)
    }
}

/// Whether one plays though a win would add nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    Given,
    Refused,
}

/// What can happen to the line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input {
    /// Lines up; who is in the line already stays where it is.
    Enter(Party),
    /// Is in the line again, with the waiting time that it had.
    Again { party: Party, since: Millis },
    /// Leaves it by wish; the partner leaves too.
    Leave(AccountId),
    /// Answers the question whether one plays though a win would add nothing.
    Consent { account: AccountId, consent: Consent },
    /// The last connection is gone.
    Lost(AccountId),
    /// A connection is back.
    Back(AccountId),
    /// Time has passed.
    Tick,
}

/// What the line has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Tell(AccountId, QueueStatus),
    /// A table is made; these are no longer in the line.
    Seat(Seating),
}

/// A table that is made, and since when its parties have waited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    pub(crate) seats: BySeat<Entrant>,
    pub(crate) waited: Vec<(Party, Millis)>,
}

impl Seating {
    fn new(table: &Table, units: &[Unit]) -> Seating {
        Seating { seats: table.seats, waited: units.iter().map(|unit| (unit.party, unit.since)).collect() }
    }
}

/// The account isn't in the line, or isn't asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotQueued;

/// A party that waits.
#[derive(Clone, Copy, Debug)]
struct Unit {
    party: Party,
    since: Millis,
    /// Parts those who came in one millisecond.
    order: u64,
    /// Since when a connection of the party is gone.
    lost: Option<Millis>,
    /// Having declined, it is not asked again before.
    ask_after: Millis,
    told_widened: bool,
}

impl Unit {
    fn admits_high(&self) -> bool {
        self.party.members().iter().all(|entrant| entrant.score >= LINE)
    }

    fn admits_low(&self) -> bool {
        self.party.members().iter().all(|entrant| entrant.score <= LINE)
    }

    fn widens_at(&self) -> Millis {
        (self.since + WIDEN_AFTER).max(self.ask_after)
    }
}

/// A table that waits for somebody's consent.
#[derive(Debug)]
struct Proposal {
    units: Vec<Unit>,
    table: Table,
    /// Who has yet to answer.
    asked: Vec<AccountId>,
    deadline: Millis,
}

/// The line.
#[derive(Debug)]
pub(crate) struct Line {
    /// In the order of their coming.
    units: Vec<Unit>,
    proposals: Vec<Proposal>,
    lots: ChaCha20Rng,
    next_order: u64,
    told_count: usize,
    tell_at: Millis,
}

impl Line {
    pub(crate) fn new(lots: ChaCha20Rng) -> Line {
        Line {
            units: Vec::new(),
            proposals: Vec::new(),
            lots,
            next_order: 0,
            told_count: 0,
            tell_at: Millis(0),
        }
    }

    /// Lets the input happen, then makes all tables that can be made.
    pub(crate) fn step(&mut self, now: Millis, input: Input) -> Result<Vec<Output>, NotQueued> {
        let mut out = Vec::new();
        match input {
            Input::Enter(party) => self.enter(now, party, now, &mut out),
            Input::Again { party, since } => self.enter(now, party, since, &mut out),
            Input::Leave(account) => self.leave(account, &mut out)?,
            Input::Consent { account, consent } => self.consent(now, account, consent, &mut out)?,
            Input::Lost(account) => self.lost(now, account, &mut out),
            Input::Back(account) => self.back(now, account, &mut out),
            Input::Tick => {}
        }
        self.expire(now, &mut out);
        self.make_tables(now, &mut out);
        self.tell(now, &mut out);
        leave_last_word(&mut out);
        Ok(out)
    }

    /// When [`Input::Tick`] is due.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let widening = self.units.iter().filter(|unit| !unit.told_widened).map(Unit::widens_at);
        let losing = self.units.iter().filter_map(|unit| unit.lost).map(|lost| lost + LOST_AFTER);
        let proposals = self.proposals.iter().map(|proposal| proposal.deadline);
        let telling = (self.told_count != self.waiting() && !self.units.is_empty()).then_some(self.tell_at);
        widening.chain(losing).chain(proposals).chain(telling).min()
    }

    /// How many accounts wait.
    pub(crate) fn waiting(&self) -> usize {
        let proposed = self.proposals.iter().flat_map(|proposal| &proposal.units);
        self.units.iter().chain(proposed).map(|unit| unit.party.members().len()).sum()
    }

    /// Whether the account waits.
    pub(crate) fn has(&self, account: AccountId) -> bool {
        let proposed = self.proposals.iter().flat_map(|proposal| &proposal.units);
        self.units.iter().chain(proposed).any(|unit| unit.party.has(account))
    }

    /// Everybody who waits.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        let proposed = self.proposals.iter().flat_map(|proposal| &proposal.units);
        self.units.iter().chain(proposed).flat_map(|unit| unit.party.members()).map(|entrant| entrant.account)
    }

    fn enter(&mut self, now: Millis, party: Party, since: Millis, out: &mut Vec<Output>) {
        let mut members = party.members().iter();
        if members.any(|entrant| self.has(entrant.account)) {
            for entrant in party.members() {
                self.back(now, entrant.account, out);
            }
            return;
        }
        let order = self.next_order;
        self.next_order += 1;
        let unit = Unit { party, since, order, lost: None, ask_after: now, told_widened: false };
        self.take_back(vec![unit]);
        self.tell_unit(now, &unit, out);
    }

    fn leave(&mut self, leaver: AccountId, out: &mut Vec<Output>) -> Result<(), NotQueued> {
        self.recall(leaver);
        let at = self.units.iter().position(|unit| unit.party.has(leaver)).ok_or(NotQueued)?;
        let unit = self.units.remove(at);
        out.extend(unit.party.members().iter().map(|entrant| {
            Output::Tell(entrant.account, QueueStatus::Gone { wished: entrant.account == leaver })
        }));
        Ok(())
    }

    fn consent(
        &mut self,
        now: Millis,
        account: AccountId,
        consent: Consent,
        out: &mut Vec<Output>,
    ) -> Result<(), NotQueued> {
        let asked = |proposal: &Proposal| proposal.asked.contains(&account);
        let at = self.proposals.iter().position(asked).ok_or(NotQueued)?;
        if consent == Consent::Refused {
            let proposal = self.proposals.remove(at);
            self.dissolve(now, proposal, &[account], out);
            return Ok(());
        }
        let proposal = &mut self.proposals[at];
        proposal.asked.retain(|other| *other != account);
        if proposal.asked.is_empty() {
            let proposal = self.proposals.remove(at);
            out.push(Output::Seat(Seating::new(&proposal.table, &proposal.units)));
        }
        Ok(())
    }

    fn lost(&mut self, now: Millis, account: AccountId, out: &mut Vec<Output>) {
        if let Some(at) = self.proposals.iter().position(|proposal| proposal.table.has(account)) {
            let proposal = self.proposals.remove(at);
            self.dissolve(now, proposal, &[], out);
        }
        if let Some(unit) = self.units.iter_mut().find(|unit| unit.party.has(account)) {
            unit.lost.get_or_insert(now);
        }
    }

    /// A connection that has just come is told where the account stands.
    fn back(&mut self, now: Millis, account: AccountId, out: &mut Vec<Output>) {
        if let Some(proposal) = self.proposals.iter().find(|proposal| proposal.asked.contains(&account)) {
            out.push(Output::Tell(account, QueueStatus::Consent { deadline: proposal.deadline }));
        } else if let Some(unit) = self.units.iter_mut().find(|unit| unit.party.has(account)) {
            unit.lost = None;
            let unit = *unit;
            self.tell_unit(now, &unit, out);
        }
    }

    /// Takes a table back that the account was proposed for, without a word to the others.
    fn recall(&mut self, account: AccountId) {
        if let Some(at) = self.proposals.iter().position(|proposal| proposal.table.has(account)) {
            let proposal = self.proposals.remove(at);
            self.take_back(proposal.units);
        }
    }

    /// Everybody of the proposal waits on. Those who declined are not asked again for a while.
    fn dissolve(&mut self, now: Millis, proposal: Proposal, declined: &[AccountId], out: &mut Vec<Output>) {
        let mut units = proposal.units;
        for unit in &mut units {
            if declined.iter().any(|account| unit.party.has(*account)) {
                unit.ask_after = now + WIDEN_AFTER;
                unit.told_widened = false;
            }
        }
        self.take_back(units.clone());
        for unit in &units {
            self.tell_unit(now, unit, out);
        }
    }

    fn take_back(&mut self, units: Vec<Unit>) {
        self.units.extend(units);
        self.units.sort_by_key(|unit| (unit.since, unit.order));
    }

    fn expire(&mut self, now: Millis, out: &mut Vec<Output>) {
        while let Some(at) = self.proposals.iter().position(|proposal| proposal.deadline <= now) {
            let proposal = self.proposals.remove(at);
            let silent = proposal.asked.clone();
            self.dissolve(now, proposal, &silent, out);
        }
        self.units.retain(|unit| {
            let stays = unit.lost.is_none_or(|lost| now - lost < LOST_AFTER);
            if !stays {
                out.extend(
                    unit.party
                        .members()
                        .iter()
                        .map(|entrant| Output::Tell(entrant.account, QueueStatus::Gone { wished: false })),
                );
            }
            stays
        });
    }

    fn make_tables(&mut self, now: Millis, out: &mut Vec<Output>) {
        while let Some(group) = self.find_group(now) {
            let units: Vec<Unit> = group.iter().rev().map(|&at| self.units.remove(at)).collect();
            let parties: Vec<Party> = units.iter().map(|unit| unit.party).collect();
            let table = table::draw(&parties, &mut self.lots);
            let asked = table.gains_nothing(LINE);
            if asked.is_empty() {
                out.push(Output::Seat(Seating::new(&table, &units)));
                continue;
            }
            let deadline = now + CONSENT_WITHIN;
            out.extend(asked.iter().map(|&account| Output::Tell(account, QueueStatus::Consent { deadline })));
            self.proposals.push(Proposal { units, table, asked, deadline });
        }
    }

    /// The next four: the longest waiting first, on one side of the line if there are four, else across it.
    fn find_group(&self, now: Millis) -> Option<Vec<usize>> {
        let here = |at: &usize| self.units[*at].lost.is_none();
        let all: Vec<usize> = (0..self.units.len()).filter(here).collect();
        let of = |admits: fn(&Unit) -> bool| -> Vec<usize> {
            all.iter().copied().filter(|&at| admits(&self.units[at])).collect()
        };
        let (high, low) = (of(Unit::admits_high), of(Unit::admits_low));
        let clean = all.iter().find_map(|&anchor| {
            [&high, &low].into_iter().filter_map(|pool| self.four_with(anchor, pool)).min()
        });
        clean.or_else(|| {
            let open: Vec<usize> =
                all.iter().copied().filter(|&at| self.units[at].ask_after <= now).collect();
            let mut widened = open.iter().filter(|&&at| self.units[at].widens_at() <= now);
            widened.find_map(|&anchor| self.four_with(anchor, &open))
        })
    }

    /// Units of the pool that make four with the anchor, those who wait longest, in the order of the line.
    fn four_with(&self, anchor: usize, pool: &[usize]) -> Option<Vec<usize>> {
        let size = |at: usize| self.units[at].party.members().len();
        if !pool.contains(&anchor) {
            return None;
        }
        let others = |of: usize| -> Vec<usize> {
            pool.iter().copied().filter(|&at| at != anchor && size(at) == of).take(3).collect()
        };
        let (ones, twos) = (others(1), others(2));
        // How many others of each size make four with the anchor.
        let shapes = match size(anchor) {
            1 => [(3, 0), (1, 1)],
            _ => [(2, 0), (0, 1)],
        };
        let group = |(one, two): (usize, usize)| {
            let mut group = [&[anchor], ones.get(..one)?, twos.get(..two)?].concat();
            group.sort_unstable();
            Some(group)
        };
        shapes.into_iter().filter_map(group).min()
    }

    /// Says to those who wait what has changed.
    fn tell(&mut self, now: Millis, out: &mut Vec<Output>) {
        for at in 0..self.units.len() {
            if !self.units[at].told_widened && self.units[at].widens_at() <= now {
                self.units[at].told_widened = true;
                let unit = self.units[at];
                self.tell_unit(now, &unit, out);
            }
        }
        if self.told_count != self.waiting() && self.tell_at <= now {
            self.told_count = self.waiting();
            self.tell_at = now + TELL_EVERY;
            for unit in &self.units {
                self.tell_unit(now, unit, out);
            }
        }
    }

    fn tell_unit(&self, now: Millis, unit: &Unit, out: &mut Vec<Output>) {
        let status = QueueStatus::Waiting {
            mode: QueueMode::Four,
            since: unit.since,
            waiting: u32::try_from(self.waiting()).unwrap_or(u32::MAX),
            widened: unit.widens_at() <= now,
        };
        out.extend(unit.party.members().iter().map(|entrant| Output::Tell(entrant.account, status.clone())));
    }
}

/// Whoever would be told twice in one step where it stands is told the last.
fn leave_last_word(out: &mut Vec<Output>) {
    let waits = |output: &Output| match output {
        Output::Tell(account, QueueStatus::Waiting { .. }) => Some(*account),
        Output::Tell(
            _,
            QueueStatus::Consent { .. } | QueueStatus::Matched { .. } | QueueStatus::Gone { .. },
        )
        | Output::Seat(_) => None,
    };
    let told: Vec<Option<AccountId>> = out.iter().map(waits).collect();
    let mut at = 0;
    out.retain(|_| {
        at += 1;
        told[at - 1].is_none() || !told[at..].contains(&told[at - 1])
    });
}
