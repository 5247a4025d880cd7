//! Two players change seats by consent.

use protocol::{ErrorBody, Phase, RoomKind, ServerFrame, SwapOffer};
use room::{RoomCommand, Save};
use rules::{Seat, Viewer};

use crate::world::{World, account, options};

const YES: RoomCommand = RoomCommand::AnswerSwap { accept: true };
const NO: RoomCommand = RoomCommand::AnswerSwap { accept: false };

fn swap(seat: Seat) -> RoomCommand {
    RoomCommand::Swap { seat }
}

fn open(world: &World) -> Option<SwapOffer> {
    world.room.snapshot(Viewer::Public, world.now).swap
}

/// 1 to 3 sit on red, purple and blue; green is free, and 5 watches.
fn three() -> World {
    let mut world = World::hosted(false, options());
    for (number, seat) in [(1, Seat::Red), (2, Seat::Purple), (3, Seat::Blue)] {
        world.join(number);
        world.ok(number, RoomCommand::Sit { seat });
    }
    world.join(5);
    world
}

/// Who declined, of the last word about a swap.
fn declined(world: &World) -> Option<Seat> {
    let told = |frame: &ServerFrame| {
        if let ServerFrame::Swap { swap: None, refused, .. } = frame { Some(*refused) } else { None }
    };
    world.client(5).frames.iter().rev().find_map(told).expect("it has ended")
}

#[test]
fn two_change_seats_when_the_other_agrees() {
    let mut world = three();
    world.ok(1, swap(Seat::Purple));
    let deadline = world.now + 20_000;
    assert_eq!(open(&world), Some(SwapOffer { from: Seat::Red, to: Seat::Purple, deadline }));
    world.check_clients();
    world.ok(2, YES);
    assert_eq!((open(&world), declined(&world)), (None, None));
    assert_eq!(world.room.seat_of(account(1)), Some(Seat::Purple));
    assert_eq!(world.room.seat_of(account(2)), Some(Seat::Red));
    assert_eq!(world.phase(), Phase::Gathering);
    world.check_clients();
}

#[test]
fn the_other_declines_or_is_silent_or_the_wish_is_taken_back() {
    let mut world = three();
    world.ok(1, swap(Seat::Purple));
    world.ok(2, NO);
    assert_eq!((open(&world), declined(&world)), (None, Some(Seat::Purple)));
    world.ok(1, swap(Seat::Purple));
    world.wait(20_000);
    assert_eq!((open(&world), declined(&world)), (None, Some(Seat::Purple)));
    world.ok(1, swap(Seat::Purple));
    assert_eq!(world.refused(1, YES), ErrorBody::NoSwap, "the asker agrees already");
    world.ok(1, NO);
    assert_eq!((open(&world), declined(&world)), (None, Some(Seat::Red)));
    assert_eq!(world.refused(2, YES), ErrorBody::NoSwap);
    assert_eq!(world.room.seat_of(account(1)), Some(Seat::Red));
    world.check_clients();
}

#[test]
fn what_can_not_be_asked_or_answered() {
    let mut world = three();
    assert_eq!(world.refused(5, swap(Seat::Red)), ErrorBody::NotSeated);
    assert_eq!(world.refused(5, YES), ErrorBody::NotSeated);
    assert_eq!(world.refused(1, swap(Seat::Red)), ErrorBody::Yourself);
    assert_eq!(world.refused(1, swap(Seat::Green)), ErrorBody::SeatEmpty);
    assert_eq!(world.refused(1, YES), ErrorBody::NoSwap);
    world.ok(1, swap(Seat::Purple));
    assert_eq!(world.refused(3, swap(Seat::Purple)), ErrorBody::SwapOpen);
    assert_eq!(world.refused(3, YES), ErrorBody::NoSwap);
    world.check_clients();
}

#[test]
fn a_wish_ends_when_either_leaves_the_seat() {
    for (number, command) in [
        (1, RoomCommand::Stand),
        (2, RoomCommand::Stand),
        (2, RoomCommand::Sit { seat: Seat::Green }),
        (1, RoomCommand::Remove { seat: Seat::Purple }),
    ] {
        let mut world = three();
        world.ok(1, swap(Seat::Purple));
        world.ok(number, command);
        assert_eq!(open(&world), None);
        world.check_clients();
    }
}

#[test]
fn while_an_unranked_game_is_arranged_a_swap_begins_it_anew() {
    let mut world = World::full(false, options());
    world.ok(4, swap(Seat::Blue));
    world.ok(3, YES);
    assert!(matches!(world.last_save(), Save::Abandon { by: None, flight: None, .. }));
    assert_eq!(world.phase(), Phase::Gathering, "who sits opposite has changed: all are asked");
    world.check_clients();
    for number in 1..=4 {
        world.ok(number, RoomCommand::Again { accept: true });
    }
    let Save::NewGame { seats, .. } = world.last_save() else { panic!("arranged again") };
    assert_eq!(seats.blue.as_ref().map(|player| player.id), Some(account(4)));
    world.check_clients();
}

#[test]
fn drawn_ranked_and_running_games_keep_their_seats() {
    let mut running = World::full(false, options());
    running.all_ready();
    for mut world in [World::drawn(RoomKind::Match, true, options()), World::full(true, options()), running] {
        assert_eq!(world.refused(1, swap(Seat::Blue)), ErrorBody::WrongPhase);
    }
}

#[test]
fn after_a_game_two_change_seats_and_see_it_with_other_eyes() {
    let mut world = World::full(false, options());
    world.all_ready();
    world.shuffle_steps(3);
    let game = world.game();
    world.ok(2, RoomCommand::Flee { game });
    world.ok(1, swap(Seat::Purple));
    world.ok(2, YES);
    assert!(matches!(world.phase(), Phase::Ended { .. }));
    assert_eq!(world.viewer(1), Viewer::Seat(Seat::Purple));
    world.check_clients();
}
