//! The lines and the pairs together, pure: an account stands in one line, and a pair lines up as one.

use std::collections::BTreeSet;

use protocol::{
    AccountId, ErrorBody, Invite, InviteId, LeftLine, Millis, PairNews, Pairing, Player, QueueMode,
    QueueStatus, Waiting,
};
use rand_chacha::ChaCha20Rng;
use rules::ladder::Terms;

use super::{
    line::{self, Consent, Line, NotQueued, Seating},
    pairs::{self, Asked, Pairs},
    party::Party,
};

/// What can happen.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// Lines up, alone or with the partner; who waits for the same already stays where it is.
    Enter { mode: QueueMode, party: Party },
    /// Is in the line again, with the waiting time that it had.
    Again { mode: QueueMode, party: Party, since: Millis },
    /// Leaves the line by wish.
    Leave(AccountId),
    /// Answers the question whether one plays though one gains nothing.
    Consent { account: AccountId, consent: Consent },
    /// Invites somebody, or whoever gets the link.
    Invite { id: InviteId, from: Player, to: Option<Asked> },
    /// Answers an invitation.
    Answer { who: Player, invite: InviteId, consent: Consent },
    /// Takes the own invitation back.
    TakeBack(AccountId),
    /// Ends the pair.
    Unpair(AccountId),
    /// Has blocked these by now.
    Blocks { account: AccountId, blocked: BTreeSet<AccountId> },
    /// Has just blocked somebody: no invitation stands between the two.
    Shun { account: AccountId, whom: AccountId },
    /// Shares a browser with these by now.
    Kin { account: AccountId, kin: Vec<AccountId> },
    /// The last connection is gone.
    Lost(AccountId),
    /// A connection is back.
    Back(AccountId),
    /// Time has passed.
    Tick,
}

/// What is to be said or done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Queue(AccountId, QueueStatus),
    Pair(AccountId, Box<Pairing>, Option<PairNews>),
    /// A table is made; these are no longer in the line.
    Seat(QueueMode, Box<Seating>),
}

/// See above.
#[derive(Debug)]
pub(crate) struct Hall {
    four: Line,
    two: Line,
    pairs: Pairs,
}

const MODES: [QueueMode; 2] = [QueueMode::Four, QueueMode::Two];

impl Hall {
    pub(crate) fn new(terms: Terms, mut lots: impl FnMut() -> ChaCha20Rng) -> Hall {
        let mut line = |mode| Line::new(mode, terms, lots());
        Hall { four: line(QueueMode::Four), two: line(QueueMode::Two), pairs: Pairs::default() }
    }

    /// Lets the input happen.
    pub(crate) fn step(&mut self, now: Millis, input: Input) -> Result<Vec<Output>, ErrorBody> {
        let mut out = Vec::new();
        let mut told = Vec::new();
        match input {
            Input::Enter { mode, party } => self.enter(now, mode, party, &mut out)?,
            Input::Again { mode, party, since } => {
                self.ask(now, mode, line::Input::Again { party, since }, &mut out)?;
            }
            Input::Leave(account) => self.leave(now, account, &mut out)?,
            Input::Consent { account, consent } => {
                let mode = self.mode_of(account).ok_or(ErrorBody::NotQueued)?;
                self.ask(now, mode, line::Input::Consent { account, consent }, &mut out)?;
            }
            Input::Invite { id, from, to } => self.pairs.invite(now, id, from, to, &mut told)?,
            Input::Answer { who, invite, consent } => {
                self.pairs.answer(now, who, invite, consent, &mut told)?;
            }
            Input::TakeBack(account) => self.pairs.take_back(account, &mut told)?,
            Input::Unpair(account) => self.pairs.unpair(account, &mut told)?,
            Input::Blocks { account, blocked } => {
                self.both(now, &line::Input::Blocks { account, blocked }, &mut out);
            }
            Input::Shun { account, whom } => self.pairs.shun(account, whom, &mut told),
            Input::Kin { account, kin } => {
                self.both(now, &line::Input::Kin { account, kin }, &mut out);
            }
            Input::Lost(account) => {
                self.pairs.lost(now, account);
                self.both(now, &line::Input::Lost(account), &mut out);
            }
            Input::Back(account) => {
                self.pairs.back(account, &mut told);
                self.both(now, &line::Input::Back(account), &mut out);
            }
            Input::Tick => self.both(now, &line::Input::Tick, &mut out),
        }
        self.pairs.expire(now, &mut told);
        for output in told {
            match output {
                pairs::Output::Tell(account, pairing, news) => out.push(Output::Pair(account, pairing, news)),
                // Who does not stand in a line need not leave it.
                pairs::Output::Unqueue(account) => drop(self.leave(now, account, &mut out)),
            }
        }
        Ok(out)
    }

