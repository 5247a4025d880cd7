//! Both databases have the same tables, columns and indexes, in files of the same names.

use std::{collections::BTreeMap, fs, path::Path};

/// Each migration of a database by its file's name: what every line names, without the types that differ.
fn migrations(database: &str) -> BTreeMap<String, Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(database);
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            (name, text.lines().filter(|line| !line.trim_start().starts_with("--")).map(named).collect())
        })
        .collect()
}

/// The whole line where it makes a table or an index, the first word where it is a column's.
fn named(line: &str) -> String {
    let whole =
        ["create ", "check ", "primary key "].iter().any(|start| line.trim_start().starts_with(start));
    if whole { line.to_owned() } else { line.split_whitespace().next().unwrap_or_default().to_owned() }
}

#[test]
fn both_databases_have_the_same_tables() {
    let (postgres, sqlite) = (migrations("postgres"), migrations("sqlite"));
    assert!(!postgres.is_empty());
    for (name, lines) in &postgres {
        // `) strict;` here, `);` there.
        let tidy = |lines: &[String]| -> Vec<String> {
            lines.iter().map(|line| line.replace(");", ")").trim_end_matches(';').to_owned()).collect()
        };
        assert_eq!(tidy(lines), tidy(&sqlite[name]), "{name}");
    }
    assert_eq!(postgres.len(), sqlite.len());
}
