//! Links that die without a word, clients that freeze or never read, and thousands who come back at once, while games go on.

use std::{sync::Arc, time::Duration};

use futures_util::SinkExt;
use protocol::{ClientFrame, Command, CommandId, RoomId, VERSION};
use rand::RngExt;
use rules::RuleSet;
use tokio::{
    net::TcpSocket,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::{
    PATIENCE, check,
    client::Table,
    crowd::{Crowd, OF_ONE},
    database::Database,
    dice,
    process::Siguo,
    proxy::Proxy,
    report,
    scale::Scale,
    stage::Stage,
    table::{Person, Tables},
};

/// A client here takes a line for dead that says nothing for so long.
const SILENCE: Duration = Duration::from_secs(2);
const GAMES: u32 = 2;
const WATCHERS: u32 = 6;
/// Clients that only ask and never read.
const DEAF: usize = 4;
/// The server finds by itself that nobody is at the other end: it asks three times, every 15 s.
const FOUND_DEAD: Duration = Duration::from_secs(75);
/// So soon thousands are back, and so long at most a move may take meanwhile, in milliseconds: well within a turn, though the program
/// under test is not built to be quick.
const ALL_BACK: i64 = 20_000;
/// What the server may say while its machine has more to do than it can.
const BUSY: [&str; 2] = ["nothing can be saved; clocks stand still", "a command failed"];
const CONNECTIONS: &str = "siguo_connections";
const TOO_SLOW: &str = "siguo_connections_closed_total{reason=\"too-slow\"}";

#[tokio::test(flavor = "multi_thread")]
async fn links_that_die_without_a_word_lose_nothing() {
    let scale = Scale::chosen();
    let mut dice = dice();
    let mut siguo = Siguo::new(&Database::sqlite());
    let proxy = Proxy::to(siguo.address()).await;
    let stage = Arc::new(Stage::with_silence(proxy.address(), SILENCE));
    siguo.start(&stage);
    siguo.answers().await;
    let mut tables = Tables::new(Arc::clone(&stage), dice.random());
    tables.players(GAMES * 4).await;
    let (room, guests) = tables.guests_in(Table::Playing(RuleSet::DEFAULT)).await;
    tables.watchers(room, WATCHERS, scale.of(Duration::from_secs(1), Duration::from_secs(12))).await;
    let mut deaf = JoinSet::new();
    for _ in 0..DEAF {
        deaf.spawn(never_read(tables.guest().await, siguo.address(), room));
    }
    tables.unless_one_fails(stage.settled(GAMES * 4 + guests + WATCHERS)).await;

    // Not more of an account's lines may be dead at a time than it may have.
    for _ in 0..scale.of(2, 12) {
        tables.unless_one_fails(stage.moves(20)).await;
        let before = proxy.dead();
        proxy.cut();
        tables.unless_one_fails(stage.moves(40)).await;
        assert!(proxy.dead() > before, "they play on over other lines");
    }
    let let_go = async { while deaf.join_next().await.is_some() {} };
    timeout(PATIENCE, let_go).await.expect("who never reads is let go");
    assert!(siguo.metric(TOO_SLOW).await >= DEAF as u64, "and for that reason");
    stage.finish();
    let logs = tables.logs().await;
    let findings = check::all(&siguo, &logs).await;
    report::print(&stage, &logs, findings);
    println!(
        "{} dead lines, {} freezes of watchers, {DEAF} let go that never read",
        proxy.dead(),
        logs.iter().map(|log| log.freezes).sum::<u32>()
    );
    assert!(findings.moves > 0 && logs.iter().any(|log| log.freezes > 0));
    if scale == Scale::Long {
        // All who live have left; the others are still there for all that the server has been told.
        let began = stage.now();
        timeout(FOUND_DEAD, siguo.falls(CONNECTIONS, 0)).await.expect("dead lines are found");
        println!("the last dead line was found {} ms after everybody had left", stage.now() - began);
    }
    assert_eq!(siguo.terminate(&stage).await, Some(0));
}

/// Asks for the whole room again and again, and takes nothing in, until the server has had enough.
async fn never_read(person: Person, server: std::net::SocketAddr, room: RoomId) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let stream = socket.connect(server).await.expect("a connection");
    let mut request = format!("ws://{server}/ws").into_client_request().expect("a request");
    let bearer = format!("Bearer {}", person.token).parse().expect("a header");
    request.headers_mut().insert("authorization", bearer);
    let (mut socket, _) = client_async(request, stream).await.expect("a socket");
    let hello = Command::Hello { version: VERSION };
    let joins = std::iter::repeat_with(|| Command::Join { room, have: None, password: None });
    for (id, cmd) in (1..).zip(std::iter::once(hello).chain(joins)) {
        let text = serde_json::to_string(&ClientFrame { id: CommandId(id), cmd }).expect("JSON");
        if socket.send(Message::text(text)).await.is_err() {
            return;
        }
        sleep(Duration::from_millis(60)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_come_back_at_once_and_games_go_on() {
    let scale = Scale::chosen();
    let mut dice = dice();
    let mut siguo = Siguo::new(&Database::sqlite());
    let stage = Arc::new(Stage::new(siguo.address()));
    siguo.start(&stage);
    let mut tables = Tables::new(Arc::clone(&stage), dice.random());
    tables.players(GAMES * 4).await;
    let (room, guests) = tables.guests_in(Table::Playing(RuleSet::DEFAULT)).await;
    tables.unless_one_fails(stage.settled(GAMES * 4 + guests)).await;
    let mut people = Vec::new();
    while people.len() * OF_ONE < scale.of(400, 2_000) {
        people.push(tables.guest().await);
    }
    let crowd = Crowd::of(&people, siguo.address(), room, &mut dice);
    tables.unless_one_fails(crowd.is_up()).await;

    for _ in 0..scale.of(1, 5) {
        let calm = stage.now();
        tables.unless_one_fails(stage.moves(60)).await;
        let usual = per_mille(&stage.waits_since(calm), 990);
        let (began, refused) = (stage.now(), crowd.refused());
        crowd.cut();
        tables.unless_one_fails(crowd.is_up()).await;
        let back = stage.now() - began;
        tables.unless_one_fails(stage.moves(1)).await;
        let waits = stage.waits_since(began);
        let slow = per_mille(&waits, 990);
        println!(
            "{} sockets back after {back} ms ({} attempts in vain); of {} moves meanwhile 99 % took {slow} ms at most, before {usual} ms",
            crowd.len(),
            crowd.refused() - refused,
            waits.len(),
        );
        assert!(back <= ALL_BACK, "all are back in time: {back} ms");
        assert!(slow <= ALL_BACK, "nobody loses a turn by it: {slow} ms");
    }
    stage.finish();
    let logs = tables.logs().await;
    let findings = check::but_for(&BUSY, &siguo, &logs).await;
    report::print(&stage, &logs, findings);
    assert!(findings.moves > 0);
    drop(crowd);
    assert_eq!(siguo.terminate(&stage).await, Some(0));
}

/// Of sorted numbers the one that so many of a thousand don't exceed.
fn per_mille(sorted: &[i64], of: usize) -> i64 {
    sorted[(sorted.len() * of / 1000).min(sorted.len() - 1)]
}
