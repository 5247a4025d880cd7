//! Recorded games, played again over the wire.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use protocol::{Command, Done, GameId, RoomId};
use rules::{Action, Game, Record, Seat, Viewer};
use server::Hand;

use super::{
    Client, TestServer,
    table::{self, on_seat, run_out_turn},
};

/// The games that people once played; `None`, with the reason printed, where they are not at hand.
#[expect(clippy::print_stdout, reason = "a test that skips says why")]
pub fn real_games() -> Option<Vec<Record>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let file = env::var_os("SIGUO_SHARED").map_or(beside, PathBuf::from).join("real/games.jsonl");
    if file.is_file() {
        return Some(read(&file));
    }
    println!("skipped: the recorded games are not at {} (see SIGUO_SHARED)", file.display());
    None
}

/// A game of the project's own test data.
pub fn vector(file: &str, id: &str) -> Record {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    read(&folder.join(file)).into_iter().find(|record| record.id == id).expect("the game is in the file")
}

fn read(file: &Path) -> Vec<Record> {
    let text = fs::read_to_string(file).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

/// What a record says was done.
pub fn actions(record: &Record) -> Vec<Action> {
    record.actions.iter().map(|action| action.parse().expect("an action")).collect()
}

/// Four clients sit down by the record's rules and hand in its layouts; the referee that goes beside them knows everything.
pub async fn begin(server: &TestServer, record: &Record) -> (RoomId, Vec<Client>, Game) {
    assert_eq!(record.first, Seat::Red, "a room can have red begin, no other seat");
    let (room, mut clients) = table::gather(server, table::options_by(record.rules)).await;
    table::arrange_as(&mut clients, &record.layouts).await;
    (room, clients, record.start().expect("a record that can be replayed"))
}

/// Has an action come about by what clients send, or by time; all hear of it.
pub async fn act(clients: &mut [Client], hand: &Hand, game: &mut Game, action: Action) {
    let (id, after) = (clients[0].game(), clients[0].model.no);
    match action {
        Action::Move { from, to } => {
            let command = Command::Move { game: id, after, from, to };
            let turn = game.turn().expect("the game goes on");
            assert_eq!(on_seat(clients, turn).done(command).await, Done::Played { no: after + 1 });
        }
        Action::Timeout => run_out_turn(clients, hand).await,
        Action::Surrender(seat) => {
            on_seat(clients, seat).done(Command::Surrender { game: id }).await;
        }
        Action::Flee(seat) => {
            on_seat(clients, seat).done(Command::Flee { game: id }).await;
        }
        Action::Draw => agree(clients, game, id).await,
        Action::Flip(_) | Action::Abort => panic!("{action} can't be had from four players"),
    }
    game.apply(action).expect("the referee accepts what was recorded");
    for client in clients.iter_mut() {
        client.until(|model| model.no > after).await;
    }
}

async fn agree(clients: &mut [Client], game: &Game, id: GameId) {
    let mut players =
        clients.iter_mut().filter(|client| table::sits(client).is_some_and(|seat| game.is_in(seat)));
    players.next().expect("somebody is in").done(Command::OfferDraw { game: id }).await;
    for client in players {
        client.done(Command::AnswerDraw { game: id, accept: true }).await;
    }
}

/// What a client sees is what the referee lets it see.
pub fn sees_rightly(client: &Client, game: &Game) {
    let (model, viewer) = (&client.model, client.model.room.as_ref().expect("in a room").you);
    assert_eq!(model.view.as_ref(), Some(&game.view(viewer)), "{viewer:?} after {}", model.no);
    let on_turn = game.turn().map(Viewer::Seat) == Some(viewer);
    assert_eq!(model.legal, on_turn.then(|| game.legal()), "{viewer:?} after {}", model.no);
}
