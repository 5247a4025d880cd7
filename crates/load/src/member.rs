use std::{sync::Arc, time::Duration};

use protocol::{Command, CommandId, Done, Event, GameId, Progress, ServerFrame, VERSION};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rules::{Happened, Viewer};
use tokio::time::{Instant, sleep, timeout};

use crate::{
    Finding,
    check::{Fault, viewer_name},
    follow::{Follow, Scrutiny},
    latency::record,
    shared::Shared,
    socket::{Lost, Socket},
    table::Table,
};

/// Between attempts to come back.
const RETRY: Duration = Duration::from_millis(100);
/// How long the room may take to show itself.
const PATIENCE: Duration = Duration::from_secs(30);

/// The numbers of one account's commands.
#[derive(Debug)]
pub(crate) struct Ids(u64);

impl Ids {
    pub(crate) fn new(dice: &mut ChaCha8Rng) -> Ids {
        Ids(dice.random_range(1..1 << 40))
    }

    pub(crate) fn next(&mut self) -> CommandId {
        self.0 += 1;
        CommandId(self.0)
    }
}

/// Whoever is in a room: hears of it, checks what is heard, and comes back when the connection is lost.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) shared: Arc<Shared>,
    pub(crate) table: Arc<Table>,
    pub(crate) follow: Follow,
    pub(crate) ids: Ids,
    /// The own turn: in which game, after which event, known since when.
    pub(crate) turn: Option<(GameId, u32, Instant)>,
    token: String,
    /// What comes now is sent again, so its time says nothing.
    catches_up: bool,
}

impl Member {
    pub(crate) fn new(
        shared: Arc<Shared>,
        table: Arc<Table>,
        viewer: Viewer,
        token: String,
        ids: Ids,
    ) -> Member {
        Member { shared, table, follow: Follow::new(viewer), ids, turn: None, token, catches_up: false }
    }

    /// Takes a frame in.
    pub(crate) fn hear(&mut self, frame: &ServerFrame) {
        let now = Instant::now();
        let table = Arc::clone(&self.table);
        let fault = self.follow.take(frame, |game| table.scrutiny(game));
        if let Some(fault) = fault {
            self.find(&fault);
        }
        self.note_turn(now);
        if let ServerFrame::Event(event) = frame {
            table.hears(event);
            self.arrived(event, now);
        }
        let is_checked = self.follow.scrutiny() == Scrutiny::Frames;
        let of_game = matches!(frame, ServerFrame::Event(_) | ServerFrame::Room(_));
        if is_checked && of_game {
            let mut tally = self.shared.tally.lock();
            tally.frames_checked += 1;
            tally.snapshots_compared += self.follow.take_compared();
        }
    }

    fn note_turn(&mut self, now: Instant) {
        let follow = &self.follow;
        if let (Some(game), Some(_)) = (follow.game(), follow.legal())
            && self.turn.is_none_or(|(of, after, _)| (of, after) != (game, follow.no()))
        {
            self.turn = Some((game, follow.no(), now));
        }
    }

    /// The time that another one's move took to come here.
    fn arrived(&self, event: &Event, now: Instant) {
        let Happened::Move { seat, .. } = &event.event.action else { return };
        if self.catches_up || self.follow.viewer() == Viewer::Seat(*seat) {
            return;
        }
        let Some(flight) = self.table.flight(event.game, event.no) else { return };
        if flight.was_cut || !self.shared.window.holds(flight.moments.intended) {
            return;
        }
        let mut tally = self.shared.tally.lock();
        match self.follow.viewer() {
            Viewer::Seat(_) => tally.at_seats.record(flight.moments, now),
            Viewer::Public => tally.at_spectators.record(flight.moments, now),
        }
    }

    pub(crate) fn find(&self, fault: &Fault) {
        self.shared.tally.lock().find(Finding {
            room: self.table.room,
            game: self.follow.game(),
            no: self.follow.no(),
            viewer: viewer_name(self.follow.viewer()).to_owned(),
            fault: fault.to_string(),
        });
    }

    /// A socket over which this account has said hello.
    pub(crate) async fn greet(shared: &Arc<Shared>, token: &str, ids: &mut Ids) -> Result<Socket, Lost> {
        let mut socket = Socket::open(shared, token).await?;
        socket.ask(ids.next(), Command::Hello { version: VERSION }, drop).await?;
        Ok(socket)
    }

    /// Opens its first socket and goes into the room.
    pub(crate) async fn arrive(&mut self) -> Result<Socket, Lost> {
        let mut socket = Member::greet(&self.shared, &self.token, &mut self.ids).await?;
        self.join(&mut socket, None).await?;
        Ok(socket)
    }

    /// Says what is wanted, and hears what comes meanwhile.
    pub(crate) async fn ask(&mut self, socket: &mut Socket, cmd: Command) -> Result<Done, Lost> {
        let id = self.ids.next();
        socket.ask(id, cmd, |frame| self.hear(&frame)).await
    }

    /// Comes back until it has, or all is over.
    pub(crate) async fn come_back(&mut self) -> Option<Socket> {
        let finish = self.shared.finish.clone();
        self.follow.lose();
        let began = Instant::now();
        loop {
            let back = tokio::select! {
                back = self.resume() => back,
                () = finish.cancelled() => return None,
            };
            match back {
                Ok(socket) => {
                    let mut tally = self.shared.tally.lock();
                    tally.returns += 1;
                    if self.shared.window.holds(began) {
                        record(&mut tally.back, began.elapsed());
                    }
                    return Some(socket);
                }
                Err(lost) => {
                    self.follow.lose();
                    self.shared.tally.lock().lost(&format!("coming back: {lost}"));
                }
            }
            tokio::select! {
                () = sleep(RETRY) => {}
                () = finish.cancelled() => return None,
            }
        }
    }

    async fn resume(&mut self) -> Result<Socket, Lost> {
        let mut socket = Member::greet(&self.shared, &self.token, &mut self.ids).await?;
        self.catches_up = true;
        let joined = self.join(&mut socket, self.follow.progress()).await;
        self.catches_up = false;
        joined?;
        Ok(socket)
    }

    /// In a game that is checked: asks for the whole view, which must be what the events have made of the last one.
    pub(crate) async fn look_again(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        match self.follow.scrutiny() {
            Scrutiny::Numbers => Ok(()),
            Scrutiny::Frames => self.join(socket, None).await,
        }
    }

    /// Goes into the room and waits until it is seen.
    async fn join(&mut self, socket: &mut Socket, have: Option<Progress>) -> Result<(), Lost> {
        let room = self.table.room;
        self.ask(socket, Command::Join { room, have, password: None }).await?;
        loop {
            let frame = timeout(PATIENCE, socket.next()).await.map_err(|_| Lost::Silent)??;
            self.hear(&frame);
            if let ServerFrame::Room(_) = frame {
                return Ok(());
            }
        }
    }
}
