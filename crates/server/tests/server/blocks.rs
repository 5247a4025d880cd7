//! Who is blocked is not heard, is nobody's partner by lot, and invites in vain.

use protocol::{Channel, Command, Done, ErrorBody, PairNews, Phrase, QueueMode, RoomId, Words};
use reqwest::{Method, StatusCode};

use crate::common::{
    Client, Person, TestServer, play,
    table::{self, options},
};

async fn set(server: &TestServer, method: Method, by: &Person, whom: &Person) {
    let request = server.http.request(method, server.url(&format!("/api/v1/me/blocked/{}", whom.id())));
    let response = request.bearer_auth(&by.token).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
}

async fn block(server: &TestServer, by: &Person, whom: &Person) {
    set(server, Method::PUT, by, whom).await;
}

/// Says a text, and something else for which all can wait; the speaker is told nothing but that it is said.
async fn say(client: &mut Client, room: RoomId, channel: Channel, text: &str) {
    let words = Words::Text(text.to_owned());
    assert_eq!(client.done(Command::Say { room, channel, words }).await, Done::Done);
}

/// What a client has heard, up to a line that all hear.
async fn heard(client: &mut Client, last: &str) -> Vec<String> {
    let text = |words: &Words| match words {
        Words::Text(text) => text.clone(),
        Words::Phrase(phrase) => format!("{phrase:?}"),
    };
    client.until(|model| model.said.iter().any(|said| text(&said.words) == last)).await;
    client.model.said.iter().map(|said| text(&said.words)).filter(|text| text != last).collect()
}

/// The lines in the last snapshot.
fn in_snapshot(client: &Client) -> Vec<String> {
    let lines = client.model.room.as_ref().expect("in a room").talk.iter();
    lines
        .map(|said| match &said.words {
            Words::Text(text) => text.clone(),
            Words::Phrase(phrase) => format!("{phrase:?}"),
        })
        .collect()
}

#[tokio::test]
async fn who_is_blocked_is_not_heard_over_reconnections_too() {
    let server = TestServer::start().await;
    let (room, mut clients) = table::playing(&server, options()).await;
    // Red has blocked purple before, and one who watches blocks blue.
    let people: Vec<Person> = clients.iter().map(|client| client.person.clone()).collect();
    let mut watcher = table::watch(&server, room).await;
    let mut other = table::watch(&server, room).await;
    block(&server, &people[0], &people[1]).await;
    block(&server, &watcher.person, &people[2]).await;

    say(&mut clients[1], room, Channel::Table, "from purple").await;
    let phrase = Command::Say { room, channel: Channel::Table, words: Words::Phrase(Phrase::GoodMove) };
    clients[1].done(phrase).await;
    say(&mut clients[2], room, Channel::Table, "from blue").await;
    say(&mut clients[2], room, Channel::Partner, "to red").await;
    say(&mut clients[3], room, Channel::Table, "end").await;
    assert_eq!(heard(&mut clients[0], "end").await, ["from blue", "to red"]);
    assert_eq!(heard(&mut clients[3], "end").await, ["from purple", "GoodMove", "from blue"]);
    assert_eq!(heard(&mut watcher, "end").await, ["from purple", "GoodMove"]);
    assert_eq!(heard(&mut other, "end").await, ["from purple", "GoodMove", "from blue"]);

    // What is kept is left out as well, of seats and of who watches.
    let seen = clients.remove(0).close().await;
    let mut red = table::come_back(&server, room, &people[0], seen).await;
    assert_eq!(in_snapshot(&red), ["from blue", "to red", "end"]);
    watcher.done(Command::Part { room }).await;
    watcher.join(room).await;
    watcher.until(|model| model.room.as_ref().is_some_and(|room| !room.talk.is_empty())).await;
    assert_eq!(in_snapshot(&watcher), ["from purple", "GoodMove", "end"]);

    // The end of the game tells everybody the room anew: those who watch, too, each without what one does not want to hear.
    let game = red.game();
    red.done(Command::Flee { game }).await;
    let ended = |model: &crate::common::client::Model| {
        matches!(model.room.as_ref().expect("a room").phase, protocol::Phase::Ended { .. })
    };
    for client in [&mut watcher, &mut other] {
        client.until(ended).await;
    }
    assert_eq!(in_snapshot(&watcher), ["from purple", "GoodMove", "end"]);
    assert_eq!(in_snapshot(&other), ["from purple", "GoodMove", "from blue", "end"]);
    server.stop().await;
}

