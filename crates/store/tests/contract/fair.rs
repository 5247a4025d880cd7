use protocol::{AccountKind, Millis};
use rules::{BySeat, EndReason, Seat, ladder::ChangeReason};
use store::{BrowserHash, FinishGame, Flights, Ladder, Leaving, Store};
use tokio::task::JoinSet;

use crate::sample::{
    account_id, card, fled, four_persons, game_id, new_account, ranked, running, start, won,
};

contract![
    accounts_of_one_browser_are_kin,
    an_account_keeps_its_last_browsers,
    browsers_are_forgotten,
    the_eleventh_game_of_two_opponents_does_not_score,
    a_game_that_scored_for_nobody_is_no_meeting,
    partners_are_no_opponents,
    only_who_met_too_often_gets_nothing,
    meetings_count_for_a_day_before_the_game_was_made,
    a_win_for_nothing_keeps_its_own_reason,
    without_a_limit_all_games_score,
    of_games_that_end_at_once_ten_score,
    the_habit_of_leaving_is_judged_by_the_last_fifty_games,
];

const DAY: i64 = 24 * 60 * 60 * 1000;

fn browser(number: u8) -> BrowserHash {
    BrowserHash([number; 32])
}

async fn accounts_of_one_browser_are_kin(store: Store) {
    four_persons(&store).await;
    for (account, used) in [(1, 1), (2, 1), (2, 2), (3, 2), (4, 3)] {
        store.note_browser(account_id(account), &browser(used), Millis(1_000)).await.unwrap();
    }
    let kin = [(1, vec![2]), (2, vec![1, 3]), (3, vec![2]), (4, vec![])];
    for (account, others) in kin {
        let others: Vec<_> = others.into_iter().map(account_id).collect();
        assert_eq!(store.kin(account_id(account)).await.unwrap(), others, "{account}");
    }
    for (account, used, is_one) in [(1, 1, true), (1, 2, false), (2, 2, true), (4, 1, false), (9, 1, false)] {
        let found = store.is_browser_of(account_id(account), &browser(used)).await.unwrap();
        assert_eq!(found, is_one, "{account} in {used}");
    }
    assert!(!format!("{:?}", browser(7)).contains('7'), "a hash is not shown");
}

async fn an_account_keeps_its_last_browsers(store: Store) {
    four_persons(&store).await;
    for number in 1..=17_u8 {
        let at = Millis(i64::from(number));
        store.note_browser(account_id(1), &browser(number), at).await.unwrap();
        store.note_browser(account_id(2), &browser(1), Millis(1)).await.unwrap();
    }
    assert_eq!(store.kin(account_id(1)).await.unwrap(), [], "the first of seventeen is gone");
    store.note_browser(account_id(2), &browser(17), Millis(20)).await.unwrap();
    assert_eq!(store.kin(account_id(1)).await.unwrap(), [account_id(2)]);
}

async fn browsers_are_forgotten(store: Store) {
    four_persons(&store).await;
    store.note_browser(account_id(1), &browser(1), Millis(0)).await.unwrap();
    store.note_browser(account_id(2), &browser(1), Millis(90 * DAY)).await.unwrap();
    store.purge_fair_play(Millis(90 * DAY - 1)).await.unwrap();
    assert_eq!(store.kin(account_id(2)).await.unwrap(), [account_id(1)]);
    store.purge_fair_play(Millis(90 * DAY)).await.unwrap();
    assert_eq!(store.kin(account_id(2)).await.unwrap(), []);
}

/// Ends a duel of two accounts with a win of the first.
async fn duel(store: &Store, id: u128, accounts: [u128; 2]) -> BySeat<Option<(i64, ChangeReason)>> {
    let game = running(store, game_id(id), &accounts).await;
    let mut end = won(&game, 1);
    end.result.winner = vec![Seat::Red];
    if let Some(loss) = &mut end.changes.blue {
        loss.points = -1;
        loss.reason = ChangeReason::Loss;
    }
    let scores = store.finish_game(&end).await.unwrap();
    scores.map(|_, score| score.map(|score| (score.change, score.reason)))
}

