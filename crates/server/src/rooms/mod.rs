//! The rooms there are, how they are found, and which account is held by which.

mod actor;
mod handle;
mod held;
pub(crate) mod journal;
#[cfg(feature = "planted-leaks")]
pub(crate) mod leak;
mod opening;
pub(crate) mod restore;
mod save;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque, hash_map::Entry},
    fmt,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::future::join_all;
use metrics::gauge;
use protocol::{
    AccountId, GameId, GameState, LiveRoom, Millis, Privacy, RoomFilter, RoomId, RoomOptions, RoomStage,
    Spectating,
};
use room::{Lock, Member, Room, RoomSetup};
use rules::{BySeat, ladder::Terms};
use store::Leaving;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::{
    actor::{Actor, Parts},
    held::Held,
    journal::{Health, Journal},
    opening::Opened,
    save::{Begun, Context},
};
pub(crate) use self::{
    handle::{Gone, Handle},
    opening::Opening,
};
use crate::{
    clock::Clock,
    config::Limits,
    pace::{Pace, Rate},
};

/// Within so long after a start of the server leaving bars nobody, and in a game that was on before it does not count at all.
const EXCUSED: i64 = 10 * 60_000;
/// Games by which a room is found, the last ones.
const GAMES: usize = 16;

/// How fast a room's password may be guessed.
const GUESSES: Rate = Rate { every_ms: 2_000, burst: 30 };

/// All rooms. Clones are one.
///
/// The lock inside is held for a look or a change of the maps, never while waiting.
#[derive(Clone, Debug)]
pub(crate) struct Rooms(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    index: Mutex<Index>,
    clock: Clock,
    terms: Terms,
    journal: Journal,
    started: Millis,
    /// The rooms that people have opened.
    opened: Opened,
    stop: CancellationToken,
    tasks: TaskTracker,
    #[cfg(feature = "planted-leaks")]
    leak: std::sync::OnceLock<leak::Leak>,
}

#[derive(Debug, Default)]
struct Index {
    rooms: BTreeMap<RoomId, Known>,
    /// The last game of each room and those before it.
    games: HashMap<GameId, RoomId>,
    held: Held,
    /// The rooms that an account has connections in, or on their way in, and how many.
    entered: HashMap<AccountId, Vec<(RoomId, usize)>>,
}

#[derive(Debug)]
struct Known {
    handle: Handle,
    ranked: bool,
    /// How far it is; `None` if it is over.
    stage: Option<RoomStage>,
    /// As it stands in the list, if it does. Boxed, because the map keeps places free.
    listed: Option<Box<LiveRoom>>,
    lock: Option<Lock>,
    /// How fast its password may be guessed, by whomever.
    guesses: Pace,
    /// Those of its games that it is found by, oldest first.
    games: VecDeque<GameId>,
    /// Its place among the rooms that people have opened.
    _opening: Option<Opening>,
}

impl Known {
    fn new(handle: &Handle) -> Known {
        Known {
            handle: handle.clone(),
            ranked: false,
            stage: None,
            listed: None,
            lock: None,
            guesses: Pace::new(GUESSES),
            games: VecDeque::new(),
            _opening: None,
        }
    }
}

/// Where an account is among the rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// None holds it.
    Nowhere,
    /// It has a seat, and no game yet.
    Seated,
    /// A game of its is arranged or runs; the room, if the game runs and anybody may watch it.
    Playing(Option<RoomId>),
}

/// Whether a game runs that anybody may watch.
fn is_shown(room: &LiveRoom) -> bool {
    let RoomOptions { privacy, spectating, .. } = &room.options;
    (room.stage, *privacy, *spectating) == (RoomStage::Playing, Privacy::Public, Spectating::Open)
}

/// A connection is in a room, or on its way in: as long as this is kept, the room hears what becomes of the account.
pub(crate) struct Stay {
    rooms: Rooms,
    account: AccountId,
    room: RoomId,
}

impl fmt::Debug for Stay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stay")
            .field("account", &self.account)
            .field("room", &self.room)
            .finish_non_exhaustive()
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        self.rooms.exit(self.account, self.room);
    }
}

