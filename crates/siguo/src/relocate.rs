//! `siguo move`: everything from SQLite to PostgreSQL, or back.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Args;

use crate::settings::without_password;

/// Move everything from SQLite to PostgreSQL, or back: accounts, logins, games that run, finished ones, the ladder.
///
/// Stop the server first. The target must be empty and gets all or nothing; the source stays as it is. What was written is read again and compared
/// before it is kept. A password need not stand in a URL: PGPASSWORD and ~/.pgpass are read.
#[derive(Args)]
pub(crate) struct MoveArgs {
    /// The database to read: `sqlite:FILE` or `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(long, value_name = "URL")]
    from: String,

    /// The empty database to write
    #[arg(long, value_name = "URL")]
    to: String,
}

pub(crate) fn run(args: &MoveArgs) -> anyhow::Result<ExitCode> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(relocate(args))
}

async fn relocate(args: &MoveArgs) -> anyhow::Result<ExitCode> {
    let (from, to) = (without_password(&args.from), without_password(&args.to));
    let moved = store::move_all(&args.from, &args.to)
        .await
        .with_context(|| format!("failed to move {from} to {to}"))?;
    let mut out = io::stdout().lock();
    for table in &moved {
        writeln!(out, "{:<17} {:>10} rows  {}", table.table, table.rows, table.checksum)?;
    }
    let rows: u64 = moved.iter().map(|table| table.rows).sum();
    writeln!(out, "{rows} rows are in {to} now, compared one by one; {from} is as it was.")?;
    Ok(ExitCode::SUCCESS)
}
