//! How many sockets are open, by account and by address.

use std::net::IpAddr;

use metrics::gauge;
use protocol::AccountId;

use crate::{
    config::{Limits, Loopback},
    count::{Count, Counted},
};

/// Sockets that an account has at once.
const OF_ACCOUNT: u32 = 16;

/// The sockets there are. A place is taken before the connection is made, so however many come at once, no more get in.
#[derive(Debug)]
pub(crate) struct Places {
    accounts: Count<AccountId>,
    addresses: Count<IpAddr>,
}

/// The place of one socket, free again when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    _of_account: Counted<AccountId>,
    _of_address: Option<Counted<IpAddr>>,
}

impl Places {
    pub(crate) fn new() -> Places {
        Places {
            accounts: Count::new(|len| gauge!("siguo_sockets_by", "key" => "account").set(len)),
            addresses: Count::new(|len| gauge!("siguo_sockets_by", "key" => "address").set(len)),
        }
    }

    /// A place for one more socket; `None` if the account or the address has too many.
    pub(super) fn take(&self, account: AccountId, address: IpAddr, limits: &Limits) -> Option<Place> {
        let bound = !address.is_loopback() || limits.loopback == Loopback::Bounded;
        let of_address = if bound { Some(self.addresses.add(address, limits.sockets)?) } else { None };
        Some(Place { _of_account: self.accounts.add(account, OF_ACCOUNT)?, _of_address: of_address })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn account(number: u128) -> AccountId {
        AccountId(Uuid::from_u128(number))
    }

    #[test]
    fn a_place_is_free_again_when_its_socket_is_gone() {
        let places = Places::new();
        let limits = Limits { sockets: 3, ..Limits::none() };
        let address = IpAddr::from([192, 0, 2, 1]);
        let take = |number| places.take(account(number), address, &limits);
        let mut taken: Vec<Place> = (1..=3).map(|number| take(number).expect("a place")).collect();
        assert!(take(4).is_none(), "the address has three");
        assert!(places.take(account(4), IpAddr::from([192, 0, 2, 2]), &limits).is_some());
        taken.pop();
        taken.push(take(4).expect("one is free"));
        assert!(take(4).is_none());
        taken.clear();
        assert_eq!((places.addresses.len(), places.accounts.len()), (0, 0), "nobody is kept");
    }

    #[test]
    fn this_machine_is_bound_only_if_it_is_said_so() {
        let places = Places::new();
        let limits = Limits { sockets: 1, ..Limits::none() };
        for address in [IpAddr::from([127, 0, 0, 1]), IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)] {
            let take = |limits: &Limits| places.take(account(1), address, limits);
            let bounded = Limits { loopback: Loopback::Bounded, ..limits };
            let _first = take(&bounded).expect("a place");
            assert!(take(&bounded).is_none());
            assert!(take(&limits).is_some());
        }
    }

    #[test]
    fn an_account_that_is_refused_takes_no_place_of_its_address() {
        let places = Places::new();
        let limits = Limits { sockets: OF_ACCOUNT + 1, ..Limits::none() };
        let address = IpAddr::from([192, 0, 2, 1]);
        let taken: Vec<Option<Place>> =
            (0..OF_ACCOUNT + 5).map(|_| places.take(account(1), address, &limits)).collect();
        assert_eq!(taken.iter().flatten().count(), 16);
        assert!(places.take(account(2), address, &limits).is_some());
    }
}
