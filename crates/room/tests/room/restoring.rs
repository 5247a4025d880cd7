use protocol::{CommandId, Done, ErrorBody, Millis, Phase, Reply, RoomId, RoomKind};
use room::{Input, Outage, RestoreFault, Room, RoomCommand, SavedRoom, SavedSeat, SavedState};
use rules::{Action, BySeat, Seat, Viewer, ladder::Terms};
use uuid::Uuid;

use crate::world::{LAYOUT, OTHER, World, account, member, number_of, options};

fn outage(from: Millis, from_after: i64, until_after: i64) -> Outage {
    Outage { from: from + from_after, until: from + until_after }
}

/// What is left of the running turn, or of the time for arranging.
fn left(room: &Room, now: Millis) -> i64 {
    match room.snapshot(Viewer::Public, now).phase {
        Phase::Playing { clock: Some(clock), .. } => clock.deadline - now,
        Phase::Arranging { deadline, .. } => deadline - now,
        Phase::Playing { clock: None, .. } | Phase::Gathering | Phase::Ended { .. } => panic!("no clock"),
    }
}

#[test]
fn the_running_turn_gets_every_outage_back() {
    let mut world = World::playing();
    world.shuffle_steps(9);
    let began = world.now;
    world.now = began + 4_000_000;
    let outages = [
        outage(began, -50_000, -20_000),
        outage(began, 5_000, 1_000_000),
        // Two that overlap count once.
        outage(began, 1_002_000, 3_999_000),
        outage(began, 1_500_000, 3_998_000),
    ];
    // Out of order, too.
    let mut shuffled = outages;
    shuffled.reverse();
    for outages in [outages, shuffled] {
        let room = world.restored(&outages);
        assert_eq!(left(&room, world.now), 30_000 - 5_000 - 2_000 - 1_000);
    }
}

#[test]
fn an_outage_that_began_before_the_turn_counts_from_its_beginning() {
    let mut world = World::playing();
    world.shuffle_steps(1);
    let began = world.now;
    world.now = began + 100_000;
    let room = world.restored(&[outage(began, -400, 100_000)]);
    assert_eq!(left(&room, world.now), 30_000);
}

#[test]
fn a_turn_goes_on_after_a_surrender_of_another_seat() {
    let mut world = World::playing();
    let game = world.game();
    world.shuffle_steps(20);
    world.wait(10_000);
    world.ok(2, RoomCommand::Surrender { game });
    world.wait(5_000);
    assert_eq!(left(&world.restored(&[]), world.now), 15_000);
}

#[test]
fn the_time_for_arranging_is_given_back_and_what_was_handed_in_is_there() {
    let mut world = World::ranked();
    let game = world.game();
    world.ok(1, RoomCommand::Ready { game, layout: OTHER.into() });
    world.ok(2, RoomCommand::Ready { game, layout: OTHER.into() });
    world.ok(2, RoomCommand::Unready { game });
    world.wait(20_000);
    let down = world.now;
    world.now = down + 700_000;
    let room = world.restored(&[outage(down, 0, 700_000)]);
    assert_eq!(left(&room, world.now), 40_000);
    for (seat, expected) in [(Seat::Red, true), (Seat::Purple, false)] {
        let snapshot = room.snapshot(Viewer::Seat(seat), world.now);
        let Phase::Arranging { layout, .. } = snapshot.phase else { panic!("arranging") };
        assert_eq!(layout.as_deref(), Some(OTHER));
        assert_eq!(snapshot.seats.get(seat).as_ref().map(|occupant| occupant.ready), Some(expected));
    }
}

#[test]
fn a_move_that_was_saved_is_answered_and_not_played_again() {
    let mut world = World::playing();
    let (number, from, to) = world.legal_move(0).expect("red has moves");
    let command = RoomCommand::Move { game: world.game(), after: 0, from, to };
    world.command_as(number, CommandId(4_711), command.clone());
    world.room = world.restored(&[]);
    assert_eq!(
        world.command_as(number, CommandId(4_711), command.clone()),
        Reply::Ok(Done::Played { no: 1 })
    );
    let stale = Reply::Error(ErrorBody::Stale { no: 1 });
    assert_eq!(world.command_as(number, CommandId(4_712), command), stale);
}

