//! A room of one's own: who sits in it, who watches, and how time passes there.

use std::sync::atomic::{AtomicU64, Ordering};

use protocol::{Command, Done, FirstSeat, Privacy, RoomId, RoomOptions, Spectating, Talk};
use rules::{BySeat, RuleSet, Seat, Setup, Viewer};
use server::Hand;

use super::{
    Client, Person, TestServer,
    client::Model,
    play::{LAYOUT, next_move},
};

/// A room for four, by the rules of ranked games; red begins.
pub fn options() -> RoomOptions {
    options_by(RuleSet::DEFAULT)
}

/// A room with these rules; red begins.
pub fn options_by(rules: RuleSet) -> RoomOptions {
    RoomOptions {
        rules,
        first: FirstSeat::Red,
        turn_seconds: 30,
        arrange_seconds: 60,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}

/// A guest opens the room and others take the seats that are left: the clients in the order of the seats. The game is to be
/// arranged.
pub async fn gather(server: &TestServer, options: RoomOptions) -> (RoomId, Vec<Client>) {
    let seats = options.rules.players.seats();
    let (room, host) = open(server, options).await;
    let mut clients = vec![host];
    for &seat in &seats[1..] {
        let mut client = watch(server, room).await;
        client.done(Command::Sit { room, seat }).await;
        clients.push(client);
    }
    for client in &mut clients {
        client.until(|model| model.game.is_some()).await;
    }
    (room, clients)
}

/// A table at which a game has begun.
pub struct Opened {
    pub room: RoomId,
    pub game: protocol::GameId,
}

/// The first opens a room, the others take the seats that are left, and the game begins.
pub async fn opened(server: &TestServer, clients: &mut [Client], options: RoomOptions) -> Opened {
    let seats = options.rules.players.seats();
    assert_eq!(seats.len(), clients.len(), "a client for each seat of {}", server.address);
    let Done::Room { room } = clients[0].done(create(options)).await else { panic!("no room") };
    clients[0].until(|model| model.room.as_ref().is_some_and(|snapshot| snapshot.room == room)).await;
    for (client, &seat) in clients.iter_mut().zip(seats).skip(1) {
        client.model = Model::default();
        client.join(room).await;
        client.done(Command::Sit { room, seat }).await;
    }
    let at_work = |model: &Model| {
        let here = model.room.as_ref().filter(|snapshot| snapshot.room == room);
        here.is_some_and(|snapshot| matches!(snapshot.phase, protocol::Phase::Arranging { .. }))
    };
    for client in clients.iter_mut() {
        client.until(at_work).await;
    }
    arrange_as(clients, &BySeat::default()).await;
    Opened { room, game: clients[0].game() }
}

/// The command that opens an unranked room without a password.
pub fn create(options: RoomOptions) -> Command {
    Command::Create { ranked: false, options, password: None }
}

/// A guest opens the room and sits on red's seat.
pub async fn open(server: &TestServer, options: RoomOptions) -> (RoomId, Client) {
    let mut host = Client::connect(server, &server.guest().await).await;
    let Done::Room { room } = host.done(create(options)).await else { panic!("no room") };
    host.until(|model| model.room.is_some()).await;
    (room, host)
}

/// A guest goes into the room.
pub async fn watch(server: &TestServer, room: RoomId) -> Client {
    let mut client = Client::connect(server, &server.guest().await).await;
    client.join(room).await;
    client
}

/// One more connection of somebody, who has had others.
pub async fn connect_again(server: &TestServer, person: &Person) -> Client {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    let mut client = Client::connect(server, person).await;
    client.number_from(NUMBERS.fetch_add(1, Ordering::Relaxed) * 1_000_000);
    client
}

/// Somebody comes back over a new connection with what the old one had seen.
pub async fn come_back(server: &TestServer, room: RoomId, person: &Person, seen: Model) -> Client {
    let mut client = connect_again(server, person).await;
    client.remember(seen);
    client.join(room).await;
    client
}

/// All hand in these layouts, or the usual one; the game starts.
pub async fn arrange_as(clients: &mut [Client], layouts: &BySeat<Option<String>>) {
    for client in clients.iter_mut() {
        let (game, given) = (client.game(), layouts.get(client.seat()).clone());
        let layout = given.unwrap_or_else(|| LAYOUT.to_owned());
        assert_eq!(client.done(Command::Ready { game, layout }).await, Done::Done);
    }
    for client in clients.iter_mut() {
        client.until(Model::is_playing).await;
    }
}

/// A game begins in a room of its own.
pub async fn playing(server: &TestServer, options: RoomOptions) -> (RoomId, Vec<Client>) {
    let setup = options.rules.setup;
    let (room, mut clients) = gather(server, options).await;
    match setup {
        Setup::Arrange => arrange_as(&mut clients, &BySeat::default()).await,
        Setup::Flip => {
            for client in &mut clients {
                client.until(Model::is_playing).await;
            }
        }
    }
    (room, clients)
}

/// So many moves at which nobody is hurt, and all hear of each.
pub async fn stroll(clients: &mut [Client], steps: u32) {
    for _ in 0..steps {
        super::play::step(clients, |view, legal| {
            let free = |to| view.pieces.iter().all(|piece| piece.at != to);
            let mut moves =
                legal.moves.iter().flat_map(|targets| targets.to.iter().map(|to| (targets.from, *to)));
            moves.find(|(_, to)| free(*to)).expect("a move to an empty point")
        })
        .await;
    }
}

/// The seat of a client, if it has one.
pub fn sits(client: &Client) -> Option<Seat> {
    match client.model.room.as_ref().expect("in a room").you {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// The client on that seat.
pub fn on_seat(clients: &mut [Client], seat: Seat) -> &mut Client {
    clients.iter_mut().find(|client| sits(client) == Some(seat)).expect("somebody sits there")
}

/// A move that whoever is on turn may make.
pub fn any_move(clients: &[Client]) -> (usize, Command) {
    next_move(clients, |_, legal| (legal.moves[0].from, legal.moves[0].to[0]))
}

/// Lets the running turn end, after a sign of life from everybody, so that no connection is thought dead.
pub async fn run_out_turn(clients: &mut [Client], hand: &Hand) {
    let mut left = 0;
    for client in clients.iter_mut() {
        let Done::Time { now } = client.done(Command::Time).await else { panic!("no time") };
        left = client.model.clock.expect("a turn runs").deadline - now;
    }
    let after = clients[0].model.no;
    hand.advance(left);
    for client in clients.iter_mut() {
        client.until(|model| model.no > after).await;
    }
}
