//! `siguo check-config`: what `siguo serve` would use, and whether it could.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{ArgMatches, CommandFactory as _, parser::ValueSource};
use store::Condition;
use tracing_subscriber::EnvFilter;

use crate::{
    Cli,
    settings::{Settings, without_password},
};

/// Shows each setting and looks into the database. Fails, with what is wrong on the standard error, where `serve` would.
pub(crate) fn run(settings: &Settings, given: &ArgMatches) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    list(&mut out, given)?;
    EnvFilter::try_new(&settings.log).with_context(|| format!("--log {}", settings.log))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let url = &settings.database.url;
    let condition = runtime
        .block_on(store::examine(url))
        .with_context(|| format!("--database {}", without_password(url)))?;
    let said = match condition {
        Condition::Empty => "empty; siguo serve makes its tables".to_owned(),
        Condition::Behind(0) => "up to date".to_owned(),
        Condition::Behind(changes) => {
            format!("of an earlier version; siguo serve makes {changes} changes to its tables")
        }
        Condition::Ahead => {
            anyhow::bail!("--database {}: its tables are of a later version of siguo", without_password(url))
        }
    };
    writeln!(out, "\nThe database is {said}.")?;
    Ok(ExitCode::SUCCESS)
}

/// Every setting with its value and where that comes from.
fn list(out: &mut impl Write, given: &ArgMatches) -> io::Result<()> {
    let program = Cli::command();
    let serve = program.find_subcommand("serve").expect("it is one of ours");
    for setting in serve.get_arguments().filter(|setting| setting.get_env().is_some()) {
        let id = setting.get_id().as_str();
        let values = given.get_raw(id).into_iter().flatten().map(|value| value.to_string_lossy());
        let values: Vec<String> = values.map(|value| without_password(&value)).collect();
        let from = match given.value_source(id) {
            Some(ValueSource::CommandLine) => "flag",
            Some(ValueSource::EnvVariable) => "environment",
            Some(_) => "default",
            None => "not set",
        };
        let name = setting.get_long().unwrap_or(id);
        writeln!(out, "{name:<23} {:<11} {}", from, values.join(","))?;
    }
    Ok(())
}
