use rules::Record;

use crate::{Fault, ReadError, jgs, jql, record};

/// What kind of file something is, told by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A recorded game of the QQ client.
    Jgs,
    /// A layout of the QQ client.
    Jql,
    /// Records, one JSON object after the other.
    Records,
    /// A layout as text.
    Layout,
}

impl Kind {
    /// Looks at how the file begins; whether the rest is as it should be, its reader says.
    pub fn of(bytes: &[u8]) -> Result<Kind, ReadError> {
        if bytes.starts_with(jgs::SIGNATURE) {
            return Ok(Kind::Jgs);
        }
        if bytes.starts_with(jql::SIGNATURE) {
            return Ok(Kind::Jql);
        }
        let text = without_mark(bytes);
        let begin = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(text.len());
        match text.get(begin) {
            Some(b'{') => Ok(Kind::Records),
            Some(b'0'..=b'9' | b'-') => Ok(Kind::Layout),
            Some(_) | None => Err(Fault::UnknownKind.at(bytes.len() - text.len() + begin)),
        }
    }
}

/// Reads the one game that a file holds, record or `.jgs`. A `.jgs` has no id: it is given this one.
pub fn read_game(bytes: &[u8], id: &str) -> Result<Record, ReadError> {
    match Kind::of(bytes)? {
        Kind::Jgs => jgs::read(bytes, id),
        Kind::Records => record::read(bytes),
        Kind::Jql | Kind::Layout => Err(Fault::NoGame.at(0)),
    }
}

/// The text behind the byte order mark that some editors write.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
