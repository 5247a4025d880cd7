//! What those who watch over the server are shown, after a game has been played. Figures are those of the whole process, so this has one to
//! itself.

#[expect(dead_code, unused_macros, reason = "shared with other tests")]
#[path = "server/common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use common::{
    Client, TestServer,
    play::{self, Dice},
    problem,
};
use protocol::{Command, QueueMode};
use reqwest::StatusCode;
use tokio::net::TcpListener;

/// The samples by name and labels, and what each name is said to be.
struct Page {
    samples: BTreeMap<String, f64>,
    helped: Vec<String>,
    typed: Vec<String>,
}

async fn page(url: &str) -> Page {
    let text = reqwest::get(url).await.expect("an answer").text().await.expect("text");
    let word = |line: &str| line.split(' ').nth(2).expect("a name").to_owned();
    let begin = |begin: &str| text.lines().filter(|line| line.starts_with(begin)).map(word).collect();
    let samples = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let sample = |line: &str| {
        let (name, value) = line.rsplit_once(' ').expect("name and value");
        (name.to_owned(), value.parse().unwrap_or_else(|_| panic!("{line}")))
    };
    Page { samples: samples.map(sample).collect(), helped: begin("# HELP "), typed: begin("# TYPE ") }
}

#[tokio::test]
async fn after_a_game_all_of_it_can_be_seen() {
    server::metrics::record();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/metrics", listener.local_addr().expect("an address"));
    let (clock, hand) = server::Clock::by_hand(common::START);
    let server = TestServer::start_with(|config| {
        config.metrics = Some(listener);
        config.clock = clock;
    })
    .await;
    let people = server.register_four().await;
    let (_room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let during = page(&url).await.samples;
    for (name, expected) in [
        ("siguo_rooms", 1.0),
        ("siguo_seats_taken", 4.0),
        ("siguo_connections", 4.0),
        ("siguo_accounts_online", 4.0),
        ("siguo_passwords_hashed_total", 4.0),
        ("siguo_queue_waiting{mode=\"four\"}", 0.0),
        ("siguo_queue_oldest_seconds{mode=\"four\"}", 0.0),
        (concat!("siguo_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
    ] {
        assert_eq!(during.get(name), Some(&expected), "{name} in {during:#?}");
    }
    play::to_the_end(&mut clients, &mut Dice::new(1)).await;

    // Refusals and an eviction, by code and reason; and somebody who waits.
    let response = server.http.get(server.url("/api/v1/me")).send().await.expect("an answer");
    assert_eq!(problem(response, StatusCode::UNAUTHORIZED).await, "not-logged-in");
    let mut guest = Client::connect(&server, &server.guest().await).await;
    guest.refused(Command::Queue { mode: QueueMode::Four }).await;
    clients[0].done(Command::Queue { mode: QueueMode::Two }).await;
    hand.advance(7_000);
    server.post("/api/v1/logout", Some(&guest.person.clone()), &()).await;
    guest.end().await;

    let Page { samples, helped, typed } = page(&url).await;
    for (name, expected) in [
        ("siguo_problems_total{code=\"not-logged-in\"}", 1.0),
        ("siguo_commands_refused_total{reason=\"need-account\"}", 1.0),
        ("siguo_connections_closed_total{reason=\"logged-out\"}", 1.0),
        ("siguo_queue_waiting{mode=\"two\"}", 1.0),
        ("siguo_queue_oldest_seconds{mode=\"two\"}", 7.0),
    ] {
        assert_eq!(samples.get(name), Some(&expected), "{name} in {samples:#?}");
    }
    for histogram in ["siguo_room_step_seconds", "siguo_fan_out_seconds", "siguo_journal_commit_seconds"] {
        let count = samples[&format!("{histogram}_count")];
        assert!(count > 50.0, "a whole game: {histogram} {count}");
        assert_eq!(samples.get(&format!("{histogram}_bucket{{le=\"+Inf\"}}")), Some(&count));
    }
    for name in ["process_resident_memory_bytes", "process_open_fds", "process_max_fds"] {
        assert!(samples[name] > 1.0, "{name}");
    }
    let connections =
        ["busy", "idle"].map(|state| samples[&format!("siguo_database_connections{{state=\"{state}\"}}")]);
    assert!(connections.iter().sum::<f64>() >= 1.0);
    for name in typed {
        assert!(helped.contains(&name), "{name} is not explained");
    }
    drop(clients);
    server.stop().await;
}
