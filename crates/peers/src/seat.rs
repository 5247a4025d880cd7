use std::{sync::Arc, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use load::{Moments, Shared};
use rand_chacha::ChaCha8Rng;
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{self, Message},
};

use crate::{
    dialect::{Dialect, Heard},
    table::{SEATS, Table},
};

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// How long a player waits at the end for what others were told.
const GRACE: Duration = Duration::from_secs(5);

/// One player: moves when it is its turn and the time for thinking is over.
pub(crate) struct Seat<D> {
    pub(crate) shared: Arc<Shared>,
    pub(crate) table: Arc<Table>,
    pub(crate) number: u8,
    pub(crate) socket: Socket,
    pub(crate) dialect: D,
    pub(crate) dice: ChaCha8Rng,
}

/// How far a player is.
#[derive(Debug, Default)]
struct Course {
    /// Events that have come.
    no: u32,
    /// When the next move is to be made.
    due: Option<Instant>,
    /// The own move on its way.
    flight: Option<Moments>,
    /// The end, and how long it is waited for.
    until: Option<Instant>,
}

impl<D: Dialect> Seat<D> {
    pub(crate) async fn run(mut self) {
        let mut course = Course::default();
        if let Err(err) = self.play(&mut course).await {
            self.shared.lose(&err.to_string());
        }
        if course.until.is_none() {
            self.table.rest();
        }
        if let Some(Moments { intended, .. }) = course.flight {
            self.shared.give_up(intended);
        } else if let Some(due) = course.due {
            self.shared.give_up(due);
        }
        // The server may have gone first.
        let _closed = self.socket.close(None).await;
    }

    async fn play(&mut self, course: &mut Course) -> Result<(), tungstenite::Error> {
        let finished = self.shared.finished();
        self.look(course);
        loop {
            let now = Instant::now();
            if let Some(until) = course.until
                && (until <= now || (self.table.over.is_cancelled() && course.no == self.table.sent()))
            {
                return Ok(());
            }
            if let Some(due) = course.due.filter(|due| *due <= now && course.until.is_none()) {
                course.due = None;
                self.make_move(course, Moments { intended: due, sent: now }).await?;
            }
            let next = course.until.or(course.due);
            tokio::select! {
                message = self.socket.next() => {
                    let message = message.ok_or(tungstenite::Error::ConnectionClosed)??;
                    self.hear(course, message).await?;
                }
                () = moment(next) => {}
                () = finished.cancelled(), if course.until.is_none() => {
                    course.until = Some(Instant::now() + GRACE);
                    self.table.rest();
                }
                () = self.table.over.cancelled(), if !self.table.over.is_cancelled() => {}
            }
        }
    }

    async fn make_move(&mut self, course: &mut Course, moments: Moments) -> Result<(), tungstenite::Error> {
        let made = self.table.play(self.number, course.no + 1, moments, &mut self.dice);
        course.flight = Some(moments);
        let message = self.dialect.say(course.no, made);
        self.shared.sends(message.len());
        self.socket.send(message).await
    }

    async fn hear(&mut self, course: &mut Course, message: Message) -> Result<(), tungstenite::Error> {
        let bytes = message.len();
        match self.dialect.hear(message) {
            Heard::Answer => {
                self.shared.receives(bytes);
                self.acknowledge(course);
            }
            Heard::Event => {
                self.shared.receives(bytes);
                course.no += 1;
                if seat_of(course.no) != self.number {
                    if let Some(moments) = self.table.moments(course.no) {
                        self.shared.arrive(moments);
                    }
                } else if D::EVENT_IS_ANSWER {
                    self.acknowledge(course);
                }
                self.look(course);
            }
            Heard::Say(answer) => self.socket.send(answer).await?,
            Heard::Nothing => self.shared.receives(bytes),
        }
        Ok(())
    }

    fn acknowledge(&self, course: &mut Course) {
        if let Some(moments) = course.flight.take() {
            self.shared.acknowledge(moments);
        }
    }

    /// Whose turn it is after the events so far.
    fn look(&self, course: &mut Course) {
        if seat_of(course.no + 1) == self.number {
            course.due = Some(Instant::now() + self.shared.think());
        }
    }
}

/// Who makes the move that becomes that event.
fn seat_of(no: u32) -> u8 {
    u8::try_from((no + u32::from(SEATS) - 1) % u32::from(SEATS)).expect("less than four")
}

async fn moment(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
