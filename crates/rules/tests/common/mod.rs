//! What several tests need: the test data, and games played at random.
#![expect(dead_code, reason = "no test uses all of it")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_chacha::ChaCha8Rng;
use rules::{
    Action, BoardKind, BySeat, Corner, Deployment, Game, Layout, MineRule, MoveList, Order, Piece, Players,
    RuleSet, STEPS_BEFORE_SURRENDER, Seat, Setup, Shuffle, Sight, Viewer,
};

/// A file of the project's own test data.
pub(crate) fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

pub(crate) fn read_vector(name: &str) -> String {
    let path = vectors().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files of records in a folder, by name.
pub(crate) fn record_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    files
}

/// The folder with the whole of the test data: `SIGUO_SHARED`, or `shared` beside the project.
#[expect(clippy::print_stdout, reason = "a test that skips says why")]
pub(crate) fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("SIGUO_SHARED").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: the whole of the test data is not at {} (see SIGUO_SHARED)", folder.display());
    None
}

pub(crate) const VIEWERS: [Viewer; 5] = [
    Viewer::Seat(Seat::Red),
    Viewer::Seat(Seat::Purple),
    Viewer::Seat(Seat::Blue),
    Viewer::Seat(Seat::Green),
    Viewer::Public,
];

/// One rule set of each mode, and each house rule on.
pub(crate) fn modes() -> Vec<(&'static str, RuleSet)> {
    let dark4 = RuleSet::DEFAULT;
    let dark2 = RuleSet { players: Players::Two, ..dark4 };
    let classic2 = RuleSet { board: BoardKind::Classic, ..dark2 };
    vec![
        ("dark4", dark4),
        ("partners4", RuleSet { sight: Sight::Partners, ..dark4 }),
        ("open4", RuleSet { sight: Sight::Open, ..dark4 }),
        ("dark2", dark2),
        ("open2", RuleSet { sight: Sight::Open, ..dark2 }),
        ("classic2", classic2),
        ("classic-open2", RuleSet { sight: Sight::Open, ..classic2 }),
        ("flip2", RuleSet { setup: Setup::Flip, ..classic2 }),
        ("clockwise4", RuleSet { order: Order::Clockwise, ..dark4 }),
        ("mines-both4", RuleSet { mine: MineRule::Both, ..dark4 }),
        ("one-turn4", RuleSet { corner: Corner::OneTurn, ..dark4 }),
        ("one-turn-classic2", RuleSet { corner: Corner::OneTurn, ..classic2 }),
        ("scouts4", RuleSet { engineer_scouts: true, ..dark4 }),
        ("bombs4", RuleSet { bombs_fly: true, bombs_front_row: true, ..dark4 }),
        ("hq-exit4", RuleSet { hq_exit: true, ..dark4 }),
        ("limits4", RuleSet { timeouts: 2, quiet_limit: 15, step_limit: 300, ..dark4 }),
        ("no-limits2", RuleSet { timeouts: 0, quiet_limit: 0, step_limit: 400, ..dark2 }),
        (
            "flip-house2",
            RuleSet {
                setup: Setup::Flip,
                corner: Corner::OneTurn,
                mine: MineRule::Both,
                engineer_scouts: true,
                bombs_fly: true,
                ..classic2
            },
        ),
    ]
}

pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A legal layout, made by putting flag, mines and bombs where they may go, then the rest.
pub(crate) fn random_layout(rng: &mut ChaCha8Rng, rules: &RuleSet) -> Layout {
    let mut rest: Vec<Piece> = Piece::ALL
        .into_iter()
        .filter(|piece| !matches!(piece, Piece::Flag | Piece::Mine | Piece::Bomb))
        .flat_map(|piece| (0..piece.count()).map(move |_| piece))
        .collect();
    rest.shuffle(rng);
    let mut rows = [[None; 5]; 6];
    let camps = [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)];
    rows[5][if rng.random() { 1 } else { 3 }] = Some(Piece::Flag);
    let front = usize::from(!rules.bombs_front_row);
    for (piece, first_row) in
        [Piece::Mine; 3].map(|mine| (mine, 4)).into_iter().chain([Piece::Bomb; 2].map(|bomb| (bomb, front)))
    {
        loop {
            let place = (rng.random_range(first_row..6), rng.random_range(0..5));
            if rows[place.0][place.1].is_none() && !camps.contains(&place) {
                rows[place.0][place.1] = Some(piece);
                break;
            }
        }
    }
    let text: Vec<String> = (0..6)
        .map(|row| {
            let codes: Vec<&str> = (0..5)
                .map(|column| match rows[row][column] {
                    Some(piece) => piece.code(),
                    None if camps.contains(&(row, column)) => "--",
                    None => rest.pop().expect("25 pieces for 25 places").code(),
                })
                .collect();
            codes.join(" ")
        })
        .collect();
    Layout::parse(&text.join(" / "), rules).expect("made to be legal")
}

pub(crate) fn random_deployment(rng: &mut ChaCha8Rng, rules: &RuleSet) -> Deployment {
    match rules.setup {
        Setup::Arrange => Deployment::Arranged(BySeat::new_with(|seat| {
            rules.players.seats().contains(&seat).then(|| random_layout(rng, rules))
        })),
        Setup::Flip => Deployment::Shuffled(Shuffle::random(|bound| rng.random_range(0..bound))),
    }
}

pub(crate) fn random_game(rng: &mut ChaCha8Rng, rules: RuleSet) -> Game {
    let deployment = random_deployment(rng, &rules);
    let first = rules.players.seats()[rng.random_range(0..rules.players.seats().len())];
    Game::new(rules, first, deployment).expect("made to be legal")
}

/// An action that the referee accepts: mostly moves, attacks rather than not; now and then something else.
pub(crate) fn random_action(rng: &mut ChaCha8Rng, game: &Game, list: &mut MoveList) -> Action {
    let chance = rng.random_range(0..1000);
    let seat = game.seats()[rng.random_range(0..game.seats().len())];
    if chance < 8 {
        return Action::Timeout;
    }
    if chance < 10 && game.is_in(seat) && game.steps() >= STEPS_BEFORE_SURRENDER {
        return Action::Surrender(seat);
    }
    if chance == 10 && game.steps() > 100 {
        return [Action::Draw, Action::Abort, Action::Flee(game.turn().expect("not over"))]
            [rng.random_range(0..3)];
    }
    game.legal_moves(list);
    let occupied = |chosen: &rules::LegalMove| {
        !chosen.is_flip() && game.view(Viewer::Public).pieces.iter().any(|piece| piece.at == chosen.to())
    };
    let pick = |rng: &mut ChaCha8Rng| list.get(rng.random_range(0..list.len()));
    let first = pick(rng);
    let chosen = if occupied(&first) { first } else { pick(rng) };
    chosen.action()
}
