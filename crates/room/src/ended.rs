use protocol::{GameId, Scores};
use rules::{Game, Opened, Outcome, Viewer};

use crate::{log::Log, playing::Playing};

/// The game has ended; the room stays for looking back and talk.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) id: GameId,
    pub(crate) game: Game,
    pub(crate) log: Log,
    pub(crate) opened: Box<Opened>,
    /// Known when the store has settled a ranked game.
    pub(crate) scores: Scores,
}

impl Ended {
    /// `last` is what has ended it.
    pub(crate) fn new(playing: Playing, last: &Outcome) -> Ended {
        let Playing { id, game, log, .. } = playing;
        let opened = last.event(Viewer::Public).opened.expect("the last event opens everything");
        Ended { id, game, log, opened, scores: Scores::default() }
    }
}
