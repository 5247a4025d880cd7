//! An account as it is told to others and to its owner.

use protocol::{Account, AccountId, BotLevel, Player};
use room::Member;
use rules::Title;
use store::{AccountState, Ladder, StoreError, StoredAccount};

use super::fair;
use crate::app::App;

/// As its owner sees it.
pub(crate) async fn account(app: &App, stored: &StoredAccount) -> Result<Account, StoreError> {
    let card = app.store.score_card(Ladder::Siguo, stored.id).await?;
    Ok(Account {
        id: stored.id,
        kind: stored.kind,
        role: stored.role,
        name: stored.name.clone(),
        score: card.score,
        title: Title::of(card.score),
        no_ranked_until: app.store.barred_until(stored.id, app.clock.now()).await?,
    })
}

/// As the others at a table see it.
pub(crate) async fn player(
    app: &App,
    stored: &StoredAccount,
    level: Option<BotLevel>,
) -> Result<Player, StoreError> {
    let card = app.store.score_card(Ladder::Siguo, stored.id).await?;
    Ok(stored.player(&card, level))
}

/// The account of this id, if it is in use.
pub(crate) async fn active(app: &App, id: AccountId) -> Result<StoredAccount, StoreError> {
    let found = app.store.account(id).await?.filter(|account| account.state == AccountState::Active);
    found.ok_or(StoreError::NoSuchAccount(id))
}

/// Who comes into a room under this id, as it is by now.
pub(crate) async fn entering(app: &App, id: AccountId) -> Result<Member, StoreError> {
    member(app, &active(app, id).await?).await
}

/// As it comes into a room.
pub(crate) async fn member(app: &App, stored: &StoredAccount) -> Result<Member, StoreError> {
    let as_of = app.clock.now();
    Ok(Member {
        player: player(app, stored, None).await?,
        preferred: app.store.default_layout(stored.id).await?,
        ties: fair::ties(&app.store, stored.id, stored.kind, as_of).await?,
        as_of,
    })
}
