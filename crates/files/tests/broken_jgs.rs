//! `.jgs` files with a fault: each is named, with its place.

mod common;

use common::{RECORDS, by_hand};
use files::{Fault, ReadError, jgs};
use rules::{Fight, LayoutFault, Refusal, Seat};

fn read(bytes: &[u8]) -> ReadError {
    jgs::read(bytes, "broken").expect_err("the file has a fault")
}

/// The fault of the good file with these bytes put over it.
fn with(at: usize, bytes: &[u8]) -> ReadError {
    let mut file = by_hand();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    read(&file)
}

fn fault(at: usize, fault: Fault) -> ReadError {
    ReadError { at, fault }
}

#[test]
fn a_file_may_be_cut_nowhere() {
    let file = by_hand();
    let records_end = RECORDS + 40;
    for length in 0..file.len() {
        let cut = &file[..length];
        if length == records_end + 8 {
            assert!(jgs::read(cut, "x").is_ok(), "without its comments it is a file too");
            continue;
        }
        let err = read(cut);
        assert_eq!(err.at, length, "{err}");
        assert!(matches!(err.fault, Fault::Truncated { missing: 1.. }), "{err}");
    }
    let longer = [file.clone(), vec![0]].concat();
    assert_eq!(read(&longer), fault(file.len(), Fault::Trailing { bytes: 1 }));
}

#[test]
fn the_header_must_be_true() {
    let number = |what, says, is| Fault::Number { what, says, is };
    let first = "the offset of the first record";
    let end = "the offset of the end of the records";
    for (at, bytes, expected) in [
        (0x00, &b"qq"[..], fault(0, Fault::Signature)),
        (0x09, b"T", fault(9, Fault::Signature)),
        (0x0f, &[4], fault(0x0f, Fault::Seat(4))),
        (0x10, &[0x8d, 1], fault(0x10, number(first, 0x19d, 0x19c))),
        (0x12, &[0xff, 0xff], fault(0x12, number(end, 0x1000f, 0x1c4))),
        (0x14, &[2], fault(0x14, Fault::Version)),
        (0x18, &[4], fault(0x18, Fault::Seat(4))),
        (0x19, &[2], fault(0x19, Fault::Players(2))),
        (0x1a, &[3], fault(0x12, number(end, 0x1c4, 0x1ba))),
        (0x1a, &[0xff, 0xff], fault(0x12, number(end, 0x1c4, 0x19c + 655_350))),
        (0x20, &[0xff], fault(0x20, Fault::AbsentSeat(0))),
        (0x78, &[2], fault(0x78, Fault::Seat(2))),
        (0x28, &[0xff, 0xff, 0x30], fault(0x28, Fault::Text)),
        (0x28, &[b'x'; 20], fault(0x28, Fault::UnendedText)),
    ] {
        assert_eq!(with(at, bytes), expected);
    }
    // A file that says it has more records than it has bytes.
    let mut lying = by_hand();
    lying[0x12..0x14].copy_from_slice(&(0x18c_u16 + 60_000).to_le_bytes());
    lying[0x1a..0x1c].copy_from_slice(&6_000_u16.to_le_bytes());
    let missing = RECORDS + 60_000 + 8 - lying.len();
    assert_eq!(read(&lying), fault(lying.len(), Fault::Truncated { missing }));
}

#[test]
fn layouts_must_be_layouts() {
    let green = 0x74 + 32;
    for (slot, code, expected) in [
        (0, 1, Fault::HiddenPiece),
        (7, 14, Fault::PieceCode(14)),
        (29, 0xff, Fault::PieceCode(0xff)),
        (6, 13, Fault::Layout(LayoutFault::CampOrGap)),
        (0, 0, Fault::Layout(LayoutFault::CampOrGap)),
        (29, 12, Fault::Layout(LayoutFault::PieceCount)),
    ] {
        assert_eq!(with(green + slot, &[code]), fault(green + slot, expected));
    }
    for (bytes, slot, expected) in [
        // Flag and its left neighbour; mine and a front piece; bomb and a front piece change places.
        (&[(25, 2), (26, 8)][..], 25, LayoutFault::FlagOutsideHeadquarters),
        (&[(0, 3), (24, 12)], 0, LayoutFault::MineBeforeRowFive),
        (&[(4, 4), (11, 12)], 4, LayoutFault::BombInFrontRow),
    ] {
        let mut file = by_hand();
        for (place, code) in bytes {
            file[green + place] = *code;
        }
        assert_eq!(read(&file), fault(green + slot, Fault::Layout(expected)));
    }
}

/// The place of a record, and of a byte in it.
fn place(record: usize, byte: usize) -> usize {
    RECORDS + record * 10 + byte
}

