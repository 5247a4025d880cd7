//! What is asked for outside of rooms: lining up, practice, a room of one's own.

use protocol::{
    AccountId, BotLevel, Command, Done, ErrorBody, FirstSeat, Host, Live, Password, Privacy, Reply,
    RoomFilter, RoomId, RoomKind, RoomOptions, Spectating, Talk,
};
use room::{Lock, Member, RoomCommand, RoomSetup, check_flee_rate, check_options, check_password};
use rules::{BySeat, RuleSet, Seat};
use store::{Ladder, StoredAccount};

use crate::{
    accounts::{password::PasswordFault, view},
    admission,
    app::App,
    matching::{Consent, Entrant, NotQueued, Party},
    practice,
    rooms::Handle,
    ws::unavailable,
};

/// When to try again while too many passwords are compared.
pub(crate) const BUSY_MS: u32 = 1_000;

/// Carries out a command of the lobby. `Done::Room` means: go in there.
pub(crate) async fn carry_out(app: &App, account: AccountId, command: Command) -> Reply {
    let done = match command {
        Command::Queue { mode: protocol::QueueMode::Four } => queue(app, account).await,
        Command::Unqueue => app.line.leave(account).await.map(|()| Done::Done).map_err(not_queued),
        Command::Consent { accept } => {
            let consent = if accept { Consent::Given } else { Consent::Refused };
            app.line.consent(account, consent).await.map(|()| Done::Done).map_err(not_queued)
        }
        Command::Practice { level } => open_practice(app, account, level).await,
        Command::Create { ranked: true, options, password } => {
            create(app, account, Kind::Ranked, options, password).await
        }
        Command::Create { ranked: false, options, password } => {
            create(app, account, Kind::Unranked, options, password).await
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
        | Command::Say { .. } => unreachable!("the connection or a room carries these out"),
    };
    match done {
        Ok(done) => Reply::Ok(done),
        Err(error) => Reply::Error(error),
    }
}

fn not_queued(NotQueued: NotQueued) -> ErrorBody {
    ErrorBody::NotQueued
}

async fn queue(app: &App, account: AccountId) -> Result<Done, ErrorBody> {
    if let Some(room) = app.rooms.room_of(account) {
        return Err(ErrorBody::InGame { room });
    }
    admission::to_ranked(app, account).await?;
    let card = app.store.score_card(Ladder::Siguo, account).await.map_err(|err| unavailable(&err))?;
    app.line.enter(Party::One(Entrant { account, score: card.score })).await;
    // It may have sat down meanwhile, before it stood in the line that it would have left for it.
    if let Some(room) = app.rooms.room_of(account)
        && app.line.leave(account).await.is_ok()
    {
        return Err(ErrorBody::InGame { room });
    }
    Ok(Done::Done)
}

async fn create(
    app: &App,
    account: AccountId,
    kind: Kind,
    options: RoomOptions,
    password: Option<Password>,
) -> Result<Done, ErrorBody> {
    check_options(&options, kind.turn(app))?;
    if let Some(room) = app.rooms.room_of(account) {
        return Err(ErrorBody::InGame { room });
    }
    let lock = lock(app, &options, password).await?;
    if options.privacy == Privacy::Password && lock.is_none() {
        return Err(ErrorBody::Password { fault: protocol::PasswordFault::Missing });
    }
    let member = match kind {
        Kind::Ranked => member(app, &admission::to_ranked(app, account).await?).await?,
        Kind::Unranked => member(app, &admission::find(app, account).await?).await?,
    };
    check_flee_rate(&options, &member.player)?;
    let host = Host { id: account, name: member.player.name.clone() };
    let room = hold(app, account).await?;
    let setup = RoomSetup {
        room,
        kind: RoomKind::Custom,
        ranked: kind == Kind::Ranked,
        options,
        seats: BySeat { red: Some(member), ..BySeat::default() },
        host: Some(host),
        lock,
        seed: app.chance.bytes(),
    };
    open(app, account, setup, BySeat::default()).await?;
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

async fn open_practice(app: &App, account: AccountId, level: BotLevel) -> Result<Done, ErrorBody> {
    let member = member(app, &admission::find(app, account).await?).await?;
    let bots = practice::bots(app, level).await.map_err(|err| unavailable(&err))?;
    let room = hold(app, account).await?;
    let [purple, blue, green] = bots.clone();
    let seats = BySeat {
        red: Some(member),
        purple: Some(Member { player: purple, preferred: None }),
        blue: Some(Member { player: blue, preferred: None }),
        green: Some(Member { player: green, preferred: None }),
    };
    let seeds = BySeat::new_with(|seat| (seat != Seat::Red).then(|| app.chance.number()));
    let setup = RoomSetup {
        room,
        kind: RoomKind::Practice,
        ranked: false,
        options: practice_options(),
        seats,
        host: None,
        lock: None,
        seed: app.chance.bytes(),
    };
    let handle = open(app, account, setup, seeds).await?;
    for (player, seat) in bots.into_iter().zip([Seat::Purple, Seat::Blue, Seat::Green]) {
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
) -> Result<Handle, ErrorBody> {
    let room = setup.room;
    app.rooms.open(setup, bot_seeds).await.map_err(|_gone| {
        app.rooms.release(account, room);
        ErrorBody::Unavailable
    })
}

/// Against bots one may take one's time.
fn practice_options() -> RoomOptions {
    RoomOptions {
        rules: RuleSet::DEFAULT,
        first: FirstSeat::Lot,
        turn_seconds: 60,
        arrange_seconds: 300,
        privacy: Privacy::Link,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}
