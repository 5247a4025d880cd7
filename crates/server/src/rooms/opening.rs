//! How many rooms people have opened, by account and by address.

use std::net::IpAddr;

use metrics::gauge;
use protocol::AccountId;

use crate::{
    config::{Limits, Loopback},
    count::{Count, Counted},
};

/// The rooms that people have opened, in all, by account and by address.
#[derive(Debug)]
pub(super) struct Opened {
    all: Count<()>,
    accounts: Count<AccountId>,
    addresses: Count<IpAddr>,
}

/// A room that somebody opens counts until it is gone.
#[derive(Debug)]
pub(crate) struct Opening {
    _all: Counted<()>,
    _account: Counted<AccountId>,
    _address: Option<Counted<IpAddr>>,
}

impl Opened {
    pub(super) fn new() -> Opened {
        Opened {
            all: Count::new(|_| {}),
            accounts: Count::new(|len| gauge!("siguo_accounts_with_rooms").set(len)),
            addresses: Count::new(|len| gauge!("siguo_addresses_with_rooms").set(len)),
        }
    }

    /// A place for a room that an account opens from an address, if there is one for each of the two and one in all.
    ///
    /// Guests cost nothing, so that an account's bound alone would be none.
    pub(super) fn take(&self, account: AccountId, address: IpAddr, limits: &Limits) -> Option<Opening> {
        let bound = !address.is_loopback() || limits.loopback == Loopback::Bounded;
        let of_address =
            if bound { Some(self.addresses.add(address, limits.rooms_per_address)?) } else { None };
        Some(Opening {
            _all: self.all.add((), limits.rooms)?,
            _account: self.accounts.add(account, limits.rooms_per_account)?,
            _address: of_address,
        })
    }

    /// One that is there already.
    pub(super) fn take_anyway(&self, account: AccountId) -> Option<Opening> {
        Some(Opening {
            _all: self.all.add((), u32::MAX)?,
            _account: self.accounts.add(account, u32::MAX)?,
            _address: None,
        })
    }
}
