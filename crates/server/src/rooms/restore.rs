//! After a start: the rooms whose games had not ended go on.

use protocol::{AccountKind, BotLevel, Millis, Player};
use room::{JournalEntry, Memo, Outage, Room, SavedRoom, SavedSeat, SavedState};
use rules::{BySeat, Seat};
use store::{Leaving, Store, StoreError, UnfinishedGame, UnfinishedPhase};

use super::{Handle, Rooms, save::Context};
use crate::{chance::Chance, http::problem::chain};

/// A bot that sat in a room that was rebuilt.
#[derive(Debug)]
pub(crate) struct SeatedBot {
    pub(crate) handle: Handle,
    pub(crate) player: Player,
    pub(crate) level: BotLevel,
    pub(crate) seed: u64,
}

/// Rebuilds every room by its journal, gives the time of the outage back, and names the bots that have to sit down again.
/// A game that can't be rebuilt is left as it is, for the operator to look at; the others go on.
pub(crate) async fn rebuild(
    rooms: &Rooms,
    store: &Store,
    chance: &Chance,
    now: Millis,
) -> Result<Vec<SeatedBot>, StoreError> {
    store.wake(now).await?;
    let games = store.unfinished_games().await?;
    let oldest = games.iter().map(|game| game.info.created).min().unwrap_or(now);
    let outages: Vec<Outage> = store
        .outages_since(oldest)
        .await?
        .into_iter()
        .map(|outage| Outage { from: outage.from, until: outage.until })
        .collect();
    let mut bots = Vec::new();
    for game in games {
        let id = game.info.id;
        let context = context(&game);
        let seats = game.seats.clone();
        let saved = saved_room(store, game, chance).await?;
        match Room::restore(saved, now, &outages) {
            Ok(room) => {
                for (seat, seated) in seats.iter() {
                    // Gone out, but the server stopped before this was noted.
                    if let Some(seated) = seated
                        && seated.playing
                        && !room.binds(seated.player.id)
                    {
                        store.leave_seat(id, seat).await?;
                    }
                }
                let claims = seats
                    .iter()
                    .filter_map(|(_, seated)| Some(seated.as_ref()?.player.id))
                    .filter(|account| room.binds(*account))
                    .collect();
                let handle = rooms.reopen(room, claims, context);
                bots.extend(seats.iter().filter_map(|(_, seated)| {
                    let seated = seated.as_ref().filter(|it| it.player.kind == AccountKind::Bot)?;
                    Some(SeatedBot {
                        handle: handle.clone(),
                        player: seated.player.clone(),
                        level: seated.player.level?,
                        seed: seated.bot_seed?,
                    })
                }));
                tracing::info!(game.id = %id, room.id = %handle.room(), "a game goes on");
            }
            Err(fault) => tracing::error!(game.id = %id, error = %chain(&fault), "a game can't be rebuilt"),
        }
    }
    Ok(bots)
}

fn context(game: &UnfinishedGame) -> Context {
    Context {
        ranked: game.info.ladder.is_some(),
        options: game.info.options.clone(),
        bot_seeds: game.seats.as_ref().map(|_, seated| seated.as_ref().and_then(|seated| seated.bot_seed)),
        scores_before: game
            .seats
            .as_ref()
            .map(|_, seated| seated.as_ref().and_then(|seated| seated.score_before)),
        leaving: Leaving::Excused,
    }
}

async fn saved_room(store: &Store, game: UnfinishedGame, chance: &Chance) -> Result<SavedRoom, StoreError> {
    let UnfinishedGame { info, seats, memo, phase } = game;
    let (sheets, state) = match phase {
        UnfinishedPhase::Arranging { handed_in } => (
            handed_in.map(|_, sheet| sheet.map(|sheet| (sheet.layout, sheet.ready)).unwrap_or_default()),
            SavedState::Arranging { deadline: info.arrange_deadline },
        ),
        UnfinishedPhase::Running { started, first, deployment, journal } => (
            deployment.layouts.map(|_, layout| (layout, true)),
            SavedState::Running {
                first,
                shuffled: deployment.shuffled,
                started,
                journal: journal.iter().map(journal_entry).collect(),
                memo: read_memo(memo.as_deref()),
            },
        ),
    };
    let mut saved = BySeat::default();
    for seat in Seat::ALL {
        let Some(seated) = seats.get(seat) else { continue };
        let (layout, ready) = sheets.get(seat).clone();
        *saved.get_mut(seat) = Some(SavedSeat {
            player: seated.player.clone(),
            preferred: store.default_layout(seated.player.id).await?,
            layout,
            ready,
        });
    }
    Ok(SavedRoom {
        room: info.room,
        kind: info.kind,
        ranked: info.ladder.is_some(),
        options: info.options,
        game: info.id,
        created: info.created,
        seats: saved,
        state,
        seed: chance.bytes(),
    })
}

/// One that can't be read costs no more than the count of offered draws.
fn read_memo(memo: Option<&str>) -> Memo {
    memo.and_then(|memo| serde_json::from_str(memo).ok()).unwrap_or_default()
}

fn journal_entry(entry: &store::JournalEntry) -> JournalEntry {
    JournalEntry {
        game: entry.game,
        no: entry.no,
        action: entry.action,
        at: entry.at,
        seat: entry.seat,
        command: entry.command,
    }
}
