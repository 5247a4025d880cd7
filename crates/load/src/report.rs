//! What was measured. The names are those of the JSON, and stay.

use std::{collections::BTreeMap, ops::Sub};

use protocol::{GameId, RoomId};
use serde::Serialize;

use crate::{Limit, Plan};

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What was asked for, with the seed.
    pub plan: Plan,
    /// How long it took to open all rooms.
    pub opening_seconds: f64,
    /// How long was measured.
    pub seconds: f64,
    /// Whether it was stopped before its time.
    pub stopped_early: bool,
    /// Moves that were acknowledged.
    pub moves: Moves,
    /// Games.
    pub games: Games,
    /// How long moves took.
    pub latency: Latency,
    /// Sockets that were cut on purpose.
    pub cuts: Cuts,
    /// What was checked.
    pub checks: Checks,
    /// Commands that the server refused, by the code of the refusal.
    pub refusals: BTreeMap<String, u64>,
    /// Connections lost otherwise than on purpose, by what was said.
    pub losses: BTreeMap<String, u64>,
    /// What lifts these refusals, by their code: options of the server.
    pub remedies: BTreeMap<String, String>,
    /// What went over the sockets while it was measured.
    pub bytes: Bytes,
    /// What each process used of the machine.
    pub processes: Processes,
    /// The machine, where it tells.
    pub machine: Option<Machine>,
    /// Who had no more to give.
    pub limit: Limit,
}

/// Moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Moves {
    /// Acknowledged while it was measured.
    pub acknowledged: u64,
    /// The same in a second.
    pub per_second: f64,
    /// Due while it was measured, and without an answer when the player left. They are in no percentile.
    pub unanswered: u64,
}

/// Games, from when the first room was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Games {
    /// In which a move was made.
    pub begun: u64,
    /// Played to their end.
    pub finished: u64,
}

/// How long moves took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Latency {
    /// Until the player had the answer: it is saved.
    pub acknowledged: Wait,
    /// Until each other player at the table had the event.
    pub at_seats: Wait,
    /// Until each spectator had the event.
    pub at_spectators: Wait,
    /// From the first attempt to open a new socket until the room was seen and all that was missed.
    pub coming_back: Percentiles,
    /// How late this program's own timer was, which is in all the others.
    pub own_lateness: Percentiles,
}

/// One time, counted from two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// From when the move was given to the socket.
    pub from_sending: Percentiles,
    /// From when it was due, held up or not: corrected for coordinated omission.
    pub from_intended: Percentiles,
}

/// How times are spread, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Percentiles {
    /// How many were measured.
    pub count: u64,
    /// Half took no longer.
    pub p50_us: u64,
    /// 99 of 100 took no longer.
    pub p99_us: u64,
    /// 999 of 1000 took no longer.
    pub p999_us: u64,
    /// The longest.
    pub max_us: u64,
}

/// Sockets cut on purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cuts {
    /// All.
    pub cut: u64,
    /// Of these with a move on its way, which was sent again under the same number.
    pub in_flight: u64,
    /// Players and spectators who came back, after cuts and after losses.
    pub returned: u64,
}

/// What was checked, and found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Checks {
    /// Games that were checked frame by frame.
    pub games: u64,
    /// Events and snapshots of these games, over all their players and spectators.
    pub frames: u64,
    /// Whole views that were held against the events.
    pub snapshots: u64,
    /// What should never be.
    pub faults: u64,
    /// The first hundred of them.
    pub found: Vec<Finding>,
}

/// Something that should never be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The room.
    pub room: RoomId,
    /// The game.
    pub game: Option<GameId>,
    /// After which event.
    pub no: u32,
    /// Who saw it: a seat, or `spectator`.
    pub viewer: String,
    /// What it is.
    pub fault: String,
}

/// The texts of frames, without what WebSocket and TCP add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bytes {
    /// From this program to the server.
    pub sent: u64,
    /// From the server to this program.
    pub received: u64,
    /// Commands.
    pub frames_sent: u64,
    /// Answers, events and the rest.
    pub frames_received: u64,
}

impl Sub for Bytes {
    type Output = Bytes;

    fn sub(self, before: Bytes) -> Bytes {
        Bytes {
            sent: self.sent - before.sent,
            received: self.received - before.received,
            frames_sent: self.frames_sent - before.frames_sent,
            frames_received: self.frames_received - before.frames_received,
        }
    }
}

/// What each used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Processes {
    /// The server; `None` unless its process was named.
    pub server: Option<Use>,
    /// PostgreSQL with all its processes; `None` if there is none.
    pub database: Option<Use>,
    /// This program.
    pub load: Option<Use>,
}

/// What a process used of the machine while it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Use {
    /// Its number.
    pub pid: u32,
    /// Seconds on a processor in a second.
    pub cores: f64,
    /// The same of its busiest thread, or of the busiest process of PostgreSQL.
    pub busiest_thread: f64,
    /// How many processors it may use, by affinity and by the quotas of its control groups.
    pub allowed_cores: f64,
    /// Memory, on the average.
    pub memory_mean_mb: f64,
    /// Memory at its most.
    pub memory_max_mb: f64,
}

/// The whole machine: shares of all processors' time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Machine {
    /// Working, for whomever.
    pub busy: f64,
    /// Doing nothing while somebody waits for a disk.
    pub waiting_for_disk: f64,
}
