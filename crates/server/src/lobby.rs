//! What is asked for outside of rooms: lining up, practice, a room of one's own.

use protocol::{
    AccountId, AccountKind, BotLevel, Command, Done, ErrorBody, FirstSeat, Reply, RoomId, RoomKind,
    RoomOptions, Spectating, Talk,
};
use room::{Member, RoomSetup};
use rules::{BySeat, RuleSet, Seat};
use store::StoreError;

use crate::{
    accounts::view,
    app::App,
    matching::{Consent, Entrant, NotQueued, Party},
    practice,
    ws::unavailable,
};

/// What a custom room may choose.
const TURN_SECONDS: std::ops::RangeInclusive<u16> = 15..=120;
const ARRANGE_SECONDS: std::ops::RangeInclusive<u16> = 30..=600;

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
        Command::Create { options } => create(app, account, options).await,
        Command::Hello { .. }
        | Command::Time
        | Command::Join { .. }
        | Command::Part { .. }
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
    let stored =
        app.store.account(account).await.and_then(|found| found.ok_or(StoreError::NoSuchAccount(account)));
    let stored = stored.map_err(|err| unavailable(&err))?;
    match stored.kind {
        AccountKind::Person => {}
        AccountKind::Guest | AccountKind::Bot => return Err(ErrorBody::NeedAccount),
    }
    let you = view::account(app, &stored).await.map_err(|err| unavailable(&err))?;
    if let Some(until) = you.no_ranked_until {
        return Err(ErrorBody::Barred { until });
    }
    app.line.enter(Party::One(Entrant { account, score: you.score })).await;
    // It may have sat down meanwhile, before it stood in the line that it would have left for it.
    if let Some(room) = app.rooms.room_of(account)
        && app.line.leave(account).await.is_ok()
    {
        return Err(ErrorBody::InGame { room });
    }
    Ok(Done::Done)
}

async fn create(app: &App, account: AccountId, options: RoomOptions) -> Result<Done, ErrorBody> {
    options.rules.check().map_err(|fault| ErrorBody::Rules { fault })?;
    for (field, value, range) in [
        ("turn_seconds", options.turn_seconds, TURN_SECONDS),
        ("arrange_seconds", options.arrange_seconds, ARRANGE_SECONDS),
    ] {
        if !range.contains(&value) {
            return Err(ErrorBody::Options { field: field.to_owned() });
        }
    }
    let me = hold(app, account).await?;
    let seats = BySeat { red: Some(me.member), ..BySeat::default() };
    open(app, me.room, RoomKind::Custom, options, seats, BySeat::default()).await?;
    Ok(Done::Room { room: me.room })
}

async fn open_practice(app: &App, account: AccountId, level: BotLevel) -> Result<Done, ErrorBody> {
    let me = hold(app, account).await?;
    let bots = match practice::bots(app, level).await {
        Ok(bots) => bots,
        Err(err) => {
            app.rooms.release(account, me.room);
            return Err(unavailable(&err));
        }
    };
    let [purple, blue, green] = bots.clone();
    let seats = BySeat {
        red: Some(me.member),
        purple: Some(Member { player: purple, preferred: None }),
        blue: Some(Member { player: blue, preferred: None }),
        green: Some(Member { player: green, preferred: None }),
    };
    let seeds = BySeat::new_with(|seat| (seat != Seat::Red).then(|| app.chance.number()));
    let handle = open(app, me.room, RoomKind::Practice, practice_options(), seats, seeds).await?;
    for (player, seat) in bots.into_iter().zip([Seat::Purple, Seat::Blue, Seat::Green]) {
        let seed = seeds.get(seat).expect("every bot has a seed");
        practice::seat(app, handle.clone(), player, level, seed);
    }
    Ok(Done::Room { room: me.room })
}

/// Who opens a room, held for it.
struct Host {
    member: Member,
    room: RoomId,
}

/// An account is in one game at a time, and not in the line while it is in one.
async fn hold(app: &App, account: AccountId) -> Result<Host, ErrorBody> {
    let stored =
        app.store.account(account).await.and_then(|found| found.ok_or(StoreError::NoSuchAccount(account)));
    let stored = stored.map_err(|err| unavailable(&err))?;
    let member = view::member(app, &stored).await.map_err(|err| unavailable(&err))?;
    let room = RoomId(app.chance.id(app.clock.now()));
    app.rooms.claim(account, room).map_err(|room| ErrorBody::InGame { room })?;
    // Who was not in the line need not leave it.
    let _was_queued = app.line.leave(account).await;
    Ok(Host { member, room })
}

async fn open(
    app: &App,
    room: RoomId,
    kind: RoomKind,
    options: RoomOptions,
    seats: BySeat<Option<Member>>,
    bot_seeds: BySeat<Option<u64>>,
) -> Result<crate::rooms::Handle, ErrorBody> {
    let setup = RoomSetup { room, kind, ranked: false, options, seats, seed: app.chance.bytes() };
    app.rooms.open(setup, bot_seeds).await.map_err(|_gone| ErrorBody::Unavailable)
}

/// Against bots one may take one's time.
fn practice_options() -> RoomOptions {
    RoomOptions {
        rules: RuleSet::DEFAULT,
        first: FirstSeat::Lot,
        turn_seconds: 60,
        arrange_seconds: 300,
        spectating: Spectating::Link,
        talk: Talk::Free,
    }
}
