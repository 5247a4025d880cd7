//! The whole of it: open the rooms, measure, stop, report.

use std::{collections::BTreeMap, fmt, sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{
    sync::Semaphore,
    task::{JoinError, JoinSet},
    time::{Instant, MissedTickBehavior, interval, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    Bytes, Checks, Cuts, Games, Latency, LoadError, Moves, Plan, Report,
    entrance::Entrance,
    latency::{percentiles, record},
    limit::{Sight, limit},
    open::{House, NotOpened},
    proc, refusal,
    shared::Shared,
    target::Target,
    usage::{Subjects, measure},
};

/// Rooms that are being opened at once, whatever the pace.
const AT_ONCE: usize = 16;
/// How long all clients may take to leave.
const LEAVING: Duration = Duration::from_secs(15);
/// How often the own timer is tried.
const TICK: Duration = Duration::from_millis(10);
/// Files that this program has open beside its sockets.
const FILES: u64 = 64;

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The rooms are being opened, with everything drawn from this seed.
    Opening {
        /// How many.
        rooms: u32,
        /// How many sockets beside them.
        idle: u32,
        /// The seed.
        seed: u64,
    },
    /// All rooms are open.
    Measuring {
        /// How long it took.
        opening_seconds: f64,
        /// How long is measured.
        seconds: u32,
    },
    /// The players leave their games.
    Leaving,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Opening { rooms, idle, seed } => {
                write!(f, "opening {rooms} rooms and {idle} idle sockets (--seed {seed})")
            }
            Progress::Measuring { opening_seconds, seconds } => {
                write!(f, "all are open after {opening_seconds:.1} s; measuring for {seconds} s")
            }
            Progress::Leaving => f.write_str("the players leave"),
        }
    }
}

/// Plays by the plan, and reports what was measured until the time was over or `stop` was cancelled.
pub async fn run(plan: Plan, stop: CancellationToken, tell: impl Fn(Progress)) -> Result<Report, LoadError> {
    run_at(Entrance::new, plan, stop, tell).await
}

/// The same at a server of another kind.
pub async fn run_at<H: House>(
    house: impl FnOnce(&Target) -> H,
    plan: Plan,
    stop: CancellationToken,
    tell: impl Fn(Progress),
) -> Result<Report, LoadError> {
    plan.check()?;
    let target = Target::resolve(&plan.url, plan.reach).await?;
    let subjects = Subjects::of(&plan)?;
    let sockets = plan.sockets();
    if let Some(limit) = proc::open_files()
        && u64::from(sockets) + FILES > limit
    {
        return Err(LoadError::Files { sockets, limit });
    }
    let house = house(&target);
    let shared = Arc::new(Shared::new(plan, target));
    let Plan { rooms, idle, seed, .. } = shared.plan;
    tell(Progress::Opening { rooms, idle, seed });
    let began = Instant::now();
    let opened = tokio::select! {
        opened = open_all(&shared, &house) => opened,
        () = stop.cancelled() => Err(LoadError::Stopped),
    };
    if let Err(err) = opened {
        leave(&shared).await;
        return Err(err);
    }
    let opening_seconds = began.elapsed().as_secs_f64();
    tell(Progress::Measuring { opening_seconds, seconds: shared.plan.seconds });
    let measured = watch(&shared, subjects.with_database(), &stop).await;
    tell(Progress::Leaving);
    leave(&shared).await;
    Ok(report(&shared, opening_seconds, &measured))
}

async fn open_all<H: House>(shared: &Arc<Shared>, house: &H) -> Result<(), LoadError> {
    let mut dice = ChaCha8Rng::seed_from_u64(shared.plan.seed);
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut idling = JoinSet::new();
    for number in 1..=shared.plan.idle {
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        let opened = house.clone().idle(Arc::clone(shared), dice.random());
        idling.spawn(async move {
            let opened = opened.await;
            drop(place);
            (number, opened)
        });
        while let Some(opened) = idling.try_join_next() {
            check_idle(shared, opened)?;
        }
    }
    while let Some(opened) = idling.join_next().await {
        check_idle(shared, opened)?;
    }
    let mut ticks = interval(Duration::from_secs(1) / shared.plan.ramp);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut opening = JoinSet::new();
    for room in 1..=shared.plan.rooms {
        ticks.tick().await;
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        let opened = house.clone().open(Arc::clone(shared), dice.random());
        opening.spawn(async move {
            let opened = opened.await;
            drop(place);
            (room, opened)
        });
        while let Some(opened) = opening.try_join_next() {
            check_opened(shared, opened)?;
        }
    }
    while let Some(opened) = opening.join_next().await {
        check_opened(shared, opened)?;
    }
    Ok(())
}

