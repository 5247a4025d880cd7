//! Taking and giving up seats, before a game and after it.

use std::mem;

use protocol::{AccountId, Done, ErrorBody, Millis, Notice, RoomKind, ServerFrame, Spectating};
use rules::{BySeat, Seat, Viewer};

use crate::{
    Audience, Effects, Room, Save,
    arranging::Arranging,
    room::Stage,
    snapshot::With,
    table::{Chair, Readiness, Wire},
};

impl Room {
    /// Refusals in this order: not a phase in which seats are taken, no such seat, taken.
    ///
    /// After a game whoever takes a free seat begins a new gathering; the seats of those who aren't connected are free
    /// then too.
    pub(crate) fn sit(
        &mut self,
        now: Millis,
        account: AccountId,
        seat: Seat,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let gathers_anew = match (self.table.kind, &self.stage) {
            (RoomKind::Custom, Stage::Gathering) => false,
            (RoomKind::Custom, Stage::Ended(_)) => true,
            (RoomKind::Custom, Stage::Arranging(_) | Stage::Playing(_) | Stage::Closed)
            | (RoomKind::Match | RoomKind::Practice, _) => return Err(ErrorBody::WrongPhase),
        };
        if !self.table.seats().contains(&seat) {
            return Err(ErrorBody::NoSuchSeat);
        }
        let own = self.table.seat_of(account);
        if own == Some(seat) {
            return Ok(Done::Done);
        }
        if self.table.chair(seat).is_some() {
            return Err(ErrorBody::SeatTaken);
        }
        let member = self.table.member(account).ok_or(ErrorBody::NoSuchRoom)?.clone();
        if gathers_anew {
            self.stage = Stage::Gathering;
            self.vacate_lost_seats(|_| true, out);
        }
        if let Some(own) = own {
            self.vacate(own, out);
        }
        let wire = if self.is_present(account) { Wire::Up } else { Wire::down(now) };
        *self.table.chairs.get_mut(seat) = Some(Chair { member, wire });
        self.table.tell_seat(seat, out);
        self.table.tell_watchers(out);
        if self.table.is_full() {
            self.dismiss_watchers(seat, out);
            self.stage = Stage::Arranging(Arranging::new(&mut self.table, now, out));
            self.tell_room(now, With::View, out);
        } else if gathers_anew {
            self.tell_room(now, With::View, out);
        } else {
            self.tell_own_room(now, account, out);
        }
        Ok(Done::Done)
    }

    /// Gives up a seat; while an unranked game is being arranged, that game too.
    pub(crate) fn stand(
        &mut self,
        now: Millis,
        account: AccountId,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let seat = self.table.seat_of(account).ok_or(ErrorBody::NotSeated)?;
        match &self.stage {
            Stage::Gathering | Stage::Ended(_) => {
                self.vacate(seat, out);
                self.table.tell_watchers(out);
                self.tell_own_room(now, account, out);
            }
            Stage::Arranging(_) if !self.table.ranked => self.leave_arranging(now, seat, out),
            Stage::Arranging(_) | Stage::Playing(_) | Stage::Closed => return Err(ErrorBody::WrongPhase),
        }
        Ok(Done::Done)
    }

    /// Somebody leaves while a game is arranged: it does not take place. Where the seats were drawn the room closes.
    pub(crate) fn leave_arranging(&mut self, now: Millis, seat: Seat, out: &mut Effects) {
        let Stage::Arranging(arranging) = mem::replace(&mut self.stage, Stage::Gathering) else { return };
        let flight = self.table.chair(seat).filter(|_| self.table.ranked).map(Chair::account);
        out.save(Save::Abandon { game: arranging.game, at: now, by: Some(seat), flight });
        let notice = Notice::NotStarted { room: self.table.id, by: seat };
        out.send(Audience::Everyone, ServerFrame::Notice(notice));
        match self.table.kind {
            RoomKind::Match | RoomKind::Practice => self.close(now, out),
            RoomKind::Custom => {
                self.vacate(seat, out);
                self.table.tell_watchers(out);
                self.tell_room(now, With::View, out);
            }
        }
    }

    /// Nothing more will happen here.
    pub(crate) fn close(&mut self, now: Millis, out: &mut Effects) {
        self.stage = Stage::Closed;
        self.table.chairs = BySeat::default();
        self.tell_room(now, With::View, out);
    }

    /// Frees the seats whose links are down, if `due` says so of the moment when patience ends.
    pub(crate) fn vacate_lost_seats(&mut self, due: impl Fn(Millis) -> bool, out: &mut Effects) {
        for seat in Seat::ALL {
            if self.table.patience(seat).is_some_and(&due) {
                self.vacate(seat, out);
            }
        }
    }

    fn vacate(&mut self, seat: Seat, out: &mut Effects) {
        *self.table.chairs.get_mut(seat) = None;
        self.table.tell_seat(seat, out);
    }

    /// Nobody watches a closed room: whoever found no seat learns who took the last one, and hears no more.
    fn dismiss_watchers(&mut self, taken: Seat, out: &mut Effects) {
        match self.table.options.spectating {
            Spectating::Open | Spectating::Link => return,
            Spectating::Closed => {}
        }
        let dismissed: Vec<AccountId> = self.table.watching().collect();
        for account in dismissed {
            self.table.present.remove(&account);
            let occupant = self.table.chair(taken).map(|chair| chair.occupant(Readiness::NotReady));
            let frame = ServerFrame::Seat { room: self.table.id, seat: taken, occupant };
            out.send(Audience::Account(account), frame);
        }
    }

    /// An account looks with other eyes than before.
    fn tell_own_room(&self, now: Millis, account: AccountId, out: &mut Effects) {
        let viewer: Viewer = self.table.viewer(account);
        let snapshot = self.snapshot_with(viewer, now, With::View);
        out.send(Audience::Account(account), ServerFrame::Room(Box::new(snapshot)));
    }
}
