use protocol::{Command, CommandId, GameId};
use tokio::time::Instant;

use crate::latency::Moments;

/// A command on its way: sent under the same number until it has its answer, over other connections too.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) id: CommandId,
    pub(crate) command: Command,
    pub(crate) what: What,
    /// Refused for the moment: sent again then.
    pub(crate) again_at: Option<Instant>,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Move(Moving),
    /// Ready, another game, or good-bye.
    Other,
}

/// A move that is being made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) game: GameId,
    pub(crate) after: u32,
    pub(crate) moments: Moments,
    pub(crate) cut: Option<Cut>,
}

/// Where in a move the socket is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// As soon as the move is sent: nobody knows whether it has arrived.
    InFlight,
    /// When it is acknowledged: what the others do then is missed.
    Answered,
}

impl Pending {
    pub(crate) fn new(id: CommandId, command: Command, what: What) -> Pending {
        Pending { id, command, what, again_at: None }
    }

    /// It goes out now. What it waited for since it was intended stays in its moments.
    pub(crate) fn goes(&mut self, now: Instant) {
        self.again_at = None;
        if let What::Move(moving) = &mut self.what {
            moving.moments.sent = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_move_that_has_to_wait_keeps_the_moment_it_was_meant_for() {
        let now = Instant::now();
        let game = "01934b1e-0000-7000-8000-0000000000bb".parse().expect("an id");
        let moments = Moments { intended: now, sent: now };
        let moving = Moving { game, after: 0, moments, cut: None };
        let mut pending = Pending::new(CommandId(1), Command::Time, What::Move(moving));
        pending.again_at = Some(now + Duration::from_millis(90));
        pending.goes(now + Duration::from_millis(100));
        let What::Move(moved) = pending.what else { panic!("still a move") };
        assert_eq!(moved.moments.intended, now);
        assert_eq!(moved.moments.sent, now + Duration::from_millis(100));
        assert_eq!(pending.again_at, None);
    }
}
