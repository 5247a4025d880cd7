//! How a shuffle is committed to before it is known, so that nobody, the server included, can change it afterwards (§10).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::Shuffled;

/// What makes a shuffle's commitment one that nobody can guess the shuffle by: 128 random bits, 32 hex digits in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Nonce(pub [u8; 16]);

/// A text that is no nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not 32 lower-case hex digits")]
pub struct ParseNonceError;

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl FromStr for Nonce {
    type Err = ParseNonceError;

    fn from_str(text: &str) -> Result<Nonce, ParseNonceError> {
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 32 || !text.as_bytes().iter().all(is_digit) {
            return Err(ParseNonceError);
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| ParseNonceError)?;
        Ok(Nonce(number.to_be_bytes()))
    }
}

impl From<Nonce> for String {
    fn from(nonce: Nonce) -> String {
        nonce.to_string()
    }
}

impl TryFrom<String> for Nonce {
    type Error = ParseNonceError;

    fn try_from(text: String) -> Result<Nonce, ParseNonceError> {
        text.parse()
    }
}

/// The SHA-256, in lower-case hex digits, of the nonce, a colon and the pieces as a record writes them, in the order of the board
/// and without white space.
pub(crate) fn commitment(nonce: Nonce, pieces: &[Shuffled]) -> String {
    let pieces = serde_json::to_string(pieces).expect("a shuffle can be written");
    let hash = Sha256::digest(format!("{nonce}:{pieces}"));
    hex(&hash)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_written_as_it_is_read() {
        let text = "000102030405060708090a0b0c0d0eff";
        let nonce: Nonce = text.parse().unwrap();
        assert_eq!((nonce.0[1], nonce.0[15]), (1, 255));
        assert_eq!(nonce.to_string(), text);
        for fault in ["", "0", "000102030405060708090A0B0C0D0EFF", "+00102030405060708090a0b0c0d0eff"] {
            assert_eq!(fault.parse::<Nonce>(), Err(ParseNonceError), "{fault:?}");
        }
    }

    /// As `printf '%s' '00000000000000000000000000000000:[["r11","red","33"]]' | sha256sum` has it.
    #[test]
    fn what_is_hashed_is_as_documented() {
        let piece = Shuffled("r11".parse().unwrap(), crate::Seat::Red, crate::Piece::Platoon);
        let expected = "cd638970d9d8f3bb674a1da28d4a0aadae8f166ea6dcb60c7312524ce28b8d0f";
        assert_eq!(commitment(Nonce([0; 16]), &[piece]), expected);
    }
}
