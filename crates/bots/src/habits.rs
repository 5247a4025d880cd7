//! How players like to set up: a source of layouts, and of what may be expected where before anything is known.

use std::sync::LazyLock;

use rand::{Rng, RngExt, seq::IndexedRandom};
use rules::{Layout, Piece, RuleSet};

use crate::spread::{Spread, number};

/// Layouts in the manner of strong players, all with the flag on the left: mines beside the flag or at its corner, a
/// large piece and an engineer at the front, bombs behind the leaders, small pieces as guards.
const TEMPLATES: [&str; 16] = [
    "32 40 38 38 39 / 00 -- 37 -- 00 / 37 32 -- 34 36 / 34 -- 35 -- 33 / 34 41 32 36 41 / 41 07 35 33 33",
    "40 35 35 32 34 / 33 -- 39 -- 32 / 34 33 -- 38 34 / 37 -- 38 -- 36 / 41 00 37 32 00 / 41 07 36 33 41",
    "37 36 32 34 40 / 00 -- 35 -- 33 / 38 34 -- 00 39 / 34 -- 33 -- 33 / 37 38 32 36 32 / 41 07 41 41 35",
    "32 39 40 36 34 / 38 -- 32 -- 38 / 36 00 -- 34 37 / 32 -- 33 -- 35 / 37 41 34 35 00 / 41 07 41 33 33",
    "37 33 34 32 36 / 00 -- 32 -- 38 / 35 00 -- 34 35 / 34 -- 32 -- 33 / 40 39 36 41 41 / 38 07 37 41 33",
    "33 36 32 35 38 / 35 -- 32 -- 40 / 34 00 -- 00 37 / 39 -- 37 -- 34 / 33 38 36 32 33 / 34 07 41 41 41",
    "36 32 34 35 34 / 37 -- 33 -- 38 / 00 39 -- 40 34 / 37 -- 00 -- 36 / 32 33 38 41 32 / 41 07 41 33 35",
    "38 32 37 33 36 / 36 -- 34 -- 33 / 34 00 -- 37 40 / 33 -- 39 -- 32 / 38 35 00 32 35 / 41 07 41 41 34",
    "33 40 36 34 38 / 36 -- 34 -- 35 / 34 35 -- 37 00 / 39 -- 32 -- 32 / 33 00 37 38 32 / 41 07 41 41 33",
    "40 34 35 37 38 / 00 -- 00 -- 32 / 34 39 -- 32 36 / 36 -- 32 -- 34 / 33 38 41 41 41 / 37 07 33 33 35",
    "35 35 37 32 38 / 33 -- 00 -- 40 / 39 34 -- 34 34 / 33 -- 32 -- 33 / 41 36 00 37 38 / 36 07 41 41 32",
    "40 34 36 32 38 / 36 -- 00 -- 32 / 38 00 -- 39 33 / 35 -- 34 -- 35 / 41 34 37 33 37 / 41 07 32 41 33",
    "38 33 32 35 40 / 34 -- 39 -- 38 / 00 36 -- 37 00 / 33 -- 32 -- 34 / 36 41 33 34 37 / 41 07 32 35 41",
    "36 37 36 32 34 / 00 -- 32 -- 35 / 40 39 -- 38 00 / 34 -- 35 -- 33 / 38 41 34 41 37 / 32 07 41 33 33",
    "40 32 33 37 38 / 00 -- 00 -- 36 / 36 37 -- 32 33 / 34 -- 34 -- 35 / 38 35 39 34 41 / 32 07 41 41 33",
    "38 37 40 33 34 / 35 -- 32 -- 32 / 00 36 -- 34 00 / 39 -- 34 -- 38 / 37 41 36 41 35 / 41 07 32 33 33",
];

/// What weighs as much as all templates' layouts together: the habits of those who have others.
const OPEN_MIND: f32 = 0.35;

const ROWS: usize = 6;
const COLUMNS: usize = 5;

type Grid = [[Option<Piece>; COLUMNS]; ROWS];

fn templates() -> impl Iterator<Item = Layout> {
    TEMPLATES.into_iter().map(|text| text.parse().expect("the templates are legal"))
}

