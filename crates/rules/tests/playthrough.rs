//! Short games with every viewer's view after each action, to be read by people: a change in what anybody is told
//! shows up as a difference in these files.

mod common;

use std::fmt::Write as _;

use common::{VIEWERS, random_game, rng};
use rand::{RngExt as _, seq::IndexedRandom as _};
use rules::{
    Action, BoardKind, Event, Game, Happened, LegalMove, MoveList, Players, Point, RuleSet, Seat, Setup,
    Sight, View, Viewer,
};

const LENGTH: u16 = 14;

/// A game of some steps in which attacks are preferred.
fn play(rules: RuleSet, seed: u64) -> (Game, Vec<Action>, Vec<Event>) {
    let mut rng = rng(seed);
    let start = random_game(&mut rng, rules);
    let mut game = start.clone();
    let (mut actions, mut events) = (Vec::new(), Vec::new());
    let mut list = MoveList::new();
    while game.result().is_none() {
        game.legal_moves(&mut list);
        // In order, so that these files do not depend on that of the list.
        let mut moves: Vec<LegalMove> = list.iter().collect();
        moves.sort_unstable();
        let occupied: Vec<Point> = game.view(Viewer::Public).pieces.iter().map(|piece| piece.at).collect();
        let attack = |chosen: &&LegalMove| !chosen.is_flip() && occupied.contains(&chosen.to());
        let attacks: Vec<Action> = moves.iter().filter(attack).map(|chosen| chosen.action()).collect();
        let any = moves[rng.random_range(0..moves.len())].action();
        let action = attacks.choose(&mut rng).copied().unwrap_or(any);
        events.push(game.apply(action).unwrap().event(Viewer::Public));
        actions.push(action);
    }
    (start, actions, events)
}

/// The first game in which something of that kind is told.
fn first_with(rules: RuleSet, wanted: fn(&Event) -> bool) -> (Game, Vec<Action>) {
    let games = (0..1000).map(|seed| play(rules, seed));
    let (start, actions, _) =
        games.into_iter().find(|(.., events)| events.iter().any(wanted)).expect("it comes about");
    (start, actions)
}

fn write_view(out: &mut String, game: &Game, view: &View) {
    let viewer = match view.viewer {
        Viewer::Seat(seat) => seat.name(),
        Viewer::Public => "public",
    };
    let piece = |point: Point| match view.piece(point) {
        None => "   ".to_owned(),
        Some(seen) => {
            let army = seen.army.map_or('?', Seat::letter);
            format!("{army}{}", seen.piece.map_or("??", |piece| piece.code()))
        }
    };
    for (number, field) in game.board().points().chunks(30).enumerate() {
        let rows: Vec<String> = field
            .chunks(5)
            .map(|row| row.iter().map(|&at| piece(at)).collect::<Vec<_>>().join(" "))
            .collect();
        let line = format!(
            "{:>6} {} |{}|",
            if number == 0 { viewer } else { "" },
            &field[0].to_string()[..1],
            rows.join("|")
        );
        writeln!(out, "{line}").unwrap();
    }
}

fn play_through(start: &Game, actions: &[Action]) -> String {
    let mut out = String::new();
    let mut game = start.clone();
    let write_views = |out: &mut String, game: &Game| {
        for viewer in VIEWERS.iter().filter(|viewer| match viewer {
            Viewer::Seat(seat) => game.seats().contains(seat),
            Viewer::Public => true,
        }) {
            write_view(out, game, &game.view(*viewer));
        }
    };
    writeln!(out, "{}", serde_json::to_string(game.rules()).unwrap()).unwrap();
    write_views(&mut out, &game);
    for action in actions {
        let turn = game.turn().unwrap();
        let legal = game.legal();
        let moves: usize = legal.moves.iter().map(|targets| targets.to.len()).sum();
        let outcome = game.apply(*action).unwrap();
        writeln!(out, "\n{turn}, {moves} moves and {} flips: {action}", legal.flips.len()).unwrap();
        let events = VIEWERS.map(|viewer| serde_json::to_string(&outcome.event(viewer)).unwrap());
        for (viewer, event) in VIEWERS.iter().zip(&events) {
            if event != &events[0] {
                writeln!(out, "{viewer:?}: {event}").unwrap();
            }
        }
        writeln!(out, "all: {}", events[0]).unwrap();
        write_views(&mut out, &game);
    }
    out
}

fn rules() -> RuleSet {
    RuleSet { step_limit: LENGTH, ..RuleSet::DEFAULT }
}

#[test]
fn dark_with_a_flag_shown() {
    let (start, actions) = first_with(rules(), |event| !event.flags.is_empty());
    insta::assert_snapshot!(play_through(&start, &actions));
}

#[test]
fn partners() {
    let rules = RuleSet { sight: Sight::Partners, step_limit: 6, ..rules() };
    let (start, actions, _) = play(rules, 2);
    insta::assert_snapshot!(play_through(&start, &actions));
}

#[test]
fn dark_with_a_scout() {
    let rules = RuleSet { engineer_scouts: true, ..rules() };
    let scouted = |event: &Event| matches!(&event.action, Happened::Move { scout: Some(_), .. });
    let (start, actions) = first_with(rules, scouted);
    insta::assert_snapshot!(play_through(&start, &actions));
}

#[test]
fn two_in_the_open() {
    let rules = RuleSet { players: Players::Two, board: BoardKind::Classic, sight: Sight::Open, ..rules() };
    let (start, actions, _) = play(rules, 3);
    insta::assert_snapshot!(play_through(&start, &actions));
}

#[test]
fn flip() {
    let rules = RuleSet {
        players: Players::Two,
        board: BoardKind::Classic,
        setup: Setup::Flip,
        step_limit: 30,
        ..rules()
    };
    let (start, actions) =
        first_with(rules, |event| matches!(&event.action, Happened::Move { fight: Some(_), .. }));
    insta::assert_snapshot!(play_through(&start, &actions));
}

#[test]
fn surrender_and_leaving() {
    let (start, mut actions, _) = play(RuleSet { step_limit: 0, ..rules() }, 5);
    actions.truncate(20);
    actions.extend([Action::Timeout, Action::Surrender(Seat::Purple), Action::Flee(Seat::Green)]);
    // Only what follows from leaving the game is of interest here.
    let text = play_through(&start, &actions);
    let from = text.find(": timeout").and_then(|at| text[..at].rfind('\n')).unwrap();
    insta::assert_snapshot!(&text[from..]);
}
