//! The bare relay: what any server would have to do on these libraries that sends the same frames to the same audiences.
//!
//! It is built like siguo's connections: a task for each, one loop that reads and writes, a bounded queue of batches, the same sizes of
//! buffers, all frames of a batch in one write. There is nothing in it of rules, accounts or a database.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Router,
    extract::{
        Query, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::any,
    serve::ListenerExt as _,
};
use futures_util::SinkExt as _;
use serde::Deserialize;
use tokio::{net::TcpListener, sync::mpsc};

use crate::table::SEATS;

/// The first letter of an answer to a move.
pub(crate) const ANSWER: u8 = b'a';
/// The first letter of an event.
pub(crate) const EVENT: u8 = b'e';

/// As in siguo.
const BATCHES: usize = 64;
const READ: usize = 1024;
const WRITE: usize = 4 * 1024;

type Batch = Vec<Utf8Bytes>;
type Outboxes = Vec<Option<mpsc::Sender<Batch>>>;

/// Rooms by number; in each the four queues.
#[derive(Debug)]
struct Relay {
    rooms: Mutex<HashMap<u64, Arc<Mutex<Outboxes>>>>,
    answer: Utf8Bytes,
    event: Utf8Bytes,
}

#[derive(Debug, Deserialize)]
struct Place {
    room: u64,
    seat: usize,
}

/// Serves until the process is ended.
pub(crate) async fn serve(listener: TcpListener, bytes: usize) -> io::Result<()> {
    let frame = |letter: u8| Utf8Bytes::from(char::from(letter).to_string().repeat(bytes.max(1)));
    let relay = Relay { rooms: Mutex::default(), answer: frame(ANSWER), event: frame(EVENT) };
    let router = Router::new().route("/ws", any(upgrade)).with_state(Arc::new(relay));
    let listener = listener.tap_io(|socket| {
        // A socket without it only is slower.
        let _set = socket.set_nodelay(true);
    });
    axum::serve(listener, router).await
}

async fn upgrade(
    State(relay): State<Arc<Relay>>,
    Query(place): Query<Place>,
    socket: WebSocketUpgrade,
) -> Response {
    socket
        .read_buffer_size(READ)
        .write_buffer_size(WRITE)
        .on_upgrade(async move |socket| connection(&relay, &place, socket).await)
}

async fn connection(relay: &Relay, place: &Place, mut socket: WebSocket) {
    let (outbox, mut inbox) = mpsc::channel(BATCHES);
    let room = {
        let mut rooms = lock(&relay.rooms);
        Arc::clone(rooms.entry(place.room).or_insert_with(|| Arc::new(Mutex::new(vec![None; SEATS.into()]))))
    };
    let Some(mine) = lock(&room).get_mut(place.seat).map(|seat| seat.replace(outbox)) else { return };
    drop(mine);
    loop {
        tokio::select! {
            batch = inbox.recv() => {
                let Some(batch) = batch else { return };
                for frame in batch {
                    if socket.feed(Message::Text(frame)).await.is_err() {
                        return;
                    }
                }
                if socket.flush().await.is_err() {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(_))) => tell(relay, &lock(&room), place.seat),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            }
        }
    }
}

fn tell(relay: &Relay, outboxes: &Outboxes, mover: usize) {
    for (seat, outbox) in outboxes.iter().enumerate() {
        let Some(outbox) = outbox else { continue };
        let answer = (seat == mover).then(|| relay.answer.clone());
        let batch = answer.into_iter().chain([relay.event.clone()]).collect();
        // Who doesn't read misses it.
        let _full = outbox.try_send(batch);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
