//! What was said in a game, on the page of the game when it has ended: who is told it.

use protocol::{Channel, Command, GameId, GamePage, GameState, Privacy, RoomOptions, Spectating, Words};
use reqwest::{Method, StatusCode};
use rules::{BoardKind, Players, RuleSet};

use crate::common::{
    Client, Database, Person, TestServer,
    client::Model,
    table::{self, options_by},
};

on_both_databases![
    what_was_said_where_not_everybody_could_watch_is_told_to_the_players,
    who_is_blocked_is_left_out
];

const RULES: RuleSet = RuleSet { board: BoardKind::Classic, players: Players::Two, ..RuleSet::DEFAULT };

/// What each says before the end.
const LINES: [&str; 2] = ["from red", "from blue"];

/// Both say something, then one leaves; spectating is changed before, if it is to be.
async fn spoken(
    server: &TestServer,
    options: RoomOptions,
    spectating: &[Spectating],
) -> (GameId, Vec<Client>) {
    let (room, mut clients) = table::playing(server, options).await;
    for (client, line) in clients.iter_mut().zip(LINES) {
        let words = Words::Text(line.to_owned());
        client.done(Command::Say { room, channel: Channel::Table, words }).await;
    }
    for &spectating in spectating {
        clients[0].done(Command::SetSpectating { room, spectating }).await;
    }
    let game = clients[0].game();
    clients[0].done(Command::Flee { game }).await;
    clients[1].until(Model::has_ended).await;
    (game, clients)
}

/// What the page tells; the record it tells to everybody.
async fn told(server: &TestServer, game: GameId, reader: Option<&Person>) -> Vec<String> {
    let path = format!("/api/v1/games/{game}");
    let page: GamePage = match reader {
        Some(reader) => server.get_as(reader, &path).await,
        None => server.get(&path).await,
    };
    let GameState::Finished { talk, .. } = page.state else { panic!("it has ended") };
    talk.into_iter()
        .map(|said| match said.words {
            Words::Text(text) => text,
            Words::Phrase(phrase) => format!("{phrase:?}"),
        })
        .collect()
}

async fn what_was_said_where_not_everybody_could_watch_is_told_to_the_players(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let stranger = server.guest().await;
    let open = options_by(RULES);
    for (options, spectating, public) in [
        (open.clone(), &[][..], true),
        (RoomOptions { privacy: Privacy::Link, ..open.clone() }, &[][..], false),
        (RoomOptions { spectating: Spectating::Closed, ..open.clone() }, &[][..], false),
        (open.clone(), &[Spectating::Closed][..], false),
        (open, &[Spectating::Closed, Spectating::Open][..], false),
    ] {
        let (game, clients) = spoken(&server, options.clone(), spectating).await;
        for client in &clients {
            assert_eq!(told(&server, game, Some(&client.person)).await, LINES);
        }
        let others = if public { &LINES[..] } else { &[] };
        for reader in [None, Some(&stranger)] {
            assert_eq!(told(&server, game, reader).await, others, "{options:?} {spectating:?}");
        }
    }
    server.stop().await;
}

async fn who_is_blocked_is_left_out(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let (game, clients) = spoken(&server, options_by(RULES), &[]).await;
    let [red, blue] = [&clients[0].person, &clients[1].person];
    let stranger = server.guest().await;
    for reader in [red, &stranger] {
        let request =
            server.http.request(Method::PUT, server.url(&format!("/api/v1/me/blocked/{}", blue.id())));
        let response = request.bearer_auth(&reader.token).send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::NO_CONTENT);
        assert_eq!(told(&server, game, Some(reader)).await, LINES[..1]);
    }
    for reader in [None, Some(blue)] {
        assert_eq!(told(&server, game, reader).await, LINES);
    }
    server.stop().await;
}
