//! How long a bot thinks about one move: `cargo bench -p bots`. Each level plays games of several modes against itself, and is
//! asked in every position of the recorded games. No single move may take longer than allowed.
//!
//! What counts is the CPU time of the thread, so that whatever else the machine does is not the bot's.

use std::{fs, path::Path, time::Duration};

use bots::{Bot, Choice, Level};
use cpu_time::ThreadTime;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rules::{
    Action, BoardKind, BySeat, Corner, Deployment, Game, Legal, Players, Record, RuleSet, Seat, Setup,
    Shuffle, Side, Sight, Viewer,
};

/// How long any move may take.
const ALLOWED: Duration = Duration::from_millis(20);
/// Games of the ranked mode, and of each other one.
const GAMES: u64 = 20;
const OTHERS: u64 = 4;

const TWO: RuleSet = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
const CLASSIC: RuleSet = RuleSet { board: BoardKind::Classic, ..TWO };
/// Modes with more to weigh, or other things.
const MODES: [RuleSet; 5] = [
    RuleSet { sight: Sight::Open, ..RuleSet::DEFAULT },
    RuleSet { bombs_fly: true, hq_exit: true, corner: Corner::OneTurn, ..RuleSet::DEFAULT },
    TWO,
    CLASSIC,
    RuleSet { setup: Setup::Flip, ..CLASSIC },
];

fn main() {
    let recorded = recorded();
    for level in [Level::Novice, Level::Regular, Level::Expert] {
        let mut watch = Watch::new(level);
        for seed in 0..GAMES {
            watch.play(RuleSet::DEFAULT, seed);
        }
        for rules in MODES {
            for seed in 0..OTHERS {
                watch.play(rules, seed);
            }
        }
        watch.report("games of its own");
        let mut watch = Watch::new(level);
        for record in &recorded {
            watch.follow(record);
        }
        watch.report("recorded games");
    }
}

/// Those who play.
type Bots = BySeat<Option<Bot>>;

/// Times the moves of one level.
struct Watch {
    level: Level,
    moves: Vec<Move>,
}

struct Move {
    took: Duration,
    /// The game, and how many actions came before.
    place: (String, usize),
}

impl Watch {
    fn new(level: Level) -> Watch {
        Watch { level, moves: Vec::new() }
    }

    /// A game among bots of the level.
    fn play(&mut self, rules: RuleSet, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = start(rules, self.level, &mut rng);
        let mut bots = self.sit_down(&game, rules, seed);
        for index in 0.. {
            let Some(chosen) = self.choose(&game, &mut bots, || (format!("{rules:?}, seed {seed}"), index))
            else {
                return;
            };
            act(&mut game, &mut bots, chosen);
        }
    }

    /// A recorded game: bots are asked what they would do, and what was done is done.
    fn follow(&mut self, record: &Record) {
        let mut game = record.start().expect("a record that can be replayed");
        let mut bots = self.sit_down(&game, record.rules, 1);
        for (index, action) in record.actions.iter().enumerate() {
            self.choose(&game, &mut bots, || (record.id.clone(), index));
            act(&mut game, &mut bots, action.parse().expect("an action"));
        }
    }

    fn sit_down(&self, game: &Game, rules: RuleSet, seed: u64) -> Bots {
        BySeat::new_with(|seat| {
            let seed = seed * 4 + seat.index() as u64;
            let sits = || Bot::new(rules, seat, self.level, &game.view(Viewer::Seat(seat)), seed);
            game.is_in(seat).then(sits)
        })
    }

    /// What the bot on turn does.
    fn choose(
        &mut self,
        game: &Game,
        bots: &mut Bots,
        place: impl FnOnce() -> (String, usize),
    ) -> Option<Action> {
        let (seat, legal): (Seat, Legal) = (game.turn()?, game.legal());
        let bot = bots.get_mut(seat).as_mut().expect("whoever is on turn plays");
        let watch = ThreadTime::now();
        let choice = bot.choose(&legal);
        self.moves.push(Move { took: watch.elapsed(), place: place() });
        Some(match choice {
            Choice::Move { from, to } => Action::Move { from, to },
            Choice::Flip(point) => Action::Flip(point),
        })
    }

    #[expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
    fn report(mut self, what: &str) {
        self.moves.sort_by_key(|one| one.took);
        let count = self.moves.len();
        let mean =
            self.moves.iter().map(|one| one.took).sum::<Duration>() / u32::try_from(count).expect("small");
        let of_thousand = |part: usize| self.moves[(count - 1) * part / 1000].took;
        let Move { took, place: (game, index) } = self.moves.last().expect("moves");
        println!(
            "{:?}, {what}: {count} moves, CPU time: mean {mean:.1?}, p99 {:.1?}, p99.9 {:.1?}, longest {took:.1?} \
             (action {index} of {game})",
            self.level,
            of_thousand(990),
            of_thousand(999),
        );
        assert!(*took <= ALLOWED, "a move may take {ALLOWED:?}");
    }
}

/// A game with bots' layouts, or a shuffle.
fn start(rules: RuleSet, level: Level, rng: &mut ChaCha8Rng) -> Game {
    let deployment = match rules.setup {
        Setup::Flip => Deployment::Shuffled(Shuffle::random(|below| rng.random_range(0..below))),
        Setup::Arrange => Deployment::Arranged(BySeat::new_with(|seat| {
            let plays = rules.players == Players::Four || seat.side() == Side::RedBlue;
            plays.then(|| Bot::layout(&rules, level, rng.random()))
        })),
    };
    Game::new(rules, Seat::Red, deployment).expect("bots' layouts are legal")
}

/// Does it, and lets all bots hear of it.
fn act(game: &mut Game, bots: &mut Bots, action: Action) {
    let outcome = game.apply(action).expect("bots choose legal moves");
    for seat in Seat::ALL {
        if let Some(bot) = bots.get_mut(seat) {
            bot.observe(&outcome.event(Viewer::Seat(seat)));
        }
    }
}

/// The games of the project's own test data, and those that people once played, where they are at hand.
fn recorded() -> Vec<Record> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<_> = fs::read_dir(root.join("vectors"))
        .expect("the vectors")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    let shared = std::env::var_os("SIGUO_SHARED").map_or_else(|| root.join("../shared"), Into::into);
    files.extend(Some(shared.join("real/games.jsonl")).filter(|file| file.is_file()));
    let read = |file| fs::read_to_string(file).expect("records");
    let parse =
        |text: String| text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    files.iter().map(read).flat_map(|text| -> Vec<Record> { parse(text) }).collect()
}