async fn the_eleventh_game_of_two_opponents_does_not_score(store: Store) {
    four_persons(&store).await;
    for id in 1..=10 {
        // On whichever side.
        let accounts = if id % 2 == 0 { [1, 2] } else { [2, 1] };
        let changes = duel(&store, id, accounts).await;
        assert_eq!((changes.red.unwrap().0, changes.blue.unwrap().0), (1, -1));
    }
    let now = Millis(100_000);
    assert_eq!(store.met(Ladder::Siguo, account_id(1), now).await.unwrap(), [(account_id(2), 10)]);
    let changes = duel(&store, 11, [1, 2]).await;
    let nothing = Some((0, ChangeReason::SameOpponents));
    assert_eq!((changes.red, changes.blue), (nothing, nothing));
    assert_eq!((card(&store, 1).await.score, card(&store, 2).await.score), (0, 0));
    // It counts as played all the same, and with others they score.
    assert_eq!(card(&store, 1).await.two.won, 6);
    assert_eq!(duel(&store, 12, [1, 3]).await.red, Some((1, ChangeReason::Win)));
    assert_eq!(store.met(Ladder::Siguo, account_id(1), Millis(90_000 + DAY)).await.unwrap(), []);
}

async fn a_game_that_scored_for_nobody_is_no_meeting(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let mut end = won(&game, 0);
    end.result.winner.clear();
    end.result.reason = EndReason::Agreed;
    store.finish_game(&end).await.unwrap();
    let game = running(&store, game_id(2), &[1, 2, 3, 4]).await;
    store.finish_game(&fled(&game, Millis(90_000))).await.unwrap();
    assert_eq!(store.met(Ladder::Siguo, account_id(1), Millis(90_000)).await.unwrap(), []);
}

async fn partners_are_no_opponents(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.finish_game(&won(&game, 2)).await.unwrap();
    let met = store.met(Ladder::Siguo, account_id(1), Millis(90_000)).await.unwrap();
    assert_eq!(met, [(account_id(2), 1), (account_id(4), 1)]);
}

async fn only_who_met_too_often_gets_nothing(store: Store) {
    four_persons(&store).await;
    for id in 1..=10 {
        duel(&store, id, [1, 2]).await;
    }
    let game = running(&store, game_id(20), &[1, 2, 3, 4]).await;
    let scores = store.finish_game(&won(&game, 2)).await.unwrap();
    let changes = scores.map(|_, score| score.map(|score| score.change));
    assert_eq!(changes, BySeat { red: Some(0), purple: Some(0), blue: Some(2), green: Some(-2) });
}

async fn meetings_count_for_a_day_before_the_game_was_made(store: Store) {
    four_persons(&store).await;
    for id in 1..=10 {
        duel(&store, id, [1, 2]).await;
    }
    for (id, created, scores) in [(20, 90_000 + DAY - 1, 0), (21, 90_000 + DAY, 1)] {
        let mut game = ranked(&store, game_id(id), &[1, 2]).await;
        game.created = Millis(created);
        store.create_game(&game).await.unwrap();
        store.start_game(&start(&game)).await.unwrap();
        // Whenever it ends.
        let end = FinishGame { ended: Millis(created + DAY), ..won(&game, 1) };
        let change = store.finish_game(&end).await.unwrap().red.map(|score| score.change);
        assert_eq!(change, Some(scores));
    }
    store.purge_fair_play(Millis(90_000 + 7 * DAY)).await.unwrap();
    assert_eq!(store.met(Ladder::Siguo, account_id(2), Millis(0)).await.unwrap(), [(account_id(1), 1)]);
}

