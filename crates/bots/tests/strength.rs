//! How well bots play: two of one kind against two of another, each deal played twice with sides swapped.

mod table;

use std::{ops::Range, thread};

use bots::Level;
use rules::{RuleSet, Side};
use table::{Player, play, sides};

/// Wins, losses and draws.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    won: u32,
    lost: u32,
    drawn: u32,
    /// Known flags that bots could take and took.
    flags: u32,
}

/// Two games for each seed, on two threads.
#[expect(clippy::print_stdout, reason = "the score belongs in the test's output")]
fn contest(one: Player, other: Player, seeds: Range<u64>) -> Score {
    let as_side = |side: Side| {
        let mut score = Score::default();
        for seed in seeds.clone() {
            let players = match side {
                Side::RedBlue => sides(&RuleSet::DEFAULT, one, other),
                Side::PurpleGreen => sides(&RuleSet::DEFAULT, other, one),
            };
            let played = play(RuleSet::DEFAULT, players, seed);
            score.flags += played.flags_taken;
            match played.result.winner.first() {
                Some(winner) if winner.side() == side => score.won += 1,
                Some(_) => score.lost += 1,
                None => score.drawn += 1,
            }
        }
        score
    };
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| as_side(Side::PurpleGreen));
        (as_side(Side::RedBlue), second.join().expect("no game panics"))
    });
    let score = Score {
        won: first.won + second.won,
        lost: first.lost + second.lost,
        drawn: first.drawn + second.drawn,
        flags: first.flags + second.flags,
    };
    println!("{one:?} against {other:?}, seeds {seeds:?} from both sides: {score:?}");
    score
}

#[test]
fn regular_beats_random_play_in_nine_of_ten() {
    let score = contest(Player::Bot(Level::Regular), Player::Random, 0..100);
    assert!(score.won >= 180, "{score:?}");
}

#[test]
fn novice_and_expert_beat_random_play() {
    for level in [Level::Novice, Level::Expert] {
        let score = contest(Player::Bot(level), Player::Random, 100..120);
        assert!(score.won >= 36, "{level:?}: {score:?}");
    }
}

#[test]
fn each_level_beats_the_one_below() {
    let score = contest(Player::Bot(Level::Expert), Player::Bot(Level::Regular), 200..250);
    assert!(score.won >= 60, "{score:?}");
    let score = contest(Player::Bot(Level::Regular), Player::Bot(Level::Novice), 250..265);
    assert!(score.won >= 21, "{score:?}");
}
