//! How fast the referee is: `cargo bench -p rules`. One element is one action.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rules::{
    BoardKind, BySeat, Corner, Deployment, Game, LegalMove, MoveList, Players, RuleSet, Seat, Setup, Shuffle,
    Viewer,
};

const LAYOUTS: [&str; 4] = [
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41",
    "32 35 34 34 33 / 34 -- 32 -- 00 / 33 36 -- 40 00 / 35 -- 39 -- 38 / 37 36 38 41 37 / 33 32 41 07 41",
    "34 32 33 35 33 / 00 -- 38 -- 37 / 34 39 -- 40 36 / 37 -- 32 -- 38 / 35 36 00 41 41 / 32 07 34 33 41",
    "39 33 35 37 36 / 37 -- 32 -- 36 / 00 34 -- 32 00 / 32 -- 33 -- 34 / 41 41 33 40 41 / 38 34 35 07 38",
];

const VIEWERS: [Viewer; 5] = [
    Viewer::Seat(Seat::Red),
    Viewer::Seat(Seat::Purple),
    Viewer::Seat(Seat::Blue),
    Viewer::Seat(Seat::Green),
    Viewer::Public,
];

/// Marsaglia's xorshift: choosing a move must not cost more than making it.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let (high, bound) = (self.0 >> 32, u64::from(bound));
        u32::try_from((high * bound) >> 32).expect("below the bound")
    }

    fn choose(&mut self, list: &MoveList) -> LegalMove {
        let count = u32::try_from(list.len()).expect("some hundred moves");
        list.get(self.below(count) as usize)
    }
}

fn start(rules: RuleSet) -> Game {
    let deployment = match rules.setup {
        Setup::Arrange => Deployment::Arranged(BySeat::new_with(|seat| {
            let text = LAYOUTS[seat.index()];
            rules.players.seats().contains(&seat).then(|| text.parse().expect("a legal layout"))
        })),
        Setup::Flip => {
            let mut chance = Chance(42);
            Deployment::Shuffled(Shuffle::random(|bound| chance.below(bound)))
        }
    };
    Game::new(rules, Seat::Red, deployment).expect("a legal game")
}

/// Plays a whole game at random; says how many actions it had.
fn play(
    game: &mut Game,
    chance: &mut Chance,
    list: &mut MoveList,
    mut watch: impl FnMut(&Game, &rules::Outcome),
) -> u64 {
    let mut actions = 0;
    while game.result().is_none() {
        game.legal_moves(list);
        let outcome = game.play(chance.choose(list));
        watch(game, &outcome);
        actions += 1;
    }
    actions
}

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

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = single, games
}
criterion_main!(benches);
