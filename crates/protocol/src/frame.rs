use rules::{BySeat, Legal, Point, Seat, ladder::NoGain};
use serde::{Deserialize, Serialize};

use crate::{
    Account, Clock, CommandId, DrawOffer, ErrorBody, GameId, Host, Invite, InviteId, Link, Live, Millis,
    Occupant, PairNews, Pairing, QueueMode, Restart, RoomId, RoomOptions, RoomSnapshot, Said, Scores,
    SwapOffer,
};

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", tag = "t", content = "d")]
pub enum ServerFrame {
    /// The one answer to a command.
    Answer(Answer),
    /// All of a room: after joining, and whenever its phase changes.
    Room(Box<RoomSnapshot>),
    /// The next numbered event of a game.
    Event(Box<Event>),
    /// Somebody took or gave up a seat.
    Seat {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
        /// Who sits there now.
        occupant: Option<Occupant>,
    },
    /// Who would gain nothing from a ranked game here, and why, has changed.
    Outlook {
        /// The room.
        room: RoomId,
        /// As it is now.
        outlook: BySeat<Option<NoGain>>,
    },
    /// Somebody's connection went or came back.
    Link {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
        /// Its link.
        link: Link,
    },
    /// Somebody is ready, or no longer.
    Ready {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
        /// Whether ready.
        ready: bool,
    },
    /// The offer of a draw was made, answered or ended.
    Offer {
        /// The room.
        room: RoomId,
        /// The open offer; `None`: it has ended.
        offer: Option<DrawOffer>,
        /// Who refused, when that ended it.
        refused: Option<Seat>,
    },
    /// The running clock has changed otherwise than by an event: `None` while nothing can be saved.
    Clock {
        /// The room.
        room: RoomId,
        /// The clock.
        clock: Option<Clock>,
    },
    /// Somebody said something.
    Said {
        /// The room.
        room: RoomId,
        /// What.
        said: Said,
    },
    /// The partner points out something on the board (指示). Nobody else is told, and it is kept nowhere.
    Pointed {
        /// The room.
        room: RoomId,
        /// The point, or where the way begins.
        #[ts(type = "string")]
        at: Point,
        /// Where the way ends.
        #[ts(type = "string | null")]
        to: Option<Point>,
    },
    /// Somebody else is the host (房主).
    Host {
        /// The room.
        room: RoomId,
        /// Who.
        host: Host,
    },
    /// The host has changed what is agreed on.
    Options {
        /// The room.
        room: RoomId,
        /// All of it.
        options: RoomOptions,
    },
    /// A wish to change seats was made, answered or ended.
    Swap {
        /// The room.
        room: RoomId,
        /// The open one; `None`: it has ended.
        swap: Option<SwapOffer>,
        /// Who declined, when that ended it.
        refused: Option<Seat>,
    },
    /// How many watch.
    Watchers {
        /// The room.
        room: RoomId,
        /// Their number.
        count: u32,
    },
    /// The scores after a ranked game.
    Scores {
        /// The room.
        room: RoomId,
        /// The game.
        game: GameId,
        /// What it did to them.
        scores: Scores,
    },
    /// Where one stands in the line.
    Queue(QueueStatus),
    /// How one stands with partners: all of it, whenever it changes.
    Pair {
        /// As it is now.
        pairing: Box<Pairing>,
        /// What has just changed; `None` after a hello, or where one knows it from the answer to the own command.
        news: Option<PairNews>,
    },
    /// Something one ought to know.
    Notice(Notice),
    /// The server is about to be restarted, or is so at another time than was said.
    Restart {
        /// When; `None`: that has been taken back.
        restart: Option<Restart>,
    },
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Answer {
    /// The command's number.
    pub id: CommandId,
    /// How it went.
    pub reply: Reply,
}

/// How a command went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
pub enum Reply {
    /// Done, and saved where it matters.
    Ok(Done),
    /// Refused; nothing has changed.
    Error(ErrorBody),
}

/// What a command brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
pub enum Done {
    /// Nothing more to say.
    Done,
    /// To a hello.
    Hello(Box<Hello>),
    /// To a question for the time.
    Time {
        /// The server's clock.
        now: Millis,
    },
    /// The room one is in now.
    Room {
        /// Its id.
        room: RoomId,
    },
    /// The rooms in the list.
    Live(Box<Live>),
    /// The number of the event that the move became.
    Played {
        /// Its number.
        no: u32,
    },
    /// The invitation is made.
    Invited {
        /// Its id; `/pair/ID` is the link.
        invite: InviteId,
    },
    /// The invitation that was asked for.
    Invitation(Box<Invite>),
}

/// The server's greeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Hello {
    /// The protocol's version.
    pub version: u16,
    /// The server's version.
    pub server: String,
    /// Who one is.
    pub you: Account,
    /// The room of the game one is still in; go there.
    pub room: Option<RoomId>,
    /// The server's clock.
    pub now: Millis,
    /// Since when the server runs. What it keeps in memory alone is not older: places in the line, pairs, rooms without a game.
    pub started: Millis,
    /// When it is about to be restarted, if it is.
    pub restart: Option<Restart>,
}

