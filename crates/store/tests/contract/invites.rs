use protocol::{AccountKind, Millis};
use store::{Named, PasswordHash, Store, StoreError};

use crate::sample::{account_id, new_account};

contract![a_code_is_worth_one_account, of_two_who_use_a_code_at_once_one_gets_in, a_guest_uses_a_code_up];

async fn codes(store: &Store, codes: &[&str], at: i64) {
    let codes: Vec<String> = codes.iter().map(|&code| code.to_owned()).collect();
    store.create_invites(&codes, Millis(at)).await.unwrap();
}

async fn a_code_is_worth_one_account(store: Store) {
    codes(&store, &["B", "A"], 2).await;
    codes(&store, &["C"], 1).await;
    assert_eq!(store.unused_invites().await.unwrap(), ["C", "A", "B"], "the oldest first");
    assert!(store.is_invite("A").await.unwrap() && !store.is_invite("a").await.unwrap());
    store.register(&new_account(1, AccountKind::Person), Some("A")).await.unwrap();
    assert!(!store.is_invite("A").await.unwrap());
    assert_eq!(store.unused_invites().await.unwrap(), ["C", "B"]);
    for code in ["A", "X"] {
        let refused = store.register(&new_account(2, AccountKind::Person), Some(code)).await;
        assert!(matches!(refused, Err(StoreError::NoSuchInvite)), "{refused:?}");
        assert_eq!(store.account(account_id(2)).await.unwrap(), None, "nobody has come in");
    }
    // Who is refused for the name does not use the code up.
    let refused = store.register(&new_account(1, AccountKind::Person), Some("B")).await;
    assert!(matches!(refused, Err(StoreError::NameTaken)));
    assert!(store.is_invite("B").await.unwrap());
}

async fn of_two_who_use_a_code_at_once_one_gets_in(store: Store) {
    codes(&store, &["A"], 1).await;
    let (one, two) = (new_account(1, AccountKind::Person), new_account(2, AccountKind::Person));
    let (one, two) = tokio::join!(store.register(&one, Some("A")), store.register(&two, Some("A")));
    let refused = [&one, &two].into_iter().filter(|done| matches!(done, Err(StoreError::NoSuchInvite)));
    assert_eq!((refused.count(), one.is_ok() != two.is_ok()), (1, true));
}

async fn a_guest_uses_a_code_up(store: Store) {
    codes(&store, &["A"], 1).await;
    store.create_account(&new_account(1, AccountKind::Guest)).await.unwrap();
    let named = Named {
        name: "Named".to_owned(),
        name_key: "named".to_owned(),
        password_hash: PasswordHash("x".to_owned()),
    };
    let refused = store.upgrade_guest(account_id(1), &named, Some("X"), Millis(2)).await;
    assert!(matches!(refused, Err(StoreError::NoSuchInvite)));
    let guest = store.account(account_id(1)).await.unwrap().unwrap();
    assert_eq!((guest.kind, guest.name.as_str()), (AccountKind::Guest, "Name 1"), "as before");
    store.upgrade_guest(account_id(1), &named, Some("A"), Millis(2)).await.unwrap();
    assert!(!store.is_invite("A").await.unwrap());
}
