//! How fast the referee is: `cargo bench -p rules`. One element is one action.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rules::{BoardKind, Corner, Game, LegalMove, MoveList, Players, Record, RuleSet, Seat, Setup, Viewer};

mod common;

use common::{Chance, play, start};

const VIEWERS: [Viewer; 5] = [
    Viewer::Seat(Seat::Red),
    Viewer::Seat(Seat::Purple),
    Viewer::Seat(Seat::Blue),
    Viewer::Seat(Seat::Green),
    Viewer::Public,
];

/// Positions from all stages of some games.
fn positions(rules: RuleSet) -> Vec<(Game, LegalMove)> {
    let mut positions = Vec::new();
    let mut list = MoveList::new();
    for seed in 1..=8 {
        let mut chance = Chance(seed);
        let mut game = start(rules);
        while game.result().is_none() {
            game.legal_moves(&mut list);
            let chosen = chance.choose(&list);
            positions.push((game.clone(), chosen));
            game.play(chosen);
        }
    }
    positions
}

fn modes() -> [(&'static str, RuleSet); 4] {
    let dark4 = RuleSet::DEFAULT;
    let classic2 = RuleSet { board: BoardKind::Classic, players: Players::Two, ..dark4 };
    [
        ("dark4", dark4),
        ("one-turn4", RuleSet { corner: Corner::OneTurn, ..dark4 }),
        ("classic2", classic2),
        ("flip2", RuleSet { setup: Setup::Flip, ..classic2 }),
    ]
}

fn single(criterion: &mut Criterion) {
    let positions = positions(RuleSet::DEFAULT);
    let mut group = criterion.benchmark_group("dark4");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("legal moves", |bencher| {
        let mut list = MoveList::new();
        bencher.iter(|| {
            for (game, _) in &positions {
                game.legal_moves(&mut list);
                black_box(&list);
            }
        });
    });
    group.bench_function("apply", |bencher| {
        bencher.iter_batched_ref(
            || positions.clone(),
            |positions| {
                for (game, chosen) in positions {
                    black_box(game.apply(chosen.action()).expect("it is legal"));
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("clone", |bencher| {
        bencher.iter(|| {
            for (game, _) in &positions {
                black_box(game.clone());
            }
        });
    });
    group.bench_function("view", |bencher| {
        bencher.iter(|| {
            for (game, _) in &positions {
                black_box(game.view(Viewer::Public));
            }
        });
    });
    group.finish();
}

/// Whole games; the throughput is that of the games that these seeds give.
fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    for (name, rules) in modes() {
        let start = start(rules);
        let mut list = MoveList::new();
        let mut run = |watch: fn(&Game, &rules::Outcome)| {
            let mut chance = Chance(1);
            (0..100).map(|_| play(&mut start.clone(), &mut chance, &mut list, watch)).sum::<u64>()
        };
        let actions = run(|_, _| {});
        group.throughput(Throughput::Elements(actions));
        group.bench_function(name, |bencher| bencher.iter(|| run(|_, _| {})));
        group.bench_function(format!("{name}, telling all viewers"), |bencher| {
            bencher.iter(|| {
                run(|_, outcome| {
                    for viewer in VIEWERS {
                        black_box(outcome.event(viewer));
                    }
                })
            });
        });
    }
    group.finish();
}

/// A whole game from its record, as it is rebuilt after a restart and stepped through in a replay.
fn records(criterion: &mut Criterion) {
    let games = include_str!("../../../vectors/full.jsonl");
    let line = games.lines().next().expect("a recorded game");
    let record: Record = serde_json::from_str(line).expect("a record");
    let mut group = criterion.benchmark_group("record");
    group.throughput(Throughput::Elements(record.actions.len() as u64));
    group.bench_function("replay", |bencher| {
        bencher.iter(|| black_box(record.replay().expect("it holds")));
    });
    group.bench_function("expand for the client", |bencher| {
        bencher.iter(|| black_box(record.expand().expect("it holds")));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = single, games, records
}
criterion_main!(benches);
