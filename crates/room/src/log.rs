use std::collections::VecDeque;

use protocol::{GameId, Millis, RESUMED_EVENTS, RoomId};
use rules::{Action, Game, Outcome, Seat, Viewer};

/// What has happened last in a game, for those who come back: no more than is sent to anybody again.
///
/// Kept are the actions. What followed from them takes ten times as much room and is found by playing them again.
#[derive(Debug)]
pub(crate) struct Log {
    before: Before,
    last: VecDeque<Acted>,
    no: u32,
}

/// The game before the first of the actions that are kept.
#[derive(Debug)]
enum Before {
    /// It began, with a move of that seat.
    Beginning(Seat),
    Later(Box<Game>),
}

#[derive(Debug)]
struct Acted {
    at: Millis,
    action: Action,
}

impl Log {
    /// Of a game that begins with that seat.
    pub(crate) fn new(first: Seat) -> Log {
        Log { before: Before::Beginning(first), last: VecDeque::new(), no: 0 }
    }

    /// Adds the action that has brought the game to where it is.
    pub(crate) fn push(&mut self, game: &Game, at: Millis, action: Action) {
        if self.last.len() == RESUMED_EVENTS as usize
            && let Some(oldest) = self.last.pop_front()
        {
            again(self.before.later(game), oldest.action);
        }
        self.last.push_back(Acted { at, action });
        self.no += 1;
    }

    /// The number of the last event; 0 before the first.
    pub(crate) fn no(&self) -> u32 {
        self.no
    }

    /// The events after number `have`, one of the last, as they are sent again: without clock and legal moves. `game` is where it is.
    pub(crate) fn since(
        &self,
        room: RoomId,
        id: GameId,
        game: &Game,
        viewer: Viewer,
        have: u32,
    ) -> impl Iterator<Item = protocol::Event> {
        let mut replayed = self.before.game(game);
        let kept = u32::try_from(self.last.len()).expect("no more than are sent again");
        let numbered = (self.no - kept + 1..).zip(&self.last);
        let told = numbered.map(move |(no, &Acted { at, action })| {
            let event = again(&mut replayed, action).event(viewer);
            protocol::Event { room, game: id, no, at, event, clock: None, legal: None }
        });
        told.filter(move |event| event.no > have)
    }
}

impl Before {
    /// `game` is the same game, later.
    fn game(&self, game: &Game) -> Game {
        match self {
            Before::Beginning(first) => Game::new(*game.rules(), *first, game.deployment().clone())
                .expect("it has begun like this before"),
            Before::Later(before) => (**before).clone(),
        }
    }

    /// The game that is kept, to be carried on.
    fn later(&mut self, game: &Game) -> &mut Game {
        if let Before::Beginning(_) = self {
            *self = Before::Later(Box::new(self.game(game)));
        }
        match self {
            Before::Later(before) => before,
            Before::Beginning(_) => unreachable!("it was replaced"),
        }
    }
}

fn again(game: &mut Game, action: Action) -> Outcome {
    game.apply(action).expect("the action was carried out before")
}

#[cfg(test)]
mod tests {
    use rules::{BySeat, Deployment, RuleSet};
    use uuid::Uuid;

    use super::*;
    use crate::arranging::DEFAULT_LAYOUT;

    #[test]
    fn what_is_sent_again_is_what_was_sent_however_long_ago_the_game_began() {
        let layout = DEFAULT_LAYOUT.parse().expect("it is one");
        let deployment = Deployment::Arranged(BySeat::new_with(|_| Some(layout)));
        let mut game = Game::new(RuleSet::DEFAULT, Seat::Blue, deployment).expect("it can begin");
        let mut log = Log::new(Seat::Blue);
        let mut sent = Vec::new();
        let (room, id) = (RoomId(Uuid::max()), GameId(Uuid::max()));
        while sent.len() < 3 * RESUMED_EVENTS as usize {
            let legal = game.legal().moves;
            let targets = &legal[sent.len() * 41 % legal.len()];
            let action =
                Action::Move { from: targets.from, to: targets.to[sent.len() * 7 % targets.to.len()] };
            let outcome = game.apply(action).expect("it is legal");
            log.push(&game, Millis(sent.len().try_into().expect("few")), action);
            sent.push(outcome.event(Viewer::Public));
            let have = log.no().saturating_sub(RESUMED_EVENTS);
            let again: Vec<_> = log.since(room, id, &game, Viewer::Public, have).collect();
            assert_eq!(
                again.iter().map(|it| it.no).collect::<Vec<_>>(),
                (have + 1..=log.no()).collect::<Vec<_>>()
            );
            for protocol::Event { no, at, event, .. } in again {
                assert_eq!((at, &event), (Millis(i64::from(no) - 1), &sent[no as usize - 1]));
            }
        }
        assert!(matches!(log.before, Before::Later(_)), "the beginning is no longer needed");
        assert_eq!(log.since(room, id, &game, Viewer::Public, log.no()).count(), 0, "nothing is missed");
    }
}
