//! Two games that differ only in what a viewer can't see tell that viewer the same, byte for byte.
//!
//! Every game is played several times, at the same time, on servers with equal seeds and clocks: as it is, and in twins, in each of
//! which one army is set up differently (in 翻棋: other pieces lie face down). The same actions are made in all of them, and their
//! outcomes are the same. So every other seat, and the public, must be told the same in the game and the twin; everything that they
//! were told until the end, which opens everything, is kept as text and compared: content, order, number and length.

use std::collections::BTreeSet;

use crate::{
    common::modes::{CLASSIC, DARK, DUEL, FLIP},
    equal::{Findings, Scenario, Series, compare},
};
use rules::{Corner, MineRule, Order, RuleSet, Seat, Sight, Viewer};

/// Pairs of a game and a twin by the default rules, for each seat and the public.
const PAIRS: usize = 200;
/// Games by the default rules: each seat is blind to three of the four twins of a game.
const GAMES: usize = PAIRS.div_ceil(3);
/// Series that are played at the same time.
const LANES: usize = 2;

const HOUSE: RuleSet = RuleSet {
    order: Order::Clockwise,
    mine: MineRule::Both,
    corner: Corner::OneTurn,
    bombs_front_row: true,
    hq_exit: true,
    timeouts: 0,
    ..DARK
};

/// The other modes, with so many games of each: at least six pairs for each seat where pieces are hidden. Where all are open,
/// what is handed in and taken back is hidden still.
const MODES: [(RuleSet, usize); 10] = [
    (RuleSet { sight: Sight::Partners, ..DARK }, 6),
    (RuleSet { sight: Sight::Open, ..DARK }, 2),
    (RuleSet { engineer_scouts: true, bombs_fly: true, ..DARK }, 2),
    (HOUSE, 2),
    (DUEL, 6),
    (RuleSet { sight: Sight::Open, ..DUEL }, 3),
    (CLASSIC, 6),
    (RuleSet { sight: Sight::Open, ..CLASSIC }, 3),
    (FLIP, 3),
    (RuleSet { mine: MineRule::Both, bombs_fly: true, order: Order::Clockwise, ..FLIP }, 2),
];

async fn compare_all(scenario: Scenario, seed: u64) -> Findings {
    let spawn =
        |(rules, games, seed)| tokio::spawn(compare(Series { rules, scenario, games, seed, planted: None }));
    let lanes = (1u64..).take(LANES).map(|lane| (DARK, GAMES.div_ceil(LANES), seed + lane));
    let modes = (101u64..).zip(MODES).map(|(lane, (rules, games))| (rules, games, seed + lane));
    let (lanes, modes): (Vec<_>, Vec<_>) = (lanes.map(spawn).collect(), modes.map(spawn).collect());
    let mut all = Findings::default();
    for series in lanes {
        all.add(series.await.expect("it is played to the end"));
    }
    for viewer in Seat::ALL.map(Viewer::Seat).into_iter().chain([Viewer::Public]) {
        assert!(all.pairs[&format!("{viewer:?}")] >= PAIRS, "{viewer:?}: {:?}", all.pairs);
    }
    for series in modes {
        all.add(series.await.expect("it is played to the end"));
    }
    report(&all);
    assert!(all.hidden >= 8 * GAMES, "twins differ in several pieces");
    assert!(all.differences.is_empty(), "{} leaks; the first: {}", all.differences.len(), all.differences[0]);
    all
}

#[expect(clippy::print_stdout, reason = "the numbers belong to the proof")]
fn report(findings: &Findings) {
    let Findings { pairs, hidden, frames, bytes, .. } = findings;
    println!("pairs {pairs:?}, {hidden} hidden differences, {frames} texts, {bytes} bytes");
}

#[tokio::test]
async fn live_frames_are_equal() {
    compare_all(Scenario::Live, 1_000).await;
}

#[tokio::test]
async fn resumed_frames_are_equal() {
    compare_all(Scenario::Resume, 2_000).await;
}

#[tokio::test]
async fn joined_frames_are_equal() {
    compare_all(Scenario::Join, 3_000).await;
}

#[tokio::test]
async fn answers_and_refusals_are_equal() {
    let findings = compare_all(Scenario::Ask, 4_000).await;
    let expected = [
        "answered",
        "bad-frame",
        "face-down",
        "illegal",
        "in-game",
        "layout",
        "may-not-speak",
        "need-account",
        "no-colours",
        "no-offer",
        "no-such-room",
        "no-swap",
        "not-host",
        "not-playing",
        "not-queued",
        "not-seated",
        "not-your-turn",
        "offer-limit",
        "offer-open",
        "options",
        "rules",
        "stale",
        "too-early",
        "words",
        "wrong-game",
        "wrong-phase",
    ];
    assert_eq!(findings.refusals, BTreeSet::from(expected.map(str::to_owned)));
}

#[cfg(feature = "planted-leaks")]
#[tokio::test]
async fn each_planted_leak_is_caught() {
    use server::Leak;

    for (leak, scenario) in [
        (Leak::FrameLength, Scenario::Live),
        (Leak::PointOrder, Scenario::Join),
        (Leak::RefusalText, Scenario::Ask),
    ] {
        let series = |planted| Series { rules: DARK, scenario, games: 7, seed: 5_000, planted };
        let (sound, leaky) =
            tokio::join!(Box::pin(compare(series(None))), Box::pin(compare(series(Some(leak)))));
        assert!(sound.differences.is_empty(), "without a leak there is none");
        assert!(!leaky.differences.is_empty(), "{leak:?} is not caught");
    }
}
