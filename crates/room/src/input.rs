use std::{collections::BTreeSet, fmt};

use protocol::{
    AccountId, Channel, Command, CommandId, GameId, Millis, Player, Progress, RoomId, RoomOptions, Score,
    Scores, Spectating, Words,
};
use rules::{Point, Seat};

use crate::{Hidden, Lock};

/// What an account has to do with others, as far as that bears on games and on talk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// The accounts that were used in the same browser.
    pub kin: Vec<AccountId>,
    /// With whom it has scored on opposite sides within the last day, and how often.
    pub met: Vec<(AccountId, u32)>,
    /// Whom it has blocked (屏蔽).
    pub blocked: BTreeSet<AccountId>,
}

impl Ties {
    /// Whether the other account was used in the same browser.
    pub fn is_kin(&self, other: AccountId) -> bool {
        self.kin.contains(&other)
    }

    /// Whether it has blocked the other account.
    pub fn has_blocked(&self, other: AccountId) -> bool {
        self.blocked.contains(&other)
    }

    /// How often the two have scored against each other.
    pub fn met(&self, other: AccountId) -> u32 {
        self.met.iter().find(|(account, _)| *account == other).map_or(0, |(_, times)| *times)
    }

    /// The two have scored against each other once more.
    pub fn meet(&mut self, other: AccountId) {
        match self.met.iter_mut().find(|(account, _)| *account == other) {
            Some((_, times)) => *times += 1,
            None => self.met.push((other, 1)),
        }
    }
}

/// Somebody who comes into a room.
#[derive(Clone, PartialEq, Eq)]
pub struct Member {
    /// Who it is, as others see one. `player.id` is the account.
    pub player: Player,
    /// The layout to play with when the time for arranging runs out and none was handed in; `None` leaves the one named
    /// before.
    pub preferred: Option<String>,
    /// What binds it to others at the table.
    pub ties: Ties,
    /// When this was known: not after it was read.
    pub as_of: Millis,
}

impl Member {
    /// Keeps what is known of score and games unless this was read later.
    pub(crate) fn catch_up(&mut self, known: &Member) {
        if known.as_of >= self.as_of {
            let Player { score, title, tally, .. } = known.player;
            (self.player.score, self.player.title, self.player.tally) = (score, title, tally);
            self.ties.met.clone_from(&known.ties.met);
            self.as_of = known.as_of;
        }
    }

    /// A game has brought the account to that score.
    pub(crate) fn settle(&mut self, score: &Score, now: Millis) {
        (self.player.score, self.player.title) = (score.before + score.change, score.title_after);
        self.as_of = now;
    }
}

/// Never shows the layout.
impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("player", &self.player).finish_non_exhaustive()
    }
}

/// All that can happen to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A connection comes in (protocol `join`): to the own seat if the account has one, else to watch. Carried out each
    /// time, whatever the id. The connection belongs to the room afterwards if `Room::is_present` says so.
    Join {
        /// Who.
        member: Member,
        /// What the client has already.
        have: Option<Progress>,
        /// Whether the room's password was shown.
        pass: Pass,
        /// The command's number.
        id: CommandId,
    },
    /// The last connection of that account in this room is gone. The server answers `part` itself.
    LinkDown {
        /// Whose.
        account: AccountId,
        /// How.
        departure: Departure,
    },
    /// A command that concerns the room.
    Command {
        /// Whose.
        account: AccountId,
        /// Its number; the same number of the same account is answered again, not carried out again.
        id: CommandId,
        /// What is to be done.
        command: RoomCommand,
    },
    /// An account is somebody else than when it came in or sat down: a guest has registered.
    Renew {
        /// Who it is now.
        member: Box<Member>,
    },
    /// An account has been deleted. The server has made sure that no game in which it has a seat is arranged or runs.
    Delete {
        /// Which.
        account: AccountId,
        /// What is said instead of its name from now on.
        name: String,
    },
    /// An account has blocked others than before.
    Blocks {
        /// Who has.
        account: AccountId,
        /// All whom it has blocked now.
        blocked: BTreeSet<AccountId>,
    },
    /// An account was used in a browser in which others were.
    Kin {
        /// Which.
        account: AccountId,
        /// All accounts that were used in a browser of its.
        kin: Vec<AccountId>,
    },
    /// `Room::deadline` has come. Goes before any other input that is waiting then.
    Tick,
    /// Nothing can be saved: the clocks stand still and all are told.
    Suspend,
    /// Saving works again: the time is given back.
    Resume,
    /// The operator closes the game.
    Abort,
    /// The server stops. A room without a game that could be carried on is closed, and its people are told.
    Close,
    /// The store has settled a ranked game.
    Settled {
        /// The game.
        game: GameId,
        /// What it did to the scores.
        scores: Scores,
    },
}

/// Whether somebody who comes in has shown the room's password, as it was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The password that this lock is made of.
    Shown(Lock),
    /// None was given.
    NotShown,
}

