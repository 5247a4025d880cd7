//! The order in which the rooms and the line hear what becomes of an account.
//!
//! Whoever changes what they know of an account, its kind, its blocks, whether it is there at all, has its turn from the change in the
//! store until they have been told. Whoever reads the account to send it there has the turn from the reading until it is sent, and whoever
//! holds it for a seat until the room knows. So nothing that was read before a change arrives after it, and nobody sits down while being
//! deleted. Several accounts are taken in one order, and nobody who has a turn takes another one; neither the line nor a room waits for a
//! turn, since whoever has one may be asking them.

use std::{
    collections::BTreeSet,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
};

use protocol::AccountId;
use tokio::sync::{Mutex, MutexGuard};

/// Accounts share turns; of so many two seldom meet.
const TURNS: u64 = 1_024;

/// The turns of all accounts.
#[derive(Debug)]
pub(crate) struct Turns(Vec<Mutex<()>>);

/// Held until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    _held: Vec<MutexGuard<'a, ()>>,
}

impl Turns {
    pub(crate) fn new() -> Turns {
        Turns((0..TURNS).map(|_| Mutex::new(())).collect())
    }

    /// Waits for the turn of these accounts.
    pub(crate) async fn take(&self, accounts: impl IntoIterator<Item = AccountId>) -> Turn<'_> {
        let places: BTreeSet<usize> = accounts.into_iter().map(place).collect();
        let mut held = Vec::with_capacity(places.len());
        for place in places {
            held.push(self.0[place].lock().await);
        }
        Turn { _held: held }
    }
}

fn place(account: AccountId) -> usize {
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(account);
    usize::try_from(hash % TURNS).expect("it is small")
}

#[cfg(test)]
mod tests {
    use std::{future::Future, pin::pin, task::Poll};

    use uuid::Uuid;

    use super::*;

    async fn is_free(turns: &Turns, accounts: [u128; 2]) -> bool {
        let mut taking = pin!(turns.take(accounts.map(|number| AccountId(Uuid::from_u128(number)))));
        std::future::poll_fn(|cx| Poll::Ready(taking.as_mut().poll(cx).is_ready())).await
    }

    #[tokio::test]
    async fn an_account_has_one_turn_at_a_time() {
        let turns = Turns::new();
        let one = AccountId(Uuid::from_u128(1));
        let turn = turns.take([one, one]).await;
        assert!(!is_free(&turns, [1, 2]).await && !is_free(&turns, [2, 1]).await);
        assert!(is_free(&turns, [2, 3]).await, "others do not wait");
        drop(turn);
        assert!(is_free(&turns, [1, 2]).await);
    }
}
