//! What chance makes of something that is right.

use serde_json::{Value, json};

use crate::common::play::Dice;

/// Values at the bounds of everything, and strings of every kind.
fn odd(dice: &mut Dice, known: &[String]) -> Value {
    match dice.below(24) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(0),
        4 => json!(u32::MAX),
        5 => json!(u64::from(u32::MAX) + 1),
        6 => json!(1_u64 << 53),
        7 => json!(u64::MAX),
        8 => json!(i64::MIN),
        9 => json!(f64::MAX),
        10 => json!(0.5),
        11 => json!(""),
        12 => json!("x".repeat(1 + dice.below(9_000))),
        13 => json!("\u{0}\u{1f}\u{7f}"),
        14 => json!("👩‍👩‍👧‍👦\u{202e}\u{feff}e\u{301}"),
        15 => json!("兵".repeat(1 + dice.below(300))),
        16 => json!("10000000-0000-7000-8000-00000000000g"),
        17 => json!(["r11", "n5", "b65", "p99", "R11", "n10"][dice.below(6)]),
        18 => json!([]),
        19 => json!({}),
        20 => (0..=dice.below(200)).fold(json!(1), |inner, _| json!([inner])),
        21 => (0..=dice.below(100)).fold(json!({}), |inner, _| json!({"t": "time", "d": inner})),
        _ => json!(known[dice.below(known.len())]),
    }
}

/// Any part of the value.
fn part<'a>(value: &'a mut Value, dice: &mut Dice) -> &'a mut Value {
    let inner = match value {
        Value::Object(fields) => fields.len(),
        Value::Array(items) => items.len(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    };
    if inner == 0 || dice.below(4) == 0 {
        return value;
    }
    let at = dice.below(inner);
    let next = match value {
        Value::Object(fields) => fields.values_mut().nth(at),
        Value::Array(items) => items.get_mut(at),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    };
    part(next.expect("it has so many"), dice)
}

/// Drops, adds, renames, swaps or replaces something.
pub(super) fn shape(value: &mut Value, dice: &mut Dice, known: &[String]) {
    let fresh = odd(dice, known);
    let (other, name) = (dice.below(4), known[dice.below(known.len())].clone());
    let turn = dice.below(8);
    match (part(value, dice), turn) {
        (Value::Object(fields), 0) if !fields.is_empty() => {
            let key = fields.keys().nth(other % fields.len()).cloned().expect("it has so many");
            fields.remove(&key);
        }
        (Value::Object(fields), 1) => {
            fields.insert(name, fresh);
        }
        (Value::Object(fields), 2) if !fields.is_empty() => {
            let key = fields.keys().nth(other % fields.len()).cloned().expect("it has so many");
            let moved = fields.remove(&key).expect("it is there");
            fields.insert(key.to_uppercase(), moved);
        }
        (Value::Object(fields), 3) if fields.len() > 1 => {
            let mut values: Vec<Value> = fields.values().cloned().collect();
            values.rotate_right(1);
            fields.values_mut().zip(values).for_each(|(field, value)| *field = value);
        }
        (Value::Array(items), 0 | 1) => items.push(fresh),
        (Value::Number(number), 0..=3) => {
            let near =
                number.as_i64().unwrap_or(0).wrapping_add([-1, 1, i64::from(u16::MAX), i64::MIN][other]);
            *number = near.into();
        }
        (spot, 4) => *spot = Value::Array(vec![spot.take()]),
        (spot, _) => *spot = fresh,
    }
}

/// Cuts, doubles or overwrites some bytes; what comes of it need not be text.
pub(super) fn bytes(text: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(text.len() + 1);
    let to = (at + dice.below(16)).min(text.len());
    match dice.below(6) {
        0 => text.truncate(at),
        1 => {
            text.drain(at..to).for_each(drop);
        }
        2 => {
            let doubled = text[at..to].repeat(1 + dice.below(3));
            text.splice(at..at, doubled).for_each(drop);
        }
        3 => text.splice(at..to, (0..dice.below(12)).map(|_| random(dice))).for_each(drop),
        4 => text.splice(at..at, b"[{\"".repeat(1 + dice.below(2_000))).for_each(drop),
        _ => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << dice.below(8);
            }
        }
    }
}

pub(super) fn random(dice: &mut Dice) -> u8 {
    u8::try_from(dice.below(256)).expect("a byte")
}
