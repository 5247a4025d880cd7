use protocol::{CommandId, Done, ErrorBody, Phase, Reply, RoomKind, ServerFrame};
use room::{Input, RoomCommand, Save};
use rules::{Action, EndReason, Seat};

use crate::world::{START, World, options};

#[test]
fn a_turn_that_is_not_used_is_lost() {
    let mut world = World::playing();
    world.wait(29_999);
    assert_eq!(world.no(), 0);
    world.wait(1);
    let entry = world.saved.journal.last().expect("saved");
    assert_eq!((entry.action, entry.at - START, entry.seat), (Action::Timeout, 30_000, None));
    assert_eq!(world.turn(), Some(Seat::Purple));
    assert_eq!(world.deadline_in(), 30_000);
}

#[test]
fn the_fifth_lost_turn_puts_out() {
    let mut world = World::playing();
    // Four rounds, then red's fifth turn.
    world.wait(16 * 30_000 + 29_999);
    assert_eq!(world.no(), 16);
    world.wait(1);
    let Save::Entry { outs, .. } = world.last_save() else { panic!("the game goes on") };
    assert_eq!(outs.len(), 1);
    assert_eq!(outs[0].seat, Seat::Red);
    world.wait(60_000);
    let result = world.result().expect("red and blue are out");
    assert_eq!(result.winner, [Seat::Purple, Seat::Green]);
    assert!(matches!(world.last_save(), Save::Finish { .. }));
    assert_eq!(world.room.deadline(), None);
}

#[test]
fn a_seat_that_has_been_gone_for_a_minute_has_ten_seconds_until_it_is_back() {
    let mut world = World::playing();
    world.drop_link(2);
    world.wait(30_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Purple, 30_000)));
    world.wait(90_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Red, 30_000)));
    world.wait(30_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Purple, 10_000)));
    world.wait(5_000);
    world.join(2);
    assert_eq!(world.deadline_in(), 5_000, "the running turn stays as it is");
    world.wait(5_000);
    assert_eq!(world.turn(), Some(Seat::Blue));
    world.wait(90_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Purple, 30_000)));
}

#[test]
fn a_running_turn_gets_shorter_when_the_minute_is_over() {
    for (turn_seconds, at_minute) in [(120, (10_000, 10_000)), (71, (10_000, 10_000)), (70, (10_000, 70_000))]
    {
        let mut options = options();
        options.turn_seconds = turn_seconds;
        let mut world = World::drawn(RoomKind::Match, true, options);
        world.all_ready();
        world.drop_link(1);
        world.clear_frames();
        world.wait(59_999);
        assert_eq!(world.clock().map(|clock| clock.limit_ms), Some(u32::from(turn_seconds) * 1000));
        world.wait(1);
        let clock = world.clock().expect("red's turn runs");
        assert_eq!((clock.deadline - world.now, clock.limit_ms), at_minute, "{turn_seconds} s");
        let told: Vec<_> = world.client(2).told();
        let room = world.room.id();
        if at_minute.1 == 10_000 {
            assert_eq!(told.last(), Some(&&ServerFrame::Clock { room, clock: Some(clock) }));
        } else {
            assert!(told.is_empty(), "a turn that is nearly over stays as it is");
        }
        world.wait(10_000);
        assert_eq!(world.turn(), Some(Seat::Purple));
    }
}

#[test]
fn the_link_of_another_seat_changes_nothing_in_a_turn() {
    let mut options = options();
    options.turn_seconds = 120;
    let mut world = World::drawn(RoomKind::Match, true, options);
    world.all_ready();
    world.drop_link(3);
    world.wait(119_999);
    assert_eq!(world.turn(), Some(Seat::Red));
    assert_eq!(world.clock().map(|clock| clock.limit_ms), Some(120_000));
}

#[test]
fn a_dropped_link_is_not_leaving() {
    let mut world = World::playing();
    for number in 1..=4 {
        world.drop_link(number);
    }
    // 30 s each while patience lasts, then 10 s each, until a side has lost five turns each.
    world.wait(3_600_000);
    let result = world.result().expect("timeouts end it");
    assert_eq!((result.reason, result.fled), (rules::EndReason::Timeouts, None));
}

