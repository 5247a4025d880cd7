use std::collections::VecDeque;

use protocol::{GameId, Millis, RESUMED_EVENTS, RoomId};
use rules::{Outcome, Viewer};

/// What has happened last in a game, for those who come back: no more than is sent to anybody again.
#[derive(Debug, Default)]
pub(crate) struct Log {
    last: VecDeque<Logged>,
    no: u32,
}

#[derive(Debug)]
pub(crate) struct Logged {
    pub(crate) at: Millis,
    pub(crate) outcome: Outcome,
}

impl Log {
    pub(crate) fn push(&mut self, logged: Logged) {
        if self.last.len() == RESUMED_EVENTS as usize {
            self.last.pop_front();
        }
        self.last.push_back(logged);
        self.no += 1;
    }

    pub(crate) fn last(&self) -> Option<&Logged> {
        self.last.back()
    }

    /// The number of the last event; 0 before the first.
    pub(crate) fn no(&self) -> u32 {
        self.no
    }

    /// The events after number `have`, one of the last, as they are sent again: without clock and legal moves.
    pub(crate) fn since(
        &self,
        room: RoomId,
        game: GameId,
        viewer: Viewer,
        have: u32,
    ) -> impl Iterator<Item = protocol::Event> {
        let missed = self.no.saturating_sub(have).min(RESUMED_EVENTS) as usize;
        let begin = self.last.len().saturating_sub(missed);
        let numbered = (have + 1..).zip(self.last.range(begin..));
        numbered.map(move |(no, logged)| protocol::Event {
            room,
            game,
            no,
            at: logged.at,
            event: logged.outcome.event(viewer),
            clock: None,
            legal: None,
        })
    }
}
