use crate::{PlanFault, TargetFault, refusal};

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A bound.
    #[error(transparent)]
    Plan(#[from] PlanFault),
    /// The address.
    #[error(transparent)]
    Target(#[from] TargetFault),
    /// This program may not open as many files.
    #[error("{sockets} sockets are needed and this program may have {limit} files open: raise `ulimit -n`")]
    Files {
        /// So many.
        sockets: u32,
        /// The system's bound.
        limit: u64,
    },
    /// A process that is to be measured.
    #[error("{option} {pid}: no such process can be read under /proc")]
    Process {
        /// The option.
        option: &'static str,
        /// What was given.
        pid: u32,
    },
    /// A room could not be opened.
    #[error("room {room} of {rooms} could not be opened: {doing}: {refused}{}", refusal::advice(refused))]
    Opening {
        /// The how manyth.
        room: u32,
        /// Of how many.
        rooms: u32,
        /// What was tried.
        doing: &'static str,
        /// What came of it.
        refused: String,
    },
    /// A socket that was only to be there could not be opened.
    #[error(
        "idle socket {socket} of {sockets} could not be opened: {doing}: {refused}{}",
        refusal::advice(refused)
    )]
    Idle {
        /// The how manyth.
        socket: u32,
        /// Of how many.
        sockets: u32,
        /// What was tried.
        doing: &'static str,
        /// What came of it.
        refused: String,
    },
    /// It was stopped before all rooms were open.
    #[error("stopped before all rooms were open")]
    Stopped,
}
