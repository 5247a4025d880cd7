use protocol::{DrawOffer, ErrorBody, ServerFrame};
use room::{RoomCommand, Save};
use rules::{Action, EndReason, Seat};

use crate::world::World;

fn offer(world: &World) -> RoomCommand {
    RoomCommand::OfferDraw { game: world.game() }
}

fn answer(world: &World, accept: bool) -> RoomCommand {
    RoomCommand::AnswerDraw { game: world.game(), accept }
}

#[test]
fn all_who_are_in_agree() {
    let mut world = World::playing();
    world.ok(3, offer(&world));
    let deadline = world.now + 20_000;
    assert_eq!(world.offer(), Some(DrawOffer { by: Seat::Blue, agreed: vec![Seat::Blue], deadline }));
    world.ok(4, answer(&world, true));
    world.ok(1, answer(&world, true));
    assert_eq!(world.offer().map(|offer| offer.agreed), Some(vec![Seat::Red, Seat::Blue, Seat::Green]));
    assert_eq!(world.refused(1, answer(&world, true)), ErrorBody::Answered);
    assert_eq!(world.refused(3, answer(&world, false)), ErrorBody::Answered);
    world.check_clients();
    world.ok(2, answer(&world, true));
    let Save::Finish { entry, result, outs, .. } = world.last_save() else { panic!("not ended") };
    assert_eq!((entry.no, entry.action, entry.seat), (1, Action::Draw, Some(Seat::Purple)));
    assert_eq!((result.reason, result.winner.len(), outs.len()), (EndReason::Agreed, 0, 0));
    world.check_clients();
}

#[test]
fn one_refusal_ends_it_and_names_who_refused() {
    let mut world = World::playing();
    world.ok(1, offer(&world));
    world.ok(2, answer(&world, true));
    world.ok(4, answer(&world, false));
    let room = world.room.id();
    let ended = ServerFrame::Offer { room, offer: None, refused: Some(Seat::Green) };
    assert_eq!(world.client(3).told().last(), Some(&&ended));
    assert_eq!(world.refused(3, answer(&world, true)), ErrorBody::NoOffer);
}

#[test]
fn silence_refuses_after_twenty_seconds() {
    let mut world = World::playing();
    world.ok(1, offer(&world));
    world.wait(19_999);
    assert!(world.offer().is_some());
    world.wait(1);
    assert_eq!(world.offer(), None);
    let room = world.room.id();
    let ended = ServerFrame::Offer { room, offer: None, refused: None };
    assert_eq!(world.client(2).told().last(), Some(&&ended));
    assert_eq!(world.no(), 0, "only an agreed draw is recorded");
}

#[test]
fn one_offer_at_a_time_and_moves_go_on() {
    let mut world = World::playing();
    world.ok(1, offer(&world));
    assert_eq!(world.refused(2, offer(&world)), ErrorBody::OfferOpen);
    world.shuffle_steps(3);
    assert!(world.offer().is_some());
    world.check_clients();
}

#[test]
fn three_a_game_and_none_within_twenty_steps_of_the_last() {
    let mut world = World::playing();
    for round in 0..3 {
        world.ok(1, offer(&world));
        world.ok(2, answer(&world, false));
        world.shuffle_steps(19);
        let last = ErrorBody::OfferLimit { from_step: (round < 2).then_some(round * 20 + 20) };
        assert_eq!(world.refused(1, offer(&world)), last);
        world.shuffle_steps(1);
    }
    assert_eq!(world.refused(1, offer(&world)), ErrorBody::OfferLimit { from_step: None });
    world.ok(4, offer(&world));
}

#[test]
fn whoever_is_out_does_not_vote() {
    let mut world = World::playing();
    world.shuffle_steps(20);
    let game = world.game();
    world.ok(2, RoomCommand::Surrender { game });
    assert_eq!(world.refused(2, offer(&world)), ErrorBody::NotPlaying);
    world.ok(1, offer(&world));
    assert_eq!(world.refused(2, answer(&world, false)), ErrorBody::NotPlaying);
    world.ok(3, answer(&world, true));
    world.ok(4, answer(&world, true));
    assert_eq!(world.result().map(|result| result.reason), Some(EndReason::Agreed));
}

#[test]
fn a_player_going_out_ends_the_offer() {
    let mut world = World::playing();
    world.shuffle_steps(20);
    let game = world.game();
    world.ok(1, offer(&world));
    world.ok(3, answer(&world, true));
    world.ok(4, answer(&world, true));
    world.ok(2, RoomCommand::Surrender { game });
    assert_eq!(world.offer(), None);
    assert_eq!(world.result(), None, "three had agreed, but the offer was gone");
    world.check_clients();
    let room = world.room.id();
    assert!(world.client(4).told().contains(&&ServerFrame::Offer { room, offer: None, refused: None }));
}
