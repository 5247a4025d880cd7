//! The client carries views on by itself, in TypeScript. `vectors/client-fold.ndjson` holds what it must come to: views and
//! events made by the referee, and after each event the hash of the view's JSON. With `SIGUO_BLESS=1` this test writes
//! the file; without, it fails where it differs. `web/src/game/fold.vectors.test.ts` reads it.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use rules::{Action, Event, Record, Seat, View, Viewer};
use serde::Serialize;

const FILE: &str = "client-fold.ndjson";

/// One of each kind: a dark game with flags shown and players going out, scouting, an open board, face-down pieces; and
/// of each house rule that changes what follows from a move or a fight.
const GAMES: [(&str, usize, Viewer); 8] = [
    ("dark4.jsonl", 2, Viewer::Seat(Seat::Purple)),
    ("dark4.jsonl", 2, Viewer::Public),
    ("scouts4.jsonl", 0, Viewer::Seat(Seat::Red)),
    ("bombs4.jsonl", 0, Viewer::Public),
    ("one-turn4.jsonl", 0, Viewer::Public),
    ("mines-both4.jsonl", 0, Viewer::Public),
    ("open2.jsonl", 0, Viewer::Public),
    ("flip2.jsonl", 3, Viewer::Seat(Seat::Blue)),
];

fn vector(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name)
}

/// One game as one viewer follows it; each event with the hash of the view after it.
#[derive(Serialize)]
struct Followed {
    id: String,
    start: View,
    steps: Vec<(Event, String)>,
}

/// FNV-1a, 64 bit, as records use it.
fn hash(view: &View) -> String {
    let text = serde_json::to_string(view).expect("a view is JSON");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn line(file: &str, number: usize, viewer: Viewer) -> String {
    let text = fs::read_to_string(vector(file)).expect("a vector file");
    let record: Record = serde_json::from_str(text.lines().nth(number).expect("a record")).expect("a record");
    let mut game = record.start().expect("a start");
    let start = game.view(viewer);
    let mut steps = Vec::new();
    for text in &record.actions {
        let action: Action = text.parse().expect("an action");
        let event = game.apply(action).expect("a legal action").event(viewer);
        let after = hash(&game.view(viewer));
        steps.push((event, after));
    }
    serde_json::to_string(&Followed { id: record.id, start, steps }).expect("JSON")
}

#[test]
fn the_client_has_fresh_vectors() {
    let lines: Vec<String> = GAMES.map(|(file, number, viewer)| line(file, number, viewer)).into();
    let fresh = lines.join("\n") + "\n";
    let path = vector(FILE);
    if env::var_os("SIGUO_BLESS").is_some() {
        fs::write(&path, fresh).expect("written");
    } else {
        assert!(
            fs::read_to_string(&path).is_ok_and(|old| old == fresh),
            "{FILE} is stale: run with SIGUO_BLESS=1"
        );
    }
}
