use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A kind of piece (§1). On the wire and in records it is the number that players use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Piece {
    /// 工兵
    #[serde(rename = "32")]
    Engineer,
    /// 排长
    #[serde(rename = "33")]
    Platoon,
    /// 连长
    #[serde(rename = "34")]
    Company,
    /// 营长
    #[serde(rename = "35")]
    Battalion,
    /// 团长
    #[serde(rename = "36")]
    Regiment,
    /// 旅长
    #[serde(rename = "37")]
    Brigade,
    /// 师长
    #[serde(rename = "38")]
    Division,
    /// 军长
    #[serde(rename = "39")]
    Corps,
    /// 司令
    #[serde(rename = "40")]
    Commander,
    /// 炸弹
    #[serde(rename = "00")]
    Bomb,
    /// 地雷
    #[serde(rename = "41")]
    Mine,
    /// 军旗
    #[serde(rename = "07")]
    Flag,
}

impl Piece {
    /// All kinds, ranks from the lowest, then bomb, mine, flag.
    pub const ALL: [Piece; 12] = [
        Piece::Engineer,
        Piece::Platoon,
        Piece::Company,
        Piece::Battalion,
        Piece::Regiment,
        Piece::Brigade,
        Piece::Division,
        Piece::Corps,
        Piece::Commander,
        Piece::Bomb,
        Piece::Mine,
        Piece::Flag,
    ];

    /// The two digits that players write.
    pub const fn code(self) -> &'static str {
        match self {
            Piece::Engineer => "32",
            Piece::Platoon => "33",
            Piece::Company => "34",
            Piece::Battalion => "35",
            Piece::Regiment => "36",
            Piece::Brigade => "37",
            Piece::Division => "38",
            Piece::Corps => "39",
            Piece::Commander => "40",
            Piece::Bomb => "00",
            Piece::Mine => "41",
            Piece::Flag => "07",
        }
    }

    /// How many of them an army has; 25 in all.
    pub const fn count(self) -> u8 {
        match self {
            Piece::Commander | Piece::Corps | Piece::Flag => 1,
            Piece::Division | Piece::Brigade | Piece::Regiment | Piece::Battalion | Piece::Bomb => 2,
            Piece::Company | Piece::Platoon | Piece::Engineer | Piece::Mine => 3,
        }
    }

    /// Whether it can ever move: all but mine and flag.
    pub const fn is_mobile(self) -> bool {
        !matches!(self, Piece::Mine | Piece::Flag)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A code that is no piece's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a piece: expected 32 to 41, 00 or 07")]
pub struct ParsePieceError;

impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Piece, ParsePieceError> {
        Piece::ALL.into_iter().find(|piece| piece.code() == text).ok_or(ParsePieceError)
    }
}
