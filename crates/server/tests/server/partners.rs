//! Partners (对家) over real connections; who hears what in which case is tested in virtual time beside the line.

use crate::common::{Client, Person, TestServer, play};
use protocol::{
    Command, Done, ErrorBody, InviteId, LeftLine, Live, PairNews, QueueMode, QueueStatus, RoomOptions,
};
use rules::{RuleSet, Seat};
use uuid::Uuid;

const FOUR: Command = Command::Queue { mode: QueueMode::Four };

fn invite(name: &str) -> Command {
    Command::Invite { name: Some(name.to_owned()) }
}

fn answer(invite: InviteId, accept: bool) -> Command {
    Command::AnswerInvite { invite, accept }
}

/// The invitation that has come.
async fn invited(client: &mut Client) -> InviteId {
    client.until(|model| !model.pairing.received.is_empty()).await;
    client.model.pairing.received[0].id
}

/// Makes a pair of two who are connected.
async fn pair(one: &mut Client, other: &mut Client) {
    let name = other.person.account.name.clone();
    let Done::Invited { invite } = one.done(invite(&name)).await else { panic!("no invitation") };
    assert_eq!(invited(other).await, invite);
    assert_eq!(other.done(answer(invite, true)).await, Done::Done);
    for client in [one, other] {
        client.until(|model| model.pairing.partner.is_some()).await;
    }
}

async fn connect(server: &TestServer, people: &[Person]) -> Vec<Client> {
    let mut clients = Vec::new();
    for person in people {
        clients.push(Client::connect(server, person).await);
    }
    clients
}

#[tokio::test]
async fn two_pairs_are_matched_and_partners_sit_opposite() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = connect(&server, &people).await;
    // The invited sees it over every connection.
    let mut tab = Client::connect(&server, &people[1]).await;
    let [a, b, c, d] = &mut clients[..] else { panic!("four") };
    pair(a, b).await;
    tab.until(|model| model.pairing.partner.is_some()).await;
    let by = people[0].account.name.clone();
    assert!(tab.model.pair_news.contains(&PairNews::Invited { by }), "{:?}", tab.model.pair_news);
    pair(c, d).await;
    a.done(FOUR).await;
    for client in [&mut *a, &mut *b] {
        client.until(|model| matches!(model.queue, Some(QueueStatus::Waiting { waiting: 2, .. }))).await;
    }
    assert_eq!(server.get::<Live>("/api/v1/live").await.waiting.four, 2);
    d.done(FOUR).await;
    let room = play::matched(&mut clients).await;
    for client in &mut clients {
        client.join(room).await;
    }
    let seat: Vec<Seat> = clients.iter().map(Client::seat).collect();
    assert_eq!((seat[0].opposite(), seat[2].opposite()), (seat[1], seat[3]));
    assert_eq!(clients[0].model.pairing.partner.as_ref().map(|partner| partner.id), Some(people[1].id()));
    server.stop().await;
}

#[tokio::test]
async fn whoever_has_the_link_sees_who_invites_and_may_accept() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = connect(&server, &people).await;
    let Done::Invited { invite } = clients[0].done(Command::Invite { name: None }).await else {
        panic!("a link")
    };
    clients[0].until(|model| model.pairing.sent.is_some()).await;
    let Done::Invitation(shown) = clients[1].done(Command::Invitation { invite }).await else {
        panic!("no invitation")
    };
    assert_eq!((shown.id, &shown.from.name), (invite, &people[0].account.name));
    let mut guest = Client::connect(&server, &server.guest().await).await;
    assert_eq!(guest.refused(answer(invite, true)).await, ErrorBody::NeedAccount);
    clients[1].done(answer(invite, true)).await;
    clients[0].until(|model| model.pairing.partner.is_some()).await;
    assert_eq!(clients[2].refused(Command::Invitation { invite }).await, ErrorBody::NoSuchInvite);
    assert_eq!(clients[2].refused(answer(invite, true)).await, ErrorBody::NoSuchInvite);
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_is_refused_taken_back_or_times_out() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    let mut clients = connect(&server, &people[..2]).await;
    let [a, b] = &mut clients[..] else { panic!("two") };
    let name = |client: &Client| client.person.account.name.clone();
    let (by_a, by_b) = (name(a), name(b));

    a.done(invite(&by_b)).await;
    let first = invited(b).await;
    b.done(answer(first, false)).await;
    a.until(|model| model.pair_news.contains(&PairNews::Refused { by: by_b.clone() })).await;
    assert_eq!(a.refused(invite(&by_b)).await, ErrorBody::TooFast { retry_ms: 60_000 });

    hand.advance(60_000);
    a.done(invite(&by_b)).await;
    invited(b).await;
    a.done(Command::TakeBack).await;
    b.until(|model| model.pair_news.contains(&PairNews::TakenBack { by: by_a.clone() })).await;
    assert!(b.model.pairing.received.is_empty());
    assert_eq!(a.refused(Command::TakeBack).await, ErrorBody::NoSuchInvite);

    a.done(invite(&by_b)).await;
    let third = invited(b).await;
    hand.advance(60_000);
    for client in [&mut *a, &mut *b] {
        client.until(|model| model.pair_news.contains(&PairNews::TimedOut)).await;
    }
    assert_eq!(b.refused(answer(third, true)).await, ErrorBody::NoSuchInvite);
    server.stop().await;
}

