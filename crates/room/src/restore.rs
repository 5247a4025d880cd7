//! Building a room again from what was saved, by the same rules.

use protocol::{Clock, Done, Millis, Reply};
use rules::{Action, BySeat, Deployment, Game, Layout, RuleSet, Setup, Shuffle};

use crate::{
    Hidden, JournalEntry, Member, Outage, RestoreFault, Room, SavedRoom, SavedSeat, SavedState,
    answers::Answers,
    arranging::{Arranging, Sheet},
    by_account::ByAccount,
    house::House,
    log::Log,
    lots::Lots,
    playing::{Playing, clock},
    room::Stage,
    table::{Chair, Table, Wire},
    talk::TalkLog,
};

impl Room {
    /// The room as it was, with nobody connected. Clocks get the time of the outages back, the one that ends now included;
    /// an open offer of a draw is gone.
    pub fn restore(saved: SavedRoom, now: Millis, outages: &[Outage]) -> Result<Room, RestoreFault> {
        let SavedRoom { room, kind, ranked, options, game, created, seats, terms, memo, state, seed } = saved;
        let chairs = seats.as_ref().map(|_, seat| {
            seat.as_ref().map(|SavedSeat { player, preferred, ties, .. }| {
                let (player, preferred, ties) = (player.clone(), preferred.clone(), ties.clone());
                Chair::new(Member { player, preferred, ties, as_of: created }, Wire::down(now), now)
            })
        });
        let mut table = Table {
            id: room,
            kind,
            ranked,
            options,
            terms,
            since: created,
            chairs,
            present: ByAccount::default(),
            talk: TalkLog::default(),
            answers: Answers::default(),
            lots: Lots::new(seed),
            house: House::restored(memo.host, memo.lock, memo.known, now),
            suspended: None,
        };
        let sheets = read_sheets(&seats, &table.options.rules)?;
        let stage = match state {
            SavedState::Arranging { deadline } => {
                let deadline = deadline + lost_time(outages, created, now);
                Stage::Arranging(Arranging { game, deadline, sheets })
            }
            SavedState::Running { first, shuffled, nonce, started, journal } => {
                let rules = table.options.rules;
                let handed_in = Hidden(sheets.map(|_, sheet| sheet.layout));
                let deployment = match rules.setup {
                    Setup::Arrange => Deployment::Arranged(handed_in.0),
                    Setup::Flip => {
                        let shuffle = Shuffle::new(shuffled.0).map_err(|_| RestoreFault::Setup)?;
                        Deployment::Shuffled(match nonce.0 {
                            Some(nonce) => shuffle.sealed(nonce),
                            None => shuffle,
                        })
                    }
                };
                let mut playing = Playing {
                    id: game,
                    game: Game::new(rules, first, deployment).map_err(|_| RestoreFault::Setup)?,
                    log: Log::new(first),
                    clock: clock(first, started, table.full_turn()),
                    offer: None,
                    offers: memo.offers,
                    handed_in,
                };
                playing.replay(&journal, &mut table)?;
                let Clock { deadline, limit_ms, .. } = playing.clock;
                let turn_began = deadline + -i64::from(limit_ms);
                playing.clock.deadline = deadline + lost_time(outages, turn_began, now);
                Stage::Playing(Box::new(playing))
            }
        };
        Ok(Room { table, stage })
    }
}

fn read_sheets(seats: &BySeat<Option<SavedSeat>>, rules: &RuleSet) -> Result<BySeat<Sheet>, RestoreFault> {
    let mut sheets: BySeat<Sheet> = BySeat::default();
    for (seat, saved) in seats.iter() {
        let Some(saved) = saved else { continue };
        let Some(text) = &saved.layout else { continue };
        let layout = Layout::parse(text, rules).map_err(|_| RestoreFault::Layout { seat })?;
        *sheets.get_mut(seat) = Sheet { layout: Some(layout), ready: saved.ready };
    }
    Ok(sheets)
}

impl Playing {
    fn replay(&mut self, journal: &[JournalEntry], table: &mut Table) -> Result<(), RestoreFault> {
        let full = table.full_turn();
        for entry in journal {
            let no = self.log.no() + 1;
            if entry.no != no || entry.game != self.id {
                return Err(RestoreFault::Journal { no });
            }
            self.apply(entry.action, entry.at, |_| full).map_err(|_| RestoreFault::Journal { no })?;
            let sender = entry.seat.and_then(|seat| table.chair(seat)).map(Chair::account);
            if let Some((account, command)) = sender.zip(entry.command) {
                table.answers.remember(account, command, Reply::Ok(answer_to(entry.action, no)));
            }
        }
        if self.game.result().is_some() { Err(RestoreFault::Ended) } else { Ok(()) }
    }
}

/// What the command that became this action was answered.
fn answer_to(action: Action, no: u32) -> Done {
    match action {
        Action::Move { .. } | Action::Flip(_) => Done::Played { no },
        Action::Timeout | Action::Surrender(_) | Action::Flee(_) | Action::Draw | Action::Abort => Done::Done,
    }
}

/// How much of the time from `since` to `until` was lost, each moment counted once.
fn lost_time(outages: &[Outage], since: Millis, until: Millis) -> i64 {
    let mut outages = outages.to_vec();
    outages.sort_unstable_by_key(|outage| outage.from);
    let mut counted = since;
    let mut lost = 0;
    for Outage { from, until: end } in outages {
        let (from, end) = (from.max(counted), end.min(until));
        if end > from {
            lost += end - from;
            counted = end;
        }
    }
    lost
}
