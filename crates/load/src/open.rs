//! Opening one room: guests, sockets, seats.

use std::sync::Arc;

use protocol::{Command, Done, FirstSeat, Privacy, RoomOptions, Spectating, Talk};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rules::{Seat, Viewer};

use crate::{
    Plan,
    entrance::Entrance,
    member::{Ids, Member},
    player::Player,
    shared::Shared,
    socket::{Lost, Socket},
    table::Table,
    watcher::Watcher,
};

/// Seconds for a turn: the longest that there are, so that no slow server loses anybody a turn.
const TURN_SECONDS: u16 = 120;
const ARRANGE_SECONDS: u16 = 600;

/// What was tried, and what came of it.
#[derive(Debug)]
pub struct NotOpened {
    /// What was tried.
    pub doing: &'static str,
    /// What came of it.
    pub refused: String,
}

/// A server, of ours or of another kind, as its clients go in.
pub trait House: Clone + Send + Sync + 'static {
    /// Opens a room and lets its people go on by themselves, with all that is up to chance drawn from `seed`.
    fn open(
        self,
        shared: Arc<Shared>,
        seed: u64,
    ) -> impl Future<Output = Result<(), NotOpened>> + Send + 'static;

    /// Opens a socket that only is there.
    fn idle(
        self,
        shared: Arc<Shared>,
        seed: u64,
    ) -> impl Future<Output = Result<(), NotOpened>> + Send + 'static;
}

impl NotOpened {
    fn at(doing: &'static str) -> impl Fn(Lost) -> NotOpened {
        move |lost| NotOpened { doing, refused: lost.to_string() }
    }
}

impl House for Entrance {
    async fn open(self, shared: Arc<Shared>, seed: u64) -> Result<(), NotOpened> {
        open(shared, self, seed).await
    }

    async fn idle(self, shared: Arc<Shared>, seed: u64) -> Result<(), NotOpened> {
        idle(shared, self, seed).await
    }
}

async fn let_in(entrance: &Entrance) -> Result<String, NotOpened> {
    entrance.guest().await.map_err(|refused| NotOpened { doing: "letting a guest in", refused })
}

/// Somebody in the lobby, who answers when the server asks whether anybody is there.
async fn idle(shared: Arc<Shared>, entrance: Entrance, seed: u64) -> Result<(), NotOpened> {
    let mut ids = Ids::new(&mut ChaCha8Rng::seed_from_u64(seed));
    let token = let_in(&entrance).await?;
    let mut socket =
        Member::greet(&shared, &token, &mut ids).await.map_err(NotOpened::at("an idle socket"))?;
    let present = Arc::clone(&shared);
    shared.listeners.spawn(async move {
        loop {
            tokio::select! {
                heard = socket.next() => if let Err(lost) = heard {
                    return present.tally.lock().lost(&lost.to_string());
                },
                () = present.silence.cancelled() => return socket.close().await,
            }
        }
    });
    Ok(())
}

async fn open(shared: Arc<Shared>, entrance: Entrance, seed: u64) -> Result<(), NotOpened> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let token = let_in(&entrance).await?;
    let mut ids = Ids::new(&mut dice);
    let mut socket = Member::greet(&shared, &token, &mut ids).await.map_err(NotOpened::at("a socket"))?;
    let table = create(&shared, &mut socket, &mut ids).await.map_err(NotOpened::at("opening a room"))?;
    let member =
        |viewer, token, ids| Member::new(Arc::clone(&shared), Arc::clone(&table), viewer, token, ids);
    let mut players = vec![(member(Viewer::Seat(Seat::Red), token, ids), socket)];

    // Whoever watches is there before a game is, and sees it from its beginning.
    for _ in 0..shared.plan.spectators {
        let mut spectator = member(Viewer::Public, let_in(&entrance).await?, Ids::new(&mut dice));
        let socket = spectator.arrive().await.map_err(NotOpened::at("going in to watch"))?;
        shared.listeners.spawn(Watcher(spectator).run(socket));
    }
    for &seat in &shared.plan.players.seats()[1..] {
        let mut player = member(Viewer::Seat(seat), let_in(&entrance).await?, Ids::new(&mut dice));
        let mut socket = player.arrive().await.map_err(NotOpened::at("going into a room"))?;
        let sit = Command::Sit { room: table.room, seat };
        player.ask(&mut socket, sit).await.map_err(NotOpened::at("sitting down"))?;
        players.push((player, socket));
    }
    for (player, socket) in players {
        let dice = ChaCha8Rng::seed_from_u64(dice.random());
        shared.players.spawn(Player::new(player, dice).run(socket));
    }
    Ok(())
}

async fn create(shared: &Arc<Shared>, socket: &mut Socket, ids: &mut Ids) -> Result<Arc<Table>, Lost> {
    // Nothing of the room comes before it is there.
    let options = options(&shared.plan);
    let done =
        socket.ask(ids.next(), Command::Create { ranked: false, options, password: None }, drop).await?;
    let Done::Room { room } = done else {
        return Err(Lost::Unreadable(format!("{done:?} for a new room")));
    };
    Ok(Arc::new(Table::new(room, Arc::clone(shared))))
}

/// An unranked room that anybody may watch.
pub(crate) fn options(plan: &Plan) -> RoomOptions {
    RoomOptions {
        rules: plan.rules(),
        first: FirstSeat::Lot,
        turn_seconds: TURN_SECONDS,
        arrange_seconds: ARRANGE_SECONDS,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}
