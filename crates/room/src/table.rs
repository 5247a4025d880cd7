use std::collections::BTreeSet;

use protocol::{
    AccountId, AccountKind, Link, Millis, Occupant, Player, RoomId, RoomKind, RoomOptions, Scores,
    ServerFrame, Spectating,
};
use rules::{
    BySeat, Seat, Viewer,
    ladder::{self, NoGain, Terms},
};

use crate::{
    Audience, Effects, Member, Memo, OffersMade,
    answers::Answers,
    by_account::ByAccount,
    house::House,
    lots::Lots,
    talk::{TalkLog, When},
};

/// How long a link may be down before turns get shorter; before a game the seat is given up then.
pub(crate) const PATIENCE_MS: i64 = 60_000;
/// How long a turn is for a seat whose link has been down for longer.
pub(crate) const SHORT_TURN_MS: u32 = 10_000;
/// After the patience with everybody in a game has ended: how long it still runs before it is closed as void.
pub(crate) const ABANDONED_MS: i64 = 10 * 60_000;

/// All of a room that stays while its phases change.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: RoomId,
    pub(crate) kind: RoomKind,
    pub(crate) ranked: bool,
    pub(crate) options: RoomOptions,
    pub(crate) terms: Terms,
    pub(crate) since: Millis,
    pub(crate) chairs: BySeat<Option<Chair>>,
    /// Who is in the room with at least one connection, players included.
    pub(crate) present: ByAccount<Member>,
    pub(crate) talk: TalkLog,
    pub(crate) answers: Answers,
    pub(crate) lots: Lots,
    pub(crate) house: House,
    /// Since when nothing can be saved.
    pub(crate) suspended: Option<Millis>,
}

/// A seat with somebody on it.
#[derive(Debug)]
pub(crate) struct Chair {
    pub(crate) member: Member,
    pub(crate) wire: Wire,
    /// Whether the player is for beginning the next game, while none is arranged or runs.
    pub(crate) willing: bool,
    /// Since when the player has a seat at this table.
    pub(crate) since: Millis,
    /// Whether the player, being out, has left the game by wish: the seat is free when the game ends.
    pub(crate) left: bool,
}

/// Whether a seat has handed in its layout (已准备), or is for beginning the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    Ready,
    NotReady,
}

impl From<bool> for Readiness {
    fn from(ready: bool) -> Readiness {
        if ready { Readiness::Ready } else { Readiness::NotReady }
    }
}

/// The link of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    Up,
    Down {
        since: Millis,
        /// When the table's patience ends; time in which nothing can be saved does not count.
        patience: Millis,
    },
}

impl Wire {
    pub(crate) fn down(now: Millis) -> Wire {
        Wire::Down { since: now, patience: now + PATIENCE_MS }
    }

    /// When the table's patience ends; `None` while it is up.
    pub(crate) fn patience(self) -> Option<Millis> {
        match self {
            Wire::Up => None,
            Wire::Down { patience, .. } => Some(patience),
        }
    }

    fn link(self) -> Link {
        match self {
            Wire::Up => Link::Up,
            Wire::Down { since, .. } => Link::Down { since },
        }
    }
}

impl Chair {
    /// Whoever sits down is for beginning the next game.
    pub(crate) fn new(member: Member, wire: Wire, since: Millis) -> Chair {
        Chair { member, wire, willing: true, since, left: false }
    }

    pub(crate) fn account(&self) -> AccountId {
        self.member.player.id
    }

    /// Takes over who it is by now. A game goes on with the score that it began with.
    fn renew(&mut self, member: Member, when: When) {
        let Member { player, preferred, ties, as_of } = member;
        let own = &mut self.member;
        (own.player, own.as_of) = match when {
            When::Before | When::After => (player, as_of),
            When::During => {
                (Player { kind: player.kind, name: player.name, ..own.player.clone() }, own.as_of)
            }
        };
        own.preferred = preferred.or(own.preferred.take());
        own.ties = ties;
    }

    pub(crate) fn occupant(&self, readiness: Readiness) -> Occupant {
        let ready = readiness == Readiness::Ready;
        Occupant { player: self.member.player.clone(), link: self.wire.link(), ready }
    }
}

