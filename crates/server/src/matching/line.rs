//! One line for a quick match as a pure machine in virtual time.
//!
//! People wait in units, parties of one or two, in the order of their coming. A table is four of them, or two for a duel. First
//! those tables are made at which everybody can gain: the line of 50 points (RULES §8) touches nobody, since all have at least
//! 50 or all have at most 50, and nobody has scored too often against an opponent. Who has waited for [`WIDEN_AFTER`] may be put
//! with anybody; then everybody who would gain nothing is asked, and the table is made only if all of them agree. Who declines
//! goes on waiting, as do the others with the waiting time that they had. Pairs meet pairs; a pair that has waited for
//! [`PAIRS_FIRST`] may meet two singles. What never widens: who shares a browser, who leaves too often, and who sits opposite
//! somebody of the same address, or beside somebody blocked. Somebody whose connection is gone is given no table, and leaves the line after [`LOST_AFTER`].

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use protocol::{AccountId, LeftLine, Millis, QueueMode, QueueStatus};
use rand_chacha::ChaCha20Rng;
use rules::{
    Players,
    ladder::{NoGain, Terms},
};

use super::{group::Search, party::Party, table::Table, waits::Waits};

/// From then on the line of 50 points no longer holds.
pub(crate) const WIDEN_AFTER: i64 = 60_000;
/// Until then a pair meets pairs alone.
pub(crate) const PAIRS_FIRST: i64 = 30_000;
/// For silence to decline.
pub(crate) const CONSENT_WITHIN: i64 = 15_000;
/// For a lost connection to cost the place.
pub(crate) const LOST_AFTER: i64 = 10_000;
/// How often those who wait hear how many wait.
const TELL_EVERY: i64 = 5_000;

/// Whether one plays though a win would add nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    Given,
    Refused,
}

impl From<bool> for Consent {
    fn from(accept: bool) -> Consent {
        if accept { Consent::Given } else { Consent::Refused }
    }
}

/// What can happen to the line.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// Lines up; who is in the line already stays where it is.
    Enter(Party),
    /// Is in the line again, with the waiting time that it had.
    Again { party: Party, since: Millis },
    /// Leaves it by wish; the partner leaves too.
    Leave(AccountId),
    /// Answers the question whether one plays though a win would add nothing.
    Consent { account: AccountId, consent: Consent },
    /// Has blocked these by now.
    Blocks { account: AccountId, blocked: BTreeSet<AccountId> },
    /// Shares a browser with these by now.
    Kin { account: AccountId, kin: Vec<AccountId> },
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
    Seat(Box<Seating>),
}

/// A table that is made, and since when its parties have waited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    pub(crate) table: Table,
    pub(crate) waited: Vec<(Party, Millis)>,
}

impl Seating {
    fn boxed(table: Table, units: Vec<Unit>) -> Box<Seating> {
        let waited = units.into_iter().map(|unit| (unit.party, unit.since)).collect();
        Box::new(Seating { table, waited })
    }
}

/// The account isn't in the line, or isn't asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotQueued;

/// A party that waits.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) party: Party,
    since: Millis,
    /// Parts those who came in one millisecond.
    order: u64,
    /// Whose connections are gone, and since when.
    lost: Vec<(AccountId, Millis)>,
    /// Having declined, it is not asked again before.
    ask_after: Millis,
    told_widened: bool,
    /// Whether the moment has been seen from which a pair meets singles.
    seen_mixing: bool,
}

impl Unit {
    pub(super) fn is_here(&self) -> bool {
        self.lost.is_empty()
    }

    /// All have at least so many points; everybody if there is no such line.
    pub(super) fn is_above(&self, line: i64) -> bool {
        line == 0 || self.party.members().iter().all(|entrant| entrant.score >= line)
    }

    pub(super) fn is_below(&self, line: i64) -> bool {
        line == 0 || self.party.members().iter().all(|entrant| entrant.score <= line)
    }

