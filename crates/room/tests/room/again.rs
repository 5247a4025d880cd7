//! The room outlives the game: 再来一局.

use protocol::{ErrorBody, Phase, Reply, RoomKind};
use room::{Input, RoomCommand, Save};
use rules::Seat;

use crate::world::{World, account, number_of, options};

const AGAIN: RoomCommand = RoomCommand::Again { accept: true };

/// The game of a full room has ended by 1's leaving it; all are still there.
fn ended(mut world: World) -> World {
    world.all_ready();
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    assert!(matches!(world.phase(), Phase::Ended { .. }));
    world
}

fn custom() -> World {
    ended(World::full(false, options()))
}

fn wants_again(world: &World) -> Vec<Seat> {
    let seats = world.room.snapshot(rules::Viewer::Public, world.now).seats;
    seats.iter().filter(|(_, seat)| seat.as_ref().is_some_and(|it| it.ready)).map(|(seat, _)| seat).collect()
}

#[test]
fn all_who_stayed_want_another_and_it_is_arranged_with_a_new_id() {
    let mut world = custom();
    let first = world.game();
    let spoken = world.say(2, protocol::Channel::Table, "好棋");
    assert!(matches!(spoken, Reply::Ok(_)));
    world.join(5);
    assert!(wants_again(&world).is_empty(), "all are asked");
    for number in [3, 1, 4] {
        world.ok(number, AGAIN);
        world.ok(number, AGAIN);
        world.check_clients();
    }
    assert_eq!(wants_again(&world), [Seat::Red, Seat::Blue, Seat::Green]);
    world.ok(2, AGAIN);
    let Phase::Arranging { game: second, .. } = world.phase() else { panic!("arranged") };
    assert_ne!(second, first);
    assert!(matches!(world.last_save(), Save::NewGame { game, .. } if *game == second));
    assert!(world.room.is_present(account(5)), "who watches stays");
    assert_eq!(world.client(5).believed().expect("a room").talk.len(), 1, "talk stays");
    world.check_clients();
    world.all_ready();
    let Phase::Playing { no, .. } = world.phase() else { panic!("it runs") };
    assert_eq!(no, 0, "numbers belong to the game");
    world.shuffle_steps(4);
    assert_eq!(world.no(), 4);
    world.check_clients();
}

#[test]
fn whoever_leaves_frees_the_seat_and_the_others_gather() {
    let mut world = custom();
    for number in [1, 2, 3] {
        world.ok(number, AGAIN);
    }
    world.ok(4, RoomCommand::Stand);
    assert_eq!(world.phase(), Phase::Gathering);
    assert_eq!(wants_again(&world), [Seat::Red, Seat::Purple, Seat::Blue]);
    world.check_clients();
    world.ok(4, RoomCommand::Sit { seat: Seat::Green });
    assert!(matches!(world.phase(), Phase::Arranging { .. }));
    world.check_clients();
}

#[test]
fn whoever_is_gone_is_waited_for_a_minute() {
    let mut world = custom();
    world.drop_link(4);
    world.wait(600_000);
    assert_eq!(world.room.seat_of(account(4)), Some(Seat::Green), "nobody has asked for another game");
    world.join(4);
    world.drop_link(4);
    for number in [1, 2, 3] {
        world.ok(number, AGAIN);
    }
    world.wait(59_999);
    assert!(matches!(world.phase(), Phase::Ended { .. }));
    world.wait(1);
    assert_eq!(world.phase(), Phase::Gathering);
    assert_eq!(world.room.seat_of(account(4)), None);
    world.check_clients();
}

#[test]
fn a_wish_is_taken_back_and_holds_nobody_before_it_is_made() {
    let mut world = custom();
    assert!((1..=4).all(|number| !world.room.binds(account(number))));
    world.ok(1, AGAIN);
    assert!(world.room.binds(account(1)));
    world.ok(1, RoomCommand::Again { accept: false });
    assert!(!world.room.binds(account(1)));
    assert!(wants_again(&world).is_empty());
    world.check_clients();
    world.join(5);
    assert_eq!(world.refused(5, AGAIN), ErrorBody::NotSeated);
}

