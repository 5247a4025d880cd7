use protocol::{AccountKind, Millis, Score, Tally};
use rules::{
    BySeat, EndReason, Seat, Title,
    ladder::{Change, ChangeReason},
};
use store::{FinishGame, Ladder, Leaving, ScoreCard, Store, StoreError, StoredGame};
use tokio::task::JoinSet;

use crate::sample::{
    account_id, card, entry, fled, four_persons, game_id, give_score, new_account, ranked, running, start,
    won,
};

contract![
    a_ranked_game_changes_scores_and_statistics,
    changes_add_to_the_scores_as_they_stand,
    a_game_is_settled_once,
    of_ten_who_finish_a_game_one_does,
    games_that_end_at_once_all_count,
    a_taken_last_action_leaves_the_game_unfinished,
    an_unranked_game_changes_nothing,
    draws_are_counted,
    leaving_counts_and_bars,
    leaving_counts_before_the_start_too,
    leaving_is_excused_in_a_game_that_was_on_before_a_start,
    leaving_counts_soon_after_a_start_but_bars_nobody,
    the_other_side_wins_when_a_leavers_partner_is_out,
    a_game_closed_by_the_operator_counts_for_nobody,
];

const MINUTE: i64 = 60_000;

fn tally(won: u32, lost: u32, drawn: u32, fled: u32) -> Tally {
    Tally { played: won + lost + drawn + fled, won, lost, drawn, fled }
}

async fn a_ranked_game_changes_scores_and_statistics(store: Store) {
    four_persons(&store).await;
    give_score(&store, 1, 9, Millis(1)).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let scores = store.finish_game(&won(&game, 2)).await.unwrap();
    let red = Score {
        before: 9,
        change: 2,
        reason: ChangeReason::Win,
        title_before: Title::Private,
        title_after: Title::DeputySquadLeader,
    };
    assert_eq!(scores.red, Some(red));
    assert_eq!(scores.green.map(|score| (score.before, score.change)), Some((0, -2)));
    let one = card(&store, 1).await;
    assert_eq!((one.score, one.four, one.two), (11, tally(1, 0, 0, 0), tally(1, 0, 0, 0)));
    assert_eq!(one.tally(), tally(2, 0, 0, 0));
    let four = card(&store, 4).await;
    assert_eq!((four.score, four.four, four.two), (-2, tally(0, 1, 0, 0), Tally::default()));
}

async fn changes_add_to_the_scores_as_they_stand(store: Store) {
    four_persons(&store).await;
    for number in 5..=7 {
        store.create_account(&new_account(number, AccountKind::Person)).await.unwrap();
    }
    // The second player, out of the first game, ends another one before it.
    let first = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.leave_seat(first.id, Seat::Purple).await.unwrap();
    let second = running(&store, game_id(2), &[2, 5, 6, 7]).await;
    store.finish_game(&won(&second, 2)).await.unwrap();
    let scores = store.finish_game(&won(&first, 2)).await.unwrap();
    let purple = scores.purple.unwrap();
    assert_eq!((purple.before, purple.change), (2, -2));
    assert_eq!(card(&store, 2).await.score, 0);
}

async fn a_game_is_settled_once(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let mut end = won(&game, 2);
    end.entries = vec![entry(game.id, 1, "r15-p11")];
    let scores = store.finish_game(&end).await.unwrap();
    let again = FinishGame { entries: vec![entry(game.id, 2, "draw")], ended: Millis(1), ..won(&game, 2) };
    for end in [end, again] {
        assert!(
            matches!(store.finish_game(&end).await, Err(StoreError::AlreadyFinished(id)) if id == game.id)
        );
    }
    let Some(StoredGame::Finished(found)) = store.game(game.id).await.unwrap() else {
        panic!("it has ended")
    };
    assert_eq!((found.actions.len(), found.head.ended), (1, Millis(90_000)));
    assert_eq!(found.head.scores, scores, "what was settled can be read again");
    assert_eq!(card(&store, 1).await.score, 2);
    let nowhere = FinishGame { id: game_id(9), ..won(&game, 2) };
    assert!(matches!(store.finish_game(&nowhere).await, Err(StoreError::NoSuchGame(id)) if id == game_id(9)));
}

