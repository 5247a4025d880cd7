//! Who stands in the line, and who may meet whom.

use std::{collections::BTreeSet, net::IpAddr};

use protocol::AccountId;
use room::Ties;
use rules::ladder::Terms;

/// Somebody who lines up, with what was known of the account at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entrant {
    pub(crate) account: AccountId,
    pub(crate) score: i64,
    pub(crate) conduct: Conduct,
    pub(crate) ties: Ties,
    /// Where it is connected from, as far as that keeps people apart.
    pub(crate) addresses: Vec<IpAddr>,
}

/// Whether somebody leaves ranked games too often (逃跑): such players are matched with each other alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conduct {
    Steady,
    Fleeing,
}

impl Entrant {
    fn learn_of(&mut self, other: &Entrant) {
        if other.ties.is_kin(self.account) && !self.ties.is_kin(other.account) {
            self.ties.kin.push(other.account);
        }
        let times = other.ties.met(self.account);
        if times > self.ties.met(other.account) {
            self.ties.met.retain(|(account, _)| *account != other.account);
            self.ties.met.push((other.account, times));
        }
        if other.ties.has_blocked(self.account) {
            self.ties.blocked.insert(other.account);
        }
    }

    fn may_meet(&self, other: &Entrant) -> bool {
        self.conduct == other.conduct && !self.ties.is_kin(other.account)
    }

    /// Whether the two may be partners by lot: neither has blocked the other.
    pub(crate) fn may_partner(&self, other: &Entrant) -> bool {
        !self.ties.has_blocked(other.account) && !other.ties.has_blocked(self.account)
    }

    /// Whether the two may sit on opposite sides.
    pub(crate) fn may_oppose(&self, other: &Entrant) -> bool {
        !self.addresses.iter().any(|address| other.addresses.contains(address))
    }

    /// Whether the two have scored against each other too often.
    pub(crate) fn is_spent_on(&self, other: &Entrant, terms: &Terms) -> bool {
        terms.are_spent(self.ties.met(other.account))
    }
}

/// Who lines up together: two sit opposite each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Party {
    One(Entrant),
    Two(Box<[Entrant; 2]>),
}

impl Party {
    /// Two partners. Whoever plays with somebody who often leaves meets the opponents of that one.
    pub(crate) fn pair(mut one: Entrant, mut other: Entrant) -> Party {
        if one.conduct != other.conduct {
            (one.conduct, other.conduct) = (Conduct::Fleeing, Conduct::Fleeing);
        }
        Party::Two(Box::new([one, other]))
    }

    pub(crate) fn members(&self) -> &[Entrant] {
        match self {
            Party::One(one) => std::slice::from_ref(one),
            Party::Two(two) => two.as_slice(),
        }
    }

    pub(crate) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        self.members().iter().map(|entrant| entrant.account)
    }

    pub(crate) fn has(&self, account: AccountId) -> bool {
        self.accounts().any(|member| member == account)
    }

    /// Whether the line may take one for the other: where a table could not be made with the one it can't with the other.
    pub(crate) fn is_like(&self, other: &Party) -> bool {
        match (self, other) {
            (Party::One(one), Party::One(two)) => {
                one.conduct == two.conduct
                    && one.addresses == two.addresses
                    && [one, two].iter().all(|it| it.ties == Ties::default())
            }
            (Party::One(_) | Party::Two(_), _) => false,
        }
    }

    /// Ties bind both: what the newcomer knows of them these shall know too, and the other way round. Each knows what was
    /// stored when it came.
    pub(crate) fn acquaint(&mut self, newcomer: &mut Party) {
        for own in self.members_mut() {
            for new in newcomer.members_mut() {
                own.learn_of(new);
                new.learn_of(own);
            }
        }
    }

    /// Notes whom somebody of the party has blocked by now. Whom one blocks no longer, one is kept apart from while one waits.
    pub(crate) fn add_blocked(&mut self, account: AccountId, blocked: &BTreeSet<AccountId>) {
        for member in self.members_mut() {
            if member.account == account {
                member.ties.blocked.extend(blocked);
            } else if blocked.contains(&member.account) {
                member.ties.blocked.insert(account);
            }
        }
    }

    /// Notes with whom somebody of the party shares a browser by now.
    pub(crate) fn add_kin(&mut self, account: AccountId, kin: &[AccountId]) {
        for member in self.members_mut() {
            if member.account == account {
                member.ties.kin.extend(kin);
            } else if kin.contains(&member.account) {
                member.ties.kin.push(account);
            }
        }
    }

    fn members_mut(&mut self) -> &mut [Entrant] {
        match self {
            Party::One(one) => std::slice::from_mut(one),
            Party::Two(two) => two.as_mut_slice(),
        }
    }

    /// Whether all of one may sit in a game with all of the other.
    pub(crate) fn may_meet(&self, other: &Party) -> bool {
        self.members().iter().all(|one| other.members().iter().all(|two| one.may_meet(two)))
    }
}
