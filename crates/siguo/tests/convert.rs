//! `siguo convert`, as it is used.

mod common;

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use common::siguo;
use files::{jgs, jql, record};
use rules::Record;

const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";

/// What it answers to this standard input.
fn convert(input: &[u8], args: &[&str]) -> Output {
    let mut child = siguo(&["convert"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // It may refuse its arguments before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn converted(input: &[u8], args: &[&str]) -> Vec<u8> {
    let output = convert(input, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    output.stdout
}

/// What it says where it can't; nothing is written then.
fn refused(input: &[u8], args: &[&str]) -> String {
    let output = convert(input, args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("text").trim_end().to_owned()
}

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

/// A game that red begins and that fits a `.jgs`, as the file would be read.
fn game() -> Record {
    let text = fs::read_to_string(vectors().join("dark4.jsonl")).expect("the vectors");
    let records = text.lines().map(|line| serde_json::from_str::<Record>(line).expect("a record"));
    let file =
        records.filter(|record| record.first == rules::Seat::Red).find_map(|record| jgs::write(&record).ok());
    jgs::read(&file.expect("one that fits"), "game").expect("a game")
}

#[test]
fn games_go_from_format_to_format() {
    let game = game();
    let file = jgs::write(&game).expect("it fits");
    let text = record::write(&game) + "\n";
    assert_eq!(converted(&file, &["-", "--to", "record"]), text.as_bytes());
    assert_eq!(converted(text.as_bytes(), &["-", "--to", "jgs"]), file);
    assert_eq!(converted(text.as_bytes(), &["-", "--to", "record"]), text.as_bytes());
    let named: Record = serde_json::from_slice(&converted(&file, &["-", "--to", "record", "--id", "mine"]))
        .expect("a record");
    assert_eq!(named.id, "mine");
    let red = game.layouts.red.as_ref().expect("a layout").clone() + "\n";
    assert_eq!(converted(&file, &["-", "--to", "layout", "--seat", "red"]), red.as_bytes());
}

#[test]
fn layouts_go_from_format_to_format() {
    let file = jql::write(&LAYOUT.parse().expect("a layout"));
    let text = format!("{LAYOUT}\n");
    assert_eq!(converted(&file, &["-", "--to", "layout"]), text.as_bytes());
    assert_eq!(converted(text.replace(' ', "  ").as_bytes(), &["-", "--to", "jql"]), file);
    assert_eq!(converted(text.replace(" / ", "/").as_bytes(), &["-", "--to", "layout"]), text.as_bytes());
}

#[test]
fn files_are_read_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let [from, to] = ["the-game.jgs", "out.json"].map(|name| folder.path().join(name));
    fs::write(&from, jgs::write(&game()).expect("it fits")).expect("written");
    let [input, output] = [&from, &to].map(|path| path.to_str().expect("text"));
    assert!(converted(b"", &[input, "--to", "record", "-o", output]).is_empty());
    let written: Record = serde_json::from_slice(&fs::read(&to).expect("the file")).expect("a record");
    assert_eq!(written, Record { id: "the-game".into(), ..game() });

    let before = fs::read(&to).expect("the file");
    fs::write(&from, b"QQGame JQS\0").expect("written");
    let said = refused(b"", &[input, "--to", "record", "-o", output]);
    assert_eq!(said, format!("Error: {input}: byte 11: the file ends here, 401 bytes too early"));
    assert_eq!(fs::read(&to).expect("the file"), before, "nothing is written over it");
    let missing = refused(b"", &["/no/such/file", "--to", "record"]);
    assert!(missing.contains("/no/such/file"), "{missing}");
}

#[test]
fn one_of_several_games_is_taken_by_its_id() {
    let path = vectors().join("dark4.jsonl");
    let file = path.to_str().expect("text");
    let games = fs::read_to_string(&path).expect("the vectors").lines().count();
    let said = refused(b"", &[file, "--to", "record"]);
    let hint = format!("it holds {games} games: take one with --game ID, like --game dark4-0003");
    assert_eq!(said, format!("Error: {file}: {hint}"));
    let taken = converted(b"", &[file, "--to", "record", "--game", "dark4-0009"]);
    assert_eq!(serde_json::from_slice::<Record>(&taken).expect("a record").id, "dark4-0009");
    let said = refused(b"", &[file, "--to", "record", "--game", "other"]);
    assert_eq!(said, format!("Error: {file}: none of its {games} games has the id \"other\""));
}

#[test]
fn what_cannot_be_converted_says_why() {
    let game = game();
    let file = jgs::write(&game).expect("it fits");
    let text = record::write(&game);
    let open = text.replace("\"sight\":\"dark\"", "\"sight\":\"open\"");
    let fault = |what: &str| format!("Error: standard input: {what}");
    for (input, args, said) in [
        (
            &b"hello"[..],
            &["--to", "record"][..],
            "byte 0: neither a .jgs nor a .jql file, a record or a layout",
        ),
        (LAYOUT.as_bytes(), &["--to", "record"], "a layout, not a game"),
        (
            LAYOUT.as_bytes(),
            &["--to", "jql", "--seat", "red"],
            "it is one layout and has no seats: leave --seat away",
        ),
        (
            &file,
            &["--to", "record", "--seat", "red"],
            "--seat takes a layout out of a game, and a game is wanted: leave it away",
        ),
        (&file, &["--to", "jgs", "--id", "mine"], "--id names the record made of a .jgs file: leave it away"),
        (
            &file,
            &["--to", "layout", "--seat", "red", "--id", "mine"],
            "--id names the record made of a .jgs file: leave it away",
        ),
        (
            LAYOUT.as_bytes(),
            &["--to", "jql", "--game", "dark4-0003"],
            "it is one layout and holds no games: leave --game away",
        ),
        (&file, &["--to", "jql"], "a game has a layout for each seat: take one with --seat"),
        (
            &file,
            &["--to", "record", "--game", "x"],
            "a .jgs file holds one game and no id: leave --game away",
        ),
        (
            open.as_bytes(),
            &["--to", "jgs"],
            "the game does not fit a .jgs file: only dark games of four players by the default rules fit; here sight differs",
        ),
        (
            &LAYOUT.as_bytes()[..20],
            &["--to", "jql"],
            "byte 19: the layout is not legal: not six rows of five places",
        ),
    ] {
        assert_eq!(refused(input, &[&["-"], args].concat()), fault(said));
    }
    for wrong in [&["-", "--to", "pdf"][..], &["-"], &["-", "--to", "jql", "--seat", "yellow"]] {
        assert_eq!(convert(b"", wrong).status.code(), Some(2), "{wrong:?}");
    }
}
