//! A guest who registers is somebody else from then on, without coming in anew; who is deleted is nobody.

use protocol::{AccountKind, Channel, ErrorBody, Phase, Player, RoomKind, ServerFrame};
use room::{Input, Member, Pass, RoomCommand, Save, Ties};
use rules::{BySeat, Players, Seat, Viewer};

use crate::world::{World, account, member, number_of, options};

fn guest(number: u32) -> Member {
    let mut member = member(number);
    (member.player.kind, member.player.name) = (AccountKind::Guest, format!("guest {number}"));
    member
}

fn renew(world: &mut World, member: Member) {
    world.input(None, Input::Renew { member: Box::new(member) });
    world.check_clients();
}

fn on(world: &World, seat: Seat) -> Player {
    world.room.snapshot(Viewer::Public, world.now).seats.get(seat).as_ref().expect("somebody").player.clone()
}

/// Guests take all seats; the game is arranged.
fn guests() -> World {
    let mut world = World::custom(options());
    for seat in Seat::ALL {
        world.join_as(guest(number_of(seat)), None, Pass::NotShown);
        world.ok(number_of(seat), RoomCommand::Sit { seat });
    }
    world
}

#[test]
fn all_see_who_it_is_and_the_next_game_is_kept_with_the_new_name() {
    let mut world = guests();
    world.join(5);
    // While a game is arranged, and while it runs; who was ready stays ready.
    world.all_of(&[2]);
    renew(&mut world, member(2));
    assert_eq!(on(&world, Seat::Purple), member(2).player);
    world.all_ready();
    renew(&mut world, member(3));
    let game = world.game();
    let mut richer = member(3);
    richer.player.score = 100;
    renew(&mut world, richer);
    assert_eq!(
        on(&world, Seat::Blue),
        member(3).player,
        "the game goes on with the score that it began with"
    );
    for number in 1..=4 {
        if world.room.game() == Some(game) && world.turn().is_some() {
            world.ok(number, RoomCommand::Flee { game });
        }
    }
    for seat in Seat::ALL {
        world.ok(number_of(seat), RoomCommand::Again { accept: true });
    }
    let Save::NewGame { seats, .. } = world.last_save() else { panic!("no new game") };
    let names = seats.iter().map(|(_, player)| player.as_ref().expect("somebody").name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["guest 1", "player 2", "player 3", "guest 4"]);
}

#[test]
fn the_host_and_who_watches_are_renewed_and_strangers_are_not_let_in() {
    let mut world = World::hosted(false, options());
    world.join_as(guest(1), None, Pass::NotShown);
    assert_eq!(world.room.snapshot(Viewer::Public, world.now).host.expect("a host").name, "guest 1");
    renew(&mut world, member(1));
    assert_eq!(world.room.snapshot(Viewer::Public, world.now).host.expect("a host").name, "player 1");
    world.join_as(guest(2), None, Pass::NotShown);
    renew(&mut world, member(2));
    world.ok(2, RoomCommand::Sit { seat: Seat::Blue });
    assert_eq!(on(&world, Seat::Blue), member(2).player);
    renew(&mut world, member(9));
    assert!(!world.room.is_present(account(9)));
}

#[test]
fn who_comes_back_as_somebody_else_is_seen_so_by_all() {
    let mut world = guests();
    world.drop_link(2);
    world.clear_frames();
    world.join(2);
    let told = |frame: &ServerFrame| {
        matches!(frame, ServerFrame::Seat { seat: Seat::Purple, occupant: Some(occupant), .. }
            if occupant.player == member(2).player)
    };
    assert!(world.client(1).frames.iter().any(told));
    world.check_clients();
}

#[test]
fn of_one_browser_who_has_registered_in_the_room_gets_no_second_seat() {
    let mut options = options();
    options.rules.players = Players::Two;
    let mut world = World::new(RoomKind::Custom, true, options, BySeat::default());
    world.join(1);
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    world.join_as(guest(3), None, Pass::NotShown);
    let ties = Ties { kin: vec![account(1)], ..Ties::default() };
    renew(&mut world, Member { ties, ..member(3) });
    assert_eq!(world.refused(3, RoomCommand::Sit { seat: Seat::Blue }), ErrorBody::SameBrowser);
}

fn delete(world: &mut World, number: u32) {
    world.input(None, Input::Delete { account: account(number), name: "nobody".to_owned() });
    world.check_clients();
    let snapshot = world.room.snapshot(Viewer::Public, world.now);
    let told = format!("{snapshot:?} {:?}", world.room.summary());
    assert!(!told.contains(&member(number).player.name), "{told}");
    assert!(!world.room.is_present(account(number)));
}

#[test]
fn who_is_deleted_leaves_neither_seat_nor_name_behind() {
    let mut world = World::full(false, options());
    world.join(5);
    world.all_ready();
    world.say(1, Channel::Table, "还在吗");
    let game = world.game();
    for number in 1..=4 {
        if world.turn().is_some() {
            world.ok(number, RoomCommand::Flee { game });
        }
    }
    for number in [2, 3] {
        world.ok(number, RoomCommand::Again { accept: true });
    }
    // The host, with a connection; who watches; a player whose connection is gone.
    delete(&mut world, 1);
    let snapshot = world.room.snapshot(Viewer::Public, world.now);
    assert_eq!(snapshot.host.map(|host| host.id), Some(account(2)));
    assert_eq!(snapshot.talk.iter().map(|said| said.by.name.as_str()).collect::<Vec<_>>(), ["nobody"]);
    assert!(snapshot.seats.red.is_none());
    delete(&mut world, 5);
    world.drop_link(4);
    delete(&mut world, 4);
    // The others go on without them.
    assert_eq!(world.phase(), Phase::Gathering);
    delete(&mut world, 3);
    delete(&mut world, 2);
    // Nobody is left: who comes next is the host.
    world.wait(1);
    world.join(6);
    world.wait(1);
    let host = world.room.snapshot(Viewer::Public, world.now).host;
    assert_eq!(host.map(|host| host.id), Some(account(6)));
}

#[test]
fn a_deletion_that_does_not_concern_the_room_tells_nobody() {
    let mut world = World::playing();
    world.clear_frames();
    delete(&mut world, 9);
    assert!(world.clients.values().all(|client| client.frames.is_empty()));
    // Even a game that should have ended before goes on without the name.
    delete(&mut world, 2);
    assert_eq!(on(&world, Seat::Purple).name, "nobody");
}
