//! 房主, and what only the host may do.

use protocol::{
    ErrorBody, Host, Notice, PasswordFault, Phase, Privacy, Reply, RoomKind, RoomOptions, ServerFrame,
    Spectating,
};
use room::{Lock, Pass, RoomCommand, Save};
use rules::{BySeat, Players, Seat};

use crate::world::{World, account, member, number_of, options};

fn host(world: &World) -> Option<u32> {
    let Host { id, name } = world.room.snapshot(rules::Viewer::Public, world.now).host?;
    let number = u32::try_from(id.0.as_u128()).expect("a number");
    assert_eq!(name, format!("player {number}"));
    Some(number)
}

fn configure(options: RoomOptions) -> RoomCommand {
    RoomCommand::Configure { options: Box::new(options), lock: None }
}

/// All that only a host may do.
fn of_the_host() -> Vec<RoomCommand> {
    vec![
        configure(options()),
        RoomCommand::SetSpectating { spectating: Spectating::Closed },
        RoomCommand::PassHost { seat: Seat::Blue },
        RoomCommand::Remove { seat: Seat::Blue },
    ]
}

#[test]
fn only_the_host_may_and_only_where_there_is_one() {
    let mut world = World::full(false, options());
    world.join(5);
    for command in of_the_host() {
        assert_eq!(world.refused(2, command.clone()), ErrorBody::NotHost);
        assert_eq!(world.refused(5, command), ErrorBody::NotHost);
    }
    for kind in [RoomKind::Match, RoomKind::Practice] {
        let mut world = World::drawn(kind, false, options());
        for command in of_the_host() {
            assert_eq!(world.refused(1, command), ErrorBody::NotHost);
        }
    }
}

#[test]
fn the_host_passes_it_on_by_command() {
    let mut world = World::full(false, options());
    world.ok(1, RoomCommand::PassHost { seat: Seat::Red });
    assert_eq!(host(&world), Some(1));
    world.ok(1, RoomCommand::PassHost { seat: Seat::Blue });
    assert_eq!(host(&world), Some(3));
    assert_eq!(world.refused(1, RoomCommand::PassHost { seat: Seat::Red }), ErrorBody::NotHost);
    world.ok(2, RoomCommand::Stand);
    assert_eq!(world.refused(3, RoomCommand::PassHost { seat: Seat::Purple }), ErrorBody::SeatEmpty);
    world.check_clients();
}

#[test]
fn a_host_who_leaves_by_wish_is_followed_at_once() {
    let mut world = World::hosted(false, options());
    for (number, seat) in [(1, Seat::Red), (2, Seat::Purple), (3, Seat::Blue)] {
        world.join(number);
        world.ok(number, RoomCommand::Sit { seat });
    }
    world.drop_link(2);
    world.part(1);
    world.wait(0);
    assert_eq!(host(&world), Some(1), "a seat is kept");
    world.join(1);
    world.ok(1, RoomCommand::Stand);
    assert_eq!(host(&world), Some(1), "who stands up may go on watching as the host");
    world.part(1);
    world.wait(0);
    assert_eq!(host(&world), Some(3), "the first of the players who are there");
    world.check_clients();
}

#[test]
fn a_host_whose_link_is_lost_is_waited_for_a_minute() {
    let mut world = World::hosted(false, options());
    world.join(5);
    world.drop_link(1);
    world.wait(59_999);
    assert_eq!(host(&world), Some(1));
    world.join(1);
    world.drop_link(1);
    world.drop_link(5);
    world.wait(600_000);
    assert_eq!(host(&world), Some(1), "nobody is there to follow");
    world.join(6);
    world.wait(0);
    assert_eq!(host(&world), Some(6));
    world.check_clients();
}

#[test]
fn a_host_who_plays_stays_host_however_long_the_link_is_down() {
    let mut world = World::full(false, options());
    world.all_ready();
    world.drop_link(1);
    world.wait(90_000);
    assert!(matches!(world.phase(), Phase::Playing { .. }));
    assert_eq!(host(&world), Some(1));
    world.wait(10 * 60_000);
    assert!(matches!(world.phase(), Phase::Ended { .. }), "lost turns have ended it");
    assert_eq!(host(&world), Some(2), "and the room has another host");
    world.check_clients();
}

#[test]
fn a_new_host_is_known_after_a_restart() {
    for begun in [false, true] {
        let mut world = World::full(false, options());
        if begun {
            world.all_ready();
        }
        world.ok(1, RoomCommand::PassHost { seat: Seat::Green });
        assert!(matches!(world.last_save(), Save::Memo { .. }));
        world.ok(4, RoomCommand::SetSpectating { spectating: Spectating::Closed });
        world.room = world.restored(&[]);
        assert_eq!(host(&world), Some(4));
        assert_eq!(world.room.options().spectating, Spectating::Closed);
    }
}

