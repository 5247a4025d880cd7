use protocol::{
    AccountId, GameId, GameState, LiveRoom, Millis, Occupant, Phase, Privacy, RoomKind, RoomSnapshot,
    RoomStage, ServerFrame,
};
use rules::{BySeat, Seat, View, Viewer};

use crate::{
    Audience, Effects, Room,
    room::Stage,
    table::{Chair, Readiness},
    talk::When,
};

/// Whether a snapshot holds the view of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum With {
    View,
    /// The viewer has it already, by the events.
    NoView,
}

impl Room {
    /// All that one viewer may know of the room; of the public nobody in particular.
    pub fn snapshot(&self, viewer: Viewer, now: Millis) -> RoomSnapshot {
        self.snapshot_with(viewer, self.table.account_of(viewer), now, With::View)
    }

    /// All that an account may know of the room, which is in it or has a seat.
    pub fn snapshot_of(&self, account: AccountId, now: Millis) -> RoomSnapshot {
        self.snapshot_for(account, now, With::View)
    }

    /// The game that runs or has ended, with the number of the last event, as the public sees it.
    pub fn public_view(&self) -> Option<(GameId, u32, View)> {
        match &self.stage {
            Stage::Gathering | Stage::Arranging(_) | Stage::Closed => None,
            Stage::Playing(playing) => {
                Some((playing.id, playing.log.no(), playing.game.view(Viewer::Public)))
            }
            Stage::Ended(ended) => Some((ended.id, ended.log.no(), ended.game.view(Viewer::Public))),
        }
    }

    /// What the public may know of that game while it is arranged or runs here; `None` if it is another, or not to be watched.
    pub fn look(&self, game: GameId) -> Option<GameState> {
        if self.game() != Some(game) || !self.is_watchable() {
            return None;
        }
        let room = self.table.id;
        match self.public_view() {
            Some((_, no, view)) => Some(GameState::Running { room, no, view: Box::new(view) }),
            None => Some(GameState::Arranging { room }),
        }
    }

    /// How far the room is; `None` if it is over.
    pub fn stage(&self) -> Option<RoomStage> {
        match &self.stage {
            Stage::Gathering => Some(RoomStage::Gathering),
            Stage::Arranging(_) => Some(RoomStage::Arranging),
            Stage::Playing(_) => Some(RoomStage::Playing),
            Stage::Ended(_) => Some(RoomStage::Ended),
            Stage::Closed => None,
        }
    }

    /// The room as it stands in the list; `None` if it stands in none: private, over, or empty.
    pub fn summary(&self) -> Option<LiveRoom> {
        let stage = match &self.stage {
            // Nobody waits there for others.
            Stage::Gathering | Stage::Ended(_) if self.is_deserted() => return None,
            Stage::Gathering => RoomStage::Gathering,
            Stage::Arranging(_) => RoomStage::Arranging,
            Stage::Playing(_) => RoomStage::Playing,
            Stage::Ended(_) if self.table.kind == RoomKind::Custom => RoomStage::Ended,
            Stage::Ended(_) | Stage::Closed => return None,
        };
        match self.table.options.privacy {
            Privacy::Public | Privacy::Password => {}
            Privacy::Link => return None,
        }
        Some(LiveRoom {
            room: self.table.id,
            game: self.game(),
            kind: self.table.kind,
            ranked: self.table.ranked,
            options: self.table.options.clone(),
            host: self.table.house.host.clone(),
            players: self.table.players(),
            stage,
            steps: self.steps(),
            watchers: self.table.watchers(),
            since: self.table.since,
        })
    }

    /// Steps of the game that runs or has ended here.
    pub fn steps(&self) -> u32 {
        match &self.stage {
            Stage::Gathering | Stage::Arranging(_) | Stage::Closed => 0,
            Stage::Playing(playing) => playing.game.steps(),
            Stage::Ended(ended) => ended.game.steps(),
        }
    }

