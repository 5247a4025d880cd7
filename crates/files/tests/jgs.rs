//! Games to `.jgs` files and back.

mod common;

use std::collections::HashSet;

use common::{LAYOUT, bare, by_hand, vector};
use files::{TextFault, Unfit, jgs};
use proptest::{prelude::*, sample::Index};
use rules::{
    Action, BySeat, EndReason, Game, OutReason, Record, RuleSet, Seat, Sight,
    record::{Comment, RecordPlayer},
};

/// The rules of the recorded games of the QQ client.
const RULES: RuleSet = RuleSet { quiet_limit: 71, ..RuleSet::DEFAULT };

#[test]
fn a_file_written_by_hand_is_read() {
    let record = jgs::read(&by_hand(), "by-hand").expect("a game");
    assert_eq!((&*record.id, record.rules, record.first), ("by-hand", RULES, Seat::Red));
    assert_eq!(record.layouts, BySeat::new_with(|_| Some(LAYOUT.to_owned())));
    assert_eq!(record.actions, ["r15-p11", "timeout", "flee blue"]);
    assert_eq!(record.comments, [Comment(1, "好棋".into()), Comment(3, "gone".into())]);
    let result = record.result.as_ref().expect("it has ended");
    assert_eq!((result.reason, result.void, result.fled), (EndReason::Flee, true, Some(Seat::Blue)));
    let names = record.players.as_ref().map(|_, player| player.as_ref().map_or("", |player| &player.name));
    assert_eq!(names, BySeat { red: "甲", purple: "丁", blue: "丙", green: "乙" });
}

#[test]
fn what_is_written_differs_only_in_what_nobody_understands() {
    let file = by_hand();
    let record = jgs::read(&file, "by-hand").expect("a game");
    let mut written = jgs::write(&record).expect("it fits");
    assert_eq!(written.len(), file.len());
    let mut keep =
        |from: usize, count: usize| written[from..from + count].copy_from_slice(&file[from..from + count]);
    keep(0x0b, 5);
    keep(0x18, 1);
    for block in [0x1c, 0x74, 0xcc, 0x124] {
        keep(block, 4);
        keep(block + 62, 26);
    }
    keep(0x19c + 40, 8);
    // The second comment is on the end of the game, which is no action; the place of its last action is the record before.
    keep(0x19c + 48 + 20 + 216, 1);
    assert_eq!(written, file);
}

#[test]
fn records_that_fit_come_back() {
    let mut seen = HashSet::new();
    for record in vector("dark4.jsonl").iter().chain(&vector("edges-four.jsonl")).map(bare) {
        let written = match jgs::write(&record) {
            Ok(written) => written,
            Err(Unfit::Quiet(70)) => {
                assert_eq!(record.result.as_ref().map(|result| result.reason), Some(EndReason::Quiet));
                continue;
            }
            Err(Unfit::Rules(rule)) => {
                assert!(["players", "quiet_limit", "step_limit", "timeouts"].contains(&rule), "{rule}");
                continue;
            }
            Err(unfit) => panic!("{}: {unfit}", record.id),
        };
        let back = jgs::read(&written, &record.id).unwrap_or_else(|err| panic!("{}: {err}", record.id));
        assert_eq!(jgs::write(&back).as_ref(), Ok(&written), "{}", record.id);
        let result = record.result.clone().expect("vectors have ended");
        let turned = back.result.clone().expect("so has what was read");
        assert_eq!((turned.reason, turned.void, turned.steps), (result.reason, result.void, result.steps));
        assert_eq!(turned.winner.len(), result.winner.len());
        let first = (back.first, back.layouts.get(Seat::Red).clone());
        assert_eq!(first, (Seat::Red, record.layouts.get(record.first).clone()));
        if record.first == Seat::Red {
            let back = Record { rules: record.rules, ..back };
            assert_eq!(back, record);
        }
        seen.insert((record.first, result.reason));
    }
    for first in [Seat::Red, Seat::Purple, Seat::Blue] {
        assert!(seen.iter().any(|(seat, _)| *seat == first), "no game that {first} begins: {seen:?}");
    }
    for reason in
        [EndReason::Agreed, EndReason::Flee, EndReason::NoMove, EndReason::Surrender, EndReason::Timeouts]
    {
        assert!(seen.iter().any(|(_, other)| *other == reason), "no game that ends so: {reason:?}");
    }
}

#[test]
fn names_and_comments_come_back() {
    let mut record = ours();
    let name = |name: &str| Some(RecordPlayer { name: name.into(), kind: None, level: None });
    record.players =
        BySeat {
            red: name("甲方"), purple: None, blue: name("Player-3"), green: name("电脑（普通）")
        };
    record.comments = vec![Comment(2, "双飞".into()), Comment(0, "布局".into()), Comment(2, String::new())];
    let back = jgs::read(&jgs::write(&record).expect("it fits"), &record.id).expect("a game");
    assert_eq!(back, record);
}

#[test]
fn an_unfinished_game_comes_back() {
    let mut record = ours();
    record.actions.truncate(1);
    record.result = None;
    let back = jgs::read(&jgs::write(&record).expect("it fits"), &record.id).expect("a game");
    assert_eq!(back, record);
}

