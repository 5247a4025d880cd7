//! Partners (对家) for quick matches as a pure machine in virtual time.
//!
//! An account has at most one invitation open, to somebody by name or to whoever gets its link, and at most one partner. Everybody
//! concerned is told the whole of how they stand after each change. An invitation ends by an answer, when it is taken back,
//! when its time is over, or when one of the two has become somebody's partner. A pair ends when one of the two ends it or has
//! been without a connection for [`LOST_AFTER`]. Nothing of this outlives the server.
//!
//! Nobody is told by whom one is blocked: an invitation to somebody who has blocked the inviter is one like any other for the inviter, and
//! times out; whoever is invited so never hears of it.

use protocol::{AccountId, ErrorBody, Invite, InviteId, Millis, PairNews, Pairing, Player, SentInvite};

use super::line::Consent;

/// For an invitation by name to time out.
pub(crate) const NAMED_FOR: i64 = 60_000;
/// For a link to time out.
pub(crate) const LINK_FOR: i64 = 10 * 60_000;
/// For a lost connection to end a pair, or to take an invitation back.
pub(crate) const LOST_AFTER: i64 = 60_000;
/// After a refusal the same account is not invited by the same again.
pub(crate) const REFUSED_FOR: i64 = 60_000;

/// What the machine has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Tell(AccountId, Box<Pairing>, Option<PairNews>),
    /// What the account lined up for, alone or as one of a pair, no longer holds.
    Unqueue(AccountId),
}

/// A player who is invited by name.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) player: Player,
    /// Whether that player has blocked the inviter.
    pub(crate) has_blocked: bool,
}

#[derive(Debug)]
struct Open {
    id: InviteId,
    from: Player,
    to: Option<Player>,
    until: Millis,
    /// Whether who is invited by name has blocked the inviter, and so never hears of it.
    unheard: bool,
}

impl Open {
    /// Whether the account hears that it is invited.
    fn is_heard_by(&self, account: AccountId) -> bool {
        self.is_to(account) && !self.unheard
    }

    fn is_to(&self, account: AccountId) -> bool {
        self.to.as_ref().is_some_and(|to| to.id == account)
    }

    fn concerns(&self, account: AccountId) -> bool {
        self.from.id == account || self.is_to(account)
    }
}

/// A refusal that still holds.
#[derive(Debug)]
struct Refused {
    from: AccountId,
    by: AccountId,
    until: Millis,
}

/// All pairs and open invitations.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// Oldest first.
    invites: Vec<Open>,
    made: Vec<[Player; 2]>,
    refused: Vec<Refused>,
    /// Of those who have something to lose, who is without a connection, and since when.
    lost: Vec<(AccountId, Millis)>,
}

impl Pairs {
    /// The account's partner.
    pub(crate) fn partner(&self, account: AccountId) -> Option<AccountId> {
        self.partner_of(account).map(|partner| partner.id)
    }

    /// An open invitation for whoever gets its link.
    pub(crate) fn link(&self, id: InviteId) -> Option<Invite> {
        let open = self.invites.iter().find(|open| open.id == id && open.to.is_none())?;
        Some(Invite { id, from: open.from.clone(), until: open.until })
    }

