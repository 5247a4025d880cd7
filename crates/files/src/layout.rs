//! A layout as text: six rows from front to rear, codes apart by white space, rows by `/`, camps `--`.

use rules::{Layout, LayoutFault, Piece};

use crate::{
    Fault, ReadError,
    codes::{self, SLOTS, Slots},
    kind::without_mark,
};

/// Reads a layout. It must be legal under the default rules.
pub fn read(bytes: &[u8]) -> Result<Layout, ReadError> {
    let text = without_mark(bytes);
    let mark = bytes.len() - text.len();
    let text = std::str::from_utf8(text).map_err(|err| Fault::Utf8.at(mark + err.valid_up_to()))?;
    text.parse().map_err(|fault| Fault::Layout(fault).at(mark + spot(text, fault)))
}

/// Writes a layout in the one form that records use, without an end of line.
pub fn write(layout: &Layout) -> String {
    layout.to_string()
}

/// Where in the text the fault is.
pub(crate) fn spot(text: &str, fault: LayoutFault) -> usize {
    let mut words = [(0, ""); SLOTS];
    if let Err(at) = find_words(text, &mut words) {
        return at;
    }
    let mut slots: Slots = [None; SLOTS];
    for (slot, (at, word)) in slots.iter_mut().zip(words) {
        *slot = match (word, word.parse::<Piece>()) {
            ("--", _) => None,
            (_, Ok(piece)) => Some(piece),
            (_, Err(_)) => return at,
        };
    }
    words[codes::misplaced(&slots, fault)].0
}

/// The words with their offsets; otherwise where there is a word or row too many or too few.
fn find_words<'a>(text: &'a str, words: &mut [(usize, &'a str); SLOTS]) -> Result<(), usize> {
    let offset = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let mut rows = text.split('/');
    for places in words.chunks_mut(5) {
        let row = rows.next().ok_or(text.len())?;
        let mut found = row.split_whitespace();
        for place in places {
            let word = found.next().ok_or(offset(row) + row.trim_end().len())?;
            *place = (offset(word), word);
        }
        if let Some(word) = found.next() {
            return Err(offset(word));
        }
    }
    rows.next().map_or(Ok(()), |row| Err(offset(row) - 1))
}
