use std::mem;

use protocol::{
    AccountId, AccountKind, Answer, CommandId, Done, ErrorBody, GameId, Millis, Notice, Player, Privacy,
    Progress, RESUMED_EVENTS, Reply, RoomId, RoomKind, RoomOptions, Scores, ServerFrame,
};
use rules::{Action, Seat, Viewer};

use crate::{
    Audience, Departure, Earshot, Effects, Input, Lock, Member, Pass, RoomSetup, Save,
    answers::Answers,
    arranging::Arranging,
    by_account::ByAccount,
    ended::Ended,
    house::House,
    lots::Lots,
    playing::{Playing, Sent},
    snapshot::With,
    table::{Chair, Table, Wire},
    talk::{TalkLog, When},
};

/// One room, from its first seat to the talk after the game.
///
/// The referee's game inside is never shown: what leaves is made by `rules` for one viewer.
#[derive(Debug)]
pub struct Room {
    pub(crate) table: Table,
    pub(crate) stage: Stage,
}

/// Where a room stands in its life.
#[derive(Debug)]
pub(crate) enum Stage {
    /// Seats are free.
    Gathering,
    Arranging(Arranging),
    Playing(Box<Playing>),
    Ended(Box<Ended>),
    /// The game does not take place, and there will be no other.
    Closed,
}

impl Room {
    /// A new room. Where all seats are drawn already the game is to be arranged at once.
    pub fn new(setup: RoomSetup, now: Millis) -> (Room, Effects) {
        let table = Table {
            id: setup.room,
            kind: setup.kind,
            ranked: setup.ranked,
            options: setup.options,
            terms: setup.terms,
            since: now,
            chairs: setup
                .seats
                .map(|_, member| member.map(|member| Chair::new(member, Wire::down(now), now))),
            present: ByAccount::default(),
            talk: TalkLog::default(),
            answers: Answers::default(),
            lots: Lots::new(setup.seed),
            house: House::new(setup.host, setup.lock, now),
            suspended: None,
        };
        let mut room = Room { table, stage: Stage::Gathering };
        let mut out = Effects::default();
        if room.table.is_full() {
            room.stage = Stage::Arranging(Arranging::new(&mut room.table, now, &mut out));
        }
        (room, out)
    }

    /// Takes one input. When [`Room::deadline`] has come, a tick goes before any other input.
    pub fn step(&mut self, now: Millis, input: Input) -> Effects {
        let mut out = Effects::default();
        let foreseen = self.table.outlook();
        match input {
            Input::Join { member, have, pass, id } => self.join(now, member, have, &pass, id, &mut out),
            Input::LinkDown { account, departure } => self.link_down(now, account, departure, &mut out),
            Input::Command { account, id, command } => self.command(now, account, id, command, &mut out),
            Input::Renew { member } => self.renew(*member, &mut out),
            Input::Delete { account, name } => self.forget(now, account, &name, &mut out),
            Input::Blocks { account, blocked } => self.table.set_blocked(account, blocked),
            Input::Kin { account, kin } => self.table.set_kin(account, &kin),
            Input::Tick => self.tick(now, &mut out),
            Input::Suspend => self.suspend(now, &mut out),
            Input::Resume => self.resume(now, &mut out),
            Input::Abort => self.abort(now, &mut out),
            Input::Close => self.shut(&mut out),
            Input::Settled { game, scores } => self.settled(now, game, scores, &mut out),
        }
        self.table.watch_host(now);
        let outlook = self.table.outlook();
        if outlook != foreseen {
            out.send(Audience::Everyone, ServerFrame::Outlook { room: self.table.id, outlook });
        }
        out
    }

    /// When [`Input::Tick`] is due. It may be due again at once after a tick.
    pub fn deadline(&self) -> Option<Millis> {
        if self.table.suspended.is_some() {
            return None;
        }
        [self.stage_due(), self.host_due(), self.swap_due()].into_iter().flatten().min()
    }

    fn stage_due(&self) -> Option<Millis> {
        match &self.stage {
            Stage::Gathering => Seat::ALL.into_iter().filter_map(|seat| self.table.patience(seat)).min(),
            Stage::Arranging(arranging) => Some(arranging.deadline),
            Stage::Playing(playing) => Some(playing.deadline(&self.table)),
            Stage::Ended(_) => self.waits_until(),
            Stage::Closed => None,
        }
    }

    fn swap_due(&self) -> Option<Millis> {
        self.table.house.swap.map(|swap| swap.deadline)
    }

    /// The room's id.
    pub fn id(&self) -> RoomId {
        self.table.id
    }

