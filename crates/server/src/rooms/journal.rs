//! The journal: one task through which rooms write.
//!
//! It gathers what all rooms that wait have to write and commits their actions in one transaction, so that the cost of a commit is
//! shared. While the database is away it tries again and again, and says so: rooms then stop their clocks. What was told to
//! be written is answered only when it is durable. The task also gives the sign of life by which a later start knows how long
//! nobody could play.
//!
//! Its store is its own where that can be: no other work of the server keeps its writes waiting, and it writes as long as this server is the
//! one that serves from the database, and no longer. Once another has served from it, nothing is written and nobody is answered.

#[cfg(test)]
mod tests;

use std::{error::Error, pin::pin, time::Duration};

use metrics::{counter, gauge, histogram};
use protocol::{GameId, RoomOptions, Scores};
use rules::{BySeat, Seat};
use store::{
    FinishGame, JournalEntry, NewGame, StartGame, Store, StoreError, StoredGame, Submission, TalkLine,
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{error::Elapsed, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{clock::Clock, http::problem::chain};

/// Writes that may wait to be gathered; a room that finds the queue full waits.
const QUEUE: usize = 1024;
/// How often more is waited for, at most, before what there is is committed.
const ROUNDS: usize = 16;
/// How often a sign of life is given.
const BEAT_EVERY: i64 = 500;
/// One that is given up and tried anew takes so much longer than one that stops the clocks.
const HUNG: Duration = Duration::from_secs(8);
/// Between attempts while the database is away: doubled each time up to the second.
const RETRY: (i64, i64) = (100, 2_000);

/// How long the database may take.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// A write that takes longer stops the clocks.
    slow: Duration,
    /// One that takes so much longer still is given up and tried anew.
    hung: Duration,
}

/// What a room wants to have written.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    Create(Box<NewGame>),
    Submit {
        game: GameId,
        seat: Seat,
        handed_in: Submission,
    },
    CallOff(GameId),
    Start(StartGame),
    /// An action, and the seats whose players it let go.
    Append {
        entry: JournalEntry,
        gone: Vec<Seat>,
    },
    Finish(Box<FinishGame>),
    Talk(Box<TalkLine>),
    Options {
        game: GameId,
        options: Box<RoomOptions>,
    },
    Memo {
        game: GameId,
        memo: String,
    },
}

impl Write {
    fn entry(&self) -> Option<JournalEntry> {
        match self {
            Write::Append { entry, .. } => Some(*entry),
            Write::Create(_)
            | Write::Submit { .. }
            | Write::CallOff(_)
            | Write::Start(_)
            | Write::Finish(_)
            | Write::Talk(_)
            | Write::Options { .. }
            | Write::Memo { .. } => None,
        }
    }
}

/// What the task does with the store in one go.
#[derive(Clone, Copy, Debug)]
enum Work<'a> {
    Beat,
    /// A sign of life after an outage.
    Wake,
    Together(&'a [JournalEntry]),
    Alone(&'a Write),
    LetGo(&'a Write),
}

/// What writing brought.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    Done,
    /// The scores by which a ranked game will be settled.
    Started(BySeat<Option<i64>>),
    Settled(Scores),
}

/// Whether anything can be written at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    Well,
    Away,
}

#[derive(Debug)]
struct Request {
    write: Write,
    written: oneshot::Sender<Result<Written, StoreError>>,
}

/// Leads to the journal.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    requests: mpsc::Sender<Request>,
    health: watch::Receiver<Health>,
    rest: CancellationToken,
    rested: CancellationToken,
}

/// The task's half.
#[derive(Debug)]
pub(crate) struct Writer {
    store: Store,
    clock: Clock,
    requests: mpsc::Receiver<Request>,
    health: watch::Sender<Health>,
    /// Cancelled when players can no longer play, and what is cancelled when this has been noted.
    rest: CancellationToken,
    rested: CancellationToken,
    stop: CancellationToken,
    /// Cancelled when another server has served from the database.
    lost: CancellationToken,
    patience: Patience,
}

/// A write that takes longer than `slow` stops the clocks.
pub(crate) fn channel(
    store: Store,
    clock: Clock,
    stop: CancellationToken,
    lost: CancellationToken,
    slow: Duration,
) -> (Journal, Writer) {
    let (sender, requests) = mpsc::channel(QUEUE);
    let (health, healths) = watch::channel(Health::Well);
    let (rest, rested) = (CancellationToken::new(), CancellationToken::new());
    let journal = Journal { requests: sender, health: healths, rest: rest.clone(), rested: rested.clone() };
    (
        journal,
        Writer {
            store,
            clock,
            requests,
            health,
            rest,
            rested,
            stop,
            lost,
            patience: Patience { slow, hung: HUNG },
        },
    )
}

impl Journal {
    /// Asks for a write. The answer comes when it is durable, or can't be.
    pub(crate) async fn write(&self, write: Write) -> oneshot::Receiver<Result<Written, StoreError>> {
        let (written, answer) = oneshot::channel();
        // A journal that has stopped answers by dropping the request.
        let _stopped = self.requests.send(Request { write, written }).await;
        answer
    }