    pub(crate) fn when(&self) -> When {
        match &self.stage {
            Stage::Gathering | Stage::Closed => When::Before,
            Stage::Arranging(_) | Stage::Playing(_) => When::During,
            Stage::Ended(_) => When::After,
        }
    }

    /// All that an account may know of the room, without what was said by those whom it has blocked.
    pub(crate) fn snapshot_for(&self, account: AccountId, now: Millis, with: With) -> RoomSnapshot {
        self.snapshot_with(self.table.viewer(account), Some(account), now, with)
    }

    fn snapshot_with(
        &self,
        viewer: Viewer,
        account: Option<AccountId>,
        now: Millis,
        with: With,
    ) -> RoomSnapshot {
        let table = &self.table;
        RoomSnapshot {
            room: table.id,
            kind: table.kind,
            ranked: table.ranked,
            outlook: table.outlook(),
            options: table.options.clone(),
            host: table.house.host.clone(),
            swap: table.house.swap,
            you: viewer,
            seats: BySeat::new_with(|seat| self.occupant(seat)),
            watchers: table.watchers(),
            phase: self.phase(viewer, with),
            talk: table.heard_by(viewer, account, self.when()),
            now,
        }
    }

    /// Who sits there.
    pub(crate) fn occupant(&self, seat: Seat) -> Option<Occupant> {
        let readiness = |chair: &Chair| match &self.stage {
            Stage::Arranging(arranging) => arranging.sheet(seat).ready.into(),
            Stage::Gathering | Stage::Ended(_) => chair.willing.into(),
            Stage::Playing(_) | Stage::Closed => Readiness::NotReady,
        };
        self.table.chair(seat).map(|chair| chair.occupant(readiness(chair)))
    }

    /// Tells who sits there.
    pub(crate) fn tell_seat(&self, seat: Seat, out: &mut Effects) {
        let occupant = self.occupant(seat);
        out.send(Audience::Everyone, ServerFrame::Seat { room: self.table.id, seat, occupant });
    }

    fn phase(&self, viewer: Viewer, with: With) -> Phase {
        let view = |game: &rules::Game| match with {
            With::View => Some(Box::new(game.view(viewer))),
            With::NoView => None,
        };
        match &self.stage {
            Stage::Gathering | Stage::Closed => Phase::Gathering,
            Stage::Arranging(arranging) => Phase::Arranging {
                game: arranging.game,
                deadline: arranging.deadline,
                layout: match viewer {
                    Viewer::Seat(seat) => arranging.sheet(seat).layout.map(|layout| layout.to_string()),
                    Viewer::Public => None,
                },
            },
            Stage::Playing(playing) => {
                let on_turn = playing.game.turn().map(Viewer::Seat) == Some(viewer);
                Phase::Playing {
                    game: playing.id,
                    no: playing.log.no(),
                    view: view(&playing.game),
                    clock: playing.running_clock(&self.table),
                    legal: on_turn.then(|| playing.game.legal()),
                    offer: playing.offer.clone(),
                }
            }
            Stage::Ended(ended) => Phase::Ended {
                game: ended.id,
                no: ended.log.no(),
                view: view(&ended.game),
                opened: ended.opened.clone(),
                scores: ended.scores,
            },
        }
    }

    /// A new phase: everybody gets the room as it is now.
    pub(crate) fn tell_room(&self, now: Millis, with: With, out: &mut Effects) {
        let frame = |account| ServerFrame::Room(Box::new(self.snapshot_for(account, now, with)));
        for (seat, chair) in self.table.chairs.iter() {
            if let Some(chair) = chair {
                out.send(Audience::Seat(seat), frame(chair.account()));
            }
        }
        if self.table.watchers() > 0 {
            let snapshot = self.snapshot_with(Viewer::Public, None, now, with);
            out.send(Audience::Onlookers, ServerFrame::Room(Box::new(snapshot)));
        }
        for account in self.table.watching().filter(|&account| self.table.hears_apart(account)) {
            out.send(Audience::Account(account), frame(account));
        }
    }
}
