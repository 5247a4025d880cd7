//! `siguo verify` tells of each file in a line and of its faults below, and ends with 1 if there is any.

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
};

use common::siguo;
use serde_json::{Value, json};
use tempfile::TempDir;

/// What the program said, and the code with which it ended.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    out: String,
    err: String,
    code: Option<i32>,
}

fn verify(files: &[&Path]) -> Said {
    let output = siguo(&["verify"]).args(files).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Said { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// A file of the project's own test data.
fn vectors(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name)
}

fn records(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn actions(records: &[Value]) -> usize {
    records.iter().map(|record| record["actions"].as_array().expect("actions").len()).sum()
}

/// The line of a file.
fn line(file: &Path, games: usize, actions: usize, faults: usize) -> String {
    format!("{}: {games} games, {actions} actions, {faults} faults\n", file.display())
}

fn write(folder: &TempDir, name: &str, records: &[Value]) -> PathBuf {
    let path = folder.path().join(name);
    let lines: Vec<String> = records.iter().map(ToString::to_string).collect();
    fs::write(&path, lines.join("\n")).expect("written");
    path
}

#[test]
fn a_good_file_is_a_line_without_faults() {
    let file = vectors("dark4.jsonl");
    let records = records(&file);
    let out = line(&file, records.len(), actions(&records), 0);
    assert_eq!(verify(&[&file]), Said { out, err: String::new(), code: Some(0) });
}

#[test]
fn a_fault_names_game_action_expected_and_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut records = records(&vectors("dark4.jsonl"));
    let (id, right) = (records[1]["id"].clone(), records[1]["trace"][6]["legal"].as_u64().expect("a count"));
    records[1]["trace"][6]["legal"] = json!(right + 1);
    let file = write(&folder, "altered.jsonl", &records);
    let Said { out, err, code } = verify(&[&file]);
    let id = id.as_str().expect("an id");
    let fault = format!("  {id}, action 6: legal: expected {}, found {right}\n", right + 1);
    assert_eq!(out, line(&file, records.len(), actions(&records), 1) + &fault);
    assert_eq!((err.as_str(), code), ("", Some(1)));
}

#[test]
fn a_refused_action_ends_its_game_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut records = records(&vectors("dark4.jsonl"));
    let id = records[0]["id"].clone();
    records[0]["actions"][4] = json!("r61-r62");
    let file = write(&folder, "illegal.jsonl", &records);
    let Said { out, code, .. } = verify(&[&file]);
    let fault =
        format!("  {}, action 4: actions: expected r61-r62, found illegal\n", id.as_str().expect("an id"));
    assert_eq!(out, line(&file, records.len(), 4 + actions(&records[1..]), 1) + &fault);
    assert_eq!(code, Some(1));
}

#[test]
fn of_many_faults_the_first_are_told_and_the_rest_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut records = records(&vectors("dark4.jsonl"));
    records.truncate(1);
    for entry in &mut records[0]["trace"].as_array_mut().expect("a trace")[..33] {
        entry["legal"] = json!(0);
    }
    let file = write(&folder, "many.jsonl", &records);
    let Said { out, code, .. } = verify(&[&file]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[0]), (22, line(&file, 1, actions(&records), 33).trim_end()));
    assert_eq!((lines[21], code), ("  and 13 more", Some(1)));
}

#[test]
fn a_line_that_is_no_record_is_a_fault_of_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("torn.jsonl");
    let good = &records(&vectors("dark4.jsonl"))[..1];
    fs::write(&file, format!("{}\n\n{{\"format\":\n", good[0])).expect("written");
    let Said { out, code, .. } = verify(&[&file]);
    let (first, fault) = out.split_once('\n').expect("two lines");
    assert_eq!(first, line(&file, 2, actions(good), 1).trim_end());
    assert!(fault.starts_with("  line 3: record: expected a record, found EOF"), "{fault}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_file_that_can_not_be_read_keeps_no_other_from_being_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (missing, binary) = (folder.path().join("missing.jsonl"), folder.path().join("binary.jsonl"));
    fs::write(&binary, [0xff, 0xfe, 0x00]).expect("written");
    let good = vectors("flip2.jsonl");
    let records = records(&good);
    let Said { out, err, code } = verify(&[&missing, folder.path(), &binary, &good]);
    assert_eq!(out, line(&good, records.len(), actions(&records), 0));
    let told: Vec<&str> = err.lines().collect();
    assert_eq!(told.len(), 3, "{err}");
    for (told, file) in told.iter().zip([missing.as_path(), folder.path(), &binary]) {
        assert!(told.starts_with(&format!("failed to read {}: ", file.display())), "{told}");
    }
    assert_eq!(code, Some(1));
}

#[test]
fn several_files_are_told_in_their_order_and_one_fault_is_enough() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (vectors("limits.jsonl"), vectors("classic2.jsonl"));
    let (first, last) = (records(&one), records(&other));
    let out = line(&one, first.len(), actions(&first), 0) + &line(&other, last.len(), actions(&last), 0);
    assert_eq!(verify(&[&one, &other]), Said { out, err: String::new(), code: Some(0) });

    let mut altered = first.clone();
    altered[0]["result"]["steps"] = json!(0);
    let bad = write(&folder, "bad.jsonl", &altered);
    let Said { out, code, .. } = verify(&[&one, &bad, &other]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], line(&one, first.len(), actions(&first), 0).trim_end());
    assert_eq!(lines[1], line(&bad, first.len(), actions(&first), 1).trim_end());
    assert!(lines[2].contains(": result: expected "), "{}", lines[2]);
    assert_eq!(lines[3..], [line(&other, last.len(), actions(&last), 0).trim_end()]);
    assert_eq!(code, Some(1));
}

#[test]
fn no_file_is_a_wrong_command() {
    let Said { out, err, code } = verify(&[]);
    assert!(out.is_empty() && err.contains("<FILE>..."), "{err}");
    assert_eq!(code, Some(2));
}
