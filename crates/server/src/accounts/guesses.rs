//! Wrong passwords, counted per account beside the limit per address: whoever has many addresses guesses no faster.
//!
//! An account's owner is not locked out by those who guess. A browser in which the account was used before is counted by itself, and
//! a right password costs nothing. Names that nobody has are counted like others, so that the answer doesn't tell who is here.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use metrics::gauge;
use protocol::Millis;
use store::BrowserHash;

use crate::pace::{Pace, Rate};

/// Where passwords are tried: at an account, from one of its own browsers or from anywhere else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Door {
    /// What the account's name looks like.
    pub(crate) name_key: String,
    /// The browser, if the account was used in it before.
    pub(crate) browser: Option<BrowserHash>,
}

/// The wrong passwords of late. A door at which none was tried for long is not kept.
#[derive(Debug)]
pub(crate) struct Guesses {
    rate: Rate,
    doors: Mutex<HashMap<Door, Pace>>,
}

impl Guesses {
    pub(crate) fn new(rate: Rate) -> Guesses {
        Guesses { rate, doors: Mutex::default() }
    }

    /// Counts a password before it is looked at, or says in how many milliseconds to try again. However many are tried at the same
    /// moment, no more are looked at.
    pub(crate) fn take(&self, door: &Door, now: Millis) -> Result<(), u32> {
        // What can't be a name leads to no account, and is not to be counted for all who mistype theirs.
        if door.name_key.is_empty() {
            return Ok(());
        }
        let mut doors = self.lock();
        doors.entry(door.clone()).or_insert_with(|| Pace::new(self.rate)).take(now)
    }

    /// The password that was counted was right, or was not looked at.
    pub(crate) fn give_back(&self, door: &Door) {
        if let Some(pace) = self.lock().get_mut(door) {
            pace.give_back();
        }
    }

    /// Forgets the doors that are as if nobody had tried.
    pub(crate) fn forget(&self, now: Millis) {
        let mut doors = self.lock();
        doors.retain(|_, pace| !pace.is_full(now));
        gauge!("siguo_guessed_accounts").set(u32::try_from(doors.len()).unwrap_or(u32::MAX));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Door, Pace>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_passwords_are_counted_by_account_and_known_browser() {
        let guesses = Guesses::new(Rate { every_ms: 60_000, burst: 2 });
        let now = Millis(1_000_000);
        let strange = Door { name_key: "anna".to_owned(), browser: None };
        let known = Door { browser: Some(BrowserHash([7; 32])), ..strange.clone() };
        for _ in 0..2 {
            assert_eq!(guesses.take(&strange, now), Ok(()));
        }
        assert_eq!(guesses.take(&strange, now), Err(60_000));
        assert_eq!(guesses.take(&known, now), Ok(()), "the owner's browser");
        assert_eq!(guesses.take(&Door { name_key: "otto".to_owned(), browser: None }, now), Ok(()));
        let nowhere = Door { name_key: String::new(), browser: None };
        assert!((0..5).all(|_| guesses.take(&nowhere, now).is_ok()), "there is nothing to be guessed");
        guesses.give_back(&strange);
        assert_eq!(guesses.take(&strange, now), Ok(()), "one of them was right");
        guesses.forget(now + 119_999);
        assert_eq!(guesses.lock().len(), 1);
        guesses.forget(now + 120_000);
        assert!(guesses.lock().is_empty(), "nobody is kept");
    }
}
