//! The way that a move is shown to take (§5): a function of what everybody sees.

use crate::{
    Board, Corner, Point, RuleSet,
    board::{Rails, Spot, bits},
};

/// The route of a legal move, ends included: the shortest open one; among equal ones that whose first differing point
/// comes first on the board. With [`Corner::OneTurn`] among those with at most one turn, if there are any.
pub fn public_route(rules: &RuleSet, occupied: impl Fn(Point) -> bool, from: Point, to: Point) -> Vec<Point> {
    let board = Board::get(rules.board);
    let standing = board.points().iter().filter(|&&point| occupied(point));
    let rails = standing.fold(0, |set, &point| set | board.rails().node(point).here.rails);
    route(rules, rails, from, to)
}

/// The same over the railway points that were occupied before the move.
pub(crate) fn route(rules: &RuleSet, occupied: u128, from: Point, to: Point) -> Vec<Point> {
    let board = Board::get(rules.board);
    let rails = board.rails();
    if from == to || board.neighbours(from).contains(&to) {
        return vec![from, to];
    }
    let one_turn = match rules.corner {
        Corner::Straight => None,
        Corner::OneTurn => one_turn_route(rails, occupied, from, to),
    };
    one_turn.unwrap_or_else(|| shortest(rails, occupied, from, to))
}

/// The first of the shortest ways with any number of turns.
fn shortest(rails: &Rails, occupied: u128, from: Point, to: Point) -> Vec<Point> {
    let (start, end) = (rails.node(from).here.rails, rails.node(to).here.rails);
    // Rings around the end: each holds the empty points one step further away.
    let mut rings = vec![end];
    let mut seen = end;
    while let Some(&ring) = rings.last()
        && ring & start == 0
        && ring != 0
    {
        let around = bits(ring).fold(0, |set, number| set | rails.joined[number]);
        let next = around & !seen & (!occupied | start);
        seen |= next;
        rings.push(next);
    }
    let mut points = vec![from];
    let mut here = start;
    for ring in rings.iter().rev().skip(1) {
        // The lowest bit is the point that comes first on the board.
        let next = bits(here).fold(0, |set, number| set | rails.joined[number]) & ring;
        here = next & next.wrapping_neg();
        points.extend(bits(here).map(|bit| Spot::rail(bit).point()));
    }
    points
}

/// All railway points that a piece there reaches with at most one turn, the occupied ones at the end included.
pub(crate) fn one_turn_reach(rails: &Rails, occupied: u128, from: Point) -> u128 {
    let mut reach = 0;
    one_turn_runs(rails, occupied, from, |_, _, last| reach |= rails.node(last).here.rails);
    reach & !rails.node(from).here.rails
}

fn one_turn_route(rails: &Rails, occupied: u128, from: Point, to: Point) -> Option<Vec<Point>> {
    let mut best: Option<Vec<Point>> = None;
    one_turn_runs(rails, occupied, from, |first, second, last| {
        if last == to {
            let found: Vec<Point> = [from].iter().chain(first).chain(second).copied().collect();
            if best.as_ref().is_none_or(|best| (found.len(), &found) < (best.len(), best)) {
                best = Some(found);
            }
        }
    });
    best
}

/// Every open way with at most one turn: its points before and after the turn, and the last of them.
fn one_turn_runs(
    rails: &Rails,
    occupied: u128,
    from: Point,
    mut found: impl FnMut(&[Point], &[Point], Point),
) {
    let open = |point: Point| rails.node(point).here.rails & occupied == 0;
    for way in rails.ways(from) {
        let mut before = from;
        for (length, &here) in (1..).zip(way) {
            found(&way[..length], &[], here);
            if !open(here) {
                break;
            }
            for side in rails.ways(here).iter().filter(|side| rails.is_turn(before, here, side[0])) {
                for (side_length, &last) in (1..).zip(side) {
                    found(&way[..length], &side[..side_length], last);
                    if !open(last) {
                        break;
                    }
                }
            }
            before = here;
        }
    }
}
