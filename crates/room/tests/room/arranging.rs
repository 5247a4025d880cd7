use protocol::{ErrorBody, FirstSeat, Notice, Phase, RoomKind, ServerFrame};
use room::{Member, RoomCommand, RoomSetup, Save};
use rules::{BoardKind, BySeat, LayoutFault, Players, Seat, Setup, Viewer, ladder::Terms};

use crate::world::{LAYOUT, OTHER, START, World, account, member, number_of, options};

fn ready(world: &World, layout: &str) -> RoomCommand {
    RoomCommand::Ready { game: world.game(), layout: layout.into() }
}

#[test]
fn the_others_learn_that_a_seat_is_ready_and_nothing_else() {
    let mut world = World::ranked();
    world.join(5);
    world.clear_frames();
    world.ok(1, ready(&world, OTHER));
    for number in 2..=5 {
        let room = world.room.id();
        assert_eq!(world.client(number).told(), [&ServerFrame::Ready { room, seat: Seat::Red, ready: true }]);
        let Phase::Arranging { layout, .. } = world.room.snapshot(world.viewer(number), world.now).phase
        else {
            panic!("still arranging")
        };
        assert_eq!(layout, None);
    }
    let Phase::Arranging { layout, .. } = world.room.snapshot(Viewer::Seat(Seat::Red), world.now).phase
    else {
        panic!("still arranging")
    };
    assert_eq!(layout.as_deref(), Some(OTHER), "one's own layout is told to oneself");
    world.clear_frames();
    world.ok(1, ready(&world, LAYOUT));
    assert!(world.client(2).frames.is_empty(), "another layout of a ready seat is told to nobody");
}

#[test]
fn the_game_starts_when_all_are_ready() {
    let mut world = World::ranked();
    world.wait(7_000);
    world.all_ready();
    let Save::Start { first, layouts, at, .. } = world.last_save() else { panic!("not started") };
    assert_eq!((*first, *at), (Seat::Red, world.now));
    assert!(layouts.0.iter().all(|(_, layout)| layout.as_deref() == Some(LAYOUT)));
    for seat in Seat::ALL {
        let Some(ServerFrame::Room(snapshot)) = world.client(number_of(seat)).frames.last() else {
            panic!("a room frame opens the game")
        };
        let Phase::Playing { no: 0, view: Some(view), clock: Some(clock), legal, .. } = &snapshot.phase
        else {
            panic!("the game runs")
        };
        assert_eq!(view.viewer, Viewer::Seat(seat));
        assert_eq!((clock.seat, clock.deadline - world.now, clock.limit_ms), (Seat::Red, 30_000, 30_000));
        assert_eq!(legal.is_some(), seat == Seat::Red, "the legal moves are for their owner");
    }
}

#[test]
fn at_the_deadline_the_last_the_preferred_or_the_default_layout_is_used_and_all_are_told() {
    let mirrored = |text: &str| text.parse::<rules::Layout>().expect("a layout").mirrored().to_string();
    let seats = BySeat::new_with(|seat| {
        let preferred = (seat == Seat::Blue).then(|| mirrored(OTHER));
        Some(Member { preferred, ..member(number_of(seat)) })
    });
    let mut world = World::new(RoomKind::Match, true, options(), seats);
    for seat in Seat::ALL {
        world.join(number_of(seat));
    }
    world.ok(1, ready(&world, &mirrored(LAYOUT)));
    world.ok(2, ready(&world, OTHER));
    world.ok(2, RoomCommand::Unready { game: world.game() });
    world.wait(59_999);
    assert!(matches!(world.phase(), Phase::Arranging { .. }));
    world.wait(1);
    let notice =
        Notice::LayoutGiven { room: world.room.id(), seats: vec![Seat::Purple, Seat::Blue, Seat::Green] };
    for number in 1..=4 {
        assert_eq!(world.notices(number), std::slice::from_ref(&notice));
    }
    let Save::Start { layouts, .. } = world.last_save() else { panic!("not started") };
    let expected =
        BySeat { red: mirrored(LAYOUT), purple: OTHER.into(), blue: mirrored(OTHER), green: LAYOUT.into() };
    assert_eq!(*layouts.0, expected.map(|_, layout| Some(layout)));
    world.check_clients();
}

#[test]
fn a_preferred_layout_that_these_rules_forbid_is_passed_over() {
    let bombs_in_front = OTHER.replacen("40", "00", 1).replacen("33 00 00", "33 40 00", 1);
    let seats = BySeat::new_with(|seat| {
        Some(Member { preferred: Some(bombs_in_front.clone()), ..member(number_of(seat)) })
    });
    let mut world = World::new(RoomKind::Match, true, options(), seats);
    world.wait(60_000);
    let Save::Start { layouts, .. } = world.last_save() else { panic!("not started") };
    assert!(layouts.0.iter().all(|(_, layout)| layout.as_deref() == Some(LAYOUT)));
}

