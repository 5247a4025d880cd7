//! What is asked for outside of rooms: lining up, practice, a room of one's own.

use std::net::IpAddr;

use protocol::{
    AccountId, BotLevel, Command, Done, ErrorBody, FirstSeat, Host, Live, Password, Privacy, QueueMode,
    Reply, RoomFilter, RoomId, RoomKind, RoomOptions, Spectating, Talk,
};
use room::{Lock, Member, RoomCommand, RoomSetup, check_flee_rate, check_options, check_password};
use rules::{BySeat, RuleSet, Seat};
use store::StoredAccount;

use crate::{
    accounts::{fair, password::PasswordFault, view},
    admission,
    app::App,
    matching::{Consent, Entrant, Party},
    partners, practice,
    rooms::{Handle, Opening},
    ws::unavailable,
};

/// When to try again while too many passwords are compared.
pub(crate) const BUSY_MS: u32 = 1_000;

/// Who asks for something, and from where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub(crate) account: AccountId,
    pub(crate) address: IpAddr,
}

/// Carries out a command of the lobby. `Done::Room` means: go in there.
pub(crate) async fn carry_out(app: &App, asker: Asker, command: Command) -> Reply {
    let account = asker.account;
    let done = match command {
        Command::Queue { mode } => queue(app, account, mode).await,
        Command::Unqueue => app.line.leave(account).await.map(|()| Done::Done),
        Command::Consent { accept } => {
            app.line.consent(account, Consent::from(accept)).await.map(|()| Done::Done)
        }
        Command::Invite { name } => partners::invite(app, account, name.as_deref()).await,
        Command::Invitation { invite } => partners::invitation(app, account, invite).await,
        Command::AnswerInvite { invite, accept } => {
            partners::answer(app, account, invite, Consent::from(accept)).await
        }
        Command::TakeBack => app.line.take_back(account).await.map(|()| Done::Done),
        Command::Unpair => app.line.unpair(account).await.map(|()| Done::Done),
        Command::Practice { level, rules } => open_practice(app, asker, level, rules).await,
        Command::Create { ranked: true, options, password } => {
            create(app, asker, Kind::Ranked, options, password).await
        }
        Command::Create { ranked: false, options, password } => {
            create(app, asker, Kind::Unranked, options, password).await
        }
        Command::Hello { .. }
        | Command::Time
        | Command::Join { .. }
        | Command::Part { .. }
        | Command::List { .. }
        | Command::Configure { .. }
        | Command::SetSpectating { .. }
        | Command::PassHost { .. }
        | Command::Remove { .. }
        | Command::Swap { .. }
        | Command::AnswerSwap { .. }
        | Command::Again { .. }
        | Command::Sit { .. }
        | Command::Stand { .. }
        | Command::Ready { .. }
        | Command::Unready { .. }
        | Command::Move { .. }
        | Command::Flip { .. }
        | Command::OfferDraw { .. }
        | Command::AnswerDraw { .. }
        | Command::Surrender { .. }
        | Command::Flee { .. }
        | Command::Say { .. }
        | Command::Point { .. } => unreachable!("the connection or a room carries these out"),
    };
    match done {
        Ok(done) => Reply::Ok(done),
        Err(error) => Reply::Error(error),
    }
}

/// Lines up, for four with the partner if there is one.
async fn queue(app: &App, account: AccountId, mode: QueueMode) -> Result<Done, ErrorBody> {
    if let Some(room) = app.rooms.room_of(account) {
        return Err(ErrorBody::InGame { room });
    }
    let partner = app.line.partner(account).await;
    let _turn = app.turns.take(partner.into_iter().chain([account])).await;
    let stored = admission::to_ranked(app, account).await?;
    let entrant = fair::entrant(app, &stored).await.map_err(|err| unavailable(&err))?;
    let party = match partner {
        None => Party::One(entrant),
        Some(partner) => Party::pair(entrant, second(app, account, partner).await?),
    };
    let members: Vec<AccountId> = party.accounts().collect();
    app.line.enter(mode, party).await?;
    // One of them may have sat down meanwhile, before it stood in the line that it would have left for it.
    for member in members {
        if let Some(room) = app.rooms.room_of(member)
            && app.line.leave(member).await.is_ok()
        {
            return Err(if member == account { ErrorBody::InGame { room } } else { ErrorBody::PartnerBusy });
        }
    }
    Ok(Done::Done)
}

/// The partner of who lines up, if able to play at this moment.
async fn second(app: &App, account: AccountId, partner: AccountId) -> Result<Entrant, ErrorBody> {
    let Ok(stored) = admission::to_ranked(app, partner).await else { return Err(ErrorBody::PartnerBusy) };
    let entrant = fair::entrant(app, &stored).await.map_err(|err| unavailable(&err))?;
    if entrant.ties.is_kin(account) {
        return Err(ErrorBody::SameBrowser);
    }
    if app.rooms.room_of(partner).is_some() || !app.presence.is_connected(partner) {
        return Err(ErrorBody::PartnerBusy);
    }
    Ok(entrant)
}

