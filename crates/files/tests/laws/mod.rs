//! What holds of any bytes whatever. The fuzz targets in `fuzz/` and the bounded run in `tests/fuzz.rs` share this file.

use files::{Kind, ReadError, jgs, jql, layout, record};
use rules::{Record, Seat};

/// Whoever is told of a fault sees no more than this of it.
const TOLD: usize = 400;

/// What is read as a `.jgs` is written again, as record and as `.jgs`, and reads equal.
pub(crate) fn jgs(bytes: &[u8]) {
    let Some(record) = sane(jgs::read(bytes, "game"), bytes) else { return };
    assert_eq!(Kind::of(bytes), Ok(Kind::Jgs));
    assert_eq!(record::read(record::write(&record).as_bytes()).as_ref(), Ok(&record));
    let written = jgs::write(&record).expect("what was read can be written");
    assert_eq!(jgs::read(&written, "game").as_ref(), Ok(&record));
}

/// What is read as a `.jql` is written as the same bytes.
pub(crate) fn jql(bytes: &[u8]) {
    let Some(read) = sane(jql::read(bytes), bytes) else { return };
    assert_eq!(Kind::of(bytes), Ok(Kind::Jql));
    assert_eq!(jql::write(&read), bytes);
    assert_eq!(layout::read(layout::write(&read).as_bytes()), Ok(read));
}

/// What is read as a layout is written as text and as `.jql`, and reads equal.
pub(crate) fn layout(bytes: &[u8]) {
    let Some(read) = sane(layout::read(bytes), bytes) else { return };
    assert_eq!(layout::read(layout::write(&read).as_bytes()), Ok(read));
    assert_eq!(jql::read(&jql::write(&read)), Ok(read));
}

/// What is read as a record is written again and reads equal; and if it fits a `.jgs`, that tells the same game.
pub(crate) fn record(bytes: &[u8]) {
    let Some(read) = sane(record::read(bytes), bytes) else { return };
    assert_eq!(Kind::of(bytes), Ok(Kind::Records));
    assert_eq!(record::read(record::write(&read).as_bytes()).as_ref(), Ok(&read));
    assert_eq!(read.expand().expect("it can be replayed").result, read.result);
    let written = match jgs::write(&read) {
        Ok(written) => written,
        Err(unfit) => return assert!(!unfit.to_string().is_empty()),
    };
    let back = jgs::read(&written, &read.id).expect("what was written can be read");
    assert_eq!(jgs::write(&back).as_ref(), Ok(&written));
    assert_eq!(back.actions.len(), read.actions.len());
    if read.first == Seat::Red {
        let same = |record: &Record| {
            let layouts = record.start().expect("a game").deployment().clone();
            (layouts, record.actions.clone(), record.result.clone(), record.comments.clone())
        };
        assert_eq!(same(&back), same(&read));
    }
}

/// What was read; an error must be one that can be told.
fn sane<T>(read: Result<T, ReadError>, bytes: &[u8]) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(err) => {
            assert!(err.at <= bytes.len(), "{err} in {} bytes", bytes.len());
            let told = err.to_string();
            assert!(told.chars().count() <= TOLD, "{told}");
            assert!(!told.contains(char::is_control), "{told:?}");
            None
        }
    }
}