impl Rooms {
    pub(crate) fn new(clock: Clock, terms: Terms, journal: Journal, stop: CancellationToken) -> Rooms {
        let started = clock.now();
        Rooms(Arc::new(Shared {
            index: Mutex::default(),
            clock,
            terms,
            journal,
            started,
            opened: Opened::new(),
            stop,
            tasks: TaskTracker::new(),
            #[cfg(feature = "planted-leaks")]
            leak: std::sync::OnceLock::new(),
        }))
    }

    /// All rooms opened from now on leak.
    #[cfg(feature = "planted-leaks")]
    pub(crate) fn plant(&self, leak: leak::Leak) {
        self.0.leak.set(leak).expect("one leak is planted at most");
    }

    #[cfg(feature = "planted-leaks")]
    fn leak(&self) -> Option<leak::Leak> {
        self.0.leak.get().copied()
    }

    /// See [`Opened::take`].
    pub(crate) fn place(&self, account: AccountId, address: IpAddr, limits: &Limits) -> Option<Opening> {
        self.0.opened.take(account, address, limits)
    }

    /// Opens a room. Who sits in it must have been claimed for it; if it can't be opened they are let go.
    pub(crate) async fn open(
        &self,
        setup: RoomSetup,
        bot_seeds: BySeat<Option<u64>>,
        opening: Option<Opening>,
    ) -> Result<Handle, Gone> {
        let claims = setup.seats.iter().filter_map(|(_, member)| Some(member.as_ref()?.player.id)).collect();
        let context = Context {
            ranked: setup.ranked,
            options: setup.options.clone(),
            bot_seeds,
            terms: self.0.terms,
            scores_before: BySeat::default(),
            begun: Begun::Since,
            leaving: Leaving::Counted,
        };
        let (room, effects) = Room::new(setup, self.0.clock.now());
        let (handle, mut actor) = self.channel(room, claims, context);
        actor.begin(effects).await?;
        self.start(&handle, actor, opening);
        Ok(handle)
    }

    /// What is set about the ladder.
    pub(crate) fn terms(&self) -> Terms {
        self.0.terms
    }

    /// Gives a room that was rebuilt its task again. Where somebody has opened it, it counts for whoever is its host by now.
    pub(crate) fn reopen(
        &self,
        room: Room,
        claims: Vec<AccountId>,
        context: Context,
        host: Option<AccountId>,
    ) -> Handle {
        for account in &claims {
            let held = self.lock().held.claim(*account, room.id());
            debug_assert!(held.is_ok(), "an account has one game at most, says the store");
        }
        let (handle, actor) = self.channel(room, claims, context);
        self.start(&handle, actor, host.and_then(|host| self.0.opened.take_anyway(host)));
        handle
    }

    fn channel(&self, room: Room, claims: Vec<AccountId>, context: Context) -> (Handle, Box<Actor>) {
        let parts = Parts {
            clock: self.0.clock.clone(),
            journal: self.0.journal.clone(),
            rooms: self.clone(),
            stop: self.0.stop.clone(),
        };
        actor::channel(room, claims, context, parts)
    }

    fn start(&self, handle: &Handle, mut actor: Box<Actor>, opening: Option<Opening>) {
        let ranked = actor.is_ranked();
        let mut index = self.lock();
        index.rooms.insert(handle.room(), Known { ranked, _opening: opening, ..Known::new(handle) });
        index.measure();
        drop(index);
        actor.publish();
        self.0.tasks.spawn(actor.run());
    }

