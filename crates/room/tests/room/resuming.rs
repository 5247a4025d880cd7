use protocol::{GameId, Phase, Progress, RESUMED_EVENTS, ServerFrame};
use room::RoomCommand;
use rules::Seat;
use uuid::Uuid;

use crate::world::World;

/// The numbers of the events sent, and whether the snapshot holds a view.
fn resumed(world: &World, number: u32) -> (Vec<u32>, bool) {
    let mut numbers = Vec::new();
    for frame in world.client(number).told() {
        if let ServerFrame::Event(event) = frame {
            assert!(event.clock.is_none() && event.legal.is_none(), "not in events sent again");
            numbers.push(event.no);
        }
        if let ServerFrame::Room(room) = frame
            && let Phase::Playing { view, .. } | Phase::Ended { view, .. } = &room.phase
        {
            return (numbers, view.is_some());
        }
    }
    panic!("no room frame")
}

#[test]
fn at_every_step_the_missing_events_lead_to_what_one_who_stayed_knows() {
    for number in [1, 2, 5] {
        let mut world = World::playing();
        world.join(5);
        let mut choice = 5;
        while world.no() < 60 && world.step(choice) {
            choice = choice * 41 % 10_007;
            let have = world.client(number).progress();
            world.drop_link(number);
            if !world.step(choice) {
                break;
            }
            world.clear_frames();
            world.join_with(number, have);
            if have.is_some_and(|have| have.no > 0) {
                assert_eq!(resumed(&world, number), (vec![world.no()], false));
            }
            world.check_clients();
        }
        assert!(world.no() > 20);
    }
}

#[test]
fn what_one_has_decides_what_one_gets() {
    let mut world = World::playing();
    world.shuffle_steps(6);
    let game = world.game();
    let other = GameId(Uuid::max());
    for (have, expected) in [
        (None, (vec![], true)),
        (Some(Progress { game, no: 0 }), (vec![], true)),
        (Some(Progress { game, no: 4 }), (vec![5, 6], false)),
        (Some(Progress { game, no: 6 }), (vec![], false)),
        (Some(Progress { game, no: 7 }), (vec![], true)),
        (Some(Progress { game, no: u32::MAX }), (vec![], true)),
        (Some(Progress { game: other, no: 4 }), (vec![], true)),
    ] {
        let mut client = World::playing();
        client.shuffle_steps(6);
        client.clear_frames();
        client.join_with(2, have);
        assert_eq!(resumed(&client, 2), expected, "{have:?}");
    }
}

#[test]
fn the_room_frame_tells_clock_legal_moves_and_offer_as_they_are_now() {
    let mut world = World::playing();
    world.shuffle_steps(5);
    let game = world.game();
    let have = world.client(2).progress();
    world.drop_link(2);
    world.shuffle_steps(0);
    world.ok(1, RoomCommand::OfferDraw { game });
    world.wait(3_000);
    world.clear_frames();
    world.join_with(2, have);
    let Some(ServerFrame::Room(room)) =
        world.client(2).told().into_iter().find(|frame| matches!(frame, ServerFrame::Room(_))).cloned()
    else {
        panic!("no room frame")
    };
    let Phase::Playing { clock: Some(clock), legal: Some(_), offer: Some(offer), no: 5, .. } = room.phase
    else {
        panic!("it is purple's turn and red has offered")
    };
    assert_eq!((clock.seat, clock.deadline - world.now), (Seat::Purple, 27_000));
    assert_eq!(offer.by, Seat::Red);
}

#[test]
fn who_misses_very_much_gets_a_snapshot_instead() {
    let mut world = World::playing();
    world.shuffle_steps(1);
    let have = world.client(2).progress().expect("follows the game");
    let missed = RESUMED_EVENTS as usize;
    world.shuffle_steps(missed);
    world.clear_frames();
    world.join_with(2, Some(have));
    let each: Vec<u32> = (have.no + 1..=have.no + RESUMED_EVENTS).collect();
    assert_eq!(resumed(&world, 2).0, each);
    world.shuffle_steps(1);
    world.clear_frames();
    world.join_with(2, Some(have));
    assert_eq!(resumed(&world, 2), (vec![], true));
}

#[test]
fn a_game_that_has_ended_meanwhile_is_resumed_too() {
    let mut world = World::playing();
    world.shuffle_steps(4);
    let have = world.client(3).progress();
    world.drop_link(3);
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    world.clear_frames();
    world.join_with(3, have);
    assert_eq!(resumed(&world, 3), (vec![5], false));
    world.check_clients();
}