fn check_opened(
    shared: &Shared,
    opened: Result<(u32, Result<(), NotOpened>), JoinError>,
) -> Result<(), LoadError> {
    let (room, opened) = opened.expect("opening a room does not panic");
    let rooms = shared.plan.rooms;
    opened.map_err(|NotOpened { doing, refused }| LoadError::Opening { room, rooms, doing, refused })
}

fn check_idle(
    shared: &Shared,
    opened: Result<(u32, Result<(), NotOpened>), JoinError>,
) -> Result<(), LoadError> {
    let (socket, opened) = opened.expect("opening a socket does not panic");
    let sockets = shared.plan.idle;
    opened.map_err(|NotOpened { doing, refused }| LoadError::Idle { socket, sockets, doing, refused })
}

/// What is known when the time is over.
#[derive(Clone, Copy, Debug)]
struct Measured {
    seconds: f64,
    stopped_early: bool,
    bytes: Bytes,
    processes: crate::Processes,
    machine: Option<crate::Machine>,
    sight: Sight,
}

async fn watch(shared: &Arc<Shared>, subjects: Subjects, stop: &CancellationToken) -> Measured {
    let over = CancellationToken::new();
    let sight = subjects.sight;
    let usage = tokio::spawn(measure(subjects, over.clone()));
    let ticking = tokio::spawn(tick(Arc::clone(shared), over.clone()));
    let before = shared.traffic.so_far();
    let begin = Instant::now();
    shared.window.begin(begin);
    let stopped_early = tokio::select! {
        () = sleep_until(begin + Duration::from_secs(shared.plan.seconds.into())) => false,
        () = stop.cancelled() => true,
    };
    let end = Instant::now();
    shared.window.end(end);
    over.cancel();
    let after = shared.traffic.so_far();
    let (processes, machine) = usage.await.expect("reading /proc does not panic");
    ticking.await.expect("ticking does not panic");
    Measured {
        seconds: (end - begin).as_secs_f64().max(f64::EPSILON),
        stopped_early,
        bytes: after - before,
        processes,
        machine,
        sight,
    }
}

/// A timer that does nothing else shows how late this program is by itself.
async fn tick(shared: Arc<Shared>, over: CancellationToken) {
    let mut due = Instant::now();
    loop {
        // Ticks that are missed while it is held up are late, too.
        due += TICK;
        tokio::select! {
            () = sleep_until(due) => record(&mut shared.tally.lock().late, due.elapsed()),
            () = over.cancelled() => return,
        }
    }
}

/// Players leave first: what they are still owed others hear, too.
async fn leave(shared: &Shared) {
    for (over, clients) in [(&shared.finish, &shared.players), (&shared.silence, &shared.listeners)] {
        over.cancel();
        clients.close();
        // Whoever has not left by then is let go with the program.
        let _all_left = timeout(LEAVING, clients.wait()).await;
    }
}

fn report(shared: &Shared, opening_seconds: f64, measured: &Measured) -> Report {
    let tally = shared.tally.lock();
    let all = tally.refusals.keys().chain(tally.losses.keys());
    let remedies: BTreeMap<String, String> = all
        .filter_map(|name| {
            let cause = name.strip_prefix("coming back: ").unwrap_or(name);
            Some((name.clone(), refusal::remedy(cause)?.to_owned()))
        })
        .collect();
    let moves = u32::try_from(tally.moves).map_or(f64::MAX, f64::from);
    Report {
        plan: shared.plan.clone(),
        opening_seconds,
        seconds: measured.seconds,
        stopped_early: measured.stopped_early,
        moves: Moves {
            acknowledged: tally.moves,
            per_second: moves / measured.seconds,
            unanswered: tally.unanswered,
        },
        games: Games { begun: tally.games_begun, finished: tally.games_finished },
        latency: Latency {
            acknowledged: tally.acknowledged.wait(),
            at_seats: tally.at_seats.wait(),
            at_spectators: tally.at_spectators.wait(),
            coming_back: percentiles(&tally.back),
            own_lateness: percentiles(&tally.late),
        },
        cuts: Cuts { cut: tally.cuts, in_flight: tally.cuts_in_flight, returned: tally.returns },
        checks: Checks {
            games: tally.games_checked,
            frames: tally.frames_checked,
            snapshots: tally.snapshots_compared,
            faults: tally.faults,
            found: tally.findings.clone(),
        },
        refusals: tally.refusals.clone(),
        losses: tally.losses.clone(),
        remedies,
        bytes: measured.bytes,
        limit: limit(&measured.processes, measured.machine, measured.sight),
        processes: measured.processes,
        machine: measured.machine,
    }
}
