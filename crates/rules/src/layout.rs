use serde::{Deserialize, Serialize};

/// What is wrong with a layout; the first that applies (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum LayoutFault {
    /// Not six rows of five.
    #[error("not six rows of five places")]
    Shape,
    /// A code that is no piece's.
    #[error("an unknown piece")]
    UnknownPiece,
    /// A piece in a camp, or a gap elsewhere.
    #[error("a piece in a camp, or a gap outside the camps")]
    CampOrGap,
    /// Not the 25 pieces of an army.
    #[error("not the 25 pieces of an army")]
    PieceCount,
    /// The flag is not in a headquarters.
    #[error("the flag is outside the headquarters")]
    FlagOutsideHeadquarters,
    /// A mine before row five.
    #[error("a mine before row five")]
    MineBeforeRowFive,
    /// A bomb in the front row.
    #[error("a bomb in the front row")]
    BombInFrontRow,
}
