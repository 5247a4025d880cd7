//! Players' pages, and whom one follows.

use protocol::{
    AccountId, Command, Company, Done, FoundPlayers, Live, Outcome, People, PlayedGames, PlayerPage, Privacy,
    QueueMode, Relation, ScoreHistory, Spectating, Tally, Whereabouts,
};
use reqwest::{Method, Response, StatusCode};
use rules::{Players, RuleSet};
use sqlx::{Connection, SqliteConnection};
use uuid::Uuid;

use crate::common::{
    Client, Database, Person, TestServer, play, problem,
    table::{self, options_by},
};

on_both_databases![a_players_page_tells_of_the_games, people_are_followed_and_blocked];

const TWO: RuleSet = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };

async fn send(server: &TestServer, method: Method, path: &str, person: Option<&Person>) -> Response {
    let mut request = server.http.request(method, server.url(path));
    if let Some(person) = person {
        request = request.bearer_auth(&person.token);
    }
    request.send().await.expect("an answer")
}

fn following(id: AccountId) -> String {
    format!("/api/v1/me/following/{id}")
}

fn blocked(id: AccountId) -> String {
    format!("/api/v1/me/blocked/{id}")
}

async fn page(server: &TestServer, by: &Person, of: &Person) -> PlayerPage {
    server.get_as(by, &format!("/api/v1/players/{}", of.id())).await
}

async fn a_players_page_tells_of_the_games(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let [anna, stone] = [server.register("Anna").await, server.register("Stone").await];
    let mut clients = vec![Client::connect(&server, &anna).await, Client::connect(&server, &stone).await];
    for client in &mut clients {
        client.done(Command::Queue { mode: QueueMode::Two }).await;
    }
    let room = play::matched(&mut clients).await;
    for client in &mut clients {
        client.join(room).await;
    }
    play::arrange(&mut clients).await;
    let ranked = clients[0].game();
    play::to_the_end(&mut clients, &mut play::Dice::new(3)).await;
    for client in &mut clients {
        client.until(|model| model.scores.is_some()).await;
    }
    let scores = clients[0].model.scores.expect("just seen");
    let own = scores.get(clients[0].seat()).expect("she played");

    // And one that is not ranked, which Stone gives up.
    for client in &mut clients {
        client.done(Command::Part { room }).await;
    }
    let table::Opened { room, game } = table::opened(&server, &mut clients, options_by(TWO)).await;
    table::stroll(&mut clients, 20).await;
    clients[1].done(Command::Surrender { game }).await;
    clients[0].until(|model| model.view.as_ref().is_some_and(|view| view.result.is_some())).await;
    clients[0].done(Command::Part { room }).await;

    let path = |rest: &str| format!("/api/v1/players/{}{rest}", anna.id());
    let page: PlayerPage = server.get(&path("")).await;
    assert_eq!((page.deleted, page.relation, page.two.played), (false, None, 1));
    assert_eq!(page.unranked, Tally { played: 1, won: 1, ..Tally::default() });
    let ScoreHistory { points } = server.get(&path("/scores")).await;
    assert_eq!(points.len(), 1);
    assert_eq!((points[0].game, points[0].change, points[0].score), (ranked, own.change, own.change));

    let Company { partners, opponents, recent } = server.get(&path("/company")).await;
    assert!(partners.is_empty() && recent == opponents);
    assert_eq!((opponents.len(), opponents[0].player.id, opponents[0].games), (1, stone.id(), 2));
    assert_eq!(opponents[0].won + opponents[0].lost + opponents[0].drawn, 2);
    let ids = async |query: &str| -> Vec<protocol::GameId> {
        let page: PlayedGames = server.get(&path(&format!("/games?{query}"))).await;
        page.games.into_iter().map(|played| played.game.id).collect()
    };
    assert_eq!(ids("").await, [game, ranked]);
    assert_eq!(ids("ranked=true&players=2").await, [ranked]);
    assert_eq!(ids("ranked=false&outcome=won").await, [game]);
    assert!(ids("players=4").await.is_empty() && ids("outcome=fled").await.is_empty());
    let won: Outcome = Outcome::Won;
    assert_eq!(serde_json::to_value(won).expect("JSON"), "won");
    for wrong in ["players=3", "ranked=maybe", "outcome=lucky"] {
        let refused = send(&server, Method::GET, &path(&format!("/games?{wrong}")), None).await;
        assert_eq!(problem(refused, StatusCode::BAD_REQUEST).await, "bad-address", "{wrong}");
    }
    for wrong in ["0", "none", "%00"] {
        let refused = send(&server, Method::GET, &path(&format!("/games?cursor={wrong}")), None).await;
        assert_eq!(problem(refused, StatusCode::UNPROCESSABLE_ENTITY).await, "bad-cursor", "{wrong}");
    }
    for rest in ["", "/whereabouts", "/games", "/scores", "/company"] {
        let unknown = format!("/api/v1/players/{}{rest}", Uuid::nil());
        let refused = send(&server, Method::GET, &unknown, None).await;
        assert_eq!(problem(refused, StatusCode::NOT_FOUND).await, "no-such-player", "{rest}");
    }
    server.stop().await;
}

