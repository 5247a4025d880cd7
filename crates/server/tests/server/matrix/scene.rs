//! A server on which each sender stands somewhere, and everything that a command might change is looked at.

use protocol::{
    BotLevel, Channel, Command, Done, ErrorBody, GameId, InviteId, Notice, QueueMode, Reply, RoomFilter,
    RoomId, RoomOptions, ServerFrame, Spectating, VERSION, Words,
};
use rules::{Players, Point, RuleSet, Seat};
use server::Hand;
use sqlx::{Connection as _, SqliteConnection};
use uuid::Uuid;

use crate::common::{
    Client, TestServer,
    client::{End, Model},
    play, table,
};

/// What the sender of a command is to the room and the game that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sender {
    /// Has a login and a socket, and has not said hello. The game runs, as for those who follow.
    Unheard,
    /// A guest in no room.
    Guest,
    /// A registered player who stands in the line.
    Waiting,
    /// A registered player who may not play ranked, having fled.
    Barred,
    /// A registered player whom Anna has blocked.
    Blocked,
    /// A registered player who plays in another room and has invited somebody.
    Elsewhere,
    /// A registered player who watches, and has a partner.
    Watching,
    /// Was asked to leave a seat in a room that gathers.
    Removed,
    /// The host of a room that gathers, whom another player has asked to change seats.
    Host,
    /// A player of a room that gathers.
    Member,
    /// A player who arranges.
    Arranging,
    /// The player on turn, and host, of a game that has just begun.
    OnTurn,
    /// A player who is not on turn, in a game of 20 steps in which a draw is offered.
    OtherSeat,
    /// A player who has surrendered while the others play on.
    Out,
    /// A player after the end.
    Ended,
}

pub(crate) struct Scene {
    server: TestServer,
    hand: Hand,
    sender: Client,
    /// Everybody else who sees something, each in a room or in none.
    others: Vec<Client>,
    room: RoomId,
    /// Nil where there is none.
    game: GameId,
    /// Anna's, for whoever has its link.
    invite: InviteId,
    /// Another one's seat and a free one.
    seats: (Seat, Seat),
    database: SqliteConnection,
}

/// What there is to be seen.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    /// What each sees of the rooms that it is in, the sender first.
    views: Vec<String>,
    /// The list of rooms, and how many are connected and wait.
    live: String,
    /// How the sender stands.
    you: String,
    /// What anybody has heard since the last look without asking.
    heard: Vec<String>,
}

impl Picture {
    /// The same, and nobody has heard anything.
    pub(crate) fn in_silence(self) -> Picture {
        Picture { heard: Vec::new(), ..self }
    }
}

fn duel() -> RoomOptions {
    table::options_by(RuleSet { players: Players::Two, ..RuleSet::DEFAULT })
}

impl Scene {
    pub(crate) async fn set(sender: Sender) -> Scene {
        let (server, hand) = TestServer::start_by_hand().await;
        let anna = server.register("Anna").await;
        // Within ten minutes after a start of the server leaving bars nobody.
        hand.advance(11 * 60_000);
        let mut anna = Client::connect(&server, &anna).await;
        let Done::Invited { invite } = anna.done(Command::Invite { name: None }).await else {
            panic!("no invitation")
        };
        let database = SqliteConnection::connect(&server.database.url()).await.expect("the database");
        let mut scene = Scene {
            // Until the sender is known.
            sender: Client::connect(&server, &server.guest().await).await,
            server,
            hand,
            others: vec![anna],
            room: RoomId(Uuid::nil()),
            game: GameId(Uuid::nil()),
            invite,
            seats: (Seat::Red, Seat::Green),
            database,
        };
        Box::pin(scene.place(sender)).await;
        scene
    }

