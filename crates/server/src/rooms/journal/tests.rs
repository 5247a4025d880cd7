//! The journal over a real database that is busy, or away for a while.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

use protocol::{
    AccountId, AccountKind, FirstSeat, Millis, Privacy, Role, RoomId, RoomKind, RoomOptions, Spectating, Talk,
};
use rules::{Action, Players, RuleSet};
use sqlx::{Connection, SqliteConnection};
use store::{ConnectOptions, Deployment, Ladder, NewAccount, NewSeat, UnfinishedPhase};
use tempfile::TempDir;
use uuid::Uuid;

use super::*;

const PATIENCE: Patience = Patience { slow: Duration::from_secs(2), hung: HUNG };
const START: Millis = Millis(1_764_000_000_000);
/// How long anything may take that is waited for.
const LONGEST: Duration = Duration::from_secs(30);

/// A journal that runs over a database of its own.
struct Bench {
    journal: Journal,
    store: Store,
    stop: CancellationToken,
    url: String,
    _folder: TempDir,
}

impl Bench {
    async fn new(clock: Clock, database: Duration, patience: Patience) -> Bench {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("siguo.db").display());
        let options = ConnectOptions { max_connections: 2, patience: database };
        let store = Store::connect(&url, options).await.expect("a database");
        let stop = CancellationToken::new();
        let lost = CancellationToken::new();
        let (journal, mut writer) = channel(store.clone(), clock, stop.clone(), lost, patience.slow);
        writer.patience = patience;
        tokio::spawn(writer.run());
        Bench { journal, store, stop, url, _folder: folder }
    }

    /// A game of two that runs.
    async fn game(&self, number: u128) -> GameId {
        let options = RoomOptions {
            rules: RuleSet { players: Players::Two, ..RuleSet::DEFAULT },
            first: FirstSeat::Red,
            turn_seconds: 30,
            arrange_seconds: 60,
            privacy: Privacy::Public,
            spectating: Spectating::Open,
            talk: Talk::Free,
            max_flee_percent: None,
        };
        let id = GameId(Uuid::from_u128(number << 8));
        let mut seats: BySeat<Option<NewSeat>> = BySeat::default();
        for &seat in options.rules.players.seats() {
            let account = AccountId(Uuid::from_u128(number << 8 | seat.index() as u128 | 16));
            let new = NewAccount {
                id: account,
                kind: AccountKind::Guest,
                role: Role::User,
                name: format!("guest {account}"),
                name_key: format!("guest {account}"),
                password_hash: None,
                language: None,
                created: START,
            };
            self.store.create_account(&new).await.expect("made");
            let stored = self.store.account(account).await.expect("read").expect("there");
            let card = self.store.score_card(Ladder::Siguo, account).await.expect("read");
            *seats.get_mut(seat) = Some(NewSeat { player: stored.player(&card, None), bot_seed: None });
        }
        let room = RoomId(Uuid::from_u128(number << 8 | 1));
        let new = NewGame {
            id,
            room,
            kind: RoomKind::Custom,
            ladder: None,
            options,
            seats,
            created: START,
            arrange_deadline: START,
            memo: None,
        };
        self.store.create_game(&new).await.expect("made");
        let deployment = Deployment { layouts: BySeat::default(), shuffled: Vec::new(), nonce: None };
        let start = StartGame { id, first: Seat::Red, deployment, started: START };
        self.store.start_game(&start).await.expect("started");
        id
    }

    async fn append(&self, game: GameId, no: u32) -> oneshot::Receiver<Result<Written, StoreError>> {
        self.journal.write(Write::Append { entry: entry(game, no), gone: Vec::new() }).await
    }

    /// The numbers in the journal of a game.
    async fn written(&self, game: GameId) -> Vec<u32> {
        let UnfinishedPhase::Running { journal, .. } =
            self.store.unfinished_game(game).await.expect("read").phase
        else {
            panic!("it runs")
        };
        journal.iter().map(|entry| entry.no).collect()
    }

    async fn health(&self, expected: Health) {
        let mut health = self.journal.health();
        let changed = timeout(LONGEST, health.wait_for(|health| *health == expected)).await;
        changed.expect("it is noticed").expect("the journal runs");
    }

    /// Nobody else can write while this is there.
    async fn block(&self) -> SqliteConnection {
        let mut blocker = SqliteConnection::connect(&self.url).await.expect("the database");
        sqlx::query("begin immediate").execute(&mut blocker).await.expect("locked");
        blocker
    }

    async fn end(self) {
        self.stop.cancel();
        self.store.close().await;
    }
}

fn entry(game: GameId, no: u32) -> JournalEntry {
    JournalEntry { game, no, action: Action::Timeout, at: START, seat: None, command: None }
}

async fn release(mut blocker: SqliteConnection) {
    sqlx::query("rollback").execute(&mut blocker).await.expect("released");
    blocker.close().await.expect("closed");
}

async fn done(written: oneshot::Receiver<Result<Written, StoreError>>) -> Written {
    timeout(LONGEST, written).await.expect("answered").expect("once").expect("written")
}