    /// Waits until all rooms have ended, once they were told to stop.
    pub(crate) async fn stopped(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    pub(crate) fn find(&self, room: RoomId) -> Option<Handle> {
        self.lock().rooms.get(&room).map(|known| known.handle.clone())
    }

    /// The room in which that game is or was played, as long as the room is there.
    pub(crate) fn find_by_game(&self, game: GameId) -> Option<Handle> {
        let index = self.lock();
        let room = index.games.get(&game)?;
        index.rooms.get(room).map(|known| known.handle.clone())
    }

    /// Holds an account for a room; refused with the room that holds it already.
    pub(crate) fn claim(&self, account: AccountId, room: RoomId) -> Result<(), RoomId> {
        self.lock().held.claim(account, room)
    }

    /// Lets an account go that was claimed for that room.
    pub(crate) fn release(&self, account: AccountId, room: RoomId) {
        self.lock().held.release(account, room);
    }

    /// Whether games can be saved at present.
    pub(crate) fn health(&self) -> Health {
        *self.0.journal.health().borrow()
    }

    /// Tells the rooms that an account is in who it is by now.
    pub(crate) async fn renew(&self, member: &Member) {
        let handles = self.rooms_with(member.player.id);
        join_all(handles.iter().map(|handle| handle.renew(member.clone()))).await;
    }

    /// The rooms that it has connections in, and the one that holds it.
    fn rooms_with(&self, account: AccountId) -> Vec<Handle> {
        let index = self.lock();
        let entered = index.entered.get(&account).into_iter().flatten();
        let rooms: BTreeSet<RoomId> =
            entered.map(|(room, _)| *room).chain(index.held.room_of(account)).collect();
        rooms.into_iter().filter_map(|room| Some(index.rooms.get(&room)?.handle.clone())).collect()
    }

    /// Tells the rooms that an account is in whom it has blocked by now.
    pub(crate) async fn blocks(&self, account: AccountId, blocked: &BTreeSet<AccountId>) {
        let handles = self.rooms_with(account);
        join_all(handles.iter().map(|handle| handle.blocks(account, blocked.clone()))).await;
    }

    /// Tells the rooms whose games are ranked with whom an account shares a browser by now: it may have a seat where it has no connection.
    pub(crate) async fn kin(&self, account: AccountId, kin: &[AccountId]) {
        let handles: Vec<Handle> = self
            .lock()
            .rooms
            .values()
            .filter(|known| known.ranked)
            .map(|known| known.handle.clone())
            .collect();
        join_all(handles.iter().map(|handle| handle.kin(account, kin.to_vec()))).await;
    }

    /// A connection of the account sets out for the room. Must not be dropped while the index is locked.
    pub(crate) fn enter(&self, account: AccountId, room: RoomId) -> Stay {
        let mut index = self.lock();
        let rooms = index.entered.entry(account).or_insert_with(|| Vec::with_capacity(1));
        match rooms.iter_mut().find(|(entered, _)| *entered == room) {
            Some((_, connections)) => *connections += 1,
            None => rooms.push((room, 1)),
        }
        index.measure();
        Stay { rooms: self.clone(), account, room }
    }

    fn exit(&self, account: AccountId, room: RoomId) {
        let mut index = self.lock();
        if let Entry::Occupied(mut entered) = index.entered.entry(account) {
            if let Some((_, connections)) = entered.get_mut().iter_mut().find(|(entered, _)| *entered == room)
            {
                *connections -= 1;
            }
            entered.get_mut().retain(|(_, connections)| *connections > 0);
            if entered.get().is_empty() {
                entered.remove();
            }
        }
        index.measure();
    }

    /// Since when there are rooms.
    pub(crate) fn started(&self) -> Millis {
        self.0.started
    }

    /// How many games are arranged or run.
    pub(crate) fn games(&self) -> usize {
        let stages = [Some(RoomStage::Arranging), Some(RoomStage::Playing)];
        self.lock().rooms.values().filter(|known| stages.contains(&known.stage)).count()
    }

    /// The room that holds the account.
    pub(crate) fn room_of(&self, account: AccountId) -> Option<RoomId> {
        self.lock().held.room_of(account)
    }

    /// Where each of the accounts is among the rooms, in the same order.
    pub(crate) fn places(&self, accounts: &[AccountId]) -> Vec<Place> {
        let index = self.lock();
        accounts.iter().map(|account| index.place(*account)).collect()
    }

    /// Whether the room's games are ranked.
    pub(crate) fn is_ranked(&self, room: RoomId) -> bool {
        self.lock().rooms.get(&room).is_some_and(|known| known.ranked)
    }

    /// The room's password, to be compared with a guess; refused with the milliseconds to wait when it was guessed too often.
    pub(crate) fn guess(&self, room: RoomId) -> Result<Option<Lock>, u32> {
        let now = self.0.clock.now();
        let mut index = self.lock();
        let Some(known) = index.rooms.get_mut(&room) else { return Ok(None) };
        if known.lock.is_some() {
            known.guesses.take(now)?;
        }
        Ok(known.lock.clone())
    }

    /// Tells all rooms that an account is no more: it may have a seat, or have spoken, where it has no connection.
    pub(crate) async fn delete(&self, account: AccountId, name: &str) {
        let handles = self.all();
        join_all(handles.iter().map(|handle| handle.delete(account, name))).await;
    }

    fn all(&self) -> Vec<Handle> {
        self.lock().rooms.values().map(|known| known.handle.clone()).collect()
    }

    /// Closes the rooms that will not be there after a restart, when their people have been told.
    pub(crate) async fn close_idle(&self) {
        let handles = self.all();
        join_all(handles.iter().map(Handle::close)).await;
    }

    /// The rooms in the list that are asked for, newest first.
    pub(crate) fn listed(&self, filter: RoomFilter) -> Vec<LiveRoom> {
        let mut rooms: Vec<LiveRoom> = self
            .lock()
            .rooms
            .values()
            .filter_map(|known| known.listed.as_deref().filter(|room| filter.admits(room)).cloned())
            .collect();
        rooms.sort_by_key(|room| std::cmp::Reverse((room.since, room.room)));
        rooms
    }

    /// What the public may know of a game that has not ended.
    pub(crate) async fn look(&self, room: RoomId, game: GameId) -> Option<GameState> {
        self.find(room)?.look(game).await
    }

    /// What leaving a game costs at that moment.
    fn leaving(&self, begun: Begun, now: Millis) -> Leaving {
        let soon = now - self.0.started < EXCUSED;
        match begun {
            Begun::Before if soon => Leaving::Excused,
            Begun::Since if soon => Leaving::Unbarred,
            Begun::Before | Begun::Since => Leaving::Counted,
        }
    }

    /// The same after a mere move, of which the list shows that it was one more.
    fn publish_steps(&self, room: &Room) {
        if let Some(known) = self.lock().rooms.get_mut(&room.id())
            && let Some(listed) = &mut known.listed
        {
            listed.steps = room.steps();
        }
    }

    fn publish(&self, room: &Room) {
        let (id, stage, lock) = (room.id(), room.stage(), room.lock());
        let listed = room.summary().map(Box::new);
        let mut index = self.lock();
        let Index { rooms, games, .. } = &mut *index;
        if let Some(known) = rooms.get_mut(&id) {
            (known.stage, known.listed, known.lock) = (stage, listed, lock.cloned());
            if let Some(game) = room.game()
                && games.insert(game, id).is_none()
            {
                known.games.push_back(game);
                if known.games.len() > GAMES
                    && let Some(oldest) = known.games.pop_front()
                {
                    games.remove(&oldest);
                }
            }
        }
    }

    fn remove(&self, room: RoomId) {
        let mut index = self.lock();
        // Also those whose command to sit down still waits in the mailbox.
        index.held.release_all(room);
        for game in index.rooms.remove(&room).map(|known| known.games).unwrap_or_default() {
            index.games.remove(&game);
        }
        index.measure();
    }

    fn lock(&self) -> MutexGuard<'_, Index> {
        self.0.index.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Index {
    fn place(&self, account: AccountId) -> Place {
        let Some(room) = self.held.room_of(account) else { return Place::Nowhere };
        let known = self.rooms.get(&room);
        match known.and_then(|known| known.stage) {
            Some(RoomStage::Arranging | RoomStage::Playing) => {
                let is_shown = known.and_then(|known| known.listed.as_deref()).is_some_and(is_shown);
                Place::Playing(is_shown.then_some(room))
            }
            Some(RoomStage::Gathering | RoomStage::Ended) | None => Place::Seated,
        }
    }

    fn measure(&self) {
        let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        gauge!("siguo_rooms").set(count(self.rooms.len()));
        gauge!("siguo_room_games").set(count(self.games.len()));
        gauge!("siguo_seats_taken").set(count(self.held.len()));
        gauge!("siguo_accounts_in_rooms").set(count(self.entered.len()));
    }
}
