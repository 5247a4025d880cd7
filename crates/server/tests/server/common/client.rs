//! A client over a real WebSocket with a model of what it sees: the events it gets are folded into its view, and must have no gaps.

use futures_util::{SinkExt, StreamExt};
use protocol::{
    Answer, ClientFrame, Clock, Command, CommandId, Done, ErrorBody, Event, GameId, Hello, Notice, PairNews,
    Pairing, Phase, Progress, QueueStatus, Reply, Restart, RoomId, RoomSnapshot, Said, Scores, ServerFrame,
    VERSION,
};
use rules::{Legal, Seat, View, Viewer};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

use super::{PATIENCE, Person, TestServer};

/// What a client knows of the room that it is in.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The last snapshot.
    pub room: Option<RoomSnapshot>,
    /// The game that is arranged, runs or has ended.
    pub game: Option<GameId>,
    /// The number of the last event.
    pub no: u32,
    /// The view, with all events folded in.
    pub view: Option<View>,
    /// What may be done, on the own turn.
    pub legal: Option<Legal>,
    /// The running clock.
    pub clock: Option<Clock>,
    /// The last word about the line.
    pub queue: Option<QueueStatus>,
    /// How one stands with partners.
    pub pairing: Pairing,
    /// What was told of partners, in order.
    pub pair_news: Vec<PairNews>,
    /// The restart that was announced last.
    pub restart: Option<Restart>,
    /// The scores after a ranked game.
    pub scores: Option<Scores>,
    /// Notices, in order.
    pub notices: Vec<Notice>,
    /// What was said, in order.
    pub said: Vec<Said>,
    /// All events, in order.
    pub events: Vec<Event>,
}

/// One connection.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub person: Person,
    pub hello: Hello,
    pub model: Model,
    /// Every text frame as it came.
    pub frames: Vec<String>,
    next_id: u64,
}

impl Client {
    /// Connects and says hello.
    pub async fn connect(server: &TestServer, person: &Person) -> Client {
        Client::connect_with(server, person, &[]).await
    }

