use std::fmt;

use crate::chance::{Chance, Seed};

/// Characters that nobody takes for another: 32, so that each is as likely.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Characters of a code, in groups.
const LENGTH: usize = 16;
const GROUP: usize = 4;

/// A code to register with, written in groups: `K7QM-2XVD-9PTA-HWZ4`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct InviteCode(String);

/// Never shown where it is not asked for: it is worth an account.
impl fmt::Debug for InviteCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InviteCode(…)")
    }
}

impl InviteCode {
    pub(crate) fn draw(chance: &Chance) -> InviteCode {
        let bytes: [u8; LENGTH] = chance.bytes();
        InviteCode::grouped(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])))
    }

    /// What somebody typed or pasted, in whatever case and grouped as one likes; `None` if it can't be a code.
    pub(crate) fn parse(text: &str) -> Option<InviteCode> {
        if text.len() > 64 {
            return None;
        }
        let known = |c: &char| u8::try_from(*c).is_ok_and(|byte| ALPHABET.contains(&byte));
        let letters: Vec<char> = text
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_uppercase())
            .collect();
        (letters.len() == LENGTH && letters.iter().all(known))
            .then(|| InviteCode::grouped(letters.into_iter()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    fn grouped(letters: impl Iterator<Item = char>) -> InviteCode {
        let mut code = String::new();
        for (at, letter) in letters.enumerate() {
            if at > 0 && at % GROUP == 0 {
                code.push('-');
            }
            code.push(letter);
        }
        InviteCode(code)
    }
}

/// Fresh codes to register with, for the operator to keep in the database and give out.
pub fn draw_invites(count: u16) -> Vec<String> {
    let chance = Chance::new(Seed::System);
    (0..count).map(|_| InviteCode::draw(&chance).0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_typed() {
        let code = InviteCode::draw(&Chance::new(Seed::Fixed([3; 32])));
        assert_eq!(code.as_str().len(), 19);
        for typed in [
            code.as_str().to_owned(),
            code.as_str().to_lowercase(),
            code.as_str().replace('-', ""),
            format!("  {} ", code.as_str().replace('-', " ")),
        ] {
            assert_eq!(InviteCode::parse(&typed), Some(code.clone()), "{typed}");
        }
        for typed in ["", "K7QM", "K7QM-2XVD-9PTA-HWZ0", "K7QM-2XVD-9PTA-HWZ4A", "K7QM-2XVD-9PTA-HWZé"] {
            assert_eq!(InviteCode::parse(typed), None, "{typed}");
        }
        assert!(!format!("{code:?}").contains(&code.as_str()[..4]));
    }
}