async fn of_ten_who_finish_a_game_one_does(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let mut end = won(&game, 2);
    end.entries = vec![entry(game.id, 1, "r15-p11")];
    let mut tasks = JoinSet::new();
    for _ in 0..10 {
        let (store, end) = (store.clone(), end.clone());
        tasks.spawn(async move { store.finish_game(&end).await });
    }
    let (settled, refused): (Vec<_>, Vec<_>) = tasks.join_all().await.into_iter().partition(Result::is_ok);
    assert_eq!(settled.len(), 1);
    for done in refused {
        assert!(matches!(done, Err(StoreError::AlreadyFinished(_))), "{done:?}");
    }
    assert_eq!(card(&store, 1).await.score, 2);
    assert_eq!(card(&store, 1).await.tally(), tally(1, 0, 0, 0));
}

/// Each account sits in all of the games, in another seat each time, so that they lock the same scores.
async fn games_that_end_at_once_all_count(store: Store) {
    four_persons(&store).await;
    let mut ends = Vec::new();
    for id in 0..12_u8 {
        let mut accounts = [1, 2, 3, 4];
        accounts.rotate_left(usize::from(id % 4));
        let game = running(&store, game_id(u128::from(id) + 1), &accounts).await;
        for seat in Seat::ALL {
            store.leave_seat(game.id, seat).await.unwrap();
        }
        ends.push(FinishGame { same_opponents: 0, ..won(&game, 2) });
    }
    let mut tasks = JoinSet::new();
    for end in ends {
        let store = store.clone();
        tasks.spawn(async move { store.finish_game(&end).await.unwrap() });
    }
    tasks.join_all().await;
    for account in 1..=4 {
        let card = card(&store, account).await;
        assert_eq!((card.score, card.four), (0, tally(6, 6, 0, 0)));
    }
}

async fn a_taken_last_action_leaves_the_game_unfinished(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.append(&[entry(game.id, 1, "timeout")]).await.unwrap();
    let mut end = won(&game, 2);
    end.entries = vec![entry(game.id, 1, "r15-p11")];
    let refused = store.finish_game(&end).await;
    assert!(
        matches!(refused, Err(StoreError::ActionTaken { game: id, no: 1 }) if id == game.id),
        "{refused:?}"
    );
    assert_eq!(store.unfinished_games().await.unwrap().len(), 1);
    assert_eq!(card(&store, 1).await.score, 0);
}

async fn an_unranked_game_changes_nothing(store: Store) {
    four_persons(&store).await;
    let mut game = ranked(&store, game_id(1), &[1, 2, 3, 4]).await;
    game.ladder = None;
    store.create_game(&game).await.unwrap();
    store.start_game(&start(&game)).await.unwrap();
    let end = FinishGame { changes: won(&game, 2).changes, ..fled(&game, Millis(90_000)) };
    assert_eq!(store.finish_game(&end).await.unwrap(), BySeat::default());
    assert_eq!(card(&store, 1).await, ScoreCard::default());
    assert_eq!(store.barred_until(account_id(2), Millis(90_001)).await.unwrap(), None);
}

async fn draws_are_counted(store: Store) {
    four_persons(&store).await;
    give_score(&store, 1, 10, Millis(7)).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let mut end = won(&game, 0);
    end.result.winner.clear();
    end.result.reason = EndReason::Agreed;
    let scores = store.finish_game(&end).await.unwrap();
    assert_eq!(scores.red.map(|score| (score.before, score.change)), Some((10, 0)));
    assert_eq!(card(&store, 1).await.four, tally(0, 0, 1, 0));
}

