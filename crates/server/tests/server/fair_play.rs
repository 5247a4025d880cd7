//! What keeps ranked games fair, over real connections: duels, the same opponents, one browser, one address, the habit of leaving.

use crate::common::{Client, Database, Person, TestServer, play, read, table};
use protocol::{
    Command, Done, ErrorBody, LadderSettings, LeftLine, Live, Me, Notice, QueueMode, QueueStatus, RoomId,
    SameAddress, Waiting,
};
use reqwest::StatusCode;
use rules::{
    BySeat, Players, Seat,
    ladder::{ChangeReason, NoGain},
};
use sqlx::{Connection, SqliteConnection};

on_both_databases![a_duel_is_matched_played_and_scored];

const FOUR: Command = Command::Queue { mode: QueueMode::Four };
const TWO: Command = Command::Queue { mode: QueueMode::Two };

async fn a_duel_is_matched_played_and_scored(database: Database) {
    let server = TestServer::start_on(database, |_| {}).await;
    let people = server.register_four().await;
    let mut waiting = Client::connect(&server, &people[2]).await;
    waiting.done(FOUR).await;
    let mut clients = Vec::new();
    for (person, two) in people[..2].iter().zip([1, 0]) {
        let mut client = Client::connect(&server, person).await;
        client.done(TWO).await;
        clients.push(client);
        assert_eq!(server.get::<Live>("/api/v1/live").await.waiting, Waiting { four: 1, two });
    }
    duel(&mut clients).await;
    play::arrange(&mut clients).await;
    play::to_the_end(&mut clients, &mut play::Dice::new(3)).await;
    clients[0].until(|model| model.scores.is_some()).await;
    let scores = clients[0].model.scores.expect("just seen");
    let result = clients[0].model.view.as_ref().expect("a view").result.clone().expect("ended");
    let change = |seat: Seat| scores.get(seat).expect("they played").change;
    let mut changes = [change(Seat::Red), change(Seat::Blue)];
    changes.sort_unstable();
    assert_eq!(changes, if result.winner.is_empty() { [0, 0] } else { [-1, 1] });
    assert_eq!((scores.purple, scores.green), (None, None));
    let page: protocol::PlayerPage = server.get(&format!("/api/v1/players/{}", people[0].id())).await;
    assert_eq!((page.two.played, page.four.played), (1, 0));
    server.stop().await;
}

/// Waits until two are matched with each other, and goes to their table.
async fn duel(clients: &mut [Client]) -> RoomId {
    let room = play::matched(clients).await;
    for client in clients.iter_mut() {
        client.join(room).await;
    }
    let snapshot = clients[0].model.room.as_ref().expect("a room");
    assert_eq!((snapshot.options.rules.players, snapshot.ranked), (Players::Two, true));
    room
}

/// The two have scored against each other so often.
async fn have_met(server: &TestServer, one: &Person, other: &Person, times: u8) {
    let mut database = SqliteConnection::connect(&server.database.url()).await.expect("the database");
    for number in 1..=times {
        let game = [vec![0; 15], vec![number]].concat();
        sqlx::query(
            "insert into games (id, room_id, kind, options, state, created_at, arrange_deadline)
             values ($1, $1, 'match', '{}', 'arranging', 0, 0)",
        )
        .bind(&game)
        .execute(&mut database)
        .await
        .expect("written");
        for (account, opponent) in [(one, other), (other, one)] {
            sqlx::query(
                "insert into meetings (ladder, account_id, opponent_id, game_id, at_ms) values ('siguo', $1, $2, $3, $4)",
            )
            .bind(account.id().0)
            .bind(opponent.id().0)
            .bind(&game)
            .bind(crate::common::START.0)
            .execute(&mut database)
            .await
            .expect("written");
        }
    }
    database.close().await.expect("closed");
}

