//! A restart that is announced: everybody is told when the server stops, no game begins any more, and those that are arranged or run
//! may end before.
//!
//! `siguo drain` asks for it in the database, where the server looks every second: whoever may write there may do anything anyway, and
//! it is reached from wherever the server's tools are run. A server that is told to stop by a signal says so the same way, but for a
//! few seconds only.

use std::time::Duration;

use metrics::gauge;
use protocol::{ErrorBody, Restart, ServerFrame};
use store::{Drain, Store};
use tokio::{sync::watch, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::{app::App, http::problem::chain, ws::wire};

/// How often the database is asked.
const LOOK_EVERY: i64 = 1_000;
/// How long it may take to answer.
const ASKING: Duration = Duration::from_secs(5);
/// How long it may take to note that the server begins to stop, where that is told by a signal.
const NOTING: Duration = Duration::from_secs(1);

/// What has been announced. Clones are one.
#[derive(Clone, Debug)]
pub(crate) struct Announcement(watch::Sender<Option<Restart>>);

impl Announcement {
    pub(crate) fn new() -> Announcement {
        gauge!("siguo_restart_announced").set(0_u8);
        Announcement(watch::Sender::new(None))
    }

    /// When the server is about to be restarted, if it is.
    pub(crate) fn announced(&self) -> Option<Restart> {
        *self.0.borrow()
    }

    /// Refused when no game is to begin any more.
    pub(crate) fn may_begin(&self) -> Result<(), ErrorBody> {
        self.announced().map_or(Ok(()), |Restart { at, .. }| Err(ErrorBody::Restarting { at }))
    }

    /// Sees what is announced from now on.
    pub(crate) fn follow(&self) -> watch::Receiver<Option<Restart>> {
        self.0.subscribe()
    }
}

/// Waits until the server is to stop: when that was asked for in the database, or by `shutdown`. Then it does, whatever is asked, and
/// says goodbye before. `own` writes as long as this server serves from the database.
pub(crate) async fn due(
    app: &App,
    own: &Store,
    shutdown: &CancellationToken,
    goodbye: Duration,
    stopping: Duration,
) {
    let within_ms = i64::try_from((goodbye + stopping).as_millis()).unwrap_or(i64::MAX);
    tokio::select! {
        () = shutdown.cancelled() => {
            let noted = timeout(NOTING, own.stop_drain(within_ms));
            let (noted, ()) = tokio::join!(noted, say_goodbye(app, goodbye));
            if !matches!(noted, Ok(Ok(()))) {
                tracing::debug!("a restart that was asked for may seem to be open still");
            }
        }
        () = drained(app, own, within_ms) => say_goodbye(app, goodbye).await,
    }
}

async fn say_goodbye(app: &App, goodbye: Duration) {
    // Where nobody listens nobody is waited for.
    if goodbye.is_zero() || app.presence.online() == 0 {
        return;
    }
    let now = app.clock.now();
    let planned = now + i64::try_from(goodbye.as_millis()).unwrap_or(i64::MAX);
    let at = app.restart.announced().map_or(planned, |restart| restart.at.max(now).min(planned));
    announce(app, Some(Restart { at, early: false }));
    app.clock.sleep_until(at).await;
}

/// Waits until a restart that was asked for in the database is due, and can't be taken back any more.
async fn drained(app: &App, own: &Store, within_ms: i64) {
    let mut taken: Option<Drain> = None;
    let mut earliest = app.clock.now();
    loop {
        // The database may be away, and the moment that was told stands.
        match timeout(ASKING, app.store.drain()).await {
            Ok(Ok(asked)) if asked != taken => {
                taken = asked;
                let restart = asked.map(|drain| {
                    let now = app.clock.now();
                    earliest = now + drain.notice_ms;
                    let at = earliest.max(now + drain.wait_ms);
                    Restart { at, early: at > earliest }
                });
                announce(app, restart);
            }
            Ok(Ok(_)) | Err(_) => {}
            Ok(Err(err)) => {
                tracing::debug!(error = %chain(&err), "a restart may have been asked for, unseen");
            }
        }
        let now = app.clock.now();
        let mut next = now + LOOK_EVERY;
        if let Some(Restart { at, .. }) = app.restart.announced() {
            let is_due = at <= now || (earliest <= now && app.rooms.games() == 0);
            if is_due && obeyed(own, taken, within_ms).await {
                return;
            }
            if !is_due {
                next = next.min(at);
            }
        }
        app.clock.sleep_until(next).await;
    }
}

/// Whether it is still asked for; where the database is away, the moment that was told stands.
async fn obeyed(own: &Store, asked: Option<Drain>, within_ms: i64) -> bool {
    let Some(Drain { asked, .. }) = asked else { return true };
    !matches!(timeout(ASKING, own.obey_drain(asked, within_ms)).await, Ok(Ok(false)))
}

/// Tells everybody, those who come from now on with the answer to their hello.
fn announce(app: &App, restart: Option<Restart>) {
    app.restart.0.send_replace(restart);
    gauge!("siguo_restart_announced").set(u8::from(restart.is_some()));
    app.presence.tell_all(&vec![wire(&ServerFrame::Restart { restart })]);
    if let Some(Restart { at, early }) = restart {
        let seconds = (at - app.clock.now()) / 1000;
        tracing::info!(seconds, early, games = app.rooms.games(), "a restart is announced");
    } else {
        tracing::info!("the restart is taken back");
    }
}

/// Comes when a restart is announced.
pub(crate) async fn announced(follow: &mut watch::Receiver<Option<Restart>>) {
    if follow.wait_for(Option::is_some).await.is_err() {
        std::future::pending::<()>().await;
    }
}
