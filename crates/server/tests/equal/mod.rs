//! Games that some viewers can't tell apart, played on servers that are alike, and what these viewers are told of them.

mod games;
mod probes;
mod script;
mod table;

use std::collections::BTreeSet;

use protocol::{Reply, ServerFrame};
use rules::{RuleSet, Seat, Viewer};

pub(crate) use self::script::Scenario;
use self::{
    games::Trio,
    script::Script,
    table::{Planted, Table},
};

/// How many games of which rules a test plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series {
    pub(crate) rules: RuleSet,
    pub(crate) scenario: Scenario,
    pub(crate) trios: usize,
    pub(crate) seed: u64,
    pub(crate) planted: Planted,
}

/// What comparing brought.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Games with their two twins. Every seat is compared in one of the two pairs, the public in both.
    pub(crate) trios: usize,
    /// Hidden pieces in which the games of a pair differ, over all pairs.
    pub(crate) hidden: usize,
    /// Texts that were compared, and their bytes.
    pub(crate) frames: usize,
    pub(crate) bytes: usize,
    /// The reasons for refusals among them.
    pub(crate) refusals: BTreeSet<String>,
    /// Where what a viewer was told differs.
    pub(crate) differences: Vec<String>,
}

impl Findings {
    pub(crate) fn add(&mut self, other: Findings) {
        self.trios += other.trios;
        self.hidden += other.hidden;
        self.frames += other.frames;
        self.bytes += other.bytes;
        self.refusals.extend(other.refusals);
        self.differences.extend(other.differences);
    }
}

/// Plays each game and its twins at the same time on three servers with equal seeds and clocks, and compares.
pub(crate) async fn compare(series: Series) -> Findings {
    let mut findings = Findings::default();
    let open = || Table::open(series.rules.players, series.planted);
    let (mut one, mut left, mut right) = (open().await, open().await, open().await);
    for number in 0..series.trios {
        let trio = Trio::new(&series.rules, series.scenario.length(), series.seed, number);
        let script = Script::new(&trio, series.scenario, series.seed, number);
        let (one, left, right) = tokio::join!(
            one.play(&script, &trio.games[0]),
            left.play(&script, &trio.games[1]),
            right.play(&script, &trio.games[2]),
        );
        findings.trios += 1;
        findings.hidden += trio.hidden_pieces();
        for ((base, left), right) in one.iter().zip(&left).zip(&right) {
            findings.note_refusals(&base.texts);
            let place = format!("game {number} of {:?} for {:?}", series.scenario, base.viewer);
            if trio.is_blind(base.viewer, 1) {
                findings.compare(&place, &base.texts, &left.texts);
            }
            if trio.is_blind(base.viewer, 2) {
                findings.compare(&place, &base.texts, &right.texts);
            }
        }
    }
    for table in [one, left, right] {
        table.close().await;
    }
    findings
}

impl Findings {
    /// Content, order, number and length of all texts.
    fn compare(&mut self, place: &str, one: &[String], other: &[String]) {
        self.frames += one.len();
        self.bytes += one.iter().map(String::len).sum::<usize>();
        if let Some(at) = (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at)) {
            let (one, other) = (one.get(at), other.get(at));
            self.differences.push(format!("{place}, text {at}:\n  {one:?}\n  {other:?}"));
        }
    }

    fn note_refusals(&mut self, texts: &[String]) {
        for text in texts.iter().filter(|text| text.starts_with(r#"{"t":"answer""#)) {
            if let Ok(ServerFrame::Answer(answer)) = serde_json::from_str(text)
                && let Reply::Error(error) = answer.reply
            {
                let value = serde_json::to_value(&error).expect("JSON");
                self.refusals.insert(value["t"].as_str().expect("a tag").to_owned());
            }
        }
    }
}

/// Everybody who is told of a game.
fn viewers(seats: &[Seat]) -> Vec<Viewer> {
    seats.iter().copied().map(Viewer::Seat).chain([Viewer::Public]).collect()
}
