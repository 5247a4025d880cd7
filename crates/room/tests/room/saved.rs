use protocol::{GameId, Millis, Player, RoomOptions};
use room::{JournalEntry, Memo, Outage, Room, RoomSetup, Save, SavedRoom, SavedSeat, SavedState, Ties};
use rules::{BySeat, Seat};

/// What has been saved, as the store would have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Saved {
    pub(crate) saves: Vec<Save>,
    pub(crate) journal: Vec<JournalEntry>,
    memo: Memo,
    options: Option<RoomOptions>,
    players: BySeat<Option<Player>>,
    sheets: BySeat<Option<(String, bool)>>,
    new_game: Option<(GameId, Millis, Millis)>,
    started: Option<(Seat, Vec<rules::Shuffled>, Option<rules::Nonce>, Millis)>,
}

impl Saved {
    pub(crate) fn take(&mut self, save: Save) {
        match &save {
            Save::NewGame { game, at, deadline, memo, options, seats, .. } => {
                *self = Saved {
                    saves: std::mem::take(&mut self.saves),
                    memo: memo.clone(),
                    options: Some((**options).clone()),
                    players: (**seats).clone(),
                    new_game: Some((*game, *at, *deadline)),
                    ..Saved::default()
                };
            }
            Save::Layout { seat, layout, ready, .. } => {
                *self.sheets.get_mut(*seat) = Some((layout.0.clone(), *ready));
            }
            Save::Abandon { .. } => self.new_game = None,
            Save::Start { first, layouts, shuffled, nonce, at, .. } => {
                self.started = Some((*first, shuffled.0.clone(), nonce.0, *at));
                self.sheets =
                    layouts.0.as_ref().as_ref().map(|_, text| text.clone().map(|text| (text, true)));
            }
            Save::Entry { entry, .. } | Save::Finish { entry, .. } => {
                assert_eq!(entry.no as usize, self.journal.len() + 1, "the journal has no gaps");
                self.journal.push(entry.clone());
            }
            Save::Options { options, .. } => self.options = Some((**options).clone()),
            Save::Memo { memo, .. } => self.memo = memo.clone(),
            Save::Talk { .. } => {}
        }
        self.saves.push(save);
    }

    pub(crate) fn restore(&self, setup: &RoomSetup, now: Millis, outages: &[Outage]) -> Room {
        let (game, created, deadline) = self.new_game.expect("a game was saved");
        let state = match &self.started {
            None => SavedState::Arranging { deadline },
            Some((first, shuffled, nonce, started)) => SavedState::Running {
                first: *first,
                shuffled: shuffled.clone().into(),
                nonce: (*nonce).into(),
                started: *started,
                journal: self.journal.clone(),
            },
        };
        let seats = self.players.as_ref().map(|seat, player| {
            player.as_ref().map(|player| {
                let (layout, ready) = self.sheets.get(seat).clone().unzip();
                SavedSeat {
                    player: player.clone(),
                    preferred: None,
                    ties: Ties::default(),
                    layout,
                    ready: ready.unwrap_or_default(),
                }
            })
        });
        let saved = SavedRoom {
            room: setup.room,
            kind: setup.kind,
            ranked: setup.ranked,
            options: self.options.clone().expect("saved with the game"),
            game,
            created,
            seats,
            memo: self.memo.clone(),
            terms: setup.terms,
            state,
            seed: [9; 32],
        };
        Room::restore(saved, now, outages).expect("what was saved makes a room")
    }
}
