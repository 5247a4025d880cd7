//! What is hidden stands in no `Debug` text, so that no log and no panic can tell it.

use std::fmt::Debug;

use protocol::{Millis, RoomKind};
use room::{Input, Lock, Member, Memo, Pass, RoomCommand, RoomSetup, Save, SavedRoom, SavedSeat, SavedState};
use rules::{BoardKind, BySeat, Piece, Players, RuleSet, Seat, Setup, Title, ladder::Terms};

use crate::world::{LAYOUT, OTHER, World, account, member, number_of, options};

/// A seed that is easy to find again.
const SEED: [u8; 32] = [211; 32];

/// Nothing of a layout, of a piece by its name, of the seed or of the password is in the text, but something else is.
#[track_caller]
fn shows_nothing(value: &dyn Debug) {
    for text in [format!("{value:?}"), format!("{value:#?}")] {
        let rows = [LAYOUT, OTHER].into_iter().flat_map(|layout| layout.split(" / "));
        let pieces = Piece::ALL.map(|piece| format!("{piece:?}"));
        for hidden in rows.chain(pieces.iter().map(String::as_str)).chain(["211, 211", "211,\n", "a hash"]) {
            assert!(!text.contains(hidden), "{hidden} is in {text}");
        }
        assert!(text.len() > 10, "{text}");
    }
}

/// Somebody with a layout of one's own, and with a title that is no piece's name.
fn with_layout(number: u32) -> Member {
    let mut member = Member { preferred: Some(OTHER.to_owned()), ..member(number) };
    (member.player.score, member.player.title) = (0, Title::of(0));
    member
}

fn setup() -> RoomSetup {
    RoomSetup {
        room: protocol::RoomId(account(9).0),
        kind: RoomKind::Match,
        ranked: true,
        options: options(),
        seats: BySeat::new_with(|seat| Some(with_layout(number_of(seat)))),
        host: None,
        lock: Some(Lock("a hash".to_owned())),
        terms: Terms::default(),
        seed: SEED,
    }
}

fn saved(game: protocol::GameId, state: SavedState) -> SavedRoom {
    let RoomSetup { room, kind, ranked, options, seats, seed, host, lock, terms } = setup();
    let memo = Memo { host, lock, ..Memo::default() };
    let seats = seats.map(|_, member| {
        let Member { player, preferred, ties, .. } = member?;
        Some(SavedSeat { player, preferred, ties, layout: Some(LAYOUT.to_owned()), ready: true })
    });
    SavedRoom { room, kind, ranked, options, game, created: Millis(5), seats, memo, terms, state, seed }
}

#[test]
fn what_comes_into_a_room_shows_no_layout() {
    let member = with_layout(1);
    shows_nothing(&member);
    shows_nothing(&setup());
    let id = protocol::CommandId(1);
    shows_nothing(&Input::Join { member, have: None, pass: Pass::NotShown, id });
    let game = World::ranked().game();
    let command = RoomCommand::Ready { game, layout: LAYOUT.into() };
    shows_nothing(&command);
    shows_nothing(&Input::Command { account: account(1), id, command });
}

#[test]
fn what_is_saved_shows_no_layout() {
    let seats = setup().seats;
    let mut world = World::new(RoomKind::Match, true, options(), seats);
    for seat in Seat::ALL {
        world.join_as(with_layout(number_of(seat)), None, Pass::NotShown);
        let game = world.game();
        world.ok(number_of(seat), RoomCommand::Ready { game, layout: LAYOUT.into() });
        shows_nothing(&world.room);
    }
    let layouts = world.saved.saves.iter().filter(|save| matches!(save, Save::Layout { .. })).count();
    assert_eq!(layouts, 3, "the last one starts the game");
    assert!(matches!(world.last_save(), Save::Start { .. }));
    for save in &world.saved.saves {
        shows_nothing(save);
    }
    world.step(0);
    shows_nothing(&world.room);
}

#[test]
fn a_shuffle_is_not_shown() {
    let flip =
        RuleSet { board: BoardKind::Classic, players: Players::Two, setup: Setup::Flip, ..RuleSet::DEFAULT };
    let options = protocol::RoomOptions { rules: flip, ..options() };
    let seats =
        BySeat::new_with(|seat| flip.players.seats().contains(&seat).then(|| with_layout(number_of(seat))));
    let mut world = World::new(RoomKind::Custom, false, options, seats);
    world.input(None, Input::Tick);
    let Save::Start { first, shuffled, nonce, at, .. } = world.last_save().clone() else {
        panic!("not started")
    };
    assert_eq!(shuffled.0.len(), 50);
    shows_nothing(world.last_save());
    shows_nothing(&world.room);
    let state = SavedState::Running { first, shuffled, nonce, started: at, journal: vec![] };
    shows_nothing(&state);
    shows_nothing(&saved(world.game(), state));
}

#[test]
fn what_was_saved_shows_no_layout() {
    let saved = saved(World::ranked().game(), SavedState::Arranging { deadline: Millis(7) });
    shows_nothing(&saved);
    shows_nothing(&saved.seats.red);
}
