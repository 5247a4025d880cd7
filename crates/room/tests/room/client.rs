//! What one account makes of what it receives.

use protocol::{CommandId, Phase, Progress, Reply, RoomSnapshot, ServerFrame, Words};
use rules::View;

/// What one account has received, and what it makes of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    pub(crate) frames: Vec<ServerFrame>,
    pub(crate) room: Option<RoomSnapshot>,
    view: Option<View>,
    pub(crate) answers: Vec<(CommandId, Reply)>,
}

impl Client {
    /// The game that is followed, and the last number of it.
    pub(crate) fn progress(&self) -> Option<Progress> {
        match self.room.as_ref()?.phase {
            Phase::Playing { game, no, .. } | Phase::Ended { game, no, .. } => Some(Progress { game, no }),
            Phase::Gathering | Phase::Arranging { .. } => None,
        }
    }

    /// The frames without answers.
    pub(crate) fn told(&self) -> Vec<&ServerFrame> {
        self.frames.iter().filter(|frame| !matches!(frame, ServerFrame::Answer(_))).collect()
    }

    /// The lines of talk received, as text.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.frames.iter().filter_map(spoken).collect()
    }

    /// What the client would say the room is.
    pub(crate) fn believed(&self) -> Option<RoomSnapshot> {
        let mut room = self.room.clone()?;
        if let Phase::Playing { view, .. } | Phase::Ended { view, .. } = &mut room.phase {
            *view = self.view.clone().map(Box::new);
        }
        Some(room)
    }

    pub(crate) fn receive(&mut self, frame: ServerFrame) {
        match &frame {
            ServerFrame::Answer(answer) => self.answers.push((answer.id, answer.reply.clone())),
            ServerFrame::Room(snapshot) => {
                let (Phase::Playing { view, .. } | Phase::Ended { view, .. }) = &snapshot.phase else {
                    self.room = Some((**snapshot).clone());
                    return self.frames.push(frame);
                };
                if let Some(view) = view {
                    self.view = Some((**view).clone());
                }
                self.room = Some((**snapshot).clone());
            }
            ServerFrame::Event(event) => self.fold(event),
            ServerFrame::Seat { .. }
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
            | ServerFrame::Outlook { .. }
            | ServerFrame::Notice(_) => {
                if let Some(room) = &mut self.room {
                    note(room, &frame);
                }
            }
        }
        self.frames.push(frame);
    }

    fn fold(&mut self, told: &protocol::Event) {
        let (Some(room), Some(view)) = (&mut self.room, &mut self.view) else {
            panic!("events follow a view")
        };
        let Phase::Playing { no, clock, legal, .. } = &mut room.phase else { panic!("no game runs") };
        // A client that says it has less than it has gets some again.
        if told.no <= *no {
            return;
        }
        assert_eq!(told.no, *no + 1, "events come without gaps");
        view.fold(&told.event);
        *no = told.no;
        *clock = told.clock;
        legal.clone_from(&told.legal);
    }
}

/// Takes in what has no number.
fn note(room: &mut RoomSnapshot, frame: &ServerFrame) {
    let RoomSnapshot { seats, outlook, phase, talk, watchers, host, options, swap, .. } = room;
    match (frame, phase) {
        (ServerFrame::Seat { seat, occupant, .. }, _) => seats.get_mut(*seat).clone_from(occupant),
        (ServerFrame::Link { seat, link, .. }, _) => {
            seats.get_mut(*seat).as_mut().expect("a taken seat").link = *link;
        }
        (ServerFrame::Ready { seat, ready, .. }, _) => {
            seats.get_mut(*seat).as_mut().expect("a taken seat").ready = *ready;
        }
        (ServerFrame::Said { said, .. }, _) => talk.push(said.clone()),
        (ServerFrame::Watchers { count, .. }, _) => *watchers = *count,
        (ServerFrame::Host { host: told, .. }, _) => *host = Some(told.clone()),
        (ServerFrame::Options { options: told, .. }, _) => options.clone_from(told),
        (ServerFrame::Swap { swap: told, .. }, _) => *swap = *told,
        (ServerFrame::Outlook { outlook: told, .. }, _) => *outlook = *told,
        (ServerFrame::Offer { offer: told, .. }, Phase::Playing { offer, .. }) => offer.clone_from(told),
        (ServerFrame::Clock { clock: told, .. }, Phase::Playing { clock, .. }) => *clock = *told,
        (ServerFrame::Scores { scores: told, .. }, Phase::Ended { scores, .. }) => *scores = *told,
        (
            ServerFrame::Answer(_)
            | ServerFrame::Room(_)
            | ServerFrame::Event(_)
            | ServerFrame::Offer { .. }
            | ServerFrame::Clock { .. }
            | ServerFrame::Scores { .. }
            | ServerFrame::Pointed { .. }
            | ServerFrame::Queue(_)
            | ServerFrame::Pair { .. }
            | ServerFrame::Restart { .. }
            | ServerFrame::Notice(_),
            _,
        ) => {}
    }
}

fn spoken(frame: &ServerFrame) -> Option<String> {
    let ServerFrame::Said { said, .. } = frame else { return None };
    Some(match &said.words {
        Words::Text(text) => text.clone(),
        Words::Phrase(phrase) => format!("{phrase:?}"),
    })
}