    /// It may be asked to play for nothing.
    pub(super) fn is_open(&self, now: Millis) -> bool {
        self.is_here() && self.ask_after <= now
    }

    pub(super) fn is_widened(&self, now: Millis) -> bool {
        self.widens_at() <= now
    }

    /// A pair meets singles too.
    pub(super) fn is_mixing(&self, now: Millis) -> bool {
        self.since + PAIRS_FIRST <= now
    }

    fn widens_at(&self) -> Millis {
        (self.since + WIDEN_AFTER).max(self.ask_after)
    }

    /// Everybody of it is told that its place is gone, each with the reason.
    fn gone(&self, why: impl Fn(AccountId) -> LeftLine) -> impl Iterator<Item = Output> {
        self.party
            .accounts()
            .map(move |account| Output::Tell(account, QueueStatus::Gone { why: why(account) }))
    }
}

/// A table that waits for somebody's consent.
#[derive(Debug)]
struct Proposal {
    units: Vec<Unit>,
    table: Table,
    /// Who has yet to answer, and why.
    asked: Vec<(AccountId, NoGain)>,
    deadline: Millis,
}

impl Proposal {
    fn asked(&self, account: AccountId) -> Option<NoGain> {
        self.asked.iter().find(|(asked, _)| *asked == account).map(|(_, why)| *why)
    }
}

/// The line.
#[derive(Debug)]
pub(crate) struct Line {
    mode: QueueMode,
    terms: Terms,
    /// In the order of their coming.
    units: Vec<Unit>,
    proposals: Vec<Proposal>,
    waits: Waits,
    lots: ChaCha20Rng,
    next_order: u64,
    told_count: usize,
    tell_at: Millis,
}

impl Line {
    pub(crate) fn new(mode: QueueMode, terms: Terms, lots: ChaCha20Rng) -> Line {
        Line {
            mode,
            terms,
            units: Vec::new(),
            proposals: Vec::new(),
            waits: Waits::default(),
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
            Input::Blocks { account, blocked } => self.blocks(now, account, &blocked, &mut out),
            Input::Kin { account, kin } => self.kin(now, account, &kin, &mut out),
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
        let mixing = self.units.iter().filter(|unit| !unit.seen_mixing).map(|unit| unit.since + PAIRS_FIRST);
        let losing = self.units.iter().flat_map(|unit| &unit.lost).map(|(_, since)| *since + LOST_AFTER);
        let proposals = self.proposals.iter().map(|proposal| proposal.deadline);
        let telling = (self.told_count != self.waiting() && !self.units.is_empty()).then_some(self.tell_at);
        widening.chain(mixing).chain(losing).chain(proposals).chain(telling).min()
    }

    /// How many accounts wait.
    pub(crate) fn waiting(&self) -> usize {
        let proposed = self.proposals.iter().flat_map(|proposal| &proposal.units);
        self.units.iter().chain(proposed).map(|unit| unit.party.members().len()).sum()
    }

    /// Since when the party has waited that has waited for longest.
    pub(crate) fn oldest(&self) -> Option<Millis> {
        let proposed = self.proposals.iter().flat_map(|proposal| &proposal.units);
        self.units.iter().chain(proposed).map(|unit| unit.since).min()
    }

    /// Whether the account waits.
    pub(crate) fn has(&self, account: AccountId) -> bool {
        let proposed = self.proposals.iter().flat_map(|proposal| &proposal.units);
        self.units.iter().chain(proposed).any(|unit| unit.party.has(account))
    }

    /// Everybody who waits.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        let proposed = self.proposals.iter().flat_map(|proposal| &proposal.units);
        self.units.iter().chain(proposed).flat_map(|unit| unit.party.accounts())
    }

    /// Everybody leaves; no table is made, nor waits for consent any more. Returns who stood there.
    pub(crate) fn clear(&mut self) -> Vec<AccountId> {
        let gone = self.accounts().collect();
        self.units.clear();
        self.proposals.clear();
        gone
    }

