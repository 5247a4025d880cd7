use std::fmt::Write;

use sha2::{Digest, Sha256};
use store::TokenHash;

use crate::chance::Chance;

/// The secret of a login: 256 random bits in hexadecimal. Only its hash is stored.
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn draw(chance: &Chance) -> Secret {
        let bytes: [u8; 32] = chance.bytes();
        Secret(bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string takes everything");
            text
        }))
    }

    /// What a client sent; anything that can't be a secret is none.
    pub(crate) fn parse(text: &str) -> Option<Secret> {
        (text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .then(|| Secret(text.to_owned()))
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}
