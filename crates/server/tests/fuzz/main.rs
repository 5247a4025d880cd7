//! What chance makes of frames and requests, over real sockets to a server in this process, while four play on: no panic in any task, no
//! memory that grows, and the players see what is right.
//! Panics and memory are those of the whole process, so this and the kinds of nonsense that are known ([`nonsense`]) have one to
//! themselves.
//!
//! `SIGUO_FUZZ_COUNT` says how many frames and requests there are, nine in ten of them frames, and `SIGUO_FUZZ_SEED` what chance begins
//! with; what was used is printed. The tests send few; `make fuzz-server` sends a million.

#[expect(dead_code, unused_macros, reason = "shared with other tests")]
#[path = "../server/common/mod.rs"]
mod common;
#[expect(dead_code, reason = "shared with the matrix of commands")]
#[path = "../server/matrix/scene.rs"]
mod scene;

mod frames;
mod mutate;
mod nonsense;
mod requests;

use std::{
    env, fs, panic,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use protocol::{Command, GameId, RoomId};
use reqwest::StatusCode;
use rules::{Players, RuleSet};

use common::{
    Client, TestServer,
    client::Model,
    play::{self, Dice},
    table,
};
use requests::Route;

/// How many are sent where nobody says.
const COUNT: u64 = 8_000;
/// From so many on memory must not grow: before, buffers and caches fill.
const STEADY: u64 = 200_000;
/// Those who send frames, and those who send requests.
const SENDERS: (u64, u64) = (6, 2);
/// Between two moves of those who play on.
const THINKS: Duration = Duration::from_millis(20);

static PANICS: AtomicU32 = AtomicU32::new(0);

/// A panic in a task of the server would go unnoticed otherwise.
fn count_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        before(info);
    }));
}

/// Where it happens.
struct Ground {
    server: TestServer,
    routes: Vec<Route>,
    /// A login for requests.
    token: String,
    /// The room and the game of those who play on.
    room: RoomId,
    game: Mutex<GameId>,
    /// A room that stands still and its game.
    other: (RoomId, GameId),
    sent: AtomicU64,
}

impl Ground {
    /// The game of the moment.
    fn game(&self) -> GameId {
        *self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, more: u64) {
        self.sent.fetch_add(more, Ordering::Relaxed);
    }

    /// Words that mean something here.
    fn known(&self) -> Vec<String> {
        let ids = [self.room.0, self.other.0.0, self.game().0, self.other.1.0, uuid::Uuid::nil()];
        let words =
            ["four", "red", "r11", "time", "move", "t", "d", "id", "cmd", "true", "-1", "0", "1e99", "石头"];
        ids.iter()
            .map(ToString::to_string)
            .chain(words.map(str::to_owned))
            .chain([self.token.clone()])
            .collect()
    }
}

fn number(name: &str, default: impl FnOnce() -> u64) -> u64 {
    env::var(name).ok().map_or_else(default, |text| text.parse().expect("a number"))
}