    /// The game that is arranged, runs or has ended here.
    pub fn game(&self) -> Option<GameId> {
        match &self.stage {
            Stage::Gathering | Stage::Closed => None,
            Stage::Arranging(arranging) => Some(arranging.game),
            Stage::Playing(playing) => Some(playing.id),
            Stage::Ended(ended) => Some(ended.id),
        }
    }

    /// Whether connections of that account receive what is meant for that audience. To be asked after the step that sent it.
    pub fn hears(&self, account: AccountId, audience: Audience) -> bool {
        let seat = || self.table.seat_of(account);
        match audience {
            Audience::Reply => false,
            Audience::Account(addressee) => addressee == account,
            Audience::Seat(_)
            | Audience::Side(_)
            | Audience::Spectators
            | Audience::Onlookers
            | Audience::Listeners { .. }
            | Audience::Everyone
            | Audience::AllBut(_)
                if !self.is_present(account) =>
            {
                false
            }
            Audience::Seat(wanted) => seat() == Some(wanted),
            Audience::Side(side) => seat().is_some_and(|seat| seat.side() == side),
            Audience::Spectators => seat().is_none(),
            Audience::Onlookers => seat().is_none() && !self.table.hears_apart(account),
            Audience::Listeners { speaker, earshot } => {
                let in_earshot = match earshot {
                    Earshot::Side(side) => seat().is_some_and(|seat| seat.side() == side),
                    Earshot::Seat(wanted) => seat() == Some(wanted),
                    Earshot::Spectators => seat().is_none(),
                    Earshot::Everyone => true,
                };
                in_earshot && !self.table.has_blocked(account, speaker)
            }
            Audience::Everyone => true,
            Audience::AllBut(seats) => seat().is_none_or(|seat| !seats.contains(seat)),
        }
    }

    /// Whether the account is in the room: admitted by a join, and not gone since.
    pub fn is_present(&self, account: AccountId) -> bool {
        self.table.present.contains(account)
    }

    /// The account's seat.
    pub fn seat_of(&self, account: AccountId) -> Option<Seat> {
        self.table.seat_of(account)
    }

    /// Whether the account may not play elsewhere: it has a seat and waits for a game to begin, or its game is not over for it.
    pub fn binds(&self, account: AccountId) -> bool {
        let Some(seat) = self.table.seat_of(account) else { return false };
        match &self.stage {
            Stage::Gathering | Stage::Ended(_) => self.table.chair(seat).is_some_and(|chair| chair.willing),
            Stage::Arranging(_) => true,
            Stage::Playing(playing) => playing.game.is_in(seat),
            Stage::Closed => false,
        }
    }

    /// 计分局
    pub fn is_ranked(&self) -> bool {
        self.table.ranked
    }

    /// What is agreed on.
    pub fn options(&self) -> &RoomOptions {
        &self.table.options
    }

    /// The room's password, for whoever made it to compare.
    pub fn lock(&self) -> Option<&Lock> {
        self.table.house.lock.as_ref()
    }

    /// Whether anybody may look at the game that is arranged or runs here.
    pub fn is_watchable(&self) -> bool {
        self.table.may_watch() && self.table.options.privacy != Privacy::Password
    }

