use std::{cmp::Reverse, collections::BinaryHeap, sync::LazyLock};

use rules::{Board, BoardKind, Point, PointKind};

/// How a piece travels on the railway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    /// Along one line.
    Runs,
    /// Any way that is open.
    Flies,
}

/// The board as a bot needs it: what can be reached from where, and how far it is to somewhere.
#[derive(Debug)]
pub(crate) struct Terrain {
    kind: Vec<PointKind>,
    steps: Vec<Vec<Point>>,
    /// The runs from each railway point along its lines, without the first point: that is one step.
    runs: Vec<Vec<Vec<Point>>>,
    joined: Vec<Vec<Point>>,
    /// The neighbours with the cost of the step.
    costs: Vec<Vec<(Point, u16)>>,
}

/// What a step costs, in tenths.
const ROAD: u16 = 10;
const RAIL: u16 = 4;

/// One value for each point of the larger board.
pub(crate) type ByPoint<T> = [T; Point::COUNT];

impl Terrain {
    pub(crate) fn get(kind: BoardKind) -> &'static Terrain {
        static SIGUO: LazyLock<Terrain> = LazyLock::new(|| Terrain::build(Board::get(BoardKind::Siguo)));
        static CLASSIC: LazyLock<Terrain> = LazyLock::new(|| Terrain::build(Board::get(BoardKind::Classic)));
        match kind {
            BoardKind::Siguo => &SIGUO,
            BoardKind::Classic => &CLASSIC,
        }
    }

    fn build(board: &Board) -> Terrain {
        let all = || (0..Point::COUNT).filter_map(Point::from_index);
        let mut runs = vec![Vec::new(); Point::COUNT];
        let mut joined = vec![Vec::new(); Point::COUNT];
        for line in board.lines() {
            for (place, point) in line.iter().enumerate() {
                let behind: Vec<Point> = line[..place].iter().rev().copied().collect();
                for way in [behind, line[place + 1..].to_vec()] {
                    joined[point.index()].extend(way.first());
                    runs[point.index()].push(way);
                }
            }
        }
        let step =
            |point: Point, next: Point| if joined[point.index()].contains(&next) { RAIL } else { ROAD };
        let costs =
            |point: Point| board.neighbours(point).iter().map(|&next| (next, step(point, next))).collect();
        Terrain {
            costs: all().map(costs).collect(),
            kind: all().map(|point| board.kind(point)).collect(),
            steps: all().map(|point| board.neighbours(point).to_vec()).collect(),
            runs,
            joined,
        }
    }

    pub(crate) fn kind(&self, point: Point) -> PointKind {
        self.kind[point.index()]
    }

    /// Calls `visit` with every point that a piece at `from` can go to, and every occupied one that stops it. Some
    /// points come twice.
    pub(crate) fn reach(
        &self,
        from: Point,
        gait: Gait,
        is_free: impl Fn(Point) -> bool,
        mut visit: impl FnMut(Point),
    ) {
        self.steps[from.index()].iter().copied().for_each(&mut visit);
        match gait {
            Gait::Runs => {
                for run in &self.runs[from.index()] {
                    let mut open = true;
                    for &point in run {
                        if !open {
                            break;
                        }
                        visit(point);
                        open = is_free(point);
                    }
                }
            }
            Gait::Flies => {
                let mut seen = [false; Point::COUNT];
                let mut frontier = vec![from];
                seen[from.index()] = true;
                while let Some(point) = frontier.pop() {
                    for &next in &self.joined[point.index()] {
                        if !seen[next.index()] {
                            seen[next.index()] = true;
                            visit(next);
                            if is_free(next) {
                                frontier.push(next);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether a route that others are told of bends on the railway.
    pub(crate) fn bends(&self, route: &[Point]) -> bool {
        let [from, rest @ ..] = route else { return false };
        rest.len() > 1 && !self.runs[from.index()].iter().any(|run| run.starts_with(rest))
    }

    /// How far every point is from `target` for a piece that pays `entering` for each point on its way, in tenths of
    /// a step; by rail steps are shorter than by road. What is farther than `horizon` is put at it.
    pub(crate) fn distances(
        &self,
        target: Point,
        horizon: u16,
        entering: impl Fn(Point) -> u16,
    ) -> ByPoint<u16> {
        let mut distances = [horizon; Point::COUNT];
        distances[target.index()] = 0;
        let mut queue = BinaryHeap::with_capacity(Point::COUNT);
        queue.push(Reverse((0, target)));
        while let Some(Reverse((distance, point))) = queue.pop() {
            if distance > distances[point.index()] {
                continue;
            }
            let from_here = distance + if point == target { 0 } else { entering(point) };
            for &(next, step) in &self.costs[point.index()] {
                let through = from_here + step;
                if through < distances[next.index()] {
                    distances[next.index()] = through;
                    queue.push(Reverse((through, next)));
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> Vec<Point> {
        names.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn pieces_run_straight_and_engineers_fly() {
        let terrain = Terrain::get(BoardKind::Siguo);
        let reached = |gait| {
            let mut reached = Vec::new();
            terrain.reach("r15".parse().unwrap(), gait, |_| true, |point| reached.push(point));
            reached
        };
        let far = points("p51 b11 r55");
        assert_eq!(
            far.iter().map(|point| reached(Gait::Runs).contains(point)).collect::<Vec<_>>(),
            [true, true, true]
        );
        let around = "g33".parse().unwrap();
        assert!(!reached(Gait::Flies).contains(&around), "a camp is off the railway");
        let corner = "b51".parse().unwrap();
        assert!(
            reached(Gait::Runs).contains(&corner) && reached(Gait::Flies).contains(&"n5".parse().unwrap())
        );
        assert!(!reached(Gait::Runs).contains(&"n5".parse().unwrap()));
    }

    #[test]
    fn bends_betray_engineers() {
        let terrain = Terrain::get(BoardKind::Siguo);
        assert!(!terrain.bends(&points("r15 p11 p21")));
        assert!(!terrain.bends(&points("r15 n9 n6")));
        assert!(terrain.bends(&points("r15 n9 n8")));
        assert!(!terrain.bends(&points("r33 r23")));
    }
}
