//! What keeps ranked games fair, gathered for one account.

use std::net::IpAddr;

use protocol::{AccountId, AccountKind, LadderSettings, Millis, SameAddress};
use room::Ties;
use rules::ladder::Terms;
use store::{Ladder, Store, StoreError, StoredAccount};

use crate::{
    app::App,
    matching::{Conduct, Entrant},
};

/// The part of the settings that the rules know.
pub(crate) fn terms(ladder: &LadderSettings) -> Terms {
    Terms { protect: i64::from(ladder.protect), same_opponents: ladder.same_opponents }
}

/// What binds an account to others in a game whose seats are drawn at that moment.
pub(crate) async fn ties(
    store: &Store,
    account: AccountId,
    kind: AccountKind,
    at: Millis,
) -> Result<Ties, StoreError> {
    match kind {
        AccountKind::Person => Ok(Ties {
            kin: store.kin(account).await?,
            met: store.met(Ladder::Siguo, account, at).await?,
            blocked: store.blocked_ids(account).await?.into_iter().collect(),
        }),
        // They play no ranked games.
        AccountKind::Guest => {
            Ok(Ties { blocked: store.blocked_ids(account).await?.into_iter().collect(), ..Ties::default() })
        }
        AccountKind::Bot => Ok(Ties::default()),
    }
}

/// As it stands in the line.
pub(crate) async fn entrant(app: &App, stored: &StoredAccount) -> Result<Entrant, StoreError> {
    let flights = app.store.flights(Ladder::Siguo, stored.id).await?;
    let mut addresses = app.presence.addresses(stored.id);
    addresses.retain(|address| keeps_apart(app.ladder.same_address, *address));
    Ok(Entrant {
        account: stored.id,
        score: app.store.score_card(Ladder::Siguo, stored.id).await?.score,
        conduct: if flights.is_habit() { Conduct::Fleeing } else { Conduct::Steady },
        ties: ties(&app.store, stored.id, stored.kind, app.clock.now()).await?,
        addresses,
    })
}

/// Whether two of that address are no opponents in a quick match.
fn keeps_apart(same_address: SameAddress, address: IpAddr) -> bool {
    match same_address {
        SameAddress::Allow => false,
        SameAddress::Refuse => true,
        SameAddress::Auto => !is_near(address),
    }
}

/// Of loopback or of a private network. Of IPv6 only the network is known here, so `::` stands for loopback.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback()
                || address.is_unspecified()
                || address.is_unique_local()
                || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_addresses_keep_nobody_apart_unless_it_is_said() {
        for near in
            ["127.0.0.1", "10.1.2.3", "192.168.0.7", "172.20.0.1", "169.254.1.1", "::", "fd00::", "fe80::"]
        {
            let near = near.parse().expect(near);
            assert!(
                !keeps_apart(SameAddress::Auto, near) && keeps_apart(SameAddress::Refuse, near),
                "{near}"
            );
        }
        for far in ["203.0.113.9", "100.64.0.1", "2001:db8::"] {
            let far = far.parse().expect(far);
            assert!(keeps_apart(SameAddress::Auto, far) && !keeps_apart(SameAddress::Allow, far), "{far}");
        }
    }
}
