use protocol::{GameId, Millis};
use room::{JournalEntry, Memo, Outage, Room, RoomSetup, Save, SavedRoom, SavedSeat, SavedState};
use rules::{BySeat, Seat};

/// What has been saved, as the store would have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Saved {
    pub(crate) saves: Vec<Save>,
    pub(crate) journal: Vec<JournalEntry>,
    memo: Memo,
    sheets: BySeat<Option<(String, bool)>>,
    new_game: Option<(GameId, Millis, Millis)>,
    started: Option<(Seat, Vec<rules::Shuffled>, Millis)>,
}

impl Saved {
    pub(crate) fn take(&mut self, save: Save) {
        match &save {
            Save::NewGame { game, at, deadline, .. } => {
                *self = Saved { saves: std::mem::take(&mut self.saves), ..Saved::default() };
                self.new_game = Some((*game, *at, *deadline));
            }
            Save::Layout { seat, layout, ready, .. } => {
                *self.sheets.get_mut(*seat) = Some((layout.0.clone(), *ready));
            }
            Save::Abandon { .. } => self.new_game = None,
            Save::Start { first, layouts, shuffled, at, .. } => {
                self.started = Some((*first, shuffled.0.clone(), *at));
                self.sheets =
                    layouts.0.as_ref().as_ref().map(|_, text| text.clone().map(|text| (text, true)));
            }
            Save::Entry { entry, .. } | Save::Finish { entry, .. } => {
                assert_eq!(entry.no as usize, self.journal.len() + 1, "the journal has no gaps");
                self.journal.push(entry.clone());
            }
            Save::Memo { memo, .. } => self.memo = memo.clone(),
            Save::Talk { .. } => {}
        }
        self.saves.push(save);
    }

    pub(crate) fn restore(&self, setup: &RoomSetup, now: Millis, outages: &[Outage]) -> Room {
        let (game, created, deadline) = self.new_game.expect("a game was saved");
        let state = match &self.started {
            None => SavedState::Arranging { deadline },
            Some((first, shuffled, started)) => SavedState::Running {
                first: *first,
                shuffled: shuffled.clone().into(),
                started: *started,
                journal: self.journal.clone(),
                memo: self.memo.clone(),
            },
        };
        let seats = setup.seats.as_ref().map(|seat, member| {
            member.as_ref().map(|member| {
                let (layout, ready) = self.sheets.get(seat).clone().unzip();
                SavedSeat {
                    player: member.player.clone(),
                    preferred: member.preferred.clone(),
                    layout,
                    ready: ready.unwrap_or_default(),
                }
            })
        });
        let saved = SavedRoom {
            room: setup.room,
            kind: setup.kind,
            ranked: setup.ranked,
            options: setup.options.clone(),
            game,
            created,
            seats,
            state,
            seed: [9; 32],
        };
        Room::restore(saved, now, outages).expect("what was saved makes a room")
    }
}
