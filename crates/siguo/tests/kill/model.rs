use protocol::{
    AccountId, Clock, Event, GameId, Millis, Phase, Progress, QueueStatus, RESUMED_EVENTS, RoomId,
    RoomSnapshot, ServerFrame,
};
use rules::{Action, BySeat, Happened, Legal, Seat, View, Viewer};

use crate::log::{Log, Sat, Seen};

/// Where a client is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum At {
    #[default]
    Outside,
    InLine,
    Gathering,
    Arranging,
    Playing,
    Ended,
}

/// A deadline: of which game, in which phase, after which event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) game: GameId,
    pub(crate) at: At,
    pub(crate) no: u32,
    pub(crate) deadline: Millis,
}

/// What a client sees: the events it gets are folded into its view. Whatever contradicts what it saw before fails the test.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) room: Option<RoomId>,
    /// The room of a table that was found for it.
    pub(crate) invited: Option<RoomId>,
    pub(crate) at: At,
    pub(crate) seat: Option<Seat>,
    pub(crate) people: BySeat<Option<AccountId>>,
    pub(crate) ready: BySeat<bool>,
    /// The own layout last handed in.
    pub(crate) layout: Option<String>,
    pub(crate) game: Option<GameId>,
    pub(crate) no: u32,
    pub(crate) view: Option<View>,
    pub(crate) legal: Option<Legal>,
    pub(crate) clock: Option<Clock>,
    pub(crate) arranged_by: Option<Millis>,
    /// The clock stands still: nothing can be saved.
    still: bool,
    /// The turn, by its event, in which it began to stand still, and how much of it was left.
    stopped: Option<(u32, i64)>,
    /// Snapshots of the room so far.
    pub(crate) snapshots: u32,
}

impl Model {
    /// How far it has followed its game.
    pub(crate) fn progress(&self) -> Option<Progress> {
        self.view.as_ref()?;
        Some(Progress { game: self.game?, no: self.no })
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.seat.is_some_and(|seat| *self.ready.get(seat))
    }

    /// What ends by itself, and when: the turn or the arranging.
    pub(crate) fn deadline(&self) -> Option<Due> {
        let deadline = match self.at {
            At::Arranging => self.arranged_by?,
            At::Playing => self.clock?.deadline,
            At::Outside | At::InLine | At::Gathering | At::Ended => return None,
        };
        Some(Due { game: self.game?, at: self.at, no: self.no, deadline })
    }

    /// Out of the room.
    pub(crate) fn leave(&mut self) {
        *self = Model { snapshots: self.snapshots, ..Model::default() };
    }

    pub(crate) fn take(&mut self, frame: &ServerFrame, log: &mut Log) {
        match frame {
            ServerFrame::Room(snapshot) => self.take_room(snapshot, log),
            ServerFrame::Event(event) => self.take_event(event, log),
            ServerFrame::Clock { room, clock } if self.room == Some(*room) => self.take_clock(*clock, log),
            ServerFrame::Queue(status) => match status {
                QueueStatus::Waiting { .. } => self.at = At::InLine,
                QueueStatus::Matched { room } => self.invited = Some(*room),
                QueueStatus::Gone { .. } => self.leave(),
                QueueStatus::Consent { .. } => panic!("nobody here has 50 points"),
            },
            ServerFrame::Ready { room, seat, ready } if self.room == Some(*room) => {
                *self.ready.get_mut(*seat) = *ready;
            }
            ServerFrame::Scores { game, scores, .. } => {
                log.scores.insert(*game, *scores);
            }
            ServerFrame::Answer(_)
            | ServerFrame::Clock { .. }
            | ServerFrame::Ready { .. }
            | ServerFrame::Seat { .. }
            | ServerFrame::Outlook { .. }
            | ServerFrame::Pair { .. }
            | ServerFrame::Restart { .. }
            | ServerFrame::Link { .. }
            | ServerFrame::Offer { .. }
            | ServerFrame::Said { .. }
            | ServerFrame::Pointed { .. }
            | ServerFrame::Host { .. }
            | ServerFrame::Options { .. }
            | ServerFrame::Swap { .. }
            | ServerFrame::Watchers { .. }
            | ServerFrame::Notice(_) => {}
        }
    }

    /// At a table, whether the clock stands still there.
    pub(crate) fn stands(&self) -> Option<bool> {
        matches!(self.at, At::Arranging | At::Playing).then_some(self.still)
    }

