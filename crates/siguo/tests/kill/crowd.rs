//! Many who are only there, and come back as the client does when they are all cut at once.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use protocol::{Answer, ClientFrame, Command, CommandId, Reply, RoomId, ServerFrame, VERSION};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

use crate::{PATIENCE, table::Person};

/// Sockets of one account; it may have twice as many, and those that were cut may be there for a moment longer.
pub(crate) const OF_ONE: usize = 8;
/// Of so many sockets one watches a game.
const WATCHES: usize = 20;
/// As the client waits (`web/src/net/backoff.ts`): doubled each time, half of it by chance.
const BACKOFF: (u64, u64) = (400, 15_000);
/// They arrive within so many milliseconds.
const ARRIVE_WITHIN: u64 = 3_000;
const OPEN_WITHIN: Duration = Duration::from_secs(10);

pub(crate) struct Crowd {
    cuts: watch::Sender<u32>,
    up: watch::Sender<usize>,
    refused: Arc<AtomicUsize>,
    sockets: JoinSet<()>,
}

/// One of them.
struct Socket {
    address: SocketAddr,
    /// Each person comes from an address of its own.
    from: String,
    token: String,
    room: Option<RoomId>,
    cut: watch::Receiver<u32>,
    up: watch::Sender<usize>,
    refused: Arc<AtomicUsize>,
    dice: ChaCha8Rng,
}

impl Crowd {
    /// [`OF_ONE`] sockets of each.
    pub(crate) fn of(people: &[Person], address: SocketAddr, room: RoomId, dice: &mut ChaCha8Rng) -> Crowd {
        let (cuts, up) = (watch::Sender::new(0), watch::Sender::new(0));
        let (mut sockets, refused) = (JoinSet::new(), Arc::default());
        let each = people.iter().enumerate().flat_map(|person| std::iter::repeat_n(person, OF_ONE));
        for (number, (at, person)) in each.enumerate() {
            let socket = Socket {
                address,
                from: format!("10.1.{}.{}", at / 250, at % 250),
                token: person.token.clone(),
                room: (number % WATCHES == 0).then_some(room),
                cut: cuts.subscribe(),
                up: up.clone(),
                refused: Arc::clone(&refused),
                dice: ChaCha8Rng::seed_from_u64(dice.random()),
            };
            sockets.spawn(socket.run());
        }
        Crowd { cuts, up, refused, sockets }
    }

    pub(crate) fn len(&self) -> usize {
        self.sockets.len()
    }

    /// Waits until all are there.
    pub(crate) async fn is_up(&self) {
        let all = self.sockets.len();
        let mut up = self.up.subscribe();
        let arrived = timeout(2 * PATIENCE, up.wait_for(|up| *up >= all)).await.is_ok();
        assert!(arrived, "{} of {all} are there", *self.up.borrow());
    }

    /// All lose their connections at once.
    pub(crate) fn cut(&self) {
        self.up.send_replace(0);
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// How often one tried in vain.
    pub(crate) fn refused(&self) -> usize {
        self.refused.load(Ordering::Relaxed)
    }
}

impl Socket {
    async fn run(mut self) {
        let mut attempt = 0;
        sleep(Duration::from_millis(self.dice.random_range(0..ARRIVE_WITHIN))).await;
        loop {
            if let Err(_lost) = self.connection(&mut attempt).await {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            let full = (BACKOFF.0 << attempt).min(BACKOFF.1);
            attempt = (attempt + 1).min(10);
            sleep(Duration::from_millis(full / 2 + self.dice.random_range(0..=full / 2))).await;
        }
    }

    /// Greets, and stays until it is cut; an error if it doesn't come so far or is let go.
    async fn connection(&mut self, attempt: &mut u32) -> Result<(), Error> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request()?;
        let bearer = format!("Bearer {}", self.token).parse().expect("a header");
        request.headers_mut().insert("authorization", bearer);
        request.headers_mut().insert("x-forwarded-for", self.from.parse().expect("a header"));
        let opened = timeout(OPEN_WITHIN, connect_async(request)).await;
        let (mut socket, _) = opened.map_err(|_| Error::ConnectionClosed)??;
        socket.send(command(1, Command::Hello { version: VERSION })).await?;
        if let Some(room) = self.room {
            socket.send(command(2, Command::Join { room, have: None, password: None })).await?;
        }
        loop {
            tokio::select! {
                frame = socket.next() => match frame {
                    Some(Ok(Message::Text(text))) => match greeting(&text) {
                        Some(Reply::Ok(_)) => {
                            *attempt = 0;
                            self.cut.mark_unchanged();
                            self.up.send_modify(|up| *up += 1);
                        }
                        // Too many at once: it comes again, as the client does.
                        Some(Reply::Error(_)) => return Err(Error::ConnectionClosed),
                        None => {}
                    },
                    Some(Ok(_)) => {}
                    Some(Err(err)) => return Err(err),
                    None => return Err(Error::ConnectionClosed),
                },
                _ = self.cut.changed() => return Ok(()),
            }
        }
    }
}

fn command(id: u64, cmd: Command) -> Message {
    Message::text(serde_json::to_string(&ClientFrame { id: CommandId(id), cmd }).expect("JSON"))
}

/// The answer to the first command.
fn greeting(text: &str) -> Option<Reply> {
    match serde_json::from_str(text) {
        Ok(ServerFrame::Answer(Answer { id: CommandId(1), reply })) => Some(reply),
        _ => None,
    }
}