/// How a connection came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// By wish.
    Parted,
    /// It broke, and may come back.
    Lost,
}

/// The commands of the protocol that concern a room, apart from `join` and `part`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of `protocol::Command`")]
pub enum RoomCommand {
    /// Takes a free seat. The server has made sure that the account is in no other game.
    Sit { seat: Seat },
    /// Gives up the seat.
    Stand,
    /// Is for beginning the next game, or no longer. Before one is for it, the server makes sure that the account is in no
    /// other game.
    Again { accept: bool },
    /// Changes what is agreed on. The server has checked the options; a password that is to be a new one is the lock.
    Configure { options: Box<RoomOptions>, lock: Option<Lock> },
    /// Lets people watch or not.
    SetSpectating { spectating: Spectating },
    /// Makes another player the host.
    PassHost { seat: Seat },
    /// 请离
    Remove { seat: Seat },
    /// Asks to change seats.
    Swap { seat: Seat },
    /// Answers who asks, or takes the question back.
    AnswerSwap { accept: bool },
    /// Hands in a layout.
    Ready { game: GameId, layout: Hidden<String> },
    /// Takes the readiness back.
    Unready { game: GameId },
    /// Moves a piece.
    Move { game: GameId, after: u32, from: Point, to: Point },
    /// Turns a face-down piece over.
    Flip { game: GameId, after: u32, at: Point },
    /// Offers a draw.
    OfferDraw { game: GameId },
    /// Answers the open offer.
    AnswerDraw { game: GameId, accept: bool },
    /// 投降
    Surrender { game: GameId },
    /// Leaves.
    Flee { game: GameId },
    /// Says something.
    Say { channel: Channel, words: Words },
    /// Points out something to the partner.
    Point { game: GameId, at: Point, to: Option<Point> },
}

/// How a command names its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// By its id.
    Room(RoomId),
    /// By the game that is played or arranged in it.
    Game(GameId),
}

impl RoomCommand {
    /// Whether the account is held for the room before it is carried out: with a seat one waits for a game.
    pub const fn claims(&self) -> bool {
        matches!(self, RoomCommand::Sit { .. } | RoomCommand::Again { accept: true })
    }

    /// Takes a command for a room; gives any other one back.
    pub fn of(command: Command) -> Result<(Target, RoomCommand), Command> {
        let routed = match command {
            Command::Sit { room, seat } => (Target::Room(room), RoomCommand::Sit { seat }),
            Command::Stand { room } => (Target::Room(room), RoomCommand::Stand),
            Command::Again { room, accept } => (Target::Room(room), RoomCommand::Again { accept }),
            Command::SetSpectating { room, spectating } => {
                (Target::Room(room), RoomCommand::SetSpectating { spectating })
            }
            Command::PassHost { room, seat } => (Target::Room(room), RoomCommand::PassHost { seat }),
            Command::Remove { room, seat } => (Target::Room(room), RoomCommand::Remove { seat }),
            Command::Swap { room, seat } => (Target::Room(room), RoomCommand::Swap { seat }),
            Command::AnswerSwap { room, accept } => (Target::Room(room), RoomCommand::AnswerSwap { accept }),
            Command::Ready { game, layout } => {
                (Target::Game(game), RoomCommand::Ready { game, layout: Hidden(layout) })
            }
            Command::Unready { game } => (Target::Game(game), RoomCommand::Unready { game }),
            Command::Move { game, after, from, to } => {
                (Target::Game(game), RoomCommand::Move { game, after, from, to })
            }
            Command::Flip { game, after, at } => (Target::Game(game), RoomCommand::Flip { game, after, at }),
            Command::OfferDraw { game } => (Target::Game(game), RoomCommand::OfferDraw { game }),
            Command::AnswerDraw { game, accept } => {
                (Target::Game(game), RoomCommand::AnswerDraw { game, accept })
            }
            Command::Surrender { game } => (Target::Game(game), RoomCommand::Surrender { game }),
            Command::Flee { game } => (Target::Game(game), RoomCommand::Flee { game }),
            Command::Say { room, channel, words } => {
                (Target::Room(room), RoomCommand::Say { channel, words })
            }
            Command::Point { game, at, to } => (Target::Game(game), RoomCommand::Point { game, at, to }),
            other @ (Command::Hello { .. }
            | Command::Time
            | Command::Join { .. }
            | Command::Part { .. }
            | Command::Queue { .. }
            | Command::Unqueue
            | Command::Consent { .. }
            | Command::Invite { .. }
            | Command::Invitation { .. }
            | Command::AnswerInvite { .. }
            | Command::TakeBack
            | Command::Unpair
            | Command::Practice { .. }
            | Command::Create { .. }
            | Command::List { .. }
            | Command::Configure { .. }) => return Err(other),
        };
        Ok(routed)
    }
}
