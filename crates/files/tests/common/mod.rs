//! What several tests need: the test data, and a file written by hand.
#![expect(dead_code, reason = "no test uses all of it")]

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use rules::Record;

/// A layout as text, and as the QQ client's codes.
pub(crate) const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";
pub(crate) const CODES: [u8; 30] = [
    12, 11, 12, 13, 12, //
    11, 0, 10, 0, 11, //
    7, 4, 0, 4, 7, //
    9, 0, 10, 0, 9, //
    13, 5, 6, 13, 3, //
    8, 2, 8, 3, 3,
];

/// Where the records of a `.jgs` file begin.
pub(crate) const RECORDS: usize = 0x19c;

/// A game written by hand as docs/files.md has it: a fight in which both are lost, a turn lost on time, and blue runs away.
/// With two comments.
pub(crate) fn by_hand() -> Vec<u8> {
    let records: [[u8; 10]; 4] = [
        [0x5f, 0x1b, 11, 6, 10, 5, 0, 0, 0, 0],
        [0xf5, 2, 3, 1, 2, 0, 0, 0, 0, 0],
        [0xf5, 3, 2, 6, 0xff, 0, 0, 0, 0, 0],
        [0xf5, 5, 0, 6, 0xff, 0, 0, 0, 0, 0],
    ];
    let mut file = b"QQGame JQS\0".to_vec();
    file.extend([0x5a, 0xf8, 0x0c, 0x01, 2]);
    file.extend([0x8c, 0x01, 0x8c + 40, 0x01]);
    file.extend([1, 0, 1, 0, 2, 4, 4, 0]);
    for (seat, name) in (0..).zip([[0xbc, 0xd7], [0xd2, 0xd2], [0xb1, 0xfb], [0xb6, 0xa1]]) {
        file.extend([0x11, 0x27, 0, 0, seat, 0, 0, 0, 0, 0, 0, 0]);
        file.extend(name);
        file.extend([0; 18]);
        file.extend(CODES);
        file.extend([0x77; 26]);
    }
    file.resize(RECORDS, 0);
    file.extend(records.concat());
    file.extend([0x33; 8]);
    file.extend([2, 0, 0, 0]);
    file.extend([0; 16]);
    for (number, text) in [(1u8, [0xba, 0xc3, 0xc6, 0xe5]), (4, *b"gone")] {
        file.extend([number, 0, 0, 0]);
        file.extend(text);
        file.extend([0; 208]);
    }
    file
}

/// The records of one of the project's own files.
pub(crate) fn vector(file: &str) -> Vec<Record> {
    records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(file))
}

pub(crate) fn records(file: &Path) -> Vec<Record> {
    let text = fs::read_to_string(file).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

/// A record without what is to be verified, which no other file can hold.
pub(crate) fn bare(record: &Record) -> Record {
    Record { trace: Vec::new(), views: Vec::new(), refused: Vec::new(), next: None, ..record.clone() }
}

/// The folder with the files that players have; `None`, with the reason printed, where they are not at hand.
#[expect(clippy::print_stdout, reason = "a test that skips says why")]
pub(crate) fn real() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = env::var_os("SIGUO_SHARED").map_or(beside, PathBuf::from).join("real");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: the players' files are not at {} (see SIGUO_SHARED)", folder.display());
    None
}

/// The files of a folder, by name.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|err| panic!("{}: {err}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}