#[tokio::test]
async fn the_eleventh_duel_says_so_before_and_after() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    have_met(&server, &people[0], &people[1], 10).await;
    let mut clients = Vec::new();
    for person in &people[..2] {
        let mut client = Client::connect(&server, person).await;
        client.done(TWO).await;
        clients.push(client);
    }
    assert_eq!(server.get::<Live>("/api/v1/live").await.waiting.two, 2, "they wait for others");
    hand.advance(60_000);
    for client in &mut clients {
        let asked =
            |status: &QueueStatus| matches!(status, QueueStatus::Consent { why: NoGain::SameOpponents, .. });
        client.until(|model| model.queue.as_ref().is_some_and(asked)).await;
        client.done(Command::Consent { accept: true }).await;
    }
    duel(&mut clients).await;
    let outlook =
        BySeat { red: Some(NoGain::SameOpponents), blue: Some(NoGain::SameOpponents), ..BySeat::default() };
    assert_eq!(clients[0].model.room.as_ref().expect("a room").outlook, outlook);
    play::arrange(&mut clients).await;
    let game = clients[0].game();
    clients[0].done(Command::Flee { game }).await;
    clients[1].until(|model| model.scores.is_some()).await;
    let scores = clients[1].model.scores.expect("just seen");
    let seat = clients[0].seat();
    assert_eq!(
        scores.get(seat).map(|score| (score.change, score.reason)),
        Some((0, ChangeReason::SameOpponents)),
        "the loser loses nothing"
    );
    server.stop().await;
}

/// The cookies that an answer sets, by name.
fn cookies(response: &reqwest::Response) -> Vec<(String, String)> {
    let lines = response.headers().get_all("set-cookie").iter();
    lines
        .map(|line| {
            let line = line.to_str().expect("text");
            let (name, rest) = line.split_once('=').expect("a cookie");
            (name.to_owned(), rest.to_owned())
        })
        .collect()
}

fn browser_cookie(response: &reqwest::Response) -> String {
    let (_, rest) =
        cookies(response).into_iter().find(|(name, _)| name == "siguo_browser").expect("it is set");
    assert!(
        rest.contains("HttpOnly") && rest.contains("SameSite=Lax") && rest.contains("Max-Age=34560000"),
        "{rest}"
    );
    rest.split(';').next().expect("a value").to_owned()
}

#[tokio::test]
async fn a_browser_has_a_cookie_of_its_own_that_outlasts_logins() {
    let server = TestServer::start().await;
    let post = |path: &str| server.http.post(server.url(path));
    let first = post("/api/v1/guest").send().await.expect("an answer");
    let value = browser_cookie(&first);
    assert_eq!(value.len(), 64);
    let login = cookies(&first).into_iter().find(|(name, _)| name == "siguo").expect("the login's").1;
    let login = login.split(';').next().expect("a value").to_owned();
    // The same again with whatever login, and at each start of the client.
    let cookie = format!("siguo_browser={value}; siguo={login}");
    let me =
        server.http.get(server.url("/api/v1/me")).header("cookie", &cookie).send().await.expect("an answer");
    assert_eq!(browser_cookie(&me), value);
    read::<Me>(me, StatusCode::OK).await;
    let out = post("/api/v1/logout").header("cookie", &cookie).send().await.expect("an answer");
    assert!(cookies(&out).iter().all(|(name, _)| name != "siguo_browser"), "a logout does not take it away");
    let cookie = format!("siguo_browser={value}");
    let second = post("/api/v1/guest").header("cookie", cookie).send().await.expect("an answer");
    assert_eq!(browser_cookie(&second), value);
    // What is none is replaced.
    let third = post("/api/v1/guest").header("cookie", "siguo_browser=mine").send().await.expect("an answer");
    assert_ne!(browser_cookie(&third), value);
    server.stop().await;
}

const BROWSER: &str = "siguo_browser=00000000000000000000000000000000000000000000000000000000000000aa";

