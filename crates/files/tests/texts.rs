//! Layouts and records, told apart by their content.

mod common;

use common::{CODES, LAYOUT, bare, by_hand, vector};
use files::{Fault, Kind, ReadError, jql, layout, read_game, record};
use rules::{LayoutFault, Refusal, RuleSetFault, Seat, SetupFault};

fn fault<T>(at: usize, fault: Fault) -> Result<T, ReadError> {
    Err(ReadError { at, fault })
}

#[test]
fn kinds_are_told_by_content() {
    let record = record::write(&vector("dark4.jsonl")[0]);
    assert_eq!(Kind::of(&by_hand()), Ok(Kind::Jgs));
    assert_eq!(Kind::of(b"QQGame JQL File\0"), Ok(Kind::Jql));
    assert_eq!(Kind::of(record.as_bytes()), Ok(Kind::Records));
    assert_eq!(Kind::of(format!("\u{feff}\n {record}").as_bytes()), Ok(Kind::Records));
    assert_eq!(Kind::of(LAYOUT.as_bytes()), Ok(Kind::Layout));
    assert_eq!(Kind::of(b""), fault(0, Fault::UnknownKind));
    assert_eq!(Kind::of(b" \n"), fault(2, Fault::UnknownKind));
    assert_eq!(Kind::of(b" QQGame JQ"), fault(1, Fault::UnknownKind));
    assert_eq!(read_game(LAYOUT.as_bytes(), "x"), fault(0, Fault::NoGame));
    assert_eq!(read_game(&by_hand(), "x").expect("a game").id, "x");
}

#[test]
fn layouts_are_told_apart_by_any_white_space() {
    let read = layout::read(LAYOUT.as_bytes()).expect("a layout");
    let other = format!("\u{feff}\r\n{}\u{3000}", LAYOUT.replace(" / ", "/").replace(' ', "\t \n"));
    assert_eq!(layout::read(other.as_bytes()), Ok(read));
    assert_eq!(layout::write(&read), LAYOUT);
}

#[test]
fn faults_in_layouts_have_a_place() {
    let layout_fault = |at, what| fault(at, Fault::Layout(what));
    let read = |text: &str| layout::read(text.as_bytes()).map(|_| ());
    let with = |old: &str, new: &str| read(&LAYOUT.replacen(old, new, 1));
    assert_eq!(with("34", "3x"), layout_fault(3, LayoutFault::UnknownPiece));
    assert_eq!(with("--", "33"), layout_fault(20, LayoutFault::CampOrGap));
    assert_eq!(with("40", "41"), layout_fault(LAYOUT.len() - 2, LayoutFault::PieceCount));
    let flag = LAYOUT.replace("37 07", "07 37");
    assert_eq!(read(&flag), layout_fault(LAYOUT.len() - 14, LayoutFault::FlagOutsideHeadquarters));
    assert_eq!(with(" / 34", " 34"), layout_fault(15, LayoutFault::Shape), "six in a row");
    assert_eq!(with(" / 34 --", " / --"), layout_fault(28, LayoutFault::Shape), "four in a row");
    assert_eq!(read(&format!("{LAYOUT} /")), layout_fault(LAYOUT.len() + 1, LayoutFault::Shape));
    assert_eq!(read("33 34"), layout_fault(5, LayoutFault::Shape));
    assert_eq!(layout::read(b"33 \xff"), fault(3, Fault::Utf8));
}

