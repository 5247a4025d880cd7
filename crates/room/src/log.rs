use protocol::{GameId, Millis, RoomId};
use rules::{Outcome, Viewer};

/// What has happened in a game, for those who come back.
#[derive(Debug, Default)]
pub(crate) struct Log(Vec<Logged>);

#[derive(Debug)]
pub(crate) struct Logged {
    pub(crate) at: Millis,
    pub(crate) outcome: Outcome,
}

impl Log {
    pub(crate) fn push(&mut self, logged: Logged) {
        self.0.push(logged);
    }

    pub(crate) fn last(&self) -> Option<&Logged> {
        self.0.last()
    }

    /// The number of the last event; 0 before the first.
    pub(crate) fn no(&self) -> u32 {
        u32::try_from(self.0.len()).expect("a game has fewer actions")
    }

    /// The events after number `have`, as they are sent again: without clock and legal moves.
    pub(crate) fn since(
        &self,
        room: RoomId,
        game: GameId,
        viewer: Viewer,
        have: u32,
    ) -> impl Iterator<Item = protocol::Event> {
        let numbered = (1..).zip(&self.0).skip(have as usize);
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
