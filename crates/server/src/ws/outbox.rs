//! The two halves of a connection's queue of frames.
//!
//! Whoever has something to say holds an [`Outbox`] and never waits for the client: a queue that is full closes the
//! connection. The connection task, or a bot in the same process, holds the [`Inbox`]. A batch is sent whole or not at all, so that
//! the frames of one step stay together. Frames are text that is shared, serialised once for everybody who gets it.

use std::{
    fmt,
    future::poll_fn,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
};

use axum::extract::ws::{CloseFrame, Utf8Bytes};
use futures_util::task::AtomicWaker;
use metrics::counter;
use tokio::sync::mpsc;

/// Batches that may wait.
const BATCHES: usize = 64;
/// Bytes that may wait; one batch may exceed it when nothing else waits.
const BYTES: usize = 256 * 1024;

/// Names a connection within this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Why the server ends a connection; each has its close code in `docs/protocol.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CloseReason {
    Stopping,
    Binary,
    NotText,
    NoFrame,
    TooBig,
    NoHello,
    LoggedOut,
    TooSlow,
    TooManyRefused,
    Silent,
    RoomBroke,
}

impl CloseReason {
    pub(crate) fn frame(self) -> CloseFrame {
        let (code, reason) = match self {
            CloseReason::Stopping => (1001, "the server is stopping"),
            CloseReason::Binary => (1003, "text frames only"),
            CloseReason::NotText => (1007, "the text is not UTF-8"),
            CloseReason::NoFrame => (1002, "not a frame of the WebSocket protocol"),
            CloseReason::TooBig => (1009, "the frame is too big"),
            CloseReason::NoHello => (4000, "the first command must be a hello of this version"),
            CloseReason::LoggedOut => (4001, "logged out"),
            CloseReason::TooSlow => (4002, "the client stopped reading"),
            CloseReason::TooManyRefused => (4003, "too many refused commands"),
            CloseReason::Silent => (4004, "nothing was heard for too long"),
            CloseReason::RoomBroke => (1011, "a room can't go on"),
        };
        CloseFrame { code, reason: reason.into() }
    }

    /// The label in the metrics.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CloseReason::Stopping => "stopping",
            CloseReason::Binary => "binary",
            CloseReason::NotText => "not-text",
            CloseReason::NoFrame => "no-frame",
            CloseReason::TooBig => "too-big",
            CloseReason::NoHello => "no-hello",
            CloseReason::LoggedOut => "logged-out",
            CloseReason::TooSlow => "too-slow",
            CloseReason::TooManyRefused => "too-many-refused",
            CloseReason::Silent => "silent",
            CloseReason::RoomBroke => "room-broke",
        }
    }
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    /// A client over a socket.
    Socket,
    /// A bot in this process.
    Bot,
}

/// Frames that belong together, in order.
pub(crate) type Batch = Vec<Utf8Bytes>;

struct Shared {
    id: ConnectionId,
    peer: Peer,
    queued: AtomicUsize,
    /// Once there is one no more is taken. What waits still goes out, unless it is that the client is too slow.
    reason: OnceLock<CloseReason>,
    /// Of the connection's one task. It is woken on every frame, and tokens would have to be waited for anew each time.
    waker: AtomicWaker,
}

impl Shared {
    /// Whether nothing goes out any more, not even what waits.
    fn is_cut(&self) -> bool {
        self.reason.get() == Some(&CloseReason::TooSlow)
    }
}

/// The sending half; clones lead to the same client.
#[derive(Clone)]
pub(crate) struct Outbox {
    batches: mpsc::Sender<Batch>,
    shared: Arc<Shared>,
}

/// The client's half.
pub(crate) struct Inbox {
    batches: mpsc::Receiver<Batch>,
    shared: Arc<Shared>,
}

pub(crate) fn channel(id: ConnectionId, peer: Peer) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(BATCHES);
    let shared = Arc::new(Shared {
        id,
        peer,
        queued: AtomicUsize::new(0),
        reason: OnceLock::new(),
        waker: AtomicWaker::new(),
    });
    (Outbox { batches: sender, shared: Arc::clone(&shared) }, Inbox { batches: receiver, shared })
}

