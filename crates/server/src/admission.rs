//! Who may play where: asked when somebody opens a room, takes a seat or wants another game, before the room hears of it.
//!
//! What concerns the table as a whole, such as who may meet whom in a ranked game, belongs here too.

use protocol::{AccountId, AccountKind, ErrorBody, RoomId};
use store::StoredAccount;

use crate::{accounts::view, app::App, ws::unavailable};

/// Whether the account may take part in ranked games, and who it is.
pub(crate) async fn to_ranked(app: &App, account: AccountId) -> Result<StoredAccount, ErrorBody> {
    let stored = find(app, account).await?;
    match stored.kind {
        AccountKind::Person => {}
        AccountKind::Guest | AccountKind::Bot => return Err(ErrorBody::NeedAccount),
    }
    let barred = app.store.barred_until(account, app.clock.now()).await.map_err(|err| unavailable(&err))?;
    match barred {
        Some(until) => Err(ErrorBody::Barred { until }),
        None => Ok(stored),
    }
}

/// Holds the account for a seat in that room, or for another game on the one it has. The caller has its turn until the room knows.
pub(crate) async fn to_seat(app: &App, account: AccountId, room: RoomId) -> Result<(), ErrorBody> {
    if app.rooms.is_ranked(room) {
        to_ranked(app, account).await?;
    }
    app.rooms.claim(account, room).map_err(|room| ErrorBody::InGame { room })
}

/// Takes the account out of the line: it has a seat.
pub(crate) async fn leave_line(app: &App, account: AccountId) {
    // Who was not in the line need not leave it.
    let _was_queued = app.line.leave(account).await;
}

/// The account as it is now; one that was deleted is none.
pub(crate) async fn find(app: &App, account: AccountId) -> Result<StoredAccount, ErrorBody> {
    view::active(app, account).await.map_err(|err| unavailable(&err))
}
