//! The whole server, from the first look into the database to the last goodbye.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ::metrics::gauge;
use protocol::Millis;
use store::{ConnectOptions, Store, StoreError};
use tokio::{net::TcpListener, sync::Semaphore};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    accounts::{fair, guesses::Guesses, password::Passwords, turns::Turns},
    app::{App, Parts},
    chance::Chance,
    clock::Clock,
    config::Config,
    ending::{End, UnderWay},
    http::{self, problem::chain},
    matching, metrics,
    pace::AddressWindows,
    practice,
    presence::Presence,
    restart::{self, Announcement},
    rooms::{Rooms, journal, restore},
    serve::{Front, serve_watchers},
    tenure,
    ws::Places,
};

/// How often what is no longer needed is forgotten.
const UPKEEP: i64 = 60_000;
/// By how much the machine's clock may have been set back since the last sign of life, in milliseconds.
const SET_BACK: i64 = 24 * 60 * 60 * 1000;

/// Why the server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The database can't be opened.
    #[error("open the database")]
    Database(#[source] StoreError),
    /// The games that had not ended can't be read.
    #[error("read the games that had not ended")]
    Restore(#[source] StoreError),
    /// What has to end before the server does went on for too long.
    #[error("stop within {0:?}")]
    Late(Duration),
    /// Another server has taken over the database.
    #[error("keep the database: another siguo serves from it")]
    Lost,
}

/// Serves until `shutdown` is cancelled, or a restart that was asked for in the database is due. Then everybody is told, everything is
/// saved, and nothing is left running; unless that takes longer than it may.
pub async fn run(config: Config, listener: TcpListener, shutdown: CancellationToken) -> Result<(), RunError> {
    let tenure = tenure::take(&config.database).await.map_err(RunError::Database)?;
    let store =
        Store::connect(&config.database, ConnectOptions::default()).await.map_err(RunError::Database)?;
    // What rooms write is written through this.
    let own = tenure.begin(&store).await.map_err(RunError::Database)?;
    let clock = carry_on(config.clock, store.last_beat().await.map_err(RunError::Restore)?);
    own.end_drain().await.map_err(RunError::Database)?;
    let (stop, goodbye, stopping) = (CancellationToken::new(), config.goodbye, config.stopping);
    let chance = Chance::new(config.seed);
    // Rooms stop after connections, and the journal after rooms.
    let (stop_rooms, stop_journal) = (CancellationToken::new(), CancellationToken::new());
    let lost = CancellationToken::new();
    let (journal, writer) =
        journal::channel(own.clone(), clock.clone(), stop_journal.clone(), lost.clone(), config.saving);
    let terms = fair::terms(&config.ladder);
    let rooms = Rooms::new(clock.clone(), terms, journal.clone(), stop_rooms.clone());
    #[cfg(feature = "planted-leaks")]
    if let Some(leak) = config.leak {
        rooms.plant(leak);
    }
    let (line, matcher) = matching::channel(&chance, terms);
    let app = App::new(Parts {
        clock: clock.clone(),
        passwords: Passwords::new(&chance),
        guesses: Guesses::new(config.limits.password),
        turns: Turns::new(),
        chance: chance.clone(),
        store: store.clone(),
        origins: config.origins,
        proxies: config.proxies,
        presence: Presence::new(config.limits),
        places: Places::new(),
        rooms: rooms.clone(),
        line,
        limits: config.limits,
        ranked: matching::ranked_options(config.turn_seconds, config.arrange_seconds),
        ladder: config.ladder,
        registration: config.registration,
        registrations: AddressWindows::new(config.limits.register),
        restart: Announcement::new(),
        room_guesses: AddressWindows::new(config.limits.room_password_of_address()),
        shutdown: stop.clone(),
        connections: TaskTracker::new(),
        tasks: TaskTracker::new(),
        upkeep: Mutex::default(),
        expanding: Arc::new(Semaphore::new(http::games::EXPANDING)),
    });

    let bots = restore::rebuild(&rooms, &own, &chance, &clock).await.map_err(RunError::Restore)?;
    let journal_task = tokio::spawn(writer.run());
    let line_task = tokio::spawn(matcher.run(app.clone()));
    for bot in bots {
        practice::seat(&app, bot.handle, bot.player, bot.level, bot.seed);
    }
    let front = Front {
        router: http::router(&app, &config.limits, config.patience.request),
        limits: config.limits,
        patience: config.patience,
        proxies: app.proxies.clone(),
        shutdown: stop.clone(),
    };
    app.tasks.spawn(keep_up(app.clone()));
    if let Some(listener) = config.metrics {
        let router = http::metrics_router(app.clone());
        app.tasks.spawn(serve_watchers(router, listener, config.patience, stop.clone()));
    }
    let due = async {
        tokio::select! {
            () = restart::due(&app, &own, &shutdown, goodbye, stopping) => {}
            () = lost.cancelled() => {}
        }
        stop.cancel();
    };
    let under_way = UnderWay {
        app: app.clone(),
        line_task,
        journal,
        journal_task,
        stop_rooms,
        stop_journal,
        lost: lost.clone(),
        own: own.clone(),
        tenure,
    };
    let ending = under_way.end(front, listener, stopping);
    // For what no step can give up.
    let bounded = async {
        stop.cancelled().await;
        tokio::time::sleep(stopping).await;
        End::Late
    };
    let ended = tokio::select! {
        ((), end) = async { tokio::join!(due, ending) } => end,
        end = bounded => end,
    };
    match ended {
        _ if lost.is_cancelled() => Err(RunError::Lost),
        End::Whole => Ok(()),
        End::Late => Err(RunError::Late(stopping)),
    }
}

/// The clock, not behind the last sign of life: a machine whose clock was set back would otherwise give every running turn the difference. A
/// difference that is too large to wait for is no mishap of the last start, and the machine is believed.
fn carry_on(clock: Clock, last_beat: Option<Millis>) -> Clock {
    let Some(last_beat) = last_beat else { return clock };
    let behind_ms = last_beat - clock.now();
    if behind_ms <= 0 {
        return clock;
    }
    if behind_ms > SET_BACK {
        tracing::error!(
            behind_ms,
            "the clock of the machine is far behind the last sign of life; it is taken as it is"
        );
        return clock;
    }
    tracing::warn!(
        behind_ms,
        "the clock of the machine is behind the last sign of life, from where time goes on"
    );
    clock.not_before(last_beat)
}

/// Forgets what is over, once a minute.
async fn keep_up(app: App) {
    while !app.shutdown.is_cancelled() {
        tokio::select! {
            () = app.shutdown.cancelled() => return,
            () = app.clock.sleep(UPKEEP) => {}
        }
        for upkeep in app.upkeep.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            upkeep();
        }
        app.guesses.forget(app.clock.now());
        if let Err(err) = app.store.purge_expired(app.clock.now()).await {
            tracing::warn!(error = %chain(&err), "logins that are over were not forgotten");
        }
        let (registering, guessing) =
            (app.registrations.forget(app.clock.now()), app.room_guesses.forget(app.clock.now()));
        gauge!("siguo_registering_addresses").set(u32::try_from(registering).unwrap_or(u32::MAX));
        gauge!("siguo_room_guessing_addresses").set(u32::try_from(guessing).unwrap_or(u32::MAX));
        if let Err(err) = app.store.purge_released_names(app.clock.now()).await {
            tracing::warn!(error = %chain(&err), "names that are free again were not let go");
        }
        if let Err(err) = app.store.purge_fair_play(app.clock.now()).await {
            tracing::warn!(error = %chain(&err), "what no longer counts for ranked games was not forgotten");
        }
        metrics::upkeep();
    }
}
