//! `siguo check-config` and what goes along with the program in a package.

mod common;

use std::{fs, path::Path, process::Output};

use common::database;
use store::{ConnectOptions, Store};

/// The program in that folder, with these settings in its environment.
fn siguo(folder: &Path, args: &[&str], settings: &[(String, String)]) -> Output {
    let mut command = common::siguo(args);
    command.envs(settings.iter().cloned()).current_dir(folder).output().expect("it runs")
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The lines of `check-config`: setting, where from, value.
fn settings(text: &str) -> Vec<[String; 3]> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let parts = |line: &str| {
        let mut parts = line.splitn(3, char::is_whitespace).map(str::to_owned);
        let name = parts.next().expect("a name");
        let rest = line[name.len()..].trim_start();
        let (from, value) = rest.split_at(11.min(rest.len()));
        [name, from.trim().to_owned(), value.trim().to_owned()]
    };
    lines.map(parts).collect()
}

#[test]
fn the_sample_has_every_setting_with_its_default_and_what_it_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = printed(&siguo(folder.path(), &["sample-config"], &[]));
    let help = printed(&siguo(folder.path(), &["serve", "--help"], &[]));
    let mut variables: Vec<&str> = Vec::new();
    let mut given: Vec<(String, String)> = Vec::new();
    for block in sample.split("\n\n").skip(1) {
        let (words, assignment) = block.trim_end().rsplit_once('\n').expect("words, then the setting");
        assert!(words.lines().all(|line| line.starts_with('#')) && words.len() > 20, "{block}");
        let (variable, default) =
            assignment.strip_prefix('#').and_then(|set| set.split_once('=')).expect("NAME=VALUE");
        assert!(help.contains(&format!("[env: {variable}")), "{variable}");
        variables.push(variable);
        if !default.is_empty() {
            given.push((variable.to_owned(), default.to_owned()));
        }
    }
    assert_eq!(help.matches("[env: ").count(), variables.len(), "every setting of `serve` is in the sample");
    let readme =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).expect("the README");
    for variable in &variables {
        assert!(readme.contains(&format!("`{variable}`")), "the README does not tell of {variable}");
    }

    let by_default = settings(&printed(&siguo(folder.path(), &["check-config"], &[])));
    let by_sample = settings(&printed(&siguo(folder.path(), &["check-config"], &given)));
    assert_eq!(by_default.len(), variables.len());
    for (default, sample) in by_default.iter().zip(&by_sample) {
        assert_eq!((&default[0], &default[2]), (&sample[0], &sample[2]), "the sample gives the default");
        let expected =
            if default[2].is_empty() { ("not set", "not set") } else { ("default", "environment") };
        assert_eq!((default[1].as_str(), sample[1].as_str()), expected, "{default:?}");
    }
}

#[test]
fn what_is_set_is_said_and_secrets_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = [("SIGUO_TURN_SECONDS".to_owned(), "45".to_owned())];
    let said = printed(&siguo(
        folder.path(),
        &["check-config", "--listen", "127.0.0.2:4080", "--limits", "login=off"],
        &set,
    ));
    let listed = settings(&said);
    let find = |name: &str| listed.iter().find(|setting| setting[0] == name).expect("listed").clone();
    assert_eq!(find("listen")[1..], ["flag", "127.0.0.2:4080"]);
    assert_eq!(find("turn-seconds")[1..], ["environment", "45"]);
    assert_eq!(find("limits")[1..], ["flag", "login=off"]);
    assert!(said.ends_with("The database is empty; siguo serve makes its tables.\n"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing was made");

    let secret = [("SIGUO_DATABASE".to_owned(), "postgres://siguo:s3cret@127.0.0.1:1/siguo".to_owned())];
    let output = siguo(folder.path(), &["check-config"], &secret);
    let all =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success() && !all.contains("s3cret"), "{all}");
    assert!(all.contains("Error: --database postgres://siguo@127.0.0.1:1/siguo"), "{all}");
}

