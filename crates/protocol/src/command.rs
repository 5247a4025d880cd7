use rules::{Point, RuleSet, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    BotLevel, Channel, GameId, InviteId, Password, RoomFilter, RoomId, RoomOptions, Spectating, Words,
};

/// A client's number for a command: drawn at random for the first, then counted up; below 2^53. The same number from the
/// same account gets the same answer and is carried out once, also over another connection.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ts_rs::TS,
    utoipa::ToSchema,
)]
#[serde(transparent)]
#[ts(as = "f64")]
pub struct CommandId(pub u64);

/// What a client sends: one command, answered once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct ClientFrame {
    /// Repeated in the answer.
    pub id: CommandId,
    /// What is to be done.
    pub cmd: Command,
}

/// What may be asked of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", tag = "t", content = "d", deny_unknown_fields)]
pub enum Command {
    /// Must come first. Answered by [`crate::Done::Hello`].
    Hello {
        /// The version the client speaks: [`crate::VERSION`].
        version: u16,
    },
    /// Asks for the server's clock. Answered by [`crate::Done::Time`].
    Time,
    /// Goes into a room: to the own seat if one has it, else to watch. Brings a room frame; with `have`, the missing events first.
    Join {
        /// The room.
        room: RoomId,
        /// The game and the last number one has of it.
        have: Option<Progress>,
        /// The room's password, if it has one and one has not shown it before.
        password: Option<Password>,
    },
    /// Stops hearing of a room. A seat is kept.
    Part {
        /// The room.
        room: RoomId,
    },
    /// Lines up for a quick match (快速匹配). Who is one of a pair lines up the pair, for four players.
    Queue {
        /// For what.
        mode: QueueMode,
    },
    /// Leaves the line; so does the partner.
    Unqueue,
    /// Answers the warning that a win would add nothing.
    Consent {
        /// Whether one plays all the same.
        accept: bool,
    },
    /// Invites somebody to be one's partner (对家) in quick matches. An earlier invitation is taken back. Answered by
    /// [`crate::Done::Invited`].
    Invite {
        /// By name; `None`: whoever gets the link.
        name: Option<String>,
    },
    /// Asks who invites. Answered by [`crate::Done::Invitation`].
    Invitation {
        /// The invitation, by its link.
        invite: InviteId,
    },
    /// Answers an invitation: 同意 makes a pair.
    AnswerInvite {
        /// The invitation.
        invite: InviteId,
        /// Whether one agrees.
        accept: bool,
    },
    /// Takes the own invitation back.
    TakeBack,
    /// Ends the pair; a place in the line is given up for both.
    Unpair,
    /// Opens a room in which bots have all other seats (人机练习) and goes in. Answered by [`crate::Done::Room`].
    Practice {
        /// How well they play.
        level: BotLevel,
        /// By which rules; any mode.
        rules: RuleSet,
    },
    /// Opens a room (创建房间), goes in and takes red's seat. Answered by [`crate::Done::Room`].
    Create {
        /// 计分局; for the whole life of the room.
        ranked: bool,
        /// What the room is like.
        options: RoomOptions,
        /// Its password: 1 to 32 characters, with `privacy` `password` only.
        password: Option<Password>,
    },
    /// Asks for the rooms in the list. Answered by [`crate::Done::Live`].
    List {
        /// Which of them.
        filter: RoomFilter,
    },
    /// 房主: changes what is agreed on before a start. Everybody's readiness falls back; a game that is being arranged does
    /// not take place, one that has ended is left.
    Configure {
        /// The room.
        room: RoomId,
        /// What the room is to be like.
        options: RoomOptions,
        /// A new password; `None` keeps the one there is.
        password: Option<Password>,
    },
    /// 房主: lets people watch or not, at any time.
    SetSpectating {
        /// The room.
        room: RoomId,
        /// Who may watch.
        spectating: Spectating,
    },
    /// 房主: makes the player on that seat the host.
    PassHost {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
    },
    /// 房主: 请离, before a start. Whoever is removed may take no seat here for five minutes.
    Remove {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
    },
    /// Asks the player on another seat to change seats, before a start.
    Swap {
        /// The room.
        room: RoomId,
        /// The other one's seat.
        seat: Seat,
    },
    /// Answers who asks to change seats; who has asked takes it back by not accepting.
    AnswerSwap {
        /// The room.
        room: RoomId,
        /// 同意 or 不同意.
        accept: bool,
    },
    /// 再来一局: is for beginning the next game, or no longer. It is arranged when all seats are taken and all are.
    Again {
        /// The room.
        room: RoomId,
        /// Whether.
        accept: bool,
    },
    /// Takes a free seat.
    Sit {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
    },
    /// Gives up the seat: before a game is arranged, while an unranked one is, or after any game.
    Stand {
        /// The room.
        room: RoomId,
    },
    /// Hands in a layout (开始); the game starts when all have.
    Ready {
        /// The game that is being arranged.
        game: GameId,
        /// The layout text (RULES §3).
        layout: String,
    },
    /// Takes the readiness back (取消准备).
    Unready {
        /// The game that is being arranged.
        game: GameId,
    },
    /// Moves a piece.
    Move {
        /// The game.
        game: GameId,
        /// The number of the event this move answers; 0 for the first.
        after: u32,
        /// From.
        #[ts(type = "string")]
        from: Point,
        /// To.
        #[ts(type = "string")]
        to: Point,
    },
    /// Turns a face-down piece over (翻棋).
    Flip {
        /// The game.
        game: GameId,
        /// The number of the event this flip answers.
        after: u32,
        /// The piece's point.
        #[ts(type = "string")]
        at: Point,
    },
    /// Offers a draw (求和).
    OfferDraw {
        /// The game.
        game: GameId,
    },
    /// Answers the open offer.
    AnswerDraw {
        /// The game.
        game: GameId,
        /// 同意 or 不同意.
        accept: bool,
    },
    /// 投降
    Surrender {
        /// The game.
        game: GameId,
    },
    /// Leaves the running game, arranging included (逃跑); for a player who is out, leaves without consequence.
    Flee {
        /// The game.
        game: GameId,
    },
    /// Says something.
    Say {
        /// The room.
        room: RoomId,
        /// To whom.
        channel: Channel,
        /// What.
        words: Words,
    },
    /// Points out something on the board to one's partner (指示): a point, or a way.
    Point {
        /// The game.
        game: GameId,
        /// The point, or where the way begins.
        #[ts(type = "string")]
        at: Point,
        /// Where the way ends.
        #[ts(type = "string | null")]
        to: Option<Point>,
    },
}

/// How far a client has followed a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// The game.
    pub game: GameId,
    /// The last number received; 0 for none.
    pub no: u32,
}

/// What one lines up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum QueueMode {
    /// 四国·四暗, ranked.
    Four,
    /// 单挑（四国棋盘）暗棋, ranked.
    Two,
}