#[tokio::test]
async fn each_invitation_that_can_not_be_says_why() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = connect(&server, &people[..3]).await;
    let guest = server.guest().await;
    let mut visitor = Client::connect(&server, &guest).await;
    let [a, b, c] = &mut clients[..] else { panic!("three") };
    let name = |at: usize| people[at].account.name.as_str();

    assert_eq!(visitor.refused(invite(name(0))).await, ErrorBody::NeedAccount);
    for nobody in ["没有这人", "\u{202e}", "", guest.account.name.as_str()] {
        assert_eq!(a.refused(invite(nobody)).await, ErrorBody::NoSuchPlayer, "{nobody}");
    }
    assert_eq!(a.refused(invite(name(3))).await, ErrorBody::NotOnline);
    assert_eq!(a.refused(invite(name(0))).await, ErrorBody::Oneself);
    assert_eq!(a.refused(Command::Unpair).await, ErrorBody::NotPaired);
    let nothing = InviteId(Uuid::nil());
    assert_eq!(a.refused(answer(nothing, true)).await, ErrorBody::NoSuchInvite);
    pair(a, b).await;
    assert_eq!(a.refused(invite(name(2))).await, ErrorBody::Paired);
    assert_eq!(c.refused(invite(name(1))).await, ErrorBody::PartnerTaken);
    let Done::Invited { invite } = c.done(Command::Invite { name: None }).await else { panic!("a link") };
    assert_eq!(b.refused(answer(invite, true)).await, ErrorBody::Paired);
    assert_eq!(c.refused(answer(invite, true)).await, ErrorBody::Oneself);
    assert_eq!(a.refused(Command::Queue { mode: QueueMode::Two }).await, ErrorBody::Paired);
    server.stop().await;
}

#[tokio::test]
async fn a_pair_lines_up_only_if_both_can_play() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = connect(&server, &people[..3]).await;
    let [a, b, c] = &mut clients[..] else { panic!("three") };
    pair(a, b).await;
    let options: RoomOptions = {
        let Done::Room { .. } =
            b.done(Command::Practice { level: protocol::BotLevel::Novice, rules: RuleSet::DEFAULT }).await
        else {
            panic!("a room")
        };
        b.until(|model| model.room.is_some()).await;
        b.model.room.as_ref().expect("a room").options.clone()
    };
    assert_eq!(a.refused(FOUR).await, ErrorBody::PartnerBusy);
    let invite = Command::Invite { name: Some(people[1].account.name.clone()) };
    assert_eq!(c.refused(invite.clone()).await, ErrorBody::PartnerBusy, "the same for who invites");
    let game = b.game();
    b.done(Command::Flee { game }).await;
    assert_eq!(c.refused(invite).await, ErrorBody::PartnerTaken, "after the game it is another reason");
    a.done(FOUR).await;
    b.until(|model| matches!(model.queue, Some(QueueStatus::Waiting { .. }))).await;
    // Who goes into a room leaves the line, and the partner hears of it.
    b.done(Command::Create { ranked: false, options, password: None }).await;
    a.until(|model| model.queue == Some(QueueStatus::Gone { why: LeftLine::Partner })).await;
    assert_eq!(server.get::<Live>("/api/v1/live").await.waiting.four, 0);
    server.stop().await;
}

#[tokio::test]
async fn whoever_leaves_or_is_lost_takes_the_ticket_along() {
    let (server, hand) = TestServer::start_by_hand().await;
    let people = server.register_four().await;
    let mut clients = connect(&server, &people[..2]).await;
    let [a, b] = &mut clients[..] else { panic!("two") };
    pair(a, b).await;
    a.done(FOUR).await;
    b.done(Command::Unqueue).await;
    b.until(|model| model.queue == Some(QueueStatus::Gone { why: LeftLine::Wished })).await;
    a.until(|model| model.queue == Some(QueueStatus::Gone { why: LeftLine::Partner })).await;

    b.done(FOUR).await;
    a.until(|model| matches!(model.queue, Some(QueueStatus::Waiting { .. }))).await;
    clients.pop().expect("two").cut();
    while server.get::<Live>("/api/v1/live").await.online > 1 {}
    hand.advance(10_000);
    let a = &mut clients[0];
    a.until(|model| model.queue == Some(QueueStatus::Gone { why: LeftLine::Partner })).await;
    assert!(a.model.pairing.partner.is_some(), "there is time to come back");

    // A connection that comes back is told of the partner.
    let mut b = Client::connect(&server, &people[1]).await;
    b.until(|model| model.pairing.partner.is_some()).await;
    b.cut();
    while server.get::<Live>("/api/v1/live").await.online > 1 {}
    hand.advance(60_000);
    let lost = PairNews::Lost { by: people[1].account.name.clone() };
    a.until(|model| model.pair_news.contains(&lost)).await;
    assert!(a.model.pairing.partner.is_none());
    a.done(FOUR).await;
    server.stop().await;
}

#[tokio::test]
async fn a_restart_ends_pairs_and_places() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let mut clients = connect(&server, &people[..2]).await;
    let [a, b] = &mut clients[..] else { panic!("two") };
    pair(a, b).await;
    a.done(FOUR).await;
    let database = server.stop().await;
    for client in &mut clients {
        client.end().await;
        assert_eq!(client.model.queue, Some(QueueStatus::Gone { why: LeftLine::Server }));
    }
    let server = TestServer::start_on(database, |_| {}).await;
    let mut a = Client::connect(&server, &people[0]).await;
    assert_eq!(a.refused(Command::Unpair).await, ErrorBody::NotPaired);
    a.done(FOUR).await;
    server.stop().await;
}
