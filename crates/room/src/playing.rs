use protocol::{Clock, CommandId, DrawOffer, GameId, Millis, ServerFrame};
use rules::{Action, BySeat, Game, Layout, Outcome, Seat, Viewer};

use crate::{
    Audience, Effects, Hidden, JournalEntry, OffersMade, Save, Seats,
    ended::Ended,
    log::Log,
    room::Stage,
    table::{ABANDONED_MS, Chair, SHORT_TURN_MS, Table},
};

/// The game runs.
#[derive(Debug)]
pub(crate) struct Playing {
    pub(crate) id: GameId,
    pub(crate) game: Game,
    pub(crate) log: Log,
    pub(crate) clock: Clock,
    pub(crate) offer: Option<DrawOffer>,
    /// Draws offered.
    pub(crate) offers: BySeat<OffersMade>,
    /// After a restart: the layouts that the game began with. The answer to the last one that was handed in may have been lost.
    pub(crate) handed_in: Hidden<BySeat<Option<Layout>>>,
}

/// A player's command that an action comes of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) by: Seat,
    pub(crate) command: CommandId,
}

impl Playing {
    pub(crate) fn new(id: GameId, game: Game, table: &Table, now: Millis) -> Playing {
        let first = game.turn().expect("a new game has a turn");
        let clock = clock(first, now, table.turn_limit(first, now));
        Playing {
            id,
            game,
            log: Log::new(first),
            clock,
            offer: None,
            offers: BySeat::default(),
            handed_in: Hidden::default(),
        }
    }

    /// Whether the seat handed this layout in before the server was restarted.
    pub(crate) fn was_handed_in(&self, table: &Table, seat: Seat, text: &str) -> bool {
        let handed_in = *self.handed_in.0.get(seat);
        handed_in.is_some() && Layout::parse(text, &table.options.rules).ok() == handed_in
    }

    /// The clock, unless it stands still.
    pub(crate) fn running_clock(&self, table: &Table) -> Option<Clock> {
        table.suspended.is_none().then_some(self.clock)
    }

    /// When something happens by itself.
    pub(crate) fn deadline(&self, table: &Table) -> Millis {
        let offer = self.offer.as_ref().map(|offer| offer.deadline);
        [offer, self.shortening(table)].into_iter().flatten().fold(self.clock.deadline, Millis::min)
    }

    /// When the running turn gets shorter because its owner's link is down: only if it would still be longer then.
    fn shortening(&self, table: &Table) -> Option<Millis> {
        let patience = table.patience(self.clock.seat)?;
        let is_longer =
            self.clock.limit_ms > SHORT_TURN_MS && self.clock.deadline > patience + i64::from(SHORT_TURN_MS);
        is_longer.then_some(patience)
    }

    /// Does what is due.
    pub(crate) fn tick(mut self: Box<Self>, table: &Table, now: Millis, out: &mut Effects) -> Stage {
        if self.offer.as_ref().is_some_and(|offer| offer.deadline <= now) {
            self.end_offer(table, None, out);
        }
        if self.shortening(table).is_some_and(|due| due <= now) {
            let short = clock(self.clock.seat, now, SHORT_TURN_MS);
            self.clock = Clock { deadline: short.deadline.min(self.clock.deadline), ..short };
            self.tell_clock(table, out);
        }
        if self.clock.deadline <= now {
            let action = if self.is_abandoned(table, now) { Action::Abort } else { Action::Timeout };
            return self.act(table, now, action, None, out);
        }
        Stage::Playing(self)
    }

    /// Whether everybody who is still in has long been gone. Lost turns end most such games before; without a limit of them
    /// they would go on for ever.
    fn is_abandoned(&self, table: &Table, now: Millis) -> bool {
        let mut playing = Seat::ALL.into_iter().filter(|seat| self.game.is_in(*seat));
        playing.all(|seat| table.patience(seat).is_some_and(|end| end + ABANDONED_MS <= now))
    }

    pub(crate) fn tell_clock(&self, table: &Table, out: &mut Effects) {
        let clock = self.running_clock(table);
        out.send(Audience::Everyone, ServerFrame::Clock { room: table.id, clock });
    }

    /// Carries out an action that the referee has checked: saves it, then tells what followed.
    pub(crate) fn act(
        mut self: Box<Self>,
        table: &Table,
        now: Millis,
        action: Action,
        sent: Option<Sent>,
        out: &mut Effects,
    ) -> Stage {
        let outcome =
            self.apply(action, now, |seat| table.turn_limit(seat, now)).expect("the action was checked");
        let entry = JournalEntry {
            game: self.id,
            no: self.log.no(),
            action,
            at: now,
            seat: sent.map(|sent| sent.by),
            command: sent.map(|sent| sent.command),
        };
        let outs: Vec<_> = outcome.out().collect();
        self.tell_event(table, now, &outcome, out);
        let Some(result) = self.game.result().cloned() else {
            if !outs.is_empty() && self.offer.is_some() {
                self.end_offer(table, None, out);
            }
            out.save(Save::Entry { entry, outs });
            return Stage::Playing(self);
        };
        let fled = result.fled.filter(|_| table.ranked).and_then(|seat| table.chair(seat));
        let flight = fled.map(Chair::account);
        out.save(Save::Finish { entry, result, outs: self.game.out().collect(), flight });
        Stage::Ended(Box::new(Ended::new(*self, &outcome)))
    }

    /// Applies an action and sets the clock. The turn that runs goes on when somebody else surrenders and its owner
    /// stays in; after anything else a turn begins.
    pub(crate) fn apply(
        &mut self,
        action: Action,
        at: Millis,
        limit: impl Fn(Seat) -> u32,
    ) -> Result<Outcome, rules::Refusal> {
        let before = self.game.turn();
        let outcome = self.game.apply(action)?;
        self.log.push(&self.game, at, action);
        let off_turn = matches!(action, Action::Surrender(seat) if Some(seat) != before);
        if let Some(seat) = self.game.turn()
            && !(off_turn && before == Some(seat))
        {
            self.clock = clock(seat, at, limit(seat));
        }
        Ok(outcome)
    }

    /// One frame for all, but for those who are told more: who is on turn gets the legal moves.
    fn tell_event(&self, table: &Table, at: Millis, outcome: &Outcome, out: &mut Effects) {
        let turn = self.game.turn();
        let frame = |event, legal| {
            ServerFrame::Event(Box::new(protocol::Event {
                room: table.id,
                game: self.id,
                no: self.log.no(),
                at,
                event,
                clock: turn.and_then(|_| self.running_clock(table)),
                legal,
            }))
        };
        let public = outcome.event(Viewer::Public);
        let mut apart = BySeat::default();
        for &seat in table.seats() {
            let event = outcome.event(Viewer::Seat(seat));
            let legal = (turn == Some(seat)).then(|| self.game.legal());
            if legal.is_some() || event != public {
                *apart.get_mut(seat) = true;
                out.send(Audience::Seat(seat), frame(event, legal));
            }
        }
        out.send(Audience::AllBut(Seats::from(apart)), frame(public, None));
    }
}

pub(crate) fn clock(seat: Seat, began: Millis, limit_ms: u32) -> Clock {
    Clock { seat, deadline: began + i64::from(limit_ms), limit_ms }
}
