use rand_chacha::rand_core::SeedableRng;
use room::Ties;
use uuid::Uuid;

use super::*;
use crate::matching::{Conduct, Entrant};

const NOW: Millis = Millis(1_000_000);
const WIDENED: Millis = Millis(NOW.0 + WIDEN_AFTER);

fn account(number: u128) -> AccountId {
    AccountId(Uuid::from_u128(number))
}

/// 1 and 2 have much, 3 and 4 have little.
fn entrant(number: u128) -> Entrant {
    let score = if number <= 2 { 60 } else { 40 };
    let (conduct, ties) = (Conduct::Steady, Ties::default());
    Entrant { account: account(number), score, conduct, ties, addresses: Vec::new() }
}

/// A line in which one table waits for consent.
fn proposed(seed: u64, parties: Vec<Party>) -> Line {
    let mut line = Line::new(QueueMode::Four, Terms::default(), ChaCha20Rng::seed_from_u64(seed));
    for party in parties {
        line.step(NOW, Input::Enter(party)).expect("nobody answers");
    }
    line.step(WIDENED, Input::Tick).expect("nobody answers");
    assert_eq!(line.proposals.len(), 1);
    line
}

fn block(line: &mut Line, by: AccountId, whom: &[AccountId]) -> Vec<Output> {
    let blocked = whom.iter().copied().collect();
    line.step(WIDENED, Input::Blocks { account: by, blocked }).expect("nobody answers")
}

#[test]
fn a_block_parts_a_table_only_of_partners_by_lot() {
    for seed in 0..20 {
        let mut line = proposed(seed, (1..=4).map(|number| Party::One(entrant(number))).collect());
        let by = account(1);
        let table = line.proposals[0].table.clone();
        let partner = table.partners(by).next().expect("one of three");
        let opponent = table.entrants().map(|it| it.account).find(|it| ![by, partner].contains(it));
        let opponent = opponent.expect("two of three");
        assert!(block(&mut line, by, &[opponent]).is_empty(), "they may be opponents");
        assert_eq!(line.proposals[0].table, table);

        let told = block(&mut line, by, &[opponent, partner]);
        assert!(!told.is_empty());
        let drawn = line.proposals[0].table.clone();
        let others: Vec<AccountId> = drawn.partners(by).collect();
        assert!(![opponent, partner].contains(&others[0]), "{seed}");
        // A block that is known changes nothing.
        assert!(block(&mut line, by, &[opponent, partner]).is_empty());
        assert_eq!(line.proposals[0].table, drawn);
    }
}

#[test]
fn who_lined_up_with_somebody_blocked_stays_with_the_partner() {
    let pair = |one, other| Party::pair(entrant(one), entrant(other));
    let mut line = proposed(1, vec![pair(1, 2), pair(3, 4)]);
    let table = line.proposals[0].table.clone();
    assert!(block(&mut line, account(1), &[account(2), account(3), account(4)]).is_empty());
    assert_eq!(line.proposals[0].table, table);
}

#[test]
fn who_lines_up_hears_how_long_others_have_waited() {
    let mut line = Line::new(QueueMode::Two, Terms::default(), ChaCha20Rng::seed_from_u64(1));
    // The usual wait as it is said to the first of each table.
    let mut heard = Vec::new();
    let mut now = NOW;
    for first in [10, 20, 30] {
        let [one, other] = [first, first + 1].map(|number| Party::One(entrant(number)));
        let told = line.step(now, Input::Enter(one)).expect("nobody answers");
        let [Output::Tell(_, QueueStatus::Waiting { usual_ms, .. })] = told[..] else { panic!("{told:?}") };
        heard.push(usual_ms);
        now = now + 8_000;
        let told = line.step(now, Input::Enter(other)).expect("nobody answers");
        assert!(told.iter().any(|output| matches!(output, Output::Seat(_))));
    }
    // One of each table waited eight seconds, the other not at all.
    assert_eq!(heard, [None, None, Some(8_000)]);
}

fn share_a_browser(line: &mut Line, one: u128, other: u128) -> Vec<Output> {
    let input = Input::Kin { account: account(one), kin: vec![account(other)] };
    line.step(WIDENED, input).expect("nobody answers")
}

#[test]
fn partners_who_share_a_browser_by_now_leave_the_line() {
    let pair = |one, other| Party::pair(entrant(one), entrant(other));
    for (one, other) in [(1, 2), (2, 1)] {
        let mut line = Line::new(QueueMode::Four, Terms::default(), ChaCha20Rng::seed_from_u64(1));
        line.step(NOW, Input::Enter(pair(1, 2))).expect("nobody answers");
        let why = LeftLine::SameBrowser;
        let gone = |number| Output::Tell(account(number), QueueStatus::Gone { why });
        let told = share_a_browser(&mut line, one, other);
        assert!([1, 2].into_iter().all(|number| told.contains(&gone(number))), "{told:?}");
        assert_eq!(line.waiting(), 0);
    }
}

#[test]
fn two_who_share_a_browser_by_now_are_at_no_table() {
    let mut line = Line::new(QueueMode::Two, Terms::default(), ChaCha20Rng::seed_from_u64(1));
    line.step(NOW, Input::Enter(Party::One(entrant(1)))).expect("nobody answers");
    // 5 is not in the line yet, and knew nothing when it came.
    share_a_browser(&mut line, 1, 5);
    line.step(NOW, Input::Enter(Party::One(Entrant { score: 60, ..entrant(5) }))).expect("nobody answers");
    assert_eq!(line.waiting(), 2);

    let mut line = proposed(1, (1..=4).map(|number| Party::One(entrant(number))).collect());
    share_a_browser(&mut line, 3, 1);
    assert_eq!((line.proposals.len(), line.waiting()), (0, 4), "all of them wait on");
    line.step(WIDENED, Input::Enter(Party::One(entrant(5)))).expect("nobody answers");
    let together = |table: &Table| table.has(account(1)) && table.has(account(3));
    assert!(line.proposals.iter().all(|proposal| !together(&proposal.table)));
}
