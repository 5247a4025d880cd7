//! Watching: what all players are told and no more.

use crate::common::{
    Client, TestServer,
    play::{self, Dice},
    table,
};
use protocol::{
    Channel, Command, Done, ErrorBody, Live, Notice, Phrase, Privacy, Reply, RoomId, RoomOptions, RoomStage,
    ServerFrame, Spectating, Words,
};
use rules::{Seat, View, Viewer};

fn knows_nothing_hidden(view: &View) -> bool {
    view.pieces.iter().all(|seen| seen.piece.is_none() || view.flags.iter().any(|flag| flag.at == seen.at))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_sees_what_is_public() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    let mut early = Client::connect(&server, &server.guest().await).await;
    early.join(room).await;
    play::arrange(&mut clients).await;
    let mut dice = Dice::new(11);
    for _ in 0..25 {
        play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    }
    let no = clients[0].model.no;
    early.until(|model| model.no == no).await;
    let mut late = Client::connect(&server, &server.guest().await).await;
    late.join(room).await;
    for spectator in [&early, &late] {
        let model = &spectator.model;
        let room = model.room.as_ref().expect("a room");
        assert_eq!(room.you, Viewer::Public);
        assert!(knows_nothing_hidden(model.view.as_ref().expect("a view")));
        assert_eq!(model.legal, None);
        assert!(model.events.iter().all(|event| event.legal.is_none() && event.event.opened.is_none()));
    }
    assert_eq!(early.model.view, late.model.view, "events folded and a snapshot are equal");
    let live: Live = server.get("/api/v1/live").await;
    assert_eq!(
        (live.rooms[0].room, live.rooms[0].watchers, live.rooms[0].stage),
        (room, 2, RoomStage::Playing)
    );

    talk_stays_where_it_belongs(&mut clients, &mut early, room).await;
    server.stop().await;
}

async fn talk_stays_where_it_belongs(clients: &mut [Client], spectator: &mut Client, room: RoomId) {
    let say = |channel, phrase| Command::Say { room, channel, words: Words::Phrase(phrase) };
    assert_eq!(spectator.refused(say(Channel::Table, Phrase::GoodMove)).await, ErrorBody::MayNotSpeak);
    assert_eq!(spectator.refused(say(Channel::Partner, Phrase::GoodMove)).await, ErrorBody::MayNotSpeak);
    assert_eq!(spectator.done(say(Channel::Spectators, Phrase::GoodMove)).await, Done::Done);
    let seat = clients[0].seat();
    clients[0].done(say(Channel::Partner, Phrase::HelpMe)).await;
    clients[0].done(say(Channel::Table, Phrase::FasterPlease)).await;
    for client in clients.iter_mut().chain([spectator]) {
        let heard = |model: &crate::common::client::Model| {
            model.said.iter().any(|said| said.words == Words::Phrase(Phrase::FasterPlease))
        };
        client.until(heard).await;
        let you = client.model.room.as_ref().expect("a room").you;
        let partners = matches!(you, Viewer::Seat(own) if own == seat || own == seat.opposite());
        let said = |channel| client.model.said.iter().any(|said| said.channel == channel);
        assert_eq!(said(Channel::Partner), partners);
        assert_eq!(said(Channel::Spectators), you == Viewer::Public);
    }
}

/// A room known by its link.
fn private() -> RoomOptions {
    RoomOptions { privacy: Privacy::Link, ..table::options() }
}

#[tokio::test]
async fn five_use_one_link_and_the_fifth_watches() {
    let server = TestServer::start().await;
    let mut host = Client::connect(&server, &server.guest().await).await;
    let Done::Room { room } = host.done(table::create(private())).await else { panic!("a room") };
    host.until(|model| model.room.is_some()).await;
    assert_eq!(host.seat(), Seat::Red, "who opens a room takes the first seat");
    let live: Live = server.get("/api/v1/live").await;
    assert!(live.rooms.is_empty(), "a private room stands in no list");
    let mut others = Vec::new();
    for _ in 0..4 {
        let mut client = Client::connect(&server, &server.guest().await).await;
        client.join(room).await;
        others.push(client);
    }
    for (client, seat) in others.iter_mut().zip([Seat::Purple, Seat::Blue, Seat::Green]) {
        client.done(Command::Sit { room, seat }).await;
    }
    let mut fifth = others.pop().expect("four");
    fifth.until(|model| model.notices.contains(&Notice::Watching { room })).await;
    assert_eq!(fifth.refused(Command::Sit { room, seat: Seat::Green }).await, ErrorBody::WrongPhase);
    assert_eq!(fifth.model.room.as_ref().expect("a room").you, Viewer::Public);
    server.stop().await;
}

