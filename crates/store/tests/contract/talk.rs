use protocol::{Millis, Phrase, Words};
use rules::Seat;
use store::{FinishedGame, Store, StoredGame, TalkLine};

use crate::sample::{entry, four_persons, game_id, running, won};

contract![what_was_said_stands_beside_the_finished_game];

fn line(game: u128, seat: Seat, at: i64, words: Words) -> TalkLine {
    TalkLine { game: game_id(game), seat, words, at: Millis(at) }
}

async fn finished(store: &Store, game: u128) -> FinishedGame {
    match store.game(game_id(game)).await.unwrap().unwrap() {
        StoredGame::Finished(game) => *game,
        StoredGame::Unfinished(_) | StoredGame::CalledOff(_) => panic!("it has ended"),
    }
}

async fn what_was_said_stands_beside_the_finished_game(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(7), &[1, 2, 3, 4]).await;
    let hello = line(7, Seat::Blue, 60_000, Words::Text("大家好".to_owned()));
    let good = line(7, Seat::Red, 59_000, Words::Phrase(Phrase::GoodMove));
    for line in [&hello, &good, &hello] {
        store.add_talk(line).await.unwrap();
    }
    let mut end = won(&game, 2);
    end.entries = vec![entry(game.id, 1, "timeout")];
    store.finish_game(&end).await.unwrap();

    let other = running(&store, game_id(8), &[1, 2, 3, 4]).await;
    store.finish_game(&won(&other, 2)).await.unwrap();
    assert_eq!(store.talk_of(&finished(&store, 8).await).await.unwrap(), []);

    let said = store.talk_of(&finished(&store, 7).await).await.unwrap();
    let told: Vec<_> =
        said.iter().map(|said| (said.by.name.as_str(), said.by.seat, &said.words, said.at)).collect();
    assert_eq!(
        told,
        [
            ("Name 1", Some(Seat::Red), &good.words, good.at),
            ("Name 3", Some(Seat::Blue), &hello.words, hello.at),
        ]
    );
}