#[tokio::test]
async fn where_somebody_is_can_be_seen() {
    let server = TestServer::start().await;
    let [anna, stone] = [server.register("Anna").await, server.register("Stone").await];
    let whereabouts = async || {
        let there: Whereabouts = server.get(&format!("/api/v1/players/{}/whereabouts", stone.id())).await;
        assert_eq!(page(&server, &anna, &stone).await.whereabouts, there, "its page says the same");
        there
    };
    assert_eq!(whereabouts().await, Whereabouts::Offline);
    let mut client = Client::connect(&server, &stone).await;
    assert_eq!(whereabouts().await, Whereabouts::Online);
    client.done(Command::Queue { mode: QueueMode::Two }).await;
    assert_eq!(whereabouts().await, Whereabouts::Waiting);
    // It is counted as what it is.
    let live: Live = server.get("/api/v1/live").await;
    assert_eq!((live.online, live.waiting.two, live.waiting.four), (1, 1, 0));
    client.done(Command::Unqueue).await;

    // Whoever waits at a table does not play yet.
    let Done::Room { room } = client.done(table::create(options_by(TWO))).await else { panic!("no room") };
    assert_eq!(whereabouts().await, Whereabouts::Seated);
    client.until(|model| model.room.is_some()).await;
    client.done(Command::Stand { room }).await;
    assert_eq!(whereabouts().await, Whereabouts::Online);
    client.done(Command::Part { room }).await;

    for (spectating, privacy, shown) in [
        (Spectating::Open, Privacy::Public, true),
        (Spectating::Closed, Privacy::Public, false),
        (Spectating::Open, Privacy::Link, false),
    ] {
        let mut clients = vec![client, Client::connect(&server, &server.guest().await).await];
        let options = protocol::RoomOptions { spectating, privacy, ..options_by(TWO) };
        let table::Opened { room, game } = table::opened(&server, &mut clients, options).await;
        assert_eq!(whereabouts().await, Whereabouts::Playing(shown.then_some(room)));
        clients[0].done(Command::Flee { game }).await;
        assert_eq!(whereabouts().await, Whereabouts::Online);
        clients[0].done(Command::Part { room }).await;
        client = clients.swap_remove(0);
    }
    client.close().await;
    server.stop().await;
}

async fn people_are_followed_and_blocked(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let [anna, stone] = [server.register("Anna").await, server.register("Stone").await];
    let guest = server.guest().await;
    let people = async |of: &Person| -> People { server.get_as(of, "/api/v1/me/people").await };
    for (method, path) in [
        (Method::PUT, following(stone.id())),
        (Method::PUT, following(stone.id())),
        (Method::PUT, following(guest.id())),
        (Method::PUT, blocked(guest.id())),
    ] {
        assert_eq!(send(&server, method, &path, Some(&anna)).await.status(), StatusCode::NO_CONTENT);
    }
    let mut online = Client::connect(&server, &stone).await;
    online.done(Command::Time).await;
    let listed = people(&anna).await;
    let followed: Vec<_> =
        listed.following.iter().map(|known| (known.player.id, known.whereabouts)).collect();
    assert_eq!(followed, [(stone.id(), Whereabouts::Online)], "who is blocked is not followed");
    assert_eq!(listed.blocked.iter().map(|player| player.id).collect::<Vec<_>>(), [guest.id()]);
    let relation = |following, blocked| Some(Relation { following, blocked });
    assert_eq!(page(&server, &anna, &stone).await.relation, relation(true, false));
    assert_eq!(page(&server, &anna, &guest).await.relation, relation(false, true));
    assert_eq!(page(&server, &anna, &anna).await.relation, None);
    assert_eq!(page(&server, &stone, &anna).await.relation, relation(false, false), "nobody is told");
    for (method, path) in [
        (Method::DELETE, following(stone.id())),
        (Method::DELETE, blocked(guest.id())),
        (Method::DELETE, blocked(guest.id())),
    ] {
        assert_eq!(send(&server, method, &path, Some(&anna)).await.status(), StatusCode::NO_CONTENT);
    }
    let listed = people(&anna).await;
    assert!(listed.following.is_empty() && listed.blocked.is_empty());
    // Guests have people too.
    assert_eq!(
        send(&server, Method::PUT, &blocked(anna.id()), Some(&guest)).await.status(),
        StatusCode::NO_CONTENT
    );
    assert_eq!(people(&guest).await.blocked.len(), 1);

    let found = async |name: &str| -> Vec<String> {
        let request = server.http.get(server.url("/api/v1/players")).query(&[("name", name)]);
        let response = request.send().await.expect("an answer");
        let FoundPlayers { players } = crate::common::read(response, StatusCode::OK).await;
        players.into_iter().map(|player| player.name).collect()
    };
    assert_eq!(found("ST").await, ["Stone"]);
    assert_eq!(found(" stone").await, ["Stone"]);
    assert_eq!(found(&guest.account.name).await.join(","), guest.account.name);
    for nobody in ["", "tone", "\u{0}", "%", &"x".repeat(1_000)] {
        assert!(found(nobody).await.is_empty(), "{nobody:?}");
    }
    online.close().await;
    server.stop().await;
}