#[test]
fn whoever_is_removed_is_told_and_sits_nowhere_for_five_minutes() {
    let mut world = World::hosted(false, options());
    for (number, seat) in [(1, Seat::Red), (2, Seat::Purple)] {
        world.join(number);
        world.ok(number, RoomCommand::Sit { seat });
    }
    assert_eq!(world.refused(1, RoomCommand::Remove { seat: Seat::Red }), ErrorBody::Yourself);
    assert_eq!(world.refused(1, RoomCommand::Remove { seat: Seat::Blue }), ErrorBody::SeatEmpty);
    world.ok(1, RoomCommand::Remove { seat: Seat::Purple });
    let until = world.now + 300_000;
    assert_eq!(world.notices(2), [Notice::Removed { room: world.room.id(), until }]);
    assert!(world.room.is_present(account(2)), "and may watch");
    for seat in [Seat::Purple, Seat::Blue] {
        assert_eq!(world.refused(2, RoomCommand::Sit { seat }), ErrorBody::Removed { until });
    }
    world.check_clients();
    world.wait(300_000);
    world.ok(2, RoomCommand::Sit { seat: Seat::Blue });
    world.check_clients();
}

#[test]
fn removing_calls_an_unranked_game_off_and_no_ranked_or_running_one() {
    let mut world = World::full(false, options());
    world.ok(1, RoomCommand::Remove { seat: Seat::Purple });
    assert!(matches!(world.last_save(), Save::Abandon { by: None, flight: None, .. }));
    assert_eq!(world.phase(), Phase::Gathering);
    world.check_clients();
    for mut world in [World::full(true, options()), {
        let mut world = World::full(false, options());
        world.all_ready();
        world
    }] {
        for command in [RoomCommand::Remove { seat: Seat::Purple }, configure(options())] {
            assert_eq!(world.refused(1, command), ErrorBody::WrongPhase);
        }
    }
}

#[test]
fn changed_options_are_told_to_all_and_everybody_is_asked_anew() {
    let mut world = World::full(false, options());
    world.join(5);
    world.ok(2, RoomCommand::Ready { game: world.game(), layout: crate::world::LAYOUT.into() });
    let changed = RoomOptions { turn_seconds: 60, ..options() };
    world.clear_frames();
    world.ok(1, configure(changed.clone()));
    for number in 1..=5 {
        let told = |frame: &&ServerFrame| matches!(frame, ServerFrame::Options { options, .. } if *options == changed);
        assert_eq!(world.client(number).told().into_iter().filter(told).count(), 1);
    }
    assert_eq!(world.phase(), Phase::Gathering);
    world.check_clients();
    for number in [2, 3, 4] {
        assert!(!world.room.binds(account(number)));
        world.ok(number, RoomCommand::Again { accept: true });
    }
    let Save::NewGame { options, .. } = world.last_save() else { panic!("arranged again") };
    assert_eq!(options.turn_seconds, 60);
    world.check_clients();
}

#[test]
fn after_a_game_changed_options_leave_it() {
    let mut world = World::full(false, options());
    world.all_ready();
    let game = world.game();
    world.ok(2, RoomCommand::Flee { game });
    world.ok(1, configure(RoomOptions { arrange_seconds: 90, ..options() }));
    assert_eq!(world.phase(), Phase::Gathering);
    assert!((1..=4).all(|number| !world.room.binds(account(number))));
    world.check_clients();
}

#[test]
fn whoever_sits_where_the_new_game_has_no_seat_stands() {
    let mut world = World::full(false, options());
    let mut two = options();
    two.rules.players = Players::Two;
    world.ok(1, configure(two));
    let seats = BySeat::new_with(|seat| world.room.seat_of(account(number_of(seat))).is_some());
    assert_eq!(seats, BySeat { red: true, purple: false, blue: true, green: false });
    world.check_clients();
    world.ok(3, RoomCommand::Again { accept: true });
    assert!(matches!(world.phase(), Phase::Arranging { .. }), "the host was for it already");
}

#[test]
fn watching_is_closed_and_opened_at_any_time() {
    let mut world = World::full(true, options());
    world.all_ready();
    for number in [5, 6] {
        world.join(number);
    }
    world.ok(1, RoomCommand::SetSpectating { spectating: Spectating::Closed });
    let Save::Options { options, .. } = world.last_save() else { panic!("kept with the game") };
    assert_eq!(options.spectating, Spectating::Closed);
    for number in [5, 6] {
        assert_eq!(world.notices(number).last(), Some(&Notice::Dismissed { room: world.room.id() }));
        assert!(!world.room.is_present(account(number)));
        assert_eq!(world.join(number), Reply::Error(ErrorBody::NoWatching));
    }
    world.check_clients();
    world.ok(1, RoomCommand::SetSpectating { spectating: Spectating::Open });
    assert!(matches!(world.join(5), Reply::Ok(_)));
    world.check_clients();
}

