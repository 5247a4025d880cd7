use std::{fmt, str::FromStr};

use rules::{Piece, Point};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// What a player takes hidden pieces for (标记) in a game that runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// The number of an event of the game: the marks are where their pieces stood after it. 0: at the start.
    #[serde(deserialize_with = "whole")]
    pub no: u32,
    /// At most one for each point of the board; of several the last one counts.
    #[schema(max_items = 129)]
    pub marks: Vec<Marked>,
}

/// To a JSON schema `41.0` is an integer like any other.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = f64::deserialize(deserializer)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "compared with what came")]
    let whole = number as u32;
    let differs = (f64::from(whole) - number).abs() > 0.0;
    if differs { Err(de::Error::custom("expected a whole number from 0")) } else { Ok(whole) }
}

/// What the piece at a point is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Marked {
    /// Where it stands.
    #[ts(type = "string")]
    #[schema(value_type = String, pattern = "^([rpbg][1-6][1-5]|n[1-9])$")]
    pub at: Point,
    /// A piece, at least (≥) or at most (≤) that one, perhaps (?) that one; or such a sign alone.
    #[ts(type = "string")]
    #[schema(value_type = String, pattern = "^([≥≤]?(3[2-9]|4[01]|00|07)|(3[2-9]|4[01]|00|07)?[?]|[≥≤])$")]
    pub mark: Mark,
}

/// What a piece is taken for, as it is written on the board: `38`, `≥38`, `≤38`, `38?`, or the sign alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    bound: Option<Bound>,
    piece: Option<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtLeast,
    AtMost,
    Perhaps,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = self.piece.map_or("", Piece::code);
        match self.bound {
            None => f.write_str(piece),
            Some(Bound::AtLeast) => write!(f, "≥{piece}"),
            Some(Bound::AtMost) => write!(f, "≤{piece}"),
            Some(Bound::Perhaps) => write!(f, "{piece}?"),
        }
    }
}

/// A text that is no mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a mark: expected a piece, a piece with ≥ or ≤ before or ? behind it, or one of these signs")]
pub struct ParseMarkError;

impl FromStr for Mark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Mark, ParseMarkError> {
        let (bound, rest) = [
            (Bound::AtLeast, text.strip_prefix('≥')),
            (Bound::AtMost, text.strip_prefix('≤')),
            (Bound::Perhaps, text.strip_suffix('?')),
        ]
        .into_iter()
        .find_map(|(bound, rest)| Some((Some(bound), rest?)))
        .unwrap_or((None, text));
        if rest.is_empty() && bound.is_some() {
            return Ok(Mark { bound, piece: None });
        }
        let piece = rest.parse().map_err(|_| ParseMarkError)?;
        Ok(Mark { bound, piece: Some(piece) })
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Mark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mark, D::Error> {
        struct Written;
        impl de::Visitor<'_> for Written {
            type Value = Mark;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mark")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Mark, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_as_they_are_written() {
        for piece in Piece::ALL {
            for text in [format!("{piece}"), format!("≥{piece}"), format!("≤{piece}"), format!("{piece}?")]
            {
                assert_eq!(text.parse::<Mark>().map(|mark| mark.to_string()), Ok(text));
            }
        }
        for text in ["≥", "≤", "?"] {
            assert_eq!(text.parse::<Mark>().map(|mark| mark.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_number_of_an_event_is_whole() {
        let no = |text: &str| {
            serde_json::from_str(&format!(r#"{{"no": {text}, "marks": []}}"#)).map(|it: Marks| it.no)
        };
        for (text, number) in [("0", 0), ("41", 41), ("41.0", 41), ("4294967295", u32::MAX)] {
            assert_eq!(no(text).ok(), Some(number), "{text}");
        }
        for text in ["-1", "41.5", "4294967296", "1e300", "null", "\"41\""] {
            assert!(no(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_mark() {
        for text in
            ["", " ", "3", "42", "38 ", "38\n", "38≥", "?38", "≥38?", "≥≤", "≥≥38", "??", "司令", "38,37"]
        {
            assert_eq!(text.parse::<Mark>(), Err(ParseMarkError), "{text:?}");
        }
    }
}