#[tokio::test]
async fn two_accounts_of_one_browser_are_in_no_ranked_game_together() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    let cookie: &[(&'static str, &str)] = &[("cookie", BROWSER)];
    let mut a = Client::connect_with(&server, &people[0], cookie).await;
    let mut b = Client::connect_with(&server, &people[1], cookie).await;
    a.done(TWO).await;
    b.done(TWO).await;
    hand.advance(200_000);
    assert_eq!(server.get::<Live>("/api/v1/live").await.waiting.two, 2, "however long they wait");
    let mut c = Client::connect(&server, &people[2]).await;
    c.done(TWO).await;
    let mut matched = [a, c];
    play::matched(&mut matched).await;
    // The hash is stored, the cookie is not.
    let mut database = SqliteConnection::connect(&server.database.url()).await.expect("the database");
    let stored: Vec<Vec<u8>> = sqlx::query_scalar("select distinct browser from account_browsers")
        .fetch_all(&mut database)
        .await
        .expect("read");
    assert_eq!((stored.len(), stored[0].len()), (1, 32));
    assert!(stored[0].last() != Some(&0xaa));
    database.close().await.expect("closed");
    server.stop().await;
}

#[tokio::test]
async fn partners_of_one_browser_can_not_line_up() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let cookie: &[(&'static str, &str)] = &[("cookie", BROWSER)];
    let mut a = Client::connect_with(&server, &people[0], cookie).await;
    let mut b = Client::connect_with(&server, &people[1], cookie).await;
    let Done::Invited { invite } = a.done(Command::Invite { name: None }).await else { panic!("a link") };
    b.done(Command::AnswerInvite { invite, accept: true }).await;
    assert_eq!(a.refused(FOUR).await, ErrorBody::SameBrowser);
    server.stop().await;
}

#[tokio::test]
async fn partners_who_are_used_in_one_browser_in_the_line_leave_it() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = Vec::new();
    for person in &people {
        clients.push(Client::connect(&server, person).await);
    }
    for pair in clients.chunks_mut(2) {
        let [one, other] = pair else { panic!("two") };
        let Done::Invited { invite } = one.done(Command::Invite { name: None }).await else {
            panic!("a link")
        };
        other.done(Command::AnswerInvite { invite, accept: true }).await;
    }
    clients[0].done(FOUR).await;
    let cookie: &[(&'static str, &str)] = &[("cookie", BROWSER)];
    let mut others = Vec::new();
    for person in &people[..2] {
        others.push(Client::connect_with(&server, person, cookie).await);
    }
    let gone = QueueStatus::Gone { why: LeftLine::SameBrowser };
    for client in &mut clients[..2] {
        client.until(|model| model.queue.as_ref() == Some(&gone)).await;
    }
    clients[2].done(FOUR).await;
    assert_eq!(server.get::<Live>("/api/v1/live").await.waiting.four, 2, "the second pair waits alone");
    assert_eq!(clients[1].refused(FOUR).await, ErrorBody::SameBrowser);
    server.stop().await;
}

#[tokio::test]
async fn who_is_used_in_one_browser_at_a_table_stands_up_before_the_game() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = Vec::new();
    for person in &people {
        clients.push(Client::connect(&server, person).await);
    }
    let options = protocol::RoomOptions { first: protocol::FirstSeat::Lot, ..table::options() };
    let create = Command::Create { ranked: true, options, password: None };
    let Done::Room { room } = clients[0].done(create).await else { panic!("no room") };
    let mut free = vec![Seat::Purple, Seat::Blue, Seat::Green];
    let mut sit = async |client: &mut Client| {
        client.join(room).await;
        client.done(Command::Sit { room, seat: free.remove(0) }).await;
    };
    sit(&mut clients[1]).await;
    let cookie: &[(&'static str, &str)] = &[("cookie", BROWSER)];
    let mut others = Vec::new();
    for person in &people[..2] {
        others.push(Client::connect_with(&server, person, cookie).await);
    }
    sit(&mut clients[2]).await;
    sit(&mut clients[3]).await;
    clients[1].until(|model| model.notices.contains(&Notice::SameBrowser { room })).await;
    assert_eq!(clients[1].refused(Command::Sit { room, seat: Seat::Purple }).await, ErrorBody::SameBrowser);
    assert!(clients[3].model.game.is_none());
    server.stop().await;
}

#[tokio::test]
async fn two_of_one_address_are_no_opponents_where_that_is_set() {
    for (same_address, waiting) in [(SameAddress::Refuse, 2), (SameAddress::Allow, 0), (SameAddress::Auto, 0)]
    {
        let server = TestServer::start_with(|config| config.ladder.same_address = same_address).await;
        let people = server.register_four().await;
        let mut clients = Vec::new();
        for person in &people[..2] {
            let mut client = Client::connect(&server, person).await;
            client.done(TWO).await;
            clients.push(client);
        }
        let live: Live = server.get("/api/v1/live").await;
        assert_eq!(live.waiting.two, waiting, "{same_address} on loopback");
        server.stop().await;
    }
}

#[tokio::test]
async fn behind_a_proxy_the_address_that_it_names_counts() {
    let server = TestServer::start_with(|config| {
        config.proxies = Some(crate::common::addresses_by_header());
    })
    .await;
    let people = server.register_four().await;
    let mut clients = Vec::new();
    // What a client says of itself stands before what the proxy appends.
    for (person, address) in people.iter().zip(["203.0.113.9", "1.2.3.4, 203.0.113.9", "203.0.113.10"]) {
        let mut client = Client::connect_with(&server, person, &[("x-forwarded-for", address)]).await;
        client.done(TWO).await;
        clients.push(client);
    }
    let second = clients.remove(1);
    play::matched(&mut clients).await;
    assert_eq!(server.get::<Live>("/api/v1/live").await.waiting.two, 1);
    assert!(!matches!(second.model.queue, Some(QueueStatus::Matched { .. })));
    server.stop().await;
}

#[tokio::test]
async fn who_often_leaves_meets_such_players_alone() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    // Soon after a start of the server leaving bars nobody.
    hand.advance(10 * 60_000);
    let mut clients = Vec::new();
    for person in &people[..2] {
        clients.push(Client::connect(&server, person).await);
    }
    for bar in [5, 10, 20] {
        for client in &mut clients {
            client.done(TWO).await;
        }
        duel(&mut clients).await;
        let game = clients[0].game();
        clients[0].done(Command::Flee { game }).await;
        hand.advance(bar * 60_000);
        for client in &mut clients {
            client.model.queue = None;
        }
    }
    for client in &mut clients {
        client.done(TWO).await;
    }
    hand.advance(120_000);
    let live: Live = server.get("/api/v1/live").await;
    assert_eq!(live.waiting.two, 2, "three times of three: only with players like oneself");
    server.stop().await;
}

#[tokio::test]
async fn the_settings_are_told() {
    let server = TestServer::start_with(|config| {
        config.ladder = LadderSettings { protect: 0, same_opponents: 3, same_address: SameAddress::Allow };
    })
    .await;
    let told: serde_json::Value = server.get("/api/v1/ladder").await;
    assert_eq!(told, serde_json::json!({"protect": 0, "same_opponents": 3, "same_address": "allow"}));
    server.stop().await;
    let server = TestServer::start().await;
    let told: LadderSettings = server.get("/api/v1/ladder").await;
    assert_eq!(told, server::DEFAULT_LADDER);
    server.stop().await;
}

#[tokio::test]
async fn without_a_line_of_protection_nobody_is_asked() {
    let server = TestServer::start_with(|config| config.ladder.protect = 0).await;
    let people = server.register_four().await;
    let mut database = SqliteConnection::connect(&server.database.url()).await.expect("the database");
    sqlx::query(
        "insert into scores (ladder, account_id, score, reached_at, four_won, four_lost, four_drawn, four_fled,
             two_won, two_lost, two_drawn, two_fled) values ('siguo', $1, 900, 0, 0, 0, 0, 0, 900, 0, 0, 0)",
    )
    .bind(people[0].id().0)
    .execute(&mut database)
    .await
    .expect("written");
    database.close().await.expect("closed");
    let mut clients = Vec::new();
    for person in &people[..2] {
        let mut client = Client::connect(&server, person).await;
        client.done(TWO).await;
        clients.push(client);
    }
    duel(&mut clients).await;
    assert_eq!(clients[0].model.room.as_ref().expect("a room").outlook, BySeat::default());
    server.stop().await;
}
