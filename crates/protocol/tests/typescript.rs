//! The TypeScript types in `web/src/api/types` and the reference in `docs/protocol.md` are generated from the Rust types.
//! With `SIGUO_BLESS=1` this test writes them; without, it fails where they differ.

use std::{collections::BTreeMap, env, fs, path::PathBuf};

use protocol::{
    ClientFrame, Company, Credentials, ExpandedGame, Farewell, FoundPlayers, GamePage, LadderSettings,
    Leaderboard, Live, Marks, Me, MySettings, NewLayout, Outcome, PasswordChange, People, PlayedGames,
    PlayerPage, Problem, Registration, SavedLayouts, ScoreHistory, ServerFrame, Sessions, Site, Token,
};
use ts_rs::{Config, TS};

const BEGIN: &str = "<!-- types: generated, do not edit below -->\n";

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn bless() -> bool {
    env::var_os("SIGUO_BLESS").is_some()
}

/// Every generated file by name.
fn generated() -> BTreeMap<String, String> {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let config = Config::new().with_out_dir(dir.path()).with_large_int("number");
    macro_rules! export {
        ($($root:ty),* $(,)?) => { $(<$root>::export_all(&config).expect("exported");)* };
    }
    export![
        ClientFrame,
        ServerFrame,
        Company,
        Credentials,
        ExpandedGame,
        Farewell,
        FoundPlayers,
        GamePage,
        LadderSettings,
        Leaderboard,
        Live,
        Marks,
        Me,
        MySettings,
        NewLayout,
        Outcome,
        PasswordChange,
        People,
        PlayedGames,
        PlayerPage,
        Problem,
        Registration,
        SavedLayouts,
        ScoreHistory,
        Sessions,
        Site,
        Token,
    ];
    let mut files: BTreeMap<String, String> = fs::read_dir(dir.path())
        .expect("the folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("text"))
        })
        .collect();
    let index: String = files.keys().map(|name| name.trim_end_matches(".ts")).fold(
        "// Generated from the Rust types; see crates/protocol/tests/typescript.rs.\n".to_owned(),
        |index, name| index + &format!("export type {{ {name} }} from \"./{name}\";\n"),
    );
    files.insert("index.ts".to_owned(), index);
    files
}

#[test]
fn typescript_is_fresh() {
    let dir = repository().join("web/src/api/types");
    let files = generated();
    if bless() {
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("the folder");
        for (name, text) in &files {
            fs::write(dir.join(name), text).expect("written");
        }
    }
    for (name, text) in &files {
        let found = fs::read_to_string(dir.join(name)).unwrap_or_default();
        assert!(found == *text, "web/src/api/types/{name} is stale: run `make generate`");
    }
    let count = fs::read_dir(&dir).expect("the folder").count();
    assert_eq!(count, files.len(), "web/src/api/types has files of types that are gone: run `make generate`");
}

#[test]
fn the_document_lists_every_message_as_it_is() {
    let path = repository().join("docs/protocol.md");
    let document = fs::read_to_string(&path).expect("docs/protocol.md");
    let (words, found) = document.split_once(BEGIN).expect("the marker in docs/protocol.md");
    let mut reference = String::from("\n```ts\n");
    for (name, text) in generated() {
        if name != "index.ts" {
            let declaration =
                text.lines().filter(|line| !line.starts_with("import ") && !line.starts_with("// This file"));
            for line in declaration.skip_while(|line| line.is_empty()) {
                reference += line.trim_end();
                reference.push('\n');
            }
            reference.push('\n');
        }
    }
    reference.truncate(reference.trim_end().len());
    reference += "\n```\n";
    if bless() {
        fs::write(&path, format!("{words}{BEGIN}{reference}")).expect("written");
    } else {
        assert!(found == reference, "the reference in docs/protocol.md is stale: run `make generate`");
    }
}
