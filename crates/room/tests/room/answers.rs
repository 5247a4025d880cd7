use protocol::{CommandId, Done, ErrorBody, Reply};
use room::RoomCommand;

use crate::world::World;

#[test]
fn a_move_sent_again_is_answered_again_and_played_once() {
    let mut world = World::playing();
    let (number, from, to) = world.legal_move(0).expect("red has moves");
    let command = RoomCommand::Move { game: world.game(), after: 0, from, to };
    let id = CommandId(9_007_199_254_740_991);
    for _ in 0..3 {
        assert_eq!(world.command_as(number, id, command.clone()), Reply::Ok(Done::Played { no: 1 }));
    }
    assert_eq!(world.no(), 1);
    assert_eq!(world.saved.journal.len(), 1);
    world.check_clients();
}

#[test]
fn the_same_number_of_another_account_is_another_command() {
    let mut world = World::playing();
    let (number, from, to) = world.legal_move(0).expect("red has moves");
    let game = world.game();
    let command = RoomCommand::Move { game, after: 0, from, to };
    world.command_as(number, CommandId(5000), command.clone());
    assert_eq!(world.command_as(2, CommandId(5000), command), Reply::Error(ErrorBody::Stale { no: 1 }));
}

#[test]
fn a_refusal_is_answered_the_same_even_when_it_would_be_accepted_now() {
    let mut world = World::playing();
    let (number, from, to) = world.legal_move(0).expect("red has moves");
    let game = world.game();
    let late = RoomCommand::Move { game, after: 7, from, to };
    let stale = Reply::Error(ErrorBody::Stale { no: 0 });
    assert_eq!(world.command_as(number, CommandId(900), late), stale);
    let good = RoomCommand::Move { game, after: 0, from, to };
    assert_eq!(world.command_as(number, CommandId(900), good.clone()), stale);
    assert_eq!(world.command_as(number, CommandId(901), good), Reply::Ok(Done::Played { no: 1 }));
}

#[test]
fn at_least_the_last_64_answers_are_remembered() {
    let mut world = World::playing();
    let (number, from, to) = world.legal_move(0).expect("red has moves");
    let command = RoomCommand::Move { game: world.game(), after: 0, from, to };
    world.command_as(number, CommandId(5000), command.clone());
    for _ in 0..63 {
        world.refused(number, RoomCommand::Stand);
    }
    assert_eq!(world.command_as(number, CommandId(5000), command), Reply::Ok(Done::Played { no: 1 }));
}
