//! `siguo check-config`: what `siguo serve` would use, and whether it could.

use std::{
    io::{self, Write},
    net::TcpListener,
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

/// Shows each setting, looks into the database and tries the addresses to listen on. Fails, with what is wrong on the standard error,
/// where `serve` would; but an address in use is only told, for it may be the earlier version's that is still serving.
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
    let listen = [("--listen", Some(settings.listen)), ("--metrics-listen", settings.metrics_listen)];
    let mut in_use = Vec::new();
    for (flag, address) in listen {
        let Some(address) = address else { continue };
        match TcpListener::bind(address) {
            Ok(_released) => {}
            Err(err) if err.kind() == io::ErrorKind::AddrInUse => in_use.push((flag, address)),
            Err(err) => return Err(err).with_context(|| format!("{flag} {address}")),
        }
    }
    writeln!(out)?;
    for (flag, address) in in_use {
        writeln!(out, "{flag} {address} is in use now: siguo serve needs it free.")?;
    }
    writeln!(out, "The database is {said}.")?;
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
