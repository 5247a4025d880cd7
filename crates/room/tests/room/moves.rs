use protocol::{Done, ErrorBody, GameId, Reply, ServerFrame};
use room::RoomCommand;
use rules::{Point, Seat, Viewer};
use uuid::Uuid;

use crate::world::{World, number_of};

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

fn a_move(game: GameId, after: u32, from: &str, to: &str) -> RoomCommand {
    RoomCommand::Move { game, after, from: point(from), to: point(to) }
}

#[test]
fn a_move_is_saved_answered_and_told_to_all_with_the_legal_moves_for_the_next_alone() {
    let mut world = World::playing();
    world.join(5);
    world.clear_frames();
    let game = world.game();
    world.wait(2_000);
    assert_eq!(world.ok(1, a_move(game, 0, "r21", "r22")), Done::Played { no: 1 });
    let entry = world.saved.journal.last().expect("saved");
    assert_eq!((entry.no, entry.seat, entry.at), (1, Some(Seat::Red), world.now));
    assert_eq!(entry.action.to_string(), "r21-r22");
    assert!(entry.command.is_some());
    assert!(matches!(world.client(1).frames[0], ServerFrame::Answer(_)), "the answer comes first");
    for number in 1..=5 {
        let [ServerFrame::Event(event)] = world.client(number).told()[..] else {
            panic!("one event for everybody")
        };
        assert_eq!((event.no, event.at, event.event.turn), (1, world.now, Some(Seat::Purple)));
        assert_eq!(event.legal.is_some(), number == 2, "account {number}");
        let clock = event.clock.expect("a turn runs");
        assert_eq!((clock.seat, clock.deadline - world.now), (Seat::Purple, 30_000));
    }
    let audiences = [1, 3, 4, 5].map(|number| serde_json::to_string(world.client(number).told()[0]).ok());
    assert!(audiences.windows(2).all(|pair| pair[0] == pair[1]), "one frame for all but the next");
    world.check_clients();
}

#[test]
fn refusals_come_in_a_fixed_order() {
    let mut world = World::playing();
    world.join(5);
    let game = world.game();
    let other = GameId(Uuid::max());
    let legal = |game, after| a_move(game, after, "r21", "r22");
    assert_eq!(world.refused(9, legal(game, 0)), ErrorBody::NoSuchRoom);
    assert_eq!(world.refused(5, legal(other, 9)), ErrorBody::WrongGame { now: Some(game) });
    assert_eq!(world.refused(1, legal(other, 9)), ErrorBody::WrongGame { now: Some(game) });
    assert_eq!(world.refused(5, legal(game, 9)), ErrorBody::NotSeated);
    assert_eq!(world.refused(2, legal(game, 9)), ErrorBody::Stale { no: 0 });
    assert_eq!(world.refused(2, legal(game, 0)), ErrorBody::NotYourTurn);
    assert_eq!(world.refused(1, a_move(game, 0, "r11", "b11")), ErrorBody::Illegal);
    assert_eq!(world.refused(1, a_move(game, 0, "r62", "r61")), ErrorBody::Illegal);
    let flip = RoomCommand::Flip { game, after: 0, at: point("r11") };
    assert_eq!(world.refused(1, flip), ErrorBody::Illegal);
    assert_eq!(world.refused(1, RoomCommand::Unready { game }), ErrorBody::WrongPhase);
    assert_eq!(world.refused(1, RoomCommand::Stand), ErrorBody::WrongPhase);
    assert_eq!(world.refused(5, RoomCommand::Stand), ErrorBody::NotSeated);
    assert_eq!(world.refused(5, RoomCommand::Sit { seat: Seat::Red }), ErrorBody::WrongPhase);
}

#[test]
fn nothing_of_a_running_game_works_before_it_starts() {
    let mut world = World::ranked();
    let game = world.game();
    for command in [
        a_move(game, 0, "r21", "r22"),
        RoomCommand::Flip { game, after: 0, at: point("r11") },
        RoomCommand::OfferDraw { game },
        RoomCommand::AnswerDraw { game, accept: true },
        RoomCommand::Surrender { game },
    ] {
        assert_eq!(world.refused(1, command), ErrorBody::WrongPhase);
    }
}

#[test]
fn a_move_for_an_earlier_position_is_never_played() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(8);
    // The same move was legal four steps ago, and is again now.
    assert_eq!(world.refused(1, a_move(game, 4, "r21", "r22")), ErrorBody::Stale { no: 8 });
    assert_eq!(world.ok(1, a_move(game, 8, "r21", "r22")), Done::Played { no: 9 });
}

#[test]
fn a_surrender_in_between_makes_a_move_stale_and_brings_new_legal_moves() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(20);
    world.clear_frames();
    assert_eq!(world.turn(), Some(Seat::Red));
    world.ok(2, RoomCommand::Surrender { game });
    let [ServerFrame::Event(event)] = world.client(1).told()[..] else { panic!("one event") };
    assert!(event.legal.is_some(), "purple's pieces are gone, so red may do more");
    assert_eq!(world.refused(1, a_move(game, 20, "r22", "r21")), ErrorBody::Stale { no: 21 });
    assert_eq!(world.ok(1, a_move(game, 21, "r22", "r21")), Done::Played { no: 22 });
    world.check_clients();
}

#[test]
fn events_have_no_gaps_for_anybody() {
    let mut world = World::playing();
    world.join(5);
    world.clear_frames();
    let mut choice = 1;
    while world.step(choice) && world.no() < 150 {
        choice = choice * 31 % 10_007;
        world.check_clients();
    }
    for number in 1..=5 {
        let numbers: Vec<u32> = world
            .client(number)
            .told()
            .into_iter()
            .filter_map(|frame| if let ServerFrame::Event(event) = frame { Some(event.no) } else { None })
            .collect();
        assert_eq!(numbers, (1..=world.no()).collect::<Vec<_>>());
    }
}

#[test]
fn only_own_pieces_and_shown_flags_are_known_in_any_frame() {
    let mut world = World::playing();
    world.join(5);
    let mut choice = 3;
    while world.result().is_none() && world.no() < 120 && world.step(choice) {
        choice = choice * 37 % 10_009;
        for number in 1..=5 {
            let snapshot = world.room.snapshot(world.viewer(number), world.now);
            let protocol::Phase::Playing { view: Some(view), .. } = snapshot.phase else { continue };
            for piece in view.pieces.iter().filter(|piece| piece.piece.is_some()) {
                let own = piece.army.map(number_of) == Some(number);
                let flag = view.flags.iter().any(|flag| flag.at == piece.at);
                assert!(own || flag, "account {number} knows {piece:?}");
            }
        }
    }
    assert!(matches!(world.viewer(5), Viewer::Public));
    assert!(matches!(world.join(5), Reply::Ok(Done::Room { .. })));
}
