//! The end of the server: what has to end, and in which order.
//!
//! There is one deadline, and each step may take half of the time that is left until then: what hangs, a request that is open still or a
//! database that is away, leaves something for every later step, and all steps together never reach the deadline.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use store::{Store, Tenure};
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    app::App,
    clock::{Clock, Stopwatch},
    http::problem::chain,
    rooms::journal::Journal,
    serve::Front,
};

/// What has to end.
pub(crate) struct UnderWay {
    pub(crate) app: App,
    pub(crate) line_task: JoinHandle<()>,
    pub(crate) journal: Journal,
    pub(crate) journal_task: JoinHandle<()>,
    pub(crate) stop_rooms: CancellationToken,
    pub(crate) stop_journal: CancellationToken,
    /// Cancelled when another server has taken over the database.
    pub(crate) lost: CancellationToken,
    /// The journal's.
    pub(crate) own: Store,
    pub(crate) tenure: Tenure,
}

/// Whether everything has ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Whole,
    /// Something was given up.
    Late,
}

impl UnderWay {
    /// Serves until the shutdown, then ends everything.
    pub(crate) async fn end(self, front: Front, listener: TcpListener, stopping: Duration) -> End {
        let UnderWay { app, line_task, journal, journal_task, stop_rooms, stop_journal, lost, own, tenure } =
            self;
        // Sockets don't wait for requests that are open still.
        let goodbye = async {
            app.shutdown.cancelled().await;
            let time = Deadline::after(stopping);
            if lost.is_cancelled() {
                // It writes nothing more, so nobody need wait for it.
                stop_journal.cancel();
            }
            // The line tells those who wait before their connections are closed.
            time.join("the line", line_task).await;
            time.step("rooms that close with the server", app.rooms.close_idle()).await;
            time.step("the last sign of life", journal.rest()).await;
            app.presence.close_all();
            time
        };
        let ((), time) = tokio::join!(serve(front, listener, stopping), goodbye);
        app.connections.close();
        app.tasks.close();
        time.step("tasks", app.tasks.wait()).await;
        stop_rooms.cancel();
        if time.step("rooms", app.rooms.stopped()).await.is_none() {
            tracing::error!("the database is away; what nobody has been told is not saved");
            stop_journal.cancel();
            time.step("rooms whose last word is not saved", app.rooms.stopped()).await;
        }
        // They have been told, and whoever does not answer is not waited for: nothing is given up.
        let _mute = timeout(time.share(), app.connections.wait()).await;
        stop_journal.cancel();
        time.join("the journal", journal_task).await;
        if !lost.is_cancelled()
            // Who asked for the stop learns of it by this; without a database the next start says it.
            && let Some(Err(err)) = time.step("noting that it has ended", own.end_drain()).await
        {
            tracing::warn!(error = %chain(&err), "it could not be noted that the server has ended");
        }
        time.step("the connections to the database", app.store.close()).await;
        // Only now may another server read what this one has written.
        time.step("the right to serve", tenure.release()).await;
        time.end()
    }
}

/// Serves until the shutdown, and ends what is asked then, but who keeps a request open does not keep the server.
async fn serve(front: Front, listener: TcpListener, stopping: Duration) {
    let shutdown = front.shutdown.clone();
    let long_enough = async {
        shutdown.cancelled().await;
        tokio::time::sleep(stopping / 2).await;
    };
    tokio::select! {
        () = front.serve(listener) => {}
        () = long_enough => {}
    }
}

/// When all has to have ended.
struct Deadline {
    began: Stopwatch,
    after: Duration,
    late: AtomicBool,
}

impl Deadline {
    fn after(span: Duration) -> Deadline {
        Deadline { began: Clock::stopwatch(), after: span, late: AtomicBool::new(false) }
    }

    /// Half of the time that is left.
    fn share(&self) -> Duration {
        self.began.left_of(self.after) / 2
    }

    /// Waits for one step on the way, for its share of the time.
    async fn step<T>(&self, what: &str, step: impl Future<Output = T>) -> Option<T> {
        let done = timeout(self.share(), step).await;
        if done.is_err() {
            self.late.store(true, Ordering::Relaxed);
            tracing::warn!(what, "something does not end in time and is given up");
        }
        done.ok()
    }

    async fn join(&self, what: &str, mut task: JoinHandle<()>) {
        match self.step(what, &mut task).await {
            Some(Ok(())) => {}
            Some(Err(err)) => tracing::error!(error = %err, "a task of the server panicked"),
            None => task.abort(),
        }
    }

    fn end(self) -> End {
        if self.late.into_inner() { End::Late } else { End::Whole }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test]
    async fn what_hangs_is_given_up_and_the_next_has_its_time() {
        let time = Deadline::after(Duration::from_millis(100));
        assert_eq!(time.step("one that ends", async { 1 }).await, Some(1));
        for _ in 0..4 {
            assert_eq!(time.step("one that hangs", pending::<()>()).await, None);
        }
        time.join("a task that hangs", tokio::spawn(pending())).await;
        assert_eq!(time.step("one that ends", async { 2 }).await, Some(2));
        assert_eq!(time.end(), End::Late);
        assert_eq!(Deadline::after(Duration::ZERO).end(), End::Whole);
    }
}