#[test]
fn what_is_told_of_a_move_is_compared() {
    let refused = |action: &str, refusal| Fault::Action { action: action.into(), refusal };
    let fight = |says| Fault::Fight { says, is: Some(Fight::Both) };
    for (byte, bytes, at, expected) in [
        (0, &[0x5e][..], 0, Fault::RecordKind(0x5e)),
        (1, &[0x18], 1, fight(None)),
        (1, &[0x19], 1, fight(Some(Fight::Attacker))),
        (1, &[0x1a], 1, fight(Some(Fight::Defender))),
        (1, &[0x13], 1, Fault::Next { says: 2, is: 3 }),
        (1, &[0x5b], 1, Fault::Flags),
        (1, &[0x3b], 1, Fault::MoveBits(0x20)),
        (1, &[0x9f], 1, Fault::MoveBits(0x84)),
        (6, &[0, 0, 7, 16], 8, Fault::Flags),
        (2, &[17], 2, Fault::Point { x: 17, y: 6 }),
        (4, &[7, 8], 4, Fault::Point { x: 7, y: 8 }),
        (4, &[0xff, 0xff], 4, Fault::Point { x: 0xff, y: 0xff }),
        (2, &[8, 8], 0, refused("n5-p11", Refusal::Illegal)),
        (4, &[11, 7], 0, refused("r15-r14", Refusal::Illegal)),
    ] {
        assert_eq!(with(place(0, byte), bytes), fault(place(0, at), expected));
    }
}

#[test]
fn what_is_told_of_events_is_compared() {
    let happened = |says, is| Fault::Happened { says, is };
    let nothing = "nothing that leads to this";
    for (record, bytes, at, expected) in [
        (1, &[0xf5, 1][..], 1, Fault::Event { code: 1, argument: 1 }),
        (1, &[0xf5, 3, 3, 5], 1, Fault::Event { code: 3, argument: 5 }),
        (1, &[0xf5, 2, 2], 2, Fault::Turn { says: Seat::Blue, is: Seat::Purple }),
        (1, &[0xf5, 2, 4], 2, Fault::Seat(4)),
        (1, &[0xf5, 2, 3, 2], 3, Fault::Timeouts { says: 2, is: 1 }),
        (1, &[0xf5, 2, 3, 1, 1], 4, Fault::Next { says: 1, is: 2 }),
        (1, &[0xf5, 3, 3, 1, 2], 1, happened("a player out, the flag taken", nothing)),
        (1, &[0xf5, 3, 3, 2, 2], 1, happened("a player out, without a move", nothing)),
        (1, &[0xf5, 3, 3, 3, 2], 1, happened("a player out, with too many turns lost", nothing)),
        (1, &[0xf5, 5, 0, 4, 0xff], 1, happened("the end, a side has won", nothing)),
        (1, &[0xf5, 4, 3, 0, 3], 2, happened("a player leaving the table", "the player is still in")),
        (
            1,
            &[0xf5, 3, 3, 4],
            0,
            Fault::Action { action: "surrender purple".into(), refusal: Refusal::TooEarly },
        ),
        (2, &[0xf5, 3, 2, 6, 1], 4, Fault::Next { says: 1, is: 0xff }),
        (3, &[0xf5, 5, 0, 4], 1, happened("the end, a side has won", "the end, somebody ran away")),
        (3, &[0xf5, 5, 1, 6], 2, Fault::Seat(1)),
        (3, &[0xf5, 5, 0, 6, 0], 4, Fault::Next { says: 0, is: 0xff }),
        (3, &[0x5f], 0, happened("a move", "the end, somebody ran away")),
    ] {
        assert_eq!(with(place(record, 0), bytes), fault(place(record, at), expected), "{bytes:?}");
    }
}

#[test]
fn the_end_must_be_told_and_be_the_end() {
    let without_comments = |count: u8| {
        let mut file = by_hand();
        file.truncate(RECORDS + usize::from(count) * 10);
        file.extend([0; 8]);
        file[0x12] = 0x8c + count * 10;
        file[0x1a] = count;
        file
    };
    assert_eq!(read(&without_comments(3)), fault(place(3, 0), Fault::Untold("the end, somebody ran away")));
    let mut unfinished = without_comments(2);
    assert!(jgs::read(&unfinished, "x").is_ok_and(|record| record.result.is_none()), "blue is to move");
    unfinished[0x18] = 0;
    assert_eq!(read(&unfinished), fault(0x18, Fault::Next { says: 0, is: 2 }));
    let mut longer = without_comments(4);
    let more = longer[place(0, 0)..place(1, 0)].to_vec();
    longer.splice(place(4, 0)..place(4, 0), more);
    longer[0x12] += 10;
    longer[0x1a] += 1;
    assert_eq!(read(&longer), fault(place(4, 0), Fault::AfterTheEnd));
}

#[test]
fn comments_must_be_on_the_game() {
    let head = place(4, 0) + 8;
    let first = head + 20;
    assert_eq!(with(first, &[5]), fault(first, Fault::Comment(5)));
    assert_eq!(with(first, &[0xff; 4]), fault(first, Fault::Comment(u32::MAX)));
    assert_eq!(with(first + 4, &[b'x'; 212]), fault(first + 4, Fault::UnendedText));
    assert_eq!(with(first + 4, &[0x80, 0xff, 0xff]), fault(first + 4, Fault::Text));
    assert_eq!(with(head, &[1]), fault(first + 216, Fault::Trailing { bytes: 216 }));
    let length = by_hand().len();
    assert_eq!(with(head, &[3]), fault(length, Fault::Truncated { missing: 216 }));
    let missing = 0xffff_ffff * 216 - 2 * 216;
    assert_eq!(with(head, &[0xff; 4]), fault(length, Fault::Truncated { missing }));
}
