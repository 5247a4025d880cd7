//! How well bots play: two of one kind against two of another, each deal played twice with sides swapped.

mod table;

use std::{ops::Range, thread};

use bots::Level;
use rules::{BoardKind, Players, RuleSet, Seat, Setup, Sight};
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

/// Two games for each seed, on two threads: the first kind plays with red, then against red.
#[expect(clippy::print_stdout, reason = "the score belongs in the test's output")]
fn contest(rules: RuleSet, one: Player, other: Player, seeds: Range<u64>) -> Score {
    let with = |red: Player, rest: Player, own: Seat| {
        let mut score = Score::default();
        for seed in seeds.clone() {
            let played = play(rules, sides(&rules, red, rest), seed);
            score.flags += played.flags_taken;
            if played.result.winner.is_empty() {
                score.drawn += 1;
            } else if played.result.winner.contains(&own) {
                score.won += 1;
            } else {
                score.lost += 1;
            }
        }
        score
    };
    let foe = rules.players.opponents(Seat::Red)[0];
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| with(other, one, foe));
        (with(one, other, Seat::Red), second.join().expect("no game panics"))
    });
    let score = Score {
        won: first.won + second.won,
        lost: first.lost + second.lost,
        drawn: first.drawn + second.drawn,
        flags: first.flags + second.flags,
    };
    println!("{one:?} against {other:?}, seeds {seeds:?} from both sides: {score:?}, {rules:?}");
    score
}

const FOUR: RuleSet = RuleSet::DEFAULT;
const DUEL: RuleSet = RuleSet { players: Players::Two, ..FOUR };
const CLASSIC: RuleSet = RuleSet { board: BoardKind::Classic, ..DUEL };

/// Of 200 games against random play, 180 are won.
macro_rules! nine_of_ten {
    ($($name:ident: $rules:expr;)*) => {
        mod regular_beats_random_play_in_nine_of_ten {
            use super::*;

            $(#[test]
            fn $name() {
                let score = contest($rules, Player::Bot(Level::Regular), Player::Random, 0..100);
                assert!(score.won >= 180, "{score:?}");
            })*
        }
    };
}

nine_of_ten! {
    dark: FOUR;
    partners: RuleSet { sight: Sight::Partners, ..FOUR };
    open: RuleSet { sight: Sight::Open, ..FOUR };
    duel: DUEL;
    open_duel: RuleSet { sight: Sight::Open, ..DUEL };
    classic: CLASSIC;
    open_classic: RuleSet { sight: Sight::Open, ..CLASSIC };
    flip: RuleSet { setup: Setup::Flip, ..CLASSIC };
}

#[test]
fn novice_and_expert_beat_random_play() {
    for level in [Level::Novice, Level::Expert] {
        let score = contest(RuleSet::DEFAULT, Player::Bot(level), Player::Random, 100..120);
        assert!(score.won >= 36, "{level:?}: {score:?}");
    }
}

#[test]
fn each_level_beats_the_one_below() {
    let score = contest(RuleSet::DEFAULT, Player::Bot(Level::Expert), Player::Bot(Level::Regular), 200..250);
    assert!(score.won >= 60, "{score:?}");
    let score = contest(RuleSet::DEFAULT, Player::Bot(Level::Regular), Player::Bot(Level::Novice), 250..265);
    assert!(score.won >= 21, "{score:?}");
}