impl Table {
    /// The seats of the game.
    pub(crate) fn seats(&self) -> &'static [Seat] {
        self.options.rules.players.seats()
    }

    pub(crate) fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat).as_ref()
    }

    pub(crate) fn seat_of(&self, account: AccountId) -> Option<Seat> {
        self.chairs
            .iter()
            .find(|(_, chair)| chair.as_ref().is_some_and(|chair| chair.account() == account))
            .map(|(seat, _)| seat)
    }

    /// An account that has a seat sees with the eyes of that seat, over every connection.
    pub(crate) fn viewer(&self, account: AccountId) -> Viewer {
        self.seat_of(account).map_or(Viewer::Public, Viewer::Seat)
    }

    /// Who that account is, if it has a seat or is in the room.
    pub(crate) fn member(&self, account: AccountId) -> Option<&Member> {
        let seated = self.seat_of(account).and_then(|seat| self.chair(seat)).map(|chair| &chair.member);
        seated.or_else(|| self.present.get(account))
    }

    /// Who looks through a seat.
    pub(crate) fn account_of(&self, viewer: Viewer) -> Option<AccountId> {
        match viewer {
            Viewer::Seat(seat) => self.chair(seat).map(Chair::account),
            Viewer::Public => None,
        }
    }

    pub(crate) fn has_blocked(&self, account: AccountId, other: AccountId) -> bool {
        self.member(account).is_some_and(|member| member.ties.has_blocked(other))
    }

    /// Takes over who an account is by now, on its seat and among those who are here.
    ///
    /// What comes may have been read before a game here was settled: then the score stays.
    pub(crate) fn renew(&mut self, mut member: Member, when: When) {
        let account = member.player.id;
        let seated = self.seat_of(account).and_then(|seat| self.chair(seat)).map(|chair| &chair.member);
        for known in seated.into_iter().chain(self.present.get(account)) {
            member.catch_up(known);
        }
        if let Some(seat) = self.seat_of(account)
            && let Some(chair) = self.chairs.get_mut(seat)
        {
            chair.renew(member.clone(), when);
        }
        if let Some(present) = self.present.get_mut(account) {
            *present = member;
        }
    }

    /// Notes whom an account has blocked by now.
    pub(crate) fn set_blocked(&mut self, account: AccountId, blocked: BTreeSet<AccountId>) {
        if let Some(seat) = self.seat_of(account)
            && let Some(chair) = self.chairs.get_mut(seat)
        {
            chair.member.ties.blocked.clone_from(&blocked);
        }
        if let Some(member) = self.present.get_mut(account) {
            member.ties.blocked = blocked;
        }
    }

    /// Notes with whom an account shares a browser by now.
    pub(crate) fn set_kin(&mut self, account: AccountId, kin: &[AccountId]) {
        if let Some(seat) = self.seat_of(account)
            && let Some(chair) = self.chairs.get_mut(seat)
        {
            chair.member.ties.kin = kin.to_vec();
        }
        if let Some(member) = self.present.get_mut(account) {
            member.ties.kin = kin.to_vec();
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.seats().iter().all(|&seat| self.chair(seat).is_some())
    }

    /// Whether somebody sits here, and all who do are for beginning the next game.
    pub(crate) fn is_willing(&self) -> bool {
        let mut seated = self.chairs.iter().filter_map(|(_, chair)| chair.as_ref()).peekable();
        seated.peek().is_some() && seated.all(|chair| chair.willing)
    }

    /// All are asked anew whether they play. Bots always do.
    pub(crate) fn ask_all(&mut self) {
        for seat in Seat::ALL {
            if let Some(chair) = self.chairs.get_mut(seat) {
                chair.willing = chair.member.player.kind == AccountKind::Bot;
            }
        }
    }

    /// Notes whether that player is for beginning the next game, and tells if this is new.
    pub(crate) fn ask(&mut self, seat: Seat, willing: bool, out: &mut Effects) {
        if let Some(chair) = self.chairs.get_mut(seat)
            && chair.willing != willing
        {
            chair.willing = willing;
            out.send(Audience::Everyone, ServerFrame::Ready { room: self.id, seat, ready: willing });
        }
    }

    /// What is kept beside the journal.
    pub(crate) fn memo(&self, offers: BySeat<OffersMade>) -> Memo {
        let House { host, lock, known, .. } = &self.house;
        Memo { offers, host: host.clone(), lock: lock.clone(), known: known.clone() }
    }

    pub(crate) fn players(&self) -> BySeat<Option<Player>> {
        self.chairs.as_ref().map(|_, chair| chair.as_ref().map(|chair| chair.member.player.clone()))
    }

    /// Who at this table would gain nothing from a ranked game, and why.
    pub(crate) fn outlook(&self) -> BySeat<Option<NoGain>> {
        if !self.ranked {
            return BySeat::default();
        }
        let players = self.options.rules.players;
        let spent = |seat| {
            let mut opponents = players.opponents(seat).iter();
            opponents.any(|&other| self.terms.are_spent(self.meetings(seat, other)))
        };
        let scores = self.chairs.as_ref().map(|_, chair| chair.as_ref().map(|it| it.member.player.score));
        ladder::outlook(players, &scores, spent, &self.terms)
    }

    /// How often the players of two seats have scored against each other.
    fn meetings(&self, seat: Seat, other: Seat) -> u32 {
        let (Some(one), Some(two)) = (self.chair(seat), self.chair(other)) else { return 0 };
        one.member.ties.met(two.account()).max(two.member.ties.met(one.account()))
    }

    /// Opponents have met once more.
    fn note_meetings(&mut self, scores: &Scores) {
        let changed = |seat: Seat| scores.get(seat).is_some_and(|score| score.change != 0);
        let players = self.options.rules.players;
        for &seat in players.seats() {
            for &other in players.opponents(seat) {
                let opponent = self.chair(other).map(Chair::account);
                if let (Some(chair), Some(opponent)) = (self.chairs.get_mut(seat), opponent)
                    && (changed(seat) || changed(other))
                {
                    chair.member.ties.meet(opponent);
                }
            }
        }
    }

    /// A game has changed the scores like this: on the chairs and for those who are here. The seats that are seen otherwise by it.
    pub(crate) fn settle(&mut self, now: Millis, scores: &Scores) -> Vec<Seat> {
        self.note_meetings(scores);
        let mut changed = Vec::new();
        for (seat, score) in scores.iter() {
            let (Some(score), Some(chair)) = (score, self.chairs.get_mut(seat)) else { continue };
            let seen = chair.member.player.clone();
            chair.member.settle(score, now);
            if chair.member.player != seen {
                changed.push(seat);
            }
            if let Some(present) = self.present.get_mut(seen.id) {
                present.settle(score, now);
                present.ties.met.clone_from(&chair.member.ties.met);
            }
        }
        changed
    }

    /// Whether somebody at the table was used in the same browser as that account.
    pub(crate) fn has_kin(&self, member: &Member) -> bool {
        let account = member.player.id;
        let mut chairs = self.chairs.iter().filter_map(|(_, chair)| chair.as_ref());
        chairs.any(|chair| member.ties.is_kin(chair.account()) || chair.member.ties.is_kin(account))
    }

    /// Of those at the table who share a browser, who sat down last.
    pub(crate) fn last_of_kin(&self) -> Option<Seat> {
        let seated = self.chairs.iter().filter_map(|(seat, chair)| Some((seat, chair.as_ref()?)));
        let of_kin = seated.filter(|(_, chair)| self.has_kin(&chair.member));
        of_kin.max_by_key(|(_, chair)| chair.since).map(|(seat, _)| seat)
    }

    /// The accounts in the room that have no seat, in the order of their ids.
    pub(crate) fn watching(&self) -> impl Iterator<Item = AccountId> {
        self.present.accounts().filter(|&account| self.seat_of(account).is_none())
    }

    pub(crate) fn watchers(&self) -> u32 {
        u32::try_from(self.watching().count()).unwrap_or(u32::MAX)
    }

    pub(crate) fn tell_watchers(&self, out: &mut Effects) {
        let count = self.watchers();
        out.send(Audience::Everyone, ServerFrame::Watchers { room: self.id, count });
    }

    /// The link of an account comes up, or one more connection of it comes.
    pub(crate) fn link_up(&mut self, member: Member, when: When, out: &mut Effects) {
        let account = member.player.id;
        let is_new = !self.present.contains(account);
        self.present.get_or_insert_with(account, || member.clone());
        self.renew(member, when);
        let Some(seat) = self.seat_of(account) else {
            if is_new {
                self.tell_watchers(out);
            }
            return;
        };
        let Some(chair) = self.chairs.get_mut(seat) else { return };
        chair.left = false;
        if chair.wire != Wire::Up {
            chair.wire = Wire::Up;
            out.send(Audience::Everyone, ServerFrame::Link { room: self.id, seat, link: Link::Up });
        }
    }

    /// The last connection of an account is gone.
    pub(crate) fn link_down(&mut self, account: AccountId, now: Millis, out: &mut Effects) {
        if self.present.remove(account).is_none() {
            return;
        }
        let Some(seat) = self.seat_of(account) else {
            self.tell_watchers(out);
            return;
        };
        if let Some(chair) = self.chairs.get_mut(seat) {
            chair.wire = Wire::down(now);
            let link = chair.wire.link();
            out.send(Audience::Everyone, ServerFrame::Link { room: self.id, seat, link });
        }
    }

    /// When patience with that seat ends; `None` while its link is up.
    pub(crate) fn patience(&self, seat: Seat) -> Option<Millis> {
        self.chair(seat)?.wire.patience()
    }

    /// How long a turn of that seat is if it begins now.
    pub(crate) fn turn_limit(&self, seat: Seat, now: Millis) -> u32 {
        let full = self.full_turn();
        if self.patience(seat).is_some_and(|end| end <= now) { full.min(SHORT_TURN_MS) } else { full }
    }

    pub(crate) fn full_turn(&self) -> u32 {
        u32::from(self.options.turn_seconds) * 1000
    }

    pub(crate) fn may_watch(&self) -> bool {
        match self.options.spectating {
            Spectating::Open => true,
            Spectating::Closed => false,
        }
    }

    pub(crate) fn suspend(&mut self, now: Millis) {
        self.suspended.get_or_insert(now);
    }

    /// Ends the suspension; how long it was, or `None` if there was none.
    pub(crate) fn resume(&mut self, now: Millis) -> Option<i64> {
        let since = self.suspended.take()?;
        let lost = now - since;
        for seat in Seat::ALL {
            if let Some(Chair { wire: Wire::Down { since: down, patience }, .. }) = self.chairs.get_mut(seat)
            {
                *patience = *patience + (now - since.max(*down));
            }
        }
        self.house.give_back(since, now);
        Some(lost)
    }
}
