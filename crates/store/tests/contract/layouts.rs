use protocol::{AccountKind, Millis, SavedLayout};
use store::Store;

use crate::sample::{account_id, new_account};

contract![
    a_layout_is_saved_replaced_and_deleted,
    one_layout_is_preferred,
    without_a_preferred_one_the_last_saved_is_used,
];

fn layout(name: &str, text: &str, preferred: bool) -> SavedLayout {
    SavedLayout { name: name.to_owned(), layout: text.to_owned(), preferred }
}

async fn save(store: &Store, layout: &SavedLayout, at: i64) {
    store.save_layout(account_id(1), layout, Millis(at)).await.unwrap();
}

async fn accounts(store: &Store) {
    for number in 1..=2 {
        store.create_account(&new_account(number, AccountKind::Person)).await.unwrap();
    }
}

async fn a_layout_is_saved_replaced_and_deleted(store: Store) {
    accounts(&store).await;
    save(&store, &layout("龟阵", "a", false), 1).await;
    save(&store, &layout("Open", "b", false), 2).await;
    save(&store, &layout("龟阵", "c", false), 3).await;
    let saved = store.layouts(account_id(1)).await.unwrap();
    assert_eq!(saved, [layout("Open", "b", false), layout("龟阵", "c", false)]);
    assert_eq!(store.layouts(account_id(2)).await.unwrap(), []);
    assert!(!store.delete_layout(account_id(2), "龟阵").await.unwrap());
    assert!(store.delete_layout(account_id(1), "龟阵").await.unwrap());
    assert_eq!(store.layouts(account_id(1)).await.unwrap(), [layout("Open", "b", false)]);
}

async fn one_layout_is_preferred(store: Store) {
    accounts(&store).await;
    store.save_layout(account_id(2), &layout("theirs", "t", true), Millis(1)).await.unwrap();
    save(&store, &layout("a", "1", true), 1).await;
    save(&store, &layout("b", "2", true), 2).await;
    save(&store, &layout("c", "3", false), 3).await;
    assert_eq!(store.default_layout(account_id(1)).await.unwrap().as_deref(), Some("2"));
    let saved = store.layouts(account_id(1)).await.unwrap();
    assert_eq!(saved, [layout("a", "1", false), layout("b", "2", true), layout("c", "3", false)]);
    assert_eq!(store.default_layout(account_id(2)).await.unwrap().as_deref(), Some("t"));
}

async fn without_a_preferred_one_the_last_saved_is_used(store: Store) {
    accounts(&store).await;
    assert_eq!(store.default_layout(account_id(1)).await.unwrap(), None);
    save(&store, &layout("a", "1", false), 5).await;
    save(&store, &layout("b", "2", false), 4).await;
    assert_eq!(store.default_layout(account_id(1)).await.unwrap().as_deref(), Some("1"));
}