#[tokio::test]
async fn the_state_of_the_database_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(folder.path());
    let check = || siguo(folder.path(), &["check-config", "--database", &url], &[]);
    Store::connect(&url, ConnectOptions::default()).await.expect("a database").close().await;
    assert!(printed(&check()).ends_with("The database is up to date.\n"));

    let store = Store::connect(&url, ConnectOptions::default()).await.expect("a database");
    let Store::Sqlite { writer, .. } = &store else { panic!("asked for SQLite") };
    let later = "update _sqlx_migrations set version = 99999 where version = 1";
    sqlx::query(later).execute(writer).await.expect("changed");
    store.close().await;
    let refused = check();
    assert!(!refused.status.success());
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(why.contains("its tables are of a later version of siguo"), "{why}");
}

#[test]
fn an_address_in_use_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address").to_string();
    for flag in ["--listen", "--metrics-listen"] {
        let said = printed(&siguo(folder.path(), &["check-config", flag, &address], &[]));
        assert!(said.contains(&format!("{flag} {address} is in use now")), "{said}");
    }
    drop(taken);
    let said = printed(&siguo(folder.path(), &["check-config", "--listen", &address], &[]));
    assert!(!said.contains("in use"), "{said}");
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, named) in [
        (["--listen", "nowhere"], "--listen <ADDRESS>"),
        // An address for documentation: no machine has it.
        (["--listen", "192.0.2.1:0"], "--listen 192.0.2.1:0"),
        (["--metrics-listen", "192.0.2.1:0"], "--metrics-listen 192.0.2.1:0"),
        (["--turn-seconds", "0"], "--turn-seconds <SECONDS>"),
        (["--public-url", "siguo.example"], "expected scheme and host alone"),
        (["--trusted-proxy", "x forwarded"], "--trusted-proxy <HEADER>"),
        (["--trusted-proxy", "Forwarded"], "have the proxy send x-forwarded-for instead"),
        (["--proxies", "10.0.0.0/8"], "--trusted-proxy <HEADER>"),
        (["--proxies", "proxy.example"], "--proxies <NETWORKS>"),
        (["--limits", "logins=1/1"], "`logins=1/1` names no limit"),
        (["--limits", "login=1"], "expected BURST/SECONDS"),
        (["--log", "=nonsense="], "--log =nonsense="),
        (["--log-format", "xml"], "[possible values: text, json]"),
        (["--database", "mysql://x"], "unknown database scheme `mysql`"),
        (["--database", "sqlite::memory:"], "a database in memory keeps nothing"),
    ] {
        let output = siguo(folder.path(), &["check-config", args[0], args[1]], &[]);
        assert!(!output.status.success(), "{args:?}");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(why.contains(named), "{args:?}: {why}");
    }
}

#[test]
fn completions_and_manual_pages_are_made() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&siguo(folder.path(), &["completions", shell], &[]));
        for word in ["check-config", "trusted-proxy"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    printed(&siguo(folder.path(), &["man", "."], &[]));
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    assert!(page("siguo.1").contains("siguo\\-serve(1)"));
    assert!(page("siguo-serve.1").contains("SIGUO_TRUSTED_PROXY"));
    assert!(!siguo(folder.path(), &["man", "missing"], &[]).status.success());
}

#[tokio::test]
async fn codes_to_register_with_are_made_and_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(folder.path());
    let invite = |args: &[&str]| siguo(folder.path(), &[&["invite", "--database", &url], args].concat(), &[]);
    let lines = |output: &Output| -> Vec<String> { printed(output).lines().map(str::to_owned).collect() };
    // Before the server has ever run.
    let one = lines(&invite(&[]));
    assert_eq!((one.len(), one[0].len()), (1, 19));
    let more = lines(&invite(&["--count", "3"]));
    let mut listed = lines(&invite(&["--list"]));
    listed.sort();
    let mut all = [one, more].concat();
    all.sort();
    all.dedup();
    assert_eq!((listed, all.len()), (all.clone(), 4), "none is made by looking");
    for wrong in [&["--count", "0"][..], &["--list", "--count", "2"]] {
        assert_eq!(invite(wrong).status.code(), Some(2), "{wrong:?}");
    }

    let store = Store::connect(&url, ConnectOptions::default()).await.expect("a database");
    let Store::Sqlite { writer, .. } = &store else { panic!("asked for SQLite") };
    sqlx::query("delete from _sqlx_migrations where version > 1").execute(writer).await.expect("changed");
    store.close().await;
    let earlier = invite(&[]);
    assert!(!earlier.status.success());
    assert!(String::from_utf8_lossy(&earlier.stderr).contains("of an earlier version"), "{earlier:?}");
}
