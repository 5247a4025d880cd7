//! 房主: who opened a room of one's own or has taken it over, and what only the host may do.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
};

use protocol::{
    AccountId, AccountKind, Done, ErrorBody, Host, Millis, Notice, PasswordFault, Privacy, RoomKind,
    RoomOptions, ServerFrame, Spectating, SwapOffer,
};
use rules::{BySeat, Seat};

use crate::{
    Audience, Effects, Lock, Member, Pass, Room, Save,
    room::Stage,
    snapshot::With,
    table::{PATIENCE_MS, Table},
    talk::When,
};

/// How long whoever was removed may take no seat in the room.
const REMOVED_MS: i64 = 5 * 60_000;
/// From how many accounts on those who have shown the password and are gone have to show it again.
const KNOWN: usize = 256;

/// What a room of one's own has beside its seats; empty in others.
#[derive(Debug, Default)]
pub(crate) struct House {
    pub(crate) host: Option<Host>,
    /// Since when the host is not in the room.
    away: Option<Millis>,
    pub(crate) lock: Option<Lock>,
    /// Who has shown the password.
    pub(crate) known: BTreeSet<AccountId>,
    /// Who was removed, and until when.
    removed: BTreeMap<AccountId, Millis>,
    pub(crate) swap: Option<SwapOffer>,
}

impl House {
    pub(crate) fn new(host: Option<Host>, lock: Option<Lock>, now: Millis) -> House {
        House { host, away: Some(now), lock, ..House::default() }
    }

    /// As it was kept beside a game.
    pub(crate) fn restored(
        host: Option<Host>,
        lock: Option<Lock>,
        known: BTreeSet<AccountId>,
        now: Millis,
    ) -> House {
        House { known, ..House::new(host, lock, now) }
    }

    /// Whether the account has shown the password.
    pub(crate) fn knows(&self, account: AccountId) -> bool {
        self.known.contains(&account)
    }

    /// Time in which nothing could be saved does not count.
    pub(crate) fn give_back(&mut self, since: Millis, now: Millis) {
        if let Some(away) = &mut self.away {
            *away = *away + (now - since.max(*away));
        }
        if let Some(swap) = &mut self.swap {
            swap.deadline = swap.deadline + (now - since);
        }
    }

    pub(crate) fn may_sit(&self, account: AccountId, now: Millis) -> Result<(), ErrorBody> {
        match self.removed.get(&account) {
            Some(&until) if until > now => Err(ErrorBody::Removed { until }),
            Some(_) | None => Ok(()),
        }
    }

    fn is_host(&self, account: AccountId) -> bool {
        self.host.as_ref().is_some_and(|host| host.id == account)
    }
}

impl Table {
    /// Notes whether the host is in the room.
    pub(crate) fn watch_host(&mut self, now: Millis) {
        let host = self.house.host.as_ref().map(|host| host.id);
        match host {
            Some(host) if !self.present.contains(host) => {
                self.house.away.get_or_insert(now);
            }
            Some(_) | None => self.house.away = None,
        }
    }

    /// Whoever goes by wish and keeps no seat will not be waited for.
    pub(crate) fn let_host_go(&mut self, account: AccountId, now: Millis) {
        if self.house.is_host(account) && self.seat_of(account).is_none() {
            self.house.away = Some(now + -PATIENCE_MS);
        }
    }

    /// Who would be the next host: a player who is here, else somebody who watches.
    fn heir(&self) -> Option<Host> {
        let seated = self.chairs.iter().filter_map(|(_, chair)| Some(&chair.as_ref()?.member));
        let members = seated.filter(|it| self.present.contains(it.player.id)).chain(self.present.values());
        let mut people = members.filter(|member| member.player.kind != AccountKind::Bot);
        people.find(|member| !self.house.is_host(member.player.id)).map(host_of)
    }

    /// Whoever has a seat or is here is in; others need the password, and a room that may be watched.
    pub(crate) fn admit(&mut self, account: AccountId, pass: &Pass, when: When) -> Result<(), ErrorBody> {
        if self.member(account).is_some() || self.house.is_host(account) {
            return Ok(());
        }
        if self.options.privacy == Privacy::Password && !self.house.knows(account) {
            match pass {
                Pass::Shown(shown) if self.house.lock.as_ref() == Some(shown) => self.make_known(account),
                // It was changed meanwhile.
                Pass::Shown(_) | Pass::NotShown => {
                    return Err(ErrorBody::Password { fault: PasswordFault::Needed });
                }
            }
        }
        // In a room of one's own a seat may be free again after a game.
        let may_enter = match (when, self.kind) {
            (When::Before, _) | (When::After, RoomKind::Custom) => true,
            (When::During, _) | (When::After, RoomKind::Match | RoomKind::Practice) => self.may_watch(),
        };
        match self.options.privacy {
            Privacy::Public | Privacy::Password if !may_enter => Err(ErrorBody::NoWatching),
            Privacy::Link if !may_enter => Err(ErrorBody::NoSuchRoom),
            Privacy::Public | Privacy::Password | Privacy::Link => Ok(()),
        }
    }

