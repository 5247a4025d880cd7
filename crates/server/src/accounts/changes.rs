//! What becomes of an account while it is in rooms or in the line: stored, then told there, in its turn (see [`super::turns`]).

use std::collections::BTreeSet;

use protocol::{AccountId, Millis};
use store::{Named, StoreError, StoredAccount};

use super::view;
use crate::{app::App, http::problem::chain};

/// A guest registers, and goes on as the new one in the rooms that it is in.
pub(crate) async fn upgrade_guest(
    app: &App,
    account: AccountId,
    named: &Named,
    invite: Option<&str>,
) -> Result<(), StoreError> {
    let _turn = app.turns.take([account]).await;
    app.store.upgrade_guest(account, named, invite, app.clock.now()).await?;
    // It has registered, whatever the rooms hear; they hear it at the latest when it comes in again.
    if let Err(err) = renew(app, account).await {
        tracing::warn!(account.id = %account, error = %chain(&err), "rooms do not hear who has registered");
    }
    Ok(())
}

/// The account is deleted, and called so wherever its name stood; no table keeps a seat for it.
pub(crate) async fn delete(
    app: &App,
    account: &StoredAccount,
    name: &str,
    kept_until: Millis,
) -> Result<(), StoreError> {
    let _turn = app.turns.take([account.id]).await;
    app.store.delete_account(account.id, account.password_hash.as_ref(), name, kept_until).await?;
    app.rooms.delete(account.id, name).await;
    Ok(())
}

/// Blocks somebody; an account blocks at most so many.
pub(crate) async fn block(
    app: &App,
    account: AccountId,
    whom: AccountId,
    at_most: u32,
) -> Result<(), StoreError> {
    let _turn = app.turns.take([account]).await;
    app.store.block(account, whom, at_most, app.clock.now()).await?;
    spread_blocks(app, account).await
}

/// Blocks somebody no longer.
pub(crate) async fn unblock(app: &App, account: AccountId, whom: AccountId) -> Result<(), StoreError> {
    let _turn = app.turns.take([account]).await;
    app.store.unblock(account, whom).await?;
    spread_blocks(app, account).await
}

/// Tells the line and the rooms that the account is in whom it has blocked now.
async fn spread_blocks(app: &App, account: AccountId) -> Result<(), StoreError> {
    let blocked: BTreeSet<AccountId> = app.store.blocked_ids(account).await?.into_iter().collect();
    app.line.blocks(account, blocked.clone()).await;
    app.rooms.blocks(account, &blocked).await;
    Ok(())
}

async fn renew(app: &App, account: AccountId) -> Result<(), StoreError> {
    let stored = app.store.account(account).await?.ok_or(StoreError::NoSuchAccount(account))?;
    app.rooms.renew(&view::member(app, &stored).await?).await;
    Ok(())
}
