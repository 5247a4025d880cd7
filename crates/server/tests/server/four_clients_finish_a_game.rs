//! Four people register, line up, arrange and play to the end; every place that tells of it agrees.

use crate::common::{
    Client, Database, TestServer,
    play::{self, Dice},
};
use protocol::{
    Channel, Command, Done, GamePage, GameState, Leaderboard, Live, PlayedGames, PlayerPage, Whereabouts,
    Words,
};
use rules::Title;
use store::{ConnectOptions, Ladder, Store};

on_both_databases![four_clients_finish_a_ranked_game];

async fn four_clients_finish_a_ranked_game(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;

    let live: Live = server.get("/api/v1/live").await;
    assert_eq!((live.online, live.waiting.four, live.rooms.len()), (4, 0, 1));
    assert_eq!(live.rooms[0].room, room);

    play::arrange(&mut clients).await;
    let game = clients[0].game();
    let page: GamePage = server.get(&format!("/api/v1/games/{game}")).await;
    let GameState::Running { room: found, no: 0, view } = page.state else { panic!("it runs: {page:?}") };
    assert_eq!(found, room);
    assert!(view.pieces.iter().all(|piece| piece.piece.is_none()), "the public knows no piece");

    for (channel, text) in [(Channel::Partner, "左边有炸弹"), (Channel::Table, "大家好")] {
        let command = Command::Say { room, channel, words: Words::Text(text.to_owned()) };
        assert_eq!(clients[0].done(command).await, Done::Done);
    }
    play::to_the_end(&mut clients, &mut Dice::new(1)).await;
    for client in &mut clients {
        client.until(|model| model.scores.is_some()).await;
    }
    everything_agrees(&server, &clients).await;

    for client in clients {
        client.close().await;
    }
    let database = server.stop().await;
    drop(database);
}

async fn everything_agrees(server: &TestServer, clients: &[Client]) {
    let game = clients[0].game();
    let scores = clients[0].model.scores.expect("scores");
    let view = clients[0].model.view.as_ref().expect("a view");
    let result = view.result.clone().expect("a result");
    assert!(!result.winner.is_empty(), "the seed leads to a game with winners: {result:?}");

    let page: GamePage = server.get(&format!("/api/v1/games/{game}")).await;
    let GameState::Finished { head, record, talk } = page.state else { panic!("it has ended") };
    assert_eq!((head.result.clone(), head.scores), (result.clone(), scores));
    let talk: Vec<_> = talk.iter().map(|said| (said.channel, said.by.seat, &said.words)).collect();
    let hello = Words::Text("大家好".to_owned());
    assert_eq!(talk, [(Channel::Table, Some(clients[0].seat()), &hello)], "never what was said to a partner");
    let record: rules::Record = serde_json::from_value(record).expect("a record");
    assert!(record.check().faults.is_empty());
    assert_eq!(record.actions.len(), usize::try_from(clients[0].model.no).expect("small"));

    let expanded: protocol::ExpandedGame = server.get(&format!("/api/v1/games/{game}/replay")).await;
    assert_eq!(expanded.events.len(), record.actions.len());
    assert_eq!(expanded.result, Some(result.clone()));

    let board: Leaderboard = server.get("/api/v1/leaderboard").await;
    assert_eq!(board.rows.len(), 4);
    let store =
        Store::connect(&server.database.url(), ConnectOptions::default()).await.expect("the database");
    for client in clients {
        let (id, seat) = (client.person.id(), client.seat());
        assert_eq!(client.model.view.as_ref().expect("a view").result, Some(result.clone()));
        assert_eq!(client.model.scores, Some(scores));
        let own = scores.get(seat).expect("everybody has one");
        let won = result.winner.contains(&seat);
        let expected = if result.steps <= 40 && won {
            0
        } else if won {
            2
        } else {
            -2
        };
        assert_eq!((own.before, own.change), (0, expected));

        let row = board.rows.iter().find(|row| row.id == id).expect("a row");
        assert_eq!((row.score, row.tally.played), (expected, 1));
        let page: PlayerPage = server.get(&format!("/api/v1/players/{id}")).await;
        assert_eq!((page.standing.score, page.standing.rank), (expected, Some(row.rank)));
        assert_eq!(page.standing.title, Title::of(expected));
        assert_eq!((page.four.won, page.four.lost), (u32::from(won), u32::from(!won)));
        assert!(!matches!(page.whereabouts, Whereabouts::Playing(_)), "the game is over");
        let games: PlayedGames = server.get(&format!("/api/v1/players/{id}/games")).await;
        assert_eq!(games.games.len(), 1);
        assert_eq!((games.games[0].game.id, games.games[0].seat), (game, seat));
        let card = store.score_card(Ladder::Siguo, id).await.expect("the database");
        assert_eq!((card.score, card.four.won), (expected, u32::from(won)));
    }
    store.close().await;
}
