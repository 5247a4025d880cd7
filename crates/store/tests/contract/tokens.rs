use protocol::{AccountKind, Millis};
use store::{NewToken, PasswordHash, Store, StoreError, TokenHash};

use crate::sample::{account_id, new_account};

contract![
    a_login_lasts_until_it_expires,
    a_login_can_be_prolonged,
    logins_end_one_by_one_and_all_at_once,
    logins_that_are_over_are_forgotten,
    the_logins_that_last_are_listed,
    a_new_password_ends_all_other_logins,
    who_compared_the_old_password_comes_too_late,
    no_login_survives_a_new_password_at_the_same_moment,
    a_login_that_is_replaced_is_over,
    one_login_too_many_ends_the_one_that_was_used_longest_ago,
];

fn token(byte: u8, account: u128, expires: i64) -> NewToken {
    NewToken {
        hash: TokenHash([byte; 32]),
        account: account_id(account),
        password: None,
        label: "Firefox".to_owned(),
        created: Millis(0),
        expires: Millis(expires),
    }
}

async fn accounts(store: &Store) {
    for number in 1..=2 {
        store.create_account(&new_account(number, AccountKind::Guest)).await.unwrap();
    }
}

async fn whose(store: &Store, byte: u8, now: i64) -> Option<u128> {
    let account = store.account_by_token(&TokenHash([byte; 32]), Millis(now)).await.unwrap();
    account.map(|account| account.id.0.as_u128())
}

async fn a_login_lasts_until_it_expires(store: Store) {
    accounts(&store).await;
    store.create_token(&token(7, 1, 100)).await.unwrap();
    assert_eq!(whose(&store, 7, 99).await, Some(1));
    assert_eq!(whose(&store, 7, 100).await, None);
    assert_eq!(whose(&store, 8, 0).await, None);
    assert!(!format!("{:?}", token(7, 1, 100)).contains('7'), "a hash is never shown");
}

async fn a_login_can_be_prolonged(store: Store) {
    accounts(&store).await;
    store.create_token(&token(7, 1, 100)).await.unwrap();
    store.touch_token(&TokenHash([7; 32]), Millis(50), Millis(150)).await.unwrap();
    assert_eq!(whose(&store, 7, 149).await, Some(1));
    assert_eq!(whose(&store, 7, 150).await, None);
}

async fn logins_end_one_by_one_and_all_at_once(store: Store) {
    accounts(&store).await;
    for (byte, account) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
        store.create_token(&token(byte, account, 100)).await.unwrap();
    }
    store.delete_token(&TokenHash([1; 32])).await.unwrap();
    store.delete_token(&TokenHash([9; 32])).await.unwrap();
    assert_eq!((whose(&store, 1, 0).await, whose(&store, 2, 0).await), (None, Some(1)));
    store.delete_tokens_of(account_id(1)).await.unwrap();
    assert_eq!((whose(&store, 2, 0).await, whose(&store, 3, 0).await), (None, None));
    assert_eq!(whose(&store, 4, 0).await, Some(2));
}

async fn logins_that_are_over_are_forgotten(store: Store) {
    accounts(&store).await;
    for (byte, expires) in [(1, 10), (2, 20), (3, 30)] {
        store.create_token(&token(byte, 1, expires)).await.unwrap();
    }
    assert_eq!(store.purge_expired(Millis(20)).await.unwrap(), 2);
    assert_eq!(store.purge_expired(Millis(20)).await.unwrap(), 0);
    assert_eq!(whose(&store, 3, 20).await, Some(1));
}

async fn a_login_that_is_replaced_is_over(store: Store) {
    accounts(&store).await;
    for (byte, account) in [(1, 1), (2, 1)] {
        store.create_token(&token(byte, account, 100)).await.unwrap();
    }
    store.replace_token(&TokenHash([1; 32]), &token(3, 2, 100)).await.unwrap();
    assert_eq!((whose(&store, 1, 0).await, whose(&store, 3, 0).await), (None, Some(2)));
    assert_eq!(whose(&store, 2, 0).await, Some(1), "another login of the same account");
    store.replace_token(&TokenHash([1; 32]), &token(4, 1, 100)).await.unwrap();
    assert_eq!(whose(&store, 4, 0).await, Some(1), "the old one may have gone before");
    let taken = store.replace_token(&TokenHash([2; 32]), &token(3, 1, 100)).await;
    assert!(taken.is_err(), "a token is drawn once");
    assert_eq!(whose(&store, 2, 0).await, Some(1), "nothing has changed");
}

async fn the_logins_that_last_are_listed(store: Store) {
    accounts(&store).await;
    for (byte, account, expires) in [(1, 1, 100), (2, 1, 100), (3, 1, 10), (4, 2, 100)] {
        store.create_token(&token(byte, account, expires)).await.unwrap();
    }
    store.touch_token(&TokenHash([1; 32]), Millis(40), Millis(140)).await.unwrap();
    let listed = async || store.logins(account_id(1), Millis(50)).await.unwrap();
    let logins = listed().await;
    assert_eq!(logins.iter().map(|login| login.hash.0[0]).collect::<Vec<_>>(), [1, 2], "the last used first");
    assert_eq!(
        (logins[0].label.as_str(), logins[0].created, logins[0].last_seen),
        ("Firefox", Millis(0), Millis(40))
    );
    store.delete_other_tokens(account_id(1), &TokenHash([2; 32])).await.unwrap();
    assert_eq!(listed().await.iter().map(|login| login.hash.0[0]).collect::<Vec<_>>(), [2]);
    assert_eq!(whose(&store, 4, 0).await, Some(2));
}

