//! Scores and titles (§8).

mod common;

use std::collections::BTreeMap;

use rules::{
    BoardKind, BySeat, GameResult, Players, RuleSet, Seat, Sight, Title,
    ladder::{ChangeReason, is_ranked, settle},
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
        let changes = settle(case.players, &case.result, &before);
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
        settle(Players::Four, &result(steps), &before.map(|_, score| Some(score)))
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
