//! Records (`docs/record.md`): JSON objects, one in a file or many, one after the other.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use rules::{Record, Seat, record::RecordFault};
use serde::Deserialize;
use serde_json::{Deserializer, StreamDeserializer, de::SliceRead};

use crate::{Fault, ReadError, error::quote, kind::without_mark, layout};

/// Reads the one record that the file holds, and checks it, see [`Found::check`].
pub fn read(bytes: &[u8]) -> Result<Record, ReadError> {
    let mut records = Records::of(bytes);
    let found = records.next().unwrap_or_else(|| Err(Fault::UnknownKind.at(bytes.len())))?;
    match records.next() {
        Some(Ok(second)) => Err(Fault::SecondRecord.at(second.at)),
        Some(Err(err)) => Err(err),
        None => found.check(),
    }
}

/// Writes a record in one line, without its end.
pub fn write(record: &Record) -> String {
    serde_json::to_string(record).expect("what records hold can be written")
}

/// The records of a file, one after the other.
pub struct Records<'a> {
    bytes: &'a [u8],
    /// Where the text begins.
    mark: usize,
    stream: StreamDeserializer<'a, SliceRead<'a>, Record>,
}

impl fmt::Debug for Records<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("at", &self.stream.byte_offset()).finish_non_exhaustive()
    }
}

impl<'a> Records<'a> {
    /// Of a file with that content.
    pub fn of(bytes: &'a [u8]) -> Records<'a> {
        let text = without_mark(bytes);
        let stream = Deserializer::from_slice(text).into_iter();
        Records { bytes, mark: bytes.len() - text.len(), stream }
    }

    /// Where in the file that fault of the stream is.
    fn offset(&self, err: &serde_json::Error) -> usize {
        let lines = self.bytes[self.mark..].split_inclusive(|byte| *byte == b'\n');
        let before: usize = lines.take(err.line().saturating_sub(1)).map(<[u8]>::len).sum();
        (self.mark + before + err.column().saturating_sub(1)).min(self.bytes.len())
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<Found<'a>, ReadError>;

    fn next(&mut self) -> Option<Result<Found<'a>, ReadError>> {
        let before = self.mark + self.stream.byte_offset();
        let record = self.stream.next()?;
        let end = self.mark + self.stream.byte_offset();
        Some(match record {
            Ok(record) => {
                let text = self.bytes[before..end].trim_ascii_start();
                Ok(Found { record, at: end - text.len(), text })
            }
            Err(err) if err.is_eof() => Err(Fault::Truncated { missing: 1 }.at(self.bytes.len())),
            Err(err) => {
                let text = err.to_string();
                let what = text.rfind(" at line ").map_or(&*text, |end| &text[..end]);
                Err(Fault::Json(quote(what)).at(self.offset(&err)))
            }
        })
    }
}

/// A record as it stands in its file.
#[derive(Debug)]
pub struct Found<'a> {
    /// What it says; whether that is so is another matter.
    pub record: Record,
    at: usize,
    text: &'a [u8],
}

impl Found<'_> {
    /// Plays the record through: it must be one that can be replayed, and end as it says. Traces, views and refusals, which
    /// `siguo verify` checks, are only carried along.
    pub fn check(self) -> Result<Record, ReadError> {
        let game = self.record.replay().map_err(|fault| self.locate(fault))?;
        if game.result() == self.record.result.as_ref() {
            return Ok(self.record);
        }
        let is = game.result().cloned();
        Err(Fault::Result { says: self.record.result, is }.at(self.at))
    }

    /// Where in the file the fault is: at the action or in the layout, otherwise at the record.
    fn locate(&self, fault: RecordFault) -> ReadError {
        let spots = serde_json::from_slice::<Spots<'_>>(self.text).unwrap_or_default();
        match fault {
            RecordFault::Action { index, action, refusal } => {
                let at = self.offset(spots.actions.get(index)).unwrap_or(self.at);
                Fault::Action { action: quote(&action), refusal }.at(at)
            }
            RecordFault::Layout(seat, fault) => {
                let spot = spots.layouts.get(&seat);
                let within = |spot: &Spot<'_>| layout::spot(&spot.0, fault);
                let at = self.offset(spot).zip(spot.map(within)).map_or(self.at, |(at, within)| at + within);
                Fault::Layout(fault).at(at)
            }
            RecordFault::Shuffle(fault) => Fault::Shuffle(fault).at(self.at),
            RecordFault::Commitment => Fault::Commitment.at(self.at),
            RecordFault::Setup(fault) => Fault::Setup(fault).at(self.at),
        }
    }

    /// Where in the file the string begins, unless it is written with escapes.
    fn offset(&self, spot: Option<&Spot<'_>>) -> Option<usize> {
        match spot {
            Some(Spot(Cow::Borrowed(text))) => {
                Some(self.at + text.as_ptr().addr() - self.text.as_ptr().addr())
            }
            Some(Spot(Cow::Owned(_))) | None => None,
        }
    }
}

/// The strings of a record that can be wrong, where they stand.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Spots<'a> {
    #[serde(borrow)]
    actions: Vec<Spot<'a>>,
    #[serde(borrow)]
    layouts: BTreeMap<Seat, Spot<'a>>,
}

#[derive(Debug, Deserialize)]
struct Spot<'a>(#[serde(borrow)] Cow<'a, str>);