    /// The game does not take place and the room is to be dropped.
    pub fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed)
    }

    /// Nobody would miss the room: no game is arranged or runs, and nobody is here or about to come back.
    pub fn is_deserted(&self) -> bool {
        let empty = self.table.present.values().all(|member| member.player.kind == AccountKind::Bot);
        match &self.stage {
            Stage::Gathering => empty && self.table.chairs.iter().all(|(_, chair)| chair.is_none()),
            Stage::Arranging(_) | Stage::Playing(_) => false,
            Stage::Ended(_) => empty,
            Stage::Closed => true,
        }
    }

    fn join(
        &mut self,
        now: Millis,
        member: Member,
        have: Option<Progress>,
        pass: &Pass,
        id: CommandId,
        out: &mut Effects,
    ) {
        let account = member.player.id;
        let known = self.table.house.knows(account);
        let admitted = match &self.stage {
            Stage::Closed => Err(ErrorBody::NoSuchRoom),
            Stage::Gathering | Stage::Arranging(_) | Stage::Playing(_) | Stage::Ended(_) => {
                let when = self.when();
                self.table.admit(account, pass, when)
            }
        };
        if let Err(error) = admitted {
            out.answer(id, Reply::Error(error));
            return;
        }
        if self.table.house.knows(account) != known {
            self.keep_memo(out);
        }
        let room = self.table.id;
        out.answer(id, Reply::Ok(Done::Room { room }));
        let mut told = Effects::default();
        let (seen, when) = (self.seen(account), self.when());
        self.table.link_up(member, when, &mut told);
        self.tell_renewed(account, seen.as_ref(), &mut told);
        let viewer = self.table.viewer(account);
        let with = self.send_missed(viewer, have, out);
        let snapshot = self.snapshot_for(account, now, with);
        out.send(Audience::Reply, ServerFrame::Room(Box::new(snapshot)));
        if self.table.suspended.is_some() && matches!(self.stage, Stage::Arranging(_)) {
            // While a game runs the snapshot says so.
            out.send(Audience::Reply, ServerFrame::Clock { room, clock: None });
        }
        if viewer == Viewer::Public && self.table.kind == RoomKind::Custom && self.when() == When::During {
            out.send(Audience::Reply, ServerFrame::Notice(Notice::Watching { room }));
        }
        out.frames.append(&mut told.frames);
        out.save = out.save.take().or(told.save);
    }

    /// A guest has registered: who is here or sits here goes on as the new one.
    fn renew(&mut self, member: Member, out: &mut Effects) {
        let account = member.player.id;
        let (seen, when) = (self.seen(account), self.when());
        self.table.renew(member, when);
        self.tell_renewed(account, seen.as_ref(), out);
    }

    /// The account is gone, with its seat, and its name with it.
    fn forget(&mut self, now: Millis, account: AccountId, name: &str, out: &mut Effects) {
        self.table.link_down(account, now, out);
        self.forget_host(account, name, out);
        let has_spoken = self.table.talk.rename(account, name);
        let seat = self.table.seat_of(account);
        if let Some(seat) = seat {
            match &self.stage {
                Stage::Gathering | Stage::Ended(_) => self.vacate(seat, out),
                Stage::Arranging(_) | Stage::Playing(_) | Stage::Closed => {
                    if let Some(chair) = self.table.chairs.get_mut(seat) {
                        name.clone_into(&mut chair.member.player.name);
                    }
                    self.tell_seat(seat, out);
                }
            }
        }
        if has_spoken {
            self.tell_room(now, With::NoView, out);
        }
        if seat.is_some() {
            self.go_on(now, out);
        }
    }

    /// How the account is seen on its seat.
    fn seen(&self, account: AccountId) -> Option<Player> {
        let seat = self.table.seat_of(account)?;
        self.table.chair(seat).map(|chair| chair.member.player.clone())
    }

    /// Tells who the account on a seat is, and the host, if this is not what was seen.
    fn tell_renewed(&mut self, account: AccountId, seen: Option<&Player>, out: &mut Effects) {
        if self.seen(account).as_ref() != seen
            && let Some(seat) = self.table.seat_of(account)
        {
            self.tell_seat(seat, out);
        }
        self.rename_host(account, out);
    }

    fn link_down(&mut self, now: Millis, account: AccountId, departure: Departure, out: &mut Effects) {
        self.table.link_down(account, now, out);
        match departure {
            Departure::Parted => self.table.let_host_go(account, now),
            Departure::Lost => {}
        }
        let table = &mut self.table;
        let (chairs, present) = (&table.chairs, &table.present);
        table.answers.tidy(|account| {
            present.contains(account)
                || chairs.iter().any(|(_, chair)| chair.as_ref().is_some_and(|it| it.account() == account))
        });
    }

    /// Sends the events that a client misses, if it has followed this game. One that has no event yet may have no view
    /// either, so it gets the view.
    fn send_missed(&self, viewer: Viewer, have: Option<Progress>, out: &mut Effects) -> With {
        let (id, log, at) = match &self.stage {
            Stage::Gathering | Stage::Arranging(_) | Stage::Closed => return With::View,
            Stage::Playing(playing) => (playing.id, &playing.log, &playing.game),
            Stage::Ended(ended) => (ended.id, &ended.log, &ended.game),
        };
        match have {
            Some(Progress { game, no })
                if game == id && no > 0 && no <= log.no() && log.no() - no <= RESUMED_EVENTS =>
            {
                for event in log.since(self.table.id, id, at, viewer, no) {
                    out.send(Audience::Reply, ServerFrame::Event(Box::new(event)));
                }
                With::NoView
            }
            Some(_) | None => With::View,
        }
    }

    fn tick(&mut self, now: Millis, out: &mut Effects) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        // One thing at a time: a step saves one thing at most. What else is due stays due.
        let is_due = |due: Option<Millis>| due.is_some_and(|due| due <= now);
        if is_due(self.host_due()) {
            return self.pass_on(out);
        }
        if is_due(self.swap_due()) {
            let asked = self.table.house.swap.map(|swap| swap.to);
            return self.table.end_swap(asked, out);
        }
        match mem::replace(&mut self.stage, Stage::Closed) {
            Stage::Gathering => {
                self.stage = Stage::Gathering;
                self.vacate_lost_seats(now, out);
            }
            Stage::Arranging(arranging) => self.start(now, arranging, out),
            Stage::Playing(playing) => {
                self.stage = playing.tick(&self.table, now, out);
                self.tell_end(now, out);
            }
            Stage::Ended(ended) => {
                self.stage = Stage::Ended(ended);
                self.wait_no_longer(now, out);
            }
            Stage::Closed => {}
        }
    }

    /// The game begins.
    pub(crate) fn start(&mut self, now: Millis, arranging: Arranging, out: &mut Effects) {
        self.table.end_swap(None, out);
        self.stage = Stage::Playing(Box::new(arranging.start(&mut self.table, now, out)));
        self.tell_room(now, With::View, out);
    }

    /// Carries out an action that the referee has checked.
    pub(crate) fn act(&mut self, now: Millis, action: Action, sent: Option<Sent>, out: &mut Effects) {
        match mem::replace(&mut self.stage, Stage::Closed) {
            Stage::Playing(playing) => {
                self.stage = playing.act(&self.table, now, action, sent, out);
                self.tell_end(now, out);
            }
            other @ (Stage::Gathering | Stage::Arranging(_) | Stage::Ended(_) | Stage::Closed) => {
                self.stage = other;
            }
        }
    }

    /// The last event has brought the views up to date; what else belongs to the end follows it.
    fn tell_end(&mut self, now: Millis, out: &mut Effects) {
        if let Stage::Ended(_) = &self.stage {
            self.table.ask_all();
            self.vacate_left_seats(now, out);
            self.tell_room(now, With::NoView, out);
        }
    }

    /// All are told, whatever the phase: a step whose save is still waiting may have changed it already, unknown to them.
    fn suspend(&mut self, now: Millis, out: &mut Effects) {
        if self.table.suspended.is_none() {
            out.send(Audience::Everyone, ServerFrame::Clock { room: self.table.id, clock: None });
        }
        self.table.suspend(now);
    }

    fn resume(&mut self, now: Millis, out: &mut Effects) {
        let Some(lost) = self.table.resume(now) else { return };
        match &mut self.stage {
            Stage::Gathering | Stage::Ended(_) | Stage::Closed => self.table.tell_swap(out),
            Stage::Arranging(arranging) => {
                arranging.deadline = arranging.deadline + lost;
                self.tell_room(now, With::View, out);
            }
            Stage::Playing(playing) => {
                playing.clock.deadline = playing.clock.deadline + lost;
                playing.tell_clock(&self.table, out);
                if let Some(offer) = &mut playing.offer {
                    offer.deadline = offer.deadline + lost;
                    playing.tell_offer(&self.table, None, out);
                }
            }
        }
    }

    fn abort(&mut self, now: Millis, out: &mut Effects) {
        match &self.stage {
            Stage::Gathering => self.close(now, out),
            Stage::Arranging(arranging) => {
                out.save(Save::Abandon { game: arranging.game, at: now, by: None, flight: None });
                self.close(now, out);
            }
            Stage::Playing(_) => self.act(now, Action::Abort, None, out),
            Stage::Ended(_) | Stage::Closed => {}
        }
    }

    fn shut(&mut self, out: &mut Effects) {
        match &self.stage {
            Stage::Gathering | Stage::Ended(_) => {
                let notice = Notice::Closed { room: self.table.id };
                out.send(Audience::Everyone, ServerFrame::Notice(notice));
                self.stage = Stage::Closed;
            }
            Stage::Arranging(_) | Stage::Playing(_) | Stage::Closed => {}
        }
    }

    fn settled(&mut self, now: Millis, game: GameId, scores: Scores, out: &mut Effects) {
        if let Stage::Ended(ended) = &mut self.stage
            && ended.id == game
        {
            ended.scores = scores;
            let room = self.table.id;
            out.send(Audience::Everyone, ServerFrame::Scores { room, game, scores });
            for seat in self.table.settle(now, &scores) {
                self.tell_seat(seat, out);
            }
        }
    }
}

impl Effects {
    pub(crate) fn answer(&mut self, id: CommandId, reply: Reply) {
        self.send(Audience::Reply, ServerFrame::Answer(Answer { id, reply }));
    }
}
