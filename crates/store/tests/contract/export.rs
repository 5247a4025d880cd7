use protocol::{GameId, Millis, Privacy, Spectating};
use store::{Ended, PublicGames, Store};

use crate::sample::{fled, four_persons, game_id, ranked, running, start, won};

contract![games_are_listed_in_the_order_of_their_ends, what_not_everybody_could_watch_is_not_listed];

/// All games that ended in a span, some at a time.
async fn walk(store: &Store, since: i64, before: i64, limit: u32) -> Vec<GameId> {
    let mut found = Vec::new();
    let mut after = Some(Ended::before(Millis(since)));
    while let Some(place) = after {
        let PublicGames { games, next } = store.public_games(place, Millis(before), limit).await.unwrap();
        assert!(games.len() <= limit as usize);
        found.extend(games);
        after = next;
    }
    found
}

async fn games_are_listed_in_the_order_of_their_ends(store: Store) {
    four_persons(&store).await;
    for (id, ended) in [(1, 3_000), (5, 1_000), (2, 1_000), (4, 2_000)] {
        let game = running(&store, game_id(id), &[1, 2, 3, 4]).await;
        let mut end = won(&game, 2);
        end.ended = Millis(ended);
        store.finish_game(&end).await.unwrap();
    }
    running(&store, game_id(6), &[1, 2, 3, 4]).await;
    let in_order = [2, 5, 4, 1].map(game_id);
    for limit in 1..=5 {
        assert_eq!(walk(&store, 0, 9_000, limit).await, in_order, "{limit} at a time");
    }
    assert_eq!(walk(&store, 1_000, 3_000, 2).await, in_order[..3], "from one moment up to another");
    assert_eq!(walk(&store, 1_001, 3_001, 2).await, in_order[2..]);

    let place = store.ended(game_id(2)).await.unwrap().unwrap();
    assert_eq!(place, Ended { at: Millis(1_000), game: game_id(2) });
    assert!(Ended::before(Millis(1_000)) < place && place < Ended::before(Millis(1_001)));
    let behind = store.public_games(place, Millis(9_000), 9).await.unwrap();
    assert_eq!(behind, PublicGames { games: in_order[1..].to_vec(), next: None });
    for none in [6, 7] {
        assert_eq!(store.ended(game_id(none)).await.unwrap(), None);
    }
}

async fn what_not_everybody_could_watch_is_not_listed(store: Store) {
    four_persons(&store).await;
    for (id, privacy, spectating) in [
        (1, Privacy::Public, Spectating::Open),
        (2, Privacy::Link, Spectating::Open),
        (3, Privacy::Password, Spectating::Open),
        (5, Privacy::Public, Spectating::Closed),
    ] {
        let mut game = ranked(&store, game_id(id), &[1, 2, 3, 4]).await;
        game.ladder = None;
        game.options.privacy = privacy;
        game.options.spectating = spectating;
        store.create_game(&game).await.unwrap();
        store.start_game(&start(&game)).await.unwrap();
        store.finish_game(&won(&game, 0)).await.unwrap();
    }
    // Closed for some time, and open at the end.
    for (id, state) in [(6, "arranging"), (7, "running")] {
        let mut game = ranked(&store, game_id(id), &[1, 2, 3, 4]).await;
        store.create_game(&game).await.unwrap();
        if state == "running" {
            store.start_game(&start(&game)).await.unwrap();
        }
        for spectating in [Spectating::Closed, Spectating::Open] {
            game.options.spectating = spectating;
            store.set_options(game.id, &game.options).await.unwrap();
        }
        if state == "arranging" {
            store.start_game(&start(&game)).await.unwrap();
        }
        store.finish_game(&won(&game, 0)).await.unwrap();
    }
    // Called off before it started: nothing was played.
    let game = ranked(&store, game_id(4), &[1, 2, 3, 4]).await;
    store.create_game(&game).await.unwrap();
    store.finish_game(&fled(&game, Millis(90_000))).await.unwrap();
    for limit in 1..=5 {
        assert_eq!(walk(&store, 0, i64::MAX, limit).await, [game_id(1)], "{limit} at a time");
    }
    assert_eq!(store.ended(game_id(4)).await.unwrap(), None);
}