async fn leaving_counts_and_bars(store: Store) {
    four_persons(&store).await;
    for (id, at, bar) in [(1, 0, 5), (2, 10, 10), (3, 30, 20)] {
        let game = running(&store, game_id(id), &[1, 2, 3, 4]).await;
        let scores = store.finish_game(&fled(&game, Millis(at * MINUTE))).await.unwrap();
        assert_eq!(scores.red.map(|score| (score.change, score.reason)), Some((0, ChangeReason::Void)));
        let until = |now| {
            let store = store.clone();
            async move { store.barred_until(account_id(2), Millis(now)).await.unwrap() }
        };
        let end = (at + bar) * MINUTE;
        assert_eq!(until(end - 1).await, Some(Millis(end)));
        assert_eq!(until(end).await, None);
    }
    assert_eq!(card(&store, 2).await.four, tally(0, 0, 0, 3));
    // Nobody else played a game that counts, so nobody else stands in the ladder.
    assert_eq!(card(&store, 1).await.tally(), Tally::default());
    assert_eq!(store.standing(Ladder::Siguo, account_id(1)).await.unwrap().rank, None);
    assert_eq!(store.barred_until(account_id(1), Millis(0)).await.unwrap(), None);
}

async fn leaving_counts_before_the_start_too(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.create_game(&game).await.unwrap();
    // There were no scores at the start to settle by.
    let end = FinishGame { changes: BySeat::default(), ..fled(&game, Millis(20_000)) };
    store.finish_game(&end).await.unwrap();
    assert_eq!((card(&store, 2).await.score, card(&store, 2).await.four), (0, tally(0, 0, 0, 1)));
    assert!(store.barred_until(account_id(2), Millis(20_001)).await.unwrap().is_some());
    assert_eq!(card(&store, 1).await, ScoreCard::default());
}

async fn leaving_is_excused_in_a_game_that_was_on_before_a_start(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let end = FinishGame { leaving: Leaving::Excused, ..fled(&game, Millis(90_000)) };
    store.finish_game(&end).await.unwrap();
    assert_eq!(card(&store, 2).await.tally(), Tally::default());
    assert_eq!(store.barred_until(account_id(2), Millis(90_000)).await.unwrap(), None);
}

async fn leaving_counts_soon_after_a_start_but_bars_nobody(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let end = FinishGame { leaving: Leaving::Unbarred, ..fled(&game, Millis(90_000)) };
    store.finish_game(&end).await.unwrap();
    assert_eq!(card(&store, 2).await.four, tally(0, 0, 0, 1));
    assert_eq!(store.barred_until(account_id(2), Millis(90_000)).await.unwrap(), None);
    // The next bar is the first.
    let game = running(&store, game_id(2), &[1, 2, 3, 4]).await;
    store.finish_game(&fled(&game, Millis(100_000))).await.unwrap();
    assert_eq!(store.barred_until(account_id(2), Millis(100_000)).await.unwrap(), Some(Millis(400_000)));
}

async fn the_other_side_wins_when_a_leavers_partner_is_out(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let mut end = won(&game, 2);
    end.result.reason = EndReason::Flee;
    end.result.fled = Some(Seat::Purple);
    store.finish_game(&end).await.unwrap();
    assert_eq!((card(&store, 2).await.score, card(&store, 2).await.four), (-2, tally(0, 0, 0, 1)));
    assert_eq!((card(&store, 4).await.score, card(&store, 4).await.four), (-2, tally(0, 1, 0, 0)));
    assert_eq!(card(&store, 1).await.four, tally(1, 0, 0, 0));
}

async fn a_game_closed_by_the_operator_counts_for_nobody(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let mut end = fled(&game, Millis(90_000));
    end.result.reason = EndReason::Aborted;
    end.result.fled = None;
    let scores = store.finish_game(&end).await.unwrap();
    let nothing = Change { points: 0, reason: ChangeReason::Void };
    assert_eq!(
        scores.purple.map(|score| Change { points: score.change, reason: score.reason }),
        Some(nothing)
    );
    for account in 1..=4 {
        assert_eq!(card(&store, account).await, ScoreCard::default());
    }
}
