//! Where people are.

use protocol::{AccountId, Whereabouts};

use crate::{app::App, rooms::Place};

/// Where each of them is, in the same order. The line is asked first: whoever is given a table meanwhile is seen there.
pub(crate) fn of(app: &App, accounts: &[AccountId]) -> Vec<Whereabouts> {
    let waiting = app.line.waiting_among(accounts);
    let places = app.rooms.places(accounts);
    let connected = app.presence.connected_among(accounts);
    let whereabouts = |(account, place)| match place {
        Place::Playing(room) => Whereabouts::Playing(room),
        Place::Seated => Whereabouts::Seated,
        Place::Nowhere if waiting.contains(account) => Whereabouts::Waiting,
        Place::Nowhere if connected.contains(account) => Whereabouts::Online,
        Place::Nowhere => Whereabouts::Offline,
    };
    accounts.iter().zip(places).map(whereabouts).collect()
}

/// Where one of them is.
pub(crate) fn of_one(app: &App, account: AccountId) -> Whereabouts {
    of(app, &[account]).pop().unwrap_or(Whereabouts::Offline)
}
