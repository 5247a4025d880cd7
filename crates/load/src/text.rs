//! The report as an operator reads it.

use std::fmt::Write as _;

use crate::{Percentiles, Report, Use, Wait};

/// The report as a table, with all times in milliseconds.
pub fn table(report: &Report) -> String {
    let mut out = String::new();
    // Writing into a string can't fail.
    let _written = write(&mut out, report);
    out
}

fn write(out: &mut String, report: &Report) -> std::fmt::Result {
    let Report { plan, moves, games, checks, cuts, bytes, latency, .. } = report;
    let early = if report.stopped_early { ", stopped early" } else { "" };
    writeln!(
        out,
        "{} rooms of {} players and {} spectators, {} idle sockets, thinking {} ms; measured for {:.1} s{early}; seed {}",
        plan.rooms,
        u8::from(plan.players),
        plan.spectators,
        plan.idle,
        plan.think_ms,
        report.seconds,
        plan.seed
    )?;
    writeln!(out, "\nmoves      {} acknowledged, {:.1} a second", moves.acknowledged, moves.per_second)?;
    if moves.unanswered > 0 {
        writeln!(out, "           {} without an answer, in no percentile below", moves.unanswered)?;
    }
    writeln!(out, "games      {} begun, {} finished", games.begun, games.finished)?;
    writeln!(
        out,
        "checked    {} games, {} frames, {} snapshots against their events: {} faults",
        checks.games, checks.frames, checks.snapshots, checks.faults
    )?;
    writeln!(
        out,
        "cut        {} sockets, {} with a move in flight; {} came back",
        cuts.cut, cuts.in_flight, cuts.returned
    )?;
    writeln!(
        out,
        "bytes      {} sent in {} frames, {} received in {}",
        bytes.sent, bytes.frames_sent, bytes.received, bytes.frames_received
    )?;

    writeln!(out, "\nmilliseconds                       count       p50       p99     p99.9       max")?;
    wait(out, "acknowledged", &latency.acknowledged)?;
    wait(out, "at other seats", &latency.at_seats)?;
    if plan.spectators > 0 {
        wait(out, "at spectators", &latency.at_spectators)?;
    }
    if latency.coming_back.count > 0 {
        row(out, "coming back", &latency.coming_back)?;
    }
    row(out, "siguo load's own timer, late by", &latency.own_lateness)?;
    writeln!(
        out,
        "from due: from when the move was to be sent, so that a client that is held up counts the waiting"
    )?;

    writeln!(out, "\nused                 cores  busiest thread  may use   MB mean    MB max")?;
    for (name, used) in [
        ("server", &report.processes.server),
        ("database", &report.processes.database),
        ("siguo load", &report.processes.load),
    ] {
        process(out, name, used.as_ref())?;
    }
    if let Some(machine) = report.machine {
        let (busy, waiting) = (machine.busy * 100.0, machine.waiting_for_disk * 100.0);
        writeln!(
            out,
            "the machine was busy {busy:.0} % of the time, and {waiting:.0} % idle but for a disk"
        )?;
    }
    let who = serde_json::to_value(report.limit.who).unwrap_or_default();
    writeln!(out, "limit      {}: {}", who.as_str().unwrap_or_default(), report.limit.why)?;

    counts(out, report)?;
    for found in &checks.found {
        let game = found.game.map_or_else(|| "none".to_owned(), |game| game.to_string());
        writeln!(
            out,
            "FAULT      room {} game {game} after event {} as {} sees it: {}",
            found.room, found.no, found.viewer, found.fault
        )?;
    }
    Ok(())
}

fn wait(out: &mut String, name: &str, wait: &Wait) -> std::fmt::Result {
    row(out, &format!("{name}, from sending"), &wait.from_sending)?;
    row(out, &format!("{name}, from due"), &wait.from_intended)
}

fn row(out: &mut String, name: &str, times: &Percentiles) -> std::fmt::Result {
    write!(out, "{name:<31}{:>9}", times.count)?;
    for us in [times.p50_us, times.p99_us, times.p999_us, times.max_us] {
        write!(out, "{:>6}.{:03}", us / 1000, us % 1000)?;
    }
    writeln!(out)
}

fn process(out: &mut String, name: &str, used: Option<&Use>) -> std::fmt::Result {
    let Some(used) = used else { return writeln!(out, "{name:<19}      –") };
    writeln!(
        out,
        "{name:<19}{:>7.2}{:>16.2}{:>9}{:>10.1}{:>10.1}",
        used.cores, used.busiest_thread, used.allowed_cores, used.memory_mean_mb, used.memory_max_mb
    )
}

fn counts(out: &mut String, report: &Report) -> std::fmt::Result {
    for (title, counts) in [("refused", &report.refusals), ("lost", &report.losses)] {
        for (name, count) in counts {
            writeln!(out, "{title:<11}{count} × {name}")?;
            if let Some(remedy) = report.remedies.get(name) {
                writeln!(out, "           start the server with `{remedy}`, or the limit is measured")?;
            }
        }
    }
    Ok(())
}