    async fn place(&mut self, sender: Sender) {
        match sender {
            Sender::Unheard | Sender::Guest => self.run_game(0).await,
            Sender::Waiting => {
                self.run_game(0).await;
                let sender = self.registered("石头").await;
                self.become_one(sender);
                self.sender.done(Command::Queue { mode: QueueMode::Two }).await;
                self.sender.until(|model| model.queue.is_some()).await;
            }
            Sender::Barred => {
                self.run_game(0).await;
                let sender = self.registered("石头").await;
                self.become_one(sender);
                self.flee().await;
            }
            Sender::Blocked => {
                self.run_game(0).await;
                let sender = self.registered("石头").await;
                self.become_one(sender);
                let url = self.server.url(&format!("/api/v1/me/blocked/{}", self.sender.person.id()));
                let blocking = self.server.http.put(url).bearer_auth(&self.others[0].person.token).send();
                assert_eq!(blocking.await.expect("an answer").status(), 204);
            }
            Sender::Elsewhere => {
                self.run_game(0).await;
                let mut sender = self.registered("石头").await;
                sender.done(Command::Invite { name: None }).await;
                let mut both = self.duel_with(sender).await;
                let sender = both.remove(1);
                self.become_one(sender);
                self.others.extend(both);
            }
            Sender::Watching => {
                self.run_game(0).await;
                let sender = self.registered("石头").await;
                self.become_one(sender);
                let invite = self.invite;
                self.sender.done(Command::AnswerInvite { invite, accept: true }).await;
                self.sender.until(|model| model.pairing.partner.is_some()).await;
                let room = self.room;
                self.sender.join(room).await;
            }
            Sender::Removed => {
                self.gather().await;
                let (room, seat) = (self.room, Seat::Purple);
                self.others[1].done(Command::Remove { room, seat }).await;
            }
            Sender::Member => self.gather().await,
            Sender::Host => {
                self.gather().await;
                let room = self.room;
                self.sender.done(Command::Swap { room, seat: Seat::Red }).await;
                std::mem::swap(&mut self.sender, &mut self.others[1]);
                self.seats.0 = Seat::Purple;
            }
            Sender::Arranging => {
                let (room, mut clients) = table::gather(&self.server, duel()).await;
                (self.room, self.game) = (room, clients[0].game());
                self.become_one(clients.remove(1));
                self.others.extend(clients);
                self.watched().await;
            }
            Sender::OnTurn => {
                self.run_game(0).await;
                self.take(Seat::Red);
                self.seats.0 = Seat::Purple;
            }
            Sender::OtherSeat => {
                self.run_game(20).await;
                let game = self.game;
                table::on_seat(&mut self.others[1..5], Seat::Red).done(Command::OfferDraw { game }).await;
                self.take(Seat::Purple);
            }
            Sender::Out => {
                self.run_game(20).await;
                let game = self.game;
                self.take(Seat::Blue);
                self.sender.done(Command::Surrender { game }).await;
                self.sender.until(|model| model.no == 21).await;
            }
            Sender::Ended => {
                let (room, mut clients) = table::playing(&self.server, duel()).await;
                let game = clients[0].game();
                clients[0].done(Command::OfferDraw { game }).await;
                clients[1].done(Command::AnswerDraw { game, accept: true }).await;
                for client in &mut clients {
                    client.until(Model::has_ended).await;
                }
                (self.room, self.game) = (room, game);
                self.become_one(clients.remove(1));
                self.others.extend(clients);
                self.watched().await;
            }
        }
    }

    /// The one who was to be the sender goes on as somebody else: nobody goes while it is looked on.
    fn become_one(&mut self, sender: Client) {
        self.others.push(std::mem::replace(&mut self.sender, sender));
    }

    async fn registered(&self, name: &str) -> Client {
        Client::connect(&self.server, &self.server.register(name).await).await
    }

    /// A game of four guests that runs, with so many steps made; red is on turn. Somebody watches.
    async fn run_game(&mut self, steps: u32) {
        let (room, mut clients) = table::playing(&self.server, table::options()).await;
        table::stroll(&mut clients, steps).await;
        (self.room, self.game) = (room, clients[0].game());
        self.others.extend(clients);
        self.watched().await;
    }

    /// A guest opens a room of two and plays against somebody, who is the second.
    async fn duel_with(&self, mut sender: Client) -> Vec<Client> {
        let (room, host) = table::open(&self.server, duel()).await;
        sender.join(room).await;
        sender.done(Command::Sit { room, seat: Seat::Blue }).await;
        let mut both = vec![host, sender];
        for client in &mut both {
            client.until(|model| model.game.is_some()).await;
        }
        table::arrange_as(&mut both, &rules::BySeat::default()).await;
        both
    }

