//! A server, its time, and everybody who sits at one table or watches it.

use protocol::{
    Channel, Command, Done, FirstSeat, Link, Millis, Phase, Privacy, RoomId, RoomOptions, RoomSnapshot,
    Spectating, Talk, Words,
};
use rules::{Action, Players, RuleSet, Seat, Setup, Shuffle, Viewer};
use server::{Clock, Hand, Seed};
use sqlx::{Connection as _, SqliteConnection};
use store::{ConnectOptions, Store, UnfinishedPhase};

use super::{
    games::{Cover, Layouts},
    probes,
    script::{Aside, Scenario, Script},
    viewers,
};
use crate::common::{Client, Database, Person, START, TestServer, client::Model};

/// The leak that the server is to have.
#[cfg(feature = "planted-leaks")]
pub(crate) type Planted = Option<server::Leak>;
/// Without the feature there is none.
#[cfg(not(feature = "planted-leaks"))]
pub(crate) type Planted = Option<std::convert::Infallible>;

/// More than the number of any event.
pub(super) const NEVER: u32 = u32::MAX;

/// All that one viewer was told of a game: frames as they came, and answers to requests.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) viewer: Viewer,
    pub(super) texts: Vec<String>,
}

/// Somebody at the table.
pub(super) struct Guest {
    pub(super) viewer: Viewer,
    pub(super) person: Person,
    link: Connection,
    pub(super) texts: Vec<String>,
}

enum Connection {
    Up(Box<Client>),
    Down(Box<Model>),
}

/// See the module.
pub(super) struct Table {
    /// Absent only while it is restarted.
    server: Option<TestServer>,
    /// How often it was.
    restarts: u8,
    planted: Planted,
    clock: Clock,
    hand: Hand,
    now: Millis,
    pub(super) guests: Vec<Guest>,
    connections: u64,
}

impl Guest {
    pub(super) fn client(&mut self) -> &mut Client {
        match &mut self.link {
            Connection::Up(client) => client,
            Connection::Down(_) => panic!("{:?} is away", self.viewer),
        }
    }

    fn is_here(&self) -> bool {
        matches!(self.link, Connection::Up(_))
    }

    /// Keeps what has come so far.
    fn keep(&mut self) {
        if let Connection::Up(client) = &mut self.link {
            self.texts.append(&mut client.frames);
        }
    }

    /// Reads all that is under way: the room answers this after everything before.
    pub(super) async fn settle(&mut self) {
        let client = self.client();
        let at = "r11".parse().expect("a point");
        if let Some(game) = client.model.game {
            client.refused(Command::Flip { game, after: NEVER, at }).await;
        }
    }
}

impl Table {
    pub(super) async fn open(players: Players, planted: Planted) -> Table {
        let (clock, hand) = Clock::by_hand(START);
        let mut table = Table {
            server: None,
            restarts: 0,
            planted,
            clock,
            hand,
            now: START,
            guests: Vec::new(),
            connections: 0,
        };
        table.start(Database::sqlite()).await;
        for viewer in viewers(players.seats()) {
            let person = table.server().guest().await;
            let client = table.connect(&person).await;
            let link = Connection::Up(Box::new(client));
            table.guests.push(Guest { viewer, person, link, texts: Vec::new() });
        }
        table
    }

    pub(super) async fn close(self) {
        for guest in self.guests {
            if let Connection::Up(client) = guest.link {
                client.close().await;
            }
        }
        self.server.expect("it runs").stop().await;
    }

    async fn start(&mut self, database: Database) {
        let server = TestServer::start_on(database, |config| {
            config.clock = self.clock.clone();
            config.seed = Seed::Fixed([self.restarts; 32]);
            plant(config, self.planted);
        });
        self.server = Some(server.await);
    }

    pub(super) fn server(&self) -> &TestServer {
        self.server.as_ref().expect("it runs")
    }

    /// Plays a game; what everybody was told before its last action, which opens everything.
    pub(super) async fn play(&mut self, script: &Script<'_>, cover: &Cover) -> Vec<Told> {
        match cover {
            Cover::Layouts(layouts) => self.arrange(script, layouts).await,
            Cover::Drafts { drafts, layouts } => {
                self.hand_in_and_take_back(drafts).await;
                self.arrange(script, layouts).await;
            }
            Cover::Shuffle(shuffle) => self.lay(shuffle).await,
        }
        for (action, (asides, ms)) in script.family.actions.iter().zip(&script.before) {
            for aside in asides {
                self.carry_out(aside).await;
            }
            self.pass(*ms);
            self.act(*action).await;
        }
        let mut told = Vec::new();
        for guest in &mut self.guests {
            guest.settle().await;
            guest.keep();
            told.push(Told { viewer: guest.viewer, texts: std::mem::take(&mut guest.texts) });
        }
        self.act(script.family.closing).await;
        self.leave().await;
        told
    }