/// A template, perhaps mirrored, with `swaps` pairs of neighbouring pieces exchanged. Mines and flag stay, so the flag
/// stays guarded; no bomb comes to the front.
pub(crate) fn layout(swaps: usize, rng: &mut impl Rng) -> Layout {
    let template = TEMPLATES.choose(rng).expect("there are templates");
    let mut grid = grid(&template.parse().expect("the templates are legal"));
    let mut left = swaps;
    while left > 0 {
        let (row, column) = (rng.random_range(0..ROWS), rng.random_range(0..COLUMNS));
        let other_row = (row + rng.random_range(0..2)).min(ROWS - 1);
        let other_column = rng.random_range(0..COLUMNS);
        let (Some(one), Some(other)) = (grid[row][column], grid[other_row][other_column]) else { continue };
        let bomb_in_front = row == 0 && other_row > 0 && other == Piece::Bomb;
        if one != other && one.is_mobile() && other.is_mobile() && !bomb_in_front {
            (grid[row][column], grid[other_row][other_column]) = (Some(other), Some(one));
            left -= 1;
        }
    }
    let layout: Layout = text(&grid).parse().expect("swaps keep a layout legal");
    if rng.random() { layout.mirrored() } else { layout }
}

/// What the piece at row and column (from 1) of an untouched field may be.
pub(crate) fn at(row: u8, column: u8, rules: &RuleSet) -> Spread {
    static SEEN: LazyLock<[[Spread; COLUMNS]; ROWS]> = LazyLock::new(seen);
    let mut spread = SEEN[usize::from(row) - 1][usize::from(column) - 1];
    if row == 1 && rules.bombs_front_row {
        spread.0[Piece::Bomb as usize] = OPEN_MIND * average(Piece::Bomb);
    }
    spread
}

/// The share of a kind in an army.
fn average(piece: Piece) -> f32 {
    f32::from(piece.count()) / 25.0
}

/// How often each kind stands at each place in the templates and their mirror images, softened; zero where it may not.
fn seen() -> [[Spread; COLUMNS]; ROWS] {
    let grids: Vec<Grid> = templates().flat_map(|layout| [grid(&layout), grid(&layout.mirrored())]).collect();
    let spread = |row: usize, column: usize| {
        Spread::new_with(|piece| {
            let headquarters = row == 5 && (column == 1 || column == 3);
            let allowed = match piece {
                Piece::Mine => row >= 4,
                Piece::Flag => headquarters,
                Piece::Bomb => row > 0,
                Piece::Engineer
                | Piece::Platoon
                | Piece::Company
                | Piece::Battalion
                | Piece::Regiment
                | Piece::Brigade
                | Piece::Division
                | Piece::Corps
                | Piece::Commander => true,
            };
            let times = grids.iter().filter(|grid| grid[row][column] == Some(piece)).count();
            if allowed { number(times) / number(grids.len()) + OPEN_MIND * average(piece) } else { 0.0 }
        })
    };
    std::array::from_fn(|row| std::array::from_fn(|column| spread(row, column)))
}

fn grid(layout: &Layout) -> Grid {
    let mut grid = Grid::default();
    for (row, column, piece) in layout.pieces() {
        grid[usize::from(row) - 1][usize::from(column) - 1] = Some(piece);
    }
    grid
}

fn text(grid: &Grid) -> String {
    let row = |row: &[Option<Piece>; COLUMNS]| row.map(|piece| piece.map_or("--", Piece::code)).join(" ");
    grid.each_ref().map(row).join(" / ")
}

#[cfg(test)]
mod tests {
    use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

    use super::*;

    #[test]
    fn layouts_are_legal_and_varied() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let layouts: std::collections::HashSet<String> =
            (0..500).map(|_| layout(4, &mut rng).to_string()).collect();
        assert!(layouts.len() > 450, "{} different layouts", layouts.len());
    }

    #[test]
    fn expectations_follow_the_rules_of_setting_up() {
        let corner = at(6, 1, &RuleSet::DEFAULT);
        assert!(corner.get(Piece::Mine) > corner.get(Piece::Corps));
        assert!(corner.get(Piece::Flag) <= 0.0);
        assert!(at(1, 3, &RuleSet::DEFAULT).get(Piece::Bomb) <= 0.0);
        assert!(at(1, 3, &RuleSet { bombs_front_row: true, ..RuleSet::DEFAULT }).get(Piece::Bomb) > 0.0);
        assert!(at(6, 2, &RuleSet::DEFAULT).get(Piece::Flag) > 0.3);
    }
}