    async fn watched(&mut self) {
        let watcher = table::watch(&self.server, self.room).await;
        self.others.push(watcher);
    }

    /// The host sits on red's seat, the sender on purple's, and two are free.
    async fn gather(&mut self) {
        let (room, host) = table::open(&self.server, table::options()).await;
        self.room = room;
        self.others.push(host);
        self.sender.join(room).await;
        self.sender.done(Command::Sit { room, seat: Seat::Purple }).await;
        self.watched().await;
    }

    /// The sender is the one on that seat of the running game.
    fn take(&mut self, seat: Seat) {
        let at = self
            .others
            .iter()
            .position(|client| client.model.room.is_some() && table::sits(client) == Some(seat));
        let sender = self.others.remove(at.expect("somebody sits there"));
        self.become_one(sender);
    }

    /// The sender leaves a ranked game that is being arranged.
    async fn flee(&mut self) {
        let mut other = self.registered("老王").await;
        let create = Command::Create {
            ranked: true,
            options: RoomOptions { first: protocol::FirstSeat::Lot, ..duel() },
            password: None,
        };
        let Done::Room { room } = other.done(create).await else { panic!("no room") };
        self.sender.join(room).await;
        self.sender.done(Command::Sit { room, seat: Seat::Blue }).await;
        self.sender.until(|model| model.game.is_some()).await;
        let game = self.sender.game();
        self.sender.done(Command::Flee { game }).await;
        self.sender.done(Command::Part { room }).await;
        self.sender.model = Model::default();
        other.done(Command::Part { room }).await;
        other.model = Model::default();
        self.others.push(other);
    }

    /// One of each kind, right in everything for whoever may.
    pub(crate) fn commands(&self) -> Vec<Command> {
        let Scene { room, game, invite, seats, .. } = *self;
        let models = self.others.iter().chain([&self.sender]).map(|client| &client.model);
        let of_game =
            models.filter(|model| model.game == Some(game)).max_by_key(|model| model.legal.is_some());
        let legal = of_game.and_then(|model| model.legal.as_ref()).map(|legal| &legal.moves[0]);
        let point = |name: &str| name.parse::<Point>().expect("a point");
        let way = legal.map_or((point("r11"), point("n4")), |moves| (moves.from, moves.to[0]));
        samples(&Names { room, game, after: of_game.map_or(0, |model| model.no), invite, seats, way })
    }

    /// What comes of a command; `None`: it is carried out.
    pub(crate) async fn send(&mut self, sender: Sender, command: Command) -> Option<ErrorBody> {
        let reply = match sender {
            Sender::Unheard => {
                let greets = matches!(command, Command::Hello { .. });
                let mut client = Client::open(&self.server, &self.sender.person).await;
                let reply = client.ask(command).await;
                if !greets {
                    assert_eq!(client.end().await, End::Closed(4000), "nobody is heard without a hello");
                }
                reply
            }
            Sender::Guest
            | Sender::Waiting
            | Sender::Barred
            | Sender::Blocked
            | Sender::Elsewhere
            | Sender::Watching
            | Sender::Removed
            | Sender::Host
            | Sender::Member
            | Sender::Arranging
            | Sender::OnTurn
            | Sender::OtherSeat
            | Sender::Out
            | Sender::Ended => self.sender.ask(command).await,
        };
        match reply {
            Reply::Ok(_) => None,
            Reply::Error(error) => Some(error),
        }
    }

    /// A number that another one takes the place of when anything has been written.
    pub(crate) async fn writes(&mut self) -> i64 {
        let asked = sqlx::query_scalar("pragma data_version").fetch_one(&mut self.database);
        asked.await.expect("the database")
    }

    /// Everybody looks at the rooms again.
    pub(crate) async fn look(&mut self) -> Picture {
        let mut views = Vec::new();
        for client in std::iter::once(&mut self.sender).chain(&mut self.others) {
            let room = client.model.room.as_ref().map(|snapshot| snapshot.room);
            if let Some(room) = room {
                views.push(look_at(client, room).await);
            }
        }
        let Done::Live(live) = self.others[0].done(Command::List { filter: RoomFilter::default() }).await
        else {
            panic!("no list")
        };
        let Done::Hello(you) = self.sender.done(Command::Hello { version: VERSION }).await else {
            panic!("no hello")
        };
        let you = format!("{you:?} {:?} {:?}", self.sender.model.queue, self.sender.model.pairing);
        let clients = std::iter::once(&mut self.sender).chain(&mut self.others);
        let heard = clients
            .flat_map(|client| std::mem::take(&mut client.frames))
            .filter(|frame| is_unasked(frame))
            .collect();
        Picture { views, live: serde_json::to_string(&live).expect("JSON"), you, heard }
    }

