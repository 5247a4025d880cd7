//! The files that players already have, read and written: recorded games (`.jgs`) and layouts (`.jql`) of QQ clients, layout
//! texts, and records. `docs/files.md` describes the formats.
//!
//! Files come from strangers. A reader does no IO, never panics and allocates no more than a small multiple of what it is
//! given; whatever is wrong becomes one [`ReadError`], which says where. What a reader accepts its writer writes again, and
//! that reads equal.
//!
//! ```
//! let text = "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";
//! let layout = files::layout::read(text.as_bytes())?;
//! let file = files::jql::write(&layout);
//! assert_eq!(files::Kind::of(&file)?, files::Kind::Jql);
//! assert_eq!(files::jql::read(&file)?, layout);
//! # Ok::<(), files::ReadError>(())
//! ```

#![warn(missing_docs)]

mod bytes;
mod codes;
mod error;
pub mod jgs;
pub mod jql;
mod kind;
pub mod layout;
pub mod record;
mod text;

pub use error::{Fault, ReadError, Unfit};
pub use kind::{Kind, read_game};
pub use text::TextFault;
