//! Text in fields of a fixed length: GBK, ended by a NUL.

use encoding_rs::GBK;

use crate::{Fault, ReadError};

/// Why a text cannot stand in a file of the QQ client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// A character that GBK does not have.
    #[error("{0:?} can't be written in GBK")]
    Character(char),
    /// A NUL, which ends texts.
    #[error("it has a NUL in it")]
    Nul,
    /// More bytes than there is room for.
    #[error("it takes {bytes} bytes in GBK, at most {most} fit")]
    TooLong {
        /// What it takes.
        bytes: usize,
        /// What there is room for.
        most: usize,
    },
}

/// Reads the field that lies at `at` in its file. What follows the NUL has no meaning.
///
/// The client cuts long texts by bytes, so the last character may be a half: it is left away.
pub(crate) fn read<const N: usize>(field: [u8; N], at: usize) -> Result<String, ReadError> {
    let length = field.iter().position(|byte| *byte == 0).ok_or_else(|| Fault::UnendedText.at(at))?;
    let text = &field[..length];
    let whole = |text| GBK.decode_without_bom_handling_and_without_replacement(text);
    let text = whole(text)
        .or_else(|| whole(text.split_last()?.1))
        .filter(|text| write::<N>(text).is_ok())
        .ok_or_else(|| Fault::Text.at(at))?;
    Ok(text.into_owned())
}

pub(crate) fn write<const N: usize>(text: &str) -> Result<[u8; N], TextFault> {
    let most = N - 1;
    let mut field = [0; N];
    let mut length = 0;
    // Character by character, so that one that does not fit can be named.
    for char in text.chars() {
        if char == '\0' {
            return Err(TextFault::Nul);
        }
        let mut buffer = [0; 4];
        let text = char.encode_utf8(&mut buffer);
        let (bytes, _, unmappable) = GBK.encode(text);
        // A few characters for private use are written as the bytes of others.
        if unmappable || GBK.decode_without_bom_handling(&bytes).0 != *text {
            return Err(TextFault::Character(char));
        }
        if let Some(room) = field[..most].get_mut(length..length + bytes.len()) {
            room.copy_from_slice(&bytes);
        }
        length += bytes.len();
    }
    if length > most { Err(TextFault::TooLong { bytes: length, most }) } else { Ok(field) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_gbk_has_comes_back() {
        let mut written = 0;
        for char in '\u{1}'..='\u{ffff}' {
            let text = char.to_string();
            if let Ok(field) = write::<4>(&text) {
                assert_eq!(read(field, 0), Ok(text));
                written += 1;
            }
        }
        assert!(written > 21_000, "{written}");
    }

    #[test]
    fn texts_that_do_not_fit_say_why() {
        assert_eq!(write::<4>("四国"), Err(TextFault::TooLong { bytes: 4, most: 3 }));
        assert_eq!(write::<5>("四国"), Ok([0xcb, 0xc4, 0xb9, 0xfa, 0]));
        assert_eq!(write::<9>("♟"), Err(TextFault::Character('♟')));
        assert_eq!(write::<9>("a\0b"), Err(TextFault::Nul));
    }

    #[test]
    fn fields_end_at_their_nul() {
        assert_eq!(read([0xcb, 0xc4, 0, 0xff], 7), Ok("四".to_owned()));
        assert_eq!(read([0xcb, 0xc4, 0xb9, 0], 7), Ok("四".to_owned()), "half a character is left away");
        assert_eq!(read([0; 4], 7), Ok(String::new()));
        assert_eq!(read(*b"abcd", 7), Err(Fault::UnendedText.at(7)));
        assert_eq!(read([0xff, 0xff, 0xcb, 0xc4, 0], 7), Err(Fault::Text.at(7)));
        assert_eq!(read([0x81, 0x30, 0x81, 0x30, 0], 7), Err(Fault::Text.at(7)), "GB 18030 alone has it");
    }
}