async fn a_win_for_nothing_keeps_its_own_reason(store: Store) {
    four_persons(&store).await;
    for id in 1..=10 {
        duel(&store, id, [1, 2]).await;
    }
    let game = running(&store, game_id(20), &[1, 2]).await;
    let mut end = won(&game, 1);
    end.result.winner = vec![Seat::Red];
    end.changes.red =
        end.changes.red.map(|_| rules::ladder::Change { points: 0, reason: ChangeReason::TooShort });
    end.changes.blue =
        end.changes.blue.map(|_| rules::ladder::Change { points: -1, reason: ChangeReason::Loss });
    let scores = store.finish_game(&end).await.unwrap();
    assert_eq!(scores.red.map(|score| (score.change, score.reason)), Some((0, ChangeReason::TooShort)));
    assert_eq!(scores.blue.map(|score| (score.change, score.reason)), Some((0, ChangeReason::SameOpponents)));
}

async fn without_a_limit_all_games_score(store: Store) {
    four_persons(&store).await;
    for id in 1..=12 {
        let game = running(&store, game_id(id), &[1, 2]).await;
        let end = FinishGame { same_opponents: 0, ..won(&game, 1) };
        store.finish_game(&end).await.unwrap();
    }
    assert_eq!(card(&store, 1).await.score, 12);
}

/// Two accounts in sixteen games at once, which end in the same moment.
async fn of_games_that_end_at_once_ten_score(store: Store) {
    four_persons(&store).await;
    let mut ends = Vec::new();
    for id in 1..=16 {
        let accounts = if id % 2 == 0 { [1, 2] } else { [2, 1] };
        let game = running(&store, game_id(id), &accounts).await;
        for seat in [Seat::Red, Seat::Blue] {
            store.leave_seat(game.id, seat).await.unwrap();
        }
        let mut end = won(&game, 1);
        end.result.winner = vec![Seat::Red];
        ends.push(end);
    }
    let mut tasks = JoinSet::new();
    for end in ends {
        let store = store.clone();
        tasks.spawn(async move { store.finish_game(&end).await.unwrap() });
    }
    let scored = tasks.join_all().await.into_iter().filter(|scores| scores.red.unwrap().change != 0).count();
    assert_eq!(scored, 10);
    let met = store.met(Ladder::Siguo, account_id(1), Millis(90_000)).await.unwrap();
    assert_eq!(met, [(account_id(2), 10)]);
}

async fn the_habit_of_leaving_is_judged_by_the_last_fifty_games(store: Store) {
    four_persons(&store).await;
    let flights = async |store: &Store| store.flights(Ladder::Siguo, account_id(2)).await.unwrap();
    assert_eq!(flights(&store).await, Flights::default());
    for id in 1..=3 {
        let game = running(&store, game_id(id), &[1, 2, 3, 4]).await;
        store.finish_game(&fled(&game, Millis(90_000))).await.unwrap();
        assert_eq!(flights(&store).await.is_habit(), id == 3, "three at least");
    }
    // Not counted: excused, unranked, not finished.
    let game = running(&store, game_id(4), &[1, 2, 3, 4]).await;
    let excused = FinishGame { leaving: Leaving::Excused, ..fled(&game, Millis(90_000)) };
    store.finish_game(&excused).await.unwrap();
    let mut game = ranked(&store, game_id(5), &[1, 2, 3, 4]).await;
    game.ladder = None;
    store.create_game(&game).await.unwrap();
    store.start_game(&start(&game)).await.unwrap();
    store.finish_game(&fled(&game, Millis(90_000))).await.unwrap();
    assert_eq!(flights(&store).await, Flights { games: 3, fled: 3 });
    store.create_account(&new_account(5, AccountKind::Person)).await.unwrap();
    for id in 10..=36 {
        let game = running(&store, game_id(id), &[5, 2]).await;
        store.finish_game(&FinishGame { same_opponents: 0, ..won(&game, 1) }).await.unwrap();
    }
    assert_eq!(flights(&store).await, Flights { games: 30, fled: 3 });
    assert!(!flights(&store).await.is_habit(), "a tenth is not more than a tenth");
    for id in 37..=57 {
        let game = running(&store, game_id(id), &[5, 2]).await;
        store.finish_game(&FinishGame { same_opponents: 0, ..won(&game, 1) }).await.unwrap();
    }
    assert_eq!(flights(&store).await, Flights { games: 50, fled: 2 }, "the first has passed");
}
