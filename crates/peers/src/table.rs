use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use load::Moments;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tokio_util::sync::CancellationToken;

/// As in `bench/peers/table.js`.
pub(crate) const SEATS: u8 = 4;
const PIECES: u8 = 25;
const POINTS: u8 = 129;

/// Moves whose moments are kept for those who have not heard of them yet.
const KEPT: usize = 8;

/// A move between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// What the four players of one table share: whose piece is where, and when the last moves were sent.
#[derive(Debug)]
pub(crate) struct Table {
    state: Mutex<State>,
    /// Nobody here moves any more.
    pub(crate) over: CancellationToken,
}

#[derive(Debug)]
struct State {
    owners: Vec<Option<u8>>,
    sent: u32,
    /// How many players move no more.
    resting: u8,
    flights: VecDeque<(u32, Moments)>,
}

impl Table {
    pub(crate) fn new() -> Table {
        let owner = |at| (at < SEATS * PIECES).then_some(at / PIECES);
        let owners = (0..POINTS).map(owner).collect();
        let state = State { owners, sent: 0, resting: 0, flights: VecDeque::new() };
        Table { state: Mutex::new(state), over: CancellationToken::new() }
    }

    /// A move of that seat, which becomes event `no`. Whoever is there changes places with the piece that comes.
    pub(crate) fn play(&self, seat: u8, no: u32, moments: Moments, dice: &mut ChaCha8Rng) -> Move {
        let mut state = self.lock();
        let drawn = Move {
            from: draw(&state.owners, dice, |owner| owner == Some(seat)),
            to: draw(&state.owners, dice, |owner| owner != Some(seat)),
        };
        state.owners.swap(usize::from(drawn.from), usize::from(drawn.to));
        state.sent = no;
        if state.flights.len() == KEPT {
            state.flights.pop_front();
        }
        state.flights.push_back((no, moments));
        drawn
    }

    /// When the move was sent that became event `no`.
    pub(crate) fn moments(&self, no: u32) -> Option<Moments> {
        self.lock().flights.iter().find(|(of, _)| *of == no).map(|found| found.1)
    }

    /// The last event that a move was sent for.
    pub(crate) fn sent(&self) -> u32 {
        self.lock().sent
    }

    /// One of the players moves no more.
    pub(crate) fn rest(&self) {
        let mut state = self.lock();
        state.resting += 1;
        if state.resting == SEATS {
            self.over.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A point of those that will do, of which there are many.
fn draw(owners: &[Option<u8>], dice: &mut ChaCha8Rng, will_do: impl Fn(Option<u8>) -> bool) -> u8 {
    loop {
        let at = dice.random_range(0..POINTS);
        if will_do(owners[usize::from(at)]) {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use tokio::time::Instant;

    use super::*;

    #[test]
    fn every_move_takes_an_own_piece_where_no_own_one_is() {
        let (table, mut dice) = (Table::new(), ChaCha8Rng::seed_from_u64(1));
        let now = Instant::now();
        for no in 1..=1_000 {
            let seat = u8::try_from((no - 1) % u32::from(SEATS)).expect("a seat");
            let before = table.lock().owners.clone();
            let Move { from, to } = table.play(seat, no, Moments { intended: now, sent: now }, &mut dice);
            assert_eq!(before[usize::from(from)], Some(seat));
            assert_ne!(before[usize::from(to)], Some(seat));
        }
        let mut pieces = BTreeMap::new();
        for owner in table.lock().owners.iter().flatten() {
            *pieces.entry(*owner).or_insert(0) += 1;
        }
        assert_eq!(pieces, (0..SEATS).map(|seat| (seat, i32::from(PIECES))).collect());
        assert!(table.moments(1_000).is_some() && table.moments(1_001).is_none());
        assert_eq!(table.sent(), 1_000);
    }
}
