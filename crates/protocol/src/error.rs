use rules::{LayoutFault, Piece, RuleSetFault};
use serde::{Deserialize, Serialize};

use crate::{GameId, Millis, RoomId};

/// Why a command was refused: a code with arguments, made into a sentence by the client. A refusal depends only on what the
/// sender may know, and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t", content = "d")]
pub enum ErrorBody {
    /// Not a command; the text says where it stops being one.
    BadFrame {
        /// For the programmer.
        detail: String,
    },
    /// The first command must be a hello of this version.
    Version {
        /// What the server speaks.
        server: u16,
    },
    /// Too much in too short a time.
    TooFast {
        /// Try again after so many milliseconds.
        retry_ms: u32,
    },
    /// Nothing can be saved at the moment; clocks stand still.
    Unavailable,
    /// No such room, or one that one may not know of.
    NoSuchRoom,
    /// That game is not the one being played in this room.
    WrongGame {
        /// The room's game.
        now: Option<GameId>,
    },
    /// One has no seat there.
    NotSeated,
    /// The seat is taken.
    SeatTaken,
    /// The seat does not exist in this game.
    NoSuchSeat,
    /// Not in this phase of the room.
    WrongPhase,
    /// Another one's turn.
    NotYourTurn,
    /// The command answers an earlier position.
    Stale {
        /// The number of the last event.
        no: u32,
    },
    /// The rules don't allow that move.
    Illegal,
    /// 翻棋: no engineer has been turned over yet, so nobody has pieces to move.
    NoColours,
    /// 翻棋: what lies face down neither moves nor can be attacked.
    FaceDown,
    /// 翻棋: the flag can't be taken while its owner has mines.
    FlagMined {
        /// How many mines are left, those that lie face down included.
        mines: u8,
    },
    /// 翻棋: only a piece of one's lowest remaining rank may take the flag.
    FlagRank {
        /// That rank; `None` if one has no piece with a rank left.
        piece: Option<Piece>,
    },
    /// One is out of the game.
    NotPlaying,
    /// The game has ended.
    Over,
    /// No surrender before step 20.
    TooEarly {
        /// Steps made.
        steps: u32,
    },
    /// The layout has a fault.
    Layout {
        /// Which.
        fault: LayoutFault,
    },
    /// The rule set makes no sense.
    Rules {
        /// Where.
        fault: RuleSetFault,
    },
    /// A number of the room's options is out of its range.
    Options {
        /// Which.
        field: String,
    },
    /// No ranked game can be played so.
    Ranked {
        /// What stands against it.
        fault: RankedFault,
    },
    /// Something about the room's password.
    Password {
        /// What.
        fault: PasswordFault,
    },
    /// One may watch no game here.
    NoWatching,
    /// Only the host (房主) may do that.
    NotHost,
    /// Nobody sits there.
    SeatEmpty,
    /// One can't do that to oneself.
    Yourself,
    /// Having been asked to leave a seat here (请离), one has to wait.
    Removed {
        /// Until then.
        until: Millis,
    },
    /// One's 逃跑率 is too high for a seat here.
    FleeRate {
        /// The highest that is admitted, in per cent.
        limit: u8,
    },
    /// Two others are asked already whether they change seats.
    SwapOpen,
    /// Nobody asks one to change seats.
    NoSwap,
    /// An offer is open already.
    OfferOpen,
    /// There is no open offer.
    NoOffer,
    /// Three offers a game, and none within 20 steps of the last.
    OfferLimit {
        /// The step from which one may offer again; `None`: no more in this game.
        from_step: Option<u32>,
    },
    /// One's seat has answered already.
    Answered,
    /// Nothing may be said here: the channel isn't for one, or the room keeps silent.
    MayNotSpeak,
    /// Empty, too long, or with characters that don't belong in talk.
    Words,
    /// A ranked game needs a registered account.
    NeedAccount,
    /// One is in a running game already.
    InGame {
        /// Its room.
        room: RoomId,
    },
    /// Having left a ranked game, one has to wait.
    Barred {
        /// Until then.
        until: Millis,
    },
    /// One isn't in the line.
    NotQueued,
    /// No registered player has this name.
    NoSuchPlayer,
    /// One can't be one's own partner.
    Oneself,
    /// The invited player is not connected.
    NotOnline,
    /// The other one has a partner already.
    PartnerTaken,
    /// One is one of a pair: end it first, or play with four.
    Paired,
    /// One has no partner.
    NotPaired,
    /// The invitation is over, was never made, or isn't for one.
    NoSuchInvite,
    /// The partner can't play now: in a game, not connected, or waiting after having left a ranked game.
    PartnerBusy,
    /// Somebody at the table has used the same browser: two accounts of one browser are never in one ranked game.
    SameBrowser,
    /// One has opened as many rooms as one may have at once, or there are as many as the server carries. A room that nobody is in is gone
    /// after five minutes.
    TooManyRooms,
    /// The server is stopping; it will be back.
    Stopping,
    /// The server is about to be restarted, so no game begins: not now, nor by lining up or sitting down.
    Restarting {
        /// When it stops at the latest.
        at: Millis,
    },
}

/// Why a room can't be a ranked one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RankedFault {
    /// Other rules than the default ones, for four players or two.
    Rules,
    /// Who starts is drawn by lot.
    First,
    /// A turn has another length than in all ranked games.
    Turn,
    /// It would be private.
    Link,
    /// It would have a password.
    Password,
}

/// What is wrong about a room's password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PasswordFault {
    /// One has to say it to go in.
    Needed,
    /// It is not the room's.
    Wrong,
    /// The room is to have one, and none was given.
    Missing,
    /// One was given for a room that is to have none.
    Unwanted,
    /// It has no character, or more than 32.
    Length,
}

/// An error of the REST API, `application/problem+json` (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Problem {
    /// A stable name of the kind of error, `urn:siguo:problem:…`.
    pub r#type: String,
    /// What it is, in English.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong with this request, in English.
    pub detail: Option<String>,
    /// Which field is wrong.
    pub field: Option<String>,
    /// Where the fault is in a file that was sent: so many bytes from its beginning.
    pub offset: Option<u32>,
    /// Of a fault of the server: the id of the request, to be told to whoever runs it.
    pub request: Option<String>,
}
