//! One client: it plays by what it sees, and comes back whenever the program does.

mod back;
mod player;

use std::{sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use protocol::{AccountId, ClientFrame, Command, CommandId, Done, ErrorBody, Reply, RoomId, ServerFrame};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rules::{Action, BySeat, RuleSet, Seat, Setup};
use tokio::{
    net::TcpStream,
    sync::{oneshot, watch},
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::{
    log::{Answer, Log, Sent},
    model::{At, Due, Model},
    stage::{Act, Stage},
    table::Person,
};

/// Between attempts to reach a program that is away.
const RETRY: Duration = Duration::from_millis(15);
/// Until what can't be done at present is asked for again.
const LATER: Duration = Duration::from_millis(100);

/// What a client is there for.
#[derive(Debug)]
pub(crate) enum Role {
    /// Lines up for ranked games.
    Player,
    /// Opens a room, and tells which.
    Host { tell: Option<oneshot::Sender<RoomId>>, table: Table },
    /// Goes into a room and sits there.
    Visitor { room: RoomId, seat: Seat, table: Table },
    /// Watches what is played in a room; now and then its page freezes for so long and reads nothing.
    Watcher { room: RoomId, freezes: Duration },
}

/// What people do at a table of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Table {
    /// They go on arranging.
    Arranging,
    /// They play one game by such rules.
    Playing(RuleSet),
}

impl Role {
    fn goes_on_arranging(&self) -> bool {
        matches!(self.table(), Some(Table::Arranging))
    }

    fn is_shuffled(&self) -> bool {
        matches!(self.table(), Some(Table::Playing(rules)) if rules.setup == Setup::Flip)
    }

    fn table(&self) -> Option<Table> {
        match self {
            Role::Player | Role::Watcher { .. } => None,
            Role::Host { table, .. } | Role::Visitor { table, .. } => Some(*table),
        }
    }
}

/// The connection is gone.
#[derive(Debug)]
struct Lost;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What is to be done next.
#[derive(Debug)]
enum Plan {
    Wait,
    Do(Command),
    /// Nothing more.
    Leave,
}

/// A deadline as it stood when the connection was lost, and in which life of the program.
#[derive(Clone, Copy, Debug)]
struct Stopped {
    life: usize,
    what: Due,
    people: BySeat<Option<AccountId>>,
}

pub(crate) struct Client {
    person: Person,
    role: Role,
    stage: Arc<Stage>,
    act: watch::Receiver<Act>,
    dice: ChaCha8Rng,
    model: Model,
    log: Log,
    next_id: u64,
    /// A command that was sent and not answered.
    pending: Option<(CommandId, Command)>,
    /// Layout and mark as last acknowledged.
    own: (Option<String>, bool),
    /// The life of the program that it is connected to.
    life: Option<usize>,
    stopped: Option<Stopped>,
    settled: bool,
}

impl Client {
    pub(crate) fn new(person: Person, role: Role, stage: Arc<Stage>, mut dice: ChaCha8Rng) -> Client {
        let log = Log::new(&person.account);
        let (act, next_id) = (stage.act(), dice.random_range(1..1 << 40));
        Client {
            person,
            role,
            stage,
            act,
            dice,
            model: Model::default(),
            log,
            next_id,
            pending: None,
            own: (None, false),
            life: None,
            stopped: None,
            settled: false,
        }
    }

    /// Plays, over as many connections as it takes, until all is finished.
    pub(crate) async fn run(mut self) -> Log {
        while let Err(Lost) = self.connection().await {
            self.lost();
            sleep(RETRY).await;
        }
        self.log
    }

    /// What was known at the moment of the loss is kept until the client is back.
    fn lost(&mut self) {
        if let Some(life) = self.life.take()
            && self.stopped.is_none()
            && let Some(what) = self.model.deadline()
        {
            self.stopped = Some(Stopped { life, what, people: self.model.people });
        }
        self.model.invited = None;
        if self.model.at == At::InLine {
            self.leave();
        }
    }

    async fn connection(&mut self) -> Result<(), Lost> {
        let mut socket = self.open().await?;
        self.come_back(&mut socket).await?;
        let mut due: Option<((At, u32, usize), Instant)> = None;
        loop {
            self.settle();
            let plan = self.plan();
            self.stage.note(&self.log.name, format!("{:?} at {}: {plan:?}", self.model.at, self.model.no));
            let basis = (self.model.at, self.model.no, self.log.sent.len() + self.log.arranged as usize);
            let begin = match due {
                Some((of, begin)) if of == basis => begin,
                Some(_) | None => Instant::now() + self.thinking(),
            };
            due = Some((basis, begin));
            match plan {
                Plan::Leave => {
                    // The program may be killed first.
                    let _closed = socket.close(None).await;
                    return Ok(());
                }
                Plan::Wait => {
                    self.freeze().await;
                    self.listen(&mut socket, None).await?;
                }
                Plan::Do(_) if Instant::now() < begin => self.listen(&mut socket, Some(begin)).await?,
                Plan::Do(command) => self.carry_out(&mut socket, command).await?,
            }
        }
    }

    /// Now and then a watcher reads nothing for a while.
    async fn freeze(&mut self) {
        if let Role::Watcher { freezes, .. } = self.role
            && self.model.at == At::Playing
            && self.dice.random_ratio(1, 20)
        {
            self.log.freezes += 1;
            sleep(freezes).await;
        }
    }

    async fn open(&self) -> Result<Socket, Lost> {
        let mut request = format!("ws://{}/ws", self.stage.address).into_client_request().expect("a request");
        let bearer = format!("Bearer {}", self.person.token).parse().expect("a header");
        request.headers_mut().insert("authorization", bearer);
        connect_async(request).await.map(|(socket, _)| socket).map_err(|_| Lost)
    }

    /// Takes the next frame in, or comes back at that moment, or when something else is to be done.
    async fn listen(&mut self, socket: &mut Socket, until: Option<Instant>) -> Result<(), Lost> {
        let moment = async {
            match until {
                Some(until) => sleep_until(until).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            frame = read(socket, self.stage.silence, &mut self.log) => self.take(&frame?),
            () = moment => {}
            changed = self.act.changed() => changed.expect("the stage is there"),
        }
        Ok(())
    }

    fn take(&mut self, frame: &ServerFrame) {
        self.model.take(frame, &mut self.log);
        self.stage.stands(&self.log.name, self.model.stands());
    }

    async fn ask(&mut self, socket: &mut Socket, command: Command) -> Result<Reply, Lost> {
        let id = self.new_id();
        self.ask_as(socket, id, command).await
    }

    async fn ask_as(&mut self, socket: &mut Socket, id: CommandId, command: Command) -> Result<Reply, Lost> {
        let text = serde_json::to_string(&ClientFrame { id, cmd: command }).expect("JSON");
        socket.send(Message::text(text)).await.map_err(|_| Lost)?;
        loop {
            let frame = read(socket, self.stage.silence, &mut self.log).await?;
            if let ServerFrame::Answer(answer) = &frame
                && answer.id == id
            {
                return Ok(answer.reply.clone());
            }
            self.take(&frame);
        }
    }

    fn new_id(&mut self) -> CommandId {
        self.next_id += 1;
        CommandId(self.next_id)
    }

    async fn carry_out(&mut self, socket: &mut Socket, command: Command) -> Result<(), Lost> {
        if let Command::Join { room, .. } = command {
            return self.join(socket, room).await;
        }
        let id = self.new_id();
        let action = self.action(&command);
        if let Some(action) = action {
            let game = self.model.game.expect("a game");
            self.log.sent.push(Sent { id, game, action, no: self.model.no + 1, answer: Answer::None });
            self.model.legal = None;
        }
        if action.is_none() && !matches!(command, Command::Ready { .. } | Command::Unready { .. }) {
            let reply = self.ask_as(socket, id, command.clone()).await?;
            return self.lobby(socket, &command, reply).await;
        }
        self.pending = Some((id, command.clone()));
        self.send_until_answered(socket, id, command).await
    }

    /// What the command puts into the game's journal.
    fn action(&self, command: &Command) -> Option<Action> {
        if let Command::Move { from, to, .. } = *command {
            return Some(Action::Move { from, to });
        }
        if let Command::Flip { at, .. } = *command {
            return Some(Action::Flip(at));
        }
        let gives_up = matches!(command, Command::Surrender { .. });
        gives_up.then(|| Action::Surrender(self.model.seat.expect("seated")))
    }

    /// Under the same number, until it is carried out or can't be any more.
    async fn send_until_answered(
        &mut self,
        socket: &mut Socket,
        id: CommandId,
        command: Command,
    ) -> Result<(), Lost> {
        let sent_at = self.stage.now();
        let done = loop {
            match self.ask_as(socket, id, command.clone()).await? {
                Reply::Ok(done) => break done,
                Reply::Error(ErrorBody::TooFast { retry_ms }) => {
                    sleep(Duration::from_millis(u64::from(retry_ms))).await;
                }
                Reply::Error(ErrorBody::Unavailable) => sleep(LATER).await,
                // The answer was lost with the program, and the game has begun or has ended by it.
                Reply::Error(ErrorBody::WrongGame { .. } | ErrorBody::WrongPhase | ErrorBody::Over) => {
                    if let Command::Ready { game, layout } = command {
                        self.log.games.get_mut(&game).expect("known").layout = Some(layout);
                    }
                    self.pending = None;
                    return Ok(());
                }
                Reply::Error(error) => panic!("{}: {command:?} was refused: {error:?}", self.log.name),
            }
        };
        self.pending = None;
        match (&command, done) {
            (Command::Move { .. } | Command::Flip { .. }, Done::Played { no }) => {
                let sent = self.log.sent.last_mut().expect("just sent");
                assert_eq!(no, sent.no, "{}: a move is the event after the one it answers", self.log.name);
                sent.answer = Answer::Acknowledged;
                self.stage.moved(sent_at);
            }
            (Command::Surrender { .. }, Done::Done) => {
                self.log.sent.last_mut().expect("just sent").answer = Answer::Acknowledged;
            }
            (Command::Ready { game, layout }, Done::Done) => {
                self.own = (Some(layout.clone()), true);
                self.model.ready.get_mut(self.model.seat.expect("seated")).clone_from(&true);
                self.log.arranged += 1;
                self.log.games.get_mut(game).expect("known").layout = Some(layout.clone());
            }
            (Command::Unready { game }, Done::Done) => {
                self.own.1 = false;
                self.model.ready.get_mut(self.model.seat.expect("seated")).clone_from(&false);
                self.log.arranged += 1;
                self.log.games.get_mut(game).expect("known").layout = None;
            }
            (command, done) => panic!("{command:?} was answered with {done:?}"),
        }
        Ok(())
    }

    /// The answer to what is asked for outside of games.
    async fn lobby(&mut self, socket: &mut Socket, command: &Command, reply: Reply) -> Result<(), Lost> {
        match (command, reply) {
            (_, Reply::Error(ErrorBody::TooFast { retry_ms })) => {
                sleep(Duration::from_millis(u64::from(retry_ms))).await;
            }
            (_, Reply::Error(ErrorBody::Unavailable | ErrorBody::Restarting { .. })) => sleep(LATER).await,
            (Command::Queue { .. }, Reply::Ok(_)) if self.model.at == At::Outside => {
                self.model.at = At::InLine;
            }
            (Command::Queue { .. }, Reply::Error(ErrorBody::InGame { room })) => {
                self.model.invited = Some(room);
            }
            // Either out of the line, or at a table already, of which a frame has told before.
            (Command::Unqueue, _) => self.model.at = At::Outside,
            (Command::Part { .. }, Reply::Ok(_)) => self.leave(),
            (Command::Create { .. }, Reply::Ok(Done::Room { room })) => {
                while self.model.room != Some(room) {
                    self.listen(socket, None).await?;
                }
                if let Role::Host { tell, .. } = &mut self.role
                    && let Some(tell) = tell.take()
                {
                    tell.send(room).expect("the test waits for it");
                }
            }
            // What follows from it comes after the answer.
            (Command::Sit { seat, .. }, Reply::Ok(_)) => self.model.seat = Some(*seat),
            (Command::Queue { .. }, Reply::Ok(_)) => {}
            (command, reply) => panic!("{}: {command:?}: {reply:?}", self.log.name),
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.model.leave();
        self.stage.stands(&self.log.name, None);
        self.own = (None, false);
    }
}

/// The next frame. A line that says nothing for longer than that has died.
async fn read(socket: &mut Socket, silence: Option<Duration>, log: &mut Log) -> Result<ServerFrame, Lost> {
    loop {
        let next = match silence {
            Some(silence) => timeout(silence, socket.next()).await.map_err(|_| Lost)?,
            None => socket.next().await,
        };
        match next {
            Some(Ok(Message::Text(text))) => {
                return Ok(serde_json::from_str(&text).unwrap_or_else(|err| panic!("{err} in {text}")));
            }
            Some(Ok(Message::Close(frame))) => {
                log.goodbyes.extend(frame.map(|frame| (frame.code.into(), frame.reason.to_string())));
                return Err(Lost);
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
            Some(Err(_)) | None => return Err(Lost),
        }
    }
}