    /// When [`Pairs::expire`] is due.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let invites = self.invites.iter().map(|open| open.until);
        let lost = self.lost.iter().map(|(_, since)| *since + LOST_AFTER);
        invites.chain(lost).min()
    }

    pub(crate) fn invite(
        &mut self,
        now: Millis,
        id: InviteId,
        from: Player,
        to: Option<Asked>,
        out: &mut Vec<Output>,
    ) -> Result<(), ErrorBody> {
        self.refused.retain(|refused| refused.until > now);
        if self.partner(from.id).is_some() {
            return Err(ErrorBody::Paired);
        }
        if let Some(Asked { player: to, .. }) = &to {
            if to.id == from.id {
                return Err(ErrorBody::Oneself);
            }
            if self.partner(to.id).is_some() {
                return Err(ErrorBody::PartnerTaken);
            }
            let refused = self.refused.iter().find(|refused| refused.from == from.id && refused.by == to.id);
            if let Some(refused) = refused {
                let retry_ms = u32::try_from(refused.until - now).unwrap_or(0);
                return Err(ErrorBody::TooFast { retry_ms });
            }
        }
        self.withdraw(from.id, out);
        let unheard = to.as_ref().is_some_and(|asked| asked.has_blocked);
        let to = to.map(|asked| asked.player);
        let until = now + if to.is_some() { NAMED_FOR } else { LINK_FOR };
        let (host, asked) = (from.clone(), to.as_ref().map(|to| to.id));
        self.invites.push(Open { id, from, to, until, unheard });
        self.tell(host.id, None, out);
        if let Some(asked) = asked.filter(|_| !unheard) {
            self.tell(asked, Some(PairNews::Invited { by: host.name }), out);
        }
        Ok(())
    }

    /// Refusing a link leaves it to others.
    pub(crate) fn answer(
        &mut self,
        now: Millis,
        who: Player,
        id: InviteId,
        consent: Consent,
        out: &mut Vec<Output>,
    ) -> Result<(), ErrorBody> {
        let is_for = |open: &Open| open.id == id && (open.to.is_none() || open.is_heard_by(who.id));
        let at = self.invites.iter().position(is_for).ok_or(ErrorBody::NoSuchInvite)?;
        if self.invites[at].from.id == who.id {
            return Err(ErrorBody::Oneself);
        }
        match consent {
            Consent::Given if self.partner(who.id).is_some() => return Err(ErrorBody::Paired),
            Consent::Given => {
                let Open { from, .. } = self.invites.remove(at);
                self.join([from, who], out);
            }
            Consent::Refused if self.invites[at].to.is_none() => {}
            Consent::Refused => {
                let Open { from, .. } = self.invites.remove(at);
                self.refused.push(Refused { from: from.id, by: who.id, until: now + REFUSED_FOR });
                self.tell(from.id, Some(PairNews::Refused { by: who.name }), out);
                self.tell(who.id, None, out);
            }
        }
        Ok(())
    }

    pub(crate) fn take_back(&mut self, account: AccountId, out: &mut Vec<Output>) -> Result<(), ErrorBody> {
        if !self.invites.iter().any(|open| open.from.id == account) {
            return Err(ErrorBody::NoSuchInvite);
        }
        self.withdraw(account, out);
        self.tell(account, None, out);
        Ok(())
    }

    pub(crate) fn unpair(&mut self, account: AccountId, out: &mut Vec<Output>) -> Result<(), ErrorBody> {
        let (leaver, left) = self.part(account).ok_or(ErrorBody::NotPaired)?;
        out.push(Output::Unqueue(account));
        self.tell(account, None, out);
        self.tell(left, Some(PairNews::Left { by: leaver }), out);
        Ok(())
    }

    /// The account has just blocked somebody: what it has asked that one is taken back, and what that one has asked it hears of no more.
    pub(crate) fn shun(&mut self, account: AccountId, whom: AccountId, out: &mut Vec<Output>) {
        if self.invites.iter().any(|open| open.from.id == account && open.is_to(whom)) {
            self.withdraw(account, out);
            self.tell(account, None, out);
        }
        let asks = |open: &&mut Open| open.from.id == whom && open.is_heard_by(account);
        if let Some(open) = self.invites.iter_mut().find(asks) {
            open.unheard = true;
            self.tell(account, None, out);
        }
    }

    /// The account's last connection is gone.
    pub(crate) fn lost(&mut self, now: Millis, account: AccountId) {
        let invites = self.invites.iter().any(|open| open.from.id == account);
        let known = self.lost.iter().any(|(lost, _)| *lost == account);
        if !known && (invites || self.partner(account).is_some()) {
            self.lost.push((account, now));
        }
    }

    /// A connection that has just come is told how the account stands, if there is anything to tell.
    pub(crate) fn back(&mut self, account: AccountId, out: &mut Vec<Output>) {
        self.lost.retain(|(lost, _)| *lost != account);
        if self.pairing(account) != Pairing::default() {
            self.tell(account, None, out);
        }
    }

    /// Ends what is over.
    pub(crate) fn expire(&mut self, now: Millis, out: &mut Vec<Output>) {
        while let Some(at) = self.invites.iter().position(|open| open.until <= now) {
            let Open { from, to, unheard, .. } = self.invites.remove(at);
            for account in [Some(from), to.filter(|_| !unheard)].into_iter().flatten().map(|player| player.id)
            {
                self.tell(account, Some(PairNews::TimedOut), out);
            }
        }
        while let Some(at) = self.lost.iter().position(|(_, since)| now - *since >= LOST_AFTER) {
            let (account, _) = self.lost.remove(at);
            self.withdraw(account, out);
            if let Some((loser, left)) = self.part(account) {
                out.push(Output::Unqueue(account));
                self.tell(left, Some(PairNews::Lost { by: loser }), out);
            }
        }
    }

    /// The two are partners; whatever else they were asked or asked is over.
    fn join(&mut self, pair: [Player; 2], out: &mut Vec<Output>) {
        let ids = [pair[0].id, pair[1].id];
        self.made.push(pair.clone());
        for (account, name) in ids.into_iter().zip([&pair[0].name, &pair[1].name]) {
            self.withdraw(account, out);
            while let Some(at) = self.invites.iter().position(|open| open.concerns(account)) {
                let Open { from, .. } = self.invites.remove(at);
                self.tell(from.id, Some(PairNews::Refused { by: name.clone() }), out);
            }
            out.push(Output::Unqueue(account));
        }
        let [one, other] = pair;
        self.tell(ids[0], Some(PairNews::Paired { with: other.name }), out);
        self.tell(ids[1], Some(PairNews::Paired { with: one.name }), out);
    }

    /// Takes an account's invitation back without a word to it.
    fn withdraw(&mut self, account: AccountId, out: &mut Vec<Output>) {
        if let Some(at) = self.invites.iter().position(|open| open.from.id == account) {
            let Open { from, to, unheard, .. } = self.invites.remove(at);
            if let Some(to) = to.filter(|_| !unheard) {
                self.tell(to.id, Some(PairNews::TakenBack { by: from.name }), out);
            }
        }
    }

    /// Ends the account's pair: its name, and who is left.
    fn part(&mut self, account: AccountId) -> Option<(String, AccountId)> {
        let at = self.made.iter().position(|pair| pair.iter().any(|player| player.id == account))?;
        let [one, other] = self.made.remove(at);
        let (leaver, left) = if one.id == account { (one, other) } else { (other, one) };
        self.lost.retain(|(lost, _)| *lost != left.id);
        Some((leaver.name, left.id))
    }

    fn partner_of(&self, account: AccountId) -> Option<&Player> {
        self.made.iter().find_map(|[one, other]| {
            if one.id == account { Some(other) } else { (other.id == account).then_some(one) }
        })
    }

    fn tell(&self, account: AccountId, news: Option<PairNews>, out: &mut Vec<Output>) {
        out.push(Output::Tell(account, Box::new(self.pairing(account)), news));
    }

    fn pairing(&self, account: AccountId) -> Pairing {
        let sent = self.invites.iter().find(|open| open.from.id == account);
        let received = self.invites.iter().filter(|open| open.is_heard_by(account));
        Pairing {
            partner: self.partner_of(account).cloned(),
            sent: sent.map(|open| SentInvite { id: open.id, to: open.to.clone(), until: open.until }),
            received: received
                .map(|open| Invite { id: open.id, from: open.from.clone(), until: open.until })
                .collect(),
        }
    }
}
