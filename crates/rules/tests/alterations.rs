//! Whatever a record states is really checked: each kind of statement is altered in each suite that makes it, and the
//! alteration is found.

mod common;

use std::{collections::BTreeMap, fs};

use rules::{
    Record,
    record::{Checked, Next, Report},
};
use serde_json::{Value, json};

/// In so many places of a suite each alteration is tried.
const PLACES: usize = 6;

struct Alteration {
    name: &'static str,
    what: Checked,
    /// The list of the record that is altered, or nothing for the record itself.
    list: &'static str,
    /// Alters one entry, if it has what is to be altered.
    alter: fn(&mut Value) -> bool,
}

const fn alteration(
    name: &'static str,
    what: Checked,
    list: &'static str,
    alter: fn(&mut Value) -> bool,
) -> Alteration {
    Alteration { name, what, list, alter }
}

const ALTERATIONS: [Alteration; 29] = [
    alteration("turn", Checked::Turn, "trace", |entry| replace(entry, "/turn", other_seat)),
    alteration("legal", Checked::Legal, "trace", |entry| replace(entry, "/legal", one_more)),
    alteration("hash", Checked::Hash, "trace", |entry| replace(entry, "/hash", other_digit)),
    alteration("moves, one less", Checked::Moves, "trace", |entry| remove_one(entry, "moves")),
    alteration("moves, one changed", Checked::Moves, "trace", |entry| {
        replace(entry, "/moves/0", other_point)
    }),
    alteration("fight changed", Checked::Fight, "trace", |entry| replace(entry, "/fight", other_fight)),
    alteration("fight left out", Checked::Fight, "trace", |entry| leave_out(entry, "fight")),
    alteration("fight added", Checked::Fight, "trace", |entry| add(entry, "fight", json!("both"))),
    alteration("out, other seat", Checked::Out, "trace", |entry| replace(entry, "/out/0/0", other_seat)),
    alteration("out, other reason", Checked::Out, "trace", |entry| replace(entry, "/out/0/1", other_reason)),
    alteration("out left out", Checked::Out, "trace", |entry| leave_out(entry, "out")),
    alteration("out added", Checked::Out, "trace", |entry| add(entry, "out", json!([["red", "no-move"]]))),
    alteration("flags, other seat", Checked::Flags, "trace", |entry| replace(entry, "/flags/0", other_seat)),
    alteration("flags left out", Checked::Flags, "trace", |entry| leave_out(entry, "flags")),
    alteration("flags added", Checked::Flags, "trace", |entry| add(entry, "flags", json!(["blue"]))),
    alteration("scout, other point", Checked::Scout, "trace", |entry| replace(entry, "/scout", other_point)),
    alteration("scout left out", Checked::Scout, "trace", |entry| leave_out(entry, "scout")),
    alteration("scout added", Checked::Scout, "trace", |entry| add(entry, "scout", json!("r11"))),
    alteration("route, one point less", Checked::Route, "trace", |entry| remove_one(entry, "route")),
    alteration("route, other point", Checked::Route, "trace", |entry| {
        replace(entry, "/route/1", other_point)
    }),
    alteration("view, hash", Checked::Views, "views", |entry| replace(entry, "/hash", other_digit)),
    alteration("view, pieces", Checked::Views, "views", |entry| remove_one(entry, "pieces")),
    alteration("view, after", Checked::Views, "views", |entry| replace(entry, "/after", |_| json!(100_000))),
    alteration("refused", Checked::Refused, "refused", |entry| replace(entry, "/2", other_refusal)),
    alteration("result, winner", Checked::Result, "", |record| {
        replace(record, "/result/winner", other_winner)
    }),
    alteration("result, reason", Checked::Result, "", |record| {
        replace(record, "/result/reason", other_reason)
    }),
    alteration("result, void", Checked::Result, "", |record| {
        replace(record, "/result/void", |void| json!(void != &json!(true)))
    }),
    alteration("result, steps", Checked::Result, "", |record| replace(record, "/result/steps", one_more)),
    alteration("result left out", Checked::Result, "", |record| leave_out(record, "result")),
];

fn replace(entry: &mut Value, pointer: &str, with: fn(&Value) -> Value) -> bool {
    let value = entry.pointer_mut(pointer);
    value.map(|value| *value = with(value)).is_some()
}

fn remove_one(entry: &mut Value, field: &str) -> bool {
    let list = entry.get_mut(field).and_then(Value::as_array_mut);
    list.is_some_and(|list| list.pop().is_some())
}

fn leave_out(object: &mut Value, field: &str) -> bool {
    object.as_object_mut().expect("an object").remove(field).is_some_and(|value| !value.is_null())
}

fn add(object: &mut Value, field: &str, value: Value) -> bool {
    let absent = object.get(field).is_none_or(Value::is_null);
    if absent {
        object[field] = value;
    }
    absent
}

fn another(value: &Value, choice: [&str; 2]) -> Value {
    json!(if value == choice[0] { choice[1] } else { choice[0] })
}

fn one_more(number: &Value) -> Value {
    json!(number.as_u64().expect("a number") + 1)
}

fn other_seat(seat: &Value) -> Value {
    another(seat, ["red", "blue"])
}

