//! One room, six people and their lines.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    ops::AddAssign,
};

use protocol::{CommandId, Done, ErrorBody, Millis, Phase, Reply};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use room::{Input, Outage, RoomCommand, Save};
use rules::{Action, Deployment, Game, Seat, Viewer};

use super::walker::{AGAIN, Line, Walker, delay};
use crate::world::{World, account, options};

/// 1 to 4 play, 5 and 6 watch.
const PEOPLE: u32 = 6;
/// Steps in which every game has come to its end.
const STEPS: u32 = 60_000;
/// Things that may be due in one instant one after the other.
const AT_ONCE: u32 = 16;
/// A full turn.
const TURN: u32 = 30_000;

/// How much of what was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    actions: usize,
    timeouts: usize,
    cuts: u32,
    doubled: u32,
    /// Commands that arrived in the instant of a deadline.
    in_time: u32,
    outages: u32,
    restarts: u32,
}

impl AddAssign for Tried {
    fn add_assign(&mut self, other: Tried) {
        self.actions += other.actions;
        self.timeouts += other.timeouts;
        self.cuts += other.cuts;
        self.doubled += other.doubled;
        self.in_time += other.in_time;
        self.outages += other.outages;
        self.restarts += other.restarts;
    }
}

impl Tried {
    pub(super) fn assert_all(&self) {
        let least = self.cuts.min(self.doubled).min(self.in_time).min(self.outages).min(self.restarts);
        assert!(self.actions > 0 && self.timeouts > 0 && least > 0, "not everything was tried: {self:?}");
    }
}

pub(super) struct Sim {
    world: World,
    dice: ChaCha8Rng,
    walkers: Vec<Walker>,
    /// The referee beside the room's.
    game: Option<Game>,
    /// Actions that it has seen.
    applied: usize,
    /// Commands in the journal.
    carried_out: BTreeSet<(Option<Seat>, CommandId)>,
    answers: BTreeMap<(u32, CommandId), Reply>,
    outages: Vec<Outage>,
    /// Since when nothing can be saved, and until when.
    away: Option<(Millis, Millis)>,
    /// When the next disaster comes.
    disaster: Millis,
    tried: Tried,
}

impl Sim {
    pub(super) fn new(seed: u64) -> Sim {
        let mut options = options();
        // Games come to their end sooner.
        (options.rules.quiet_limit, options.rules.timeouts) = (40, 3);
        let mut world = World::drawn(protocol::RoomKind::Match, true, options);
        for number in 5..=PEOPLE {
            world.join(number);
        }
        let now = world.now;
        let mut sim = Sim {
            world,
            dice: ChaCha8Rng::seed_from_u64(seed),
            walkers: (1..=PEOPLE).map(|number| Walker::new(number, now)).collect(),
            game: None,
            applied: 0,
            carried_out: BTreeSet::new(),
            answers: BTreeMap::new(),
            outages: Vec::new(),
            away: None,
            disaster: now + 20_000,
            tried: Tried::default(),
        };
        sim.carry();
        sim
    }

    /// Plays until the game is over for everybody.
    pub(super) fn run(mut self) -> Tried {
        let mut steps = 0;
        while !self.is_over() {
            steps += 1;
            assert!(steps < STEPS, "the game does not end: {:?}", self.world.phase());
            self.next();
        }
        self.leave();
        self.tried.actions = self.applied;
        self.tried
    }

    /// Everybody has heard of the end.
    fn is_over(&self) -> bool {
        let ended = |walker: &Walker| {
            let phase = walker.seen.room.as_ref().map(|room| &room.phase);
            walker.line == Line::Up && walker.down.is_empty() && matches!(phase, Some(Phase::Ended { .. }))
        };
        matches!(self.world.phase(), Phase::Ended { .. }) && self.walkers.iter().all(ended)
    }

    /// What comes next happens: what the room has to do by itself goes before all else of its instant, whose order is drawn.
    fn next(&mut self) {
        let due = self.walkers.iter().map(Walker::due).chain([self.disaster]);
        let due = due.chain(self.away.map(|(_, until)| until)).chain(self.world.room.deadline()).min();
        self.world.now = self.world.now.max(due.expect("somebody acts"));
        self.tick();
        let now = self.world.now;
        if let Some((since, until)) = self.away
            && until <= now
        {
            self.away = None;
            self.outages.push(Outage { from: since, until: now });
            self.world.input(None, Input::Resume);
            self.stepped();
        }
        if self.disaster <= now {
            self.disaster = now + self.dice.random_range(1..240) * 1_000;
            self.strike();
        }
        let mut due: Vec<usize> =
            (0..self.walkers.len()).filter(|&at| self.walkers[at].due() <= now).collect();
        while !due.is_empty() {
            let at = due.swap_remove(self.dice.random_range(0..due.len()));
            self.tick();
            self.turn_of(at);
        }
    }

