//! However a game ends, everybody is shown everything, and the same.

use crate::common::{
    Client, Person, TestServer,
    client::Model,
    play::LAYOUT,
    recorded::{self, actions, sees_rightly, vector},
    table,
};
use protocol::{ExpandedGame, Me, Phase};
use rules::{EndReason, Game, Opened, Record, RuleSet, Seat, View, Viewer};

/// Plays a record, with one who watches.
async fn all_learn_the_same(record: &Record, reason: EndReason) {
    let (server, hand) = TestServer::start_by_hand().await;
    let (room, mut clients, mut game) = recorded::begin(&server, record).await;
    clients.push(table::watch(&server, room).await);
    for action in actions(record) {
        recorded::act(&mut clients, &hand, &mut game, action).await;
    }
    let result = game.result().expect("the record ends").clone();
    let opened = record.expand().expect("a record that can be replayed").opened;
    assert_eq!(opened.layouts, record.layouts);
    assert_eq!((result.reason, record.result.as_ref()), (reason, Some(&result)));

    clients.push(table::watch(&server, room).await);
    for client in &mut clients {
        client.until(Model::has_ended).await;
        sees_rightly(client, &game);
        everything_is_open(client, &game, &opened);
    }
    let id = clients[0].game();
    let replay: ExpandedGame = server.get(&format!("/api/v1/games/{id}/replay")).await;
    assert_eq!((replay.result, replay.opened), (Some(result), opened));
    server.stop().await;
}

/// Lost turns put nobody out here, and nobody comes back: only the server can end it.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_a_game_that_all_have_left() {
    let (server, hand) = TestServer::start_by_hand().await;
    let rules = RuleSet { timeouts: 0, ..RuleSet::DEFAULT };
    let (room, mut players) = table::playing(&server, table::options_by(rules)).await;
    table::stroll(&mut players, 6).await;
    let mut watchers = vec![table::watch(&server, room).await];
    let people: Vec<Person> = players.iter().map(|client| client.person.clone()).collect();
    let mut seen = Vec::new();
    for client in players {
        seen.push(client.close().await);
    }
    let running = |clients: &[Client]| clients[0].model.view.as_ref().expect("a view").result.is_none();
    while running(&watchers) {
        assert!(watchers[0].model.no < 200, "it goes on for ever");
        table::run_out_turn(&mut watchers, &hand).await;
    }

    // Two come back with what they had, two with nothing; one more looks in.
    let mut clients = watchers;
    for (number, (person, seen)) in people.iter().zip(seen).enumerate() {
        let seen = if number < 2 { seen } else { Model::default() };
        clients.push(table::come_back(&server, room, person, seen).await);
    }
    clients.push(table::watch(&server, room).await);
    for client in &mut clients {
        client.until(Model::has_ended).await;
    }
    let told = |client: &Client| {
        let Some(Phase::Ended { opened, .. }) = client.model.room.as_ref().map(|room| room.phase.clone())
        else {
            panic!("it has ended")
        };
        let view = client.model.view.clone().expect("a view");
        (View { viewer: Viewer::Public, ..view }, opened)
    };
    let (view, opened) = told(&clients[0]);
    let result = view.result.clone().expect("a result");
    assert_eq!((result.reason, result.void, result.steps), (EndReason::Aborted, true, 6));
    assert_eq!((result.winner.len(), result.fled, view.out.len()), (0, None, 0));
    assert!(view.pieces.iter().all(|piece| piece.piece.is_some()), "nothing is hidden");
    assert!(Seat::ALL.into_iter().all(|seat| opened.layouts.get(seat).as_deref() == Some(LAYOUT)));
    for client in &clients {
        assert_eq!(told(client), (view.clone(), opened.clone()), "{}", client.person.account.name);
        assert_eq!((&client.model.legal, client.model.clock), (&None, None));
    }
    let id = clients[0].game();
    let replay: ExpandedGame = server.get(&format!("/api/v1/games/{id}/replay")).await;
    assert_eq!((replay.result, replay.opened), (Some(result), *opened));
    for person in &people {
        let me: Me = server.get_as(person, "/api/v1/me").await;
        assert_eq!(me.room, None, "nobody is held back");
    }
    server.stop().await;
}

fn everything_is_open(client: &Client, game: &Game, hidden: &Opened) {
    let model = &client.model;
    let Some(Phase::Ended { opened, .. }) = model.room.as_ref().map(|room| &room.phase) else {
        panic!("it has ended")
    };
    assert_eq!(**opened, *hidden);
    if let Some(last) = model.events.last() {
        assert_eq!(last.event.opened.as_deref(), Some(hidden));
    }
    let view = model.view.as_ref().expect("a view");
    assert_eq!(view.out, game.out().collect::<Vec<_>>());
    assert!(view.pieces.iter().all(|piece| piece.piece.is_some()), "nothing is hidden");
    assert_eq!((view.turn, &model.legal, model.clock), (None, &None, None));
}

/// The first actions of a game, then others.
fn with_other_end(mut record: Record, kept: usize, end: &[&str]) -> Record {
    record.actions.truncate(kept);
    record.actions.extend(end.iter().map(ToString::to_string));
    record.result = record.replay().expect("it can go on so").result().cloned();
    record
}

macro_rules! ends {
    ($($name:ident: $record:expr, $reason:ident;)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            all_learn_the_same(&$record, EndReason::$reason).await;
        })*
    };
}

ends! {
    a_flag_is_taken: vector("no-timeout-limit4.jsonl", "no-timeout-limit4-0002"), Flag;
    a_side_cannot_move: vector("dark4.jsonl", "dark4-0009"), NoMove;
    a_side_runs_out_of_time: vector("dark4.jsonl", "dark4-0012"), Timeouts;
    both_of_a_side_surrender:
        with_other_end(vector("dark4.jsonl", "dark4-0009"), 60, &["surrender red", "surrender blue"]), Surrender;
    a_player_leaves: vector("one-turn4.jsonl", "one-turn4-0003"), Flee;
    one_of_two_leaves: vector("edges-four.jsonl", "edges-four-2026-0249"), Flee;
    the_last_of_a_side_leaves:
        with_other_end(vector("dark4.jsonl", "dark4-0009"), 60, &["surrender green", "flee purple"]), Flee;
    nobody_takes_anything: vector("no-timeout-limit4.jsonl", "no-timeout-limit4-0003"), Quiet;
    the_steps_are_made: vector("limits.jsonl", "limits-12"), Steps;
    all_agree_on_a_draw: vector("dark4.jsonl", "dark4-0019"), Agreed;
}