    pub(crate) async fn end(self) {
        self.database.close().await.expect("closed");
        drop((self.sender, self.others, self.hand));
        self.server.stop().await;
    }
}

/// The room as the client sees it now.
async fn look_at(client: &mut Client, room: RoomId) -> String {
    let id = client.send(Command::Join { room, have: None, password: None }).await;
    client.answer(id).await;
    loop {
        if let ServerFrame::Room(snapshot) = client.read().await {
            return serde_json::to_string(&snapshot).expect("JSON");
        }
    }
}

/// Neither an answer nor what follows on a look.
fn is_unasked(frame: &str) -> bool {
    match serde_json::from_str(frame).expect("a frame") {
        ServerFrame::Answer(_) | ServerFrame::Room(_) | ServerFrame::Notice(Notice::Watching { .. }) => false,
        ServerFrame::Notice(_)
        | ServerFrame::Event(_)
        | ServerFrame::Clock { .. }
        | ServerFrame::Scores { .. }
        | ServerFrame::Queue(_)
        | ServerFrame::Pair { .. }
        | ServerFrame::Outlook { .. }
        | ServerFrame::Said { .. }
        | ServerFrame::Ready { .. }
        | ServerFrame::Seat { .. }
        | ServerFrame::Link { .. }
        | ServerFrame::Watchers { .. }
        | ServerFrame::Host { .. }
        | ServerFrame::Options { .. }
        | ServerFrame::Swap { .. }
        | ServerFrame::Offer { .. }
        | ServerFrame::Restart { .. }
        | ServerFrame::Pointed { .. } => true,
    }
}

/// What commands name.
pub(crate) struct Names {
    pub(crate) room: RoomId,
    pub(crate) game: GameId,
    pub(crate) after: u32,
    pub(crate) invite: InviteId,
    /// Another one's and a free one.
    pub(crate) seats: (Seat, Seat),
    pub(crate) way: (Point, Point),
}

/// One command of each kind.
pub(crate) fn samples(names: &Names) -> Vec<Command> {
    let Names { room, game, after, invite, seats: (seat, free), way: (from, to) } = *names;
    let (options, rules) = (table::options(), RuleSet::DEFAULT);
    let changed = RoomOptions { turn_seconds: 45, ..options.clone() };
    let text = "天王盖地虎".to_owned();
    vec![
        Command::Hello { version: VERSION },
        Command::Time,
        Command::Join { room, have: None, password: None },
        Command::Part { room },
        Command::Queue { mode: QueueMode::Four },
        Command::Unqueue,
        Command::Consent { accept: true },
        Command::Invite { name: Some("Anna".to_owned()) },
        Command::Invitation { invite },
        Command::AnswerInvite { invite, accept: true },
        Command::TakeBack,
        Command::Unpair,
        Command::Practice { level: BotLevel::Novice, rules },
        Command::Create { ranked: false, options, password: None },
        Command::List { filter: RoomFilter::default() },
        Command::Configure { room, options: changed, password: None },
        Command::SetSpectating { room, spectating: Spectating::Closed },
        Command::PassHost { room, seat },
        Command::Remove { room, seat },
        Command::Swap { room, seat },
        Command::AnswerSwap { room, accept: true },
        Command::Again { room, accept: true },
        Command::Sit { room, seat: free },
        Command::Stand { room },
        Command::Ready { game, layout: play::LAYOUT.to_owned() },
        Command::Unready { game },
        Command::Move { game, after, from, to },
        Command::Flip { game, after, at: from },
        Command::OfferDraw { game },
        Command::AnswerDraw { game, accept: true },
        Command::Surrender { game },
        Command::Flee { game },
        Command::Say { room, channel: Channel::Table, words: Words::Text(text) },
        Command::Point { game, at: from, to: Some(to) },
    ]
}