    /// Opens a room; everybody comes in and sits down.
    pub(super) async fn gather(&mut self, rules: &RuleSet) {
        let options = options(rules);
        let Done::Room { room } =
            self.seat(Seat::Red).client().done(crate::common::table::create(options)).await
        else {
            panic!("no room")
        };
        let (host, others) = self.guests.split_first_mut().expect("somebody");
        host.client().until(|model| model.room.as_ref().is_some_and(|it| it.room == room)).await;
        for guest in &mut *others {
            guest.client().join(room).await;
        }
        for &seat in &rules.players.seats()[1..] {
            self.seat(seat).client().done(Command::Sit { room, seat }).await;
            self.all(|model| model.room.as_ref().is_some_and(|room| room.seats.get(seat).is_some())).await;
        }
        match rules.setup {
            Setup::Arrange => {
                let is_arranged = |room: &RoomSnapshot| matches!(room.phase, Phase::Arranging { .. });
                self.all(|model| model.room.as_ref().is_some_and(is_arranged)).await;
            }
            Setup::Flip => self.all(Model::is_playing).await,
        }
    }

    /// What lies under the pieces that have just been shuffled.
    pub(super) async fn shuffle(&mut self) -> Shuffle {
        let game = self.here().client().game();
        let url = self.server().database.url();
        let store = Store::connect(&url, ConnectOptions::default()).await.expect("the database");
        let UnfinishedPhase::Running { deployment, .. } =
            store.unfinished_game(game).await.expect("read").phase
        else {
            panic!("it runs")
        };
        store.close().await;
        Shuffle::new(deployment.shuffled).expect("a shuffle")
    }

    /// Nobody chooses what is shuffled: everybody goes, the server stops, other pieces are put under in its database, and everybody
    /// comes back to the game.
    async fn lay(&mut self, shuffle: &Shuffle) {
        let game = self.here().client().game();
        let viewers: Vec<Viewer> = self.guests.iter().map(|guest| guest.viewer).collect();
        let room = self.room();
        for &viewer in &viewers {
            self.go(viewer).await;
        }
        let database = self.server.take().expect("it runs").stop().await;
        let mut covered = SqliteConnection::connect(&database.url()).await.expect("the database");
        sqlx::query("update games set shuffled = $1 where id = $2")
            .bind(serde_json::to_string(shuffle.pieces()).expect("JSON"))
            .bind(game.0)
            .execute(&mut covered)
            .await
            .expect("written");
        covered.close().await.expect("closed");
        self.restarts += 1;
        self.start(database).await;
        for viewer in viewers {
            self.come_back_to(room, viewer).await;
        }
    }

    /// All say that they are ready, and that they are not.
    async fn hand_in_and_take_back(&mut self, drafts: &Layouts) {
        let game = self.guests[0].client().game();
        for (seat, draft) in drafts.iter() {
            let Some(draft) = draft else { continue };
            let client = self.seat(seat).client();
            client.done(Command::Ready { game, layout: draft.to_string() }).await;
            client.done(Command::Unready { game }).await;
            for guest in &mut self.guests {
                guest.settle().await;
            }
        }
    }

    async fn arrange(&mut self, script: &Script<'_>, layouts: &Layouts) {
        let game = self.guests[0].client().game();
        for (number, &seat) in script.family.rules.players.seats().iter().enumerate() {
            match script.scenario {
                Scenario::Join if number == 1 => {
                    for viewer in script.viewers() {
                        self.carry_out(&Aside::Join(viewer)).await;
                    }
                }
                Scenario::Ask if number == 0 => {
                    probes::arranging(self, seat, game).await;
                }
                Scenario::Ask if number == 1 => probes::pages_before(self).await,
                Scenario::Live | Scenario::Resume | Scenario::Join | Scenario::Ask => {}
            }
            let layout = layouts.get(seat).expect("it plays").to_string();
            self.seat(seat).client().done(Command::Ready { game, layout }).await;
            for guest in &mut self.guests {
                guest.settle().await;
            }
        }
        self.all(Model::is_playing).await;
    }

    async fn carry_out(&mut self, aside: &Aside) {
        match aside {
            Aside::Say(viewer, channel, words) => self.say(*viewer, *channel, words).await,
            Aside::Draw(by, refuses) => probes::draw(self, *by, *refuses).await,
            Aside::Away(viewer) => self.go(*viewer).await,
            Aside::Back(viewer) => self.come_back(*viewer).await,
            Aside::Join(viewer) => self.join_afresh(*viewer).await,
            Aside::Probe(moves) => probes::playing(self, moves).await,
            Aside::Look => probes::pages(self).await,
        }
        for guest in self.guests.iter_mut().filter(|guest| guest.is_here()) {
            guest.settle().await;
        }
    }

    async fn say(&mut self, viewer: Viewer, channel: Channel, words: &Words) {
        let room = self.room();
        let command = Command::Say { room, channel, words: words.clone() };
        self.guest(viewer).client().done(command).await;
    }

