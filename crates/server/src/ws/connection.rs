//! One task per connection: it reads, writes and pings in one loop, so nothing has to be shared or aborted.
//!
//! While it waits for a room's mailbox it does not read: who floods slows only itself. What others send goes into the outbox,
//! which is bounded; who does not read is let go.

use std::{future::poll_fn, net::IpAddr, pin::pin, task::Poll, time::Duration};

use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt as _;
use metrics::{counter, gauge};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};
use tracing::Instrument as _;

use super::{
    outbox::{self, CloseReason, ConnectionId, Inbox, Peer},
    session::Session,
};
use crate::{
    app::App,
    clock::Clock,
    http,
    pace::{Pace, Rate},
    presence::Connection,
};

/// How often a client is asked whether it is there.
const PING_EVERY: i64 = 15_000;
/// After so many questions without a word from it, it is not.
const UNANSWERED: u32 = 3;
/// Pings and pongs of a client: no more than the most restless ones send.
const CONTROL: Rate = Rate { every_ms: 1_000, burst: 100 };
/// How long the writing of one batch may take.
const WRITE: Duration = Duration::from_secs(10);
/// How long the goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// How a connection ends.
#[derive(Debug)]
enum End {
    /// The server closes it.
    Close(CloseReason),
    /// The client is gone.
    Gone,
}

/// All that is logged about a connection has its number and the request that it began with.
pub(super) async fn run(
    app: App,
    login: http::session::Session,
    address: IpAddr,
    request: String,
    socket: WebSocket,
) {
    let id = app.presence.next_id();
    let span = tracing::info_span!("connection", connection.id = id.0, request.id = request);
    carry(app, login, address, id, socket).instrument(span).await;
}

async fn carry(
    app: App,
    login: http::session::Session,
    address: IpAddr,
    id: ConnectionId,
    mut socket: WebSocket,
) {
    let (outbox, mut inbox) = outbox::channel(id, Peer::Socket);
    let account = login.account.id;
    let shared =
        app.presence.attach(account, Connection { outbox: outbox.clone(), token: login.token, address });
    if app.shutdown.is_cancelled() {
        // It came in after all others had been closed.
        outbox.close(CloseReason::Stopping);
    }
    gauge!("siguo_connections").increment(1);
    tracing::debug!(account.id = %account, "connected");

    let mut session = Session::new(app.clone(), login, address, outbox.clone(), shared);
    let end = serve(&app.clock, &mut session, &mut inbox, &mut socket).await;

    let left = app.presence.detach(account, id, app.clock.now());
    session.end(left).await;
    gauge!("siguo_connections").decrement(1);
    tracing::debug!(account.id = %account, end = ?end, "disconnected");
    match end {
        End::Close(reason) => say_goodbye(socket, reason).await,
        End::Gone => counter!("siguo_connections_closed_total", "reason" => "gone").increment(1),
    }
}

async fn serve(clock: &Clock, session: &mut Session, inbox: &mut Inbox, socket: &mut WebSocket) -> End {
    // It goes on over all frames: a timer for each would cost as much as the frame.
    let mut ping = pin!(clock.sleep(PING_EVERY));
    let mut control = Pace::new(CONTROL);
    let mut unanswered = 0;
    loop {
        tokio::select! {
            batch = inbox.next() => {
                let Some(batch) = batch else { return closed(inbox) };
                if let Err(end) = write(inbox, socket, batch.into_iter().map(Message::Text)).await {
                    return end;
                }
            }
            message = socket.recv() => {
                // Until it has said hello, a client that only answers is as silent as one that does not.
                if session.is_greeted() || !matches!(message, Some(Ok(Message::Ping(_) | Message::Pong(_)))) {
                    unanswered = 0;
                }
                match message {
                    Some(Ok(Message::Text(text))) => session.hear(&text).await,
                    Some(Ok(Message::Binary(_))) => session.close(CloseReason::Binary),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        if control.take(clock.now()).is_err() {
                            session.close(CloseReason::TooManyRefused);
                        }
                    }
                    Some(Err(err)) => {
                        let Some(reason) = fault(&err) else { return End::Gone };
                        session.close(reason);
                        // Nothing more can be read: reading on would look as if the client had gone.
                        return closed(inbox);
                    }
                    Some(Ok(Message::Close(_))) | None => return End::Gone,
                }
            }
            () = &mut ping => {
                ping.set(clock.sleep(PING_EVERY));
                if unanswered == UNANSWERED {
                    session.close(CloseReason::Silent);
                    continue;
                }
                unanswered += 1;
                if let Err(end) = write(inbox, socket, [Message::Ping(Vec::new().into())]).await {
                    return end;
                }
            }
        }
    }
}

/// Waits for the socket to take them, together if they are short, but not for a client that has stopped reading.
async fn write(
    inbox: &Inbox,
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
) -> Result<(), End> {
    let sending = async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    let mut sending = pin!(sending);
    // Nearly always the socket takes it at once: then there is nothing to wait for, and no timer to set.
    if let Poll::Ready(sent) = poll_fn(|context| Poll::Ready(sending.as_mut().poll(context))).await {
        return sent.map_err(|_| End::Gone);
    }
    tokio::select! {
        biased;
        () = inbox.cut() => Err(closed(inbox)),
        sent = timeout(WRITE, sending) => match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                counter!("siguo_connections_closed_total", "reason" => CloseReason::TooSlow.name()).increment(1);
                Err(End::Close(CloseReason::TooSlow))
            }
        },
    }
}

fn closed(inbox: &Inbox) -> End {
    inbox.reason().map_or(End::Gone, End::Close)
}

/// What the client did wrong, if what it sent can't be read though it is still there.
fn fault(err: &axum::Error) -> Option<CloseReason> {
    let mut cause = std::error::Error::source(err);
    while let Some(err) = cause {
        match err.downcast_ref::<tungstenite::Error>() {
            Some(tungstenite::Error::Capacity(_)) => return Some(CloseReason::TooBig),
            Some(tungstenite::Error::Utf8(_)) => return Some(CloseReason::NotText),
            Some(tungstenite::Error::Protocol(fault)) => {
                let gone = matches!(
                    fault,
                    ProtocolError::ResetWithoutClosingHandshake | ProtocolError::ReceivedAfterClosing
                );
                return (!gone).then_some(CloseReason::NoFrame);
            }
            _ => cause = err.source(),
        }
    }
    None
}

/// Says why, and waits a moment for the client to hear it: a socket that is dropped with something unread loses what was sent.
async fn say_goodbye(mut socket: WebSocket, reason: CloseReason) {
    let goodbye = async {
        socket.send(Message::Close(Some(reason.frame()))).await?;
        match reason {
            // What follows can't be read, and is waited for instead.
            CloseReason::TooBig | CloseReason::NotText | CloseReason::NoFrame => {
                tokio::time::sleep(GOODBYE).await;
            }
            CloseReason::Stopping
            | CloseReason::Binary
            | CloseReason::NoHello
            | CloseReason::LoggedOut
            | CloseReason::TooSlow
            | CloseReason::TooManyRefused
            | CloseReason::Silent
            | CloseReason::RoomBroke => while let Some(Ok(_)) = socket.recv().await {},
        }
        Ok::<(), axum::Error>(())
    };
    if !matches!(timeout(GOODBYE, goodbye).await, Ok(Ok(()))) {
        tracing::trace!(reason = reason.name(), "the goodbye was not heard");
    }
}