async fn create(
    app: &App,
    Asker { account, address }: Asker,
    kind: Kind,
    options: RoomOptions,
    password: Option<Password>,
) -> Result<Done, ErrorBody> {
    check_options(&options, kind.turn(app))?;
    if let Some(room) = app.rooms.room_of(account) {
        return Err(ErrorBody::InGame { room });
    }
    app.restart.may_begin()?;
    let lock = lock(app, &options, password).await?;
    if options.privacy == Privacy::Password && lock.is_none() {
        return Err(ErrorBody::Password { fault: protocol::PasswordFault::Missing });
    }
    let _turn = app.turns.take([account]).await;
    let member = match kind {
        Kind::Ranked => member(app, &admission::to_ranked(app, account).await?).await?,
        Kind::Unranked => member(app, &admission::find(app, account).await?).await?,
    };
    check_flee_rate(&options, &member.player)?;
    let host = Host { id: account, name: member.player.name.clone() };
    let opening = app.rooms.place(account, address, &app.limits).ok_or(ErrorBody::TooManyRooms)?;
    let room = hold(app, account).await?;
    let setup = RoomSetup {
        room,
        kind: RoomKind::Custom,
        ranked: kind == Kind::Ranked,
        options,
        seats: BySeat { red: Some(member), ..BySeat::default() },
        host: Some(host),
        lock,
        terms: app.rooms.terms(),
        seed: app.chance.bytes(),
    };
    open(app, account, setup, BySeat::default(), opening).await?;
    Ok(Done::Room { room })
}

/// What a host wants the room to be like from now on, as the room takes it.
pub(crate) async fn configure(
    app: &App,
    room: RoomId,
    options: RoomOptions,
    password: Option<Password>,
) -> Result<RoomCommand, ErrorBody> {
    let kind = if app.rooms.is_ranked(room) { Kind::Ranked } else { Kind::Unranked };
    check_options(&options, kind.turn(app))?;
    let lock = lock(app, &options, password).await?;
    Ok(RoomCommand::Configure { options: Box::new(options), lock })
}

/// What goes on now, with the rooms that are asked for.
pub(crate) fn live(app: &App, filter: RoomFilter) -> Live {
    Live { online: app.presence.online(), waiting: app.line.waiting(), rooms: app.rooms.listed(filter) }
}

/// Whether a room's games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ranked,
    Unranked,
}

impl Kind {
    /// The seconds of a turn that it has to have.
    fn turn(self, app: &App) -> Option<u16> {
        match self {
            Kind::Ranked => Some(app.ranked.turn_seconds),
            Kind::Unranked => None,
        }
    }
}

/// The lock of a new password.
async fn lock(
    app: &App,
    options: &RoomOptions,
    password: Option<Password>,
) -> Result<Option<Lock>, ErrorBody> {
    let Some(password) = password else { return Ok(None) };
    check_password(options, &password)?;
    match app.passwords.hash_short(password.0).await {
        Ok(hash) => Ok(Some(Lock(hash.0))),
        Err(PasswordFault::Busy | PasswordFault::Length) => Err(ErrorBody::TooFast { retry_ms: BUSY_MS }),
    }
}

async fn open_practice(
    app: &App,
    Asker { account, address }: Asker,
    level: BotLevel,
    rules: RuleSet,
) -> Result<Done, ErrorBody> {
    let options = practice_options(rules);
    check_options(&options, None)?;
    app.restart.may_begin()?;
    // Before bots are made for it.
    if let Some(room) = app.rooms.room_of(account) {
        return Err(ErrorBody::InGame { room });
    }
    let _turn = app.turns.take([account]).await;
    let member = member(app, &admission::find(app, account).await?).await?;
    let others = || rules.players.seats().iter().copied().filter(|&seat| seat != Seat::Red);
    let bots = practice::bots(app, level).await.map_err(|err| unavailable(&err))?;
    let opening = app.rooms.place(account, address, &app.limits).ok_or(ErrorBody::TooManyRooms)?;
    let room = hold(app, account).await?;
    let mut seats = BySeat { red: Some(member), ..BySeat::default() };
    let mut seeds = BySeat::default();
    for (seat, player) in others().zip(bots.clone()) {
        *seats.get_mut(seat) = Some(practice::member(player));
        *seeds.get_mut(seat) = Some(app.chance.number());
    }
    let setup = RoomSetup {
        room,
        kind: RoomKind::Practice,
        ranked: false,
        options,
        seats,
        host: None,
        lock: None,
        terms: app.rooms.terms(),
        seed: app.chance.bytes(),
    };
    let handle = open(app, account, setup, seeds, opening).await?;
    for (seat, player) in others().zip(bots) {
        let seed = seeds.get(seat).expect("every bot has a seed");
        practice::seat(app, handle.clone(), player, level, seed);
    }
    Ok(Done::Room { room })
}

async fn member(app: &App, stored: &StoredAccount) -> Result<Member, ErrorBody> {
    view::member(app, stored).await.map_err(|err| unavailable(&err))
}

/// Holds the account for a new room.
async fn hold(app: &App, account: AccountId) -> Result<RoomId, ErrorBody> {
    let room = RoomId(app.chance.id(app.clock.now()));
    admission::to_seat(app, account, room).await?;
    Ok(room)
}

async fn open(
    app: &App,
    account: AccountId,
    setup: RoomSetup,
    bot_seeds: BySeat<Option<u64>>,
    opening: Opening,
) -> Result<Handle, ErrorBody> {
    let room = setup.room;
    let handle = app.rooms.open(setup, bot_seeds, Some(opening)).await.map_err(|_gone| {
        app.rooms.release(account, room);
        ErrorBody::Unavailable
    })?;
    admission::leave_line(app, account).await;
    Ok(handle)
}

/// Against bots one may take one's time.
fn practice_options(rules: RuleSet) -> RoomOptions {
    RoomOptions {
        rules,
        first: FirstSeat::Lot,
        turn_seconds: 60,
        arrange_seconds: 300,
        privacy: Privacy::Link,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}
