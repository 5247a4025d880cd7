//! Writes what a file tells of a game.

use rules::{Deployment, EndReason, Record, RuleSet, record::Expanded};

use super::{
    NOBODY, QUIET_LIMIT, RULES, comments,
    frame::Frame,
    header::{Header, MOST_RECORDS},
    tell::Teller,
};
use crate::Unfit;

/// Writes a record as a `.jgs` file, if it fits.
///
/// The seats are turned so that the first mover sits where files have him. Times, scores and all that is known of players but
/// their names are lost.
pub fn write(record: &Record) -> Result<Vec<u8>, Unfit> {
    check_rules(&record.rules)?;
    if record.actions.len() > MOST_RECORDS {
        return Err(Unfit::TooLong(record.actions.len()));
    }
    let layouts = match record.start()?.deployment() {
        Deployment::Arranged(layouts) => layouts.map(|_, layout| layout.expect("four players have layouts")),
        Deployment::Shuffled(_) => return Err(Unfit::Rules("setup")),
    };
    let Expanded { events, result, .. } = record.expand()?;
    if result != record.result {
        return Err(Unfit::Result);
    }
    match result.as_ref().map(|result| result.reason) {
        Some(EndReason::Aborted) => return Err(Unfit::Aborted),
        Some(EndReason::Quiet) if record.rules.quiet_limit != QUIET_LIMIT => {
            return Err(Unfit::Quiet(record.rules.quiet_limit));
        }
        Some(_) | None => {}
    }

    let frame = Frame::beginning_with(record.first);
    let mut teller = Teller::new(frame, record.first);
    let mut records = Vec::with_capacity(events.len());
    // How many actions the first n records tell.
    let mut told_by = vec![0];
    for (action, event) in (1..).zip(&events) {
        let told = teller.tell(event);
        told_by.resize(told_by.len() + told.len(), action);
        records.extend(told);
    }
    if records.len() > MOST_RECORDS {
        return Err(Unfit::TooLong(records.len()));
    }
    let won = result.is_some_and(|result| !result.winner.is_empty());
    let to_move = if won { NOBODY } else { teller.turn() };
    let header = Header { records: records.len(), to_move, layouts, players: record.players.clone() };
    let header = header.write(frame).map_err(|(seat, fault)| Unfit::Name(seat, fault))?;
    let tail = comments::write(&record.comments, &told_by)?;
    Ok([header, records.concat(), tail].concat())
}

/// Only the quiet limit may differ from the file's.
fn check_rules(rules: &RuleSet) -> Result<(), Unfit> {
    let quiet_limit =
        if rules.quiet_limit == RuleSet::DEFAULT.quiet_limit { QUIET_LIMIT } else { rules.quiet_limit };
    match (RuleSet { quiet_limit, ..*rules }).difference(&RULES) {
        Some(name) => Err(Unfit::Rules(name)),
        None => Ok(()),
    }
}
