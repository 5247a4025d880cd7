//! Scores and titles (§8).

mod common;

use std::collections::BTreeMap;

use rules::{
    BoardKind, BySeat, GameResult, Players, RuleSet, Seat, Sight, Title,
    ladder::{Change, ChangeReason, NoGain, Terms, is_ranked, outlook, settle},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    players: Players,
    result: GameResult,
    before: BTreeMap<Seat, i64>,
    change: BTreeMap<Seat, i64>,
    after_title: BTreeMap<Seat, String>,
}

#[test]
fn every_given_game_changes_the_scores_as_given() {
    let cases: Vec<Case> = serde_json::from_str(&common::read_vector("scoring.json")).unwrap();
    for case in cases {
        let before = BySeat::new_with(|seat| case.before.get(&seat).copied());
        let changes = settle(case.players, &case.result, &before, &Terms::default());
        for seat in Seat::ALL {
            let change = changes.get(seat).as_ref();
            assert_eq!(
                change.map(|change| change.points),
                case.change.get(&seat).copied(),
                "{seat} {:?}",
                case.result
            );
            let after = before.get(seat).zip(change).map(|(score, change)| score + change.points);
            assert_eq!(
                after.map(|score| Title::of(score).zh()),
                case.after_title.get(&seat).map(String::as_str)
            );
        }
    }
}

#[test]
fn a_win_tells_why_it_adds_nothing() {
    let result = |steps| GameResult {
        winner: vec![Seat::Red, Seat::Blue],
        reason: rules::EndReason::Flag,
        void: false,
        steps,
        fled: None,
    };
    let reasons = |steps, before: BySeat<i64>| {
        settle(Players::Four, &result(steps), &before.map(|_, score| Some(score)), &Terms::default())
            .map(|_, change| change.map(|change| change.reason))
    };
    let before = BySeat { red: 51, purple: 49, blue: 50, green: 50 };
    let expected = |red, blue| BySeat {
        red: Some(red),
        purple: Some(ChangeReason::Loss),
        blue: Some(blue),
        green: Some(ChangeReason::Loss),
    };
    assert_eq!(reasons(40, before), expected(ChangeReason::TooShort, ChangeReason::TooShort));
    assert_eq!(reasons(41, before), expected(ChangeReason::Protected, ChangeReason::Win));
    let equals = BySeat { purple: 50, ..before };
    assert_eq!(reasons(41, equals), expected(ChangeReason::Win, ChangeReason::Win));
}

#[test]
fn the_outlook_tells_what_the_result_will() {
    let scores = BySeat { red: Some(51), purple: Some(49), blue: Some(50), green: Some(90) };
    let seen = |spent: &[Seat], terms| outlook(Players::Four, &scores, |seat| spent.contains(&seat), &terms);
    let terms = Terms::default();
    let nothing = BySeat::default();
    assert_eq!(seen(&[], terms), BySeat { red: Some(NoGain::Protected), ..nothing });
    let spent = BySeat { red: Some(NoGain::SameOpponents), green: Some(NoGain::SameOpponents), ..nothing };
    assert_eq!(seen(&[Seat::Red, Seat::Green], terms), spent);
    assert_eq!(seen(&[], Terms { protect: 0, ..terms }), nothing, "there is no line");
    assert_eq!(
        seen(&[], Terms { protect: 60, ..terms }),
        BySeat { green: Some(NoGain::Protected), ..nothing }
    );
    // In a duel the other two seats are nobody's.
    let duel = BySeat { red: Some(51), blue: Some(10), ..nothing.map(|_, _: Option<NoGain>| None) };
    assert_eq!(
        outlook(Players::Two, &duel, |_| false, &terms),
        BySeat { red: Some(NoGain::Protected), ..nothing }
    );
}

#[test]
fn without_a_line_every_win_adds_its_points() {
    let result = GameResult {
        winner: vec![Seat::Red, Seat::Blue],
        reason: rules::EndReason::Flag,
        void: false,
        steps: 99,
        fled: None,
    };
    let before = BySeat { red: Some(900), purple: Some(0), blue: Some(0), green: Some(0) };
    let off = Terms { protect: 0, ..Terms::default() };
    let changes = settle(Players::Four, &result, &before, &off);
    assert_eq!(changes.red, Some(Change { points: 2, reason: ChangeReason::Win }));
}

#[test]
fn what_is_withheld_is_a_gain_or_a_loss() {
    let nothing = Change { points: 0, reason: ChangeReason::SameOpponents };
    for (points, reason) in [(2, ChangeReason::Win), (-2, ChangeReason::Loss)] {
        assert_eq!(Change { points, reason }.withheld(), nothing);
    }
    for reason in [ChangeReason::TooShort, ChangeReason::Protected, ChangeReason::Draw, ChangeReason::Void] {
        let change = Change { points: 0, reason };
        assert_eq!(change.withheld(), change);
    }
}

#[test]
fn only_default_rules_are_ranked() {
    let dark4 = RuleSet::DEFAULT;
    assert!(is_ranked(&dark4));
    assert!(is_ranked(&RuleSet { players: Players::Two, ..dark4 }));
    assert!(!is_ranked(&RuleSet { sight: Sight::Partners, ..dark4 }));
    assert!(!is_ranked(&RuleSet { players: Players::Two, board: BoardKind::Classic, ..dark4 }));
    assert!(!is_ranked(&RuleSet { timeouts: 0, ..dark4 }));
}

#[derive(Deserialize)]
struct TitleCase {
    score: i64,
    title: String,
}

#[test]
fn every_given_score_has_its_title() {
    let cases: Vec<TitleCase> = serde_json::from_str(&common::read_vector("titles.json")).unwrap();
    for case in cases {
        assert_eq!(Title::of(case.score).zh(), case.title, "{}", case.score);
    }
    assert_eq!(serde_json::to_value(Title::of(12_750)).unwrap(), "commander-in-chief");
}
