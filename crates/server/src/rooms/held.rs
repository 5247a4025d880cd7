use std::collections::HashMap;

use protocol::{AccountId, RoomId};

/// Which account is held by which room: it has a seat there whose game is not over for it, or is on its way to one. Found from either
/// side, so that a room that goes costs no look at all the others.
#[derive(Debug, Default)]
pub(super) struct Held {
    rooms: HashMap<AccountId, RoomId>,
    accounts: HashMap<RoomId, Vec<AccountId>>,
}

impl Held {
    /// The room that holds the account.
    pub(super) fn room_of(&self, account: AccountId) -> Option<RoomId> {
        self.rooms.get(&account).copied()
    }

    /// Holds an account for a room; refused with the room that holds it already.
    pub(super) fn claim(&mut self, account: AccountId, room: RoomId) -> Result<(), RoomId> {
        match self.room_of(account) {
            Some(other) if other != room => Err(other),
            Some(_) => Ok(()),
            None => {
                self.rooms.insert(account, room);
                self.accounts.entry(room).or_default().push(account);
                Ok(())
            }
        }
    }

    /// Lets an account go, if it is that room which holds it.
    pub(super) fn release(&mut self, account: AccountId, room: RoomId) {
        if self.room_of(account) != Some(room) {
            return;
        }
        self.rooms.remove(&account);
        if let Some(accounts) = self.accounts.get_mut(&room) {
            accounts.retain(|held| *held != account);
            if accounts.is_empty() {
                self.accounts.remove(&room);
            }
        }
    }

    /// Lets everybody go whom the room holds.
    pub(super) fn release_all(&mut self, room: RoomId) {
        for account in self.accounts.remove(&room).unwrap_or_default() {
            self.rooms.remove(&account);
        }
    }

    /// How many accounts are held.
    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn both_sides_agree_whatever_comes_and_goes() {
        let account = |number| AccountId(Uuid::from_u128(number));
        let [here, there] = [1, 2].map(|number| RoomId(Uuid::from_u128(number)));
        let mut held = Held::default();
        for number in 1..=3 {
            assert_eq!(held.claim(account(number), here), Ok(()));
        }
        assert_eq!(held.claim(account(1), here), Ok(()), "once more");
        assert_eq!(held.claim(account(1), there), Err(here));
        assert_eq!(held.claim(account(4), there), Ok(()));
        held.release(account(1), there);
        assert_eq!(held.room_of(account(1)), Some(here), "it is not that one which holds it");
        held.release(account(1), here);
        assert_eq!(held.claim(account(1), there), Ok(()));
        held.release_all(here);
        let rooms = [1, 2, 3, 4].map(|number| held.room_of(account(number)));
        assert_eq!(rooms, [Some(there), None, None, Some(there)]);
        held.release(account(1), there);
        held.release(account(4), there);
        assert!(held.rooms.is_empty() && held.accounts.is_empty(), "nobody is kept");
    }
}
