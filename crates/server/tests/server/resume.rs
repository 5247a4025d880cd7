//! Whoever comes back sees what one who never left sees.

use crate::common::{
    Client, TestServer,
    client::Model,
    recorded::{self, sees_rightly},
    table,
};
use protocol::{Command, RoomId};
use rules::{Action, Game, Record, Seat};

/// A game that people played, or one of the project's own where those are not at hand.
fn one_game() -> Record {
    let played =
        recorded::real_games().and_then(|games| games.into_iter().min_by_key(|game| game.actions.len()));
    played.unwrap_or_else(|| recorded::vector("dark4.jsonl", "dark4-0009"))
}

#[tokio::test(flavor = "multi_thread")]
async fn coming_back_after_every_single_action_shows_the_same() {
    let record = one_game();
    let (server, hand) = TestServer::start_by_hand().await;
    let (room, mut clients, mut game) = recorded::begin(&server, &record).await;
    let mut stayer = table::watch(&server, room).await;
    let mut watcher = table::watch(&server, room).await;

    for action in recorded::actions(&record) {
        // The next seat misses the action, if it is not needed for it.
        let next = game.turn().expect("the game goes on").next();
        let away = match action {
            Action::Move { .. } => clients.iter().position(|client| client.seat() == next),
            Action::Timeout
            | Action::Surrender(_)
            | Action::Flee(_)
            | Action::Draw
            | Action::Flip(_)
            | Action::Abort => None,
        };
        let missing = away.map(|at| clients.remove(at)).map(|client| (client.person.clone(), client.cut()));
        let (person, seen) = (watcher.person.clone(), watcher.cut());

        recorded::act(&mut clients, &hand, &mut game, action).await;
        let no = clients[0].model.no;
        stayer.until(|model| model.no == no).await;

        watcher = table::come_back(&server, room, &person, seen).await;
        looks_alike(&server, room, &watcher, &stayer.model).await;
        if let Some((person, seen)) = missing {
            let client = table::come_back(&server, room, &person, seen).await;
            looks_alike(&server, room, &client, &client.model).await;
            sees_rightly(&client, &game);
            clients.push(client);
        }
        for client in clients.iter().chain([&stayer, &watcher]) {
            sees_rightly(client, &game);
        }
    }
    assert_eq!(stayer.model.view.as_ref().and_then(|view| view.result.clone()), record.result);
    server.stop().await;
}

/// One who comes without any number is shown the same by a snapshot.
async fn looks_alike(server: &TestServer, room: RoomId, returned: &Client, stayed: &Model) {
    let mut fresh = table::connect_again(server, &returned.person).await;
    fresh.join(room).await;
    for model in [&fresh.model, stayed] {
        assert_eq!((model.game, model.no), (returned.model.game, returned.model.no));
        assert_eq!(model.view, returned.model.view);
        assert_eq!(model.legal, returned.model.legal);
        assert_eq!(model.clock, returned.model.clock);
    }
    fresh.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn from_every_number_the_missing_events_lead_to_the_same() {
    let record = one_game();
    let (server, hand) = TestServer::start_by_hand().await;
    let (room, mut clients, mut game) = recorded::begin(&server, &record).await;
    let mut watcher = table::watch(&server, room).await;
    let (actions, mut seen) = (recorded::actions(&record), Vec::new());
    for &action in &actions {
        let no = clients[0].model.no;
        watcher.until(|model| model.no == no).await;
        seen.push([watcher.model.clone(), table::on_seat(&mut clients, Seat::Green).model.clone()]);
        recorded::act(&mut clients, &hand, &mut game, action).await;
        // In the middle of the game, and when it has ended.
        if seen.len() == 100 || seen.len() == actions.len() {
            let over = game.result().is_some();
            for client in clients.iter_mut().chain([&mut watcher]) {
                client.until(|model| model.no > no && model.has_ended() == over).await;
            }
            for [public, green] in &seen {
                from_there(&mut watcher, room, public, &game).await;
                from_there(table::on_seat(&mut clients, Seat::Green), room, green, &game).await;
            }
        }
    }
    server.stop().await;
}

/// A client that had got so far when it lost its link.
async fn from_there(client: &mut Client, room: RoomId, seen: &Model, game: &Game) {
    let last = client.model.no;
    client.remember(seen.clone());
    client.join(room).await;
    assert_eq!(client.model.no, last);
    let missed = last - seen.no;
    let by_events = seen.no > 0 && missed <= protocol::RESUMED_EVENTS;
    let events = client.model.events.len() - seen.events.len();
    assert_eq!(events, if by_events { usize::try_from(missed).expect("small") } else { 0 });
    sees_rightly(client, game);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_tabs_of_an_account_are_its_seat() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (room, mut clients) = table::playing(&server, table::options()).await;
    let person = clients[0].person.clone();
    let mut tab = table::connect_again(&server, &person).await;
    tab.join(room).await;
    assert_eq!(tab.seat(), clients[0].seat(), "a second tab never watches");

    for moved_by_tab in [true, false] {
        let to_red = 4 - clients[0].model.no % 4;
        table::stroll(&mut clients, to_red).await;
        let no = clients[0].model.no;
        tab.until(|model| model.no == no).await;
        let (at, command) = table::any_move(&clients);
        assert_eq!(at, 0, "red is on turn");
        if moved_by_tab { &mut tab } else { &mut clients[0] }.done(command).await;
        for client in clients.iter_mut().chain([&mut tab]) {
            client.until(|model| model.no == no + 1).await;
        }
        assert_eq!(tab.model.view, clients[0].model.view);
    }

    // The link is up while one of them is there.
    let frames = clients[1].frames.len();
    tab.close().await;
    table::stroll(&mut clients, 4).await;
    assert!(!clients[1].frames[frames..].iter().any(|frame| frame.contains(r#""t":"link""#)));
    let first = clients.remove(0).cut();
    clients[0].until(link_is_down).await;
    let back = table::come_back(&server, room, &person, first).await;
    clients[0].until(|model| !link_is_down(model)).await;
    assert_eq!(back.model.view.as_ref().map(|view| view.steps), Some(back.model.no));
    server.stop().await;
}

fn link_is_down(model: &Model) -> bool {
    let room = model.room.as_ref().expect("in a room");
    room.seats.red.as_ref().expect("somebody").link != protocol::Link::Up
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_cannot_be_is_answered_by_a_snapshot() {
    let (server, _hand) = TestServer::start_by_hand().await;
    let (room, mut clients) = table::playing(&server, table::options()).await;
    table::stroll(&mut clients, 5).await;
    let (game, view) = (clients[2].game(), clients[2].model.view.clone());
    let other = protocol::GameId(uuid::Uuid::from_u128(7));
    for (game, no) in [(game, 6), (game, u32::MAX), (other, 3), (game, 0)] {
        let have = Some(protocol::Progress { game, no });
        let client = &mut clients[2];
        client.remember(Model::default());
        client.done(Command::Join { room, have, password: None }).await;
        client.until(|model| model.room.is_some()).await;
        assert_eq!((client.model.no, &client.model.view), (5, &view));
    }
    server.stop().await;
}
