//! What is pointed out to the partner (指示).

use protocol::{Done, ErrorBody, Reply, RoomKind, ServerFrame, Talk};
use room::{Input, RoomCommand};
use rules::{Players, Point};

use crate::world::{World, account, options};

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// Points to the middle of the board, or from there to red's left.
fn pointing(world: &World, to: Option<&str>) -> RoomCommand {
    RoomCommand::Point { game: world.game(), at: point("n5"), to: to.map(point) }
}

/// What an account has been shown since the frames were cleared.
fn shown(world: &World, number: u32) -> Vec<(Point, Option<Point>)> {
    let pointed = |frame: &ServerFrame| {
        let ServerFrame::Pointed { at, to, .. } = frame else { return None };
        Some((*at, *to))
    };
    world.client(number).frames.iter().filter_map(pointed).collect()
}

fn watched() -> World {
    let mut world = World::playing();
    world.join(5);
    world.clear_frames();
    world
}

#[test]
fn the_partner_alone_is_shown_a_point_or_a_way() {
    let mut world = watched();
    assert_eq!(world.ok(1, pointing(&world, None)), Done::Done);
    assert_eq!(world.ok(1, pointing(&world, Some("r11"))), Done::Done);
    // A way that leads nowhere is a point.
    assert_eq!(world.ok(1, pointing(&world, Some("n5"))), Done::Done);
    assert_eq!(
        shown(&world, 3),
        [(point("n5"), None), (point("n5"), Some(point("r11"))), (point("n5"), None)]
    );
    for number in [1, 2, 4, 5] {
        assert!(shown(&world, number).is_empty(), "account {number}");
    }
    world.check_clients();
}

#[test]
fn pointing_changes_nothing_for_anybody_else_and_is_not_kept() {
    let (mut quiet, mut pointed) = (watched(), watched());
    for _ in 0..8 {
        pointed.ok(1, pointing(&pointed, None));
        pointed.shuffle_steps(1);
        quiet.next_id();
        quiet.shuffle_steps(1);
    }
    for number in [2, 3, 4, 5] {
        quiet.join(number);
        pointed.join(number);
        let without = |world: &World| -> Vec<ServerFrame> {
            let frames = &world.client(number).frames;
            let pointed = |frame: &&ServerFrame| matches!(frame, ServerFrame::Pointed { .. });
            frames.iter().filter(|frame| number != 3 || !pointed(frame)).cloned().collect()
        };
        assert_eq!(without(&quiet), without(&pointed), "account {number}");
    }
}

#[test]
fn who_does_not_play_points_at_nothing() {
    let mut world = watched();
    assert_eq!(world.refused(5, pointing(&world, None)), ErrorBody::NotSeated);
    assert_eq!(world.command(9, pointing(&world, None)), Reply::Error(ErrorBody::NoSuchRoom));
    world.shuffle_steps(20);
    let game = world.game();
    world.ok(1, RoomCommand::Surrender { game });
    assert_eq!(world.refused(1, pointing(&world, None)), ErrorBody::NotPlaying);
    assert!(shown(&world, 3).is_empty());
}

#[test]
fn where_nothing_may_be_said_nothing_is_pointed_out() {
    for (talk, players) in [(Talk::None, Players::Four), (Talk::Free, Players::Two)] {
        let mut options = options();
        options.talk = talk;
        options.rules.players = players;
        let mut world = World::drawn(RoomKind::Match, true, options);
        world.all_ready();
        assert_eq!(world.refused(1, pointing(&world, None)), ErrorBody::MayNotSpeak);
    }
}

#[test]
fn before_and_after_a_game_there_is_nothing_to_point_at() {
    let mut world = World::ranked();
    assert_eq!(world.refused(1, pointing(&world, None)), ErrorBody::WrongPhase);
}

#[test]
fn whoever_is_blocked_points_out_nothing_and_is_not_told() {
    let mut world = watched();
    world.input(None, Input::Blocks { account: account(3), blocked: [account(1)].into() });
    assert_eq!(world.ok(1, pointing(&world, None)), Done::Done);
    assert!(shown(&world, 3).is_empty());
}
