use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use protocol::{GameId, RoomId};

use crate::{follow::Scrutiny, latency::Moments, shared::Shared};

/// Moves whose moments are kept for those who have not heard of them yet.
const KEPT: usize = 128;

/// A move on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) moments: Moments,
    /// The sender's socket was cut on purpose before the answer: how long it took says nothing of the server.
    pub(crate) was_cut: bool,
}

/// What the clients of one room share.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) room: RoomId,
    shared: Arc<Shared>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    game: Option<(GameId, Scrutiny)>,
    has_moved: bool,
    has_ended: bool,
    flights: VecDeque<(GameId, u32, Flight)>,
}

impl Table {
    pub(crate) fn new(room: RoomId, shared: Arc<Shared>) -> Table {
        Table { room, shared, state: Mutex::default() }
    }

    /// How closely a game is looked at, the same for all at the table.
    pub(crate) fn scrutiny(&self, game: GameId) -> Scrutiny {
        let mut state = self.lock();
        match state.game {
            Some((known, scrutiny)) if known == game => scrutiny,
            Some(_) | None => {
                let scrutiny = self.shared.next_scrutiny();
                *state = State { game: Some((game, scrutiny)), ..State::default() };
                scrutiny
            }
        }
    }

    /// Counts a game when the first of its clients sees its first event, and when the first sees its end.
    pub(crate) fn hears(&self, event: &protocol::Event) {
        let mut state = self.lock();
        if state.game.is_none_or(|(game, _)| game != event.game) {
            return;
        }
        let begins = !std::mem::replace(&mut state.has_moved, true);
        let ends = event.event.result.is_some() && !std::mem::replace(&mut state.has_ended, true);
        let is_checked = state.game.is_some_and(|(_, scrutiny)| scrutiny == Scrutiny::Frames);
        drop(state);
        if begins || ends {
            let mut tally = self.shared.tally.lock();
            tally.games_begun += u64::from(begins);
            tally.games_checked += u64::from(begins && is_checked);
            tally.games_finished += u64::from(ends && !self.shared.finish.is_cancelled());
        }
    }

    /// Before a move is sent: others may hear of it before the sender goes on.
    pub(crate) fn flies(&self, game: GameId, no: u32, flight: Flight) {
        let mut state = self.lock();
        state.flights.retain(|(of, known, _)| (*of, *known) != (game, no));
        if state.flights.len() == KEPT {
            state.flights.pop_front();
        }
        state.flights.push_back((game, no, flight));
    }

    pub(crate) fn flight(&self, game: GameId, no: u32) -> Option<Flight> {
        let state = self.lock();
        state.flights.iter().rev().find(|(of, known, _)| (*of, *known) == (game, no)).map(|found| found.2)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