#[test]
fn a_faulty_layout_is_refused_with_its_fault() {
    let mut world = World::ranked();
    let no_flag = LAYOUT.replace("07", "32");
    let faults = [
        ("", LayoutFault::Shape),
        (&LAYOUT.replace("40", "xx"), LayoutFault::UnknownPiece),
        (&no_flag, LayoutFault::PieceCount),
    ];
    for (layout, fault) in faults {
        assert_eq!(world.refused(1, ready(&world, layout)), ErrorBody::Layout { fault });
    }
}

#[test]
fn the_first_seat_is_drawn_among_all() {
    let mut options = options();
    options.first = FirstSeat::Lot;
    let mut drawn = Vec::new();
    for seed in 0..40 {
        let seats = BySeat::new_with(|seat| Some(member(number_of(seat))));
        let setup = RoomSetup {
            room: protocol::RoomId(uuid::Uuid::nil()),
            kind: RoomKind::Match,
            ranked: true,
            options: options.clone(),
            host: None,
            lock: None,
            seats,
            terms: Terms::default(),
            seed: [seed; 32],
        };
        let (mut room, _) = room::Room::new(setup, START);
        let effects = room.step(START + 60_000, room::Input::Tick);
        let Some(Save::Start { first, .. }) = effects.save else { panic!("not started") };
        drawn.push(first);
    }
    assert!(Seat::ALL.iter().all(|seat| drawn.contains(seat)));
}

#[test]
fn leaving_a_ranked_game_that_is_arranged_is_a_flight_and_closes_the_room() {
    let mut world = World::ranked();
    let (game, room) = (world.game(), world.room.id());
    assert_eq!(world.refused(2, RoomCommand::Stand), ErrorBody::WrongPhase);
    world.ok(2, RoomCommand::Flee { game });
    let expected = Save::Abandon { game, at: world.now, by: Some(Seat::Purple), flight: Some(account(2)) };
    assert_eq!(*world.last_save(), expected);
    for number in 1..=4 {
        assert_eq!(world.notices(number), [Notice::NotStarted { room, by: Seat::Purple }]);
    }
    assert!(world.room.is_closed());
    assert_eq!(world.room.deadline(), None);
    assert!((1..=4).all(|number| !world.room.binds(account(number))));
    assert_eq!(world.refused(1, RoomCommand::Stand), ErrorBody::NoSuchRoom);
}

#[test]
fn leaving_an_unranked_game_that_is_arranged_costs_nothing() {
    let mut world = custom_full();
    let game = world.game();
    world.ok(3, RoomCommand::Flee { game });
    let expected = Save::Abandon { game, at: world.now, by: Some(Seat::Blue), flight: None };
    assert_eq!(*world.last_save(), expected);
    assert_eq!(world.phase(), Phase::Gathering);
    assert_eq!(world.room.seat_of(account(3)), None);
    assert_eq!(world.room.seat_of(account(1)), Some(Seat::Red), "the others keep their seats");
    world.check_clients();
    world.ok(3, RoomCommand::Sit { seat: Seat::Blue });
    assert_ne!(world.game(), game, "it is another game");

    let mut world = World::drawn(RoomKind::Practice, false, options());
    world.ok(1, RoomCommand::Stand);
    assert!(world.room.is_closed());
}

#[test]
fn in_flip_chess_there_is_nothing_to_arrange() {
    let mut options = options();
    options.rules.board = BoardKind::Classic;
    options.rules.players = Players::Two;
    options.rules.setup = Setup::Flip;
    let mut world = World::drawn(RoomKind::Match, false, options);
    assert_eq!(world.deadline_in(), 0);
    world.wait(0);
    let Save::Start { layouts, shuffled, .. } = world.last_save() else { panic!("not started") };
    assert_eq!((layouts.0.iter().flat_map(|(_, layout)| layout).count(), shuffled.0.len()), (0, 50));
    assert!(world.notices(1).is_empty());
    let game = world.game();
    let at = "r11".parse().expect("a point");
    world.ok(1, RoomCommand::Flip { game, after: 0, at });
    assert_eq!(world.no(), 1);
    world.check_clients();
}

/// A room with free seats which 1 to 4 have taken.
fn custom_full() -> World {
    let mut world = World::custom(options());
    for seat in Seat::ALL {
        world.join(number_of(seat));
        world.ok(number_of(seat), RoomCommand::Sit { seat });
    }
    world
}