#[test]
fn what_does_not_fit_says_why() {
    let fits = ours();
    let with = |change: &dyn Fn(&mut Record)| {
        let mut record = fits.clone();
        change(&mut record);
        jgs::write(&record).expect_err("it does not fit")
    };
    for (rule, change) in [
        ("sight", RuleSet { sight: Sight::Open, ..RULES }),
        ("bombs_fly", RuleSet { bombs_fly: true, ..RULES }),
        ("timeouts", RuleSet { timeouts: 0, ..RULES }),
        ("quiet_limit", RuleSet { quiet_limit: 0, ..RULES }),
        ("step_limit", RuleSet { step_limit: 500, ..RULES }),
    ] {
        assert_eq!(with(&|record| record.rules = change), Unfit::Rules(rule));
    }
    let name = |name: &str| Some(RecordPlayer { name: name.into(), kind: None, level: None });
    let long = "一二三四五六七八九十";
    let too_long = TextFault::TooLong { bytes: 20, most: 19 };
    assert_eq!(with(&|record| record.players.blue = name(long)), Unfit::Name(Seat::Blue, too_long));
    let strange = TextFault::Character('🀄');
    assert_eq!(with(&|record| record.players.red = name("🀄")), Unfit::Name(Seat::Red, strange));
    assert_eq!(with(&|record| record.comments = vec![Comment(4, "x".into())]), Unfit::CommentPlace(0));
    let long = || vec![Comment(0, "x".into()), Comment(0, "棋".repeat(106))];
    let too_long = TextFault::TooLong { bytes: 212, most: 211 };
    assert_eq!(with(&|record| record.comments = long()), Unfit::Comment(1, too_long));
    assert_eq!(with(&|record| record.result = None), Unfit::Result);
    let aborted = with(&|record| {
        record.actions[2] = "abort".into();
        record.result = record.replay().expect("a game").result().cloned();
    });
    assert_eq!(aborted, Unfit::Aborted);
    assert!(matches!(with(&|record| record.actions[0] = "r11-r61".into()), Unfit::Record(_)));
    let endless = with(&|record| record.actions = vec!["r12-r13".into(); 7000]);
    assert_eq!(endless, Unfit::TooLong(7000));
    for file in ["dark2.jsonl", "flip2.jsonl", "partners4.jsonl", "clockwise4.jsonl"] {
        let refused = jgs::write(&bare(&vector(file)[0])).expect_err("it does not fit");
        assert!(matches!(refused, Unfit::Rules(_)), "{file}: {refused}");
    }
}

/// A short game that fits.
fn ours() -> Record {
    Record {
        comments: Vec::new(),
        players: BySeat::default(),
        ..jgs::read(&by_hand(), "ours").expect("a game")
    }
}

/// What a player may do at random: mostly a move, and what files tell otherwise.
#[derive(Clone, Debug)]
enum Choice {
    Move(Index),
    Timeout,
    Surrender(Index),
    Flee(Index),
    Draw,
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let choice = prop_oneof![
        400 => any::<Index>().prop_map(Choice::Move),
        40 => Just(Choice::Timeout),
        6 => any::<Index>().prop_map(Choice::Surrender),
        1 => any::<Index>().prop_map(Choice::Flee),
        1 => Just(Choice::Draw),
    ];
    prop::collection::vec(choice, 0..400)
}

/// A game of these choices.
fn played(first: Seat, choices: &[Choice]) -> (Record, Game) {
    let mut record = Record { first, actions: Vec::new(), result: None, ..ours() };
    let mut game = record.start().expect("a game");
    for choice in choices {
        let seats: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| game.is_in(*seat)).collect();
        let action = match choice {
            Choice::Move(index) => {
                let legal = game.legal().moves;
                // Attacks first: they are what a file tells most of.
                let moves: Vec<Action> = legal
                    .iter()
                    .flat_map(|targets| {
                        targets.to.iter().map(|to| Action::Move { from: targets.from, to: *to })
                    })
                    .collect();
                if moves.is_empty() { Action::Timeout } else { *index.get(&moves) }
            }
            Choice::Timeout => Action::Timeout,
            Choice::Surrender(index) => Action::Surrender(*index.get(&seats)),
            Choice::Flee(index) => Action::Flee(*index.get(&seats)),
            Choice::Draw => Action::Draw,
        };
        if game.apply(action).is_ok() {
            record.actions.push(action.to_string());
        }
        if game.result().is_some() {
            break;
        }
    }
    record.result = game.result().cloned();
    (record, game)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_game_comes_back(first in 0..4usize, choices in choices()) {
        let (record, game) = played(Seat::ALL[first], &choices);
        let written = jgs::write(&record).expect("it fits");
        let back = jgs::read(&written, &record.id).expect("a game");
        prop_assert_eq!(jgs::write(&back), Ok(written));
        if first == 0 {
            prop_assert_eq!(&back, &record);
        }
        // The same players went out, for the same reasons, the seats turned.
        let out = |game: &Game| game.out().map(|out| (out.reason, out.step)).collect::<Vec<(OutReason, u32)>>();
        prop_assert_eq!(out(&back.replay().expect("a game")), out(&game));
    }
}
