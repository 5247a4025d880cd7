use protocol::{Event, GameId, Phase, Progress, RESUMED_EVENTS, RoomSnapshot, ServerFrame};
use rules::{Legal, View, Viewer};

use crate::check::{Fault, check_event, check_fold, check_legal, check_view};

/// How closely a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scrutiny {
    /// Only whether the numbers have gaps, which costs nothing.
    Numbers,
    /// Every frame.
    Frames,
}

/// Where the room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Gathering,
    Arranging,
    Playing,
    Ended,
}

/// How a client comes to a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attendance {
    /// It has heard all that there was.
    Present,
    /// It was away, so that this one may be ahead of the events.
    Returning,
}

/// What one client sees of its room: the events it gets are folded into its view, and held against each snapshot.
#[derive(Debug)]
pub(crate) struct Follow {
    viewer: Viewer,
    stage: Stage,
    game: Option<GameId>,
    no: u32,
    /// Unknown after a fault, until the next snapshot.
    view: Option<View>,
    legal: Option<Legal>,
    scrutiny: Scrutiny,
    /// Whole views that were held against the events.
    compared: u64,
    attendance: Attendance,
}

impl Follow {
    pub(crate) fn new(viewer: Viewer) -> Follow {
        Follow {
            viewer,
            stage: Stage::Gathering,
            game: None,
            no: 0,
            view: None,
            legal: None,
            scrutiny: Scrutiny::Numbers,
            compared: 0,
            attendance: Attendance::Present,
        }
    }

    pub(crate) fn viewer(&self) -> Viewer {
        self.viewer
    }

    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    pub(crate) fn game(&self) -> Option<GameId> {
        self.game
    }

    pub(crate) fn no(&self) -> u32 {
        self.no
    }

    pub(crate) fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// What may be done now, on the own turn.
    pub(crate) fn legal(&self) -> Option<&Legal> {
        self.legal.as_ref()
    }

    pub(crate) fn scrutiny(&self) -> Scrutiny {
        self.scrutiny
    }

    /// How many whole views were compared since it was asked last.
    pub(crate) fn take_compared(&mut self) -> u64 {
        std::mem::take(&mut self.compared)
    }

    /// How far it has followed the game, for coming back.
    pub(crate) fn progress(&self) -> Option<Progress> {
        self.view.as_ref()?;
        Some(Progress { game: self.game?, no: self.no })
    }

    /// The connection was lost.
    pub(crate) fn lose(&mut self) {
        self.attendance = Attendance::Returning;
        self.legal = None;
    }

    /// Takes a frame in, and says what is wrong with it. `scrutiny` is asked once for each game.
    pub(crate) fn take(
        &mut self,
        frame: &ServerFrame,
        scrutiny: impl FnOnce(GameId) -> Scrutiny,
    ) -> Option<Fault> {
        match frame {
            ServerFrame::Room(snapshot) => self.take_room(snapshot, scrutiny),
            ServerFrame::Event(event) => self.take_event(event),
            ServerFrame::Answer(_)
            | ServerFrame::Seat { .. }
            | ServerFrame::Outlook { .. }
            | ServerFrame::Link { .. }
            | ServerFrame::Ready { .. }
            | ServerFrame::Offer { .. }
            | ServerFrame::Clock { .. }
            | ServerFrame::Said { .. }
            | ServerFrame::Pointed { .. }
            | ServerFrame::Host { .. }
            | ServerFrame::Options { .. }
            | ServerFrame::Swap { .. }
            | ServerFrame::Watchers { .. }
            | ServerFrame::Scores { .. }
            | ServerFrame::Queue(_)
            | ServerFrame::Pair { .. }
            | ServerFrame::Restart { .. }
            | ServerFrame::Notice(_) => None,
        }
    }

    fn take_event(&mut self, event: &Event) -> Option<Fault> {
        if self.game != Some(event.game) {
            return Some(Fault::OtherGame);
        }
        let expected = self.no + 1;
        self.no = event.no;
        self.legal.clone_from(&event.legal);
        if event.no != expected {
            self.view = None;
            return Some(Fault::Gap { expected, came: event.no });
        }
        let view = self.view.as_mut()?;
        view.fold(&event.event);
        match self.scrutiny {
            Scrutiny::Numbers => None,
            Scrutiny::Frames => check_event(&event.event).or_else(|| self.check()),
        }
    }

    /// The position and the moves, as they are now.
    fn check(&self) -> Option<Fault> {
        let view = self.view.as_ref()?;
        check_view(view, self.viewer).or_else(|| check_legal(self.legal.as_ref()?, view, self.viewer))
    }

    fn take_room(
        &mut self,
        snapshot: &RoomSnapshot,
        scrutiny: impl FnOnce(GameId) -> Scrutiny,
    ) -> Option<Fault> {
        let attendance = std::mem::replace(&mut self.attendance, Attendance::Present);
        match &snapshot.phase {
            Phase::Gathering => {
                self.stage = Stage::Gathering;
                self.game = None;
                None
            }
            Phase::Arranging { game, .. } => {
                self.stage = Stage::Arranging;
                self.begin(*game, scrutiny);
                None
            }
            Phase::Playing { game, no, view, legal, .. } => {
                self.stage = Stage::Playing;
                self.begin(*game, scrutiny);
                self.legal.clone_from(legal);
                self.take_view(*no, view.as_deref(), attendance)
            }
            Phase::Ended { game, no, view, .. } => {
                self.stage = Stage::Ended;
                self.begin(*game, scrutiny);
                self.legal = None;
                self.take_view(*no, view.as_deref(), attendance)
            }
        }
    }

    fn begin(&mut self, game: GameId, scrutiny: impl FnOnce(GameId) -> Scrutiny) {
        if self.game != Some(game) {
            self.game = Some(game);
            self.no = 0;
            self.view = None;
            self.legal = None;
            self.scrutiny = scrutiny(game);
        }
    }

    fn take_view(&mut self, no: u32, sent: Option<&View>, attendance: Attendance) -> Option<Fault> {
        let events = self.no;
        let folded = std::mem::replace(&mut self.view, sent.cloned());
        self.no = no;
        match (folded, sent) {
            // The first view of a game.
            (None, _) => {}
            (Some(folded), None) => {
                self.view = Some(folded);
                if no != events {
                    return Some(Fault::OutOfStep { snapshot: no, events });
                }
            }
            (Some(folded), Some(sent)) if no == events => {
                if self.scrutiny == Scrutiny::Frames {
                    self.compared += 1;
                    if let Some(fault) = check_fold(&folded, sent) {
                        return Some(fault);
                    }
                }
            }
            // Who had no event yet, or missed many, gets the view in their place.
            (Some(_), Some(_))
                if attendance == Attendance::Returning
                    && no > events
                    && (events == 0 || no - events > RESUMED_EVENTS) => {}
            (Some(_), Some(_)) => return Some(Fault::OutOfStep { snapshot: no, events }),
        }
        match self.scrutiny {
            Scrutiny::Numbers => None,
            Scrutiny::Frames => self.check(),
        }
    }
}

#[cfg(test)]
#[path = "follow_tests.rs"]
mod tests;
