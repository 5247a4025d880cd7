//! `siguo backup`: the SQLite database in one file, taken while the server runs.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::Args;

use crate::settings::{Database, without_password};

/// Write the SQLite database, as it is at this moment, into a new file. The server may run meanwhile.
///
/// The file is complete in itself: to restore it, put it in the place of the database, in a folder without the old one's files. Of PostgreSQL
/// `pg_dump` makes the backup.
#[derive(Args)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    database: Database,

    /// The file to write, which must not exist
    file: PathBuf,
}

pub(crate) fn run(args: &BackupArgs) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let url = &args.database.url;
    runtime
        .block_on(store::backup(url, &args.file))
        .with_context(|| format!("failed to back up {}", without_password(url)))?;
    Ok(ExitCode::SUCCESS)
}
