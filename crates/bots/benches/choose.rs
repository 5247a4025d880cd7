//! How long a bot thinks about a move: `cargo bench -p bots`.

use std::time::{Duration, Instant};

use bots::{Bot, Choice, Level};
use rules::{Action, BySeat, Deployment, Game, RuleSet, Seat, Viewer};

const GAMES: u64 = 20;
const ALLOWED: Duration = Duration::from_millis(20);

#[expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
fn main() {
    for level in [Level::Novice, Level::Regular, Level::Expert] {
        let mut times: Vec<Duration> = (0..GAMES).flat_map(|seed| game(level, seed)).collect();
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / u32::try_from(times.len()).expect("a few thousand moves");
        let p99 = times[times.len() * 99 / 100];
        let longest = times[times.len() - 1];
        println!("{level:?}: {} moves, mean {mean:.0?}, p99 {p99:.0?}, longest {longest:.0?}", times.len());
        // On a busy machine single moves take longer than the bot does.
        assert!(mean <= ALLOWED, "a move may take {ALLOWED:?}");
    }
}

/// One four-player dark game among bots of a level: the time of each move.
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn game(level: Level, seed: u64) -> Vec<Duration> {
    let rules = RuleSet::DEFAULT;
    let layouts = BySeat::new_with(|seat| Some(Bot::layout(&rules, level, seed * 4 + seat.index() as u64)));
    let mut game =
        Game::new(rules, Seat::Red, Deployment::Arranged(layouts)).expect("bots' layouts are legal");
    let mut bots = BySeat::new_with(|seat| {
        Bot::new(rules, seat, level, &game.view(Viewer::Seat(seat)), seed + seat.index() as u64)
    });
    let mut times = Vec::new();
    while let Some(seat) = game.turn() {
        let legal = game.legal();
        let began = Instant::now();
        let choice = bots.get_mut(seat).choose(&legal);
        times.push(began.elapsed());
        let action = match choice {
            Choice::Move { from, to } => Action::Move { from, to },
            Choice::Flip(point) => Action::Flip(point),
        };
        let outcome = game.apply(action).expect("bots choose legal moves");
        for seat in Seat::ALL {
            bots.get_mut(seat).observe(&outcome.event(Viewer::Seat(seat)));
        }
    }
    times
}
