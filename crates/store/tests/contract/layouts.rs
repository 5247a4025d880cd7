use protocol::{AccountKind, Millis, SavedLayout};
use store::{Store, StoreError};

use crate::sample::{account_id, new_account};

contract![
    a_layout_is_saved_replaced_and_deleted,
    one_layout_is_preferred,
    without_a_preferred_one_the_last_saved_is_used,
    an_account_keeps_so_many_and_no_more,
    so_many_and_no_more_also_at_the_same_moment,
];

/// Layouts that an account may keep.
const MOST: u32 = 5;

fn layout(name: &str, text: &str, preferred: bool) -> SavedLayout {
    SavedLayout { name: name.to_owned(), layout: text.to_owned(), preferred }
}

async fn save(store: &Store, layout: &SavedLayout, at: i64) {
    store.save_layout(account_id(1), layout, MOST, Millis(at)).await.unwrap();
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
    store.save_layout(account_id(2), &layout("theirs", "t", true), MOST, Millis(1)).await.unwrap();
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

async fn an_account_keeps_so_many_and_no_more(store: Store) {
    accounts(&store).await;
    for name in ["a", "b", "c", "d", "e"] {
        save(&store, &layout(name, "1", name == "b"), 1).await;
    }
    let more = layout("f", "2", true);
    let refused = store.save_layout(account_id(1), &more, MOST, Millis(2)).await;
    assert!(matches!(refused, Err(StoreError::TooManyLayouts { .. })), "{refused:?}");
    let saved = store.layouts(account_id(1)).await.unwrap();
    assert_eq!(
        saved.iter().map(|it| (it.name.as_str(), it.preferred)).collect::<Vec<_>>(),
        [("a", false), ("b", true), ("c", false), ("d", false), ("e", false)]
    );
    // One of them may change, and others keep their own.
    save(&store, &layout("c", "3", true), 3).await;
    store.save_layout(account_id(2), &more, MOST, Millis(4)).await.unwrap();
    store.delete_layout(account_id(1), "a").await.unwrap();
    save(&store, &more, 5).await;
}

async fn so_many_and_no_more_also_at_the_same_moment(store: Store) {
    accounts(&store).await;
    let saving: Vec<_> = (0..4 * MOST)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let layout = layout(&format!("number {number}"), "1", false);
                store.save_layout(account_id(1), &layout, MOST, Millis(1)).await
            })
        })
        .collect();
    let mut kept = 0;
    for saved in saving {
        match saved.await.unwrap() {
            Ok(()) => kept += 1,
            Err(err) => assert!(matches!(err, StoreError::TooManyLayouts { .. }), "{err:?}"),
        }
    }
    assert_eq!(kept, MOST);
    assert_eq!(store.layouts(account_id(1)).await.unwrap().len(), 5);
}