    fn make_known(&mut self, account: AccountId) {
        if self.house.known.len() >= KNOWN {
            let present = &self.present;
            self.house.known.retain(|account| present.contains(*account));
        }
        self.house.known.insert(account);
    }

    /// Sends those away who watch a game that nobody may watch; the host stays.
    pub(crate) fn dismiss_watchers(&mut self, out: &mut Effects) {
        if self.may_watch() {
            return;
        }
        let watching: Vec<AccountId> = self.watching().collect();
        self.dismiss(watching, &Notice::Dismissed { room: self.id }, out);
    }

    /// Sends those away who watch and have not shown the new password; the host stays.
    fn dismiss_strangers(&mut self, out: &mut Effects) {
        let strangers: Vec<AccountId> = self.watching().filter(|it| !self.house.knows(*it)).collect();
        self.dismiss(strangers, &Notice::Locked { room: self.id }, out);
    }

    fn dismiss(&mut self, watching: Vec<AccountId>, notice: &Notice, out: &mut Effects) {
        for account in watching {
            if !self.house.is_host(account) {
                self.present.remove(account);
                out.send(Audience::Account(account), ServerFrame::Notice(notice.clone()));
            }
        }
    }
}

fn host_of(member: &Member) -> Host {
    Host { id: member.player.id, name: member.player.name.clone() }
}

impl Room {
    /// When somebody else becomes the host: the host has been away for a while, and plays no game here.
    pub(crate) fn host_due(&self) -> Option<Millis> {
        let House { host: Some(host), away: Some(away), .. } = &self.table.house else { return None };
        let plays = match &self.stage {
            Stage::Arranging(_) | Stage::Playing(_) => self.table.seat_of(host.id).is_some(),
            Stage::Gathering | Stage::Ended(_) => false,
            Stage::Closed => true,
        };
        (!plays && self.table.heir().is_some()).then(|| *away + PATIENCE_MS)
    }

    /// Somebody else becomes the host.
    pub(crate) fn pass_on(&mut self, out: &mut Effects) {
        if let Some(heir) = self.table.heir() {
            self.make_host(heir, out);
        }
    }

    fn make_host(&mut self, host: Host, out: &mut Effects) {
        self.table.house.host = Some(host.clone());
        out.send(Audience::Everyone, ServerFrame::Host { room: self.table.id, host });
        self.keep_memo(out);
    }

    /// The host is called otherwise by now.
    pub(crate) fn rename_host(&mut self, account: AccountId, out: &mut Effects) {
        if self.table.house.is_host(account)
            && let Some(host) = self.table.member(account).map(host_of)
            && self.table.house.host.as_ref() != Some(&host)
        {
            self.make_host(host, out);
        }
    }

    /// The host is no more: somebody who is here follows at once, or else whoever comes.
    pub(crate) fn forget_host(&mut self, account: AccountId, name: &str, out: &mut Effects) {
        if let Some(host) = self.table.house.host.as_mut().filter(|host| host.id == account) {
            name.clone_into(&mut host.name);
            self.table.house.away = Some(Millis(0));
            self.pass_on(out);
        }
    }

    /// What a game keeps of the house has changed; without a game nothing is kept.
    pub(crate) fn keep_memo(&self, out: &mut Effects) {
        let kept = match &self.stage {
            Stage::Arranging(arranging) => Some((arranging.game, BySeat::default())),
            Stage::Playing(playing) => Some((playing.id, playing.offers)),
            Stage::Gathering | Stage::Ended(_) | Stage::Closed => None,
        };
        if let Some((game, offers)) = kept {
            out.save(Save::Memo { game, memo: self.table.memo(offers) });
        }
    }

    pub(crate) fn pass_host(
        &mut self,
        account: AccountId,
        seat: Seat,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        self.must_be_host(account)?;
        let host = host_of(&self.table.chair(seat).ok_or(ErrorBody::SeatEmpty)?.member);
        if host.id != account {
            self.make_host(host, out);
        }
        Ok(Done::Done)
    }

