use rules::{
    EndReason, Fight, GameResult, LayoutFault, Refusal, Seat, SetupFault, ShuffleFault, record::RecordFault,
};

use crate::TextFault;

/// Why a file cannot be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {fault}")]
pub struct ReadError {
    /// The offset in the file, from 0.
    pub at: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing that could be told by its content.
    #[error("neither a .jgs nor a .jql file, a record or a layout")]
    UnknownKind,
    /// A layout where a game is wanted.
    #[error("a layout, not a game")]
    NoGame,
    /// The file ends too early.
    #[error("the file ends here, {missing} bytes too early")]
    Truncated {
        /// How much must still come, at least.
        missing: usize,
    },
    /// The file goes on where it should end.
    #[error("the file should end here, but {bytes} bytes follow")]
    Trailing {
        /// How many.
        bytes: usize,
    },
    /// Not how a file of this kind begins.
    #[error("not the signature of such a file")]
    Signature,
    /// Not the version that is known.
    #[error("not the version of this format that is known")]
    Version,
    /// Not a game of four.
    #[error("a game of {0} players, not of four")]
    Players(u8),
    /// A number that can't be a seat's, or not that of this place.
    #[error("{0} is not the number of a seat here")]
    Seat(u8),
    /// A game with an empty seat.
    #[error("nobody sits on seat {0}")]
    AbsentSeat(u8),
    /// A length or offset that contradicts the file.
    #[error("{what} is given as {says}, it is {is}")]
    Number {
        /// Of what.
        what: &'static str,
        /// What the file says.
        says: usize,
        /// What it is.
        is: usize,
    },
    /// A piece whose kind the file does not know.
    #[error("a piece that the file does not know: such a game can't be replayed")]
    HiddenPiece,
    /// No piece has this code.
    #[error("no piece has the code {0}")]
    PieceCode(u8),
    /// A layout that is none.
    #[error("the layout is not legal: {0}")]
    Layout(LayoutFault),
    /// Bytes that are no GBK.
    #[error("the text is not GBK")]
    Text,
    /// A text without its NUL.
    #[error("the text has no end")]
    UnendedText,
    /// Coordinates where no point of the board is.
    #[error("the board has no point at {x}, {y}")]
    Point {
        /// To the right.
        x: u8,
        /// Down.
        y: u8,
    },
    /// Neither move nor event.
    #[error("neither a move nor an event begins with {0:#04x}")]
    RecordKind(u8),
    /// An event that nobody knows.
    #[error("no event is known with the code {code} and the argument {argument}")]
    Event {
        /// Its code.
        code: u8,
        /// Its argument.
        argument: u8,
    },
    /// Bits of a move whose meaning nobody knows.
    #[error("bits of a move that are not known: {0:#04x}")]
    MoveBits(u8),
    /// An action that the referee refuses.
    #[error("the referee refuses {action}: {refusal}")]
    Action {
        /// The action as records write it; cut if it is long.
        action: String,
        /// Why.
        refusal: Refusal,
    },
    /// Another seat acts than the one whose turn it is.
    #[error("{says} acts, but it is the turn of {is}")]
    Turn {
        /// Who acts.
        says: Seat,
        /// Whose turn it is.
        is: Seat,
    },
    /// Another end of a fight than the referee's.
    #[error("the fight is told as {}, it ended as {}", fight(*says), fight(*is))]
    Fight {
        /// As the file tells it.
        says: Option<Fight>,
        /// As it was.
        is: Option<Fight>,
    },
    /// Another seat is said to be next than the referee's.
    #[error("seat {says} is told to be next, it is seat {is}")]
    Next {
        /// The file's number of a seat.
        says: u8,
        /// The right one.
        is: u8,
    },
    /// Another flag is shown than the referee shows, or none where one is, or one where none is.
    #[error("the flags shown are not those of the commanders lost")]
    Flags,
    /// Something else happened than is told here.
    #[error("{says} is told, but what happened is: {is}")]
    Happened {
        /// What the file tells.
        says: &'static str,
        /// What the referee finds.
        is: &'static str,
    },
    /// Something happened that is not told.
    #[error("here the file must tell: {0}")]
    Untold(&'static str),
    /// Something is told after the game has ended.
    #[error("the game has ended before this")]
    AfterTheEnd,
    /// A number of lost turns that is not the player's.
    #[error("{says} lost turns are told, there were {is}")]
    Timeouts {
        /// What the file says.
        says: u8,
        /// How many there were.
        is: u8,
    },
    /// A remark at a place that the game does not have.
    #[error("a comment on record {0}, which the game does not have")]
    Comment(u32),
    /// Text that is no UTF-8.
    #[error("the text is not UTF-8")]
    Utf8,
    /// Not JSON, or not a record.
    #[error("not a record: {0}")]
    Json(String),
    /// Bytes after the one record.
    #[error("one game is wanted, another one follows")]
    SecondRecord,
    /// A record of rules that make no sense, or set up against them.
    #[error("no game can begin so: {0}")]
    Setup(#[from] SetupFault),
    /// A shuffle that is none.
    #[error("shuffled: {0}")]
    Shuffle(#[from] ShuffleFault),
    /// A commitment that the shuffle and the nonce don't make.
    #[error("commitment: not that of the nonce and the shuffle")]
    Commitment,
    /// Another result than the referee's.
    #[error("the result is told as {}, it is {}", result(says.as_ref()), result(is.as_ref()))]
    Result {
        /// As the record tells it.
        says: Option<GameResult>,
        /// As it is.
        is: Option<GameResult>,
    },
}

impl Fault {
    pub(crate) fn at(self, at: usize) -> ReadError {
        ReadError { at, fault: self }
    }
}

fn fight(fight: Option<Fight>) -> &'static str {
    match fight {
        None => "none",
        Some(Fight::Attacker) => "won by the attacker",
        Some(Fight::Defender) => "lost by the attacker",
        Some(Fight::Both) => "the end of both",
    }
}

fn result(result: Option<&GameResult>) -> String {
    let Some(GameResult { winner, reason, void, steps, fled }) = result else {
        return "unfinished".to_owned();
    };
    let winner = match winner.as_slice() {
        [] if *void => "void".to_owned(),
        [] => "a draw".to_owned(),
        winner => {
            format!("won by {}", winner.iter().map(|seat| seat.name()).collect::<Vec<_>>().join(" and "))
        }
    };
    let fled = fled.map_or(String::new(), |seat| format!(", {seat} left"));
    format!("{winner} ({}, {steps} steps{fled})", reason_name(*reason))
}

fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Flag => "flag",
        EndReason::NoMove => "no-move",
        EndReason::NoMovablePiece => "no-movable-piece",
        EndReason::Timeouts => "timeouts",
        EndReason::Surrender => "surrender",
        EndReason::Flee => "flee",
        EndReason::Quiet => "quiet",
        EndReason::Steps => "steps",
        EndReason::Agreed => "agreed",
        EndReason::Aborted => "aborted",
    }
}