    /// When [`Input::Tick`] is due.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        [self.four.deadline(), self.two.deadline(), self.pairs.deadline()].into_iter().flatten().min()
    }

    /// How many accounts stand in each line.
    pub(crate) fn waiting(&self) -> Waiting {
        let count = |line: &Line| u32::try_from(line.waiting()).unwrap_or(u32::MAX);
        Waiting { four: count(&self.four), two: count(&self.two) }
    }

    /// Of each line, since when the party has waited that has waited for longest.
    pub(crate) fn oldest(&self) -> [(QueueMode, Option<Millis>); 2] {
        MODES.map(|mode| (mode, self.line(mode).oldest()))
    }

    pub(crate) fn partner(&self, account: AccountId) -> Option<AccountId> {
        self.pairs.partner(account)
    }

    pub(crate) fn link(&self, id: InviteId) -> Option<Invite> {
        self.pairs.link(id)
    }

    /// Everybody who waits.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        self.four.accounts().chain(self.two.accounts())
    }

    /// Empties the lines. Returns who stood there.
    pub(crate) fn clear(&mut self) -> Vec<AccountId> {
        [&mut self.four, &mut self.two].into_iter().flat_map(Line::clear).collect()
    }

    /// Partners line up together or not at all, and for four; who changes the line gives up the place in the other.
    fn enter(
        &mut self,
        now: Millis,
        mode: QueueMode,
        party: Party,
        out: &mut Vec<Output>,
    ) -> Result<(), ErrorBody> {
        for entrant in party.members() {
            let partner = self.pairs.partner(entrant.account);
            let is_with = |partner| party.has(partner) && mode == QueueMode::Four;
            match partner {
                Some(partner) if is_with(partner) => {}
                Some(_) => return Err(ErrorBody::Paired),
                None if party.members().len() == 1 => {}
                None => return Err(ErrorBody::NotPaired),
            }
        }
        for account in party.accounts() {
            if self.mode_of(account).is_some_and(|other| other != mode) {
                let mut told = Vec::new();
                self.leave(now, account, &mut told)?;
                // The place in the new line says it all.
                let gone = QueueStatus::Gone { why: LeftLine::Wished };
                out.extend(told.into_iter().filter(|told| *told != Output::Queue(account, gone.clone())));
            }
        }
        self.ask(now, mode, line::Input::Enter(party), out)
    }

    fn leave(&mut self, now: Millis, account: AccountId, out: &mut Vec<Output>) -> Result<(), ErrorBody> {
        let mode = self.mode_of(account).ok_or(ErrorBody::NotQueued)?;
        self.ask(now, mode, line::Input::Leave(account), out)
    }

    fn mode_of(&self, account: AccountId) -> Option<QueueMode> {
        MODES.into_iter().find(|mode| self.line(*mode).has(account))
    }

    fn line(&self, mode: QueueMode) -> &Line {
        match mode {
            QueueMode::Four => &self.four,
            QueueMode::Two => &self.two,
        }
    }

    fn both(&mut self, now: Millis, input: &line::Input, out: &mut Vec<Output>) {
        for mode in MODES {
            self.ask(now, mode, input.clone(), out).expect("only leaving and consent are refused");
        }
    }

    fn ask(
        &mut self,
        now: Millis,
        mode: QueueMode,
        input: line::Input,
        out: &mut Vec<Output>,
    ) -> Result<(), ErrorBody> {
        let line = match mode {
            QueueMode::Four => &mut self.four,
            QueueMode::Two => &mut self.two,
        };
        let outputs = line.step(now, input).map_err(|NotQueued| ErrorBody::NotQueued)?;
        out.extend(outputs.into_iter().map(|output| match output {
            line::Output::Tell(account, status) => Output::Queue(account, status),
            line::Output::Seat(seating) => Output::Seat(mode, seating),
        }));
        Ok(())
    }
}
