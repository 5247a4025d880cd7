//! Somebody at the table, who knows only what has arrived.

use std::collections::VecDeque;

use protocol::{CommandId, ErrorBody, GameId, Millis, Phase, Phrase, Reply, ServerFrame, Words};
use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use room::RoomCommand;
use rules::{Legal, Point, Viewer};

use crate::{
    client::Client,
    world::{LAYOUT, OTHER},
};

/// How long something is on its way: in steps of this, so that much arrives in the same instant.
const GRAIN: i64 = 250;
/// A command that is not answered is sent again so much later.
pub(super) const AGAIN: i64 = 5_000;
/// Nobody may surrender before so many steps.
const SURRENDER_FROM: u32 = 20;

/// The line to the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Up,
    /// Dead, and the server doesn't know before that moment; back at the other.
    Down {
        noticed: Option<Millis>,
        back: Millis,
    },
}

pub(super) struct Walker {
    pub(super) number: u32,
    /// What it makes of what has arrived.
    pub(super) seen: Client,
    /// On the way to it, in order.
    pub(super) down: VecDeque<(Millis, ServerFrame)>,
    /// On the way to the room, in order.
    pub(super) up: VecDeque<(Millis, CommandId, RoomCommand)>,
    pub(super) line: Line,
    /// Sent and not answered.
    pub(super) pending: Option<(CommandId, RoomCommand)>,
    /// When it will do something next.
    pub(super) acts: Millis,
}

pub(super) fn delay(dice: &mut ChaCha8Rng) -> i64 {
    GRAIN * dice.random_range(0..6)
}

impl Walker {
    pub(super) fn new(number: u32, now: Millis) -> Walker {
        Walker {
            number,
            seen: Client::default(),
            down: VecDeque::new(),
            up: VecDeque::new(),
            line: Line::Up,
            pending: None,
            acts: now,
        }
    }

    /// A line keeps the order.
    pub(super) fn send(&mut self, at: Millis, id: CommandId, command: RoomCommand) {
        let at = self.up.back().map_or(at, |(last, ..)| at.max(*last));
        self.up.push_back((at, id, command));
    }

    pub(super) fn be_told(&mut self, at: Millis, frame: ServerFrame) {
        let at = self.down.back().map_or(at, |(last, _)| at.max(*last));
        self.down.push_back((at, frame));
    }

    /// Takes in what arrives. Its own turn makes it think anew.
    pub(super) fn hear(&mut self, now: Millis, dice: &mut ChaCha8Rng) {
        let (_, frame) = self.down.pop_front().expect("it arrives");
        if let ServerFrame::Answer(answer) = &frame
            && self.pending.as_ref().is_some_and(|(id, _)| *id == answer.id)
            && answer.reply != Reply::Error(ErrorBody::Unavailable)
        {
            self.pending = None;
        }
        let is_turn = matches!(&frame, ServerFrame::Event(event) if event.legal.is_some());
        self.seen.receive(frame);
        if is_turn {
            self.acts = self.ponder(now, dice);
        }
    }

    /// When something happens to it.
    pub(super) fn due(&self) -> Millis {
        let (noticed, back) = match self.line {
            Line::Up => (None, None),
            Line::Down { noticed, back } => (noticed, Some(back)),
        };
        let arrives = self.down.front().map(|(at, _)| *at);
        let comes = self.up.front().map(|(at, ..)| *at);
        let acts = matches!(self.line, Line::Up).then_some(self.acts);
        let due = [noticed, back, arrives, comes, acts].into_iter().flatten().min();
        due.expect("it acts or comes back")
    }

    /// What it would do now, by what it knows.
    pub(super) fn wish(&self, dice: &mut ChaCha8Rng) -> Option<RoomCommand> {
        let room = self.seen.room.as_ref()?;
        let Viewer::Seat(seat) = room.you else { return None };
        if dice.random_ratio(1, 40) {
            let words = Words::Phrase(Phrase::HelpMe);
            return Some(RoomCommand::Say { channel: protocol::Channel::Partner, words });
        }
        match &room.phase {
            Phase::Gathering | Phase::Ended { .. } => None,
            Phase::Arranging { game, .. } => {
                let ready = room.seats.get(seat).as_ref().is_some_and(|it| it.ready);
                if ready {
                    return dice.random_ratio(1, 10).then_some(RoomCommand::Unready { game: *game });
                }
                let layout = if dice.random() { LAYOUT } else { OTHER };
                Some(RoomCommand::Ready { game: *game, layout: layout.into() })
            }
            Phase::Playing { game, no, offer, legal, .. } => {
                if let Some(offer) = offer
                    && !offer.agreed.contains(&seat)
                    && dice.random()
                {
                    return Some(RoomCommand::AnswerDraw { game: *game, accept: dice.random_ratio(1, 8) });
                }
                if dice.random_ratio(1, 200) {
                    return Some(RoomCommand::OfferDraw { game: *game });
                }
                if *no >= SURRENDER_FROM && dice.random_ratio(1, 400) {
                    return Some(RoomCommand::Surrender { game: *game });
                }
                self.step(*game, *no, legal.as_ref()?, dice)
            }
        }
    }

    /// Mostly an attack, so that games come to an end.
    fn step(&self, game: GameId, after: u32, legal: &Legal, dice: &mut ChaCha8Rng) -> Option<RoomCommand> {
        let view = match self.seen.believed()?.phase {
            Phase::Playing { view, .. } => view?,
            Phase::Gathering | Phase::Arranging { .. } | Phase::Ended { .. } => return None,
        };
        let moves = legal.moves.iter().flat_map(|targets| targets.to.iter().map(|&to| (targets.from, to)));
        let all: Vec<(Point, Point)> = moves.collect();
        let attacks: Vec<_> = all.iter().copied().filter(|(_, to)| view.piece(*to).is_some()).collect();
        let among = if attacks.is_empty() || dice.random_ratio(1, 4) { &all } else { &attacks };
        let &(from, to) = among.choose(dice)?;
        Some(RoomCommand::Move { game, after, from, to })
    }

    /// How long until it acts again: mostly soon, at times in the very instant in which its turn is lost, at times too late.
    pub(super) fn ponder(&self, now: Millis, dice: &mut ChaCha8Rng) -> Millis {
        let clock = match self.seen.room.as_ref().map(|room| &room.phase) {
            Some(Phase::Playing { clock, .. }) => *clock,
            _ => None,
        };
        match clock {
            Some(clock) if clock.deadline > now && dice.random_ratio(1, 12) => {
                clock.deadline + GRAIN * dice.random_range(-3..2)
            }
            _ => now + GRAIN * dice.random_range(1..12),
        }
    }
}
