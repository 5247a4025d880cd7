//! After a start: the rooms whose games had not ended go on.

use std::error::Error;

use protocol::{AccountId, AccountKind, BotLevel, GameId, Millis, Player, RoomKind};
use room::{JournalEntry, Memo, Outage, Room, SavedRoom, SavedSeat, SavedState};
use rules::{Action, BySeat, EndReason, GameResult, Seat, ladder::Terms};
use store::{FinishGame, Leaving, Store, StoreError, UnfinishedGame, UnfinishedPhase};

use super::{
    Handle, Rooms,
    save::{Begun, Context},
};
use crate::{accounts::fair, chance::Chance, clock::Clock, http::problem::chain};

/// A bot that sat in a room that was rebuilt.
#[derive(Debug)]
pub(crate) struct SeatedBot {
    pub(crate) handle: Handle,
    pub(crate) player: Player,
    pub(crate) level: BotLevel,
    pub(crate) seed: u64,
}

/// Rebuilds every room by its journal, gives the time of the outage back, and names the bots that have to sit down again.
/// A game that can't be rebuilt ends void; the others go on.
pub(crate) async fn rebuild(
    rooms: &Rooms,
    store: &Store,
    chance: &Chance,
    clock: &Clock,
) -> Result<Vec<SeatedBot>, StoreError> {
    let mut games = Vec::new();
    for id in store.unfinished_games().await? {
        match store.unfinished_game(id).await {
            Ok(game) => {
                let (context, seats, steps) =
                    (context(&game, rooms.terms()), game.seats.clone(), steps(&game.phase));
                games.push((context, seats, steps, saved_room(store, game, rooms.terms(), chance).await?));
            }
            Err(err) if err.is_away() => return Err(err),
            Err(err) => abort(store, id, 0, &err, clock.now()).await?,
        }
    }
    // An action is a sign of life too.
    let newest = games.iter().filter_map(|(_, _, _, saved)| last_action(&saved.state)).max();
    if let Some(newest) = newest
        && store.last_beat().await?.is_some_and(|beat| beat < newest)
    {
        store.beat(newest).await?;
    }
    // The outage ends when all is read, not before: with many games, or a busy database, reading takes a while.
    let now = clock.now();
    store.wake(now).await?;
    let oldest = games.iter().map(|(_, _, _, saved)| saved.created).min().unwrap_or(now);
    let outages: Vec<Outage> = store
        .outages_since(oldest)
        .await?
        .into_iter()
        .map(|outage| Outage { from: outage.from, until: outage.until })
        .collect();
    let mut bots = Vec::new();
    for (context, seats, steps, saved) in games {
        let (id, host) = (saved.game, host(&saved));
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
                let handle = rooms.reopen(room, claims, context, host);
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
            Err(fault) => abort(store, id, steps, &fault, now).await?,
        }
    }
    Ok(bots)
}

/// Whose room it is, if people have opened it: the host's, and where one plays with bots that one's.
fn host(saved: &SavedRoom) -> Option<AccountId> {
    match saved.kind {
        RoomKind::Match => None,
        RoomKind::Custom => saved.memo.host.as_ref().map(|host| host.id),
        RoomKind::Practice => {
            let mut players = saved.seats.iter().filter_map(|(_, seat)| seat.as_ref().map(|it| &it.player));
            players.find(|player| player.kind != AccountKind::Bot).map(|player| player.id)
        }
    }
}

fn last_action(state: &SavedState) -> Option<Millis> {
    match state {
        SavedState::Arranging { .. } => None,
        SavedState::Running { journal, .. } => journal.last().map(|entry| entry.at),
    }
}

/// A game that the server can't carry on is void (RULES §7), so that it holds nobody back.
async fn abort(
    store: &Store,
    id: GameId,
    steps: u32,
    fault: &(dyn Error + Sync),
    now: Millis,
) -> Result<(), StoreError> {
    tracing::error!(game.id = %id, error = %chain(fault), "a game can't be rebuilt and ends void");
    let result = GameResult { winner: Vec::new(), reason: EndReason::Aborted, void: true, steps, fled: None };
    let end = FinishGame {
        id,
        entries: Vec::new(),
        result,
        outs: Vec::new(),
        changes: BySeat::default(),
        same_opponents: 0,
        leaving: Leaving::Excused,
        ended: now,
    };
    match store.finish_game(&end).await {
        Ok(_) => Ok(()),
        Err(err) if err.is_away() => Err(err),
        Err(err) => {
            tracing::error!(game.id = %id, error = %chain(&err), "it can't be ended either");
            Ok(())
        }
    }
}

fn steps(phase: &UnfinishedPhase) -> u32 {
    let journal = match phase {
        UnfinishedPhase::Arranging { .. } => return 0,
        UnfinishedPhase::Running { journal, .. } => journal,
    };
    let steps = journal.iter().filter(|entry| match entry.action {
        Action::Move { .. } | Action::Flip(_) => true,
        Action::Timeout | Action::Surrender(_) | Action::Flee(_) | Action::Draw | Action::Abort => false,
    });
    u32::try_from(steps.count()).unwrap_or(u32::MAX)
}

fn context(game: &UnfinishedGame, terms: Terms) -> Context {
    Context {
        ranked: game.info.ladder.is_some(),
        options: game.info.options.clone(),
        bot_seeds: game.seats.as_ref().map(|_, seated| seated.as_ref().and_then(|seated| seated.bot_seed)),
        terms,
        scores_before: game
            .seats
            .as_ref()
            .map(|_, seated| seated.as_ref().and_then(|seated| seated.score_before)),
        begun: Begun::Before,
        leaving: Leaving::Excused,
    }
}

async fn saved_room(
    store: &Store,
    game: UnfinishedGame,
    terms: Terms,
    chance: &Chance,
) -> Result<SavedRoom, StoreError> {
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
                shuffled: deployment.shuffled.into(),
                nonce: deployment.nonce.into(),
                started,
                journal: journal.iter().map(journal_entry).collect(),
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
            ties: fair::ties(store, seated.player.id, seated.player.kind, info.created).await?,
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
        memo: read_memo(memo.as_deref()),
        terms,
        state,
        seed: chance.bytes(),
    })
}

/// One that can't be read costs no more than the count of offered draws, and the host.
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