    /// What is due in the room, once each.
    fn tick(&mut self) {
        for _ in 0..AT_ONCE {
            let Some(due) = self.world.room.deadline().filter(|due| *due <= self.world.now) else { return };
            assert_eq!(due, self.world.now, "nothing is missed");
            let (clock, actions) = (self.world.clock(), self.world.saved.journal.len());
            self.world.input(None, Input::Tick);
            let lost = clock.is_some_and(|clock| clock.deadline <= self.world.now);
            let new = &self.world.saved.journal[actions..];
            assert_eq!(new.len(), usize::from(lost), "a turn is lost at its end, once: {new:?}");
            for entry in new {
                assert!(matches!(entry.action, Action::Timeout | Action::Abort), "{entry:?}");
            }
            self.tried.timeouts += new.len();
            self.stepped();
        }
        panic!("something is due again and again: {:?}", self.world.phase());
    }

    /// One thing happens to somebody.
    fn turn_of(&mut self, at: usize) {
        let now = self.world.now;
        let number = self.walkers[at].number;
        if let Line::Down { noticed, back } = self.walkers[at].line {
            if noticed.is_some_and(|noticed| noticed <= now) {
                self.walkers[at].line = Line::Down { noticed: None, back };
                self.world.drop_link(number);
                self.stepped();
            } else if back <= now {
                self.come_back(at);
            }
            return;
        }
        if self.walkers[at].down.front().is_some_and(|(arrives, _)| *arrives <= now) {
            let Sim { walkers, dice, .. } = self;
            walkers[at].hear(now, dice);
            self.compare(at);
        } else if self.walkers[at].up.front().is_some_and(|(comes, ..)| *comes <= now) {
            let (_, id, command) = self.walkers[at].up.pop_front().expect("it comes");
            self.receive(at, id, command);
        } else {
            self.act(at);
        }
    }

    /// Sends what it wants, or once more what was not answered.
    fn act(&mut self, at: usize) {
        let now = self.world.now;
        let Sim { walkers, dice, .. } = self;
        let walker = &mut walkers[at];
        if dice.random_ratio(1, 60) {
            let noticed = dice.random::<bool>().then(|| now + 250 * dice.random_range(0..200));
            let back = now + 250 * dice.random_range(0..80);
            (walker.down, walker.up) = Default::default();
            walker.line = Line::Down { noticed, back };
            self.tried.cuts += 1;
            return;
        }
        if walker.pending.is_none()
            && let Some(command) = walker.wish(dice)
        {
            walker.pending = Some((self.world.next_id(), command));
        }
        let Some((id, command)) = walker.pending.clone() else {
            walker.acts = walker.ponder(now, dice);
            return;
        };
        for _ in 0..if dice.random_ratio(1, 10) { 2 } else { 1 } {
            walker.send(now + delay(dice), id, command.clone());
        }
        walker.acts = if dice.random_ratio(1, 8) { now + 250 } else { now + AGAIN };
        // It does not wait for the answer to think of what comes then.
        walker.acts = walker.acts.min(walker.ponder(now, dice)).max(now + 250);
    }

    /// A command reaches the room. What was answered before is answered so again, and nothing is saved for it.
    fn receive(&mut self, at: usize, id: CommandId, command: RoomCommand) {
        let number = self.walkers[at].number;
        let (saves, is_move) = (self.world.saved.saves.len(), matches!(command, RoomCommand::Move { .. }));
        let reply = self.world.command_as(number, id, command);
        self.tried.in_time += u32::from(self.is_fresh_turn() && is_move);
        match self.answers.get(&(number, id)) {
            Some(known) => {
                self.tried.doubled += 1;
                assert_eq!(reply, *known, "{number} {id:?} is answered as before");
                assert_eq!(self.world.saved.saves.len(), saves, "and not carried out again");
            }
            None if reply == Reply::Error(ErrorBody::Unavailable) => {}
            None => {
                self.answers.insert((number, id), reply);
            }
        }
        self.stepped();
    }

    /// A turn was lost or begun in this very instant.
    fn is_fresh_turn(&self) -> bool {
        self.world
            .saved
            .journal
            .last()
            .is_some_and(|entry| entry.at == self.world.now && matches!(entry.action, Action::Timeout))
    }

    /// A new line: the server may not know yet that the old one is dead.
    fn come_back(&mut self, at: usize) {
        let Sim { walkers, world, dice, .. } = self;
        let walker = &mut walkers[at];
        walker.line = Line::Up;
        walker.seen.frames.clear();
        world.clients.insert(walker.number, walker.seen.clone());
        world.join_with(walker.number, walker.seen.progress());
        if let Some((id, command)) = walker.pending.clone() {
            walker.send(world.now + delay(dice), id, command);
        }
        walker.acts = world.now + AGAIN;
        self.stepped();
    }

