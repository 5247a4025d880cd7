use std::collections::HashSet;

use protocol::{AccountKind, Language, Millis, Role};
use serde_json::json;
use store::{AccountState, Named, NewAccount, PasswordHash, Store, StoreError, TokenHash};
use tokio::task::JoinSet;

use crate::sample::{account_id, four_persons, game_id, new_account, ranked};

contract![
    an_account_is_found_by_id_and_by_name,
    a_name_is_given_once,
    of_fifty_who_want_a_name_one_gets_it,
    a_guest_becomes_a_person_and_keeps_its_game,
    only_a_guest_becomes_a_person,
    settings_are_kept,
    the_database_answers,
];

async fn an_account_is_found_by_id_and_by_name(store: Store) {
    let admin = NewAccount {
        role: Role::Admin,
        language: Some(Language::Zh),
        name: "将军".to_owned(),
        ..new_account(1, AccountKind::Person)
    };
    store.create_account(&admin).await.unwrap();
    let found = store.account(admin.id).await.unwrap().unwrap();
    assert_eq!(found.kind, AccountKind::Person);
    assert_eq!(found.role, Role::Admin);
    assert_eq!(found.state, AccountState::Active);
    assert_eq!(found.name, "将军");
    assert_eq!(found.password_hash, admin.password_hash);
    assert_eq!(found.language, Some(Language::Zh));
    assert_eq!(found.preferences, "{}");
    assert_eq!(found.created, Millis(1_000));
    assert_eq!(store.account_by_name_key(&admin.name_key).await.unwrap(), Some(found));
    assert_eq!(store.account(account_id(2)).await.unwrap(), None);
    assert_eq!(store.account_by_name_key("nobody").await.unwrap(), None);
}

async fn a_name_is_given_once(store: Store) {
    store.create_account(&new_account(1, AccountKind::Person)).await.unwrap();
    let like = NewAccount { name_key: "name 1".to_owned(), ..new_account(2, AccountKind::Guest) };
    assert!(matches!(store.create_account(&like).await, Err(StoreError::NameTaken)));
    assert_eq!(store.account(like.id).await.unwrap(), None);
}

async fn of_fifty_who_want_a_name_one_gets_it(store: Store) {
    let mut tasks = JoinSet::new();
    for number in 1..=50 {
        let store = store.clone();
        tasks.spawn(async move {
            let account =
                NewAccount { name_key: "wanted".to_owned(), ..new_account(number, AccountKind::Person) };
            (account.id, store.create_account(&account).await)
        });
    }
    let mut winners = HashSet::new();
    for (id, done) in tasks.join_all().await {
        match done {
            Ok(()) => assert!(winners.insert(id)),
            Err(err) => assert!(matches!(err, StoreError::NameTaken), "{err:?}"),
        }
    }
    let owner = store.account_by_name_key("wanted").await.unwrap().unwrap();
    assert_eq!(winners, HashSet::from([owner.id]));
}

fn named(name: &str) -> Named {
    Named {
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        password_hash: PasswordHash("new".to_owned()),
    }
}

async fn a_guest_becomes_a_person_and_keeps_its_game(store: Store) {
    four_persons(&store).await;
    store.create_account(&new_account(5, AccountKind::Guest)).await.unwrap();
    let mut game = ranked(&store, game_id(1), &[1, 2, 3, 5]).await;
    game.ladder = None;
    store.create_game(&game).await.unwrap();

    let taken = store.upgrade_guest(account_id(5), &named("Name 1"), None, Millis(2_000)).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)));
    let wanted = named("Named");
    let hash = wanted.password_hash.clone();
    store.upgrade_guest(account_id(5), &wanted, None, Millis(2_000)).await.unwrap();
    let person = store.account_by_name_key("named").await.unwrap().unwrap();
    assert_eq!((person.id, person.kind), (account_id(5), AccountKind::Person));
    assert_eq!((person.name.as_str(), person.password_hash), ("Named", Some(hash)));
    let playing = store.running_game_of(account_id(5)).await.unwrap();
    assert_eq!(playing, Some((game.id, game.room)));
}

async fn only_a_guest_becomes_a_person(store: Store) {
    store.create_account(&new_account(1, AccountKind::Person)).await.unwrap();
    for number in [1, 2] {
        let done = store.upgrade_guest(account_id(number), &named("N"), None, Millis(2_000)).await;
        assert!(matches!(done, Err(StoreError::NotAGuest(id)) if id == account_id(number)));
    }
}

async fn settings_are_kept(store: Store) {
    let (id, nobody) = (account_id(1), account_id(9));
    store.create_account(&new_account(1, AccountKind::Person)).await.unwrap();
    let hash = PasswordHash("other".to_owned());
    let login = TokenHash([7; 32]);
    let current = new_account(1, AccountKind::Person).password_hash;
    store.change_password(id, current.as_ref(), &hash, &login).await.unwrap();
    store.set_language(id, Language::En).await.unwrap();
    let settings = |changes: serde_json::Value| changes.as_object().unwrap().clone();
    let change = async |changes| store.change_preferences(id, settings(changes), 40).await;
    assert_eq!(
        change(json!({"sound": true, "marks": {"a": null}})).await.unwrap(),
        r#"{"marks":{"a":null},"sound":true}"#
    );
    let too_long = change(json!({"sound": "0123456789012345"})).await;
    assert!(matches!(too_long, Err(StoreError::PreferencesTooLong { .. })), "{too_long:?}");
    // Of two at once both are kept.
    let (one, other) =
        tokio::join!(change(json!({"marks": null, "gone": null})), change(json!({"sound": false})));
    one.unwrap();
    other.unwrap();
    let account = store.account(id).await.unwrap().unwrap();
    assert_eq!(account.password_hash, Some(hash.clone()));
    assert_eq!(account.language, Some(Language::En));
    assert_eq!(account.preferences, r#"{"sound":false}"#);
    assert!(!format!("{account:?}").contains("other"), "a hash is never shown");

    let missing = |done| matches!(done, Err(StoreError::NoSuchAccount(id)) if id == nobody);
    assert!(missing(store.set_language(nobody, Language::En).await));
    assert!(missing(store.change_preferences(nobody, settings(json!({})), 40).await.map(drop)));
}

async fn the_database_answers(store: Store) {
    store.ping().await.unwrap();
    store.close().await;
    assert!(store.ping().await.is_err());
}
