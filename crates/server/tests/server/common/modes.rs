//! Every way to play.

use rules::{BoardKind, Corner, MineRule, Order, Players, RuleSet, Setup, Sight};

pub const DARK: RuleSet = RuleSet::DEFAULT;
pub const DUEL: RuleSet = RuleSet { players: Players::Two, ..DARK };
pub const CLASSIC: RuleSet = RuleSet { board: BoardKind::Classic, ..DUEL };
pub const FLIP: RuleSet = RuleSet { setup: Setup::Flip, ..CLASSIC };

/// All modes by their names, and each kind of board once more with all house rules that change how pieces go.
pub const MODES: [(&str, RuleSet); 11] = [
    ("dark", DARK),
    ("partners", RuleSet { sight: Sight::Partners, ..DARK }),
    ("open", RuleSet { sight: Sight::Open, ..DARK }),
    ("duel", DUEL),
    ("open duel", RuleSet { sight: Sight::Open, ..DUEL }),
    ("classic", CLASSIC),
    ("open classic", RuleSet { sight: Sight::Open, ..CLASSIC }),
    ("flip", FLIP),
    ("dark by house rules", house_rules(DARK)),
    ("classic by house rules", house_rules(CLASSIC)),
    ("flip by house rules", house_rules(FLIP)),
];

const fn house_rules(rules: RuleSet) -> RuleSet {
    RuleSet {
        order: Order::Clockwise,
        mine: MineRule::Both,
        corner: Corner::OneTurn,
        engineer_scouts: true,
        bombs_fly: true,
        bombs_front_row: true,
        hq_exit: true,
        timeouts: 0,
        step_limit: 300,
        ..rules
    }
}
