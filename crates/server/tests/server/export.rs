//! All finished games that anybody could watch, one record a line.

use crate::common::{Client, Database, TestServer, problem, table};
use protocol::{Command, GameId, GamePage, GameState, Millis, Privacy, RoomOptions, Spectating};
use reqwest::StatusCode;
use rules::{BoardKind, BySeat, Players, Record, RuleSet, record::Report};
use server::{Clock, Hand};
use uuid::Uuid;

on_both_databases![
    what_anybody_could_watch_is_exported,
    what_was_closed_for_a_while_is_not_exported,
    a_game_of_a_closed_room_has_its_page_and_is_not_exported,
    a_span_a_cursor_and_a_limit_choose_from_it,
];

async fn start(database: Database) -> (TestServer, Hand) {
    let (clock, hand) = Clock::by_hand(crate::common::START);
    (TestServer::start_on(database, |config| config.clock = clock).await, hand)
}

/// Two guests make some moves in a room of their own, and agree on a draw a second later.
async fn finished(server: &TestServer, hand: &Hand, privacy: Privacy, spectating: Spectating) -> GameId {
    let rules = RuleSet { board: BoardKind::Classic, players: Players::Two, ..RuleSet::DEFAULT };
    let options = RoomOptions { privacy, spectating, ..table::options_by(rules) };
    let (_, mut clients) = table::playing(server, options).await;
    table::stroll(&mut clients, 3).await;
    hand.advance(1_000);
    agree(&mut clients).await
}

async fn agree(clients: &mut [Client]) -> GameId {
    let game = clients[0].game();
    clients[0].done(Command::OfferDraw { game }).await;
    clients[1].done(Command::AnswerDraw { game, accept: true }).await;
    for client in clients {
        client.until(crate::common::client::Model::has_ended).await;
    }
    game
}

async fn export(server: &TestServer, query: &str) -> String {
    let response =
        server.http.get(server.url(&format!("/api/v1/export?{query}"))).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK, "{query}");
    assert_eq!(response.headers()["content-type"], "application/x-ndjson");
    response.text().await.expect("a whole body")
}

fn ids(lines: &str) -> Vec<GameId> {
    let record = |line| serde_json::from_str::<Record>(line).expect("a record");
    lines.lines().map(|line| record(line).id.parse().expect("an id")).collect()
}

async fn what_anybody_could_watch_is_exported(database: Database) {
    let (server, hand) = start(database).await;
    let mut public = Vec::new();
    for (privacy, spectating) in [
        (Privacy::Public, Spectating::Open),
        (Privacy::Link, Spectating::Open),
        (Privacy::Public, Spectating::Closed),
        (Privacy::Public, Spectating::Open),
    ] {
        let game = finished(&server, &hand, privacy, spectating).await;
        if (privacy, spectating) == (Privacy::Public, Spectating::Open) {
            public.push(game);
        }
    }
    let (_, running) = table::playing(&server, table::options()).await;
    assert_eq!(ids(&export(&server, "").await), [], "not before they are all saved for certain");
    hand.advance(10_001);
    let lines = export(&server, "").await;
    assert_eq!(ids(&lines), public);
    let report = Report::of_lines(&lines);
    assert_eq!((report.games, report.faults), (2, Vec::new()), "they pass `siguo verify`");
    let record: serde_json::Value = server.get(&format!("/api/v1/games/{}/record", public[0])).await;
    let first = lines.lines().next().expect("a line");
    assert_eq!(serde_json::from_str::<serde_json::Value>(first).expect("JSON"), record);

    let request = server.http.get(server.url("/api/v1/export")).header("accept-encoding", "gzip");
    let compressed = request.send().await.expect("an answer");
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    let bytes = compressed.bytes().await.expect("a whole body");
    assert!(bytes.starts_with(&[0x1f, 0x8b]) && bytes.len() < lines.len());
    drop(running);
    server.stop().await;
}

