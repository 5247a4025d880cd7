//! `.jql`: a layout, as the QQ client saves it.

use rules::Layout;

use crate::{
    Fault, ReadError,
    bytes::Bytes,
    codes::{self, SLOTS},
};

pub(crate) const SIGNATURE: &[u8] = b"QQGame JQL File\0";
/// The same in every file.
const VERSION: [u8; 4] = [0x57, 0x04, 0, 0];
const CODES: usize = SIGNATURE.len() + VERSION.len();
/// Bytes of a file.
pub const LENGTH: usize = CODES + SLOTS;

/// Reads a layout. It must be legal under the default rules.
pub fn read(bytes: &[u8]) -> Result<Layout, ReadError> {
    let bytes = Bytes(bytes);
    bytes.signature(SIGNATURE)?;
    if bytes.array(SIGNATURE.len())? != VERSION {
        return Err(Fault::Version.at(SIGNATURE.len()));
    }
    bytes.ends_at(LENGTH)?;
    codes::read_layout(bytes.array(CODES)?, CODES)
}

/// Writes a layout.
pub fn write(layout: &Layout) -> Vec<u8> {
    [SIGNATURE, &VERSION, &codes::write_layout(layout)].concat()
}