#[test]
fn a_layout_is_fifty_bytes_and_back() {
    let read = layout::read(LAYOUT.as_bytes()).expect("a layout");
    let file = [b"QQGame JQL File\0\x57\x04\0\0".to_vec(), CODES.to_vec()].concat();
    assert_eq!(jql::write(&read), file);
    assert_eq!(jql::read(&file), Ok(read));
    for length in 0..file.len() {
        let missing = if length < 16 {
            16
        } else if length < 20 {
            20
        } else {
            50
        } - length;
        assert_eq!(jql::read(&file[..length]), fault(length, Fault::Truncated { missing }));
    }
    assert_eq!(jql::read(&[&file[..], b"\n"].concat()), fault(50, Fault::Trailing { bytes: 1 }));
    let with = |at: usize, byte: u8| {
        let mut file = file.clone();
        file[at] = byte;
        jql::read(&file)
    };
    assert_eq!(with(9, b'S'), fault(9, Fault::Signature));
    assert_eq!(with(16, 0x58), fault(16, Fault::Version));
    assert_eq!(with(20, 1), fault(20, Fault::HiddenPiece));
    assert_eq!(with(21, 14), fault(21, Fault::PieceCode(14)));
    assert_eq!(with(26, 13), fault(26, Fault::Layout(LayoutFault::CampOrGap)));
}

#[test]
fn records_are_checked_by_playing_them() {
    let good = vector("dark4.jsonl")
        .iter()
        .map(bare)
        .find(|record| record.first == Seat::Red && record.actions.len() > 100)
        .expect("a game");
    let text = record::write(&good);
    assert_eq!(record::read(text.as_bytes()), Ok(good.clone()));
    assert_eq!(record::read(format!("\u{feff} {text}\r\n").as_bytes()), Ok(good.clone()));
    assert_eq!(read_game(text.as_bytes(), "not asked for"), Ok(good.clone()));

    let refused = |action: &str, refusal| Fault::Action { action: action.into(), refusal };
    let action = format!("\"{}\"", good.actions[50]);
    let place = text.find(&action).expect("it is there") + 1;
    let with = |old: &str, new: &str| record::read(text.replacen(old, new, 1).as_bytes());
    assert_eq!(with(&action, "\"r99-r98\""), fault(place, refused("r99-r98", Refusal::Malformed)));
    let long = format!("\"{}\\u001b\"", "x".repeat(1000));
    let cut = format!("{}…", "x".repeat(60));
    assert_eq!(with(&action, &long), fault(0, refused(&cut, Refusal::Malformed)), "escapes hide the place");

    let layout = good.layouts.red.as_ref().expect("a layout");
    let place = text.find(layout.as_str()).expect("it is there");
    let gap = layout.find("--").expect("camps");
    let wrong = layout.replacen("--", "33", 1);
    assert_eq!(with(layout, &wrong), fault(place + gap, Fault::Layout(LayoutFault::CampOrGap)));
    let place = with("\"players\":4", "\"players\":2");
    assert!(
        matches!(place, Err(ReadError { at: 0, fault: Fault::Setup(SetupFault::SpareLayout(_)) })),
        "{place:?}"
    );
    let board = with("\"board\":\"siguo\"", "\"board\":\"classic\"");
    assert_eq!(board, fault(0, Fault::Setup(SetupFault::Rules(RuleSetFault::Players))));

    let mut other = good.clone();
    other.result = None;
    let is = good.result.clone();
    assert_eq!(record::read(record::write(&other).as_bytes()), fault(0, Fault::Result { says: None, is }));
    let twice = format!("{text}\n{text}");
    assert_eq!(record::read(twice.as_bytes()), fault(text.len() + 1, Fault::SecondRecord));
}

#[test]
fn what_is_no_record_says_where() {
    let text = record::write(&bare(&vector("dark4.jsonl")[0]));
    for length in 1..text.len() {
        assert_eq!(record::read(&text.as_bytes()[..length]), fault(length, Fault::Truncated { missing: 1 }));
    }
    let read = |text: &str| record::read(text.as_bytes()).expect_err("no record");
    let err = read("{\"format\":\n \"other\"}");
    assert_eq!(
        (err.at, &*err.to_string()),
        (18, "byte 18: not a record: unknown variant `other`, expected `siguo-record/1`")
    );
    let err = read(&format!("{{\"{}\": 1}}", "long ".repeat(10_000)));
    assert!(err.at > 50_000 && err.to_string().len() < 200, "{err}");
    let err = read(&"[".repeat(100_000));
    assert!(matches!(err.fault, Fault::Json(_)), "{err}");
}