#[test]
fn a_layout_that_was_saved_is_answered_as_before() {
    let mut world = World::ranked();
    world.all_of(&[1, 2, 3]);
    let ready =
        |world: &World, layout: &str| RoomCommand::Ready { game: world.game(), layout: layout.into() };
    let last = ready(&world, OTHER);
    let done = Reply::Ok(Done::Done);
    assert_eq!(world.command_as(3, CommandId(4_710), ready(&world, LAYOUT)), done);
    world.room = world.restored(&[]);
    assert_eq!(world.command_as(3, CommandId(4_710), ready(&world, LAYOUT)), done, "it is arranged still");
    assert_eq!(world.command_as(4, CommandId(4_711), last.clone()), done, "and starts the game");
    world.room = world.restored(&[]);
    let saves = world.saved.saves.len();
    assert_eq!(world.command_as(4, CommandId(4_711), last), done);
    let other = ready(&world, LAYOUT);
    assert_eq!(world.refused(4, other), ErrorBody::WrongPhase, "nothing else is handed in now");
    assert_eq!(world.saved.saves.len(), saves);
}

#[test]
fn a_restart_is_nobodys_leaving_and_everybody_has_full_turns_again() {
    let mut world = World::playing();
    world.drop_link(1);
    world.wait(115_000);
    world.room = world.restored(&[]);
    assert!(
        (1..=4).all(|number| world.room.binds(account(number)) && !world.room.is_present(account(number)))
    );
    for number in 1..=4 {
        world.join(number);
    }
    world.wait(5_000);
    assert_eq!(world.clock().map(|clock| (clock.seat, clock.limit_ms)), Some((Seat::Red, 30_000)));
    world.check_clients();
}

#[test]
fn offers_made_are_remembered() {
    let mut world = World::playing();
    world.shuffle_steps(3);
    let game = world.game();
    world.ok(1, RoomCommand::OfferDraw { game });
    world.room = world.restored(&[]);
    assert_eq!(world.offer(), None, "nobody knows of the open one any more");
    let limit = ErrorBody::OfferLimit { from_step: Some(23) };
    assert_eq!(world.refused(1, RoomCommand::OfferDraw { game }), limit);
    world.ok(2, RoomCommand::OfferDraw { game });
}

#[test]
fn what_makes_no_game_is_a_fault() {
    let mut world = World::playing();
    world.shuffle_steps(2);
    let saved = |layout: Option<&str>, journal: Vec<room::JournalEntry>| SavedRoom {
        room: RoomId(Uuid::nil()),
        kind: RoomKind::Match,
        ranked: true,
        options: options(),
        game: world.game(),
        created: world.now,
        seats: BySeat::new_with(|seat| {
            Some(SavedSeat {
                player: member(number_of(seat)).player,
                preferred: None,
                ties: room::Ties::default(),
                layout: layout.map(str::to_owned),
                ready: true,
            })
        }),
        terms: Terms::default(),
        memo: room::Memo::default(),
        state: SavedState::Running {
            first: Seat::Red,
            shuffled: vec![].into(),
            nonce: None.into(),
            started: world.now,
            journal,
        },
        seed: [0; 32],
    };
    let fault = |layout, journal| Room::restore(saved(layout, journal), world.now, &[]).err();
    let journal = world.saved.journal.clone();
    assert_eq!(fault(Some(LAYOUT), journal.clone()), None);
    assert_eq!(fault(None, journal.clone()), Some(RestoreFault::Setup));
    assert_eq!(fault(Some("xx"), journal.clone()), Some(RestoreFault::Layout { seat: Seat::Red }));
    assert_eq!(fault(Some(LAYOUT), journal[1..].to_vec()), Some(RestoreFault::Journal { no: 1 }));
    let mut illegal = journal.clone();
    illegal[1].action = illegal[0].action;
    assert_eq!(fault(Some(LAYOUT), illegal), Some(RestoreFault::Journal { no: 2 }));
    let mut ended = journal;
    ended[1].action = Action::Abort;
    assert_eq!(fault(Some(LAYOUT), ended), Some(RestoreFault::Ended));
}

#[test]
fn ticks_that_are_not_due_do_nothing() {
    let mut world = World::playing();
    world.wait(1_000);
    world.clear_frames();
    let saves = world.saved.saves.len();
    world.input(None, Input::Tick);
    assert_eq!(world.saved.saves.len(), saves);
    assert!(world.clients.values().all(|client| client.frames.is_empty()));
}
