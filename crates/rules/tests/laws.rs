//! Laws that hold in every game of every mode, tried on games played at random.

mod common;

use common::{VIEWERS, modes, random_action, random_game, rng};
use proptest::{prelude::*, test_runner::TestCaseResult};
use rules::{
    Action, BySeat, Deployment, Game, GameResult, Layout, MoveList, Piece, Record, Refusal, RuleSet, Seat,
    Setup, Shuffle, Shuffled, Sight, Viewer, record::Format,
};

/// No random game goes on for longer.
const LONGEST: usize = 600;

/// A mode and a seed.
fn game() -> impl Strategy<Value = (RuleSet, u64)> {
    let modes = modes();
    ((0..modes.len()), any::<u64>()).prop_map(move |(mode, seed)| (modes[mode].1, seed))
}

/// Plays a random game: its beginning and its actions.
fn play(rules: RuleSet, seed: u64) -> (Game, Vec<Action>) {
    let mut rng = rng(seed);
    let start = random_game(&mut rng, rules);
    let mut game = start.clone();
    let mut list = MoveList::new();
    let mut actions = Vec::new();
    while game.result().is_none() && actions.len() < LONGEST {
        let action = random_action(&mut rng, &game, &mut list);
        game.apply(action).expect("random actions are legal");
        actions.push(action);
    }
    (start, actions)
}

fn record_of(start: &Game, first: Seat, actions: &[Action], result: Option<&GameResult>) -> Record {
    let (layouts, shuffle) = match start.deployment() {
        Deployment::Arranged(layouts) => {
            (layouts.map(|_, layout| layout.map(|layout| layout.to_string())), None)
        }
        Deployment::Shuffled(shuffle) => (BySeat::default(), Some(shuffle)),
    };
    Record {
        format: Format::One,
        id: "law".into(),
        rules: *start.rules(),
        first,
        layouts,
        shuffled: shuffle.map(|shuffle| shuffle.pieces().to_vec()).unwrap_or_default(),
        commitment: shuffle.and_then(|shuffle| shuffle.commitment()).map(str::to_owned),
        nonce: shuffle.and_then(rules::Shuffle::nonce),
        actions: actions.iter().map(ToString::to_string).collect(),
        result: result.cloned(),
        comments: vec![],
        turn_limit: None,
        times: None,
        players: BySeat::default(),
        played_at: None,
        scores: BySeat::default(),
        trace: vec![],
        views: vec![],
        refused: vec![],
        next: None,
    }
}