    /// A turn that was held up has afterwards as much time left as it had.
    fn take_clock(&mut self, clock: Option<Clock>, log: &mut Log) {
        let left = |clock: Clock| clock.deadline - log.clock.now();
        match (self.clock, clock) {
            (Some(running), None) => self.stopped = Some((self.no, left(running))),
            (None, Some(running)) => {
                if let Some((no, before)) = self.stopped.take()
                    && no == self.no
                {
                    log.shifts.push(left(running) - before);
                }
            }
            (None, None) | (Some(_), Some(_)) => {}
        }
        self.still = clock.is_none();
        self.clock = clock;
    }

    fn take_event(&mut self, event: &Event, log: &mut Log) {
        if self.room != Some(event.room) {
            return;
        }
        assert_eq!(self.game, Some(event.game), "an event of the game that is followed");
        assert_eq!(event.no, self.no + 1, "events come in order, without gaps, once");
        self.no = event.no;
        self.view.as_mut().expect("a view before its events").fold(&event.event);
        self.legal.clone_from(&event.legal);
        self.clock = event.clock;
        self.still = event.clock.is_none();
        let action = action_of(&event.event.action);
        log.seen.push(Seen { game: event.game, no: event.no, at: event.at, action });
        if let Some(result) = &event.event.result {
            log.results.insert(event.game, result.clone());
        }
    }

    fn take_room(&mut self, snapshot: &RoomSnapshot, log: &mut Log) {
        self.snapshots += 1;
        self.room = Some(snapshot.room);
        self.invited = None;
        self.seat = match snapshot.you {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        self.people = snapshot.seats.as_ref().map(|_, it| it.as_ref().map(|it| it.player.id));
        self.ready = snapshot.seats.as_ref().map(|_, it| it.as_ref().is_some_and(|it| it.ready));
        match &snapshot.phase {
            Phase::Gathering => self.at = At::Gathering,
            Phase::Arranging { game, deadline, layout } => {
                assert!(self.game.is_none_or(|known| known == *game), "the same game is arranged as before");
                self.at = At::Arranging;
                self.game = Some(*game);
                self.layout.clone_from(layout);
                self.arranged_by = Some(*deadline);
                self.still = false;
                self.sits(*game, log);
            }
            Phase::Playing { game, no, view, clock, legal, .. } => {
                self.at = At::Playing;
                self.sits(*game, log);
                self.take_view(*game, *no, view.as_deref(), log);
                self.clock = *clock;
                self.still = clock.is_none();
                self.legal.clone_from(legal);
            }
            Phase::Ended { game, no, view, .. } => {
                self.at = At::Ended;
                self.take_view(*game, *no, view.as_deref(), log);
                self.legal = None;
            }
        }
    }

    /// Who watches has no seat.
    fn sits(&self, game: GameId, log: &mut Log) {
        if let Some(seat) = self.seat {
            log.games.entry(game).or_insert(Sat { seat, layout: None });
        }
    }

    /// A whole view must be the one that was carried on by events; without one the events must have brought it up to date.
    fn take_view(&mut self, game: GameId, no: u32, view: Option<&View>, log: &mut Log) {
        assert!(self.game.is_none_or(|known| known == game), "the same game is played as before");
        self.game = Some(game);
        match (view, &self.view) {
            (None, None) => panic!("a snapshot without a view comes after one with it"),
            (None, Some(_)) => assert_eq!(no, self.no, "the missing events came before the snapshot"),
            (Some(view), Some(known)) if no == self.no => {
                assert_eq!(view, known, "events lead to the same view as a snapshot");
                log.equal_views += 1;
            }
            (Some(view), known) => {
                assert!(no >= self.no, "what was seen is gone: {} of {}", no, self.no);
                let missed = no - self.no;
                assert!(
                    known.is_none() || self.no == 0 || missed > RESUMED_EVENTS,
                    "{missed} events were not sent"
                );
                self.no = no;
                self.view = Some(view.clone());
            }
        }
    }
}

/// The action as records write it.
fn action_of(happened: &Happened) -> Action {
    match happened {
        Happened::Move { route, .. } => Action::Move {
            from: *route.first().expect("a route begins"),
            to: *route.last().expect("a route ends"),
        },
        Happened::Flip { piece, .. } => Action::Flip(piece.at),
        Happened::Timeout { .. } => Action::Timeout,
        Happened::Surrender { seat } => Action::Surrender(*seat),
        Happened::Flee { seat } => Action::Flee(*seat),
        Happened::Draw => Action::Draw,
        Happened::Abort => Action::Abort,
    }
}
