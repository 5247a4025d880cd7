//! The rules of 四国军棋: boards, pieces, layouts, the referee, what each viewer may know, records, ladder arithmetic.
//!
//! Pure: no IO, no clock, no randomness. The normative text is `docs/rules.md`; its sections are cited as §n.

#![warn(missing_docs)]

mod action;
mod board;
mod ending;
mod event;
mod few;
mod fight;
mod fold;
mod game;
pub mod ladder;
mod layout;
mod moves;
mod piece;
mod point;
mod point_set;
mod position;
pub mod record;
mod route;
mod rule_set;
mod seat;
mod shuffle;
mod title;
mod view;

pub use action::{Action, ParseActionError, Refusal};
pub use board::{Board, PointKind};
pub use ending::{EndReason, Fight, GameResult, OutReason};
pub use event::{Event, FlagShown, Happened, Opened, Out, Shuffled};
pub use fight::fight;
pub use game::{Deployment, Game, Outcome, STEPS_BEFORE_SURRENDER, SetupFault};
pub use layout::{Layout, LayoutFault};
pub use moves::{LegalMove, MoveList};
pub use piece::{ParsePieceError, Piece};
pub use point::{ParsePointError, Point};
pub use record::Record;
pub use route::public_route;
pub use rule_set::{BoardKind, Corner, MineRule, Order, Players, RuleSet, RuleSetFault, Setup, Sight};
pub use seat::{BySeat, ParseSeatError, Seat, Side};
pub use shuffle::{Shuffle, ShuffleFault};
pub use title::Title;
pub use view::{Legal, SeenPiece, Targets, View, Viewer};
