//! Games that some viewers can't tell apart, played on servers that are alike, and what these viewers are told of them.

mod games;
mod probes;
mod script;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;
use protocol::{Reply, ServerFrame};
use rules::{RuleSet, Seat, Setup, Viewer};

pub(crate) use self::script::Scenario;
use self::{
    games::{Cover, Family},
    script::Script,
    table::{Planted, Table},
};
use crate::common::play::Dice;

/// How many games of which rules a test plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series {
    pub(crate) rules: RuleSet,
    pub(crate) scenario: Scenario,
    pub(crate) games: usize,
    pub(crate) seed: u64,
    pub(crate) planted: Planted,
}

/// What comparing brought.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// For each viewer, the pairs of a game and a twin that it could not tell apart.
    pub(crate) pairs: BTreeMap<String, usize>,
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
        for (viewer, pairs) in other.pairs {
            *self.pairs.entry(viewer).or_default() += pairs;
        }
        self.hidden += other.hidden;
        self.frames += other.frames;
        self.bytes += other.bytes;
        self.refusals.extend(other.refusals);
        self.differences.extend(other.differences);
    }
}

/// Plays each game and its twins at the same time on servers with equal seeds and clocks, and compares.
pub(crate) async fn compare(series: Series) -> Findings {
    let mut findings = Findings::default();
    let open = || Table::open(series.rules.players, series.planted);
    let mut first = open().await;
    let mut others: Vec<Table> = Vec::new();
    for number in 0..series.games {
        first.gather(&series.rules).await;
        let family = draw(&series, number, &mut first).await;
        while others.len() < family.twins.len() {
            others.push(open().await);
        }
        let script = Script::new(&family, series.scenario, series.seed, number);
        let (script, rules) = (&script, &series.rules);
        let twins = others.iter_mut().zip(&family.twins).map(|(table, twin)| async move {
            table.gather(rules).await;
            table.play(script, &twin.cover).await
        });
        let (told, twins_told) = tokio::join!(first.play(script, &family.game), join_all(twins));
        findings.hidden += family.hidden_pieces();
        for (at, told) in told.iter().enumerate() {
            findings.note_refusals(&told.texts);
            for (twin, twin_told) in family.twins.iter().zip(&twins_told) {
                if twin.is_hidden_from(told.viewer) {
                    let place = format!("game {number} of {:?} for {:?}", series.scenario, told.viewer);
                    findings.compare(&place, &told.texts, &twin_told[at].texts);
                    *findings.pairs.entry(format!("{:?}", told.viewer)).or_default() += 1;
                }
            }
        }
    }
    for table in others.into_iter().chain([first]) {
        table.close().await;
    }
    findings
}

/// A game for those who have come together.
async fn draw(series: &Series, number: usize, table: &mut Table) -> Family {
    let (rules, length) = (&series.rules, series.scenario.length());
    let mut dice = Dice::new(series.seed ^ (u64::try_from(number).expect("small") << 20));
    loop {
        let cover = match rules.setup {
            Setup::Arrange => Cover::draw(rules, &mut dice),
            Setup::Flip => Cover::Shuffle(table.shuffle().await),
        };
        if let Some(family) = Family::draw(rules, cover, length, &mut dice) {
            return family;
        }
    }
}

impl Findings {
    /// Content, order, number and length of all texts.
    fn compare(&mut self, place: &str, one: &[String], other: &[String]) {
        self.frames += one.len();
        self.bytes += one.iter().map(String::len).sum::<usize>();
        let text = |texts: &[String], at: usize| texts.get(at).map(|text| without_commitment(text));
        if let Some(at) = (0..one.len().max(other.len())).find(|&at| text(one, at) != text(other, at)) {
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

/// A shuffle's commitment is made of what is hidden, so it is another one, and tells nothing to who has no nonce. All around it
/// is compared.
fn without_commitment(text: &str) -> String {
    const BEFORE: &str = "\"commitment\":\"";
    const DIGITS: usize = 64;
    let mut parts = text.split(BEFORE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| before + BEFORE + &part[DIGITS..])
}

/// Everybody who is told of a game.
fn viewers(seats: &[Seat]) -> Vec<Viewer> {
    seats.iter().copied().map(Viewer::Seat).chain([Viewer::Public]).collect()
}
