//! What must hold of every frame: nothing hidden is told, and nothing is missing.

use rules::{Event, FlagShown, Happened, Legal, Piece, Point, Seat, View, Viewer};

/// Something that the server must never send.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// An event is missing, or came twice.
    #[error("event {came} came where {expected} had to come")]
    Gap {
        /// The number that had to come.
        expected: u32,
        /// The number that came.
        came: u32,
    },
    /// A snapshot holds more or less than the events before it.
    #[error("the snapshot is at {snapshot}, the events before it lead to {events}")]
    OutOfStep {
        /// The number in the snapshot.
        snapshot: u32,
        /// The number of the last event.
        events: u32,
    },
    /// The events lead elsewhere.
    #[error("the events folded are not the snapshot: {0}")]
    Differs(String),
    /// Another one's eyes.
    #[error("the view of {0} was sent")]
    WrongViewer(&'static str),
    /// A piece is known that may not be.
    #[error("the {piece} on {at} was told")]
    Hidden {
        /// Where it stands.
        at: Point,
        /// What it is.
        piece: Piece,
    },
    /// Where hidden pieces can go tells what they are.
    #[error("moves that are not one's own were told")]
    OthersMoves,
    /// All was opened.
    #[error("everything was opened before the end")]
    Opened,
    /// An event of another game than the one that is played.
    #[error("an event of another game came")]
    OtherGame,
    /// A move out of the list of legal ones.
    #[error("a move of those told as legal was refused: {0}")]
    Refused(String),
    /// A move became another event than the one after that which it answers.
    #[error("the move answering {after} was acknowledged as {no}")]
    Misnumbered {
        /// The event that it answers.
        after: u32,
        /// The number it was given.
        no: u32,
    },
}

pub(crate) fn viewer_name(viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Seat(seat) => seat.name(),
        Viewer::Public => "spectator",
    }
}

/// What a whole view tells that this viewer may not know. All games here are dark, and nothing is scouted.
pub(crate) fn check_view(view: &View, viewer: Viewer) -> Option<Fault> {
    if view.viewer != viewer {
        return Some(Fault::WrongViewer(viewer_name(view.viewer)));
    }
    if view.result.is_some() {
        return None;
    }
    view.pieces.iter().find_map(|seen| {
        let (piece, at) = (seen.piece?, seen.at);
        let army = seen.army?;
        let shown = piece == Piece::Flag && view.flags.contains(&FlagShown { seat: army, at });
        (viewer != Viewer::Seat(army) && !shown).then_some(Fault::Hidden { at, piece })
    })
}

/// What an event tells that nobody may know yet, beside what it does to the view.
pub(crate) fn check_event(event: &Event) -> Option<Fault> {
    if event.opened.is_some() && event.result.is_none() {
        return Some(Fault::Opened);
    }
    if let Happened::Move { scout: Some(seen), .. } = &event.action {
        return seen.piece.map(|piece| Fault::Hidden { at: seen.at, piece });
    }
    None
}

/// Legal moves are for the seat on turn, and of its own pieces.
pub(crate) fn check_legal(legal: &Legal, view: &View, viewer: Viewer) -> Option<Fault> {
    let on_turn = view.turn.map(Viewer::Seat) == Some(viewer);
    let is_own = |at| view.piece(at).and_then(|seen| seen.army).map(Viewer::Seat) == Some(viewer);
    let own = legal.moves.iter().all(|targets| is_own(targets.from));
    (!on_turn || !own).then_some(Fault::OthersMoves)
}

/// Where the view that the events lead to is not the one that was sent.
pub(crate) fn check_fold(folded: &View, sent: &View) -> Option<Fault> {
    if folded == sent {
        return None;
    }
    let mut where_ = Vec::new();
    let mut note = |name: &str, differs: bool| where_.extend(differs.then(|| name.to_owned()));
    note("turn", folded.turn != sent.turn);
    note("steps", folded.steps != sent.steps);
    note("quiet", folded.quiet != sent.quiet);
    note("timeouts", folded.timeouts != sent.timeouts);
    note("out", folded.out != sent.out);
    note("flags", folded.flags != sent.flags);
    note("last", folded.last != sent.last);
    note("result", folded.result != sent.result);
    let told = |view: &View, at| match view.piece(at) {
        None => "empty".to_owned(),
        Some(seen) => {
            let army = seen.army.map_or("?", Seat::name);
            seen.piece.map_or_else(|| format!("a piece of {army}"), |piece| format!("{army}'s {piece}"))
        }
    };
    let points = folded.pieces.iter().chain(&sent.pieces).map(|seen| seen.at);
    if let Some(at) = points.into_iter().find(|at| folded.piece(*at) != sent.piece(*at)) {
        where_.push(format!(
            "{at} is {} by the events, {} in the snapshot",
            told(folded, at),
            told(sent, at)
        ));
    }
    if where_.is_empty() {
        where_.push("what is not of the position".to_owned());
    }
    Some(Fault::Differs(where_.join(", ")))
}