    /// The connection breaks; the others are told.
    async fn go(&mut self, viewer: Viewer) {
        let guest = self.guest(viewer);
        guest.settle().await;
        guest.keep();
        let away = Connection::Down(Box::default());
        if let Connection::Up(client) = std::mem::replace(&mut guest.link, away) {
            guest.link = Connection::Down(Box::new(client.close().await));
        }
        self.all(|model| is_linked(model, viewer) == Some(false)).await;
    }

    /// Comes back with the number of the last event that it has.
    async fn come_back(&mut self, viewer: Viewer) {
        let room = self.room();
        self.come_back_to(room, viewer).await;
    }

    async fn come_back_to(&mut self, room: RoomId, viewer: Viewer) {
        let person = self.guest(viewer).person.clone();
        let mut client = self.connect(&person).await;
        let guest = self.guest(viewer);
        if let Connection::Down(model) = &mut guest.link {
            client.remember(std::mem::take(&mut **model));
        }
        client.join(room).await;
        guest.link = Connection::Up(Box::new(client));
        self.all(|model| is_linked(model, viewer) == Some(true)).await;
    }

    /// Comes in over a second connection that has nothing yet.
    async fn join_afresh(&mut self, viewer: Viewer) {
        let room = self.room();
        let person = self.guest(viewer).person.clone();
        let mut client = self.connect(&person).await;
        client.join(room).await;
        let link = Connection::Up(Box::new(client));
        let mut fresh = Guest { viewer, person, link, texts: Vec::new() };
        fresh.settle().await;
        fresh.keep();
        let guest = self.guest(viewer);
        guest.keep();
        guest.texts.append(&mut fresh.texts);
    }

    pub(super) async fn act(&mut self, action: Action) {
        let model = &self.here().client().model;
        let (game, after) = (model.game.expect("a game"), model.no);
        let turn = model.view.as_ref().expect("a view").turn.expect("it runs");
        let command = match action {
            Action::Move { from, to } => Some((turn, Command::Move { game, after, from, to })),
            Action::Flip(at) => Some((turn, Command::Flip { game, after, at })),
            Action::Surrender(seat) => Some((seat, Command::Surrender { game })),
            Action::Flee(seat) => Some((seat, Command::Flee { game })),
            Action::Timeout => None,
            Action::Draw | Action::Abort => panic!("not played here"),
        };
        if let Some((seat, command)) = command {
            self.seat(seat).client().done(command).await;
        } else {
            let clock = self.here().client().model.clock.expect("it runs");
            self.pass(clock.deadline - self.now);
        }
        self.all(|model| model.no > after).await;
    }

    /// Everybody goes out of the room, one after the other.
    async fn leave(&mut self) {
        let room = self.room();
        self.all(Model::has_ended).await;
        for number in 0..self.guests.len() {
            let viewer = self.guests[number].viewer;
            self.guests[number].client().done(Command::Part { room }).await;
            for guest in &mut self.guests[number + 1..] {
                guest.client().until(|model| is_linked(model, viewer) == Some(false)).await;
            }
        }
        for guest in &mut self.guests {
            guest.client().frames.clear();
        }
    }

    async fn connect(&mut self, person: &Person) -> Client {
        self.connections += 1;
        let mut client = Client::open(self.server(), person).await;
        client.number_from(self.connections << 20);
        client.done(Command::Hello { version: protocol::VERSION }).await;
        client
    }

    fn pass(&mut self, ms: i64) {
        self.now = self.now + ms;
        self.hand.advance(ms);
    }

    /// Reads until it is so for all who are here.
    pub(super) async fn all(&mut self, reached: impl Fn(&Model) -> bool) {
        for guest in self.guests.iter_mut().filter(|guest| guest.is_here()) {
            guest.client().until(&reached).await;
        }
    }

    pub(super) fn seat(&mut self, seat: Seat) -> &mut Guest {
        self.guest(Viewer::Seat(seat))
    }

    fn guest(&mut self, viewer: Viewer) -> &mut Guest {
        self.guests.iter_mut().find(|guest| guest.viewer == viewer).expect("at the table")
    }

    fn here(&mut self) -> &mut Guest {
        self.guests.iter_mut().find(|guest| guest.is_here()).expect("somebody is here")
    }

    pub(super) fn room(&mut self) -> RoomId {
        self.here().client().model.room.as_ref().expect("in a room").room
    }
}

/// Whether the room says that the viewer is connected; of who watches there is one.
fn is_linked(model: &Model, viewer: Viewer) -> Option<bool> {
    let room = model.room.as_ref()?;
    match viewer {
        Viewer::Public => Some(room.watchers > 0),
        Viewer::Seat(seat) => room.seats.get(seat).as_ref().map(|occupant| occupant.link == Link::Up),
    }
}

pub(super) fn options(rules: &RuleSet) -> RoomOptions {
    RoomOptions {
        rules: *rules,
        first: FirstSeat::Red,
        turn_seconds: 15,
        arrange_seconds: 600,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}

#[cfg(feature = "planted-leaks")]
fn plant(config: &mut server::Config, planted: Planted) {
    config.leak = planted;
}

#[cfg(not(feature = "planted-leaks"))]
fn plant(_config: &mut server::Config, _planted: Planted) {}
