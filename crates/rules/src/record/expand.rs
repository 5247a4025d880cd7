use crate::{
    Action, BySeat, Deployment, Event, Game, GameResult, Layout, LayoutFault, Opened, Record, Refusal, Seat,
    Setup, SetupFault, Shuffle, ShuffleFault, View, Viewer,
};

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// A layout that is none.
    #[error("the layout of {0}: {1}")]
    Layout(Seat, LayoutFault),
    /// A shuffle that is none.
    #[error("shuffled: {0}")]
    Shuffle(#[from] ShuffleFault),
    /// A commitment that the shuffle and the nonce don't make.
    #[error("commitment: not that of the nonce and the shuffle")]
    Commitment,
    /// No game can begin so.
    #[error("{0}")]
    Setup(#[from] SetupFault),
    /// An action that the referee refuses.
    #[error("action {index}, {action:?}, is refused: {refusal}")]
    Action {
        /// How many actions came before it.
        index: usize,
        /// The action as it stands in the record.
        action: String,
        /// Why.
        refusal: Refusal,
    },
}

/// A game with nothing hidden, for stepping through it without knowing the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// What was hidden, as it stands at the end.
    pub opened: Opened,
    /// The position before the first action, everything open.
    pub start: View,
    /// One per action; [`View::fold`] carries `start` on by them.
    pub events: Vec<Event>,
    /// How it ended; `None` for an unfinished record.
    pub result: Option<GameResult>,
}

impl Record {
    /// The game before its first action.
    pub fn start(&self) -> Result<Game, RecordFault> {
        let deployment = match self.rules.setup {
            Setup::Arrange => {
                let mut layouts = BySeat::default();
                for (seat, text) in self.layouts.iter() {
                    let layout = text.as_ref().map(|text| Layout::parse(text, &self.rules)).transpose();
                    *layouts.get_mut(seat) = layout.map_err(|fault| RecordFault::Layout(seat, fault))?;
                }
                Deployment::Arranged(layouts)
            }
            Setup::Flip => Deployment::Shuffled(self.shuffle()?),
        };
        Ok(Game::new(self.rules, self.first, deployment)?)
    }

    /// What lay where, with the commitment to it where the record has one.
    fn shuffle(&self) -> Result<Shuffle, RecordFault> {
        let shuffle = Shuffle::new(self.shuffled.clone())?;
        let shuffle = match self.nonce {
            Some(nonce) => shuffle.sealed(nonce),
            None => shuffle,
        };
        if self.commitment.is_some() && self.commitment.as_deref() != shuffle.commitment() {
            return Err(RecordFault::Commitment);
        }
        Ok(shuffle)
    }

    /// The game after its last action.
    pub fn replay(&self) -> Result<Game, RecordFault> {
        self.replay_with(|_| {}).map(|(_, game)| game)
    }

    /// The game in a form that can be stepped through.
    pub fn expand(&self) -> Result<Expanded, RecordFault> {
        let mut events = Vec::with_capacity(self.actions.len());
        let (start, end) = self.replay_with(|event| events.push(event))?;
        Ok(Expanded { opened: end.opened(), start: start.open_view(), events, result: end.result().cloned() })
    }

    /// Plays it through; the game before the first action and after the last.
    fn replay_with(&self, mut told: impl FnMut(Event)) -> Result<(Game, Game), RecordFault> {
        let start = self.start()?;
        let mut game = start.clone();
        for (index, text) in self.actions.iter().enumerate() {
            let refused = |refusal| RecordFault::Action { index, action: text.clone(), refusal };
            let action: Action = text.parse().map_err(|_| refused(Refusal::Malformed))?;
            let outcome = game.apply(action).map_err(refused)?;
            told(outcome.event(Viewer::Public));
        }
        Ok((start, game))
    }
}