    /// Connects with more headers and says hello.
    pub async fn connect_with(
        server: &TestServer,
        person: &Person,
        headers: &[(&'static str, &str)],
    ) -> Client {
        let mut client = Client::open_with(server, person, headers).await;
        let Reply::Ok(Done::Hello(hello)) = client.ask(Command::Hello { version: VERSION }).await else {
            panic!("no hello")
        };
        client.hello = *hello;
        client
    }

    /// Connects without a word.
    pub async fn open(server: &TestServer, person: &Person) -> Client {
        Client::open_with(server, person, &[]).await
    }

    /// The same with more headers.
    pub async fn open_with(server: &TestServer, person: &Person, headers: &[(&'static str, &str)]) -> Client {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
        let bearer = format!("Bearer {}", person.token).parse().expect("a header");
        request.headers_mut().insert("authorization", bearer);
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let (socket, _) = connect_async(request).await.expect("a socket");
        let mut client = Client::over(socket, person);
        client.number_from(server.database.first_command_id());
        client
    }

    /// Over a socket that the test has made itself.
    pub fn over(socket: WebSocketStream<MaybeTlsStream<TcpStream>>, person: &Person) -> Client {
        let hello = Hello {
            version: 0,
            server: String::new(),
            you: person.account.clone(),
            room: None,
            now: protocol::Millis(0),
            started: protocol::Millis(0),
            restart: None,
        };
        Client {
            socket,
            person: person.clone(),
            hello,
            model: Model::default(),
            frames: Vec::new(),
            next_id: 1,
        }
    }

    /// Numbers of commands go on from here. The same number of the same account is carried out once.
    pub fn number_from(&mut self, id: u64) {
        self.next_id = id;
    }

    /// Sends a command without waiting for its answer.
    pub async fn send(&mut self, cmd: Command) -> CommandId {
        let id = CommandId(self.next_id);
        self.next_id += 1;
        self.send_as(id, cmd).await;
        id
    }

    /// Sends a command under a given number.
    pub async fn send_as(&mut self, id: CommandId, cmd: Command) {
        let text = serde_json::to_string(&ClientFrame { id, cmd }).expect("JSON");
        self.send_text(text).await;
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: impl Into<String>) {
        self.send_message(Message::text(text.into())).await;
    }

    /// Sends any message.
    pub async fn send_message(&mut self, message: Message) {
        self.socket.send(message).await.expect("sent");
    }

    /// Sends any message to a server that may have gone.
    pub async fn try_send_message(&mut self, message: Message) -> Result<(), End> {
        self.socket.send(message).await.map_err(|err| End::Broken(err.to_string()))
    }

    /// Sends a command and reads until its answer.
    pub async fn ask(&mut self, cmd: Command) -> Reply {
        let id = self.send(cmd).await;
        self.answer(id).await
    }

    /// Reads until the answer to that command.
    pub async fn answer(&mut self, id: CommandId) -> Reply {
        loop {
            if let ServerFrame::Answer(Answer { id: of, reply }) = self.read().await
                && of == id
            {
                return reply;
            }
        }
    }

    /// Sends a command that must be carried out.
    pub async fn done(&mut self, cmd: Command) -> Done {
        match self.ask(cmd.clone()).await {
            Reply::Ok(done) => done,
            Reply::Error(error) => panic!("{cmd:?} was refused: {error:?}"),
        }
    }

    /// Sends a command that must be refused.
    pub async fn refused(&mut self, cmd: Command) -> ErrorBody {
        match self.ask(cmd.clone()).await {
            Reply::Ok(done) => panic!("{cmd:?} was carried out: {done:?}"),
            Reply::Error(error) => error,
        }
    }

    /// Goes into a room, with what the model has of its game if it has something.
    pub async fn join(&mut self, room: RoomId) {
        let have = self.model.view.is_some().then(|| self.progress()).flatten();
        assert_eq!(self.done(Command::Join { room, have, password: None }).await, Done::Room { room });
        self.until(|model| model.room.as_ref().is_some_and(|snapshot| snapshot.room == room)).await;
    }

    /// How far it has followed the game.
    pub fn progress(&self) -> Option<Progress> {
        Some(Progress { game: self.model.game?, no: self.model.no })
    }

    /// Takes over what another connection of the same account has seen.
    pub fn remember(&mut self, model: Model) {
        self.model = Model { room: None, ..model };
    }

    /// The own seat.
    pub fn seat(&self) -> Seat {
        match self.model.room.as_ref().expect("in a room").you {
            Viewer::Seat(seat) => seat,
            Viewer::Public => panic!("not seated"),
        }
    }

    /// The game at the own table.
    pub fn game(&self) -> GameId {
        self.model.game.expect("a game")
    }

    /// Reads until the model is so.
    pub async fn until(&mut self, mut reached: impl FnMut(&Model) -> bool) {
        while !reached(&self.model) {
            self.read().await;
        }
    }

    /// Reads the next frame into the model.
    pub async fn read(&mut self) -> ServerFrame {
        let Ok(read) = timeout(PATIENCE, self.try_read()).await else {
            panic!("{} waits in vain; last: {:?}", self.person.account.name, self.frames.last())
        };
        read.unwrap_or_else(|end| panic!("{} lost the connection: {end:?}", self.person.account.name))
    }

    /// The next frame, or how the connection ended.
    pub async fn try_read(&mut self) -> Result<ServerFrame, End> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let frame = serde_json::from_str(&text).unwrap_or_else(|err| panic!("{err} in {text}"));
                    self.frames.push(text.to_string());
                    self.model.take(&frame);
                    return Ok(frame);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(End::Closed(frame.map_or(0, |frame| frame.code.into())));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Err(tungstenite::Error::ConnectionClosed)) | None => return Err(End::Gone),
                Some(Err(err)) => return Err(End::Broken(err.to_string())),
            }
        }
    }

    /// Reads until the connection ends, and how it does.
    pub async fn end(&mut self) -> End {
        let reading = async {
            loop {
                if let Err(end) = self.try_read().await {
                    return end;
                }
            }
        };
        timeout(PATIENCE, reading).await.expect("the connection ends")
    }

    /// Ends the connection without a goodbye.
    pub fn cut(self) -> Model {
        self.model
    }

    /// Ends the connection with one.
    pub async fn close(mut self) -> Model {
        // The server may have gone first.
        let _sent = self.socket.close(None).await;
        self.model
    }
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the server, with this close code.
    Closed(u16),
    /// Without a word.
    Gone,
    /// By an error.
    Broken(String),
}