#[tokio::test]
async fn a_block_holds_from_then_on_until_it_is_taken_back() {
    let server = TestServer::start().await;
    let (room, mut clients) = table::playing(&server, options()).await;
    let people: Vec<Person> = clients.iter().map(|client| client.person.clone()).collect();
    say(&mut clients[1], room, Channel::Table, "before").await;
    block(&server, &people[0], &people[1]).await;
    say(&mut clients[1], room, Channel::Table, "blocked").await;
    set(&server, Method::DELETE, &people[0], &people[1]).await;
    say(&mut clients[1], room, Channel::Table, "after").await;
    say(&mut clients[3], room, Channel::Table, "end").await;
    assert_eq!(heard(&mut clients[0], "end").await, ["before", "after"]);
    assert_eq!(heard(&mut clients[2], "end").await, ["before", "blocked", "after"]);
    server.stop().await;
}

#[tokio::test]
async fn no_block_is_lost_to_another_one_or_on_the_way_into_the_room() {
    let server = TestServer::start().await;
    let (room, mut clients) = table::playing(&server, options()).await;
    let people: Vec<Person> = clients.iter().map(|client| client.person.clone()).collect();
    let mut watcher = table::watch(&server, room).await;
    let by = watcher.person.clone();
    for round in 0..8 {
        watcher.done(Command::Part { room }).await;
        // At the same moment: two blocks, and coming in.
        let blocks = async { tokio::join!(block(&server, &by, &people[0]), block(&server, &by, &people[1])) };
        tokio::join!(watcher.join(room), blocks);
        for (speaker, client) in clients.iter_mut().enumerate().take(3) {
            say(client, room, Channel::Table, &format!("{speaker} {round}")).await;
        }
        let told = heard(&mut watcher, &format!("2 {round}")).await;
        let wrong = |line: &String| line.ends_with(&format!(" {round}"));
        assert!(!told.iter().any(wrong), "{told:?}");
        let unblock = |whom| set(&server, Method::DELETE, &by, whom);
        tokio::join!(unblock(&people[0]), unblock(&people[1]));
    }
    server.stop().await;
}

#[tokio::test]
async fn who_is_blocked_is_no_partner_by_lot() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    // Of the three that could be partners of the first, only the last is left.
    block(&server, &people[0], &people[1]).await;
    block(&server, &people[2], &people[0]).await;
    let (_, clients) = play::match_four(&server, &people).await;
    let seats: Vec<_> = clients.iter().map(Client::seat).collect();
    assert_eq!((seats[0].opposite(), seats[1].opposite()), (seats[3], seats[2]));
    server.stop().await;
}

#[tokio::test]
async fn a_block_in_the_line_holds_for_the_next_table() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = Vec::new();
    for person in &people[..3] {
        let mut client = Client::connect(&server, person).await;
        client.done(Command::Queue { mode: QueueMode::Four }).await;
        clients.push(client);
    }
    block(&server, &people[0], &people[1]).await;
    block(&server, &people[2], &people[0]).await;
    let mut last = Client::connect(&server, &people[3]).await;
    last.done(Command::Queue { mode: QueueMode::Four }).await;
    clients.push(last);
    let room = play::matched(&mut clients).await;
    for client in &mut clients {
        client.join(room).await;
    }
    let seats: Vec<_> = clients.iter().map(Client::seat).collect();
    assert_eq!((seats[0].opposite(), seats[1].opposite()), (seats[3], seats[2]));
    server.stop().await;
}

#[tokio::test]
async fn who_is_blocked_invites_in_vain() {
    let server = TestServer::start().await;
    let [anna, stone] = [server.register("Anna").await, server.register("Stone").await];
    let mut clients = [Client::connect(&server, &anna).await, Client::connect(&server, &stone).await];
    block(&server, &anna, &stone).await;
    let [blocking, blocked] = &mut clients;
    let invite = |name: &str| Command::Invite { name: Some(name.to_owned()) };
    // It is sent as any other is, and nobody hears of it.
    let Done::Invited { invite: unheard } = blocked.done(invite("Anna")).await else { panic!("not invited") };
    blocked.until(|model| model.pairing.sent.is_some()).await;
    let accept = Command::AnswerInvite { invite: unheard, accept: true };
    assert_eq!(blocking.refused(accept).await, ErrorBody::NoSuchInvite);
    assert!(blocking.model.pairing.received.is_empty() && blocking.model.pair_news.is_empty());
    // A link that comes round to who is blocked is none.
    let Done::Invited { invite: link } = blocking.done(Command::Invite { name: None }).await else {
        panic!("no link")
    };
    let accept = Command::AnswerInvite { invite: link, accept: true };
    assert_eq!(blocked.refused(accept).await, ErrorBody::NoSuchInvite);
    assert_eq!(blocked.refused(Command::Invitation { invite: link }).await, ErrorBody::NoSuchInvite);
    assert!(blocking.model.pairing.partner.is_none());

    // Whoever has a partner hears the same from everybody.
    let otto = server.register("Otto").await;
    let mut partner = Client::connect(&server, &otto).await;
    let with_a_partner = async |blocked: &mut Client, partner: &mut Client| {
        let Done::Invited { invite: asked } = blocked.done(invite("Otto")).await else {
            panic!("not invited")
        };
        partner.until(|model| !model.pairing.received.is_empty()).await;
        partner.done(Command::AnswerInvite { invite: asked, accept: true }).await;
        blocked.until(|model| model.pairing.partner.is_some()).await;
    };
    with_a_partner(blocked, &mut partner).await;
    assert_eq!(blocked.refused(invite("Anna")).await, ErrorBody::Paired, "who has blocked one");
    assert_eq!(blocked.refused(invite("Otto")).await, ErrorBody::Paired, "who has not");
    blocked.done(Command::Unpair).await;
    server.stop().await;
}

