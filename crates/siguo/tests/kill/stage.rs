use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Mutex, MutexGuard},
    time::Duration,
};

use protocol::Millis;
use server::Clock;
use tokio::sync::watch;

/// What clients and the one who kills share: the time, what is to be done, and the lives of the program.
pub(crate) struct Stage {
    pub(crate) address: SocketAddr,
    clock: Clock,
    act: watch::Sender<Act>,
    settled: watch::Sender<u32>,
    moves: watch::Sender<u32>,
    /// Who is at a table, and whether the clock stands still there.
    standing: watch::Sender<BTreeMap<String, bool>>,
    /// When moves were acknowledged, and how long after they were sent.
    waits: Mutex<Vec<(Millis, i64)>>,
    /// A line that says nothing for so long is taken for dead.
    pub(crate) silence: Option<Duration>,
    lives: Mutex<Vec<Life>>,
    /// What each client is about to do, for a test that fails.
    notes: Mutex<BTreeMap<String, String>>,
}

/// What the clients are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Go on, game after game.
    Play,
    /// End the game as soon as the rules allow it, and leave.
    Finish,
}

/// One life of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Life {
    pub(crate) started: Millis,
    /// When it first greeted somebody, by its own clock.
    pub(crate) back: Option<Millis>,
    pub(crate) first_move: Option<Millis>,
    pub(crate) ended: Option<Millis>,
}

impl Stage {
    pub(crate) fn new(address: SocketAddr) -> Stage {
        Stage {
            standing: watch::Sender::default(),
            waits: Mutex::default(),
            silence: None,
            address,
            clock: Clock::system(),
            act: watch::Sender::new(Act::Play),
            settled: watch::Sender::new(0),
            moves: watch::Sender::new(0),
            lives: Mutex::default(),
            notes: Mutex::default(),
        }
    }

    /// The same, with lines that may die without a word.
    pub(crate) fn with_silence(address: SocketAddr, silence: Duration) -> Stage {
        Stage { silence: Some(silence), ..Stage::new(address) }
    }

    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(crate) fn act(&self) -> watch::Receiver<Act> {
        self.act.subscribe()
    }

    pub(crate) fn finish(&self) {
        self.act.send_replace(Act::Finish);
    }

    /// A client is where the test wants it.
    pub(crate) fn settle(&self) {
        self.settled.send_modify(|count| *count += 1);
    }

    pub(crate) async fn settled(&self, count: u32) {
        self.settled.subscribe().wait_for(|settled| *settled >= count).await.expect("the stage is there");
    }

    /// Waits for so many moves more to be acknowledged.
    pub(crate) async fn moves(&self, more: u32) {
        let mut moves = self.moves.subscribe();
        let wanted = *moves.borrow() + more;
        moves.wait_for(|moves| *moves >= wanted).await.expect("the stage is there");
    }

    pub(crate) fn move_count(&self) -> u32 {
        *self.moves.borrow()
    }

    /// A move that was sent then is acknowledged.
    pub(crate) fn moved(&self, sent: Millis) {
        let at = self.now();
        self.waits.lock().expect("nobody panics with it").push((at, at - sent));
        self.moves.send_modify(|moves| *moves += 1);
        let mut lives = self.lock();
        let life = lives.last_mut().expect("it has been started");
        if at >= life.started {
            life.first_move.get_or_insert(at);
        }
    }

    /// How long moves have waited that were acknowledged since then, in milliseconds, sorted.
    pub(crate) fn waits_since(&self, since: Millis) -> Vec<i64> {
        let waits = self.waits.lock().expect("nobody panics with it");
        let mut waits: Vec<i64> =
            waits.iter().filter(|(at, _)| *at >= since).map(|(_, wait)| *wait).collect();
        waits.sort_unstable();
        waits
    }

    /// Whether the clock stands still where the client is; `None`: at no table.
    pub(crate) fn stands(&self, name: &str, still: Option<bool>) {
        self.standing.send_if_modified(|standing| match still {
            Some(still) => standing.insert(name.to_owned(), still) != Some(still),
            None => standing.remove(name).is_some(),
        });
    }

    /// Waits until everybody at a table has been told that the clock stands still.
    pub(crate) async fn all_stand_still(&self) {
        let told =
            |standing: &BTreeMap<String, bool>| !standing.is_empty() && standing.values().all(|still| *still);
        self.standing.subscribe().wait_for(told).await.expect("the stage is there");
    }

    pub(crate) async fn all_run(&self) {
        let run = |standing: &BTreeMap<String, bool>| !standing.values().any(|still| *still);
        self.standing.subscribe().wait_for(run).await.expect("the stage is there");
    }

    /// The longest time from a start to the first move, of all starts that found games to go on with.
    pub(crate) fn slowest_start(&self) -> Duration {
        let lives = self.lock();
        let slowest = lives.iter().skip(1).filter_map(|life| Some(life.first_move? - life.started)).max();
        Duration::from_millis(slowest.expect("it was started again").unsigned_abs())
    }

    pub(crate) fn starts(&self) {
        let started = self.now();
        self.lock().push(Life { started, back: None, first_move: None, ended: None });
    }

    pub(crate) fn ends(&self) {
        let now = self.now();
        self.lock().last_mut().expect("it has been started").ended = Some(now);
    }

    /// The program has greeted somebody at that moment: which of its lives that is.
    pub(crate) fn greeted(&self, at: Millis) -> usize {
        let mut lives = self.lock();
        let number = lives.iter().rposition(|life| life.started <= at).expect("it lived then");
        let back = &mut lives[number].back;
        *back = Some(back.map_or(at, |back| back.min(at)));
        number
    }

    pub(crate) fn note(&self, name: &str, what: String) {
        self.notes.lock().expect("nobody panics with it").insert(name.to_owned(), what);
    }

    pub(crate) fn notes(&self) -> String {
        let notes = self.notes.lock().expect("nobody panics with it");
        let lines: Vec<String> = notes.iter().map(|(name, what)| format!("{name}: {what}")).collect();
        lines.join("\n")
    }

    pub(crate) fn lives(&self) -> Vec<Life> {
        self.lock().clone()
    }

    /// How much longer or shorter, in milliseconds, a deadline is away at the beginning of one life than it was at the end of
    /// an earlier one; within one life it stays where it was. Lives between them may have let time pass that nobody saw.
    pub(crate) fn shift(&self, before: (usize, Millis), after: (usize, Millis)) -> i64 {
        if before.0 == after.0 {
            return after.1 - before.1;
        }
        let lives = self.lock();
        let left = before.1 - lives[before.0].ended.expect("it has ended");
        let now_left = after.1 - lives[after.0].back.expect("it has greeted");
        let unseen: i64 = lives[before.0 + 1..after.0]
            .iter()
            .map(|life| life.ended.expect("a later one has begun") - life.started)
            .sum();
        if now_left < left { (now_left + unseen - left).min(0) } else { now_left - left }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Life>> {
        self.lives.lock().expect("nobody panics with it")
    }
}