impl Model {
    fn take(&mut self, frame: &ServerFrame) {
        match frame {
            ServerFrame::Room(snapshot) => self.take_room(snapshot),
            ServerFrame::Event(event) => {
                assert_eq!(Some(event.game), self.game, "an event of another game");
                assert_eq!(event.no, self.no + 1, "events come in order without gaps");
                self.no = event.no;
                self.view.as_mut().expect("a view before its events").fold(&event.event);
                self.legal.clone_from(&event.legal);
                self.clock = event.clock;
                self.events.push((**event).clone());
            }
            ServerFrame::Clock { clock, .. } => self.clock = *clock,
            ServerFrame::Scores { scores, .. } => self.scores = Some(*scores),
            ServerFrame::Queue(status) => self.queue = Some(status.clone()),
            ServerFrame::Pair { pairing, news } => {
                self.pairing = (**pairing).clone();
                self.pair_news.extend(news.clone());
            }
            ServerFrame::Restart { restart } => self.restart = *restart,
            ServerFrame::Outlook { outlook, .. } => {
                if let Some(room) = &mut self.room {
                    room.outlook = *outlook;
                }
            }
            ServerFrame::Notice(notice) => self.notices.push(notice.clone()),
            ServerFrame::Said { said, .. } => self.said.push(said.clone()),
            ServerFrame::Ready { seat, ready, .. } => {
                let room = self.room.as_mut().expect("a room before its marks");
                room.seats.get_mut(*seat).as_mut().expect("somebody").ready = *ready;
            }
            ServerFrame::Seat { seat, occupant, .. } => {
                if let Some(room) = &mut self.room {
                    room.seats.get_mut(*seat).clone_from(occupant);
                }
            }
            ServerFrame::Link { seat, link, .. } => {
                if let Some(room) = &mut self.room
                    && let Some(occupant) = room.seats.get_mut(*seat)
                {
                    occupant.link = *link;
                }
            }
            ServerFrame::Watchers { count, .. } => {
                if let Some(room) = &mut self.room {
                    room.watchers = *count;
                }
            }
            ServerFrame::Host { host, .. } => {
                self.room.as_mut().expect("a room before its host").host = Some(host.clone());
            }
            ServerFrame::Options { options, .. } => {
                self.room.as_mut().expect("a room before its options").options = options.clone();
            }
            ServerFrame::Swap { swap, .. } => {
                self.room.as_mut().expect("a room before a swap").swap = *swap;
            }
            ServerFrame::Answer(_) | ServerFrame::Offer { .. } | ServerFrame::Pointed { .. } => {}
        }
    }

    fn take_room(&mut self, snapshot: &RoomSnapshot) {
        self.room = Some(snapshot.clone());
        match &snapshot.phase {
            Phase::Gathering => self.game = None,
            Phase::Arranging { game, .. } => self.start_of(*game),
            Phase::Playing { game, no, view, clock, legal, .. } => {
                self.take_view(*game, *no, view.as_deref());
                self.clock = *clock;
                self.legal.clone_from(legal);
            }
            Phase::Ended { game, no, view, scores, .. } => {
                self.take_view(*game, *no, view.as_deref());
                self.clock = None;
                self.legal = None;
                if scores.iter().any(|(_, score)| score.is_some()) {
                    self.scores = Some(*scores);
                }
            }
        }
    }

    fn start_of(&mut self, game: GameId) {
        if self.game != Some(game) {
            *self = Model {
                room: self.room.take(),
                queue: self.queue.take(),
                pairing: std::mem::take(&mut self.pairing),
                pair_news: std::mem::take(&mut self.pair_news),
                notices: std::mem::take(&mut self.notices),
                said: std::mem::take(&mut self.said),
                game: Some(game),
                ..Model::default()
            };
        }
    }

    fn take_view(&mut self, game: GameId, no: u32, view: Option<&View>) {
        if let Some(view) = view {
            self.start_of(game);
            self.no = no;
            self.view = Some(view.clone());
        } else {
            assert_eq!(self.game, Some(game), "a snapshot without a view is of the game that is followed");
            assert_eq!(self.no, no, "the missing events came before it");
        }
    }

    /// Whether the game has ended.
    pub fn has_ended(&self) -> bool {
        matches!(self.room.as_ref().map(|room| &room.phase), Some(Phase::Ended { .. }))
    }

    /// Whether the game runs.
    pub fn is_playing(&self) -> bool {
        matches!(self.room.as_ref().map(|room| &room.phase), Some(Phase::Playing { .. }))
    }
}
