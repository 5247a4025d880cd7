//! The rules of 四国军棋: boards, pieces, layouts, the referee, what each viewer may know, records, ladder arithmetic.
//!
//! Pure: no IO, no clock, no randomness. The normative text is `docs/rules.md`; its sections are cited as §n.
//!
//! [`Game`] is the referee: it knows everything, and nobody may see it. What leaves it is a [`View`] for one
//! [`Viewer`], the [`Event`] that each action becomes, and the [`Legal`] list for the seat on turn.
//!
//! ```
//! use rules::{BySeat, Deployment, Game, RuleSet, Seat, Viewer};
//!
//! let layout = "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";
//! let layouts = BySeat::new_with(|_| layout.parse().ok());
//! let mut game = Game::new(RuleSet::DEFAULT, Seat::Red, Deployment::Arranged(layouts))?;
//!
//! let mut seen_by_purple = game.view(Viewer::Seat(Seat::Purple));
//! let outcome = game.apply("r15-p11".parse()?)?;
//! seen_by_purple.fold(&outcome.event(Viewer::Seat(Seat::Purple)));
//! assert_eq!(seen_by_purple, game.view(Viewer::Seat(Seat::Purple)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod action;
mod board;
mod ending;
mod event;
mod few;
mod fight;
mod flood;
mod fold;
mod game;
pub mod ladder;
mod layout;
mod move_list;
mod moves;
mod piece;
mod point;
mod point_set;
mod position;
pub mod record;
mod route;
mod rule_set;
mod seal;
mod seat;
mod shuffle;
mod title;
mod view;

pub use action::{Action, ParseActionError, Refusal};
pub use board::{Board, PointKind};
pub use ending::{EndReason, Fight, GameResult, OutReason};
pub use event::{Event, FlagShown, Happened, Opened, Out, Shuffled};
pub use fight::fight;
pub use game::{Deployment, Game, Hindrance, Outcome, STEPS_BEFORE_SURRENDER, SetupFault};
pub use layout::{Layout, LayoutFault};
pub use move_list::{LegalMove, MoveList};
pub use piece::{ParsePieceError, Piece};
pub use point::{ParsePointError, Point};
pub use record::Record;
pub use route::public_route;
pub use rule_set::{BoardKind, Corner, MineRule, Order, Players, RuleSet, RuleSetFault, Setup, Sight};
pub use seal::{Nonce, ParseNonceError};
pub use seat::{BySeat, ParseSeatError, Seat, Side};
pub use shuffle::{Shuffle, ShuffleFault};
pub use title::Title;
pub use view::{Fallen, Legal, SeenPiece, Targets, View, Viewer};
