//! Where people are.

use protocol::{AccountId, Whereabouts};

use crate::app::App;

/// Where each of them is, in the same order.
pub(crate) async fn of(app: &App, accounts: &[AccountId]) -> Vec<Whereabouts> {
    let waiting = app.line.waiting_among(accounts).await;
    let whereabouts = |account: &AccountId| {
        if app.rooms.is_playing(*account) {
            Whereabouts::Playing(app.rooms.shown_room_of(*account))
        } else if app.rooms.room_of(*account).is_some() {
            Whereabouts::Seated
        } else if waiting.contains(account) {
            Whereabouts::Waiting
        } else if app.presence.is_connected(*account) {
            Whereabouts::Online
        } else {
            Whereabouts::Offline
        }
    };
    accounts.iter().map(whereabouts).collect()
}

/// Where one of them is.
pub(crate) async fn of_one(app: &App, account: AccountId) -> Whereabouts {
    of(app, &[account]).await.pop().unwrap_or(Whereabouts::Offline)
}