#[tokio::test(flavor = "multi_thread")]
async fn signs_of_life_go_first_however_much_there_is_to_write() {
    const ROOMS: u32 = 40;
    let (clock, hand) = Clock::by_hand(START);
    // A disk that is slow for a while is no outage here: by a time that stands still nothing would be tried again.
    let bench = Bench::new(clock.clone(), LONGEST, Patience { slow: LONGEST, hung: LONGEST }).await;
    let bench = Arc::new(bench);
    let (enough, total) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let mut rooms = Vec::new();
    for number in 1..=ROOMS {
        let game = bench.game(u128::from(number)).await;
        let (bench, enough, total) = (Arc::clone(&bench), Arc::clone(&enough), Arc::clone(&total));
        rooms.push(tokio::spawn(async move {
            let mut no = 0;
            while !enough.load(Ordering::Relaxed) {
                no += 1;
                done(bench.append(game, no).await).await;
                total.fetch_add(1, Ordering::Relaxed);
            }
            assert_eq!(bench.written(game).await, (1..=no).collect::<Vec<_>>(), "in order, each once");
        }));
    }
    for _ in 0..12 {
        hand.advance(BEAT_EVERY);
        let beaten = async {
            while bench.store.last_beat().await.expect("read") != Some(clock.now()) {
                tokio::task::yield_now().await;
            }
        };
        timeout(LONGEST, beaten).await.expect("a sign of life is given");
        // Each room may be about to count one that was written before; one more was written after, when the next sign was planned.
        let before = total.load(Ordering::Relaxed);
        let goes_on = async {
            while total.load(Ordering::Relaxed) <= before + ROOMS {
                tokio::task::yield_now().await;
            }
        };
        timeout(LONGEST, goes_on).await.expect("and what is to be written goes on");
    }
    enough.store(true, Ordering::Relaxed);
    for room in rooms {
        room.await.expect("no panic");
    }
    bench.stop.cancel();
    bench.store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_does_not_wait_behind_those_who_read() {
    let bench = Bench::new(Clock::system(), Duration::from_secs(5), PATIENCE).await;
    let game = bench.game(1).await;
    let Store::Sqlite { readers, .. } = &bench.store else { panic!("asked for SQLite") };
    let reading = [readers.acquire().await.expect("one"), readers.acquire().await.expect("the other")];
    assert_eq!(readers.num_idle(), 0);
    done(bench.append(game, 1).await).await;
    assert_eq!(*bench.journal.health().borrow(), Health::Well);
    drop(reading);
    assert_eq!(bench.written(game).await, [1]);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_fails_is_tried_again_until_it_is_done_once() {
    let bench = Bench::new(Clock::system(), Duration::from_millis(50), PATIENCE).await;
    let game = bench.game(1).await;
    done(bench.append(game, 1).await).await;
    let blocker = bench.block().await;
    let written = bench.append(game, 2).await;
    bench.health(Health::Away).await;
    assert_eq!(bench.written(game).await, [1]);
    release(blocker).await;
    assert!(matches!(done(written).await, Written::Done));
    bench.health(Health::Well).await;
    done(bench.append(game, 3).await).await;
    assert_eq!(bench.written(game).await, [1, 2, 3]);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_hangs_is_given_up_and_tried_again_until_it_is_done_once() {
    let patience = Patience { slow: Duration::from_millis(50), hung: Duration::from_millis(150) };
    let bench = Bench::new(Clock::system(), LONGEST, patience).await;
    let games = [bench.game(1).await, bench.game(2).await];
    let blocker = bench.block().await;
    let stopwatch = Clock::stopwatch();
    let written = [bench.append(games[0], 1).await, bench.append(games[1], 1).await];
    bench.health(Health::Away).await;
    // Long enough for the first attempt, and some more, to be given up.
    while stopwatch.seconds() < 4.0 * (patience.slow + patience.hung).as_secs_f64() {
        assert!(bench.store.last_beat().await.is_ok(), "who only reads is not kept");
        tokio::task::yield_now().await;
    }
    release(blocker).await;
    for written in written {
        assert!(matches!(done(written).await, Written::Done));
    }
    for game in games {
        assert_eq!(bench.written(game).await, [1]);
        done(bench.append(game, 2).await).await;
        assert_eq!(bench.written(game).await, [1, 2]);
    }
    bench.health(Health::Well).await;
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_written_fails_alone() {
    let bench = Bench::new(Clock::system(), Duration::from_secs(5), PATIENCE).await;
    let games = [bench.game(1).await, bench.game(2).await];
    done(bench.append(games[0], 1).await).await;
    // Another action of the same number, in one go with a sound one.
    let taken = Write::Append {
        entry: JournalEntry { action: Action::Surrender(Seat::Red), ..entry(games[0], 1) },
        gone: Vec::new(),
    };
    let (taken, sound) = (bench.journal.write(taken).await, bench.append(games[1], 1).await);
    let refused = timeout(LONGEST, taken).await.expect("answered").expect("once");
    assert!(matches!(refused, Err(StoreError::ActionTaken { no: 1, .. })), "{refused:?}");
    done(sound).await;
    assert_eq!(bench.written(games[1]).await, [1]);
    assert_eq!(*bench.journal.health().borrow(), Health::Well);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_sign_of_life_is_given_when_resting_begins() {
    let (clock, hand) = Clock::by_hand(START);
    let bench = Bench::new(clock, Duration::from_secs(5), PATIENCE).await;
    hand.advance(BEAT_EVERY - 1);
    bench.journal.rest().await;
    assert_eq!(bench.store.last_beat().await.expect("read"), Some(START + BEAT_EVERY + -1));
    hand.advance(10 * BEAT_EVERY);
    // What is to be written still is, and gives no sign of life.
    let game = bench.game(1).await;
    done(bench.append(game, 1).await).await;
    assert_eq!(bench.store.last_beat().await.expect("read"), Some(START + BEAT_EVERY + -1));
    bench.end().await;
}