    fn enter(&mut self, now: Millis, mut party: Party, since: Millis, out: &mut Vec<Output>) {
        if party.accounts().any(|account| self.has(account)) {
            for account in party.accounts() {
                self.back(now, account, out);
            }
            return;
        }
        let proposed = self.proposals.iter_mut().flat_map(|proposal| &mut proposal.units);
        for unit in self.units.iter_mut().chain(proposed) {
            unit.party.acquaint(&mut party);
        }
        let order = self.next_order;
        self.next_order += 1;
        let unit = Unit {
            seen_mixing: party.members().len() == 1,
            party,
            since,
            order,
            lost: Vec::new(),
            ask_after: now,
            told_widened: false,
        };
        self.take_back(vec![unit.clone()]);
        self.tell_unit(now, &unit, out);
    }

    fn leave(&mut self, leaver: AccountId, out: &mut Vec<Output>) -> Result<(), NotQueued> {
        self.recall(leaver);
        let at = self.units.iter().position(|unit| unit.party.has(leaver)).ok_or(NotQueued)?;
        let unit = self.units.remove(at);
        out.extend(unit.gone(|account| if account == leaver { LeftLine::Wished } else { LeftLine::Partner }));
        Ok(())
    }

    fn consent(
        &mut self,
        now: Millis,
        account: AccountId,
        consent: Consent,
        out: &mut Vec<Output>,
    ) -> Result<(), NotQueued> {
        let asked = |proposal: &Proposal| proposal.asked(account).is_some();
        let at = self.proposals.iter().position(asked).ok_or(NotQueued)?;
        if consent == Consent::Refused {
            let proposal = self.proposals.remove(at);
            self.dissolve(now, proposal, &[account], out);
            return Ok(());
        }
        let proposal = &mut self.proposals[at];
        proposal.asked.retain(|(other, _)| *other != account);
        if proposal.asked.is_empty() {
            let proposal = self.proposals.remove(at);
            self.seat(now, proposal.table, proposal.units, out);
        }
        Ok(())
    }

    /// A table that waits for consent is drawn anew if the account has now blocked its partner there, unless they lined up together.
    fn blocks(
        &mut self,
        now: Millis,
        account: AccountId,
        blocked: &BTreeSet<AccountId>,
        out: &mut Vec<Output>,
    ) {
        if !self.has(account) {
            return;
        }
        let parted = |proposal: &Proposal| {
            let by_wish = |other: AccountId| {
                proposal.units.iter().any(|unit| unit.party.has(account) && unit.party.has(other))
            };
            let mut partners = proposal.table.partners(account);
            partners.any(|partner| blocked.contains(&partner) && !by_wish(partner))
        };
        if let Some(at) = self.proposals.iter().position(parted) {
            let proposal = self.proposals.remove(at);
            self.dissolve(now, proposal, &[], out);
        }
        let proposed = self.proposals.iter_mut().flat_map(|proposal| &mut proposal.units);
        for unit in self.units.iter_mut().chain(proposed) {
            unit.party.add_blocked(account, blocked);
        }
    }

    /// A table that waits for consent is drawn anew if two at it share a browser by now; partners who do are no longer in the line.
    fn kin(&mut self, now: Millis, account: AccountId, kin: &[AccountId], out: &mut Vec<Output>) {
        if !self.has(account) {
            return;
        }
        let shared = |table: &Table| table.has(account) && kin.iter().any(|other| table.has(*other));
        if let Some(at) = self.proposals.iter().position(|proposal| shared(&proposal.table)) {
            let proposal = self.proposals.remove(at);
            self.dissolve(now, proposal, &[], out);
        }
        let proposed = self.proposals.iter_mut().flat_map(|proposal| &mut proposal.units);
        for unit in self.units.iter_mut().chain(proposed) {
            unit.party.add_kin(account, kin);
        }
        let parted = |unit: &Unit| unit.party.has(account) && kin.iter().any(|other| unit.party.has(*other));
        if let Some(at) = self.units.iter().position(parted) {
            out.extend(self.units.remove(at).gone(|_| LeftLine::SameBrowser));
        }
    }

