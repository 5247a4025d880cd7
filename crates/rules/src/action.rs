use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{Point, Seat};

/// One thing the referee can accept, as records write it: parsed, not yet known to be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `r15-p11`: a move of the seat whose turn it is.
    Move {
        /// From.
        from: Point,
        /// To.
        to: Point,
    },
    /// `flip r11`: turns a face-down piece over (翻棋).
    Flip(Point),
    /// `timeout`: the seat whose turn it is loses it.
    Timeout,
    /// `surrender red`
    Surrender(Seat),
    /// `flee red`: leaves the running game (逃跑).
    Flee(Seat),
    /// `draw`: agreed by all who are in.
    Draw,
    /// `abort`: closed by the operator.
    Abort,
}

#[cfg(feature = "wire")]
impl utoipa::PartialSchema for Action {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        const POINT: &str = "([rpbg][1-6][1-5]|n[1-9])";
        const SEAT: &str = "(red|purple|blue|green)";
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .pattern(Some(format!(
                "^({POINT}-{POINT}|flip {POINT}|timeout|(surrender|flee) {SEAT}|draw|abort)$"
            )))
            .description(Some("What a player did, or the clock, or the operator."))
            .into()
    }
}

#[cfg(feature = "wire")]
impl utoipa::ToSchema for Action {}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move { from, to } => write!(f, "{from}-{to}"),
            Action::Flip(point) => write!(f, "flip {point}"),
            Action::Timeout => f.write_str("timeout"),
            Action::Surrender(seat) => write!(f, "surrender {seat}"),
            Action::Flee(seat) => write!(f, "flee {seat}"),
            Action::Draw => f.write_str("draw"),
            Action::Abort => f.write_str("abort"),
        }
    }
}

/// A text that is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an action")]
pub struct ParseActionError;

impl FromStr for Action {
    type Err = ParseActionError;

    /// Exactly one space, lower case. Whether a point is on the board in play is the game's question.
    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        let action = match text {
            "timeout" => Action::Timeout,
            "draw" => Action::Draw,
            "abort" => Action::Abort,
            _ => match text.split_once(' ') {
                Some(("flip", point)) => Action::Flip(point.parse().map_err(|_| ParseActionError)?),
                Some(("surrender", seat)) => Action::Surrender(seat.parse().map_err(|_| ParseActionError)?),
                Some(("flee", seat)) => Action::Flee(seat.parse().map_err(|_| ParseActionError)?),
                Some(_) => return Err(ParseActionError),
                None => {
                    let (from, to) = text.split_once('-').ok_or(ParseActionError)?;
                    Action::Move {
                        from: from.parse().map_err(|_| ParseActionError)?,
                        to: to.parse().map_err(|_| ParseActionError)?,
                    }
                }
            },
        };
        Ok(action)
    }
}

/// Why the referee refuses an action; the first that applies. A refusal changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Refusal {
    /// Not an action, or a name that is no point of the board.
    #[error("malformed")]
    Malformed,
    /// The game has ended.
    #[error("over")]
    Over,
    /// A seat that is out or not in this game.
    #[error("not-playing")]
    NotPlaying,
    /// A surrender before step 20.
    #[error("too-early")]
    TooEarly,
    /// Not in the legal list.
    #[error("illegal")]
    Illegal,
}
