//! For its hints the client knows by itself how fights go and where pieces are set up. `vectors/client-rules.json` holds
//! what the referee says of both, under each house rule that matters. With `SIGUO_BLESS=1` this test writes the file;
//! without, it fails where it differs. `web/src/game/hints.test.ts` reads it.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
};

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rules::{Fight, Layout, MineRule, Piece, RuleSet, fight};
use serde::Serialize;

const FILE: &str = "client-rules.json";
const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";
/// Any legal layout will do to begin with; so many exchanges of two pieces bring each to every place where it may stand, many times over.
const EXCHANGES: usize = 40_000;

/// Places of an army by the pieces that may be set up there, as "row column".
type Places = BTreeMap<String, BTreeSet<String>>;

#[derive(Serialize)]
struct Told {
    fights: Vec<FightsUnder>,
    starts: Vec<StartsUnder>,
}

#[derive(Serialize)]
struct FightsUnder {
    mine: MineRule,
    fights: Vec<(Piece, Piece, Fight)>,
}

#[derive(Serialize)]
struct StartsUnder {
    bombs_front_row: bool,
    places: Places,
}

/// Mines and flags never attack.
fn fights_under(mine: MineRule) -> FightsUnder {
    let attackers = Piece::ALL.into_iter().filter(|piece| !matches!(piece, Piece::Mine | Piece::Flag));
    let fights = attackers.flat_map(|attacker| Piece::ALL.map(|defender| (attacker, defender)));
    FightsUnder {
        mine,
        fights: fights
            .map(|(attacker, defender)| (attacker, defender, fight(attacker, defender, mine)))
            .collect(),
    }
}

/// Wanders from layout to layout, each a legal one, and notes where pieces stand.
fn starts_under(bombs_front_row: bool) -> StartsUnder {
    let rules = RuleSet { bombs_front_row, ..RuleSet::DEFAULT };
    let mut lots = ChaCha8Rng::seed_from_u64(7);
    let mut words: Vec<&str> = LAYOUT.split_whitespace().collect();
    let mut places = Places::new();
    for _ in 0..EXCHANGES {
        let (one, other) = (lots.random_range(0..words.len()), lots.random_range(0..words.len()));
        words.swap(one, other);
        let Ok(layout) = Layout::parse(&words.join(" "), &rules) else {
            words.swap(one, other);
            continue;
        };
        for (row, column, piece) in layout.pieces() {
            places.entry(format!("{row}{column}")).or_default().insert(piece.to_string());
        }
    }
    StartsUnder { bombs_front_row, places }
}

#[test]
fn the_client_has_a_fresh_table_of_rules() {
    let told = Told {
        fights: [MineRule::Stays, MineRule::Both].map(fights_under).into(),
        starts: [false, true].map(starts_under).into(),
    };
    let fresh = serde_json::to_string(&told).expect("JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(FILE);
    if env::var_os("SIGUO_BLESS").is_some() {
        fs::write(&path, fresh).expect("written");
    } else {
        assert!(
            fs::read_to_string(&path).is_ok_and(|old| old == fresh),
            "{FILE} is stale: run with SIGUO_BLESS=1"
        );
    }
}