    fn lost(&mut self, now: Millis, account: AccountId, out: &mut Vec<Output>) {
        if let Some(at) = self.proposals.iter().position(|proposal| proposal.table.has(account)) {
            let proposal = self.proposals.remove(at);
            self.dissolve(now, proposal, &[], out);
        }
        let here =
            |unit: &&mut Unit| unit.party.has(account) && !unit.lost.iter().any(|(lost, _)| *lost == account);
        if let Some(unit) = self.units.iter_mut().find(here) {
            unit.lost.push((account, now));
        }
    }

    /// A connection that has just come is told where the account stands.
    fn back(&mut self, now: Millis, account: AccountId, out: &mut Vec<Output>) {
        let asked = self.proposals.iter().find_map(|proposal| Some((proposal, proposal.asked(account)?)));
        if let Some((proposal, why)) = asked {
            out.push(Output::Tell(account, QueueStatus::Consent { why, deadline: proposal.deadline }));
        } else if let Some(unit) = self.units.iter_mut().find(|unit| unit.party.has(account)) {
            unit.lost.retain(|(lost, _)| *lost != account);
            let unit = unit.clone();
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
            let silent: Vec<AccountId> = proposal.asked.iter().map(|(account, _)| *account).collect();
            self.dissolve(now, proposal, &silent, out);
        }
        self.units.retain(|unit| {
            let stays = unit.lost.iter().all(|(_, since)| now - *since < LOST_AFTER);
            if !stays {
                let is_lost = |account| unit.lost.iter().any(|(lost, _)| *lost == account);
                out.extend(unit.gone(
                    |account| {
                        if is_lost(account) { LeftLine::Lost } else { LeftLine::Partner }
                    },
                ));
            }
            stays
        });
    }

    fn make_tables(&mut self, now: Millis, out: &mut Vec<Output>) {
        let players = players(self.mode);
        loop {
            let search = Search::new(&self.units, players, &self.terms, now);
            let Some(group) = search.find() else { return };
            let units: Vec<Unit> = group.iter().rev().map(|&at| self.units.remove(at)).collect();
            let parties: Vec<&Party> = units.iter().map(|unit| &unit.party).collect();
            let table = Table::draw(&parties, players, &self.terms, &mut self.lots);
            let table = table.expect("a group that was found makes a table");
            let asked = table.gains_nothing(&self.terms);
            if asked.is_empty() {
                self.seat(now, table, units, out);
                continue;
            }
            let deadline = now + CONSENT_WITHIN;
            out.extend(
                asked
                    .iter()
                    .map(|&(account, why)| Output::Tell(account, QueueStatus::Consent { why, deadline })),
            );
            self.proposals.push(Proposal { units, table, asked, deadline });
        }
    }

    fn seat(&mut self, now: Millis, table: Table, units: Vec<Unit>, out: &mut Vec<Output>) {
        for unit in &units {
            self.waits.record(now, unit.since);
        }
        out.push(Output::Seat(Seating::boxed(table, units)));
    }

    /// Says to those who wait what has changed.
    fn tell(&mut self, now: Millis, out: &mut Vec<Output>) {
        for at in 0..self.units.len() {
            if !self.units[at].told_widened && self.units[at].widens_at() <= now {
                self.units[at].told_widened = true;
                self.tell_unit(now, &self.units[at], out);
            }
            self.units[at].seen_mixing |= self.units[at].is_mixing(now);
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
            mode: self.mode,
            since: unit.since,
            waiting: u32::try_from(self.waiting()).unwrap_or(u32::MAX),
            widened: unit.widens_at() <= now,
            usual_ms: self.waits.usual_ms(now),
        };
        out.extend(unit.party.accounts().map(|account| Output::Tell(account, status.clone())));
    }
}

/// Who sits at a table of this line.
pub(crate) const fn players(mode: QueueMode) -> Players {
    match mode {
        QueueMode::Four => Players::Four,
        QueueMode::Two => Players::Two,
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
