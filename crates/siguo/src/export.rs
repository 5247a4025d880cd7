//! `siguo export`: finished games as records, one a line.

use std::{
    io::{self, BufWriter, ErrorKind, Write},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use clap::Args;
use protocol::Millis;
use server::{Clock, Export};
use store::{Condition, ConnectOptions, Ended, Store};

use crate::settings::{Database, without_password};

/// Print the finished games that anybody could watch, as records: one JSON object a line, in the order in which they ended.
///
/// Games that were closed to spectators, or open only to those with a link or a password, are left out. A game comes no earlier than ten seconds
/// after its end. The server may run meanwhile.
#[derive(Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    database: Database,

    /// Games that ended at this moment or later, in UTC: 2026-03-01, or 2026-03-01T18:30:00Z
    #[arg(long, value_name = "TIME")]
    since: Millis,

    /// Games that ended before this moment
    #[arg(long, value_name = "TIME")]
    until: Option<Millis>,
}

pub(crate) fn run(args: ExportArgs) -> anyhow::Result<ExitCode> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(export(args))
}

async fn export(args: ExportArgs) -> anyhow::Result<ExitCode> {
    let url = &args.database.url;
    let shown = without_password(url);
    match store::examine(url).await.with_context(|| format!("failed to open {shown}"))? {
        Condition::Behind(0) => {}
        Condition::Empty => bail!("there are no games in {shown}: no server has used it"),
        Condition::Behind(_) => {
            bail!("{shown} is of an earlier version of siguo: start the server of this one first")
        }
        Condition::Ahead => bail!("{shown} is of a later version of siguo"),
    }
    let store = Store::connect(url, ConnectOptions::default()).await?;
    let now = Clock::system().now();
    let mut export = Export::new(store.clone(), Ended::before(args.since), args.until, now);
    let mut out = BufWriter::new(io::stdout().lock());
    let written = async {
        while let Some(line) = export.next().await? {
            out.write_all(line.as_bytes())?;
        }
        anyhow::Ok(out.flush()?)
    };
    let written = written.await;
    store.close().await;
    match written {
        // Whoever reads has seen enough.
        Err(err)
            if err.downcast_ref::<io::Error>().is_some_and(|err| err.kind() == ErrorKind::BrokenPipe) =>
        {
            Ok(ExitCode::SUCCESS)
        }
        written => written.map(|()| ExitCode::SUCCESS),
    }
}