fn other_winner(winner: &Value) -> Value {
    json!(if winner == &json!(["red"]) { vec!["blue"] } else { vec!["red"] })
}

fn other_fight(fight: &Value) -> Value {
    another(fight, ["attacker", "both"])
}

fn other_reason(reason: &Value) -> Value {
    another(reason, ["flag", "flee"])
}

fn other_refusal(code: &Value) -> Value {
    another(code, ["over", "illegal"])
}

fn other_digit(hash: &Value) -> Value {
    let text = hash.as_str().expect("a hash");
    json!(format!("{}{}", if text.starts_with('0') { '1' } else { '0' }, &text[1..]))
}

fn other_point(text: &Value) -> Value {
    let text = text.as_str().expect("a point or a move");
    let end = text.find('-').unwrap_or(text.len());
    json!(format!("{}{}", if text.starts_with("r65") { "r61" } else { "r65" }, &text[end..]))
}

/// Alters up to [`PLACES`] entries of the suite, one at a time; says how many.
fn try_in_suite(alteration: &Alteration, records: &[Value]) -> usize {
    let mut places = 0;
    for record in records {
        let entries = if alteration.list.is_empty() {
            1
        } else {
            record[alteration.list].as_array().map_or(0, Vec::len)
        };
        // From the end: what comes late in a game depends on more of it.
        for index in (0..entries).rev().step_by(7) {
            let mut altered = record.clone();
            let entry =
                if alteration.list.is_empty() { &mut altered } else { &mut altered[alteration.list][index] };
            if !(alteration.alter)(entry) {
                continue;
            }
            let altered = altered.to_string();
            assert_ne!(altered, record.to_string());
            let report = Report::of_lines(&altered);
            let found = report.faults.iter().any(|fault| fault.what == alteration.what);
            assert!(found, "{} of {}, entry {index}: {:?}", alteration.name, record["id"], report.faults);
            places += 1;
            if places == PLACES {
                return places;
            }
            break;
        }
    }
    places
}

#[test]
fn every_alteration_is_found_in_every_suite() {
    let mut places = BTreeMap::new();
    for path in common::record_files(&common::vectors()) {
        let text = fs::read_to_string(&path).unwrap();
        let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for alteration in &ALTERATIONS {
            *places.entry(alteration.name).or_insert(0) += try_in_suite(alteration, &records);
        }
    }
    for alteration in &ALTERATIONS {
        assert!(places[alteration.name] > 0, "no suite has {}", alteration.name);
    }
}

#[test]
fn the_last_position_of_an_unfinished_record_is_checked() {
    for path in common::record_files(&common::vectors()) {
        let text = fs::read_to_string(&path).unwrap();
        let mut record: Record = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        record.actions.pop();
        record.trace.pop();
        record.views.retain(|view| view.after <= record.actions.len());
        record.refused.retain(|refused| refused.0 <= record.actions.len());
        record.result = None;
        let game = record.replay().unwrap();
        let next = Next { turn: game.turn().unwrap(), steps: game.steps(), quiet: game.quiet() };
        let faults_with = |next| Record { next: Some(next), ..record.clone() }.check().faults;
        assert_eq!(faults_with(next), []);
        for altered in [
            Next { turn: next.turn.next(), ..next },
            Next { steps: next.steps + 1, ..next },
            Next { quiet: next.quiet + 1, ..next },
        ] {
            let faults = faults_with(altered);
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert_eq!(faults[0].what, Checked::Next);
            assert_eq!(faults[0].action, Some(record.actions.len()));
        }
    }
}

#[test]
fn what_cannot_be_read_or_played_is_a_fault() {
    let text = common::read_vector("dark2.jsonl");
    let record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let what = |alter: &dyn Fn(&mut Value)| {
        let mut altered = record.clone();
        alter(&mut altered);
        let faults = Report::of_lines(&altered.to_string()).faults;
        faults.first().map(|fault| fault.what)
    };
    assert_eq!(what(&|_| {}), None);
    assert_eq!(what(&|record| record["format"] = json!("siguo-record/2")), Some(Checked::Record));
    assert_eq!(what(&|record| record["unknown"] = json!(1)), Some(Checked::Record));
    assert_eq!(what(&|record| record["rules"]["players"] = json!(3)), Some(Checked::Record));
    assert_eq!(what(&|record| record["layouts"]["red"] = json!("--")), Some(Checked::Setup));
    assert_eq!(
        what(&|record| record["layouts"]["green"] = record["layouts"]["red"].clone()),
        Some(Checked::Setup)
    );
    assert_eq!(what(&|record| record["first"] = json!("green")), Some(Checked::Setup));
    assert_eq!(what(&|record| record["actions"][3] = json!("r11 r12")), Some(Checked::Actions));
    assert_eq!(what(&|record| record["actions"][3] = json!("surrender red")), Some(Checked::Actions));
    assert_eq!(what(&|record| record["times"] = json!([1, 2])), Some(Checked::Times));
    let broken = Report::of_lines("\n{}\nnull\n");
    assert_eq!((broken.games, broken.actions, broken.faults.len()), (2, 0, 2));
    assert!(
        broken.faults[0].to_string().starts_with("line 2: record: expected a record, found missing field")
    );
}
