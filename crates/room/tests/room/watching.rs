use protocol::{Done, ErrorBody, Privacy, Reply, RoomKind, RoomStage, ServerFrame, Spectating};
use room::{Audience, RoomCommand};
use rules::{Seat, Viewer};

use crate::world::{World, account, options};

#[test]
fn everybody_is_told_the_same_number_of_watchers() {
    let mut world = World::playing();
    let room = world.room.id();
    world.clear_frames();
    world.join(5);
    world.join(6);
    world.join(6);
    world.drop_link(5);
    for number in [1, 2, 3, 4] {
        let told: Vec<_> = world.client(number).told().into_iter().cloned().collect();
        let expected = [1, 2, 1].map(|count| ServerFrame::Watchers { room, count });
        assert_eq!(told, expected, "a second connection of one account is no second watcher");
    }
    world.check_clients();
}

#[test]
fn a_closed_room_does_not_exist_for_others() {
    let mut options = options();
    options.spectating = Spectating::Closed;
    options.privacy = Privacy::Link;
    let mut world = World::drawn(RoomKind::Match, true, options);
    assert_eq!(world.join(5), Reply::Error(ErrorBody::NoSuchRoom));
    assert!(!world.room.is_present(account(5)));
    assert!(matches!(world.join(1), Reply::Ok(Done::Room { .. })));
    assert_eq!(world.room.summary(), None);
}

#[test]
fn a_room_in_the_list_where_nobody_watches_says_so() {
    let mut options = options();
    options.spectating = Spectating::Closed;
    let mut world = World::full(false, options);
    assert_eq!(world.join(5), Reply::Error(ErrorBody::NoWatching));
    assert!(!world.room.is_present(account(5)));
    assert!(!world.room.is_watchable());
    let summary = world.room.summary().expect("others find it when a seat is free again");
    assert_eq!((summary.stage, summary.options.spectating), (RoomStage::Arranging, Spectating::Closed));
    world.ok(1, RoomCommand::Stand);
    assert!(matches!(world.join(5), Reply::Ok(Done::Room { .. })), "while a seat is free one may come in");
}

#[test]
fn a_room_known_by_its_link_may_be_watched_but_stands_in_no_list() {
    let mut options = options();
    options.privacy = Privacy::Link;
    let mut world = World::drawn(RoomKind::Match, true, options);
    assert!(matches!(world.join(5), Reply::Ok(Done::Room { .. })));
    assert_eq!(world.room.summary(), None);
}

#[test]
fn the_list_shows_open_rooms_until_their_game_ends() {
    let mut world = World::ranked();
    let summary = world.room.summary().expect("listed");
    assert_eq!(summary.stage, RoomStage::Arranging);
    world.all_ready();
    world.join(5);
    world.shuffle_steps(7);
    let summary = world.room.summary().expect("listed");
    assert_eq!((summary.stage, summary.steps, summary.watchers), (RoomStage::Playing, 7, 1));
    assert_eq!(summary.game, world.room.game());
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    assert_eq!(world.room.summary(), None);
}

#[test]
fn a_room_that_is_empty_stands_in_no_list() {
    let mut world = World::custom(options());
    assert_eq!(world.room.summary(), None);
    world.join(1);
    assert!(world.room.summary().is_some(), "somebody waits there for others");
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    world.drop_link(1);
    world.wait(59_999);
    assert!(world.room.summary().is_some(), "a seat is kept for a minute");
    world.wait(1);
    assert_eq!(world.room.summary(), None);
    world.join(2);
    assert!(world.room.summary().is_some());
    world.drop_link(2);
    assert_eq!(world.room.summary(), None);
}

#[test]
fn an_account_with_a_seat_sees_through_it_over_every_connection() {
    let mut world = World::playing();
    world.clear_frames();
    world.join(2);
    let frames = world.client(2).told();
    let [ServerFrame::Room(snapshot)] = frames[..] else { panic!("a snapshot and nothing else") };
    assert_eq!(snapshot.you, Viewer::Seat(Seat::Purple));
    assert!(world.client(1).frames.is_empty(), "the others don't notice");
}

#[test]
fn a_link_is_told_when_it_goes_and_when_it_comes_back() {
    let mut world = World::playing();
    world.wait(1_000);
    world.clear_frames();
    world.drop_link(2);
    let since = world.now;
    world.wait(500);
    world.join(2);
    let room = world.room.id();
    let expected = [protocol::Link::Down { since }, protocol::Link::Up].map(|link| ServerFrame::Link {
        room,
        seat: Seat::Purple,
        link,
    });
    assert_eq!(world.client(4).told(), expected.iter().collect::<Vec<_>>());
    world.check_clients();
}

#[test]
fn audiences_are_who_they_say() {
    let mut world = World::playing();
    world.join(5);
    world.drop_link(4);
    let hearers =
        |audience| (1..=6).filter(|&it| world.room.hears(account(it), audience)).collect::<Vec<_>>();
    assert_eq!(hearers(Audience::Everyone), [1, 2, 3, 5]);
    assert_eq!(hearers(Audience::Spectators), [5]);
    assert_eq!(hearers(Audience::Seat(Seat::Red)), [1]);
    assert_eq!(hearers(Audience::Seat(Seat::Green)), [0; 0], "not connected");
    assert_eq!(hearers(Audience::Side(rules::Side::RedBlue)), [1, 3]);
    assert_eq!(hearers(Audience::AllBut([Seat::Red, Seat::Green].into_iter().collect())), [2, 3, 5]);
    assert_eq!(hearers(Audience::Account(account(6))), [6]);
    assert_eq!(hearers(Audience::Reply), [0; 0]);
}
