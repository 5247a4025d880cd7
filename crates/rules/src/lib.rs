//! The rules of 四国军棋: boards, pieces, layouts, the referee, what each viewer may know, records, ladder arithmetic.
//!
//! Pure: no IO, no clock, no randomness. The normative text is `docs/rules.md`; its sections are cited as §n.

mod action;
mod event;
pub mod ladder;
mod layout;
mod outcome;
mod piece;
mod point;
mod rule_set;
mod seat;
mod title;
mod view;

pub use action::{Action, ParseActionError, Refusal};
pub use event::{Event, FlagShown, Happened, Opened, Out, Shuffled};
pub use layout::LayoutFault;
pub use outcome::{EndReason, Fight, GameResult, OutReason};
pub use piece::{ParsePieceError, Piece};
pub use point::{ParsePointError, Point};
pub use rule_set::{BoardKind, Corner, MineRule, Order, Players, RuleSet, RuleSetFault, Setup, Sight};
pub use seat::{BySeat, ParseSeatError, Seat, Side};
pub use title::Title;
pub use view::{Legal, SeenPiece, Targets, View, Viewer};