async fn what_was_closed_for_a_while_is_not_exported(database: Database) {
    let (server, hand) = start(database).await;
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    let (room, mut clients) = table::playing(&server, table::options_by(rules)).await;
    for spectating in [Spectating::Closed, Spectating::Open] {
        clients[0].done(Command::SetSpectating { room, spectating }).await;
    }
    let closed = agree(&mut clients).await;
    // The next game in the room has nothing to do with that.
    for client in &mut clients {
        client.done(Command::Again { room, accept: true }).await;
    }
    for client in &mut clients {
        client.until(|model| model.game.is_some_and(|game| game != closed)).await;
    }
    table::arrange_as(&mut clients, &BySeat::default()).await;
    let open = agree(&mut clients).await;
    hand.advance(10_001);
    assert_eq!(ids(&export(&server, "").await), [open]);
    server.stop().await;
}

/// After its end a game is for everybody who comes to it, by its address or by one of its players; nobody is handed it in bulk.
async fn a_game_of_a_closed_room_has_its_page_and_is_not_exported(database: Database) {
    let (server, hand) = start(database).await;
    let stranger = server.guest().await;
    let rules = RuleSet { board: BoardKind::Classic, players: Players::Two, ..RuleSet::DEFAULT };
    for (privacy, spectating) in [(Privacy::Link, Spectating::Open), (Privacy::Public, Spectating::Closed)] {
        let options = RoomOptions { privacy, spectating, ..table::options_by(rules) };
        let (_, mut clients) = table::playing(&server, options).await;
        table::stroll(&mut clients, 3).await;
        let (game, player) = (clients[0].game(), clients[0].person.id());
        let page = format!("/api/v1/games/{game}");
        let games = format!("/api/v1/players/{player}/games");
        assert_eq!(agree(&mut clients).await, game);

        let told: GamePage = server.get_as(&stranger, &page).await;
        assert!(matches!(told.state, GameState::Finished { .. }), "{told:?}");
        let record: Record = server.get_as(&stranger, &format!("{page}/record")).await;
        assert_eq!(record.id, game.to_string());
        let listed: serde_json::Value = server.get_as(&stranger, &games).await;
        assert!(listed.to_string().contains(&game.to_string()), "{listed}");
    }
    hand.advance(10_001);
    assert_eq!(ids(&export(&server, "").await), []);
    server.stop().await;
}

async fn a_span_a_cursor_and_a_limit_choose_from_it(database: Database) {
    let (server, hand) = start(database).await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(finished(&server, &hand, Privacy::Public, Spectating::Open).await);
    }
    hand.advance(60_000);
    let of = async |query: String| ids(&export(&server, &query).await);
    let ended = |nth: i64| crate::common::START + 1_000 * nth;
    assert_eq!(of("limit=3".to_owned()).await, games[..3]);
    assert_eq!(of(format!("cursor={}", games[1])).await, games[2..]);
    assert_eq!(of(format!("cursor={}&limit=1", games[1])).await, games[2..3]);
    assert_eq!(of(format!("cursor={}", games[3])).await, []);
    let Millis(second) = ended(2);
    assert_eq!(of(format!("since={second}")).await, games[1..]);
    assert_eq!(of(format!("since={}", second + 1)).await, games[2..]);
    assert_eq!(of(format!("until={second}")).await, games[..1]);
    assert_eq!(of(format!("since={second}&until={}", second + 1_001)).await, games[1..3]);
    assert_eq!(of(format!("since={second}&cursor={}", games[0])).await, games[1..], "the later of both");

    let refused = async |query: &str, status| {
        let request = server.http.get(server.url(&format!("/api/v1/export?{query}")));
        problem(request.send().await.expect("an answer"), status).await
    };
    let nobody = format!("cursor={}", Uuid::nil());
    assert_eq!(refused(&nobody, StatusCode::UNPROCESSABLE_ENTITY).await, "bad-cursor");
    for query in ["limit=0", "limit=1000001", "since=yesterday", "until=2026-01-01", "cursor=x"] {
        assert_eq!(refused(query, StatusCode::BAD_REQUEST).await, "bad-address", "{query}");
    }
    server.stop().await;
}
