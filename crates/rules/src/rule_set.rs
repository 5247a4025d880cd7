use serde::{Deserialize, Serialize};

use crate::Seat;

/// Which board is played on (§2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum BoardKind {
    /// The four-country board, 129 points.
    Siguo,
    /// The two-country board, 60 points.
    Classic,
}

/// How many play; a number in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "2 | 4"))]
pub enum Players {
    /// Red against blue.
    Two,
    /// Red and blue against purple and green.
    Four,
}

impl Players {
    /// The seats that take part, in turn order from red.
    pub const fn seats(self) -> &'static [Seat] {
        match self {
            Players::Two => &[Seat::Red, Seat::Blue],
            Players::Four => &Seat::ALL,
        }
    }

    /// The seats of that seat's side, in turn order from red: two partners of four, or the seat alone (§1).
    pub const fn side(self, seat: Seat) -> &'static [Seat] {
        match (self, seat) {
            (Players::Four, Seat::Red | Seat::Blue) => &[Seat::Red, Seat::Blue],
            (Players::Four, Seat::Purple | Seat::Green) => &[Seat::Purple, Seat::Green],
            (Players::Two, Seat::Red) => &[Seat::Red],
            (Players::Two, Seat::Purple) => &[Seat::Purple],
            (Players::Two, Seat::Blue) => &[Seat::Blue],
            (Players::Two, Seat::Green) => &[Seat::Green],
        }
    }

    /// The seats that play against that seat, in turn order from red.
    pub const fn opponents(self, seat: Seat) -> &'static [Seat] {
        match self {
            Players::Four => self.side(seat.next()),
            Players::Two => self.side(seat.opposite()),
        }
    }
}

#[cfg(feature = "wire")]
impl utoipa::PartialSchema for Players {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::{ObjectBuilder, Type};
        ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some([2, 4])).into()
    }
}

#[cfg(feature = "wire")]
impl utoipa::ToSchema for Players {}

impl From<Players> for u8 {
    fn from(players: Players) -> u8 {
        match players {
            Players::Two => 2,
            Players::Four => 4,
        }
    }
}

impl TryFrom<u8> for Players {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Players, &'static str> {
        match number {
            2 => Ok(Players::Two),
            4 => Ok(Players::Four),
            _ => Err("players must be 2 or 4"),
        }
    }
}

/// How the pieces come onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Setup {
    /// Each player arranges the own army (布阵, §3).
    Arrange,
    /// Both armies lie shuffled face down (翻棋, §10).
    Flip,
}

/// Who sees whose pieces (§9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Sight {
    /// 暗棋: each the own.
    Dark,
    /// 双明: also the partner's.
    Partners,
    /// 明棋: everybody's, spectators included.
    Open,
}

/// The direction of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Order {
    /// Red, purple, blue, green.
    CounterClockwise,
    /// Red, green, blue, purple (house rule).
    Clockwise,
}

/// What a mine does to a piece that is neither engineer nor bomb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum MineRule {
    /// The piece is lost, the mine stays.
    Stays,
    /// Both go (house rule).
    Both,
}

/// How pieces run on railways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Corner {
    /// Along one line.
    Straight,
    /// With at most one right-angle turn (house rule).
    OneTurn,
}

/// Everything that makes one game's rules differ from another's, as it is written in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each house rule is a switch of its own, and records write them so"
)]
pub struct RuleSet {
    /// The board.
    pub board: BoardKind,
    /// How many play.
    pub players: Players,
    /// How the pieces come onto the board.
    pub setup: Setup,
    /// Who sees what.
    pub sight: Sight,
    /// The direction of turns.
    pub order: Order,
    /// What mines do.
    pub mine: MineRule,
    /// How pieces run.
    pub corner: Corner,
    /// An engineer that attacks and is lost shows the defending piece to all.
    pub engineer_scouts: bool,
    /// Bombs run like engineers.
    pub bombs_fly: bool,
    /// Bombs may be set up in row 1.
    pub bombs_front_row: bool,
    /// Pieces may leave headquarters.
    pub hq_exit: bool,
    /// With which lost turn in the game a player is out; 0: never.
    pub timeouts: u8,
    /// Quiet steps in a row that make a draw; 0: never.
    pub quiet_limit: u16,
    /// Steps that make a draw; 0: never.
    pub step_limit: u16,
}

impl RuleSet {
    /// The default rules: four players, dark, on the four-country board. Ranked games are of these.
    pub const DEFAULT: RuleSet = RuleSet {
        board: BoardKind::Siguo,
        players: Players::Four,
        setup: Setup::Arrange,
        sight: Sight::Dark,
        order: Order::CounterClockwise,
        mine: MineRule::Stays,
        corner: Corner::Straight,
        engineer_scouts: false,
        bombs_fly: false,
        bombs_front_row: false,
        hq_exit: false,
        timeouts: 5,
        quiet_limit: 70,
        step_limit: 0,
    };

    /// The first way in which the set makes no sense (§11).
    pub fn check(&self) -> Result<(), RuleSetFault> {
        let two = self.players == Players::Two;
        if self.board == BoardKind::Classic && !two {
            return Err(RuleSetFault::Players);
        }
        if self.setup == Setup::Flip {
            if self.board != BoardKind::Classic {
                return Err(RuleSetFault::Board);
            }
            if self.sight != Sight::Dark {
                return Err(RuleSetFault::Sight);
            }
        }
        if self.sight == Sight::Partners && two {
            return Err(RuleSetFault::Sight);
        }
        Ok(())
    }

    /// The first field, by the name that records give it, in which two rule sets differ.
    pub fn difference(&self, other: &RuleSet) -> Option<&'static str> {
        let RuleSet {
            board,
            players,
            setup,
            sight,
            order,
            mine,
            corner,
            engineer_scouts,
            bombs_fly,
            bombs_front_row,
            hq_exit,
            timeouts,
            quiet_limit,
            step_limit,
        } = *self;
        let fields = [
            ("board", board == other.board),
            ("players", players == other.players),
            ("setup", setup == other.setup),
            ("sight", sight == other.sight),
            ("order", order == other.order),
            ("mine", mine == other.mine),
            ("corner", corner == other.corner),
            ("engineer_scouts", engineer_scouts == other.engineer_scouts),
            ("bombs_fly", bombs_fly == other.bombs_fly),
            ("bombs_front_row", bombs_front_row == other.bombs_front_row),
            ("hq_exit", hq_exit == other.hq_exit),
            ("timeouts", timeouts == other.timeouts),
            ("quiet_limit", quiet_limit == other.quiet_limit),
            ("step_limit", step_limit == other.step_limit),
        ];
        fields.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::DEFAULT
    }
}

/// Why a rule set makes no sense (§11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum RuleSetFault {
    /// The two-country board has two players.
    #[error("players: the two-country board has two players")]
    Players,
    /// 翻棋 is played on the two-country board.
    #[error("board: flip chess is played on the two-country board")]
    Board,
    /// 翻棋 is dark; partners needs four players.
    #[error("sight: not with this board and number of players")]
    Sight,
}