/// Bytes of this process that are in memory.
fn resident() -> f64 {
    let pages = fs::read_to_string("/proc/self/statm").expect("the system's figures");
    let pages: u32 = pages.split(' ').nth(1).expect("the second").parse().expect("a number");
    f64::from(pages) * 4096.0
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_chance_sends_nothing_panics_or_grows_and_the_room_plays_on() {
    count_panics();
    let count = number("SIGUO_FUZZ_COUNT", || COUNT);
    let seed = number("SIGUO_FUZZ_SEED", || u64::from(std::process::id()));
    println!("SIGUO_FUZZ_COUNT={count} SIGUO_FUZZ_SEED={seed}");

    // Time stands still: games that bots play on would grow by themselves.
    let (server, _hand) = TestServer::start_by_hand().await;
    let document = server.get("/api/openapi.json").await;
    let token = server.guest().await.token;
    let (room, players) = table::playing(&server, table::options()).await;
    let duel = table::options_by(RuleSet { players: Players::Two, ..RuleSet::DEFAULT });
    let (still, rest) = table::playing(&server, duel).await;
    let ground = Arc::new(Ground {
        routes: requests::routes(&document),
        token,
        room,
        game: Mutex::new(players[0].game()),
        other: (still, rest[0].game()),
        sent: AtomicU64::new(0),
        server,
    });
    drop(rest);

    let stop = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn(play_on(Arc::clone(&ground), players, Arc::clone(&stop)));
    let mut sending = Vec::new();
    for at in 0..SENDERS.0 {
        let (ground, dice) = (Arc::clone(&ground), Dice::new(seed + at));
        let share = share(count - count / 10, SENDERS.0, at);
        sending.push(tokio::spawn(async move { frames::send(&ground, dice, share).await }));
    }
    for at in 0..SENDERS.1 {
        let (ground, dice) = (Arc::clone(&ground), Dice::new(seed + SENDERS.0 + at));
        let share = share(count / 10, SENDERS.1, at);
        sending.push(tokio::spawn(async move { requests::send(&ground, dice, share).await }));
    }
    let memory = watch_memory(&ground, count, &sending).await;
    for sender in sending {
        sender.await.expect("it ends");
    }
    stop.store(true, Ordering::Relaxed);
    let moves = playing.await.expect("they play on");

    let ground = Arc::into_inner(ground).expect("nobody else is left");
    let ready = ground.server.http.get(ground.server.url("/readyz")).send().await.expect("an answer");
    assert_eq!(ready.status(), StatusCode::OK);
    ground.server.stop().await;
    let growth = growth(&memory);
    println!(
        "{count} frames and requests, {moves} moves meanwhile; {:.1} MB in the end, {:.2} % of it over the last half",
        memory.last().copied().unwrap_or_default() / 1e6,
        growth * 100.0
    );
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "something panicked");
    assert!(moves > 0);
    assert!(count < STEADY || growth <= 0.01, "memory grows: {memory:?}");
}

fn share(count: u64, of: u64, at: u64) -> u64 {
    count / of + u64::from(at < count % of)
}

/// Four players play game after game.
async fn play_on(ground: Arc<Ground>, mut players: Vec<Client>, stop: Arc<AtomicBool>) -> u64 {
    let (mut dice, mut moves) = (Dice::new(1), 0);
    while !stop.load(Ordering::Relaxed) {
        play::step(&mut players, |view, legal| play::boldly(view, legal, &mut dice)).await;
        moves += 1;
        if players[0].model.view.as_ref().is_some_and(|view| view.result.is_some()) {
            let (room, over) = (ground.room, players[0].game());
            for player in &mut players {
                player.until(Model::has_ended).await;
                player.done(Command::Again { room, accept: true }).await;
            }
            for player in &mut players {
                player.until(|model| model.game != Some(over)).await;
            }
            table::arrange_as(&mut players, &rules::BySeat::default()).await;
            *ground.game.lock().unwrap_or_else(PoisonError::into_inner) = players[0].game();
        }
        for player in &mut players {
            player.frames.clear();
            player.model.events.clear();
            player.model.said.clear();
            player.model.notices.clear();
        }
        tokio::time::sleep(THINKS).await;
    }
    moves
}

/// Looks at the memory again and again until all is sent, at even distances.
async fn watch_memory(ground: &Ground, count: u64, sending: &[tokio::task::JoinHandle<()>]) -> Vec<f64> {
    let mut seen = Vec::new();
    while !sending.iter().all(tokio::task::JoinHandle::is_finished) {
        let done = ground.sent.load(Ordering::Relaxed) * 128 / count.max(1);
        while u64::try_from(seen.len()).expect("few") < done {
            seen.push(resident());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    seen
}

/// By how much memory grows over the last half, as a part of what it is: the slope of the line that fits best.
fn growth(memory: &[f64]) -> f64 {
    let half = &memory[memory.len() / 2..];
    let count = f64::from(u32::try_from(half.len()).expect("few"));
    let middle = (count - 1.0) / 2.0;
    let mean = half.iter().sum::<f64>() / count;
    let (mut rise, mut run) = (0.0, 0.0);
    for (at, bytes) in (0_u32..).zip(half) {
        let x = f64::from(at) - middle;
        rise += x * (bytes - mean);
        run += x * x;
    }
    rise / run * (count - 1.0) / mean
}