/// The legal list is what the legality test says of every pair of points, and no move is in it twice.
fn list_equals_test(game: &Game) -> TestCaseResult {
    let points = game.board().points();
    let pairs = points.iter().flat_map(|&from| points.iter().map(move |&to| Action::Move { from, to }));
    let flips = points.iter().map(|&at| Action::Flip(at));
    let mut expected: Vec<String> = pairs
        .chain(flips)
        .filter(|&action| game.check(action).is_ok())
        .map(|action| action.to_string())
        .collect();
    expected.sort();
    let mut list = MoveList::new();
    game.legal_moves(&mut list);
    let mut found: Vec<String> = list.iter().map(|chosen| chosen.action().to_string()).collect();
    found.sort();
    prop_assert_eq!(&found, &expected);
    let legal = game.legal();
    let told = legal.moves.iter().map(|targets| targets.to.len()).sum::<usize>() + legal.flips.len();
    prop_assert_eq!(told, found.len());
    prop_assert!(legal.moves.is_sorted_by(|a, b| a.from < b.from));
    prop_assert!(legal.moves.iter().all(|targets| targets.to.is_sorted_by(|a, b| a < b)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 72, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_legal_list_equals_the_legality_test((rules, seed) in game()) {
        let (mut game, actions) = play(rules, seed);
        for (index, action) in actions.into_iter().enumerate() {
            if index % 16 == 0 {
                list_equals_test(&game)?;
            }
            game.apply(action).unwrap();
        }
        list_equals_test(&game)?;
    }

    #[test]
    fn a_folded_view_equals_a_fresh_one((rules, seed) in game()) {
        let (mut game, actions) = play(rules, seed);
        let mut views = VIEWERS.map(|viewer| game.view(viewer));
        for action in actions {
            let outcome = game.apply(action).unwrap();
            for view in &mut views {
                view.fold(&outcome.event(view.viewer));
                prop_assert_eq!(&*view, &game.view(view.viewer));
            }
        }
    }

    #[test]
    fn a_game_is_the_same_after_writing_and_reading_at_any_step((rules, seed) in game()) {
        let (start, actions) = play(rules, seed);
        let first = start.turn().unwrap();
        let mut game = start.clone();
        for played in 0..=actions.len() {
            let text = serde_json::to_string(&record_of(&start, first, &actions[..played], game.result())).unwrap();
            let record: Record = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&record.check().faults, &[]);
            let restored = record.replay().unwrap();
            for viewer in VIEWERS {
                prop_assert_eq!(restored.view(viewer), game.view(viewer));
            }
            prop_assert_eq!(restored.legal(), game.legal());
            if let Some(&action) = actions.get(played) {
                game.apply(action).unwrap();
            }
        }
    }

    #[test]
    fn an_expanded_game_ends_as_it_was_opened((rules, seed) in game()) {
        let (start, actions) = play(rules, seed);
        let mut game = start.clone();
        for &action in &actions {
            game.apply(action).unwrap();
        }
        let expanded = record_of(&start, start.turn().unwrap(), &actions, game.result()).expand().unwrap();
        let mut view = expanded.start;
        prop_assert!(view.pieces.iter().all(|seen| seen.army.is_some() && seen.piece.is_some()));
        for event in &expanded.events {
            view.fold(event);
        }
        prop_assert_eq!(view.pieces, expanded.opened.pieces);
        prop_assert_eq!(expanded.result.as_ref(), game.result());
    }

    #[test]
    fn a_refusal_changes_nothing((rules, seed) in game()) {
        let (mut game, actions) = play(rules, seed);
        for action in actions {
            let before = VIEWERS.map(|viewer| game.view(viewer));
            let mine = game.turn().unwrap();
            for wrong in [
                Action::Move { from: "r11".parse().unwrap(), to: "r11".parse().unwrap() },
                Action::Flip("r22".parse().unwrap()),
                Action::Move { from: "n5".parse().unwrap(), to: "b63".parse().unwrap() },
                Action::Surrender(if game.steps() < 20 { mine } else { Seat::Purple }),
            ] {
                if let Err(refusal) = game.check(wrong) {
                    prop_assert_eq!(game.apply(wrong).unwrap_err(), refusal);
                }
            }
            prop_assert_eq!(VIEWERS.map(|viewer| game.view(viewer)), before);
            game.apply(action).unwrap();
        }
        if game.result().is_some() {
            prop_assert_eq!(game.apply(Action::Timeout).unwrap_err(), Refusal::Over);
            prop_assert_eq!(game.legal(), rules::Legal::default());
        }
    }
}

/// Whether the viewer knows the owner's pieces from the start.
fn sees(rules: &RuleSet, viewer: Viewer, owner: Seat) -> bool {
    match (rules.setup, rules.sight, viewer) {
        (Setup::Arrange, Sight::Open, _) => true,
        (Setup::Arrange, Sight::Partners, Viewer::Seat(seat)) => seat.side() == owner.side(),
        (Setup::Arrange, Sight::Dark, Viewer::Seat(seat)) => seat == owner,
        (Setup::Flip, ..) | (Setup::Arrange, Sight::Dark | Sight::Partners, Viewer::Public) => false,
    }
}

/// The deployment with two pieces changed that the viewer does not see at first, if it is legal.
fn with_two_changed(game: &Game, viewer: Viewer, choice: [usize; 3]) -> Option<Deployment> {
    let rules = game.rules();
    match game.deployment() {
        Deployment::Arranged(layouts) => {
            let owners: Vec<Seat> =
                game.seats().iter().copied().filter(|&seat| !sees(rules, viewer, seat)).collect();
            let owner = *owners.get(choice[0] % owners.len().max(1))?;
            let layout = layouts.get(owner).as_ref()?.to_string();
            let mut words: Vec<&str> = layout.split(' ').collect();
            let (one, other) = (choice[1] % words.len(), choice[2] % words.len());
            words.swap(one, other);
            let changed = Layout::parse(&words.join(" "), rules).ok()?;
            let mut layouts = *layouts;
            *layouts.get_mut(owner) = Some(changed);
            Some(Deployment::Arranged(layouts))
        }
        Deployment::Shuffled(shuffle) => {
            let mut pieces = shuffle.pieces().to_vec();
            let (one, other) = (choice[1] % pieces.len(), choice[2] % pieces.len());
            let (a, b) = (pieces[one], pieces[other]);
            pieces[one] = Shuffled(a.0, b.1, b.2);
            pieces[other] = Shuffled(b.0, a.1, a.2);
            Some(Deployment::Shuffled(Shuffle::new(pieces).unwrap()))
        }
    }
}

/// What everybody is told of an action by the rules themselves: who is left standing, who is out, whose flag is
/// shown, what a scout or a flip shows. Where two games differ in it, they differ in what a viewer can see.
fn public_facts(game: &mut Game, action: Action) -> Option<String> {
    let outcome = game.apply(action).ok()?;
    let event = outcome.event(Viewer::Public);
    Some(format!("{:?} {:?} {:?} {:?}", event.action, event.flags, event.out, event.result))
}

/// The bytes that tell the viewer of the game so far and of its next action.
fn told(game: &mut Game, viewer: Viewer, action: Action) -> [String; 3] {
    let legal = match (viewer, game.turn()) {
        (Viewer::Seat(seat), Some(turn)) if seat == turn => serde_json::to_string(&game.legal()).unwrap(),
        (Viewer::Seat(_) | Viewer::Public, _) => String::new(),
    };
    let event = game.apply(action).expect("both games allow it").event(viewer);
    [legal, serde_json::to_string(&event).unwrap(), serde_json::to_string(&game.view(viewer)).unwrap()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 144, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two games that differ only in what a viewer can't see tell that viewer the same, byte for byte.
    #[test]
    fn what_a_viewer_cannot_see_changes_nothing_for_that_viewer(
        (rules, seed) in game(),
        length in 1_usize..120,
        choices in prop::collection::vec(any::<[usize; 3]>(), 40),
    ) {
        let (start, mut actions) = play(rules, seed);
        actions.truncate(length);
        let first = start.turn().unwrap();
        for viewer in VIEWERS {
            // Changes two pieces at a time as long as nobody could notice by the public facts.
            let mut twin = start.clone();
            for &choice in &choices {
                let Some(deployment) = with_two_changed(&twin, viewer, choice) else { continue };
                let candidate = Game::new(rules, first, deployment).unwrap();
                let (mut one, mut other) = (start.clone(), candidate.clone());
                let unnoticed = actions.iter().all(|&action| {
                    let facts = public_facts(&mut one, action);
                    one.result().is_some() || facts == public_facts(&mut other, action)
                });
                if unnoticed {
                    twin = candidate;
                }
            }
            let (mut one, mut other) = (start.clone(), twin);
            prop_assert_eq!(one.view(viewer), other.view(viewer));
            for &action in &actions {
                let mut ahead = one.clone();
                ahead.apply(action).unwrap();
                if ahead.result().is_some() {
                    // Everything is opened.
                    break;
                }
                prop_assert_eq!(told(&mut one, viewer, action), told(&mut other, viewer, action));
            }
        }
    }
}

#[test]
fn the_twins_of_the_secrecy_law_really_differ() {
    let mut rng = rng(7);
    for (name, rules) in modes().into_iter().filter(|(_, rules)| rules.sight != Sight::Open) {
        let game = random_game(&mut rng, rules);
        let changed = (0..2000).filter(|&number| {
            let changed = with_two_changed(&game, Viewer::Public, [number / 900, number % 30, number / 30]);
            changed.is_some_and(|changed| &changed != game.deployment())
        });
        assert!(changed.count() > 50, "{name}");
    }
}

#[test]
fn a_captured_army_is_complete() {
    assert_eq!(Piece::ALL.into_iter().map(|piece| u32::from(piece.count())).sum::<u32>(), 25);
}