    pub(crate) fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
    }

    /// Gives the last sign of life: players are about to be let go, and the time from now on is not to be theirs. Comes back when it
    /// is given, or can't be.
    pub(crate) async fn rest(&self) {
        self.rest.cancel();
        tokio::select! {
            () = self.rested.cancelled() => {}
            () = self.requests.closed() => {}
        }
    }
}

/// Whether a write may have been done before, the answer lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    First,
    Again,
}

impl Writer {
    /// Runs until it is told to stop. What is not written by then is given up, whatever the database does: the rooms have
    /// stopped, or have waited for long enough.
    pub(crate) async fn run(self) {
        let stop = self.stop.clone();
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            () = self.serve() => {}
        }
    }

    async fn serve(mut self) {
        // While there is ever something to write, signs of life still go first.
        let mut beat_at = Some(self.clock.now());
        let mut gathered = Vec::new();
        loop {
            tokio::select! {
                biased;
                () = self.rest.cancelled(), if beat_at.is_some() => {
                    self.beat().await;
                    self.rested.cancel();
                    beat_at = None;
                }
                () = self.clock.sleep_until_some(beat_at) => {
                    self.beat().await;
                    beat_at = Some(self.clock.now() + BEAT_EVERY);
                }
                count = self.requests.recv_many(&mut gathered, QUEUE) => {
                    if count == 0 {
                        break;
                    }
                    self.gather(&mut gathered).await;
                    gauge!("siguo_journal_waiting").set(u32::try_from(self.requests.len()).unwrap_or(u32::MAX));
                    self.commit(std::mem::take(&mut gathered)).await;
                }
            }
        }
    }

    /// Lets those go first who are about to write, for a commit costs nearly the same for one as for many. On an idle server nobody is.
    async fn gather(&mut self, gathered: &mut Vec<Request>) {
        for _ in 0..ROUNDS {
            let before = gathered.len();
            tokio::task::yield_now().await;
            while gathered.len() < QUEUE
                && let Ok(request) = self.requests.try_recv()
            {
                gathered.push(request);
            }
            if gathered.len() == before {
                return;
            }
        }
    }

    async fn beat(&self) {
        if self.is_away_now() {
            return self.wake().await;
        }
        match self.patiently(&Work::Beat, Attempt::First).await {
            // It came, but late.
            Ok(Ok(_)) if self.is_away_now() => self.wake().await,
            Ok(Ok(_)) => {}
            Ok(Err(err)) => self.is_away(&err),
            Err(hung) => self.is_away(&hung),
        }
    }

    /// Sees whether the database is back. The time without it is kept, so that clocks can be set right after a restart too.
    async fn wake(&self) {
        match self.patiently(&Work::Wake, Attempt::First).await {
            Ok(Ok(_)) => self.is_well(),
            Ok(Err(err)) => tracing::debug!(error = %chain(&err), "no sign of life"),
            Err(hung) => tracing::debug!(error = %hung, "no sign of life"),
        }
    }

    /// All actions together; everything else one by one. Rooms wait for each write, so the order among them is free.
    async fn commit(&self, requests: Vec<Request>) {
        let stopwatch = Clock::stopwatch();
        let (actions, others): (Vec<Request>, Vec<Request>) =
            requests.into_iter().partition(|request| matches!(request.write, Write::Append { .. }));
        let entries: Vec<JournalEntry> = actions.iter().filter_map(|request| request.write.entry()).collect();
        if !entries.is_empty() {
            let count = u32::try_from(entries.len()).unwrap_or(u32::MAX);
            histogram!("siguo_journal_batch_actions").record(f64::from(count));
        }
        // If one of them is wrong none is written; then each is written by itself, so that it alone fails.
        let together = self.insist(&Work::Together(&entries)).await;
        for Request { write, written } in actions {
            let done = match &together {
                Ok(_) => Ok(Written::Done),
                Err(_) => self.insist(&Work::Alone(&write)).await,
            };
            let done = match done {
                Ok(_) => self.insist(&Work::LetGo(&write)).await,
                Err(err) => Err(err),
            };
            let _room_is_gone = written.send(done);
        }
        for Request { write, written } in others {
            let _room_is_gone = written.send(self.insist(&Work::Alone(&write)).await);
        }
        histogram!("siguo_journal_commit_seconds").record(stopwatch.seconds());
    }

    /// Tries until the database has answered.
    async fn insist(&self, work: &Work<'_>) -> Result<Written, StoreError> {
        let mut attempt = Attempt::First;
        let mut pause = RETRY.0;
        loop {
            match self.patiently(work, attempt).await {
                Ok(Err(err)) if err.is_away() => self.is_away(&err),
                Ok(done) => {
                    if self.is_away_now() {
                        self.wake().await;
                    }
                    return done;
                }
                Err(hung) => tracing::warn!(error = %hung, "a write is given up and tried anew"),
            }
            attempt = Attempt::Again;
            self.clock.sleep(pause).await;
            pause = (pause * 2).min(RETRY.1);
        }
    }

    /// A database that doesn't answer for long is away too, as far as the rooms' clocks go, and after some more time what was
    /// asked of it counts as lost.
    async fn patiently(
        &self,
        work: &Work<'_>,
        attempt: Attempt,
    ) -> Result<Result<Written, StoreError>, Elapsed> {
        let done = {
            let mut done = pin!(self.attempt(work, attempt));
            match timeout(self.patience.slow, &mut done).await {
                Ok(done) => Ok(done),
                Err(slow) => {
                    self.is_away(&slow);
                    timeout(self.patience.hung, done).await
                }
            }
        };
        match &done {
            Ok(Err(StoreError::Lost)) => self.lose(),
            Ok(_) => {}
            // An answer that comes all the same must not be taken for another's.
            Err(_) => self.store.abandon(),
        }
        done
    }

    async fn attempt(&self, work: &Work<'_>, attempt: Attempt) -> Result<Written, StoreError> {
        let done = match work {
            Work::Beat => self.store.beat(self.clock.now()).await.map(|()| Written::Done),
            Work::Wake => self.store.wake(self.clock.now()).await.map(|_| Written::Done),
            Work::Together([]) => Ok(Written::Done),
            Work::Together(entries) => self.append(entries, attempt).await,
            Work::Alone(write) => self.write(write, attempt).await,
            Work::LetGo(write) => self.let_go(write).await,
        };
        if done.as_ref().is_err_and(|err| !err.is_away()) {
            // What it had begun is rolled back when the connection is used next, and holds others up until then.
            if timeout(self.patience.slow, self.store.ping()).await.is_err() {
                self.store.abandon();
            }
        }
        done
    }

    async fn append(&self, entries: &[JournalEntry], attempt: Attempt) -> Result<Written, StoreError> {
        match attempt {
            Attempt::First => self.store.append(entries).await?,
            Attempt::Again => self.store.append_again(entries).await?,
        }
        Ok(Written::Done)
    }

    /// Players who are out may sit elsewhere.
    async fn let_go(&self, write: &Write) -> Result<Written, StoreError> {
        if let Write::Append { entry, gone } = write {
            for seat in gone {
                self.store.leave_seat(entry.game, *seat).await?;
            }
        }
        Ok(Written::Done)
    }

    /// What was done by an earlier attempt whose answer was lost counts as done.
    async fn write(&self, write: &Write, attempt: Attempt) -> Result<Written, StoreError> {
        let again = attempt == Attempt::Again;
        match write {
            Write::Create(game) => match self.store.create_game(game).await {
                Err(StoreError::GameExists(_)) if again => Ok(Written::Done),
                done => done.map(|()| Written::Done),
            },
            Write::Submit { game, seat, handed_in } => {
                self.store.submit_layout(*game, *seat, handed_in).await.map(|()| Written::Done)
            }
            Write::CallOff(game) => match self.store.abort_arranging(*game).await {
                Err(StoreError::NotArranging(_)) if again => Ok(Written::Done),
                done => done.map(|()| Written::Done),
            },
            Write::Start(start) => match self.store.start_game(start).await {
                Err(StoreError::NotArranging(_)) if again => self.scores_at_start(start.id).await,
                done => done.map(Written::Started),
            },
            Write::Finish(end) => match self.store.finish_game(end).await {
                Err(StoreError::AlreadyFinished(id)) if again => match self.store.game(id).await? {
                    Some(StoredGame::Finished(game)) => Ok(Written::Settled(game.head.scores)),
                    Some(StoredGame::Unfinished(_) | StoredGame::CalledOff(_)) | None => Ok(Written::Done),
                },
                done => done.map(Written::Settled),
            },
            Write::Talk(line) => self.store.add_talk(line).await.map(|()| Written::Done),
            Write::Options { game, options } => {
                self.store.set_options(*game, options).await.map(|()| Written::Done)
            }
            Write::Memo { game, memo } => self.store.set_memo(*game, memo).await.map(|()| Written::Done),
            // It may be there already, from the attempt with others.
            Write::Append { entry, .. } => self.append(&[*entry], Attempt::Again).await,
        }
    }

    async fn scores_at_start(&self, id: GameId) -> Result<Written, StoreError> {
        let game = self.store.unfinished_game(id).await?;
        Ok(Written::Started(game.seats.map(|_, seat| seat.and_then(|seat| seat.score_before))))
    }

    fn is_away(&self, err: &dyn Error) {
        let changed =
            self.health.send_if_modified(|health| std::mem::replace(health, Health::Away) == Health::Well);
        if changed {
            counter!("siguo_journal_outages_total").increment(1);
            tracing::error!(error = %chain(err), "nothing can be saved; clocks stand still");
        }
    }

    fn is_away_now(&self) -> bool {
        *self.health.borrow() == Health::Away
    }

    fn lose(&self) {
        if !self.lost.is_cancelled() {
            tracing::error!("another server has taken over the database; this one stops");
            self.lost.cancel();
        }
    }

    fn is_well(&self) {
        let changed =
            self.health.send_if_modified(|health| std::mem::replace(health, Health::Well) == Health::Away);
        if changed {
            tracing::info!("saving works again");
        }
    }
}
