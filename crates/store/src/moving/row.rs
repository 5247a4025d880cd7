use std::fmt;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Id,
    Bytes,
    Text,
    Integer,
    Flag,
}

impl Kind {
    /// By the name of the type in PostgreSQL: SQLite has fewer.
    pub(super) fn of(postgres: &str) -> Option<Kind> {
        match postgres {
            "uuid" => Some(Kind::Id),
            "bytea" => Some(Kind::Bytes),
            "text" => Some(Kind::Text),
            "bigint" => Some(Kind::Integer),
            "boolean" => Some(Kind::Flag),
            _ => None,
        }
    }
}

/// One value of a row.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Id(Option<Uuid>),
    Bytes(Option<Vec<u8>>),
    Text(Option<String>),
    Integer(Option<i64>),
    Flag(Option<bool>),
}

impl Value {
    fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Value::Id(id) => id.map(|id| id.as_bytes().to_vec()),
            Value::Bytes(bytes) => bytes.clone(),
            Value::Text(text) => text.as_ref().map(|text| text.as_bytes().to_vec()),
            Value::Integer(number) => number.map(|number| number.to_be_bytes().to_vec()),
            Value::Flag(flag) => flag.map(|flag| vec![u8::from(flag)]),
        }
    }
}

/// A sum over the hashes of rows: the two databases need not agree on an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum([u64; 4]);

impl Checksum {
    pub(super) fn add(&mut self, row: &[Value]) {
        let mut hash = Sha256::new();
        for value in row {
            match value.bytes() {
                // The length stands before the bytes, so that none passes from one column to the next.
                Some(bytes) => {
                    hash.update((bytes.len() as u64 + 1).to_be_bytes());
                    hash.update(bytes);
                }
                None => hash.update(0u64.to_be_bytes()),
            }
        }
        let hash = hash.finalize();
        for (sum, part) in self.0.iter_mut().zip(hash.as_chunks::<8>().0) {
            *sum = sum.wrapping_add(u64::from_be_bytes(*part));
        }
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| write!(f, "{part:016x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(rows: &[[&str; 2]]) -> Checksum {
        let mut sum = Checksum::default();
        for row in rows {
            sum.add(&row.map(|text| Value::Text(Some(text.to_owned()))));
        }
        sum
    }

    #[test]
    fn a_checksum_tells_what_rows_hold_and_not_their_order() {
        assert_eq!(sum(&[["a", "b"], ["c", "d"]]), sum(&[["c", "d"], ["a", "b"]]));
        assert_ne!(sum(&[["a", "b"], ["c", "d"]]), sum(&[["a", "d"], ["c", "b"]]));
        assert_ne!(sum(&[["ab", ""]]), sum(&[["a", "b"]]));
        // Twice the same is not nothing.
        assert_ne!(sum(&[["a", "b"], ["a", "b"]]), sum(&[]));
        let (mut none, mut empty) = (Checksum::default(), Checksum::default());
        none.add(&[Value::Text(None)]);
        empty.add(&[Value::Text(Some(String::new()))]);
        assert_ne!(none, empty);
    }
}