#[test]
fn while_nothing_can_be_saved_clocks_stand_still_and_all_are_told() {
    let mut world = World::playing();
    let game = world.game();
    world.wait(10_000);
    world.ok(2, RoomCommand::OfferDraw { game });
    world.clear_frames();
    world.input(None, Input::Suspend);
    let room = world.room.id();
    assert_eq!(world.client(3).told(), [&ServerFrame::Clock { room, clock: None }]);
    assert_eq!(world.room.deadline(), None);
    world.wait(500_000);
    let (number, from, to) = world.legal_move(0).expect("red has moves");
    let command = RoomCommand::Move { game, after: 0, from, to };
    assert_eq!(
        world.command_as(number, CommandId(7_000), command.clone()),
        Reply::Error(ErrorBody::Unavailable)
    );
    world.input(None, Input::Resume);
    assert_eq!(world.clock().map(|clock| clock.deadline - world.now), Some(20_000));
    assert_eq!(world.offer().map(|offer| offer.deadline - world.now), Some(20_000));
    world.check_clients();
    assert_eq!(world.command_as(number, CommandId(7_000), command), Reply::Ok(Done::Played { no: 1 }));
}

#[test]
fn a_step_that_waits_to_be_saved_is_no_reason_not_to_tell() {
    let mut world = World::playing();
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    world.clear_frames();
    world.input(None, Input::Suspend);
    let room = world.room.id();
    assert_eq!(world.client(3).told(), [&ServerFrame::Clock { room, clock: None }]);
    world.input(None, Input::Suspend);
    assert_eq!(world.client(3).told().len(), 1, "told once");
}

#[test]
fn the_time_for_arranging_is_given_back_too() {
    let mut world = World::ranked();
    world.wait(50_000);
    world.input(None, Input::Suspend);
    world.wait(100_000);
    world.input(None, Input::Resume);
    assert_eq!(world.deadline_in(), 10_000);
    world.check_clients();
}

#[test]
fn whoever_comes_in_while_nothing_can_be_saved_is_told() {
    let room = World::ranked().room.id();
    let still = ServerFrame::Clock { room, clock: None };
    for mut world in [World::ranked(), World::playing()] {
        world.input(None, Input::Suspend);
        world.clear_frames();
        world.join(5);
        let is_told = match world.phase() {
            Phase::Playing { clock, .. } => clock.is_none(),
            Phase::Gathering | Phase::Arranging { .. } | Phase::Ended { .. } => {
                world.client(5).told().contains(&&still)
            }
        };
        assert!(is_told, "{:?}", world.phase());
        world.clear_frames();
        world.input(None, Input::Resume);
        world.join(6);
        assert!(!world.client(6).told().contains(&&still));
    }
}

#[test]
fn patience_does_not_count_time_in_which_nothing_could_be_saved() {
    let mut world = World::playing();
    world.wait(30_000);
    world.drop_link(1);
    world.wait(5_000);
    world.input(None, Input::Suspend);
    world.wait(600_000);
    world.drop_link(4);
    world.input(None, Input::Resume);
    world.wait(25_000 + 30_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Green, 30_000)));
    world.wait(5_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Green, 10_000)));
    world.wait(10_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Red, 10_000)));
}

#[test]
fn a_surrender_off_turn_leaves_the_running_turn_its_time() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(20);
    world.wait(12_000);
    world.ok(3, RoomCommand::Surrender { game });
    assert_eq!(world.turn(), Some(Seat::Red));
    assert_eq!(world.deadline_in(), 18_000);
    world.ok(1, RoomCommand::Surrender { game });
    assert_eq!(world.result().map(|result| result.winner), Some(vec![Seat::Purple, Seat::Green]));
}

#[test]
fn a_surrender_on_turn_passes_the_turn() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(20);
    world.wait(12_000);
    world.ok(1, RoomCommand::Surrender { game });
    assert_eq!(world.turn(), Some(Seat::Purple));
    assert_eq!(world.deadline_in(), 30_000);
}

#[test]
fn a_game_that_all_have_left_without_a_limit_of_timeouts_is_closed_as_void() {
    let mut options = options();
    options.rules.timeouts = 0;
    let mut world = World::drawn(RoomKind::Custom, false, options);
    world.all_ready();
    for number in [1, 2, 3] {
        world.drop_link(number);
    }
    world.wait(60 * 60_000);
    assert_eq!(world.result(), None, "one is still there");
    world.drop_link(4);
    world.wait(10 * 60_000);
    assert_eq!(world.result(), None, "they may come back");
    world.wait(2 * 60_000);
    let result = world.result().expect("nobody plays it");
    assert_eq!((result.reason, result.void), (EndReason::Aborted, true));
    assert!(matches!(world.last_save(), Save::Finish { .. }));
}
