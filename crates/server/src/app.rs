use std::{
    fmt,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use metrics::gauge;
use store::Store;
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    accounts::{guesses::Guesses, password::Passwords, turns::Turns},
    chance::Chance,
    clock::Clock,
    config::{Limits, Origin},
    http::limit::Upkeep,
    matching,
    pace::AddressWindows,
    presence::Presence,
    proxies::Proxies,
    restart::Announcement,
    rooms::Rooms,
    ws::Places,
};

/// What every request and every connection can reach. Clones are one.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// See [`App`].
pub(crate) struct Parts {
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) store: Store,
    pub(crate) passwords: Passwords,
    pub(crate) guesses: Guesses,
    pub(crate) turns: Turns,
    pub(crate) origins: Vec<Origin>,
    pub(crate) proxies: Option<Proxies>,
    pub(crate) presence: Presence,
    pub(crate) places: Places,
    pub(crate) rooms: Rooms,
    pub(crate) line: matching::Handle,
    pub(crate) limits: Limits,
    /// Ranked games are played so.
    pub(crate) ranked: protocol::RoomOptions,
    pub(crate) ladder: protocol::LadderSettings,
    pub(crate) registration: protocol::RegistrationMode,
    /// How many accounts an address may register.
    pub(crate) registrations: AddressWindows,
    /// A restart that is announced.
    pub(crate) restart: Announcement,
    /// How many passwords of rooms an address may try or set.
    pub(crate) room_guesses: AddressWindows,
    /// Cancelled when the server is to stop.
    pub(crate) shutdown: CancellationToken,
    /// Connections, which the web framework doesn't wait for.
    pub(crate) connections: TaskTracker,
    /// What is carried on whoever asked for it: waited for before the rooms stop.
    pub(crate) tasks: TaskTracker,
    pub(crate) upkeep: Mutex<Vec<Upkeep>>,
    /// A permit for each game that is played through at the same time.
    pub(crate) expanding: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(parts: Parts) -> App {
        App(Arc::new(parts))
    }

    /// Tells the metrics what is only known when one looks.
    pub(crate) fn measure(&self) {
        self.line.measure(self.clock.now());
        let store::Connections { open, busy } = self.store.connections();
        gauge!("siguo_database_connections", "state" => "busy").set(busy);
        gauge!("siguo_database_connections", "state" => "idle").set(open - busy);
        crate::metrics::measure_process();
    }

    /// Has something done every minute.
    pub(crate) fn keep_up(&self, upkeep: Upkeep) {
        self.upkeep.lock().unwrap_or_else(PoisonError::into_inner).push(upkeep);
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("App")
    }
}

#[cfg(test)]
impl App {
    /// A server without tasks, over a database of its own, which goes with the folder; and the line, that stands still.
    pub(crate) async fn alone(clock: Clock) -> (App, matching::Actor, tempfile::TempDir) {
        App::alone_behind(clock, None).await
    }

    /// The same behind proxies.
    pub(crate) async fn alone_behind(
        clock: Clock,
        proxies: Option<Proxies>,
    ) -> (App, matching::Actor, tempfile::TempDir) {
        use crate::{chance::Seed, rooms::journal};

        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("siguo.db").display());
        let store = Store::connect(&url, store::ConnectOptions::default()).await.expect("a database");
        let chance = Chance::new(Seed::Fixed([7; 32]));
        let ladder = crate::config::DEFAULT_LADDER;
        let terms = crate::accounts::fair::terms(&ladder);
        let (line, matcher) = matching::channel(&chance, terms);
        let (journal, writer) = journal::channel(
            store.clone(),
            clock.clone(),
            CancellationToken::new(),
            CancellationToken::new(),
            std::time::Duration::from_secs(2),
        );
        tokio::spawn(writer.run());
        let limits = Limits::none();
        let app = App::new(Parts {
            rooms: Rooms::new(clock.clone(), terms, journal, CancellationToken::new()),
            clock,
            passwords: Passwords::new(&chance),
            guesses: Guesses::new(limits.password),
            turns: Turns::new(),
            chance,
            store,
            origins: Vec::new(),
            proxies,
            presence: Presence::new(limits),
            places: Places::new(),
            line,
            limits,
            ranked: matching::ranked_options(30, 60),
            ladder,
            registration: protocol::RegistrationMode::Open,
            registrations: AddressWindows::new(limits.register),
            restart: Announcement::new(),
            room_guesses: AddressWindows::new(limits.room_password_of_address()),
            shutdown: CancellationToken::new(),
            connections: TaskTracker::new(),
            tasks: TaskTracker::new(),
            upkeep: Mutex::default(),
            expanding: Arc::new(Semaphore::new(crate::http::games::EXPANDING)),
        });
        (app, matcher, folder)
    }
}
