//! Remarks behind the records of an annotated file.
//!
//! A comment stands on a record, in records of ours behind an action. The file counts events that are no actions too, so several
//! of its places can be one of ours; written back a comment stands on the first of them, that of the action itself.

use rules::record::Comment;

use super::header::TAIL;
use crate::{Fault, ReadError, Unfit, bytes::Bytes, text};

/// A count and bytes that are zero.
const HEAD: usize = 20;
const NUMBER: usize = 4;
const TEXT: usize = 212;

/// Reads what stands behind the records, which end there. `actions[n]` is how many actions the first n records tell.
pub(super) fn read(bytes: Bytes<'_>, end: usize, actions: &[u32]) -> Result<Vec<Comment>, ReadError> {
    let head = end + TAIL;
    if bytes.0.len() == head {
        return Ok(Vec::new());
    }
    let count = usize::try_from(bytes.u32(head)?).unwrap_or(usize::MAX);
    bytes.slice(head, HEAD)?;
    bytes.ends_at(count.saturating_mul(NUMBER + TEXT).saturating_add(head + HEAD))?;
    let mut comments = Vec::with_capacity(count);
    for at in (head + HEAD..bytes.0.len()).step_by(NUMBER + TEXT) {
        let number = bytes.u32(at)?;
        let after = usize::try_from(number).ok().and_then(|number| actions.get(number));
        let after = after.ok_or_else(|| Fault::Comment(number).at(at))?;
        let text = text::read(bytes.array::<TEXT>(at + NUMBER)?, at + NUMBER)?;
        comments.push(Comment(*after, text));
    }
    Ok(comments)
}

/// Writes what stands behind the records.
pub(super) fn write(comments: &[Comment], actions: &[u32]) -> Result<Vec<u8>, Unfit> {
    let mut bytes = vec![0; TAIL];
    if comments.is_empty() {
        return Ok(bytes);
    }
    let count = u32::try_from(comments.len()).expect("comments of 216 bytes each fill the memory before");
    bytes.extend(count.to_le_bytes());
    bytes.resize(TAIL + HEAD, 0);
    for (index, Comment(after, text)) in comments.iter().enumerate() {
        let place = actions.binary_search(after).map(|_| actions.partition_point(|before| before < after));
        let number =
            place.ok().and_then(|place| u32::try_from(place).ok()).ok_or(Unfit::CommentPlace(index))?;
        bytes.extend(number.to_le_bytes());
        bytes.extend(text::write::<TEXT>(text).map_err(|fault| Unfit::Comment(index, fault))?);
    }
    Ok(bytes)
}
