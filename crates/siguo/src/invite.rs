//! `siguo invite`: codes to register with.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use clap::Args;
use server::Clock;
use store::{Condition, ConnectOptions, Store};

use crate::settings::{Database, without_password};

/// Print fresh codes to register with, one a line. Each is worth one account on a server with `--registration invite`.
///
/// The server may run meanwhile.
#[derive(Args)]
pub(crate) struct InviteArgs {
    #[command(flatten)]
    database: Database,

    /// How many
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,

    /// Print the codes with which nobody has registered yet instead, the oldest first; none is made
    #[arg(long, conflicts_with = "count")]
    list: bool,
}

pub(crate) fn run(args: &InviteArgs) -> anyhow::Result<ExitCode> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(invite(args))
}

async fn invite(args: &InviteArgs) -> anyhow::Result<ExitCode> {
    let url = &args.database.url;
    let shown = without_password(url);
    match store::examine(url).await.with_context(|| format!("failed to open {shown}"))? {
        // Codes may be given out before the server has run for the first time.
        Condition::Behind(0) | Condition::Empty => {}
        Condition::Behind(_) => {
            bail!("{shown} is of an earlier version of siguo: start the server of this one first")
        }
        Condition::Ahead => bail!("{shown} is of a later version of siguo"),
    }
    let store = Store::connect(url, ConnectOptions::default()).await?;
    let codes = if args.list {
        store.unused_invites().await
    } else {
        let fresh = server::draw_invites(args.count);
        store.create_invites(&fresh, Clock::system().now()).await.map(|()| fresh)
    };
    store.close().await;
    let mut out = io::stdout().lock();
    for code in codes? {
        writeln!(out, "{code}")?;
    }
    Ok(ExitCode::SUCCESS)
}
