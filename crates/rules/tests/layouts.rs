//! Layouts and their faults (§3).

mod common;

use rules::{Layout, LayoutFault, Piece, RuleSet};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    layout: String,
    error: Option<LayoutFault>,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(&common::read_vector("layouts.json")).unwrap()
}

#[test]
fn every_given_layout_gets_its_fault() {
    for case in cases() {
        let found = case.layout.parse::<Layout>().err();
        assert_eq!(found, case.error, "{}", case.layout);
        assert_eq!(found.map(LayoutFault::code), case.error.map(LayoutFault::code));
    }
}

#[test]
fn bombs_may_stand_in_front_by_house_rule_only() {
    let relaxed = RuleSet { bombs_front_row: true, ..RuleSet::DEFAULT };
    for case in cases() {
        let expected = case.error.filter(|&fault| fault != LayoutFault::BombInFrontRow);
        assert_eq!(Layout::parse(&case.layout, &relaxed).err(), expected, "{}", case.layout);
    }
}

#[test]
fn codes_are_those_of_the_wire() {
    let cases = cases();
    for fault in cases.iter().filter_map(|case| case.error) {
        assert_eq!(serde_json::to_value(fault).unwrap(), fault.code());
    }
}

#[test]
fn legal_layouts_are_written_in_one_way() {
    for case in cases().into_iter().filter(|case| case.error.is_none()) {
        let layout: Layout = case.layout.parse().unwrap();
        let text = layout.to_string();
        assert_eq!(text.parse(), Ok(layout));
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), text);
        assert_eq!(layout.pieces().count(), 25);
        for piece in Piece::ALL {
            assert_eq!(
                layout.pieces().filter(|&(.., other)| other == piece).count(),
                usize::from(piece.count())
            );
        }
    }
}

#[test]
fn a_mirrored_layout_has_left_and_right_changed() {
    for case in cases().into_iter().filter(|case| case.error.is_none()) {
        let layout: Layout = case.layout.parse().unwrap();
        let mirrored: Vec<_> = layout.mirrored().pieces().collect();
        for (row, column, piece) in layout.pieces() {
            assert!(mirrored.contains(&(row, 6 - column, piece)));
        }
        assert_eq!(layout.mirrored().to_string().parse(), Ok(layout.mirrored()));
    }
}
