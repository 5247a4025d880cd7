use protocol::{GameId, Scores};
use rules::{Game, Opened, Viewer};

use crate::log::Log;

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
    pub(crate) fn new(id: GameId, game: Game, log: Log) -> Ended {
        let last = log.last().expect("a game ends by an action");
        let opened = last.outcome.event(Viewer::Public).opened.expect("the last event opens everything");
        Ended { id, game, log, opened, scores: Scores::default() }
    }
}
