//! What is asked for between partners (对家) outside of rooms.

use protocol::{AccountId, AccountKind, Done, ErrorBody, Invite, InviteId, Player};

use crate::{
    accounts::{name::Name, view},
    admission,
    app::App,
    matching::{Asked, Consent},
    ws::unavailable,
};

/// Invites by name, or whoever gets the link.
pub(crate) async fn invite(app: &App, account: AccountId, name: Option<&str>) -> Result<Done, ErrorBody> {
    let _turn = app.turns.take([account]).await;
    let from = person(app, account).await?;
    let to = match name {
        None => None,
        Some(name) => Some(asked(app, account, name).await?),
    };
    let invite = InviteId(app.chance.id(app.clock.now()));
    app.line.invite(invite, from, to).await?;
    Ok(Done::Invited { invite })
}

/// Who invites, for whoever has opened the link.
pub(crate) async fn invitation(app: &App, account: AccountId, invite: InviteId) -> Result<Done, ErrorBody> {
    let found = link(app, account, invite).await?.ok_or(ErrorBody::NoSuchInvite)?;
    Ok(Done::Invitation(Box::new(found)))
}

pub(crate) async fn answer(
    app: &App,
    account: AccountId,
    invite: InviteId,
    consent: Consent,
) -> Result<Done, ErrorBody> {
    let _turn = app.turns.take([account]).await;
    let who = person(app, account).await?;
    link(app, account, invite).await?;
    app.line.answer(who, invite, consent).await?;
    Ok(Done::Done)
}

/// The invitation, if it is for whoever gets its link. One that was passed on to somebody whom its inviter has blocked is not for that one;
/// whoever is invited by name was meant, blocked or not.
async fn link(app: &App, account: AccountId, invite: InviteId) -> Result<Option<Invite>, ErrorBody> {
    let Some(found) = app.line.link(invite).await else { return Ok(None) };
    if has_blocked(app, found.from.id, account).await? {
        return Err(ErrorBody::NoSuchInvite);
    }
    Ok(Some(found))
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

/// The registered player of this name, who must be connected.
async fn asked(app: &App, by: AccountId, name: &str) -> Result<Asked, ErrorBody> {
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
    let has_blocked = has_blocked(app, stored.id, by).await?;
    let player = view::player(app, &stored, None).await.map_err(|err| unavailable(&err))?;
    Ok(Asked { player, has_blocked })
}

async fn has_blocked(app: &App, account: AccountId, other: AccountId) -> Result<bool, ErrorBody> {
    let relation = app.store.relation(account, other).await.map_err(|err| unavailable(&err))?;
    Ok(relation.blocked)
}