async fn a_new_password_ends_all_other_logins(store: Store) {
    store.create_account(&new_account(1, AccountKind::Person)).await.unwrap();
    store.create_account(&new_account(2, AccountKind::Person)).await.unwrap();
    for (byte, account) in [(1, 1), (2, 1), (3, 2)] {
        store.create_token(&of_person(byte, account, &old(account))).await.unwrap();
    }
    let new = PasswordHash("new".to_owned());
    store.change_password(account_id(1), Some(&old(1)), &new, &TokenHash([1; 32])).await.unwrap();
    assert_eq!((whose(&store, 1, 0).await, whose(&store, 2, 0).await), (Some(1), None));
    assert_eq!(whose(&store, 3, 0).await, Some(2));
}

/// The password that [`new_account`] gives.
fn old(account: u128) -> PasswordHash {
    new_account(account, AccountKind::Person).password_hash.unwrap()
}

fn of_person(byte: u8, account: u128, password: &PasswordHash) -> NewToken {
    NewToken { password: Some(password.clone()), ..token(byte, account, 100) }
}

/// Whether somebody was refused since the password of the first account is another by now.
fn too_late<T>(done: Result<T, StoreError>) -> bool {
    done.is_err_and(|err| matches!(err, StoreError::PasswordChanged(id) if id == account_id(1)))
}

async fn who_compared_the_old_password_comes_too_late(store: Store) {
    let (anna, new) = (account_id(1), PasswordHash("new".to_owned()));
    store.create_account(&new_account(1, AccountKind::Person)).await.unwrap();
    store.create_token(&of_person(1, 1, &old(1))).await.unwrap();
    store.change_password(anna, Some(&old(1)), &new, &TokenHash([1; 32])).await.unwrap();

    let late = of_person(2, 1, &old(1));
    assert!(too_late(store.create_token(&late).await));
    assert!(too_late(store.replace_token(&TokenHash([1; 32]), &late).await));
    assert!(too_late(store.create_token(&token(2, 1, 100)).await), "nor does a guest's login count");
    let other = PasswordHash("another".to_owned());
    assert!(too_late(store.change_password(anna, Some(&old(1)), &other, &TokenHash([1; 32])).await));
    assert!(too_late(store.change_password(anna, None, &other, &TokenHash([1; 32])).await));
    assert_eq!(
        (whose(&store, 1, 0).await, whose(&store, 2, 0).await),
        (Some(1), None),
        "nothing has changed"
    );
    assert_eq!(store.account(anna).await.unwrap().unwrap().password_hash, Some(new.clone()));

    store.create_token(&of_person(2, 1, &new)).await.unwrap();
    for wrong in [Some(&old(1)), None] {
        assert!(too_late(store.delete_account(anna, wrong, "gone", Millis(500)).await));
    }
    store.delete_account(anna, Some(&new), "gone", Millis(500)).await.unwrap();
    assert!(too_late(store.create_token(&of_person(3, 1, &new)).await));
}

/// Whichever comes first: the login is refused, or it ends with the others.
async fn no_login_survives_a_new_password_at_the_same_moment(store: Store) {
    for account in 1..=20 {
        store.create_account(&new_account(account, AccountKind::Person)).await.unwrap();
        let byte = u8::try_from(account).unwrap();
        let (keep, new) = (TokenHash([100; 32]), PasswordHash("new".to_owned()));
        let login = of_person(byte, account, &old(account));
        let password = old(account);
        let (logged_in, changed) = tokio::join!(
            store.create_token(&login),
            store.change_password(account_id(account), Some(&password), &new, &keep)
        );
        changed.unwrap();
        assert!(matches!(logged_in, Ok(_) | Err(StoreError::PasswordChanged(_))), "{logged_in:?}");
        assert_eq!(whose(&store, byte, 0).await, None);
    }
}

async fn one_login_too_many_ends_the_one_that_was_used_longest_ago(store: Store) {
    accounts(&store).await;
    let made_at = |byte: u8| NewToken { created: Millis(byte.into()), ..token(byte, 1, 1_000) };
    store.create_token(&token(200, 2, 1_000)).await.unwrap();
    for byte in 1..=50 {
        assert_eq!(store.create_token(&made_at(byte)).await.unwrap(), []);
    }
    store.touch_token(&TokenHash([1; 32]), Millis(60), Millis(1_000)).await.unwrap();
    // Made at the same moment as others, and its hash is the last of them.
    let next = NewToken { created: Millis(2), ..token(199, 1, 1_000) };
    assert_eq!(store.create_token(&next).await.unwrap(), []);
    let logins = store.logins(account_id(1), Millis(100)).await.unwrap();
    assert_eq!(logins.len(), 51, "the new one stays, whatever the clock says");
    let mut ended = store.create_token(&made_at(61)).await.unwrap();
    ended.sort_unstable_by_key(|hash| hash.0);
    assert_eq!(
        ended,
        [2, 199].map(|byte| TokenHash([byte; 32])),
        "whoever asks for a login learns which are over"
    );
    assert_eq!(store.logins(account_id(1), Millis(100)).await.unwrap().len(), 50);
    assert_eq!(whose(&store, 199, 100).await, None);
    assert_eq!(whose(&store, 2, 100).await, None);
    assert_eq!([whose(&store, 1, 100).await, whose(&store, 61, 100).await], [Some(1), Some(1)]);
    assert_eq!(whose(&store, 200, 100).await, Some(2), "the others' logins are theirs");
}
