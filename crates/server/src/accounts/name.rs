//! What may be a name, and which names are taken for each other.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::{
    GeneralSecurityProfile, MixedScript, RestrictionLevel, RestrictionLevelDetection, skeleton,
};

/// A name that may be used, in NFKC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// As it is shown.
    pub(crate) shown: String,
    /// What it looks like; see [`key`].
    pub(crate) key: String,
}

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameFault {
    #[error("a name has 2 to 16 characters")]
    Length,
    #[error("a name has letters, digits and single . _ - · only")]
    Character,
    #[error("the name mixes scripts that look alike")]
    Mixed,
    #[error("the name is reserved")]
    Reserved,
}

/// Nobody may be called so, with digits or signs around it or without.
const RESERVED: [&str; 26] = [
    "system",
    "sys",
    "referee",
    "judge",
    "admin",
    "administrator",
    "moderator",
    "mod",
    "root",
    "owner",
    "staff",
    "support",
    "official",
    "server",
    "siguo",
    "bot",
    "robot",
    "computer",
    "guest",
    "player",
    "anonymous",
    "null",
    "undefined",
    "spectator",
    "everyone",
    "me",
];

/// Nobody may have these words anywhere in the name.
const RESERVED_WORDS: [&str; 26] = [
    "系统",
    "系統",
    "裁判",
    "管理",
    "客服",
    "官方",
    "版主",
    "游客",
    "遊客",
    "电脑",
    "電腦",
    "机器人",
    "機器人",
    "公告",
    // The name of deleted accounts.
    "注销",
    "註銷",
    "四国军棋",
    "四國軍棋",
    // A line of talk must not look like one about a seat.
    "红方",
    "紅方",
    "紫方",
    "蓝方",
    "藍方",
    "绿方",
    "綠方",
    "我方",
];

/// Between letters only.
const SIGNS: [char; 4] = ['.', '_', '-', '·'];

impl Name {
    pub(crate) fn parse(text: &str) -> Result<Name, NameFault> {
        // Bounds the work on what somebody sends; sixteen characters never need more.
        if text.len() > 256 {
            return Err(NameFault::Length);
        }
        let shown: String = text.nfkc().collect();
        if !(2..=16).contains(&shown.chars().count()) {
            return Err(NameFault::Length);
        }
        let usual = |c: char| c.identifier_allowed() && (c.is_alphanumeric() || SIGNS.contains(&c));
        let ends_are_letters =
            shown.starts_with(char::is_alphanumeric) && shown.ends_with(char::is_alphanumeric);
        let has_letter = shown.chars().any(char::is_alphanumeric);
        let doubled =
            shown.chars().zip(shown.chars().skip(1)).any(|(a, b)| SIGNS.contains(&a) && SIGNS.contains(&b));
        if !shown.chars().all(usual)
            || shown.chars().any(is_combining_mark)
            || !ends_are_letters
            || !has_letter
            || doubled
        {
            return Err(NameFault::Character);
        }
        // Latin may stand beside Chinese, Japanese or Korean; Cyrillic or Greek stands alone.
        if !shown.is_single_script() && !shown.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
            return Err(NameFault::Mixed);
        }
        if is_reserved(&shown) {
            return Err(NameFault::Reserved);
        }
        let key = key(&shown);
        Ok(Name { shown, key })
    }
}

fn is_reserved(name: &str) -> bool {
    let key_of_name = key(name);
    if RESERVED_WORDS.iter().any(|word| key_of_name.contains(&key(word))) {
        return true;
    }
    // Both ways round, because a digit may stand for a letter (`adm1n`) or be added to a word (`admin1`).
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    let signless: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let (letters, signless) = (key(&letters), key(&signless));
    RESERVED.iter().map(|word| key(word)).any(|word| word == letters || word == signless)
}

/// What a name looks like: two names with one key could be mistaken for each other, in whatever case.
///
/// It is the skeleton of UTS 39 with case folded. Folding must not part what looks alike in capitals (I, l, 1), so these are one.
pub(crate) fn key(name: &str) -> String {
    let name: String = name.nfkc().collect();
    let once: String = skeleton(&name).collect();
    let lower: String = once.to_lowercase();
    let folded: String = skeleton(&lower).collect();
    folded.to_lowercase().chars().map(|c| if matches!(c, 'i' | '1' | '|' | 'ı') { 'l' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_are_names() {
        for name in ["石头", "Anna", "wang_xiaoming", "小明99", "王·小二", "J.R", "Иван", "たろう", "김철수"]
        {
            assert!(Name::parse(name).is_ok(), "{name}");
        }
        assert_eq!(Name::parse("Ａｎｎａ").expect("full width").shown, "Anna");
    }

    /// Each attack beside the name that it imitates: it is refused, or it has the same key and so the name is taken.
    #[test]
    fn imitations_are_refused_or_taken() {
        let attacks = [
            ("Stone", "Ѕtone"),             // Cyrillic dze among Latin
            ("Anna", "Αnna"),               // Greek alpha
            ("apple", "аррӏе"),             // all Cyrillic
            ("Anna", "Ａｎｎａ"),           // full width
            ("Anna", "An\u{200b}na"),       // zero width space
            ("Anna", "An\u{200d}na"),       // zero width joiner
            ("Anna", "\u{202e}annA"),       // right-to-left override
            ("Anna", "Anna\u{2069}"),       // a bidirectional isolate's end
            ("Anna", "anna"),               // case
            ("Bill", "BiII"),               // capital i for l
            ("Bill", "Bi11"),               // digits for l
            ("modern", "modem"),            // rn and m
            ("Zoo", "Z00"),                 // zero for o
            ("石头", "石头\u{fe00}"),       // a variation selector
            ("Anna", "Anna "),              // a space
            ("Anna", "Anna\u{308}\u{308}"), // piled marks
            ("Anna", "𝐀𝐧𝐧𝐚"),               // mathematical letters
            ("Anna", "Ⓐnna"),               // circled
            ("fish", "ﬁsh"),                // a ligature
            ("Anna", "A\u{ad}nna"),         // a soft hyphen
            ("小二", "小ニ"),               // katakana for a Chinese character
            ("Anna", "Anna\u{0}"),          // a control character
        ]
        .map(|(name, attack)| (name.to_owned(), attack.to_owned()));
        for (name, attack) in attacks {
            let name = Name::parse(&name).expect("a name");
            if let Ok(attack) = Name::parse(&attack) {
                assert_eq!(attack.key, name.key, "{attack:?} passes beside {name:?}");
            }
        }
    }

    #[test]
    fn nobody_is_the_house() {
        for name in [
            "系统",
            "系統",
            "系统消息",
            "裁判",
            "裁判员",
            "管理员",
            "system",
            "System",
            "ＳＹＳＴＥＭ",
            "s.y.s.t.e.m",
            "sуstem",
            "referee",
            "Referee1",
            "admin",
            "ADMIN",
            "adm1n",
            "Admin_99",
            "moderator",
            "siguo",
            "s1guo",
            "电脑",
            "電腦甲",
            "游客12",
            "guest7",
            "me",
        ] {
            assert!(Name::parse(name).is_err(), "{name}");
        }
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(Name::parse("石"), Err(NameFault::Length));
        assert!(Name::parse(&"石".repeat(16)).is_ok());
        assert_eq!(Name::parse(&"石".repeat(17)), Err(NameFault::Length));
        assert_eq!(Name::parse(&"x".repeat(10_000)), Err(NameFault::Length));
    }
}
