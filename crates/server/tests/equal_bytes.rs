//! Two games that differ only in what a viewer can't see tell that viewer the same, byte for byte.
//!
//! Every game is played three times, at the same time, on three servers with equal seeds and clocks: as it is, with the
//! armies of some seats set up differently, and with the armies of the others. The same actions are made in all three, and
//! their outcomes are the same. So every seat, and the public, must be told the same in one of the two pairs; everything that they
//! were told until the end, which opens everything, is kept as text and compared: content, order, number and length.

mod common;
mod equal;

use std::collections::BTreeSet;

use equal::{Findings, Scenario, Series, compare};
use rules::{BoardKind, Players, RuleSet, Sight};

/// Pairs of the default rules for each seat and the public.
const PAIRS: usize = 200;
/// Pairs of each other mode.
const OTHERS: usize = 6;
/// Series that are played at the same time.
const LANES: usize = 2;

const DARK: RuleSet = RuleSet::DEFAULT;
const TWO: RuleSet = RuleSet { players: Players::Two, ..DARK };

/// The other modes in which something is hidden that players set up.
const MODES: [RuleSet; 4] = [
    RuleSet { sight: Sight::Partners, ..DARK },
    RuleSet { engineer_scouts: true, bombs_fly: true, ..DARK },
    TWO,
    RuleSet { board: BoardKind::Classic, ..TWO },
];

async fn compare_all(scenario: Scenario, seed: u64) -> Findings {
    let lanes = (1u64..).take(LANES).map(|lane| (DARK, PAIRS / LANES, seed + lane));
    let modes = (101u64..).zip(MODES).map(|(lane, rules)| (rules, OTHERS, seed + lane));
    let series = lanes.chain(modes).map(|(rules, trios, seed)| {
        tokio::spawn(compare(Series { rules, scenario, trios, seed, planted: None }))
    });
    let mut all = Findings::default();
    for series in series.collect::<Vec<_>>() {
        all.add(series.await.expect("it is played to the end"));
    }
    report(&all);
    assert!(all.trios >= PAIRS);
    assert!(all.hidden >= 4 * all.trios, "twins differ in several pieces");
    assert!(all.differences.is_empty(), "{} leaks; the first: {}", all.differences.len(), all.differences[0]);
    all
}

#[expect(clippy::print_stdout, reason = "the numbers belong to the proof")]
fn report(findings: &Findings) {
    let Findings { trios, hidden, frames, bytes, .. } = findings;
    println!("{trios} games with two twins, {hidden} hidden differences, {frames} texts, {bytes} bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn live_frames_are_equal() {
    compare_all(Scenario::Live, 1_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resumed_frames_are_equal() {
    compare_all(Scenario::Resume, 2_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn joined_frames_are_equal() {
    compare_all(Scenario::Join, 3_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_and_refusals_are_equal() {
    let findings = compare_all(Scenario::Ask, 4_000).await;
    let expected = [
        "answered",
        "bad-frame",
        "illegal",
        "in-game",
        "layout",
        "may-not-speak",
        "need-account",
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
#[tokio::test(flavor = "multi_thread")]
async fn each_planted_leak_is_caught() {
    use server::Leak;

    for (leak, scenario) in [
        (Leak::FrameLength, Scenario::Live),
        (Leak::PointOrder, Scenario::Join),
        (Leak::RefusalText, Scenario::Ask),
    ] {
        let series = |planted| Series { rules: DARK, scenario, trios: 7, seed: 5_000, planted };
        let (sound, leaky) =
            tokio::join!(Box::pin(compare(series(None))), Box::pin(compare(series(Some(leak)))));
        assert!(sound.differences.is_empty(), "without a leak there is none");
        assert!(!leaky.differences.is_empty(), "{leak:?} is not caught");
    }
}
