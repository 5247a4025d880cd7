//! Checking records against the referee.

use std::fmt;

use serde::Serialize;

use super::trace::{self, Next, Trace, ViewCheck};
use crate::{Action, Game, Record, Refusal, Viewer};

/// What a record states that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is the field of the record that it is named for")]
pub enum Checked {
    Record,
    Setup,
    Actions,
    Result,
    Times,
    Turn,
    Legal,
    Hash,
    Moves,
    Fight,
    Out,
    Flags,
    Scout,
    Route,
    Views,
    Refused,
    Next,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Checked::Record => "record",
            Checked::Setup => "setup",
            Checked::Actions => "actions",
            Checked::Result => "result",
            Checked::Times => "times",
            Checked::Turn => "turn",
            Checked::Legal => "legal",
            Checked::Hash => "hash",
            Checked::Moves => "moves",
            Checked::Fight => "fight",
            Checked::Out => "out",
            Checked::Flags => "flags",
            Checked::Scout => "scout",
            Checked::Route => "route",
            Checked::Views => "views",
            Checked::Refused => "refused",
            Checked::Next => "next",
        })
    }
}

/// One difference between a record and the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game's id, or the line of an unreadable record.
    pub game: String,
    /// At which action, counted from 0; or after how many actions for views, refusals and the end.
    pub action: Option<usize>,
    /// Of what.
    pub what: Checked,
    /// What the record says.
    pub expected: String,
    /// What the referee finds.
    pub found: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        if let Some(action) = self.action {
            write!(f, ", action {action}")?;
        }
        write!(f, ": {}: expected {}, found {}", self.what, self.expected, self.found)
    }
}

/// What checking records came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many records there were.
    pub games: usize,
    /// How many actions were played.
    pub actions: usize,
    /// Every difference found.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Checks a file of records: JSON Lines. Empty lines are passed over.
    pub fn of_lines(text: &str) -> Report {
        let mut report = Report::default();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str::<Record>(line) {
                Ok(record) => report.add(&record),
                Err(error) => {
                    report.games += 1;
                    report.faults.push(Fault {
                        game: format!("line {number}"),
                        action: None,
                        what: Checked::Record,
                        expected: "a record".into(),
                        found: error.to_string(),
                    });
                }
            }
        }
        report
    }

    /// Checks one record more.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        let mut check = Check { record, faults: &mut self.faults };
        self.actions += check.run();
    }
}

impl Record {
    /// Checks all that the record states.
    pub fn check(&self) -> Report {
        let mut report = Report::default();
        report.add(self);
        report
    }
}

/// One record being checked.
struct Check<'a> {
    record: &'a Record,
    faults: &'a mut Vec<Fault>,
}

