use protocol::{ErrorBody, Notice, Phase, RoomKind, Spectating};
use room::{RoomCommand, Save};
use rules::{Players, Seat, Viewer};

use crate::world::{World, account, number_of, options};

fn sit(seat: Seat) -> RoomCommand {
    RoomCommand::Sit { seat }
}

#[test]
fn the_last_seat_taken_begins_the_arranging() {
    let mut world = World::custom(options());
    for seat in [Seat::Green, Seat::Blue, Seat::Purple] {
        world.join(number_of(seat));
        world.ok(number_of(seat), sit(seat));
        assert_eq!(world.phase(), Phase::Gathering);
        world.check_clients();
    }
    world.join(1);
    assert!(world.saved.saves.is_empty(), "a room without a game is not saved");
    world.ok(1, sit(Seat::Red));
    let Save::NewGame { seats, deadline, at, .. } = world.last_save() else { panic!("no new game") };
    assert_eq!(seats.blue.as_ref().map(|player| player.id), Some(account(3)));
    assert_eq!(*deadline - *at, 60_000);
    world.check_clients();
}

#[test]
fn a_seat_is_taken_once_and_only_where_the_game_has_one() {
    let mut options = options();
    options.rules.players = Players::Two;
    let mut world = World::custom(options);
    world.join(1);
    world.join(2);
    assert_eq!(world.refused(7, sit(Seat::Red)), ErrorBody::NoSuchRoom);
    world.ok(1, sit(Seat::Red));
    world.ok(1, sit(Seat::Red));
    assert_eq!(world.refused(2, sit(Seat::Purple)), ErrorBody::NoSuchSeat);
    assert_eq!(world.refused(2, sit(Seat::Red)), ErrorBody::SeatTaken);
    world.ok(2, sit(Seat::Blue));
    assert!(matches!(world.phase(), Phase::Arranging { .. }));
}

#[test]
fn one_changes_seats_and_gives_them_up_while_gathering() {
    let mut world = World::custom(options());
    world.join(1);
    world.join(2);
    world.ok(1, sit(Seat::Red));
    world.ok(1, sit(Seat::Green));
    assert_eq!(world.room.seat_of(account(1)), Some(Seat::Green));
    world.check_clients();
    world.ok(2, sit(Seat::Red));
    world.ok(1, RoomCommand::Stand);
    assert_eq!(world.viewer(1), Viewer::Public);
    assert_eq!(world.refused(1, RoomCommand::Stand), ErrorBody::NotSeated);
    world.check_clients();
}

#[test]
fn a_seat_is_given_up_when_its_link_has_been_down_for_a_minute_before_the_game() {
    let mut world = World::custom(options());
    world.join(1);
    world.join(2);
    world.ok(1, sit(Seat::Red));
    world.ok(2, sit(Seat::Blue));
    world.drop_link(1);
    world.wait(59_999);
    assert_eq!(world.room.seat_of(account(1)), Some(Seat::Red));
    world.wait(1);
    assert_eq!(world.room.seat_of(account(1)), None);
    assert_eq!(world.room.seat_of(account(2)), Some(Seat::Blue));
    world.drop_link(2);
    assert!(!world.room.is_deserted());
    world.wait(60_000);
    assert!(world.room.is_deserted());
}

#[test]
fn whoever_finds_all_seats_taken_watches_and_is_told_so() {
    let mut world = full();
    world.join(5);
    assert_eq!(world.notices(5), [Notice::Watching { room: world.room.id() }]);
    assert_eq!(world.refused(5, sit(Seat::Red)), ErrorBody::WrongPhase);
    world.check_clients();
}

#[test]
fn seats_that_were_drawn_are_not_for_taking() {
    for kind in [RoomKind::Match, RoomKind::Practice] {
        let mut world = World::drawn(kind, false, options());
        world.join(5);
        assert_eq!(world.refused(5, sit(Seat::Red)), ErrorBody::WrongPhase);
        assert!(world.notices(5).is_empty());
    }
}

#[test]
fn in_a_closed_room_whoever_has_no_seat_when_the_last_is_taken_hears_no_more() {
    let mut options = options();
    options.spectating = Spectating::Closed;
    let mut world = World::custom(options);
    for number in [1, 2, 3, 4, 5] {
        world.join(number);
    }
    for seat in Seat::ALL {
        world.ok(number_of(seat), sit(seat));
    }
    assert!(!world.room.is_present(account(5)));
    assert_eq!(world.notices(5), [Notice::Dismissed { room: world.room.id() }]);
    assert_eq!(world.refused(5, RoomCommand::Stand), ErrorBody::NoSuchRoom);
    world.check_clients();
}

#[test]
fn after_a_game_free_seats_are_taken_and_the_next_one_waits_for_those_who_stayed() {
    let mut world = full();
    world.all_ready();
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    world.join(5);
    world.join(6);
    world.drop_link(4);
    for seat in [Seat::Red, Seat::Green] {
        assert_eq!(world.refused(5, sit(seat)), ErrorBody::SeatTaken);
    }
    world.ok(1, RoomCommand::Stand);
    world.ok(5, sit(Seat::Red));
    assert!(matches!(world.phase(), Phase::Ended { .. }), "the others go on looking at the game");
    world.check_clients();
    world.wait(60_000);
    world.ok(6, sit(Seat::Green));
    world.check_clients();
    world.ok(2, RoomCommand::Again { accept: true });
    world.ok(3, RoomCommand::Again { accept: true });
    world.check_clients();
    let Phase::Arranging { game: next, .. } = world.phase() else { panic!("a new game") };
    assert_ne!(next, game);
    world.all_of(&[5, 2, 3, 6]);
    assert!(matches!(world.phase(), Phase::Playing { .. }));
    world.check_clients();
}

/// A room with free seats which 1 to 4 have taken.
fn full() -> World {
    World::full(false, options())
}
