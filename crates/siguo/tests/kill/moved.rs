//! All is moved to the other kind of database while games run: they go on there, and all that was told is told again.

use std::{collections::BTreeMap, fs, sync::Arc};

use protocol::{Account, Credentials, Token};
use rand::RngExt;
use serde_json::{Value, json};

use crate::{
    check, client::Table, database::Database, dice, modes, process::Siguo, stage::Stage, table::Tables,
};

/// A ranked game is finished, others run and one is arranged; the people play on after the move.
pub(crate) async fn moved(from: Database, to: Database) {
    let mut dice = dice();
    let mut siguo = Siguo::new(&from);
    let first = Arc::new(Stage::new(siguo.address()));
    siguo.start(&first);
    let mut ranked = Tables::new(Arc::clone(&first), dice.random());
    ranked.players(4).await;
    ranked.unless_one_fails(first.settled(4)).await;
    first.finish();
    let finished = ranked.logs().await;
    let club = Club::open(&siguo).await;

    let stage = Arc::new(Stage::new(siguo.address()));
    stage.starts();
    let mut tables = Tables::new(Arc::clone(&stage), dice.random());
    let mut people = tables.guests(Table::Arranging).await;
    for (_, rules) in modes::MODES {
        people += tables.guests(Table::Playing(rules)).await;
    }
    tables.unless_one_fails(stage.settled(people)).await;
    tables.unless_one_fails(stage.moves(people)).await;
    let told = club.ask(&siguo, &finished).await;
    assert!(siguo.moves(&to).await.contains("stop it first"), "not while it runs");
    assert_eq!(siguo.terminate(&stage).await, Some(0));

    let before = file_of(&from);
    assert_eq!(siguo.moves(&to).await, "");
    assert_eq!(file_of(&from), before, "the source is as it was");
    assert!(siguo.moves(&to).await.contains("the target is not empty"), "only once");
    siguo.lives_on(&to);
    siguo.start(&stage);
    tables.unless_one_fails(stage.moves(people)).await;
    for (path, (before, now)) in paired(told, club.ask(&siguo, &finished).await) {
        assert_eq!(before, now, "{path}");
    }
    stage.finish();
    let mut logs = tables.logs().await;
    logs.extend(finished);
    let findings = check::all(&siguo, &logs).await;
    assert!(findings.ranked > 0 && findings.games > modes::MODES.len(), "{findings:?}");
    assert_eq!(siguo.terminate(&stage).await, Some(0));
}

/// What a SQLite file holds; it has been closed, so there is no other.
fn file_of(database: &Database) -> Option<Vec<u8>> {
    Some(fs::read(database.url().strip_prefix("sqlite:")?).expect("the file"))
}

fn paired<T>(one: BTreeMap<String, T>, mut other: BTreeMap<String, T>) -> Vec<(String, (T, T))> {
    assert!(!one.is_empty() && one.len() == other.len());
    one.into_iter()
        .map(|(path, before)| {
            let now = other.remove(&path).expect("the same is asked");
            (path, (before, now))
        })
        .collect()
}

/// Two who play nothing, and use what else there is.
struct Club {
    http: reqwest::Client,
    member: Token,
    other: Account,
}

impl Club {
    async fn open(siguo: &Siguo) -> Club {
        let http = reqwest::Client::new();
        let enter = async |name: &str| -> Token {
            let body = Credentials { name: name.to_owned(), password: "correct horse battery".to_owned() };
            let url = format!("http://{}/api/v1/register", siguo.address());
            let request = http.post(url).header("x-forwarded-for", "10.9.9.9").json(&body);
            let answer = request.send().await.expect("an answer").error_for_status().expect("let in");
            answer.json().await.expect("a token")
        };
        let (member, other) = (enter("石头").await, enter("Anna").await.account);
        let club = Club { http, member, other };
        let layout = "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";
        club.put(siguo, "me/layouts/我的", &json!({ "layout": layout, "preferred": true })).await;
        club.put(siguo, &format!("me/following/{}", club.other.id), &json!({})).await;
        club.put(siguo, &format!("me/blocked/{}", club.other.id), &json!({})).await;
        club
    }

    async fn put(&self, siguo: &Siguo, path: &str, body: &Value) {
        let url = format!("http://{}/api/v1/{path}", siguo.address());
        let request = self.http.put(url).bearer_auth(&self.member.token).json(body);
        request.send().await.expect("an answer").error_for_status().expect("done");
    }

    /// What the program tells, by what it was asked.
    async fn ask(&self, siguo: &Siguo, finished: &[crate::log::Log]) -> BTreeMap<String, String> {
        let mut paths: Vec<String> =
            ["me", "me/layouts", "me/people", "leaderboard", "site", "ladder"].map(str::to_owned).into();
        for log in finished {
            let id = log.account;
            paths.extend(["", "/games", "/scores", "/company"].map(|of| format!("players/{id}{of}")));
            for game in log.games.keys() {
                paths.extend(["", "/record", "/replay"].map(|of| format!("games/{game}{of}")));
            }
        }
        let mut told = BTreeMap::new();
        for path in paths {
            let url = format!("http://{}/api/v1/{path}", siguo.address());
            let answer = self.http.get(url).bearer_auth(&self.member.token).send().await.expect("an answer");
            let answer = answer.error_for_status().unwrap_or_else(|err| panic!("{path}: {err}"));
            told.insert(path, answer.text().await.expect("a body"));
        }
        told
    }
}
