use std::{
    ffi::OsString,
    fs::{File, OpenOptions, remove_file, rename},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf, absolute},
};

use sqlx::{Connection as _, SqliteConnection};

use crate::{
    Condition, StoreError,
    connect::{Scheme, sqlite_file},
    examine,
};

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// PostgreSQL has its own tool.
    #[error("this is for SQLite: PostgreSQL's own pg_dump makes the backup of a PostgreSQL database")]
    NotSqlite,
    /// There is nothing to keep.
    #[error("there is nothing in the database: no server has used it")]
    Empty,
    /// A backup is not written over another one.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// What was written can't be read.
    #[error("the backup is damaged: {0}")]
    Damaged(String),
    /// The file can't be written.
    #[error("write {0}")]
    File(PathBuf, #[source] std::io::Error),
    /// The database can't be read, or there is no room for the backup.
    #[error("copy the database")]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(err: sqlx::Error) -> BackupError {
        BackupError::Store(err.into())
    }
}

/// Writes a SQLite database as it is at this moment into one new file, which is on the disk, and has been looked through, when this
/// returns. A server may go on using the database, and does not wait.
pub async fn backup(url: &str, to: &Path) -> Result<(), BackupError> {
    let Scheme::Sqlite = Scheme::of(url)? else { return Err(BackupError::NotSqlite) };
    if examine(url).await? == Condition::Empty {
        return Err(BackupError::Empty);
    }
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    // Under its name there is never half of a backup.
    let part = PathBuf::from([to.as_os_str(), ".part".as_ref()].into_iter().collect::<OsString>());
    // Nobody has laid it there: what is a link, or may be read by others, would be written to all the same.
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part);
    made.map_err(|err| BackupError::File(part.clone(), err))?;
    let written = write(url, &part).await;
    if written.is_err() {
        // Where the disk is full, nothing may stay.
        let _missing = remove_file(&part);
        return written;
    }
    rename(&part, to).map_err(|err| BackupError::File(to.to_owned(), err))?;
    let folder = to.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|err| BackupError::File(to.to_owned(), err))
}

/// Writes the copy, looks through it, and sees to it that it is on the disk.
async fn write(url: &str, part: &Path) -> Result<(), BackupError> {
    let at = |err| BackupError::File(part.to_owned(), err);
    // A name that SQLite can't take for anything else: an address, or one in another encoding.
    let whole = absolute(part).map_err(at)?;
    let other_name = || at(io::Error::new(io::ErrorKind::InvalidFilename, "the name is not UTF-8"));
    let name = whole.to_str().ok_or_else(other_name)?;
    let mut db = SqliteConnection::connect_with(&sqlite_file(url)?.read_only(true)).await?;
    sqlx::query("vacuum into $1").bind(name).execute(&mut db).await?;
    db.close().await?;
    check(&whole).await?;
    File::open(part).and_then(|file| file.sync_all()).map_err(at)
}

async fn check(file: &Path) -> Result<(), BackupError> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
    let mut db = SqliteConnection::connect_with(&options).await?;
    let found: Vec<String> = sqlx::query_scalar("pragma quick_check").fetch_all(&mut db).await?;
    let tables: i64 = sqlx::query_scalar("select count(*) from sqlite_schema").fetch_one(&mut db).await?;
    db.close().await?;
    if found == ["ok"] && tables > 0 { Ok(()) } else { Err(BackupError::Damaged(found.join("; "))) }
}
