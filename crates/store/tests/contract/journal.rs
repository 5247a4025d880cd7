use protocol::Millis;
use store::{JournalEntry, Store, StoreError, UnfinishedPhase};
use tokio::task::JoinSet;

use crate::sample::{entry, four_persons, game_id, new_account, running};

contract![
    actions_of_many_games_are_written_at_once,
    a_taken_number_is_named_and_nothing_is_written,
    a_batch_that_repeats_a_number_is_refused,
    a_batch_whose_answer_was_lost_is_written_once,
    an_empty_batch_is_nothing,
    a_batch_may_be_large,
    many_writers_wait_for_each_other,
];

async fn two_games(store: &Store) {
    four_persons(store).await;
    running(store, game_id(1), &[1, 2]).await;
    running(store, game_id(2), &[3, 4]).await;
}

async fn journal(store: &Store, game: u128) -> Vec<JournalEntry> {
    match store.unfinished_game(game_id(game)).await.unwrap().phase {
        UnfinishedPhase::Running { journal, .. } => journal,
        UnfinishedPhase::Arranging { .. } => panic!("it runs"),
    }
}

async fn actions_of_many_games_are_written_at_once(store: Store) {
    two_games(&store).await;
    let timeout = JournalEntry { seat: None, command: None, ..entry(game_id(1), 2, "timeout") };
    let (one, two) = (entry(game_id(1), 1, "r15-p11"), entry(game_id(2), 1, "surrender red"));
    store.append(&[one, timeout, two]).await.unwrap();
    assert_eq!(journal(&store, 1).await, [one, timeout]);
    assert_eq!(journal(&store, 2).await, [two]);
}

async fn a_taken_number_is_named_and_nothing_is_written(store: Store) {
    two_games(&store).await;
    let there = entry(game_id(2), 1, "r15-p11");
    store.append(&[there]).await.unwrap();
    let other = JournalEntry { at: Millis(7), ..there };
    let refused = store.append(&[entry(game_id(1), 1, "timeout"), other]).await;
    assert!(
        matches!(refused, Err(StoreError::ActionTaken { game, no: 1 }) if game == game_id(2)),
        "{refused:?}"
    );
    assert_eq!(journal(&store, 1).await, []);
    assert_eq!(journal(&store, 2).await, [there]);
}

async fn a_batch_that_repeats_a_number_is_refused(store: Store) {
    two_games(&store).await;
    let first = entry(game_id(1), 1, "r15-p11");
    let refused = store.append(&[first, entry(game_id(1), 2, "timeout"), first]).await;
    assert!(matches!(refused, Err(StoreError::ActionTaken { game, no: 1 }) if game == game_id(1)));
    assert_eq!(journal(&store, 1).await, []);
}

async fn a_batch_whose_answer_was_lost_is_written_once(store: Store) {
    two_games(&store).await;
    let (one, two) = (entry(game_id(1), 1, "r15-p11"), entry(game_id(2), 1, "timeout"));
    store.append(&[one]).await.unwrap();
    store.append_again(&[one, two]).await.unwrap();
    store.append_again(&[one, two]).await.unwrap();
    assert_eq!(journal(&store, 1).await, [one]);
    assert_eq!(journal(&store, 2).await, [two]);
    let other = JournalEntry { action: "draw".parse().unwrap(), ..one };
    let refused = store.append_again(&[other]).await;
    assert!(matches!(refused, Err(StoreError::ActionTaken { game, no: 1 }) if game == game_id(1)));
}

async fn an_empty_batch_is_nothing(store: Store) {
    store.append(&[]).await.unwrap();
    store.append_again(&[]).await.unwrap();
}

async fn a_batch_may_be_large(store: Store) {
    two_games(&store).await;
    let entries: Vec<_> = (1..=7_000).map(|no| entry(game_id(1), no, "r15-p11")).collect();
    store.append(&entries).await.unwrap();
    assert_eq!(journal(&store, 1).await, entries);
}

async fn many_writers_wait_for_each_other(store: Store) {
    two_games(&store).await;
    let mut tasks = JoinSet::new();
    for writer in 0..32_u32 {
        let store = store.clone();
        tasks.spawn(async move {
            for step in 0..10 {
                store.append(&[entry(game_id(1), writer * 10 + step + 1, "timeout")]).await.unwrap();
                store.beat(Millis(i64::from(step))).await.unwrap();
                let guest = u128::from(1_000 + writer * 10 + step);
                store.create_account(&new_account(guest, protocol::AccountKind::Guest)).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    let numbers: Vec<u32> = journal(&store, 1).await.iter().map(|entry| entry.no).collect();
    assert_eq!(numbers, (1..=320).collect::<Vec<_>>());
}