/// A numbered event of a game: the same for all but for `legal`, until the end opens everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "NumberedEvent")]
pub struct Event {
    /// The room.
    pub room: RoomId,
    /// The game.
    pub game: GameId,
    /// 1 for the first; no gaps.
    pub no: u32,
    /// When the server accepted it.
    pub at: Millis,
    /// What happened.
    pub event: rules::Event,
    /// The clock of the turn that begins.
    pub clock: Option<Clock>,
    /// What one may do, if the turn that begins is one's own; never in events sent again.
    pub legal: Option<Legal>,
}

/// Where one stands in the line for a quick match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase", tag = "t", content = "d")]
pub enum QueueStatus {
    /// Waiting.
    Waiting {
        /// For what.
        mode: QueueMode,
        /// Since when.
        since: Millis,
        /// How many wait for the same, oneself included.
        waiting: u32,
        /// 已放宽: the line of 50 points no longer holds for one.
        widened: bool,
        /// How long those waited in the middle who found a table here last; `None` while too few have lately.
        usual_ms: Option<u32>,
    },
    /// A table is found at which one would gain nothing: `consent` until the deadline.
    Consent {
        /// Why nothing.
        why: NoGain,
        /// When silence declines.
        deadline: Millis,
    },
    /// A table is found; go to the room.
    Matched {
        /// The room.
        room: RoomId,
    },
    /// No longer in the line.
    Gone {
        /// Why.
        why: LeftLine,
    },
}

/// Why one is no longer in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum LeftLine {
    /// By one's own wish.
    Wished,
    /// The partner left the line, or lost the connection for too long.
    Partner,
    /// One's own connection was gone for too long.
    Lost,
    /// The server stops or could not open the table: line up again.
    Server,
    /// One's own account and the partner's were used in one browser by now: they are never in one ranked game.
    SameBrowser,
}

/// Something one ought to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case", tag = "t", content = "d")]
pub enum Notice {
    /// The time for arranging was over; these seats play with their saved or the default layout.
    LayoutGiven {
        /// The room.
        room: RoomId,
        /// The seats.
        seats: Vec<Seat>,
    },
    /// All seats were taken; one watches.
    Watching {
        /// The room.
        room: RoomId,
    },
    /// Somebody left before the start; the game does not take place.
    NotStarted {
        /// The room.
        room: RoomId,
        /// Who left.
        by: Seat,
    },
    /// The host has asked one to leave the seat (请离).
    Removed {
        /// The room.
        room: RoomId,
        /// Until then one may take no seat there.
        until: Millis,
    },
    /// Nobody may watch there now; one hears no more of the room.
    Dismissed {
        /// The room.
        room: RoomId,
    },
    /// The room has a new password, and one has no seat there; one hears no more of the room until one has shown it.
    Locked {
        /// The room.
        room: RoomId,
    },
    /// Somebody else at the table was used in the same browser by now, so one has lost the seat: two accounts of one browser are never
    /// in one ranked game.
    SameBrowser {
        /// The room.
        room: RoomId,
    },
    /// The server stops, and the room, in which no game was arranged or ran, does not come back.
    Closed {
        /// The room.
        room: RoomId,
    },
}
