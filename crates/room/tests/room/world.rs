//! One room in virtual time, with a client for each account that believes only what it receives.

use std::collections::BTreeMap;

use protocol::{
    AccountId, AccountKind, BotLevel, Channel, Clock, CommandId, Done, DrawOffer, ErrorBody, FirstSeat,
    GameId, Host, Millis, Notice, Phase, Player, Privacy, Progress, Reply, RoomId, RoomKind, RoomOptions,
    ServerFrame, Spectating, Talk, Tally, Words,
};
use room::{
    Audience, Departure, Effects, Input, Lock, Member, Pass, Room, RoomCommand, RoomSetup, Save, Ties,
};
use rules::{BySeat, GameResult, Point, RuleSet, Seat, Title, Viewer, ladder::Terms};
use uuid::Uuid;

use crate::{client::Client, saved::Saved};

pub(crate) const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";
pub(crate) const OTHER: &str =
    "40 39 38 38 37 / 37 -- 36 -- 36 / 35 35 -- 34 34 / 34 -- 33 -- 33 / 33 00 00 32 41 / 32 07 32 41 41";
pub(crate) const START: Millis = Millis(1_764_000_000_000);

/// Accounts are numbered: 1 to 4 sit on red, purple, blue and green where the seats are drawn.
pub(crate) fn account(number: u32) -> AccountId {
    AccountId(Uuid::from_u128(u128::from(number)))
}

pub(crate) fn member(number: u32) -> Member {
    let player = Player {
        id: account(number),
        kind: AccountKind::Person,
        level: None,
        name: format!("player {number}"),
        score: 48,
        title: Title::of(48),
        tally: Tally::default(),
    };
    Member { player, preferred: None, ties: Ties::default(), as_of: START }
}