#[test]
fn there_is_no_other_game_while_one_runs() {
    let mut world = World::full(false, options());
    assert_eq!(world.refused(1, AGAIN), ErrorBody::WrongPhase);
    world.all_ready();
    assert_eq!(world.refused(1, AGAIN), ErrorBody::WrongPhase);
}

#[test]
fn at_a_matched_table_there_is_another_game_for_all_four_or_for_none() {
    let mut world = ended(World::ranked());
    for number in [1, 2, 3] {
        world.ok(number, AGAIN);
    }
    world.drop_link(4);
    world.wait(60_000);
    assert!(wants_again(&world).is_empty(), "whoever waits is free again");
    world.join(4);
    world.check_clients();
    for number in [1, 2, 3, 4] {
        world.ok(number, AGAIN);
    }
    assert!(matches!(world.phase(), Phase::Arranging { .. }));
    let mut world = ended(world);
    world.ok(1, AGAIN);
    world.ok(2, RoomCommand::Stand);
    assert!(wants_again(&world).is_empty());
    assert_eq!(world.refused(1, AGAIN), ErrorBody::WrongPhase);
    world.check_clients();
}

#[test]
fn bots_want_another_game_and_keep_no_room_open() {
    let mut options = options();
    options.privacy = protocol::Privacy::Link;
    let mut world = ended(World::against_bots(options));
    assert_eq!(wants_again(&world), [Seat::Purple, Seat::Blue, Seat::Green]);
    world.ok(1, AGAIN);
    assert!(matches!(world.phase(), Phase::Arranging { .. }));
    let mut world = ended(world);
    world.drop_link(1);
    assert!(world.room.is_deserted());
    assert_eq!(world.room.deadline(), None);
}

#[test]
fn a_ranked_room_of_ones_own_goes_on_too() {
    let mut world = ended(World::full(true, options()));
    let Save::Finish { flight, .. } = world.last_save() else { panic!("it has ended") };
    assert_eq!(*flight, Some(account(1)));
    for seat in Seat::ALL {
        world.ok(number_of(seat), AGAIN);
    }
    assert!(matches!(world.last_save(), Save::NewGame { ranked: true, kind: RoomKind::Custom, .. }));
}

#[test]
fn a_room_without_a_game_that_could_go_on_closes_with_the_server_and_says_so() {
    for (mut world, closes) in [
        (World::hosted(false, options()), true),
        (World::full(false, options()), false),
        (World::playing(), false),
        (custom(), true),
    ] {
        let room = world.room.id();
        world.clear_frames();
        world.input(None, Input::Close);
        let expected = if closes { vec![protocol::Notice::Closed { room }] } else { vec![] };
        assert_eq!(world.notices(1), expected);
        assert_eq!(world.room.is_closed(), closes);
    }
}

#[test]
fn who_was_out_and_left_by_wish_keeps_no_seat_after_the_game() {
    let out = |mut world: World| {
        world.all_ready();
        let game = world.game();
        world.shuffle_steps(20);
        world.ok(1, RoomCommand::Surrender { game });
        world.ok(1, RoomCommand::Flee { game });
        world
    };
    let end = |world: &mut World| {
        let game = world.game();
        world.ok(3, RoomCommand::Surrender { game });
        assert!(matches!(world.phase(), Phase::Ended { .. }));
        world.check_clients();
    };
    let mut world = out(World::full(false, options()));
    assert_eq!(world.room.seat_of(account(1)), Some(Seat::Red), "while the game runs");
    end(&mut world);
    assert_eq!(world.room.seat_of(account(1)), None);
    world.wait(0);
    let host = world.room.snapshot(rules::Viewer::Public, world.now).host;
    assert_eq!(host.map(|host| host.id), Some(account(2)), "nor is a host waited for");
    for number in [2, 3, 4] {
        world.ok(number, AGAIN);
    }
    assert_eq!(world.phase(), Phase::Gathering);
    world.check_clients();

    // Who has come back keeps it, and so does whose link is lost.
    let mut world = out(World::full(false, options()));
    world.join(1);
    world.drop_link(1);
    end(&mut world);
    assert_eq!(world.room.seat_of(account(1)), Some(Seat::Red));

    let mut world = out(World::ranked());
    end(&mut world);
    assert_eq!(world.refused(2, AGAIN), ErrorBody::WrongPhase, "a drawn table is one short");
}