    /// 请离. Refusals in this order: not the host, the phase, nobody there, oneself.
    pub(crate) fn remove(
        &mut self,
        now: Millis,
        account: AccountId,
        seat: Seat,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        self.must_be_host(account)?;
        self.must_be_open()?;
        let removed = self.table.chair(seat).ok_or(ErrorBody::SeatEmpty)?.account();
        if removed == account {
            return Err(ErrorBody::Yourself);
        }
        let until = now + REMOVED_MS;
        self.table.house.removed.retain(|_, until| *until > now);
        self.table.house.removed.insert(removed, until);
        let called_off = self.call_off(now, out);
        self.vacate(seat, out);
        self.table.tell_watchers(out);
        let notice = Notice::Removed { room: self.table.id, until };
        out.send(Audience::Account(removed), ServerFrame::Notice(notice));
        match called_off {
            CalledOff::Game => self.tell_room(now, With::View, out),
            CalledOff::Nothing => {
                self.tell_own_room(now, removed, out);
                self.go_on(now, out);
            }
        }
        Ok(Done::Done)
    }

    /// Refusals in this order: not the host, the phase, no password where there must be one. All but the host are asked anew;
    /// whoever sits on a seat that the game no longer has loses it. Who has no seat has to show a new password to go on watching.
    pub(crate) fn configure(
        &mut self,
        now: Millis,
        account: AccountId,
        options: RoomOptions,
        lock: Option<Lock>,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        self.must_be_host(account)?;
        self.must_be_open()?;
        let is_new = lock.is_some();
        let table = &mut self.table;
        table.house.lock = match options.privacy {
            Privacy::Public | Privacy::Link => None,
            Privacy::Password => match (lock, table.house.lock.take()) {
                (Some(lock), _) => {
                    table.house.known.clear();
                    Some(lock)
                }
                (None, Some(lock)) => Some(lock),
                (None, None) => return Err(ErrorBody::Password { fault: PasswordFault::Missing }),
            },
        };
        table.options = options;
        let goes_on = self.binds(account);
        self.call_off(now, out);
        self.stage = Stage::Gathering;
        self.table.ask_all();
        if let Some(chair) =
            self.table.seat_of(account).and_then(|seat| self.table.chairs.get_mut(seat).as_mut())
        {
            chair.willing = goes_on;
        }
        for seat in Seat::ALL {
            if self.table.chair(seat).is_some() && !self.table.seats().contains(&seat) {
                self.vacate(seat, out);
            }
        }
        if is_new {
            self.table.dismiss_strangers(out);
            self.table.tell_watchers(out);
        }
        let (room, options) = (self.table.id, self.table.options.clone());
        out.send(Audience::Everyone, ServerFrame::Options { room, options });
        self.tell_room(now, With::View, out);
        Ok(Done::Done)
    }

    pub(crate) fn set_spectating(
        &mut self,
        account: AccountId,
        spectating: Spectating,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        self.must_be_host(account)?;
        if self.table.options.spectating == spectating {
            return Ok(Done::Done);
        }
        self.table.options.spectating = spectating;
        let (room, options) = (self.table.id, self.table.options.clone());
        let game = match &self.stage {
            Stage::Arranging(arranging) => Some(arranging.game),
            Stage::Playing(playing) => Some(playing.id),
            Stage::Gathering | Stage::Ended(_) | Stage::Closed => None,
        };
        if let Some(game) = game {
            out.save(Save::Options { game, options: Box::new(options.clone()) });
            self.table.dismiss_watchers(out);
            self.table.tell_watchers(out);
        }
        out.send(Audience::Everyone, ServerFrame::Options { room, options });
        Ok(Done::Done)
    }

    fn must_be_host(&self, account: AccountId) -> Result<(), ErrorBody> {
        if self.table.house.is_host(account) { Ok(()) } else { Err(ErrorBody::NotHost) }
    }

    /// Whether seats and options may still change: no game runs, and none is arranged that counts already.
    pub(crate) fn must_be_open(&self) -> Result<(), ErrorBody> {
        let open = match &self.stage {
            Stage::Gathering | Stage::Ended(_) => true,
            Stage::Arranging(_) => !self.table.ranked,
            Stage::Playing(_) | Stage::Closed => false,
        };
        match self.table.kind {
            RoomKind::Custom if open => Ok(()),
            RoomKind::Custom | RoomKind::Match | RoomKind::Practice => Err(ErrorBody::WrongPhase),
        }
    }

    /// The game that is being arranged does not take place, and all are asked anew.
    pub(crate) fn call_off(&mut self, now: Millis, out: &mut Effects) -> CalledOff {
        match mem::replace(&mut self.stage, Stage::Gathering) {
            Stage::Arranging(arranging) => {
                out.save(Save::Abandon { game: arranging.game, at: now, by: None, flight: None });
                self.table.ask_all();
                CalledOff::Game
            }
            other @ (Stage::Gathering | Stage::Playing(_) | Stage::Ended(_) | Stage::Closed) => {
                self.stage = other;
                CalledOff::Nothing
            }
        }
    }
}

/// What was called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CalledOff {
    Game,
    Nothing,
}