pub(crate) fn options() -> RoomOptions {
    RoomOptions {
        rules: RuleSet::DEFAULT,
        first: FirstSeat::Red,
        turn_seconds: 30,
        arrange_seconds: 60,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}

/// Account 1 as the host.
fn host() -> Host {
    let Player { id, name, .. } = member(1).player;
    Host { id, name }
}

pub(crate) struct World {
    pub(crate) room: Room,
    pub(crate) now: Millis,
    pub(crate) clients: BTreeMap<u32, Client>,
    pub(crate) saved: Saved,
    setup: RoomSetup,
    last_id: u64,
}

impl World {
    /// A ranked match of the accounts 1 to 4, all in the room.
    pub(crate) fn ranked() -> World {
        World::drawn(RoomKind::Match, true, options())
    }

    /// A room whose seats are drawn.
    pub(crate) fn drawn(kind: RoomKind, ranked: bool, options: RoomOptions) -> World {
        let seats = options.rules.players.seats();
        let drawn = BySeat::new_with(|seat| seats.contains(&seat).then(|| member(number_of(seat))));
        let mut world = World::new(kind, ranked, options, drawn);
        for &seat in seats {
            world.join(number_of(seat));
        }
        world
    }

    /// A practice of 1 against three bots.
    pub(crate) fn against_bots(options: RoomOptions) -> World {
        let drawn = BySeat::new_with(|seat| {
            let mut member = member(number_of(seat));
            if seat != Seat::Red {
                (member.player.kind, member.player.level) = (AccountKind::Bot, Some(BotLevel::Novice));
            }
            Some(member)
        });
        let mut world = World::new(RoomKind::Practice, false, options, drawn.clone());
        for member in drawn.iter().filter_map(|(_, member)| member.clone()) {
            world.join_as(member, None, Pass::NotShown);
        }
        world
    }

    /// A room whose seats are free.
    pub(crate) fn custom(options: RoomOptions) -> World {
        World::new(RoomKind::Custom, false, options, BySeat::default())
    }

    /// A room which 1 has opened, who is in it and on no seat.
    pub(crate) fn hosted(ranked: bool, options: RoomOptions) -> World {
        World::locked(ranked, options, None)
    }

    /// The same with a password.
    pub(crate) fn locked(ranked: bool, options: RoomOptions, lock: Option<Lock>) -> World {
        let mut setup = World::setup(RoomKind::Custom, ranked, options, BySeat::default());
        (setup.host, setup.lock) = (Some(host()), lock);
        let mut world = World::of(setup);
        world.join(1);
        world
    }

    /// A room which 1 has opened and in which 1 to 4, or 1 and 3, sit: a game is arranged.
    pub(crate) fn full(ranked: bool, options: RoomOptions) -> World {
        let seats = options.rules.players.seats();
        let mut world = World::hosted(ranked, options);
        for &seat in seats {
            world.join(number_of(seat));
            world.ok(number_of(seat), RoomCommand::Sit { seat });
        }
        world
    }

    pub(crate) fn new(
        kind: RoomKind,
        ranked: bool,
        options: RoomOptions,
        seats: BySeat<Option<Member>>,
    ) -> World {
        World::of(World::setup(kind, ranked, options, seats))
    }

    fn setup(kind: RoomKind, ranked: bool, options: RoomOptions, seats: BySeat<Option<Member>>) -> RoomSetup {
        let room = RoomId(Uuid::from_u128(0xaa));
        RoomSetup {
            room,
            kind,
            ranked,
            options,
            seats,
            host: None,
            lock: None,
            terms: Terms::default(),
            seed: [7; 32],
        }
    }

    fn of(setup: RoomSetup) -> World {
        let (room, effects) = Room::new(setup.clone(), START);
        let clients = BTreeMap::new();
        let mut world = World { room, now: START, clients, saved: Saved::default(), setup, last_id: 0 };
        world.deliver(None, effects);
        world
    }

    /// A match that has begun: red to move.
    pub(crate) fn playing() -> World {
        let mut world = World::ranked();
        world.all_ready();
        world
    }

    pub(crate) fn all_ready(&mut self) {
        let seats = self.setup.options.rules.players.seats();
        self.all_of(&seats.iter().copied().map(number_of).collect::<Vec<_>>());
    }

    /// These are ready.
    pub(crate) fn all_of(&mut self, numbers: &[u32]) {
        for &number in numbers {
            let game = self.game();
            self.ok(number, RoomCommand::Ready { game, layout: LAYOUT.into() });
        }
    }

    pub(crate) fn game(&self) -> GameId {
        self.room.game().expect("there is a game")
    }

    pub(crate) fn client(&self, number: u32) -> &Client {
        &self.clients[&number]
    }

    pub(crate) fn viewer(&self, number: u32) -> Viewer {
        self.room.seat_of(account(number)).map_or(Viewer::Public, Viewer::Seat)
    }

    pub(crate) fn wait(&mut self, ms: i64) {
        let until = self.now + ms;
        while let Some(due) = self.room.deadline().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.input(None, Input::Tick);
        }
        self.now = until;
        self.check_clients();
    }

    pub(crate) fn join(&mut self, number: u32) -> Reply {
        self.join_with(number, None)
    }

    pub(crate) fn join_with(&mut self, number: u32, have: Option<Progress>) -> Reply {
        self.join_as(member(number), have, Pass::NotShown)
    }

    pub(crate) fn join_as(&mut self, member: Member, have: Option<Progress>, pass: Pass) -> Reply {
        let (id, account) = (self.next_id(), member.player.id);
        let number = u32::try_from(account.0.as_u128()).expect("a number");
        self.input(Some(number), Input::Join { member, have, pass, id });
        self.answer(number, id)
    }

    /// The connections of an account are lost.
    pub(crate) fn drop_link(&mut self, number: u32) {
        self.input(None, Input::LinkDown { account: account(number), departure: Departure::Lost });
    }

    /// An account leaves the room over all its connections.
    pub(crate) fn part(&mut self, number: u32) {
        self.input(None, Input::LinkDown { account: account(number), departure: Departure::Parted });
    }

    pub(crate) fn next_id(&mut self) -> CommandId {
        self.last_id += 1;
        CommandId(self.last_id)
    }

    pub(crate) fn command(&mut self, number: u32, command: RoomCommand) -> Reply {
        let id = self.next_id();
        self.command_as(number, id, command)
    }

    pub(crate) fn command_as(&mut self, number: u32, id: CommandId, command: RoomCommand) -> Reply {
        let answers = self.clients.entry(number).or_default().answers.len();
        self.input(Some(number), Input::Command { account: account(number), id, command });
        assert_eq!(self.client(number).answers.len(), answers + 1, "a command has exactly one answer");
        self.answer(number, id)
    }

    #[track_caller]
    pub(crate) fn ok(&mut self, number: u32, command: RoomCommand) -> Done {
        match self.command(number, command) {
            Reply::Ok(done) => done,
            Reply::Error(error) => panic!("refused: {error:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn refused(&mut self, number: u32, command: RoomCommand) -> ErrorBody {
        let saves = self.saved.saves.len();
        let frames: Vec<usize> = self.clients.values().map(|client| client.frames.len()).collect();
        let Reply::Error(error) = self.command(number, command) else { panic!("not refused") };
        assert_eq!(self.saved.saves.len(), saves, "a refusal saves nothing");
        let after: usize = self.clients.values().map(|client| client.frames.len()).sum();
        assert!(after <= frames.iter().sum::<usize>() + 1, "a refusal is told to the sender alone");
        error
    }

    fn answer(&self, number: u32, id: CommandId) -> Reply {
        let (last, reply) = self.client(number).answers.last().expect("the command was answered").clone();
        assert_eq!(last, id);
        reply
    }

    pub(crate) fn input(&mut self, asking: Option<u32>, input: Input) {
        let effects = self.room.step(self.now, input);
        self.deliver(asking, effects);
    }

    fn deliver(&mut self, asking: Option<u32>, effects: Effects) {
        if let Some(save) = effects.save {
            self.saved.take(save);
        }
        if let Some(number) = asking {
            self.clients.entry(number).or_default();
        }
        for (audience, frame) in effects.frames {
            for (&number, client) in &mut self.clients {
                let hears = match audience {
                    Audience::Reply => asking == Some(number),
                    Audience::Account(_)
                    | Audience::Seat(_)
                    | Audience::Side(_)
                    | Audience::Spectators
                    | Audience::Onlookers
                    | Audience::Listeners { .. }
                    | Audience::Everyone
                    | Audience::AllBut(_) => self.room.hears(account(number), audience),
                };
                if hears {
                    client.receive(frame.clone());
                }
            }
        }
    }

    /// The notices that an account has got.
    pub(crate) fn notices(&self, number: u32) -> Vec<Notice> {
        let notice = |frame: &ServerFrame| {
            if let ServerFrame::Notice(notice) = frame { Some(notice.clone()) } else { None }
        };
        self.client(number).frames.iter().filter_map(notice).collect()
    }

    /// The clock that runs.
    pub(crate) fn clock(&self) -> Option<Clock> {
        match self.phase() {
            Phase::Playing { clock, .. } => clock,
            Phase::Gathering | Phase::Arranging { .. } | Phase::Ended { .. } => None,
        }
    }

    pub(crate) fn offer(&self) -> Option<DrawOffer> {
        match self.phase() {
            Phase::Playing { offer, .. } => offer,
            Phase::Gathering | Phase::Arranging { .. } | Phase::Ended { .. } => None,
        }
    }

    pub(crate) fn result(&self) -> Option<GameResult> {
        self.room.public_view()?.2.result
    }

    pub(crate) fn last_save(&self) -> &Save {
        self.saved.saves.last().expect("something was saved")
    }

    /// What each client in the room believes is what a fresh snapshot says.
    #[track_caller]
    pub(crate) fn check_clients(&self) {
        for (&number, client) in &self.clients {
            if !self.room.is_present(account(number)) {
                continue;
            }
            let fresh = self.room.snapshot_of(account(number), self.now);
            let mut believed = client.believed().expect("whoever is present has a snapshot");
            believed.now = fresh.now;
            // One knows the layout that one has handed in.
            if let (Phase::Arranging { layout, .. }, Phase::Arranging { layout: own, .. }) =
                (&mut believed.phase, &fresh.phase)
            {
                layout.clone_from(own);
            }
            assert_eq!(believed.talk, fresh.talk, "client {number}");
            assert_eq!(believed.seats, fresh.seats, "client {number}");
            assert_eq!(believed, fresh, "client {number}");
            if let (Viewer::Public, Phase::Playing { game, no, view: Some(view), .. }) =
                (fresh.you, fresh.phase)
            {
                assert_eq!(self.room.public_view(), Some((game, no, *view)));
            }
        }
    }

    /// The room rebuilt from what was saved.
    pub(crate) fn restored(&self, outages: &[room::Outage]) -> Room {
        self.saved.restore(&self.setup, self.now, outages)
    }

    /// Somebody's legal move, chosen by a number.
    pub(crate) fn legal_move(&self, choice: usize) -> Option<(u32, Point, Point)> {
        let turn = self.turn()?;
        let Phase::Playing { legal: Some(legal), .. } =
            self.room.snapshot(Viewer::Seat(turn), self.now).phase
        else {
            return None;
        };
        let moves: Vec<(Point, Point)> = legal
            .moves
            .iter()
            .flat_map(|targets| targets.to.iter().map(move |to| (targets.from, *to)))
            .collect();
        let (from, to) = *moves.get(choice % moves.len().max(1))?;
        Some((number_of(turn), from, to))
    }

    /// Whoever is on turn makes a legal move.
    pub(crate) fn step(&mut self, choice: usize) -> bool {
        let Some((number, from, to)) = self.legal_move(choice) else { return false };
        let (game, after) = (self.game(), self.no());
        self.ok(number, RoomCommand::Move { game, after, from, to });
        true
    }

    /// So many moves that take nothing: a piece of each player goes to a camp and back.
    pub(crate) fn shuffle_steps(&mut self, steps: usize) {
        for _ in 0..steps {
            let turn = self.turn().expect("the game runs");
            let at = |row, column| Point::field(turn, row, column).expect("a point");
            let Phase::Playing { legal: Some(legal), .. } =
                self.room.snapshot(Viewer::Seat(turn), self.now).phase
            else {
                panic!("the owner of the turn has moves")
            };
            let (home, camp) = (at(2, 1), at(2, 2));
            let (from, to) = if legal.moves.iter().any(|targets| targets.from == home) {
                (home, camp)
            } else {
                (camp, home)
            };
            let (game, after) = (self.game(), self.no());
            self.ok(number_of(turn), RoomCommand::Move { game, after, from, to });
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        self.room.snapshot(Viewer::Public, self.now).phase
    }

    pub(crate) fn turn(&self) -> Option<Seat> {
        self.room.public_view()?.2.turn
    }

    pub(crate) fn no(&self) -> u32 {
        self.room.public_view().map_or(0, |(_, no, _)| no)
    }

    pub(crate) fn deadline_in(&self) -> i64 {
        self.room.deadline().expect("something is due") - self.now
    }

    pub(crate) fn say(&mut self, number: u32, channel: Channel, text: &str) -> Reply {
        self.command(number, RoomCommand::Say { channel, words: Words::Text(text.into()) })
    }

    pub(crate) fn clear_frames(&mut self) {
        for client in self.clients.values_mut() {
            client.frames.clear();
        }
    }
}

pub(crate) fn number_of(seat: Seat) -> u32 {
    match seat {
        Seat::Red => 1,
        Seat::Purple => 2,
        Seat::Blue => 3,
        Seat::Green => 4,
    }
}
