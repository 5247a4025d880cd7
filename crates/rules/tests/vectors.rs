//! All that the test data states of games is found by the referee: the project's part of it, and the whole of it
//! and the games really played where they are at hand.

mod common;

use std::{fs, path::Path};

use rules::record::Report;

fn check(path: &Path) {
    let report = Report::of_lines(&fs::read_to_string(path).unwrap());
    assert!(report.games > 0, "{} is empty", path.display());
    let faults: Vec<String> = report.faults.iter().take(10).map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}:\n{}", path.display(), faults.join("\n"));
}

#[test]
fn the_projects_part_holds() {
    let files = common::record_files(&common::vectors());
    assert!(files.len() >= 17, "{files:?}");
    for path in files {
        check(&path);
    }
}

#[test]
fn the_whole_holds() {
    let Some(shared) = common::shared() else { return };
    for path in common::record_files(&shared.join("vectors")) {
        check(&path);
    }
}

#[test]
fn the_games_really_played_hold() {
    let Some(shared) = common::shared() else { return };
    check(&shared.join("real/games.jsonl"));
}