impl Check<'_> {
    /// Plays the record through; says how many actions could be played.
    fn run(&mut self) -> usize {
        let record = self.record;
        let mut game = match record.start() {
            Ok(game) => game,
            Err(fault) => {
                self.fault(None, Checked::Setup, "a game".into(), fault.to_string());
                return 0;
            }
        };
        self.check_extent();
        for (index, text) in record.actions.iter().enumerate() {
            self.check_here(&game, index);
            let before = record.trace.get(index).map(|expected| (expected, Trace::before(&game)));
            let outcome =
                match text.parse().map_err(|_| Refusal::Malformed).and_then(|action| game.apply(action)) {
                    Ok(outcome) => outcome,
                    Err(refusal) => {
                        self.fault(Some(index), Checked::Actions, text.clone(), refusal.to_string());
                        return index;
                    }
                };
            if let Some((expected, before)) = before {
                self.check_trace(index, expected, &before.after(&outcome.event(Viewer::Public)));
            }
        }
        self.check_here(&game, record.actions.len());
        self.check_end(&game);
        record.actions.len()
    }

    /// Nothing may be stated of actions that the record does not have.
    fn check_extent(&mut self) {
        let actions = self.record.actions.len();
        let traced = self.record.trace.len();
        if traced > 0 {
            self.compare(
                None,
                Checked::Record,
                &format!("{traced} trace entries"),
                &format!("{actions} trace entries"),
            );
        }
        if let Some(times) = &self.record.times {
            self.compare(None, Checked::Times, &times.len(), &actions);
        }
        let views = self.record.views.iter().map(|view| (view.after, Checked::Views));
        let refused = self.record.refused.iter().map(|refused| (refused.0, Checked::Refused));
        for (after, what) in views.chain(refused).filter(|&(after, _)| after > actions) {
            self.fault(Some(after), what, format!("{after} actions"), format!("{actions} actions"));
        }
    }

    /// What is stated of the position after `after` actions.
    fn check_here(&mut self, game: &Game, after: usize) {
        for expected in self.record.views.iter().filter(|view| view.after == after) {
            let pieces = trace::pieces(&game.view(expected.viewer));
            let hash = trace::hash(&pieces);
            let pieces = expected.pieces.is_some().then_some(pieces);
            let found = ViewCheck { after, viewer: expected.viewer, hash, pieces };
            self.compare(Some(after), Checked::Views, expected, &found);
        }
        for expected in self.record.refused.iter().filter(|refused| refused.0 == after) {
            let parsed = expected.1.parse::<Action>().map_err(|_| Refusal::Malformed);
            let found = parsed.and_then(|action| game.check(action)).err();
            let expected_text = format!("{:?} is refused as {}", expected.1, expected.2);
            let found_text = found.map_or("is accepted".into(), |refusal| format!("is refused as {refusal}"));
            if found != Some(expected.2) {
                self.fault(Some(after), Checked::Refused, expected_text, found_text);
            }
        }
    }

    fn check_trace(&mut self, index: usize, expected: &Trace, found: &Trace) {
        let at = Some(index);
        self.compare_stated(at, Checked::Turn, expected.turn.as_ref(), found.turn.as_ref());
        self.compare_stated(at, Checked::Legal, expected.legal.as_ref(), found.legal.as_ref());
        self.compare_stated(at, Checked::Hash, expected.hash.as_ref(), found.hash.as_ref());
        self.compare_stated(at, Checked::Moves, expected.moves.as_ref(), found.moves.as_ref());
        self.compare(at, Checked::Fight, &expected.fight, &found.fight);
        self.compare(at, Checked::Out, &expected.out, &found.out);
        self.compare(at, Checked::Flags, &expected.flags, &found.flags);
        self.compare(at, Checked::Scout, &expected.scout, &found.scout);
        self.compare_stated(at, Checked::Route, expected.route.as_ref(), found.route.as_ref());
    }

    fn check_end(&mut self, game: &Game) {
        let at = Some(self.record.actions.len());
        self.compare(at, Checked::Result, &self.record.result.as_ref(), &game.result());
        let next = game.turn().map(|turn| Next { turn, steps: game.steps(), quiet: game.quiet() });
        self.compare_stated(at, Checked::Next, self.record.next.as_ref(), next.as_ref());
    }

    /// Compares what may be left unsaid.
    fn compare_stated<T: PartialEq + Serialize>(
        &mut self,
        at: Option<usize>,
        what: Checked,
        expected: Option<&T>,
        found: Option<&T>,
    ) {
        if expected.is_some() {
            self.compare(at, what, &expected, &found);
        }
    }

    fn compare<T: PartialEq + Serialize>(
        &mut self,
        at: Option<usize>,
        what: Checked,
        expected: &T,
        found: &T,
    ) {
        if expected != found {
            self.fault(at, what, json(expected), json(found));
        }
    }

    fn fault(&mut self, action: Option<usize>, what: Checked, expected: String, found: String) {
        self.faults.push(Fault { game: self.record.id.clone(), action, what, expected, found });
    }
}

/// A value as the record would write it.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what records hold can be written")
}