/// So many characters of what a file says are told again.
const QUOTED: usize = 60;

/// A piece of a file as it may be told again: short, and nothing in it that a terminal would act on.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted: String =
        text.chars().take(QUOTED).flat_map(char::escape_debug).take(2 * QUOTED).collect();
    if text.chars().nth(QUOTED).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Why a record cannot be written as a `.jgs` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Another game than that of the QQ client.
    #[error("only dark games of four players by the default rules fit; here {0} differs")]
    Rules(&'static str),
    /// A draw by a limit that the QQ client does not have.
    #[error("it is a draw after {0} quiet steps; the file's games are one after 71")]
    Quiet(u16),
    /// A game that was closed.
    #[error("it was closed by the operator, which the file can't say")]
    Aborted,
    /// More than the file's counts can tell.
    #[error("it takes {0} records, more than the file can count")]
    TooLong(usize),
    /// A name that the file can't hold.
    #[error("the name of {0}: {1}")]
    Name(Seat, TextFault),
    /// A comment that the file can't hold.
    #[error("comment {0}: {1}")]
    Comment(usize, TextFault),
    /// A comment on an action that the game does not have.
    #[error("comment {0} is on an action that the game does not have")]
    CommentPlace(usize),
    /// A record that can't be replayed.
    #[error(transparent)]
    Record(#[from] RecordFault),
    /// A record whose result is not the referee's.
    #[error("the result is not what the actions lead to")]
    Result,
}