impl Outbox {
    pub(crate) fn id(&self) -> ConnectionId {
        self.shared.id
    }

    pub(crate) fn peer(&self) -> Peer {
        self.shared.peer
    }

    /// Never waits; a client that doesn't keep up is let go.
    pub(crate) fn send(&self, batch: Batch) {
        if self.is_closed() {
            return;
        }
        let bytes = size(&batch);
        let before = self.shared.queued.fetch_add(bytes, Ordering::Relaxed);
        if (before > 0 && before + bytes > BYTES) || self.batches.try_send(batch).is_err() {
            self.close(CloseReason::TooSlow);
        }
    }

    /// Ends the connection; the first reason counts.
    pub(crate) fn close(&self, reason: CloseReason) {
        if !self.batches.is_closed() && self.shared.reason.set(reason).is_ok() {
            counter!("siguo_connections_closed_total", "reason" => reason.name()).increment(1);
            self.shared.waker.wake();
        }
    }

    /// Whether the connection has ended or is about to.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.reason.get().is_some() || self.batches.is_closed()
    }
}

impl Inbox {
    /// The next batch; `None` when the connection has been closed and what waited has gone out. Safe to drop while waiting.
    pub(crate) async fn next(&mut self) -> Option<Batch> {
        let Inbox { batches, shared } = self;
        poll_fn(|context| {
            shared.waker.register(context.waker());
            if shared.is_cut() {
                return Poll::Ready(None);
            }
            match batches.poll_recv(context) {
                Poll::Ready(Some(batch)) => {
                    shared.queued.fetch_sub(size(&batch), Ordering::Relaxed);
                    Poll::Ready(Some(batch))
                }
                Poll::Ready(None) => Poll::Ready(None),
                // Nothing may wait; or something came just now, or this task has done much and is to let others go first.
                Poll::Pending if shared.reason.get().is_some() => match batches.try_recv() {
                    Ok(batch) => {
                        shared.queued.fetch_sub(size(&batch), Ordering::Relaxed);
                        Poll::Ready(Some(batch))
                    }
                    Err(_) => Poll::Ready(None),
                },
                Poll::Pending => Poll::Pending,
            }
        })
        .await
    }

    /// Comes when nothing more is to go out, not even what waits.
    pub(crate) async fn cut(&self) {
        poll_fn(|context| {
            self.shared.waker.register(context.waker());
            if self.shared.is_cut() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// Why the server closed the connection, if it did.
    pub(crate) fn reason(&self) -> Option<CloseReason> {
        self.shared.reason.get().copied()
    }
}

fn size(batch: &Batch) -> usize {
    batch.iter().map(|frame| frame.len()).sum()
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outbox({:?})", self.shared.id)
    }
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Inbox({:?})", self.shared.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_closes_with_its_reason() {
        let (outbox, mut inbox) = channel(ConnectionId(1), Peer::Socket);
        for _ in 0..BATCHES {
            outbox.send(vec!["frame".into()]);
        }
        assert!(!outbox.is_closed());
        outbox.send(vec!["one too many".into()]);
        assert!(outbox.is_closed());
        assert_eq!(inbox.next().await, None);
        assert_eq!(inbox.reason(), Some(CloseReason::TooSlow));
    }

    #[tokio::test]
    async fn bytes_are_bounded_but_one_batch_always_passes() {
        let (outbox, mut inbox) = channel(ConnectionId(1), Peer::Socket);
        let big: Utf8Bytes = "x".repeat(BYTES * 2).into();
        outbox.send(vec![big.clone()]);
        assert_eq!(inbox.next().await.expect("passes").len(), 1);
        outbox.send(vec![big.clone()]);
        outbox.send(vec!["more".into()]);
        assert_eq!(inbox.reason(), Some(CloseReason::TooSlow));
    }
}
