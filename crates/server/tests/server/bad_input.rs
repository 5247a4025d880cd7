//! Whatever is sent: an answer or a closed socket, never a panic, and the table plays on.

use crate::common::{
    Client, TestServer,
    client::End,
    play::{self, Dice},
};
use protocol::{
    Answer, BotLevel, Command, CommandId, ErrorBody, GameId, Reply, RoomId, ServerFrame, VERSION,
};
use rules::{RuleSet, Seat};
use server::{Limits, Rate};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

#[tokio::test]
async fn frames_that_end_the_connection() {
    let server = TestServer::start().await;
    let person = server.guest().await;
    let hello = format!(r#"{{"id":1,"cmd":{{"t":"hello","d":{{"version":{VERSION}}}}}}}"#);
    let cases: [(Vec<Message>, u16); 8] = [
        (vec![Message::binary(vec![1, 2, 3])], 1003),
        (vec![Message::text(hello.clone()), Message::binary(vec![1])], 1003),
        (vec![Message::text("x".repeat(17 * 1024))], 1009),
        (vec![Message::Ping(vec![1].into()); 200], 4003),
        (vec![Message::text("not json")], 4000),
        (vec![Message::text(r#"{"id":1,"cmd":{"t":"time"}}"#)], 4000),
        (vec![Message::text(r#"{"id":1,"cmd":{"t":"hello","d":{"version":99}}}"#)], 4000),
        (std::iter::once(hello).chain((0..100).map(|_| "{".to_owned())).map(Message::text).collect(), 4003),
    ];
    for (messages, code) in cases {
        let mut client = Client::open(&server, &person).await;
        for message in messages {
            client.send_message(message).await;
        }
        assert_eq!(client.end().await, End::Closed(code));
    }
    server.stop().await;
}

#[tokio::test]
async fn frames_that_are_no_commands_are_answered_and_the_table_plays_on() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (_, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let game = clients[0].game();
    let deep = format!("{{\"id\":7,\"cmd\":{}", "[".repeat(10_000));
    let odd = [
        String::new(),
        "null".to_owned(),
        "[]".to_owned(),
        deep,
        r#"{"id":7}"#.to_owned(),
        r#"{"id":7,"cmd":null}"#.to_owned(),
        r#"{"id":7,"cmd":{"t":"dance"}}"#.to_owned(),
        r#"{"id":7,"cmd":{"t":"time","d":{}}}"#.to_owned(),
        r#"{"id":7,"cmd":{"t":"time"},"seat":"red"}"#.to_owned(),
        r#"{"id":-7,"cmd":{"t":"time"}}"#.to_owned(),
        r#"{"id":9007199254740992,"cmd":{"t":"time"}}"#.to_owned(),
        format!(
            r#"{{"id":7,"cmd":{{"t":"move","d":{{"game":"{game}","after":0,"from":"r99","to":"r11"}}}}}}"#
        ),
        format!(r#"{{"id":7,"cmd":{{"t":"move","d":{{"game":"{game}","after":0,"from":NaN,"to":"r11"}}}}}}"#),
        format!(
            r#"{{"id":7,"cmd":{{"t":"move","d":{{"game":"{game}","after":-1,"from":"r11","to":"r11"}}}}}}"#
        ),
        format!(r#"{{"id":7,"cmd":{{"t":"flip","d":{{"game":"{game}","after":0,"at":null}}}}}}"#),
    ];
    for text in odd {
        clients[0].send_text(text.clone()).await;
        loop {
            if let ServerFrame::Answer(Answer { reply, .. }) = clients[0].read().await {
                assert!(matches!(reply, Reply::Error(ErrorBody::BadFrame { .. })), "{text}: {reply:?}");
                break;
            }
        }
    }
    let mut dice = Dice::new(5);
    for _ in 0..8 {
        play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn commands_with_anothers_ids_change_nothing() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let game = clients[0].game();
    let mut stranger = Client::connect(&server, &server.guest().await).await;
    let (from, to) = ("r11".parse().expect("a point"), "n4".parse().expect("a point"));
    let (no_room, no_game) = (RoomId(Uuid::nil()), GameId(Uuid::nil()));
    let layout = play::LAYOUT.to_owned();
    for (command, error) in [
        (Command::Join { room: no_room, have: None, password: None }, ErrorBody::NoSuchRoom),
        (Command::Sit { room: no_room, seat: Seat::Red }, ErrorBody::NoSuchRoom),
        (Command::Move { game: no_game, after: 0, from, to }, ErrorBody::WrongGame { now: None }),
        (Command::Move { game, after: 0, from, to }, ErrorBody::NoSuchRoom),
        (Command::Surrender { game }, ErrorBody::NoSuchRoom),
        (Command::Unqueue, ErrorBody::NotQueued),
        (Command::Consent { accept: true }, ErrorBody::NotQueued),
    ] {
        assert_eq!(stranger.refused(command).await, error);
    }
    stranger.join(room).await;
    for command in [
        Command::Move { game, after: 0, from, to },
        Command::Ready { game, layout },
        Command::Surrender { game },
        Command::Flee { game },
        Command::OfferDraw { game },
    ] {
        assert_eq!(stranger.refused(command).await, ErrorBody::NotSeated);
    }
    let waiting = clients.iter().position(|client| client.model.legal.is_none()).expect("three wait");
    let command = Command::Move { game, after: 0, from, to };
    assert_eq!(clients[waiting].refused(command).await, ErrorBody::NotYourTurn);
    assert_eq!(clients[waiting].refused(Command::Surrender { game }).await, ErrorBody::TooEarly { steps: 0 });
    assert!(clients.iter().all(|client| client.model.no == 0));
    server.stop().await;
}

#[tokio::test]
async fn a_command_is_carried_out_once_over_whatever_connection() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let mut dice = Dice::new(9);
    let (at, command) = play::next_move(&clients, |view, legal| play::boldly(view, legal, &mut dice));
    let id = CommandId(123);
    clients[at].send_as(id, command.clone()).await;
    let first = clients[at].answer(id).await;
    clients[at].send_as(id, command.clone()).await;
    assert_eq!(clients[at].answer(id).await, first);
    let mut again = Client::connect(&server, &people[at]).await;
    again.join(room).await;
    again.send_as(id, command).await;
    assert_eq!(again.answer(id).await, first);
    assert_eq!(again.model.no, 1);

    let guest = server.guest().await;
    let mut lone = Client::connect(&server, &guest).await;
    let practice = Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT };
    lone.send_as(id, practice.clone()).await;
    let opened = lone.answer(id).await;
    assert!(matches!(opened, Reply::Ok(protocol::Done::Room { .. })), "{opened:?}");
    lone.send_as(id, practice).await;
    assert_eq!(lone.answer(id).await, opened, "the same room, not a second one");
    server.stop().await;
}

/// The heartbeat of a client that follows the server's time.
#[tokio::test(flavor = "multi_thread")]
async fn heartbeats_are_answered_in_order_while_others_play() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (room, mut clients) = play::match_four(&server, &people).await;
    play::arrange(&mut clients).await;
    let mut watcher = Client::connect(&server, &server.guest().await).await;
    watcher.join(room).await;
    let beating = tokio::spawn(async move {
        let mut last = protocol::Millis(0);
        for _ in 0..20 {
            let mut asked = Vec::new();
            for _ in 0..10 {
                asked.push(watcher.send(Command::Time).await);
            }
            // Among them come the frames of the game.
            for id in asked {
                let answer = loop {
                    if let ServerFrame::Answer(answer) = watcher.read().await {
                        break answer;
                    }
                };
                assert_eq!(answer.id, id, "in the order of asking");
                let Reply::Ok(protocol::Done::Time { now }) = answer.reply else { panic!("no time") };
                assert!(now >= last);
                last = now;
            }
        }
        watcher
    });
    let mut dice = Dice::new(11);
    for _ in 0..60 {
        play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
    }
    let mut watcher = beating.await.expect("all are answered");
    watcher.until(|model| model.no == 60).await;
    server.stop().await;
}

#[tokio::test]
async fn too_many_commands_are_refused_for_a_while() {
    let (clock, hand) = server::Clock::by_hand(crate::common::START);
    let rate = Rate { every_ms: 100, burst: 10 };
    let server = TestServer::start_with(|config| {
        config.clock = clock;
        config.limits = Limits { command: rate, ..Limits::none() };
    })
    .await;
    let mut client = Client::connect(&server, &server.guest().await).await;
    for _ in 0..9 {
        client.done(Command::Time).await;
    }
    assert_eq!(client.refused(Command::Time).await, ErrorBody::TooFast { retry_ms: 100 });
    let mut tab = Client::open(&server, &client.person).await;
    let refused = tab.refused(Command::Hello { version: VERSION }).await;
    assert_eq!(refused, ErrorBody::TooFast { retry_ms: 100 }, "an account's tabs share the rate");
    hand.advance(100);
    client.done(Command::Time).await;
    server.stop().await;
}