#[test]
fn a_room_with_a_password_lets_in_who_has_shown_it() {
    let needed = Reply::Error(ErrorBody::Password { fault: PasswordFault::Needed });
    let locked = RoomOptions { privacy: Privacy::Password, ..options() };
    let mut world = World::locked(false, locked.clone(), Some(Lock("a hash".to_owned())));
    assert!(!world.room.is_watchable());
    assert_eq!(world.join(5), needed);
    assert!(!world.room.is_present(account(5)));
    assert_eq!(world.refused(5, RoomCommand::Sit { seat: Seat::Red }), ErrorBody::NoSuchRoom);
    let shown = |hash: &str| Pass::Shown(Lock(hash.to_owned()));
    assert_eq!(world.join_as(member(5), None, shown("an old hash")), needed);
    assert!(matches!(world.join_as(member(5), None, shown("a hash")), Reply::Ok(_)));
    world.drop_link(5);
    assert!(matches!(world.join(5), Reply::Ok(_)), "once is enough");
    world.drop_link(5);
    let lock = Some(Lock("another hash".to_owned()));
    world.ok(1, RoomCommand::Configure { options: Box::new(locked.clone()), lock });
    assert_eq!(world.join(5), needed, "a new password has to be shown again");
    world.ok(1, configure(locked));
    assert_eq!(world.room.lock(), Some(&Lock("another hash".to_owned())), "it stays where none is given");
    world.ok(1, configure(options()));
    assert!(matches!(world.join(5), Reply::Ok(_)));
    let missing = ErrorBody::Password { fault: PasswordFault::Missing };
    let locked = RoomOptions { privacy: Privacy::Password, ..options() };
    assert_eq!(world.refused(1, configure(locked)), missing);
    world.check_clients();
}

#[test]
fn whoever_watches_has_to_show_a_new_password_and_players_have_not() {
    let mut world = World::full(false, options());
    for number in [5, 6] {
        world.join(number);
    }
    world.ok(2, RoomCommand::Stand);
    world.ok(1, RoomCommand::Stand);
    let locked = RoomOptions { privacy: Privacy::Password, ..options() };
    let lock = |hash: &str| Some(Lock(hash.to_owned()));
    let with = |lock| RoomCommand::Configure { options: Box::new(locked.clone()), lock };
    world.ok(1, with(lock("a hash")));
    let gone = Notice::Locked { room: world.room.id() };
    for number in [2, 5, 6] {
        assert_eq!(world.notices(number).last(), Some(&gone), "{number}");
        assert!(!world.room.is_present(account(number)));
        assert_eq!(world.refused(number, RoomCommand::Sit { seat: Seat::Purple }), ErrorBody::NoSuchRoom);
    }
    assert!([1, 3, 4].iter().all(|&number| world.room.is_present(account(number))), "the host and who sits");
    world.check_clients();
    assert!(matches!(world.join_as(member(5), None, Pass::Shown(Lock("a hash".to_owned()))), Reply::Ok(_)));
    world.ok(3, RoomCommand::Stand);
    world.ok(1, with(None));
    assert!(
        [3, 5].iter().all(|&number| world.room.is_present(account(number))),
        "the password is the old one"
    );
    world.ok(1, with(lock("another hash")));
    assert!(![3, 5].iter().any(|&number| world.room.is_present(account(number))));
    world.check_clients();
}

#[test]
fn a_locked_room_is_locked_after_a_restart() {
    let locked = RoomOptions { privacy: Privacy::Password, ..options() };
    let mut world = World::locked(false, locked, Some(Lock("a hash".to_owned())));
    for seat in Seat::ALL {
        let shown = Pass::Shown(Lock("a hash".to_owned()));
        world.join_as(member(number_of(seat)), None, shown);
        world.ok(number_of(seat), RoomCommand::Sit { seat });
    }
    world.join_as(member(6), None, Pass::Shown(Lock("a hash".to_owned())));
    world.room = world.restored(&[]);
    assert_eq!(world.join(5), Reply::Error(ErrorBody::Password { fault: PasswordFault::Needed }));
    assert!(matches!(world.join(6), Reply::Ok(_)), "who has shown it need not do so again");
    assert!(matches!(world.join(4), Reply::Ok(_)), "who has a seat is in");
    assert!(!format!("{:?} {:?}", world.room, world.saved).contains("a hash"), "no log shows it");
}

#[test]
fn a_link_alone_leads_into_a_private_room_which_stands_in_no_list() {
    let mut world = World::full(false, RoomOptions { privacy: Privacy::Link, ..options() });
    assert!(matches!(world.join(5), Reply::Ok(_)));
    assert_eq!(world.room.summary(), None);
}

#[test]
fn whoever_has_fled_too_often_gets_no_seat() {
    let mut world = World::custom(RoomOptions { max_flee_percent: Some(10), ..options() });
    let fled = |number: u32, fled: u32| {
        let mut member = member(number);
        (member.player.tally.played, member.player.tally.fled) = (20, fled);
        member
    };
    world.join_as(fled(1, 2), None, Pass::NotShown);
    world.join_as(fled(2, 3), None, Pass::NotShown);
    world.join_as(fled(3, 0), None, Pass::NotShown);
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    assert_eq!(world.refused(2, RoomCommand::Sit { seat: Seat::Blue }), ErrorBody::FleeRate { limit: 10 });
    world.ok(3, RoomCommand::Sit { seat: Seat::Blue });
}
