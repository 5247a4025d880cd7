//! Recorded games, played again over the wire.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use protocol::{Command, Done, FirstSeat, GameId, RoomId, RoomOptions};
use rules::{Action, Game, Record, Seat, View, Viewer};
use server::Hand;
use sqlx::{Connection as _, SqliteConnection};

use super::{
    Client, Database, TestServer,
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

/// A room by the record's rules, in which the record's seat begins.
pub fn options(record: &Record) -> RoomOptions {
    let first = match record.first {
        Seat::Red => FirstSeat::Red,
        Seat::Purple => FirstSeat::Purple,
        Seat::Blue => FirstSeat::Blue,
        Seat::Green => FirstSeat::Green,
    };
    RoomOptions { first, ..table::options_by(record.rules) }
}

/// 翻棋: nobody chooses what is shuffled, so the record's pieces are put under in the database of a server that is stopped.
pub async fn lay(database: &Database, game: GameId, record: &Record) {
    let mut covered = SqliteConnection::connect(&database.url()).await.expect("the database");
    let shuffled = serde_json::to_string(&record.shuffled).expect("JSON");
    let update = sqlx::query("update games set shuffled = $1 where id = $2").bind(shuffled).bind(game.0);
    assert_eq!(update.execute(&mut covered).await.expect("written").rows_affected(), 1);
    covered.close().await.expect("closed");
}

/// The players sit down by the record's rules and hand in its layouts; the referee that goes beside them knows everything.
pub async fn begin(server: &TestServer, record: &Record) -> (RoomId, Vec<Client>, Game) {
    let (room, mut clients) = table::gather(server, options(record)).await;
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
        Action::Flip(at) => {
            let command = Command::Flip { game: id, after, at };
            let turn = game.turn().expect("the game goes on");
            assert_eq!(on_seat(clients, turn).done(command).await, Done::Played { no: after + 1 });
        }
        Action::Abort => panic!("the operator does not sit at the table"),
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

/// What a client sees is what the referee lets it see. A record commits to no shuffle, the server does.
pub fn sees_rightly(client: &Client, game: &Game) {
    let (model, viewer) = (&client.model, client.model.room.as_ref().expect("in a room").you);
    let commitment = model.view.as_ref().and_then(|view| view.commitment.clone());
    let expected = View { commitment, ..game.view(viewer) };
    assert_eq!(model.view.as_ref(), Some(&expected), "{viewer:?} after {}", model.no);
    let on_turn = game.turn().map(Viewer::Seat) == Some(viewer);
    assert_eq!(model.legal, on_turn.then(|| game.legal()), "{viewer:?} after {}", model.no);
}