#[tokio::test]
async fn nobody_watches_a_closed_room() {
    let server = TestServer::start().await;
    let mut host = Client::connect(&server, &server.guest().await).await;
    let options = RoomOptions { spectating: Spectating::Closed, ..table::options() };
    let Done::Room { room } = host.done(table::create(options)).await else { panic!("a room") };
    let mut players = vec![host];
    for seat in [Seat::Purple, Seat::Blue, Seat::Green] {
        let mut client = Client::connect(&server, &server.guest().await).await;
        client.join(room).await;
        client.done(Command::Sit { room, seat }).await;
        players.push(client);
    }
    players[0].until(|model| model.game.is_some()).await;
    let mut stranger = Client::connect(&server, &server.guest().await).await;
    let reply = stranger.ask(Command::Join { room, have: None, password: None }).await;
    assert_eq!(reply, Reply::Error(ErrorBody::NoWatching));
    let game = players[0].game();
    let page = server.url(&format!("/api/v1/games/{game}"));
    let response = server.http.get(&page).send().await.expect("an answer");
    assert_eq!(crate::common::problem(response, reqwest::StatusCode::NOT_FOUND).await, "no-such-game");
    the_page_of_an_ended_game_leads_nowhere(&server, &mut players, room).await;
    server.stop().await;
}

#[tokio::test]
async fn a_private_room_stays_private_after_its_game() {
    let server = TestServer::start().await;
    let mut host = Client::connect(&server, &server.guest().await).await;
    let Done::Room { room } = host.done(table::create(private())).await else { panic!("a room") };
    let mut players = vec![host];
    for seat in [Seat::Purple, Seat::Blue, Seat::Green] {
        let mut client = Client::connect(&server, &server.guest().await).await;
        client.join(room).await;
        client.done(Command::Sit { room, seat }).await;
        players.push(client);
    }
    players[0].until(|model| model.game.is_some()).await;
    the_page_of_an_ended_game_leads_nowhere(&server, &mut players, room).await;
    server.stop().await;
}

/// The room lives on, and its address is for those who were given it.
async fn the_page_of_an_ended_game_leads_nowhere(server: &TestServer, players: &mut [Client], room: RoomId) {
    play::arrange(players).await;
    let game = players[0].game();
    players[0].done(Command::Flee { game }).await;
    let path = format!("/api/v1/games/{game}");
    let page: serde_json::Value = server.get(&path).await;
    assert_eq!(page["state"]["t"], "finished");
    assert!(!page.to_string().contains(&room.to_string()), "{page}");
}

#[tokio::test]
async fn whoever_looks_into_many_rooms_stays_in_the_own_one() {
    let server = TestServer::start().await;
    let mut watcher = Client::connect(&server, &server.guest().await).await;
    let Done::Room { room: own } = watcher.done(table::create(private())).await else { panic!("a room") };
    let mut hosts = Vec::new();
    for _ in 0..8 {
        let mut host = Client::connect(&server, &server.guest().await).await;
        let Done::Room { room } = host.done(table::create(private())).await else { panic!("a room") };
        watcher.done(Command::Join { room, have: None, password: None }).await;
        hosts.push(host);
    }
    let mut friend = Client::connect(&server, &server.guest().await).await;
    friend.join(own).await;
    friend.done(Command::Sit { room: own, seat: Seat::Blue }).await;
    while !matches!(watcher.read().await, ServerFrame::Seat { room, .. } if room == own) {}
    server.stop().await;
}
