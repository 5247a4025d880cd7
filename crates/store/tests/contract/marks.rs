use protocol::{AccountKind, Marked, Marks};
use store::Store;

use crate::sample::{account_id, four_persons, game_id, new_account, ranked, running, start, won};

contract![
    each_player_has_marks_of_their_own_in_a_game,
    marks_are_kept_while_the_game_runs,
    nothing_is_left_of_what_is_kept_at_the_moment_of_the_end,
];

fn marks(no: u32, marks: &[(&str, &str)]) -> Marks {
    let marked = |&(at, mark): &(&str, &str)| Marked { at: at.parse().unwrap(), mark: mark.parse().unwrap() };
    Marks { no, marks: marks.iter().map(marked).collect() }
}

/// How many marks are kept in all games.
async fn kept(store: &Store) -> i64 {
    let count = "select count(*) from game_marks";
    match store {
        Store::Postgres(postgres) => {
            let mut db = postgres.connection().await.unwrap();
            sqlx::query_scalar(count).fetch_one(&mut *db).await.unwrap()
        }
        Store::Sqlite { readers, .. } => sqlx::query_scalar(count).fetch_one(readers).await.unwrap(),
    }
}

async fn each_player_has_marks_of_their_own_in_a_game(store: Store) {
    four_persons(&store).await;
    store.create_account(&new_account(5, AccountKind::Person)).await.unwrap();
    let [one, other] =
        [running(&store, game_id(1), &[1, 2]).await.id, running(&store, game_id(2), &[3, 4]).await.id];
    let [first, later] = [marks(3, &[("b11", "≥38")]), marks(9, &[("b12", "≥38"), ("b63", "?")])];
    for marks in [&first, &later] {
        assert!(store.keep_marks(account_id(1), one, marks).await.unwrap());
        assert_eq!(store.marks(account_id(1), one).await.unwrap().as_ref(), Some(marks));
    }
    // Neither who sits opposite, nor who plays elsewhere, nor who plays nowhere.
    assert_eq!(store.marks(account_id(2), one).await.unwrap(), Some(Marks::default()));
    for stranger in [3, 5] {
        assert_eq!(store.marks(account_id(stranger), one).await.unwrap(), None);
        assert!(!store.keep_marks(account_id(stranger), one, &first).await.unwrap());
    }
    assert!(store.keep_marks(account_id(2), one, &first).await.unwrap());
    assert_eq!(store.marks(account_id(1), one).await.unwrap(), Some(later));
    assert_eq!(store.marks(account_id(1), other).await.unwrap(), None);
    assert_eq!(kept(&store).await, 2);
}

async fn marks_are_kept_while_the_game_runs(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2]).await;
    let account = account_id(1);
    let own = marks(0, &[("b11", "40")]);
    let refused = async || {
        let (kept, read) =
            (store.keep_marks(account, game.id, &own).await, store.marks(account, game.id).await);
        (kept.unwrap(), read.unwrap()) == (false, None)
    };
    assert!(refused().await, "there is no such game");
    store.create_game(&game).await.unwrap();
    assert!(refused().await, "while it is arranged");
    store.start_game(&start(&game)).await.unwrap();
    let other = running(&store, game_id(2), &[3, 4]).await.id;
    for (account, game) in [(account, game.id), (account_id(2), game.id), (account_id(3), other)] {
        assert!(store.keep_marks(account, game, &own).await.unwrap());
    }
    store.finish_game(&won(&game, 1)).await.unwrap();
    assert!(refused().await, "when it has ended");
    assert_eq!(kept(&store).await, 1, "those of the other game");
}

async fn nothing_is_left_of_what_is_kept_at_the_moment_of_the_end(store: Store) {
    four_persons(&store).await;
    for number in 0..10 {
        let game = running(&store, game_id(number), &[1, 2, 3, 4]).await;
        let keeping: Vec<_> = (1..=4)
            .map(|account| {
                let (store, id) = (store.clone(), game.id);
                let own = marks(1, &[("b11", "40")]);
                tokio::spawn(async move { store.keep_marks(account_id(account), id, &own).await.unwrap() })
            })
            .collect();
        store.finish_game(&won(&game, 1)).await.unwrap();
        for keeping in keeping {
            keeping.await.unwrap();
        }
        assert_eq!(kept(&store).await, 0);
    }
}
