//! Looking into a file without ever looking beyond it.

use crate::{Fault, ReadError};

/// A file's bytes.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    /// So many bytes from there on.
    pub(crate) fn slice(self, at: usize, count: usize) -> Result<&'a [u8], ReadError> {
        let end = at.saturating_add(count);
        self.0.get(at..end).ok_or_else(|| {
            let missing = end - self.0.len();
            Fault::Truncated { missing }.at(self.0.len())
        })
    }

    pub(crate) fn array<const N: usize>(self, at: usize) -> Result<[u8; N], ReadError> {
        let mut array = [0; N];
        array.copy_from_slice(self.slice(at, N)?);
        Ok(array)
    }

    pub(crate) fn byte(self, at: usize) -> Result<u8, ReadError> {
        self.array(at).map(|[byte]| byte)
    }

    pub(crate) fn u16(self, at: usize) -> Result<u16, ReadError> {
        self.array(at).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(self, at: usize) -> Result<u32, ReadError> {
        self.array(at).map(u32::from_le_bytes)
    }

    /// The file begins with its signature.
    pub(crate) fn signature(self, signature: &'static [u8]) -> Result<(), ReadError> {
        match self.0.iter().zip(signature).position(|(found, expected)| found != expected) {
            Some(at) => Err(Fault::Signature.at(at)),
            None => self.slice(0, signature.len()).map(|_| ()),
        }
    }

    /// The file ends there.
    pub(crate) fn ends_at(self, end: usize) -> Result<(), ReadError> {
        match self.0.len() {
            length if length > end => Err(Fault::Trailing { bytes: length - end }.at(end)),
            length if length < end => Err(Fault::Truncated { missing: end - length }.at(length)),
            _ => Ok(()),
        }
    }
}
