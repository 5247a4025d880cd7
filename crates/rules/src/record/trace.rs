//! What a record says each position must look like, and the same as the referee finds it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Event, Fight, Game, Happened, MoveList, OutReason, Piece, Point, Refusal, Seat, View, Viewer};

/// What must be so at one action: `turn` to `moves` before it, the rest after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub struct Trace {
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// How many moves and flips are legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<usize>,
    /// Their hash, as `docs/record.md` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Who is left standing; absent: there was no fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
    /// Who went out, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<(Seat, OutReason)>,
    /// Whose flags were shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Seat>,
    /// Where a scout showed a piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", schema(value_type = Option<String>))]
    pub scout: Option<Point>,
    /// The points of a move of more than one step; absent: says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", schema(value_type = Option<Vec<String>>))]
    pub route: Option<Vec<Point>>,
}

impl Trace {
    /// What the referee finds before an action.
    pub(super) fn before(game: &Game) -> Trace {
        let moves = legal_actions(game);
        Trace {
            turn: game.turn(),
            legal: Some(moves.len()),
            hash: Some(hash(&moves)),
            moves: Some(moves),
            ..Trace::default()
        }
    }

    /// The same with what it finds after it.
    pub(super) fn after(self, event: &Event) -> Trace {
        let (fight, scout, route) = match &event.action {
            Happened::Move { fight, scout, route, .. } => {
                (*fight, scout.map(|piece| piece.at), Some(route.clone()).filter(|route| route.len() > 2))
            }
            Happened::Flip { .. }
            | Happened::Timeout { .. }
            | Happened::Surrender { .. }
            | Happened::Flee { .. }
            | Happened::Draw
            | Happened::Abort => (None, None, None),
        };
        Trace {
            fight,
            scout,
            route,
            out: event.out.iter().map(|out| (out.seat, out.reason)).collect(),
            flags: event.flags.iter().map(|flag| flag.seat).collect(),
            ..self
        }
    }
}

/// What one viewer must see after so many actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub struct ViewCheck {
    /// After how many actions.
    pub after: usize,
    /// Whose eyes.
    #[serde(with = "viewer")]
    #[cfg_attr(feature = "wire", schema(value_type = viewer::Name))]
    pub viewer: Viewer,
    /// The hash of the pieces, as `docs/record.md` says.
    pub hash: String,
    /// The pieces themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<String>>,
}

/// An action that must be refused: after how many actions, its text, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused(pub usize, pub String, pub Refusal);

/// The position at the end of an unfinished record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema))]
pub struct Next {
    /// Whose turn it is.
    pub turn: Seat,
    /// Steps made.
    pub steps: u32,
    /// Quiet steps in a row.
    pub quiet: u32,
}

/// `spectator`, or a seat.
mod viewer {
    use super::{Deserialize, Deserializer, Seat, Serializer, Viewer, de};

    /// How records write a viewer.
    #[cfg(feature = "wire")]
    #[derive(utoipa::ToSchema)]
    #[schema(as = RecordViewer, rename_all = "lowercase")]
    #[expect(dead_code, reason = "only its description is used")]
    pub(super) enum Name {
        Red,
        Purple,
        Blue,
        Green,
        Spectator,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(viewer: &Viewer, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match viewer {
            Viewer::Seat(seat) => seat.name(),
            Viewer::Public => "spectator",
        })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Viewer, D::Error> {
        let name = String::deserialize(deserializer)?;
        match name.as_str() {
            "spectator" => Ok(Viewer::Public),
            seat => seat.parse::<Seat>().map(Viewer::Seat).map_err(de::Error::custom),
        }
    }
}

/// All legal moves and flips as records write them, in the order of their text.
pub(super) fn legal_actions(game: &Game) -> Vec<String> {
    let mut list = MoveList::new();
    game.legal_moves(&mut list);
    let mut texts: Vec<String> = list.iter().map(|chosen| chosen.action().to_string()).collect();
    texts.sort_unstable();
    texts
}

/// The pieces of a view as records write them, in the order of their text.
pub(super) fn pieces(view: &View) -> Vec<String> {
    let texts = view.pieces.iter().map(|seen| {
        let army = seen.army.map_or('?', Seat::letter);
        format!("{}={army}{}", seen.at, seen.piece.map_or("??", Piece::code))
    });
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}

/// FNV-1a, 64 bit, of the lines, as 16 hex digits.
pub(super) fn hash(lines: &[String]) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let sum = lines.join("\n").bytes().fold(OFFSET, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("{sum:016x}")
}
