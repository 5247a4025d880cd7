use protocol::{AccountKind, Millis, SavedLayout};
use store::{
    AccountState, BrowserHash, Ladder, NewAccount, NewToken, Store, StoreError, StoredGame, TokenHash,
};

use crate::sample::{account_id, card, four_persons, game_id, new_account, ranked, running, start, won};

contract![
    what_belongs_to_an_account_goes_with_it_and_its_games_stay,
    nobody_is_deleted_out_of_a_game,
    a_name_is_kept_back_for_a_while,
];

const NOBODY: &str = "已注销";

/// Deletes with the password that the account has had from its beginning.
async fn delete(store: &Store, number: u128, kept_until: i64) -> Result<(), StoreError> {
    let password = new_account(number, AccountKind::Person).password_hash;
    store.delete_account(account_id(number), password.as_ref(), NOBODY, Millis(kept_until)).await
}

async fn what_belongs_to_an_account_goes_with_it_and_its_games_stay(store: Store) {
    four_persons(&store).await;
    let (gone, other) = (account_id(1), account_id(2));
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.finish_game(&won(&game, 3)).await.unwrap();
    for id in [gone, other] {
        let token = NewToken {
            hash: TokenHash([id.0.as_bytes()[15]; 32]),
            account: id,
            password: new_account(id.0.as_u128(), AccountKind::Person).password_hash,
            label: String::new(),
            created: Millis(0),
            expires: Millis(1_000_000),
        };
        store.create_token(&token).await.unwrap();
        let layout = SavedLayout { name: "防守".to_owned(), layout: "…".to_owned(), preferred: true };
        store.save_layout(id, &layout, 9, Millis(1)).await.unwrap();
        store.note_browser(id, &BrowserHash([5; 32]), Millis(1)).await.unwrap();
    }
    for (one, two) in [(gone, other), (other, gone)] {
        store.follow(one, two, 9, Millis(1)).await.unwrap();
    }
    store.block(account_id(3), gone, 9, Millis(1)).await.unwrap();

    delete(&store, 1, 500).await.unwrap();
    let account = store.account(gone).await.unwrap().unwrap();
    assert_eq!((account.state, account.name.as_str()), (AccountState::Deleted, NOBODY));
    assert_eq!((account.password_hash, account.preferences.as_str()), (None, "{}"));
    assert_eq!(store.account_by_name_key("name 1").await.unwrap(), None);
    assert_eq!(store.account_by_token(&TokenHash([1; 32]), Millis(10)).await.unwrap(), None);
    assert!(store.logins(gone, Millis(10)).await.unwrap().is_empty());
    assert!(store.layouts(gone).await.unwrap().is_empty() && store.kin(gone).await.unwrap().is_empty());
    assert!(store.following(Ladder::Siguo, other).await.unwrap().is_empty());
    assert!(store.blocked(Ladder::Siguo, account_id(3)).await.unwrap().is_empty());
    assert_eq!((card(&store, 1).await.score, card(&store, 2).await.score), (0, -3));
    let board = store.leaderboard(Ladder::Siguo, None, 9).await.unwrap().rows;
    assert!(board.len() == 3 && board.iter().all(|row| row.id != gone), "{board:?}");

    let Some(StoredGame::Finished(stored)) = store.game(game.id).await.unwrap() else { panic!("a game") };
    let seat = stored.head.players.red.as_ref().unwrap();
    assert_eq!((seat.id, seat.name.as_str()), (gone, NOBODY), "old games have the name no more");
    assert_eq!(stored.head.players.purple.as_ref().unwrap().name, "Name 2");
    // The others keep what is theirs.
    assert!(store.account_by_token(&TokenHash([2; 32]), Millis(10)).await.unwrap().is_some());
    assert_eq!(store.layouts(other).await.unwrap().len(), 1);
    let again = delete(&store, 1, 500).await;
    assert!(matches!(again, Err(StoreError::PasswordChanged(id)) if id == gone));
}

async fn nobody_is_deleted_out_of_a_game(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.create_game(&game).await.unwrap();
    let refused = async |store: &Store| {
        let done = delete(store, 1, 500).await;
        matches!(done, Err(StoreError::InGame(id)) if id == account_id(1))
    };
    assert!(refused(&store).await, "while it is arranged");
    store.start_game(&start(&game)).await.unwrap();
    assert!(refused(&store).await, "while it runs");
    assert_eq!(store.account(account_id(1)).await.unwrap().unwrap().state, AccountState::Active);
    store.finish_game(&won(&game, 1)).await.unwrap();
    delete(&store, 1, 500).await.unwrap();
}

async fn a_name_is_kept_back_for_a_while(store: Store) {
    store.create_account(&new_account(1, AccountKind::Person)).await.unwrap();
    delete(&store, 1, 500).await.unwrap();
    let wanting = |number, created| NewAccount {
        name_key: "name 1".to_owned(),
        created: Millis(created),
        ..new_account(number, AccountKind::Person)
    };
    assert!(matches!(store.create_account(&wanting(2, 499)).await, Err(StoreError::NameTaken)));
    assert_eq!(store.account(account_id(2)).await.unwrap(), None);
    assert_eq!(store.purge_released_names(Millis(499)).await.unwrap(), 0);
    store.create_account(&wanting(3, 500)).await.unwrap();
    assert_eq!(store.purge_released_names(Millis(500)).await.unwrap(), 1);
    // And it can be given up once more.
    delete(&store, 3, 900).await.unwrap();
    assert!(matches!(store.create_account(&wanting(4, 899)).await, Err(StoreError::NameTaken)));
}
