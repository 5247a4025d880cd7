//! `siguo load` against the real program: whole games with cuts and spectators, every frame checked.

mod common;

use std::process::Output;

use common::{Server, siguo};
use serde_json::Value;

/// A server with these limits.
async fn limited(limits: &str) -> Server {
    Server::start(&["--limits", limits]).await
}

fn load(server: &Server, args: &[&str]) -> Output {
    siguo(&["load", "--url", &server.url("")]).args(args).output().expect("it runs")
}

fn report(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn count(report: &Value, path: &str) -> u64 {
    report.pointer(path).and_then(Value::as_u64).unwrap_or_else(|| panic!("no {path} in {report}"))
}

/// What must hold of any run in which nothing is wrong.
fn assert_sound(report: &Value) {
    assert_eq!(count(report, "/checks/faults"), 0, "{report}");
    assert_eq!(report["refusals"], serde_json::json!({}), "{report}");
    assert_eq!(report["losses"], serde_json::json!({}), "{report}");
    assert!(count(report, "/checks/games") > 0 && count(report, "/moves/acknowledged") > 0, "{report}");
    assert_eq!(count(report, "/checks/games"), count(report, "/games/begun"), "every game is checked");
}

#[tokio::test]
async fn whole_games_with_cuts_and_spectators_are_sound() {
    let server = limited("off").await;
    let pid = server.program.id().to_string();
    let report = report(&load(
        &server,
        &[
            "--rooms=3",
            "--think=0",
            "--seconds=4",
            "--spectators=2",
            "--drop-rate=0.2",
            "--check=1",
            "--seed=7",
            "--server-pid",
            &pid,
            "--json",
        ],
    ));
    assert_sound(&report);
    assert_eq!(count(&report, "/plan/seed"), 7);
    assert!(count(&report, "/cuts/in_flight") > 0 && count(&report, "/cuts/returned") > 0, "{report}");
    assert!(count(&report, "/checks/snapshots") > 0, "{report}");
    // Each frame of each of six clients, of which five have sent none of it.
    assert!(count(&report, "/checks/frames") > 3 * count(&report, "/moves/acknowledged"), "{report}");
    let times = |what| count(&report, &format!("/latency/{what}/from_intended/count"));
    assert!(times("acknowledged") > 0 && times("at_seats") > 0 && times("at_spectators") > 0, "{report}");
    assert!(count(&report, "/latency/coming_back/count") > 0, "{report}");
    assert!(count(&report, "/bytes/received") > count(&report, "/bytes/sent"), "{report}");
    if cfg!(target_os = "linux") {
        assert_eq!(count(&report, "/processes/server/pid"), u64::from(server.program.id()));
        assert!(report["processes"]["server"]["memory_max_mb"].as_f64() > Some(1.0), "{report}");
        assert_eq!(report["processes"]["database"], Value::Null, "the file is the server's own");
        assert_ne!(report["limit"]["who"], "unknown");
    }
}

#[tokio::test]
async fn spectators_hear_the_last_moves_too() {
    let server = limited("off").await;
    let report = report(&load(
        &server,
        &["--rooms=4", "--think=0", "--seconds=1", "--spectators=2", "--idle=20", "--check=1", "--json"],
    ));
    assert_sound(&report);
    assert_eq!(count(&report, "/moves/unanswered"), 0, "{report}");
    let times = |what| count(&report, &format!("/latency/{what}/from_intended/count"));
    assert_eq!(times("at_spectators"), 2 * times("acknowledged"), "each of two, to the last: {report}");
}

#[tokio::test]
async fn two_players_are_enough() {
    let server = limited("off").await;
    let report = report(&load(
        &server,
        &["--rooms=2", "--players=2", "--think=1", "--seconds=2", "--check=1", "--json"],
    ));
    assert_sound(&report);
    assert!(count(&report, "/checks/snapshots") >= 4, "each of four players looks at the end: {report}");
    assert_eq!(count(&report, "/plan/players"), 2);
    assert_eq!(count(&report, "/latency/at_spectators/from_sending/count"), 0);
}

#[tokio::test]
async fn a_limit_of_the_server_is_named_with_the_option_that_lifts_it() {
    let server = limited("guest=3/60").await;
    let refused = load(&server, &["--rooms=1", "--seconds=1"]);
    let why = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{why}");
    assert!(
        why.contains("letting a guest in: HTTP 429") && why.contains("--limits guest=off,request=off"),
        "{why}"
    );

    let server = limited("command=8/0.2").await;
    let slowed = load(&server, &["--rooms=1", "--players=2", "--think=0", "--seconds=2"]);
    let table = String::from_utf8_lossy(&slowed.stdout);
    assert!(slowed.status.success(), "{slowed:?}");
    assert!(table.contains("× too-fast") && table.contains("--limits command=off"), "{table}");
}

#[test]
fn nothing_is_loaded_that_should_not_be() {
    let load = |args: &[&str]| siguo(&["load"]).args(args).output().expect("it runs");
    let remote = load(&["--url=http://192.0.2.1:8080"]);
    let why = String::from_utf8_lossy(&remote.stderr);
    assert!(remote.status.code() == Some(1) && why.contains("--allow-remote"), "{remote:?}");

    for (wrong, words) in [
        ("--rooms=0", "--rooms 0 is not within 1 and 5000"),
        ("--seconds=100000", "--seconds 100000 is not within 1 and 3600"),
        ("--idle=20001", "--idle 20001 is not within 0 and 20000"),
        ("--drop-rate=2", "--drop-rate 2 is not within 0 and 1"),
        ("--players=3", "--players"),
    ] {
        let refused = load(&[wrong]);
        let why = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && why.contains(words), "{refused:?}");
    }
}
