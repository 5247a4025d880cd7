//! What a client does by what it sees.

use std::time::Duration;

use protocol::{Command, QueueMode};
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use rules::{Layout, Legal, Point, RuleSet, Seat, View};

use super::{Client, Plan, Role};
use crate::{model::At, stage::Act, table::room_options};

/// Steps that must have been made before one may surrender (RULES §7).
const SURRENDER_FROM: u32 = 20;

impl Client {
    /// Tells the test once that it is where the test wants it.
    pub(super) fn settle(&mut self) {
        let there = match (&self.role, self.model.at) {
            (role, At::Playing) => !role.goes_on_arranging(),
            (role, At::Arranging) if role.goes_on_arranging() => match self.model.seat {
                Some(Seat::Blue) => self.own.1,
                Some(Seat::Red | Seat::Purple | Seat::Green) | None => self.model.ready.blue,
            },
            (_, At::Outside | At::InLine | At::Gathering | At::Arranging | At::Ended) => false,
        };
        if there && !self.settled {
            self.settled = true;
            self.stage.settle();
        }
    }

    /// What to do now. It may be asked again before it is done.
    pub(super) fn plan(&mut self) -> Plan {
        let act = *self.act.borrow();
        match self.model.at {
            At::Outside | At::InLine if let Some(room) = self.model.invited => {
                Plan::Do(Command::Join { room, have: None, password: None })
            }
            At::Outside => match (&self.role, act) {
                (Role::Player, Act::Play) => Plan::Do(Command::Queue { mode: QueueMode::Four }),
                // The room went with its game.
                (Role::Host { .. } | Role::Visitor { .. }, Act::Play) if !self.log.games.is_empty() => {
                    Plan::Wait
                }
                (Role::Host { table, .. }, Act::Play) => {
                    Plan::Do(Command::Create { ranked: false, options: room_options(*table), password: None })
                }
                (Role::Visitor { room, .. } | Role::Watcher { room, .. }, Act::Play) => {
                    Plan::Do(Command::Join { room: *room, have: None, password: None })
                }
                (
                    Role::Player | Role::Host { .. } | Role::Visitor { .. } | Role::Watcher { .. },
                    Act::Finish,
                ) => Plan::Leave,
            },
            At::InLine => match act {
                Act::Play => Plan::Wait,
                Act::Finish => Plan::Do(Command::Unqueue),
            },
            At::Gathering => match (&self.role, self.model.seat) {
                (Role::Visitor { room, seat, .. }, None) => {
                    Plan::Do(Command::Sit { room: *room, seat: *seat })
                }
                (Role::Visitor { .. }, Some(_))
                | (Role::Player | Role::Host { .. } | Role::Watcher { .. }, _) => Plan::Wait,
            },
            At::Arranging | At::Playing if self.model.seat.is_none() => match act {
                Act::Play => Plan::Wait,
                Act::Finish => Plan::Leave,
            },
            At::Arranging => self.arrange(act),
            At::Playing => self.play(act),
            At::Ended => match (&self.role, act) {
                (Role::Player, Act::Play) => {
                    Plan::Do(Command::Part { room: self.model.room.expect("in a room") })
                }
                (Role::Host { .. } | Role::Visitor { .. } | Role::Watcher { .. }, Act::Play) => Plan::Wait,
                (_, Act::Finish) => Plan::Leave,
            },
        }
    }

    /// At the tables that go on arranging blue stays ready, green is never, and the others change their minds.
    fn arrange(&mut self, act: Act) -> Plan {
        let game = self.model.game.expect("a game");
        let ready = self.model.is_ready();
        if self.role.is_shuffled() {
            return Plan::Wait;
        }
        let finish = act == Act::Finish || !self.role.goes_on_arranging();
        match self.model.seat.expect("seated") {
            Seat::Green if !finish => Plan::Wait,
            Seat::Red | Seat::Purple if !finish && ready => Plan::Do(Command::Unready { game }),
            Seat::Red | Seat::Purple | Seat::Blue | Seat::Green if !ready => {
                Plan::Do(Command::Ready { game, layout: self.layout() })
            }
            Seat::Red | Seat::Purple | Seat::Blue | Seat::Green => Plan::Wait,
        }
    }

    fn play(&mut self, act: Act) -> Plan {
        let (Some(legal), Some(view), Some(game)) = (&self.model.legal, &self.model.view, self.model.game)
        else {
            return Plan::Wait;
        };
        // Some give up early, so that games end and begin while the program is killed.
        let weary = act == Act::Finish || matches!(self.role, Role::Player) && self.dice.random_ratio(1, 20);
        if weary && view.steps >= SURRENDER_FROM {
            return Plan::Do(Command::Surrender { game });
        }
        let after = self.model.no;
        Plan::Do(match choose(view, legal, &mut self.dice) {
            (at, None) => Command::Flip { game, after, at },
            (from, Some(to)) => Command::Move { game, after, from, to },
        })
    }

    /// How long it waits before it acts: shortly, but for a few turns in which the clock is to be seen running.
    pub(super) fn thinking(&mut self) -> Duration {
        let finish = *self.act.borrow() == Act::Finish;
        let ms = match self.model.at {
            At::Playing if finish => 0..5,
            At::Playing if self.dice.random_ratio(1, 100) => 1000..3000,
            At::Playing if !matches!(self.role, Role::Player) => 50..150,
            At::Playing => 20..50,
            At::Arranging if self.role.goes_on_arranging() && !finish => 150..400,
            At::Arranging | At::Outside | At::InLine | At::Gathering | At::Ended => 0..10,
        };
        Duration::from_millis(self.dice.random_range(ms))
    }

    /// A layout of its own, so that one which is kept can be told from another.
    fn layout(&mut self) -> String {
        let mut front = ["33", "34", "33", "32", "33"];
        front.rotate_left(self.dice.random_range(0..5));
        let bombs = if self.dice.random() { "38 00 -- 00 38" } else { "00 38 -- 38 00" };
        let text = format!(
            "{} / 34 -- 35 -- 34 / {bombs} / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41",
            front.join(" ")
        );
        Layout::parse(&text, &RuleSet::DEFAULT).expect("legal").to_string()
    }
}

/// A move, or a flip of one point.
type Deed = (Point, Option<Point>);

/// Mostly an attack, so that games come to an end; else anything.
fn choose(view: &View, legal: &Legal, dice: &mut ChaCha8Rng) -> Deed {
    let flips = legal.flips.iter().map(|&at| (at, None));
    let moves = legal.moves.iter().flat_map(|targets| targets.to.iter().map(|&to| (targets.from, Some(to))));
    let all: Vec<Deed> = flips.chain(moves).collect();
    let attacks: Vec<Deed> =
        all.iter().copied().filter(|(_, to)| to.is_some_and(|to| view.piece(to).is_some())).collect();
    let among = if attacks.is_empty() || dice.random_ratio(1, 4) { &all } else { &attacks };
    *among.choose(dice).expect("whoever is on turn can move")
}
