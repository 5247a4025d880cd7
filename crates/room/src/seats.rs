//! Taking and giving up seats, before a game and after it.

use std::mem;

use protocol::{AccountId, AccountKind, Done, ErrorBody, Millis, Notice, RoomKind, ServerFrame};
use rules::{BySeat, Seat};

use crate::{
    Audience, Effects, Room, Save,
    arranging::Arranging,
    options::check_flee_rate,
    room::Stage,
    snapshot::With,
    table::{Chair, Wire},
};

impl Room {
    /// Refusals in this order: not a phase in which seats are taken, no such seat, taken, removed from one, too often fled, somebody
    /// of the same browser.
    ///
    /// Whoever sits down is for beginning the next game.
    pub(crate) fn sit(
        &mut self,
        now: Millis,
        account: AccountId,
        seat: Seat,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        match (self.table.kind, &self.stage) {
            (RoomKind::Custom, Stage::Gathering | Stage::Ended(_)) => {}
            (RoomKind::Custom, Stage::Arranging(_) | Stage::Playing(_) | Stage::Closed)
            | (RoomKind::Match | RoomKind::Practice, _) => return Err(ErrorBody::WrongPhase),
        }
        if !self.table.seats().contains(&seat) {
            return Err(ErrorBody::NoSuchSeat);
        }
        let own = self.table.seat_of(account);
        if own == Some(seat) {
            return Ok(Done::Done);
        }
        // After a game a seat is kept for whoever is gone until somebody wants it.
        let is_lost = self.table.patience(seat).is_some_and(|end| end <= now);
        if self.table.chair(seat).is_some() && !is_lost {
            return Err(ErrorBody::SeatTaken);
        }
        self.table.house.may_sit(account, now)?;
        let member = self.table.member(account).ok_or(ErrorBody::NoSuchRoom)?.clone();
        check_flee_rate(&self.table.options, &member.player)?;
        if self.table.ranked && self.table.has_kin(&member) {
            return Err(ErrorBody::SameBrowser);
        }
        if is_lost {
            self.vacate(seat, out);
        }
        // Who changes seats has been at the table for as long as before.
        let since = own.and_then(|own| self.table.chair(own)).map_or(now, |chair| chair.since);
        if let Some(own) = own {
            self.vacate(own, out);
        }
        let wire = if self.is_present(account) { Wire::Up } else { Wire::down(now) };
        *self.table.chairs.get_mut(seat) = Some(Chair::new(member, wire, since));
        self.tell_seat(seat, out);
        self.table.tell_watchers(out);
        self.tell_own_room(now, account, out);
        self.go_on(now, out);
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
                self.go_on(now, out);
            }
            Stage::Arranging(_) if !self.table.ranked => self.leave_arranging(now, seat, out),
            Stage::Arranging(_) | Stage::Playing(_) | Stage::Closed => return Err(ErrorBody::WrongPhase),
        }
        Ok(Done::Done)
    }

    /// 再来一局. Where the seats were drawn there is another game only for all who sit there.
    pub(crate) fn again(
        &mut self,
        now: Millis,
        account: AccountId,
        accept: bool,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let seat = self.table.seat_of(account).ok_or(ErrorBody::NotSeated)?;
        match (self.table.kind, &self.stage) {
            (RoomKind::Custom, Stage::Gathering | Stage::Ended(_)) => {}
            (RoomKind::Match | RoomKind::Practice, Stage::Ended(_)) if self.table.is_full() => {}
            (RoomKind::Custom | RoomKind::Match | RoomKind::Practice, _) => {
                return Err(ErrorBody::WrongPhase);
            }
        }
        self.table.ask(seat, accept, out);
        self.go_on(now, out);
        Ok(Done::Done)
    }

    /// Begins the next game if all seats are taken and everybody is for it. After a game, those who are for another one gather
    /// where seats are free.
    pub(crate) fn go_on(&mut self, now: Millis, out: &mut Effects) {
        if !self.table.is_willing() {
            return;
        }
        match (&self.stage, self.table.kind) {
            (Stage::Gathering | Stage::Ended(_), _) if self.table.is_full() => {
                if self.part_kin(now, out) {
                    self.go_on(now, out);
                } else {
                    self.begin(now, out);
                }
            }
            (Stage::Ended(_), RoomKind::Custom) => {
                self.stage = Stage::Gathering;
                self.tell_room(now, With::View, out);
            }
            (
                Stage::Gathering | Stage::Arranging(_) | Stage::Playing(_) | Stage::Ended(_) | Stage::Closed,
                _,
            ) => {}
        }
    }

    /// Two accounts of one browser are in no ranked game together, also when they were used in it after both had sat down: who sat down
    /// last stands up. Whether anybody had to.
    fn part_kin(&mut self, now: Millis, out: &mut Effects) -> bool {
        let mut parted = false;
        while self.table.ranked
            && let Some(seat) = self.table.last_of_kin()
            && let Some(account) = self.table.chair(seat).map(Chair::account)
        {
            self.vacate(seat, out);
            let notice = Notice::SameBrowser { room: self.table.id };
            out.send(Audience::Account(account), ServerFrame::Notice(notice));
            self.tell_own_room(now, account, out);
            parted = true;
        }
        if parted {
            self.table.tell_watchers(out);
        }
        parted
    }

    /// A game is to be arranged. Whoever found no seat watches and is told so, or hears no more.
    fn begin(&mut self, now: Millis, out: &mut Effects) {
        self.table.end_swap(None, out);
        self.table.dismiss_watchers(out);
        self.stage = Stage::Arranging(Arranging::new(&mut self.table, now, out));
        self.tell_room(now, With::View, out);
        if self.table.kind == RoomKind::Custom && self.table.watchers() > 0 {
            let notice = Notice::Watching { room: self.table.id };
            out.send(Audience::Spectators, ServerFrame::Notice(notice));
        }
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

    /// Before a game, frees the seats of those who have been gone for long.
    pub(crate) fn vacate_lost_seats(&mut self, now: Millis, out: &mut Effects) {
        for seat in Seat::ALL {
            if self.table.patience(seat).is_some_and(|end| end <= now) {
                self.vacate(seat, out);
            }
        }
    }

    /// After a game, frees the seats of those who were out and have left by wish.
    pub(crate) fn vacate_left_seats(&mut self, now: Millis, out: &mut Effects) {
        for seat in Seat::ALL {
            if let Some(chair) = self.table.chair(seat).filter(|chair| chair.left) {
                let account = chair.account();
                self.vacate(seat, out);
                self.table.let_host_go(account, now);
            }
        }
    }

    /// When those who are for another game no longer wait for those who are gone and have not said: never, while somebody is
    /// there who has still to say.
    pub(crate) fn waits_until(&self) -> Option<Millis> {
        let chairs = || self.table.chairs.iter().filter_map(|(_, chair)| chair.as_ref());
        let is_asked = chairs().any(|chair| chair.willing && chair.member.player.kind != AccountKind::Bot);
        let silent = || chairs().filter(|chair| !chair.willing).map(|chair| chair.wire.patience());
        if !is_asked || silent().any(|patience| patience.is_none()) {
            return None;
        }
        silent().flatten().min()
    }

    /// The seats of those are free who are gone and have not said whether they want another game. Where seats can't be taken
    /// there is none then.
    pub(crate) fn wait_no_longer(&mut self, now: Millis, out: &mut Effects) {
        match self.table.kind {
            RoomKind::Custom => {
                for seat in Seat::ALL {
                    let is_silent = self.table.chair(seat).is_some_and(|chair| !chair.willing);
                    if is_silent && self.table.patience(seat).is_some_and(|end| end <= now) {
                        self.vacate(seat, out);
                    }
                }
                self.go_on(now, out);
            }
            RoomKind::Match | RoomKind::Practice => self.take_back_all(out),
        }
    }

    /// There is no next game, as far as can be seen.
    fn take_back_all(&mut self, out: &mut Effects) {
        for seat in Seat::ALL {
            let is_bot = |chair: &Chair| chair.member.player.kind == AccountKind::Bot;
            if self.table.chair(seat).is_some_and(|chair| !is_bot(chair)) {
                self.table.ask(seat, false, out);
            }
        }
    }

    pub(crate) fn vacate(&mut self, seat: Seat, out: &mut Effects) {
        *self.table.chairs.get_mut(seat) = None;
        self.tell_seat(seat, out);
        self.table.end_swap_of(seat, out);
        if self.table.kind != RoomKind::Custom {
            self.take_back_all(out);
        }
    }

    /// An account looks with other eyes than before.
    pub(crate) fn tell_own_room(&self, now: Millis, account: AccountId, out: &mut Effects) {
        let snapshot = self.snapshot_for(account, now, With::View);
        out.send(Audience::Account(account), ServerFrame::Room(Box::new(snapshot)));
    }
}