    /// Nothing can be saved for a while, or the server is killed.
    fn strike(&mut self) {
        if self.away.is_some() {
            return;
        }
        let now = self.world.now;
        if self.dice.random() {
            self.away = Some((now, now + 250 * self.dice.random_range(1..200)));
            self.world.input(None, Input::Suspend);
            self.tried.outages += 1;
            return self.stepped();
        }
        if self.world.room.game().is_none() || matches!(self.world.phase(), Phase::Ended { .. }) {
            return;
        }
        let clock = self.world.clock();
        let back = now + 250 * self.dice.random_range(1..2_000);
        self.outages.push(Outage { from: now, until: back });
        self.world.now = back;
        self.world.room = self.world.restored(&self.outages);
        self.tried.restarts += 1;
        if let (Some(before), Some(after)) = (clock, self.world.clock())
            && before.limit_ms == TURN
        {
            assert_eq!(after.deadline - back, before.deadline - now, "the time of an outage is nobody's");
        }
        // Only what stands in the journal is known of commands.
        self.answers.retain(|_, reply| matches!(reply, Reply::Ok(Done::Played { .. })));
        for walker in &mut self.walkers {
            (walker.down, walker.up) = Default::default();
            walker.line = Line::Down { noticed: None, back: back + 250 * self.dice.random_range(0..20) };
        }
        self.disaster = self.disaster.max(back);
    }

    fn stepped(&mut self) {
        self.carry();
        self.check();
    }

    /// What the room has sent goes on its way.
    fn carry(&mut self) {
        let Sim { walkers, world, dice, .. } = self;
        for walker in walkers {
            let Some(client) = world.clients.get_mut(&walker.number) else { continue };
            for frame in mem::take(&mut client.frames) {
                if walker.line == Line::Up {
                    walker.be_told(world.now + delay(dice), frame);
                }
            }
        }
    }

    /// Who has heard everything knows what the room has told over this line.
    fn compare(&self, at: usize) {
        let walker = &self.walkers[at];
        if walker.down.is_empty() {
            let told = self.world.clients[&walker.number].believed();
            assert_eq!(walker.seen.believed(), told, "{} has lost nothing", walker.number);
        }
    }

    /// What holds after each step.
    fn check(&mut self) {
        self.world.check_clients();
        self.follow();
        let room = &self.world.room;
        if matches!(self.world.phase(), Phase::Playing { .. } | Phase::Arranging { .. })
            && self.away.is_none()
        {
            assert!(room.deadline().is_some(), "something ends every turn");
        }
        let Some(game) = &self.game else { return };
        let (_, no, view) = room.public_view().expect("it is played or over");
        assert_eq!(no as usize, self.applied, "events are numbered as the journal is");
        assert_eq!(view, game.view(Viewer::Public), "the room and the referee agree");
    }

    /// The referee plays what was saved.
    fn follow(&mut self) {
        let saved = &self.world.saved;
        if self.game.is_none() {
            let start = saved.saves.iter().find_map(|save| {
                if let Save::Start { first, layouts, .. } = save { Some((*first, layouts)) } else { None }
            });
            let Some((first, layouts)) = start else { return };
            let layouts = layouts
                .0
                .as_ref()
                .as_ref()
                .map(|_, text| text.as_ref().map(|text| text.parse().expect("a layout")));
            let rules = self.world.room.options().rules;
            self.game = Some(Game::new(rules, first, Deployment::Arranged(layouts)).expect("a game"));
        }
        let game = self.game.as_mut().expect("there is one");
        for entry in &saved.journal[self.applied..] {
            let new = entry.command.is_none_or(|command| self.carried_out.insert((entry.seat, command)));
            assert!(new, "it was carried out twice: {entry:?}");
            let turn = game.turn();
            game.apply(entry.action).expect("what is saved is legal");
            if matches!(entry.action, Action::Move { .. } | Action::Timeout) {
                assert!(game.turn().is_none() || game.turn() != turn, "the turn passes: {entry:?}");
            }
        }
        self.applied = saved.journal.len();
    }

    /// Nobody is left behind, and nothing stays due.
    fn leave(&mut self) {
        assert!(self.world.result().is_some(), "it has a result");
        for number in 1..=PEOPLE {
            self.world.part(number);
        }
        if let Some((_, until)) = self.away.take() {
            self.world.now = self.world.now.max(until);
            self.world.input(None, Input::Resume);
        }
        self.world.wait(10 * 60_000);
        assert!(self.world.room.is_deserted(), "nobody would miss it");
        for number in 1..=PEOPLE {
            assert!(!self.world.room.binds(account(number)), "{number} may play elsewhere");
            assert!(!self.world.room.is_present(account(number)), "{number} is gone");
        }
    }
}
