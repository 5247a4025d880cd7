//! The files that players have.

mod common;

use std::fs;

use files::{Kind, jgs, jql, layout};
use rules::Seat;

/// The events of players leaving the table, which follow from nothing and are not kept.
fn without_leaving(records: &[u8]) -> Vec<u8> {
    records.chunks(10).filter(|record| record[..2] != [0xf5, 4]).collect::<Vec<_>>().concat()
}

#[test]
fn every_real_game_is_the_recorded_one() {
    let Some(folder) = common::real() else { return };
    let expected = common::records(&folder.join("games.jsonl"));
    let files = common::files(&folder.join("jgs"));
    assert_eq!(files.len(), 11);
    for file in files {
        let bytes = fs::read(&file).expect("the file");
        assert_eq!(Kind::of(&bytes), Ok(Kind::Jgs));
        let number = file.file_stem().and_then(|stem| stem.to_str()).expect("a name").replace("game", "qq");
        let record = jgs::read(&bytes, &number).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
        let expected = expected.iter().find(|record| record.id == number).expect("the record");
        assert_eq!(
            (&record.rules, record.first, &record.layouts, &record.actions, &record.result),
            (&expected.rules, expected.first, &expected.layouts, &expected.actions, &expected.result),
            "{number}"
        );
        let names = record.players.as_ref().map(|_, player| player.as_ref().map(|player| &*player.name));
        assert_eq!(
            Seat::ALL.map(|seat| names.get(seat).expect("a name")),
            ["甲方", "丁方", "丙方", "乙方"],
            "seats 0, 3, 2, 1"
        );

        let written = jgs::write(&record).expect("it came from such a file");
        assert_eq!(jgs::read(&written, &number).as_ref(), Ok(&record), "{number}");
        let end = 0x10 + usize::from(u16::from_le_bytes([bytes[0x12], bytes[0x13]]));
        let end_written = 0x10 + usize::from(u16::from_le_bytes([written[0x12], written[0x13]]));
        assert_eq!(written[0x19c..end_written], without_leaving(&bytes[0x19c..end]), "{number}");
        assert_eq!(written[0x14..0x1a], bytes[0x14..0x1a], "{number}");
    }
}

#[test]
fn comments_come_with_the_action_that_they_are_on() {
    let Some(folder) = common::real() else { return };
    let bytes = fs::read(folder.join("jgs/game-06.jgs")).expect("the file");
    let record = jgs::read(&bytes, "qq-06").expect("a game");
    let comments: Vec<(u32, &str)> = record.comments.iter().map(|comment| (comment.0, &*comment.1)).collect();
    // Records 336 and 403 of the file tell of a player out, which is no action.
    let expected = [
        (282, "第282步评注"),
        (312, "第312步评注"),
        (335, "第335步评注"),
        (401, "第402步评注"),
        (402, "第403步评注"),
        (404, "第406步评注"),
    ];
    assert_eq!(comments, expected);
}

#[test]
fn every_real_layout_is_the_same_text_and_file() {
    let Some(folder) = common::real() else { return };
    let files = common::files(&folder.join("jql"));
    assert_eq!(files.len(), 8);
    for file in files {
        let bytes = fs::read(&file).expect("the file");
        assert_eq!(Kind::of(&bytes), Ok(Kind::Jql));
        let text = layout::write(&jql::read(&bytes).expect("a layout"));
        let read = layout::read(text.as_bytes()).expect("a layout");
        assert_eq!(jql::write(&read), bytes, "{}", file.display());
    }
}
