//! A table at which bots and random players play whole games.

use bots::{Bot, Choice, Level};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use rules::{
    Action, BySeat, Deployment, Game, GameResult, Legal, Piece, Players, Point, RuleSet, Seat, Setup,
    Shuffle, Side, View, Viewer,
};

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// A bot.
    Bot(Level),
    /// Any legal move, each as likely as the others.
    Random,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) result: GameResult,
    /// How often a bot could take a flag that it knew, and did.
    pub(crate) flags_taken: u32,
}

/// Plays one game to its end. Panics if a bot's choice is not in the legal list, or leaves a known flag standing.
pub(crate) fn play(rules: RuleSet, players: BySeat<Player>, seed: u64) -> Played {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = start(rules, &mut rng);
    let mut bots = players.map(|seat, player| match player {
        Player::Bot(level) if game.is_in(seat) => {
            Some(Bot::new(rules, seat, level, &game.view(Viewer::Seat(seat)), rng.random()))
        }
        Player::Bot(_) | Player::Random => None,
    });
    let mut flags_taken = 0;
    while let Some(seat) = game.turn() {
        let legal = game.legal();
        let action = if let Some(bot) = bots.get_mut(seat) {
            let action = action(bot.choose(&legal));
            assert!(
                actions(&legal).contains(&action),
                "seed {seed}: {seat} chose {action}, which is not legal"
            );
            let view = game.view(Viewer::Seat(seat));
            if actions(&legal).iter().any(|action| takes_flag(*action, &view)) {
                assert!(takes_flag(action, &view), "seed {seed}: {seat} chose {action} and left a flag");
                flags_taken += 1;
            }
            action
        } else {
            *actions(&legal).choose(&mut rng).expect("the seat on turn can do something")
        };
        let outcome = game.apply(action).expect("the action is legal");
        for seat in Seat::ALL {
            if let Some(bot) = bots.get_mut(seat) {
                bot.observe(&outcome.event(Viewer::Seat(seat)));
            }
        }
    }
    Played { result: game.result().expect("nobody has the turn").clone(), flags_taken }
}

/// A game with bots' layouts, or a shuffle.
pub(crate) fn start(rules: RuleSet, rng: &mut ChaCha8Rng) -> Game {
    let deployment = match rules.setup {
        Setup::Flip => Deployment::Shuffled(Shuffle::random(|below| rng.random_range(0..below))),
        Setup::Arrange => Deployment::Arranged(BySeat::new_with(|seat| {
            let plays = rules.players == Players::Four || seat.side() == Side::RedBlue;
            plays.then(|| Bot::layout(&rules, Level::Regular, rng.random()))
        })),
    };
    let first = if rng.random() { Seat::Red } else { Seat::Blue };
    Game::new(rules, first, deployment).expect("bots' layouts are legal")
}

pub(crate) fn action(choice: Choice) -> Action {
    match choice {
        Choice::Move { from, to } => Action::Move { from, to },
        Choice::Flip(point) => Action::Flip(point),
    }
}

/// All that may be done.
pub(crate) fn actions(legal: &Legal) -> Vec<Action> {
    let moves = |targets: &rules::Targets| {
        let from = targets.from;
        targets.to.iter().map(move |&to| Action::Move { from, to }).collect::<Vec<_>>()
    };
    legal.moves.iter().flat_map(moves).chain(legal.flips.iter().map(|&point| Action::Flip(point))).collect()
}

/// Whether it moves onto a flag that the view shows.
fn takes_flag(action: Action, view: &View) -> bool {
    let flag_at =
        |point: Point| view.pieces.iter().any(|seen| seen.at == point && seen.piece == Some(Piece::Flag));
    matches!(action, Action::Move { from: _, to } if flag_at(to))
}

/// Red's side of one kind, the other of another.
pub(crate) fn sides(rules: &RuleSet, red: Player, other: Player) -> BySeat<Player> {
    BySeat::new_with(|seat| match rules.players {
        Players::Two if seat == Seat::Red => red,
        Players::Four if seat.side() == Side::RedBlue => red,
        Players::Two | Players::Four => other,
    })
}