#[tokio::test]
async fn who_can_not_be_followed_or_blocked() {
    let server = TestServer::start().await;
    let [anna, stone] = [server.register("Anna").await, server.register("Stone").await];
    // Practice makes the bots.
    let mut client = Client::connect(&server, &anna).await;
    let protocol::Done::Room { .. } =
        client.done(Command::Practice { level: protocol::BotLevel::Novice, rules: RuleSet::DEFAULT }).await
    else {
        panic!("no room")
    };
    client.until(|model| model.room.is_some()).await;
    let seats = &client.model.room.as_ref().expect("just seen").seats;
    let bot = seats.purple.as_ref().expect("a bot").player.id;
    let deleted = server.guest().await;
    let farewell = protocol::Farewell { password: None };
    let request = server.http.delete(server.url("/api/v1/me")).bearer_auth(&deleted.token).json(&farewell);
    assert_eq!(request.send().await.expect("an answer").status(), StatusCode::NO_CONTENT);

    for path in [following, blocked] {
        for nobody in [AccountId(Uuid::nil()), bot, deleted.id()] {
            let refused = send(&server, Method::PUT, &path(nobody), Some(&anna)).await;
            assert_eq!(problem(refused, StatusCode::NOT_FOUND).await, "no-such-player");
        }
        let refused = send(&server, Method::PUT, &path(anna.id()), Some(&anna)).await;
        assert_eq!(problem(refused, StatusCode::UNPROCESSABLE_ENTITY).await, "oneself");
        // Who never was in the list, or is gone, is not in it afterwards.
        for other in [AccountId(Uuid::nil()), bot, deleted.id(), anna.id()] {
            let done = send(&server, Method::DELETE, &path(other), Some(&anna)).await;
            assert_eq!(done.status(), StatusCode::NO_CONTENT);
        }
        for method in [Method::PUT, Method::DELETE] {
            let refused = send(&server, method.clone(), &path(stone.id()), None).await;
            assert_eq!(problem(refused, StatusCode::UNAUTHORIZED).await, "not-logged-in");
        }
    }

    let mut database = SqliteConnection::connect(&server.database.url()).await.expect("the database");
    for statement in [
        "insert into accounts (id, kind, role, state, name, name_key, preferences, created_at)
         select unhex(printf('%032X', n)), 'guest', 'user', 'active', 'n', 'n ' || n, '{}', 1 from
             (with recursive c(n) as (select 1 union all select n + 1 from c where n < 500) select n from c)",
        "insert into follows select a.id, o.id, 1 from accounts a, accounts o where a.name = 'Anna' and o.name = 'n'",
        "insert into blocks select account_id, other_id, 1 from follows",
    ] {
        sqlx::query(statement).execute(&mut database).await.expect("written");
    }
    database.close().await.expect("closed");
    for path in [following, blocked] {
        let refused = send(&server, Method::PUT, &path(stone.id()), Some(&anna)).await;
        assert_eq!(problem(refused, StatusCode::CONFLICT).await, "too-many-people");
        let known = send(&server, Method::PUT, &path(AccountId(Uuid::from_u128(7))), Some(&anna)).await;
        assert_eq!(known.status(), StatusCode::NO_CONTENT, "one who is in the list already");
    }
    server.stop().await;
}
