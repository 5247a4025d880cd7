use protocol::{ErrorBody, Phase, RoomKind, Score, ServerFrame};
use room::{Input, Pass, RoomCommand, Save};
use rules::{BySeat, EndReason, Players, Seat, Title, Viewer, ladder::ChangeReason};

use crate::world::{World, account, member, options};

#[test]
fn leaving_a_running_game_of_four_makes_it_void_while_the_partner_is_in() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(3);
    world.ok(1, RoomCommand::Flee { game });
    let Save::Finish { result, flight, outs, entry } = world.last_save() else { panic!("not ended") };
    assert_eq!((result.reason, result.void, result.fled), (EndReason::Flee, true, Some(Seat::Red)));
    assert_eq!((*flight, outs.len(), entry.seat), (Some(account(1)), 1, Some(Seat::Red)));
    world.check_clients();
}

#[test]
fn leaving_when_the_partner_is_out_loses() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(20);
    world.ok(3, RoomCommand::Surrender { game });
    world.ok(1, RoomCommand::Flee { game });
    let result = world.result().expect("ended");
    assert_eq!((result.winner, result.void), (vec![Seat::Purple, Seat::Green], false));
}

#[test]
fn leaving_an_unranked_game_is_no_flight_that_counts() {
    let mut world = World::drawn(RoomKind::Practice, false, options());
    world.all_ready();
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    assert!(matches!(world.last_save(), Save::Finish { flight: None, .. }));
}

#[test]
fn a_player_who_is_out_leaves_freely() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(20);
    assert!(world.room.binds(account(3)));
    world.ok(3, RoomCommand::Surrender { game });
    assert!(!world.room.binds(account(3)), "whoever is out may play elsewhere");
    let saves = world.saved.saves.len();
    world.ok(3, RoomCommand::Flee { game });
    assert_eq!(world.saved.saves.len(), saves);
    assert_eq!(world.result(), None);
    assert!(!world.room.is_present(account(3)));
    world.check_clients();
    world.join(3);
    assert_eq!(world.viewer(3), rules::Viewer::Seat(Seat::Blue), "and sees no more when back");
}

#[test]
fn no_surrender_before_step_20() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(19);
    for number in 1..=4 {
        let refused = world.refused(number, RoomCommand::Surrender { game });
        assert_eq!(refused, ErrorBody::TooEarly { steps: 19 });
    }
    world.shuffle_steps(1);
    world.ok(4, RoomCommand::Surrender { game });
    assert_eq!(world.refused(4, RoomCommand::Surrender { game }), ErrorBody::NotPlaying);
    let entry = world.saved.journal.last().expect("saved");
    assert_eq!(entry.action.to_string(), "surrender green");
}

#[test]
fn a_game_closed_by_the_operator_is_void_and_nobodys_flight() {
    let mut world = World::playing();
    world.input(None, Input::Abort);
    let Save::Finish { result, flight, entry, .. } = world.last_save() else { panic!("not ended") };
    assert_eq!((result.reason, result.void, *flight, entry.seat), (EndReason::Aborted, true, None, None));
    world.check_clients();

    let mut world = World::ranked();
    world.input(None, Input::Abort);
    assert!(matches!(world.last_save(), Save::Abandon { by: None, flight: None, .. }));
    assert!(world.room.is_closed());
}

#[test]
fn at_the_end_everything_is_open_to_all_alike() {
    let mut world = World::playing();
    world.join(5);
    let game = world.game();
    world.shuffle_steps(20);
    world.ok(1, RoomCommand::Surrender { game });
    world.clear_frames();
    world.ok(3, RoomCommand::Surrender { game });
    let mut events = Vec::new();
    for number in 1..=5 {
        let [ServerFrame::Event(event), ServerFrame::Room(room)] = world.client(number).told()[..] else {
            panic!("the last event, then the room")
        };
        assert!(event.event.opened.is_some() && event.clock.is_none() && event.legal.is_none());
        assert!(matches!(room.phase, Phase::Ended { view: None, .. }));
        events.push(event);
    }
    assert!(events.windows(2).all(|pair| pair[0] == pair[1]));
    world.check_clients();
    for command in [
        RoomCommand::Surrender { game },
        RoomCommand::OfferDraw { game },
        RoomCommand::AnswerDraw { game, accept: true },
        RoomCommand::Flee { game },
        RoomCommand::Unready { game },
    ] {
        assert_eq!(world.refused(2, command), ErrorBody::Over);
    }
}

#[test]
fn the_scores_follow_when_they_are_settled() {
    let mut world = World::playing();
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    let score = Score {
        before: 48,
        change: 0,
        reason: ChangeReason::Void,
        title_before: Title::of(48),
        title_after: Title::of(48),
    };
    let scores = BySeat::new_with(|_| Some(score));
    world.input(None, Input::Settled { game, scores });
    let room = world.room.id();
    assert_eq!(world.client(2).told().last(), Some(&&ServerFrame::Scores { room, game, scores }));
    world.check_clients();
    assert!(matches!(world.phase(), Phase::Ended { scores: kept, .. } if kept == scores));
}

#[test]
fn who_was_scored_is_seen_so_and_stays_so_whatever_was_read_before() {
    let mut options = options();
    options.rules.players = Players::Two;
    let mut world = World::full(true, options);
    world.all_ready();
    let game = world.game();
    world.ok(3, RoomCommand::Flee { game });
    let score = |change, reason| Score {
        before: 49,
        change,
        reason,
        title_before: Title::of(49),
        title_after: Title::of(49 + change),
    };
    let scores = BySeat {
        red: Some(score(1, ChangeReason::Win)),
        blue: Some(score(-1, ChangeReason::Loss)),
        ..BySeat::default()
    };
    world.wait(1_000);
    world.input(None, Input::Settled { game, scores });
    world.check_clients();
    let seen = |world: &World| {
        let seats = world.room.snapshot(Viewer::Public, world.now).seats;
        let of =
            |seat| seats.get(seat).as_ref().map(|occupant| (occupant.player.score, occupant.player.title));
        [of(Seat::Red), of(Seat::Blue)]
    };
    let settled = [Some((50, Title::of(50))), Some((48, Title::of(48)))];
    assert_eq!(seen(&world), settled);

    // Read before the game was saved, and here only now: the score is the one from before.
    world.join_as(member(1), None, Pass::NotShown);
    assert_eq!(seen(&world), settled);
    // It is the same on another seat, and for whoever stands.
    world.ok(1, RoomCommand::Stand);
    world.join_as(member(1), None, Pass::NotShown);
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    assert_eq!(seen(&world), settled);
    // Read afterwards, it is news.
    let mut later = member(1);
    world.wait(1);
    (later.player.score, later.as_of) = (60, world.now);
    world.join_as(later, None, Pass::NotShown);
    assert_eq!(seen(&world)[0].map(|(score, _)| score), Some(60));
    world.check_clients();
}

#[test]
fn with_two_players_the_other_wins_when_one_leaves() {
    let mut options = options();
    options.rules.players = Players::Two;
    let mut world = World::drawn(RoomKind::Match, true, options);
    world.all_ready();
    let game = world.game();
    world.ok(3, RoomCommand::Flee { game });
    assert_eq!(world.result().map(|result| result.winner), Some(vec![Seat::Red]));
    world.check_clients();
}
