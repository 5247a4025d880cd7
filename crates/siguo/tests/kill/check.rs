//! The clients' logs against what the server gives out in the end.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{AccountKind, GameHead, GameId, GamePage, GameState, PlayedGames, PlayerPage};
use rules::{BySeat, Record};
use serde::de::DeserializeOwned;

use crate::{
    log::{Answer, Log, Sent},
    process::Siguo,
};

/// What was found, and how much of it there was.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Findings {
    pub(crate) games: usize,
    pub(crate) ranked: usize,
    /// Moves and surrenders that were acknowledged.
    pub(crate) moves: usize,
    /// Actions in the records.
    pub(crate) recorded: usize,
    /// Actions in the records whose acknowledgement the kill took.
    pub(crate) unanswered: usize,
    /// The farthest that a deadline was off.
    pub(crate) worst_clock_ms: i64,
}

/// Fails at the first thing that was lost, doubled or changed.
pub(crate) async fn all(siguo: &Siguo, logs: &[Log]) -> Findings {
    but_for(&[], siguo, logs).await
}

/// The same where the server may have logged these as failures.
pub(crate) async fn but_for(said: &[&str], siguo: &Siguo, logs: &[Log]) -> Findings {
    let api = Api { http: reqwest::Client::new(), base: format!("http://{}/api/v1", siguo.address()) };
    let mut findings = Findings::default();
    let mut heads: BTreeMap<GameId, GameHead> = BTreeMap::new();
    let games: BTreeSet<GameId> = logs.iter().flat_map(|log| log.games.keys().copied()).collect();
    for game in games {
        let page: GamePage = api.get(&format!("games/{game}")).await;
        let GameState::Finished { head, record, .. } = page.state else {
            panic!("{game} has not ended: {page:?}")
        };
        let record: Record = serde_json::from_value(record).expect("a record");
        check_game(&head, &record, logs, &mut findings);
        heads.insert(game, *head);
    }
    for log in logs {
        check_account(&api, log, &heads).await;
    }
    let mut failures = siguo.failures();
    failures.retain(|line| !said.iter().any(|said| line.contains(said)));
    assert_eq!(failures, Vec::<String>::new(), "the server saw failures");
    let shifts = logs.iter().flat_map(|log| &log.shifts);
    findings.worst_clock_ms = shifts.map(|shift| shift.abs()).max().unwrap_or(0);
    findings
}

/// The record holds what was acknowledged, once, and nothing that nobody sent; everybody saw what it holds.
fn check_game(head: &GameHead, record: &Record, logs: &[Log], findings: &mut Findings) {
    let game = head.id;
    assert!(record.check().faults.is_empty(), "{game}: {:?}", record.check().faults);
    assert_eq!(head.result.fled, None, "{game}: nobody left");
    let mut senders: BTreeMap<u32, Vec<&Sent>> = BTreeMap::new();
    for log in logs {
        for sent in log.sent.iter().filter(|sent| sent.game == game) {
            senders.entry(sent.no).or_default().push(sent);
        }
        let times = record.times.as_ref().expect("times");
        for seen in log.seen.iter().filter(|seen| seen.game == game) {
            let index = seen.no as usize - 1;
            let found = record.actions.get(index).unwrap_or_else(|| panic!("{game}: {seen:?} is gone"));
            assert_eq!(*found, seen.action.to_string(), "{game}: what {} saw as {}", log.name, seen.no);
            assert_eq!(
                i64::try_from(times[index]).expect("small"),
                seen.at - head.started,
                "{game}: its time"
            );
        }
        if let Some(sat) = log.games.get(&game) {
            let account = head.players.get(sat.seat).as_ref().map(|player| player.id);
            assert_eq!(account, Some(log.account), "{game}: who sat there");
            let handed_in = sat.layout.as_ref();
            // A layout whose acknowledgement the kill took may have been the one that counts.
            assert!(
                handed_in.is_none() || record.layouts.get(sat.seat).as_ref() == handed_in,
                "{game}: the layout of {}",
                log.name
            );
        }
        if let Some(result) = log.results.get(&game) {
            assert_eq!(*result, head.result, "{game}: its result");
        }
        if let Some(scores) = log.scores.get(&game) {
            assert_eq!(*scores, head.scores, "{game}: its scores");
        }
    }
    for (no, action) in (1..).zip(&record.actions) {
        let sent = senders.remove(&no).unwrap_or_default();
        let [sent] = sent[..] else { panic!("{game}: {action} as {no} was sent by {sent:?}") };
        assert_eq!(sent.action.to_string(), *action, "{game}: what was sent as {no} ({:?})", sent.id);
        match sent.answer {
            Answer::Acknowledged => findings.moves += 1,
            Answer::None => findings.unanswered += 1,
        }
    }
    for sent in senders.values().flatten() {
        assert_eq!(sent.answer, Answer::None, "{game}: an acknowledged action is gone: {sent:?}");
    }
    findings.games += 1;
    findings.ranked += usize::from(head.ranked);
    findings.recorded += record.actions.len();
}

/// The scores of an account are what its games have made of them, each game counted once.
async fn check_account(api: &Api, log: &Log, heads: &BTreeMap<GameId, GameHead>) {
    let id = log.account;
    let mut listed = Vec::new();
    let mut cursor = String::new();
    loop {
        let page: PlayedGames = api.get(&format!("players/{id}/games?limit=100{cursor}")).await;
        listed.extend(page.games);
        let Some(next) = page.next else { break };
        cursor = format!("&cursor={next}");
    }
    let ids: Vec<GameId> = listed.iter().rev().map(|played| played.game.id).collect();
    let known: Vec<GameId> = log.games.keys().copied().collect();
    assert_eq!(ids, known, "{}: the games it was in, once each", log.name);

    let (mut score, mut won, mut lost, mut drawn) = (0, 0, 0, 0);
    for played in listed.iter().rev().filter(|played| played.game.ranked) {
        let head = &heads[&played.game.id];
        assert_eq!(played.game, *head);
        let change = head.scores.get(played.seat).expect("ranked games are scored");
        assert_eq!(change.before, score, "{}: each game begins where the last one ended", log.name);
        score += change.change;
        let wins = head.result.winner.contains(&played.seat);
        won += u32::from(wins);
        lost += u32::from(!wins && !head.result.winner.is_empty());
        drawn += u32::from(head.result.winner.is_empty());
    }
    assert!(listed.iter().all(|played| played.game.ranked || played.game.scores == BySeat::default()));
    let page: PlayerPage = api.get(&format!("players/{id}")).await;
    assert_eq!(page.standing.score, score, "{}: the score is the sum of its games", log.name);
    let tally = page.four;
    assert_eq!((tally.won, tally.lost, tally.drawn, tally.fled), (won, lost, drawn, 0), "{}", log.name);
    assert_eq!(tally.played, won + lost + drawn, "{}: counted once", log.name);
    assert!(log.kind == AccountKind::Person || score == 0, "guests have no score");
}

struct Api {
    http: reqwest::Client,
    base: String,
}

impl Api {
    async fn get<T: DeserializeOwned>(&self, path: &str) -> T {
        let answer = self.http.get(format!("{}/{path}", self.base)).send().await.expect("an answer");
        let text = answer.error_for_status().expect("it is there").text().await.expect("a body");
        serde_json::from_str(&text).unwrap_or_else(|err| panic!("{err} in {text}"))
    }
}
