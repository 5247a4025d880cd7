//! Accounts and games to test with.

use protocol::{
    AccountId, AccountKind, BotLevel, CommandId, FirstSeat, GameId, Millis, Player, Privacy, Role, RoomId,
    RoomKind, RoomOptions, Spectating, Talk,
};
use rules::{
    BySeat, EndReason, GameResult, Players, RuleSet, Seat,
    ladder::{Change, ChangeReason},
};
use store::{
    Deployment, FinishGame, JournalEntry, Ladder, Leaving, NewAccount, NewGame, NewSeat, PasswordHash,
    ScoreCard, StartGame, Store,
};
use uuid::Uuid;

pub(crate) fn account_id(number: u128) -> AccountId {
    AccountId(Uuid::from_u128(number))
}

pub(crate) fn game_id(number: u128) -> GameId {
    GameId(Uuid::from_u128(number))
}

pub(crate) fn new_account(number: u128, kind: AccountKind) -> NewAccount {
    NewAccount {
        id: account_id(number),
        kind,
        role: Role::User,
        name: format!("Name {number}"),
        name_key: format!("name {number}"),
        password_hash: (kind == AccountKind::Person).then(|| PasswordHash(format!("hash {number}"))),
        language: None,
        created: Millis(1_000),
    }
}

/// The four persons 1 to 4.
pub(crate) async fn four_persons(store: &Store) {
    for number in 1..=4 {
        store.create_account(&new_account(number, AccountKind::Person)).await.unwrap();
    }
}

pub(crate) fn options() -> RoomOptions {
    RoomOptions {
        rules: RuleSet::DEFAULT,
        first: FirstSeat::Lot,
        turn_seconds: 30,
        arrange_seconds: 60,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Phrases,
        max_flee_percent: None,
    }
}

async fn seat(store: &Store, account: AccountId) -> NewSeat {
    let card = store.score_card(Ladder::Siguo, account).await.unwrap();
    let account = store.account(account).await.unwrap().unwrap();
    let level = (account.kind == AccountKind::Bot).then_some(BotLevel::Regular);
    NewSeat { player: account.player(&card, level), bot_seed: level.map(|_| u64::MAX) }
}

/// A ranked game of the given accounts: red and blue of two, all seats of four.
pub(crate) async fn ranked(store: &Store, id: GameId, accounts: &[u128]) -> NewGame {
    let mut options = options();
    let seats: &[Seat] = if accounts.len() == 2 {
        options.rules.players = Players::Two;
        &[Seat::Red, Seat::Blue]
    } else {
        &Seat::ALL
    };
    let mut taken = BySeat::default();
    for (at, account) in seats.iter().zip(accounts) {
        *taken.get_mut(*at) = Some(seat(store, account_id(*account)).await);
    }
    NewGame {
        id,
        room: RoomId(Uuid::from_u128(id.0.as_u128() + 1_000_000)),
        kind: RoomKind::Match,
        ladder: Some(Ladder::Siguo),
        options,
        seats: taken,
        created: Millis(10_000),
        arrange_deadline: Millis(70_000),
        memo: None,
    }
}

pub(crate) fn start(game: &NewGame) -> StartGame {
    StartGame {
        id: game.id,
        first: Seat::Purple,
        deployment: Deployment {
            layouts: game.seats.as_ref().map(|seat, taken| taken.as_ref().map(|_| format!("army of {seat}"))),
            shuffled: Vec::new(),
            nonce: None,
        },
        started: Millis(50_000),
    }
}

/// A ranked game that runs.
pub(crate) async fn running(store: &Store, id: GameId, accounts: &[u128]) -> NewGame {
    let game = ranked(store, id, accounts).await;
    store.create_game(&game).await.unwrap();
    store.start_game(&start(&game)).await.unwrap();
    game
}

pub(crate) fn entry(game: GameId, no: u32, action: &str) -> JournalEntry {
    JournalEntry {
        game,
        no,
        action: action.parse().unwrap(),
        at: Millis(50_000 + i64::from(no)),
        seat: Some(Seat::Red),
        command: Some(CommandId(u64::from(no) + 100)),
    }
}

fn change(points: i64) -> Change {
    let reason = match points {
        0 => ChangeReason::Draw,
        1.. => ChangeReason::Win,
        _ => ChangeReason::Loss,
    };
    Change { points, reason }
}

/// Red and blue win by a flag; every taken seat wins or loses so many points.
pub(crate) fn won(game: &NewGame, points: i64) -> FinishGame {
    FinishGame {
        id: game.id,
        entries: Vec::new(),
        result: GameResult {
            winner: vec![Seat::Red, Seat::Blue],
            reason: EndReason::Flag,
            void: false,
            steps: 99,
            fled: None,
        },
        outs: Vec::new(),
        changes: game.seats.as_ref().map(|seat, taken| {
            taken.as_ref().map(|_| {
                change(match seat {
                    Seat::Red | Seat::Blue => points,
                    Seat::Purple | Seat::Green => -points,
                })
            })
        }),
        same_opponents: 10,
        leaving: Leaving::Counted,
        ended: Millis(90_000),
    }
}

/// Purple leaves and nobody scores.
pub(crate) fn fled(game: &NewGame, ended: Millis) -> FinishGame {
    FinishGame {
        result: GameResult {
            winner: Vec::new(),
            reason: EndReason::Flee,
            void: true,
            steps: 5,
            fled: Some(Seat::Purple),
        },
        changes: game
            .seats
            .as_ref()
            .map(|_, taken| taken.as_ref().map(|_| Change { points: 0, reason: ChangeReason::Void })),
        ended,
        ..won(game, 0)
    }
}

/// Gives an account a score, by a game of two that it wins or loses against account 1000.
pub(crate) async fn give_score(store: &Store, account: u128, points: i64, at: Millis) {
    if store.account(account_id(1_000)).await.unwrap().is_none() {
        store.create_account(&new_account(1_000, AccountKind::Person)).await.unwrap();
    }
    let game = running(store, game_id(1_000_000 + account), &[account, 1_000]).await;
    let mut end = won(&game, points);
    end.changes.blue = None;
    end.ended = at;
    store.finish_game(&end).await.unwrap();
}

pub(crate) async fn card(store: &Store, account: u128) -> ScoreCard {
    store.score_card(Ladder::Siguo, account_id(account)).await.unwrap()
}

pub(crate) fn player_of(game: &NewGame, seat: Seat) -> &Player {
    &game.seats.get(seat).as_ref().unwrap().player
}
