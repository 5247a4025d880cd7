//! A game of each file of `vectors/` is played in a room: by those who sat there, with the refusals that the file names, and its
//! record is told as it was.

use std::collections::BTreeSet;

use crate::common::{
    Client, Database, TestServer,
    client::Model,
    read,
    recorded::{self, act, actions, sees_rightly, vector},
    table::{self, on_seat},
};
use protocol::{Command, ErrorBody, ExpandedGame};
use reqwest::StatusCode;
use rules::{
    Action, Corner, Game, Hindrance, MineRule, Order, Players, Record, Refusal, RuleSet, record::Refused,
};
use server::{Clock, Hand};

const FOUR: [(&str, &str); 12] = [
    ("bombs4", "bombs4-0003"),
    ("clockwise4", "clockwise4-0000"),
    ("dark4", "dark4-0026"),
    ("edges-four", "edges-four-2026-0003"),
    ("edges-four", "edges-four-2026-0036"),
    ("full", "dark4-0001"),
    ("hq-exit4", "hq-exit4-0002"),
    ("mines-both4", "mines-both4-0004"),
    ("no-timeout-limit4", "no-timeout-limit4-0003"),
    ("one-turn4", "one-turn4-0004"),
    ("partners4", "partners4-0001"),
    ("scouts4", "scouts4-0001"),
];

/// Takes a house rule out of a rule set.
type Without = fn(&mut RuleSet);

/// A game of each house rule, and the rule set without it: by that the game would have gone another way.
const HOUSE_RULES: [(&str, &str, Without); 8] = [
    ("clockwise4", "clockwise4-0000", |rules| rules.order = Order::CounterClockwise),
    ("mines-both4", "mines-both4-0004", |rules| rules.mine = MineRule::Stays),
    ("one-turn4", "one-turn4-0004", |rules| rules.corner = Corner::Straight),
    ("scouts4", "scouts4-0001", |rules| rules.engineer_scouts = false),
    ("bombs4", "bombs4-0003", |rules| rules.bombs_fly = false),
    ("bombs4", "bombs4-0003", |rules| rules.bombs_front_row = false),
    ("hq-exit4", "hq-exit4-0002", |rules| rules.hq_exit = false),
    ("limits", "limits-10", |rules| rules.step_limit = 0),
];

const TWO: [(&str, &str); 6] = [
    ("classic2", "classic2-0002"),
    ("classic2", "classic2-0005"),
    ("classic-open2", "classic-open2-0005"),
    ("dark2", "dark2-0000"),
    ("limits", "limits-10"),
    ("open2", "open2-0001"),
];

const FLIP: [(&str, &str); 5] = [
    ("edges-flip", "edges-flip-2026-0026"),
    ("edges-flip", "edges-flip-2026-0035"),
    ("flip2", "flip2-0000"),
    ("flip2", "flip2-0005"),
    ("limits", "limits-19"),
];

#[tokio::test(flavor = "multi_thread")]
async fn games_of_four_go_as_recorded() {
    arranged(&FOUR).await;
}

