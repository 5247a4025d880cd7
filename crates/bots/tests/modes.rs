//! Bots play whole games of every mode: legally, to an end, and taking each flag that they know.

mod table;

use bots::{Bot, Level};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use rules::{BoardKind, Corner, MineRule, Order, Players, RuleSet, Setup, Sight, Viewer};
use table::{Player, action, actions, play, sides, start};

const LEVELS: [Level; 3] = [Level::Novice, Level::Regular, Level::Expert];

fn modes() -> Vec<RuleSet> {
    let four = RuleSet::DEFAULT;
    let two = RuleSet { players: Players::Two, ..four };
    let classic = RuleSet { board: BoardKind::Classic, ..two };
    let house = RuleSet {
        order: Order::Clockwise,
        mine: MineRule::Both,
        corner: Corner::OneTurn,
        engineer_scouts: true,
        bombs_fly: true,
        bombs_front_row: true,
        hq_exit: true,
        timeouts: 0,
        ..four
    };
    vec![
        four,
        RuleSet { sight: Sight::Partners, ..four },
        RuleSet { sight: Sight::Open, ..four },
        house,
        RuleSet { engineer_scouts: true, step_limit: 300, ..four },
        two,
        RuleSet { sight: Sight::Open, ..two },
        classic,
        RuleSet { sight: Sight::Open, ..classic },
        RuleSet { hq_exit: true, ..classic },
        RuleSet { setup: Setup::Flip, ..classic },
        RuleSet { setup: Setup::Flip, mine: MineRule::Both, bombs_fly: true, ..classic },
    ]
}

#[test]
fn bots_play_every_mode_legally() {
    for rules in modes() {
        assert_eq!(rules.check(), Ok(()));
        for (level, seed) in LEVELS.into_iter().zip(0..) {
            play(rules, sides(&rules, Player::Bot(level), Player::Random), seed);
            play(rules, sides(&rules, Player::Bot(level), Player::Bot(level)), seed);
        }
    }
}

#[test]
fn bots_win_every_mode_against_random_play() {
    for rules in modes().into_iter().filter(|rules| rules.step_limit == 0) {
        let seeds = 0..10;
        let won = |seed: &u64| {
            let played = play(rules, sides(&rules, Player::Bot(Level::Regular), Player::Random), *seed);
            played.result.winner.contains(&rules::Seat::Red)
        };
        let wins = seeds.filter(won).count();
        println!("{wins} of 10: {rules:?}");
        assert!(wins >= 7, "{wins} of 10: {rules:?}");
    }
}

#[test]
fn bots_take_over_running_games() {
    for rules in modes() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut game = start(rules, &mut rng);
        while let Some(seat) = game.turn() {
            let legal = game.legal();
            let mut bot = Bot::new(rules, seat, Level::Expert, &game.view(Viewer::Seat(seat)), 1);
            let choice = action(bot.choose(&legal));
            assert!(actions(&legal).contains(&choice), "{seat} chose {choice}, which is not legal");
            let played = *actions(&legal).choose(&mut rng).expect("the seat on turn can do something");
            game.apply(played).expect("the action is legal");
        }
    }
}

#[test]
fn known_flags_are_taken() {
    let taken: u32 = (0..10)
        .map(|seed| {
            play(RuleSet::DEFAULT, sides(&RuleSet::DEFAULT, Player::Bot(Level::Novice), Player::Random), seed)
                .flags_taken
        })
        .sum();
    assert!(taken > 0, "the games never came to it");
}

#[test]
fn equal_seeds_play_equal_games() {
    let players = sides(&RuleSet::DEFAULT, Player::Bot(Level::Novice), Player::Bot(Level::Expert));
    let result = || play(RuleSet::DEFAULT, players, 7).result;
    assert_eq!(result(), result());
}

#[test]
fn layouts_are_legal_and_differ_by_seed() {
    for rules in modes() {
        for level in LEVELS {
            let layouts = (0..50).map(|seed| Bot::layout(&rules, level, seed));
            let layouts: std::collections::HashSet<_> =
                layouts.inspect(|layout| layout.check(&rules).unwrap()).collect();
            assert!(layouts.len() > 40, "{level:?}: {} of 50 differ", layouts.len());
        }
    }
}
