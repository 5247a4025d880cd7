//! Four clients at a table, and how they play.

use protocol::{Command, Done, QueueMode, QueueStatus, RoomId};
use rules::{Legal, Point, View};

use super::{Client, Person, TestServer};

/// A layout for everybody (经典).
pub const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";

/// Four people line up, are matched and go to their table.
pub async fn match_four(server: &TestServer, people: &[Person; 4]) -> (RoomId, Vec<Client>) {
    let mut clients = Vec::new();
    for person in people {
        let mut client = Client::connect(server, person).await;
        assert_eq!(client.done(Command::Queue { mode: QueueMode::Four }).await, Done::Done);
        clients.push(client);
    }
    let room = matched(&mut clients).await;
    for client in &mut clients {
        client.join(room).await;
    }
    (room, clients)
}

/// Waits until all are matched: with each other.
pub async fn matched(clients: &mut [Client]) -> RoomId {
    let mut rooms = Vec::new();
    for client in clients.iter_mut() {
        client.until(|model| matches!(model.queue, Some(QueueStatus::Matched { .. }))).await;
        let Some(QueueStatus::Matched { room }) = client.model.queue else { unreachable!("just seen") };
        rooms.push(room);
    }
    assert!(rooms.windows(2).all(|pair| pair[0] == pair[1]), "one table: {rooms:?}");
    rooms[0]
}

/// All hand in a layout; the game starts.
pub async fn arrange(clients: &mut [Client]) {
    for client in clients.iter_mut() {
        client.until(|model| model.game.is_some()).await;
        let (game, layout) = (client.game(), LAYOUT.to_owned());
        assert_eq!(client.done(Command::Ready { game, layout }).await, Done::Done);
    }
    for client in clients.iter_mut() {
        client.until(super::client::Model::is_playing).await;
    }
}

/// Makes the move of whoever is on turn, and waits until all have heard of it. The client's number, and the event's.
pub async fn step(
    clients: &mut [Client],
    choose: impl FnOnce(&View, &Legal) -> (Point, Point),
) -> (usize, u32) {
    let (at, command) = next_move(clients, choose);
    let Done::Played { no } = clients[at].done(command).await else { panic!("no event") };
    for client in clients.iter_mut() {
        client.until(|model| model.no >= no).await;
    }
    (at, no)
}

/// The move of whoever is on turn; from a point to itself is a flip.
pub fn next_move(
    clients: &[Client],
    choose: impl FnOnce(&View, &Legal) -> (Point, Point),
) -> (usize, Command) {
    let at = clients.iter().position(|client| client.model.legal.is_some()).expect("somebody is on turn");
    let model = &clients[at].model;
    let (view, legal) = (model.view.as_ref().expect("a view"), model.legal.as_ref().expect("moves"));
    let (from, to) = choose(view, legal);
    let (game, after) = (clients[at].game(), model.no);
    let command = if from == to {
        Command::Flip { game, after, at: from }
    } else {
        Command::Move { game, after, from, to }
    };
    (at, command)
}

/// Plays until the game has ended for all.
pub async fn to_the_end(clients: &mut [Client], dice: &mut Dice) {
    while clients[0].model.view.as_ref().expect("a view").result.is_none() {
        step(clients, |view, legal| boldly(view, legal, dice)).await;
    }
    for client in clients.iter_mut() {
        client.until(super::client::Model::has_ended).await;
    }
}

/// Attacks where it can, else moves or flips at random.
pub fn boldly(view: &View, legal: &Legal, dice: &mut Dice) -> (Point, Point) {
    let moves = legal.moves.iter().flat_map(|targets| targets.to.iter().map(|to| (targets.from, *to)));
    let moves: Vec<(Point, Point)> = moves.chain(legal.flips.iter().map(|at| (*at, *at))).collect();
    let is_attack =
        |(from, to): &(Point, Point)| from != to && view.pieces.iter().any(|piece| piece.at == *to);
    let attacks: Vec<(Point, Point)> = moves.iter().copied().filter(is_attack).collect();
    let among = if attacks.is_empty() || dice.below(4) == 0 { &moves } else { &attacks };
    among[dice.below(among.len())]
}

/// A small generator with a seed that a failure can be repeated with.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).expect("small")).expect("small")
    }
}
