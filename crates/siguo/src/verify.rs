//! `siguo verify`: checks game records against the referee.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use rules::record::Report;

/// So many faults of a file are told one by one; a wrong file has thousands.
const TOLD_FAULTS: usize = 20;

/// Check game records against the referee: legality, fights, players out, flags, routes, views, refusals, results.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Files of records, one JSON object a line
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What checking all the files came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No fault in any of them.
    Sound,
    /// Some fault.
    Faulty,
}

/// Checks every file and tells what was found, each file in a line and its faults in lines below it. One that can't be read is
/// a fault too, and keeps no other from being checked.
pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<Verdict> {
    let mut out = io::stdout().lock();
    let mut verdict = Verdict::Sound;
    for path in &args.files {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(err) => {
                writeln!(io::stderr(), "failed to read {}: {err}", path.display())?;
                verdict = Verdict::Faulty;
                continue;
            }
        };
        let Report { games, actions, faults } = Report::of_lines(&text);
        writeln!(out, "{}: {games} games, {actions} actions, {} faults", path.display(), faults.len())?;
        for fault in faults.iter().take(TOLD_FAULTS) {
            writeln!(out, "  {fault}")?;
        }
        if faults.len() > TOLD_FAULTS {
            writeln!(out, "  and {} more", faults.len() - TOLD_FAULTS)?;
        }
        if !faults.is_empty() {
            verdict = Verdict::Faulty;
        }
    }
    Ok(verdict)
}
