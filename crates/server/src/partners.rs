//! What is asked for between partners (对家) outside of rooms.

use protocol::{AccountId, AccountKind, Done, ErrorBody, InviteId, Player};

use crate::{
    accounts::{name::Name, view},
    admission,
    app::App,
    matching::Consent,
    ws::unavailable,
};

/// Invites by name, or whoever gets the link.
pub(crate) async fn invite(app: &App, account: AccountId, name: Option<&str>) -> Result<Done, ErrorBody> {
    let from = person(app, account).await?;
    let to = match name {
        None => None,
        Some(name) => Some(named(app, account, name).await?),
    };
    let invite = InviteId(app.chance.id(app.clock.now()));
    app.line.invite(invite, from, to).await?;
    Ok(Done::Invited { invite })
}

/// Who invites, for whoever has opened the link.
pub(crate) async fn invitation(app: &App, invite: InviteId) -> Result<Done, ErrorBody> {
    let found = app.line.invitation(invite).await.ok_or(ErrorBody::NoSuchInvite)?;
    Ok(Done::Invitation(Box::new(found)))
}

pub(crate) async fn answer(
    app: &App,
    account: AccountId,
    invite: InviteId,
    consent: Consent,
) -> Result<Done, ErrorBody> {
    let who = person(app, account).await?;
    // A link that was passed on to somebody whom one has blocked is not for that one.
    if let Some(found) = app.line.invitation(invite).await
        && has_blocked(app, found.from.id, account).await?
    {
        return Err(ErrorBody::NoSuchInvite);
    }
    app.line.answer(who, invite, consent).await?;
    Ok(Done::Done)
}

/// Only those are partners who may play ranked; who has to wait first may be one already.
async fn person(app: &App, account: AccountId) -> Result<Player, ErrorBody> {
    let stored = admission::find(app, account).await?;
    match stored.kind {
        AccountKind::Person => {}
        AccountKind::Guest | AccountKind::Bot => return Err(ErrorBody::NeedAccount),
    }
    view::player(app, &stored, None).await.map_err(|err| unavailable(&err))
}

/// The registered player of this name, who must be connected. Whoever is blocked hears what one hears of somebody who is taken:
/// nobody is told by whom one is blocked.
async fn named(app: &App, by: AccountId, name: &str) -> Result<Player, ErrorBody> {
    let name = Name::parse(name).map_err(|_| ErrorBody::NoSuchPlayer)?;
    let found = app.store.account_by_name_key(&name.key).await.map_err(|err| unavailable(&err))?;
    let is_player = |stored: &store::StoredAccount| {
        stored.kind == AccountKind::Person && stored.state == store::AccountState::Active
    };
    let stored = found.filter(is_player).ok_or(ErrorBody::NoSuchPlayer)?;
    if !app.presence.is_connected(stored.id) {
        return Err(ErrorBody::NotOnline);
    }
    // As for a partner who would line up: `in-game` is said of oneself alone.
    if app.rooms.room_of(stored.id).is_some() {
        return Err(ErrorBody::PartnerBusy);
    }
    if has_blocked(app, stored.id, by).await? {
        return Err(ErrorBody::PartnerTaken);
    }
    view::player(app, &stored, None).await.map_err(|err| unavailable(&err))
}

async fn has_blocked(app: &App, account: AccountId, other: AccountId) -> Result<bool, ErrorBody> {
    let relation = app.store.relation(account, other).await.map_err(|err| unavailable(&err))?;
    Ok(relation.blocked)
}