#[test]
fn without_its_house_rule_a_game_would_have_gone_otherwise() {
    for (file, id, without) in HOUSE_RULES {
        let mut record = vector(&format!("{file}.jsonl"), id);
        let played = FOUR.iter().chain(&TWO).any(|game| *game == (file, id));
        assert!(played && record.check().faults.is_empty(), "{id}");
        without(&mut record.rules);
        assert!(!record.check().faults.is_empty(), "{id} by {:?}", record.rules);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_two_go_as_recorded() {
    arranged(&TWO).await;
}

async fn arranged(games: &[(&str, &str)]) {
    let (server, hand) = TestServer::start_by_hand().await;
    for record in games.iter().map(|(file, id)| vector(&format!("{file}.jsonl"), id)) {
        let (_, clients, game) = recorded::begin(&server, &record).await;
        play(&server, &hand, &record, clients, game).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_limit_of_lost_turns_they_put_nobody_out() {
    let mut record = vector("no-timeout-limit4.jsonl", "no-timeout-limit4-0003");
    (record.trace, record.views) = (Vec::new(), Vec::new());
    record.actions = vec!["timeout".to_owned(); 24];
    record.actions.push("flee red".to_owned());
    record.result = record.replay().expect("it can go so").result().cloned();
    let limited = RuleSet { timeouts: RuleSet::DEFAULT.timeouts, ..record.rules };
    assert!(!Record { rules: limited, ..record.clone() }.check().faults.is_empty());
    let (server, hand) = TestServer::start_by_hand().await;
    let (_, clients, game) = recorded::begin(&server, &record).await;
    play(&server, &hand, &record, clients, game).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_flip_chess_go_as_recorded_and_every_hindrance_is_told() {
    let (clock, hand) = Clock::by_hand(crate::common::START);
    let start = |database| TestServer::start_on(database, |config| config.clock = clock.clone());
    let mut server = start(Database::sqlite()).await;
    let mut told = BTreeSet::new();
    for record in FLIP.map(|(file, id)| vector(&format!("{file}.jsonl"), id)) {
        let (room, mut players) = table::gather(&server, recorded::options(&record)).await;
        for client in &mut players {
            client.until(Model::is_playing).await;
        }
        let database = server.stop().await;
        recorded::lay(&database, players[0].game(), &record).await;
        server = start(database).await;
        let mut clients = Vec::new();
        for player in players {
            let mut client = table::connect_again(&server, &player.person).await;
            client.join(room).await;
            clients.push(client);
        }
        let game = record.start().expect("a record that can be replayed");
        told.extend(play(&server, &hand, &record, clients, game).await);
    }
    assert_eq!(told, BTreeSet::from(["face-down", "flag-mined", "flag-rank", "no-colours"]));
    server.stop().await;
}

/// Plays it through; the hindrances of 翻棋 that were told.
async fn play(
    server: &TestServer,
    hand: &Hand,
    record: &Record,
    mut clients: Vec<Client>,
    mut game: Game,
) -> BTreeSet<&'static str> {
    let mut told = BTreeSet::new();
    for (index, action) in actions(record).into_iter().enumerate() {
        told.extend(is_hindered(&mut clients, &game).await);
        are_refused(record, index, &mut clients, &game).await;
        for client in &clients {
            sees_rightly(client, &game);
        }
        act(&mut clients, hand, &mut game, action).await;
    }
    for client in &mut clients {
        client.until(Model::has_ended).await;
        sees_rightly(client, &game);
    }
    are_refused(record, record.actions.len(), &mut clients, &game).await;
    assert_eq!(game.result(), record.result.as_ref(), "{}", record.id);

    let id = clients[0].game();
    let stored: Record = server.get(&format!("/api/v1/games/{id}/record")).await;
    assert_eq!(stored.check().faults, [], "{}", record.id);
    let played = |record: &Record| {
        (record.first, record.layouts.clone(), record.shuffled.clone(), record.actions.clone())
    };
    assert_eq!(played(&stored), played(record), "{}", record.id);
    let request = server.http.post(server.url("/api/v1/replay")).body(files::record::write(record));
    let replay: ExpandedGame = read(request.send().await.expect("an answer"), StatusCode::OK).await;
    let expanded = record.expand().expect("a record that can be replayed");
    assert_eq!(
        (replay.start, replay.events, replay.opened, replay.result),
        (expanded.start, expanded.events, expanded.opened, expanded.result),
        "{}",
        record.id
    );
    for client in clients {
        client.close().await;
    }
    told
}

/// What the record says is refused here, as far as a client can ask for it.
async fn are_refused(record: &Record, index: usize, clients: &mut [Client], game: &Game) {
    for Refused(_, text, refusal) in record.refused.iter().filter(|refused| refused.0 == index) {
        let Ok(action) = text.parse::<Action>() else { continue };
        let (id, after) = (clients[0].game(), clients[0].model.no);
        let turn = game.turn().unwrap_or(clients[0].seat());
        let (seat, command) = match action {
            Action::Move { from, to } => (turn, Command::Move { game: id, after, from, to }),
            Action::Flip(at) => (turn, Command::Flip { game: id, after, at }),
            Action::Surrender(seat) => (seat, Command::Surrender { game: id }),
            // Who is out may go.
            Action::Flee(_) if *refusal == Refusal::NotPlaying => continue,
            Action::Flee(seat) => (seat, Command::Flee { game: id }),
            Action::Draw => (turn, Command::OfferDraw { game: id }),
            Action::Timeout | Action::Abort => continue,
        };
        if !game.seats().contains(&seat) {
            continue;
        }
        let expected = match (refusal, action) {
            (Refusal::Malformed | Refusal::Illegal, Action::Move { from, to }) => illegal(game, from, to),
            (Refusal::Malformed | Refusal::Illegal, _) => ErrorBody::Illegal,
            (Refusal::Over, _) => ErrorBody::Over,
            (Refusal::NotPlaying, _) => ErrorBody::NotPlaying,
            (Refusal::TooEarly, _) => ErrorBody::TooEarly { steps: game.steps() },
        };
        let found = on_seat(clients, seat).refused(command).await;
        assert_eq!(found, expected, "{}, {text} after {index}", record.id);
    }
}

fn illegal(game: &Game, from: rules::Point, to: rules::Point) -> ErrorBody {
    match game.hindrance(from, to) {
        None => ErrorBody::Illegal,
        Some(Hindrance::NoColours) => ErrorBody::NoColours,
        Some(Hindrance::FaceDown) => ErrorBody::FaceDown,
        Some(Hindrance::Mines { left }) => ErrorBody::FlagMined { mines: left },
        Some(Hindrance::Rank { lowest }) => ErrorBody::FlagRank { piece: lowest },
    }
}

/// Of each kind of hindrance that there is here, the first move that meets it is tried.
async fn is_hindered(clients: &mut [Client], game: &Game) -> BTreeSet<&'static str> {
    let mut told = BTreeSet::new();
    let Some(turn) = game.turn().filter(|_| game.rules().players == Players::Two) else { return told };
    let points = game.board().points();
    for (from, to) in points.iter().flat_map(|from| points.iter().map(move |to| (*from, *to))) {
        let kind = match game.hindrance(from, to) {
            None => continue,
            Some(Hindrance::NoColours) => "no-colours",
            Some(Hindrance::FaceDown) => "face-down",
            Some(Hindrance::Mines { .. }) => "flag-mined",
            Some(Hindrance::Rank { .. }) => "flag-rank",
        };
        if told.insert(kind) {
            let (id, after) = (clients[0].game(), clients[0].model.no);
            let command = Command::Move { game: id, after, from, to };
            assert_eq!(on_seat(clients, turn).refused(command).await, illegal(game, from, to));
        }
    }
    told
}