#[tokio::test]
async fn whom_one_has_blocked_may_be_invited_by_name() {
    let server = TestServer::start().await;
    let [anna, stone] = [server.register("Anna").await, server.register("Stone").await];
    let mut clients = [Client::connect(&server, &anna).await, Client::connect(&server, &stone).await];
    block(&server, &anna, &stone).await;
    let [blocking, blocked] = &mut clients;
    let invite = Command::Invite { name: Some("Stone".to_owned()) };
    let Done::Invited { invite: first } = blocking.done(invite.clone()).await else { panic!("not invited") };
    blocked.until(|model| !model.pairing.received.is_empty()).await;
    blocked.done(Command::AnswerInvite { invite: first, accept: true }).await;
    for client in [&mut *blocking, &mut *blocked] {
        client.until(|model| model.pairing.partner.is_some()).await;
    }
    blocked.done(Command::Unpair).await;
    blocking.until(|model| model.pairing.partner.is_none()).await;

    let Done::Invited { invite: second } = blocking.done(invite).await else { panic!("not invited") };
    blocked.until(|model| !model.pairing.received.is_empty()).await;
    blocked.done(Command::AnswerInvite { invite: second, accept: false }).await;
    let refused = PairNews::Refused { by: "Stone".to_owned() };
    blocking.until(|model| model.pair_news.contains(&refused)).await;
    server.stop().await;
}

#[tokio::test]
async fn a_block_ends_invitations_and_the_pair_unless_it_plays() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = Vec::new();
    for person in &people {
        clients.push(Client::connect(&server, person).await);
    }
    let [a, b, c, d] = &mut clients[..] else { panic!("four") };
    let invite = |whom: &Person| Command::Invite { name: Some(whom.account.name.clone()) };
    let Done::Invited { invite: open } = b.done(invite(&people[0])).await else { panic!("not invited") };
    a.until(|model| !model.pairing.received.is_empty()).await;
    block(&server, &people[1], &people[0]).await;
    let taken_back = PairNews::TakenBack { by: people[1].account.name.clone() };
    a.until(|model| model.pair_news.contains(&taken_back)).await;
    let accept = |invite| Command::AnswerInvite { invite, accept: true };
    assert_eq!(a.refused(accept(open)).await, ErrorBody::NoSuchInvite);

    // Two pairs, of which one does not play yet.
    for (one, other, whom) in [(&mut *a, &mut *c, &people[2]), (&mut *b, &mut *d, &people[3])] {
        let Done::Invited { invite: asked } = one.done(invite(whom)).await else { panic!("not invited") };
        other.until(|model| !model.pairing.received.is_empty()).await;
        other.done(accept(asked)).await;
        one.until(|model| model.pairing.partner.is_some()).await;
        other.until(|model| model.pairing.partner.is_some()).await;
    }
    block(&server, &people[2], &people[0]).await;
    let left = PairNews::Left { by: people[2].account.name.clone() };
    a.until(|model| model.pair_news.contains(&left) && model.pairing.partner.is_none()).await;
    c.until(|model| model.pairing.partner.is_none()).await;
    // Whom one has blocked one may still ask, and then is partner to.
    let Done::Invited { invite: asked } = c.done(invite(&people[0])).await else { panic!("not invited") };
    a.until(|model| !model.pairing.received.is_empty()).await;
    a.done(accept(asked)).await;
    for client in [&mut *a, &mut *b] {
        client.done(Command::Queue { mode: QueueMode::Four }).await;
    }
    play::matched(&mut clients).await;
    block(&server, &people[3], &people[1]).await;
    let d = &mut clients[3];
    d.done(Command::Time).await;
    assert!(d.model.pairing.partner.is_some(), "they are in a game");
    server.stop().await;
}
