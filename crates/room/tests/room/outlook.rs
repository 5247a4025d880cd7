//! What a ranked game will not bring, told before it starts.

use protocol::{ErrorBody, Notice, Phase, RoomKind, Score, ServerFrame};
use room::{Input, Member, Pass, Room, RoomCommand, RoomSetup, Ties};
use rules::{
    BySeat, Players, Seat, Title, Viewer,
    ladder::{ChangeReason, NoGain, Terms},
};

use crate::world::{START, World, account, member, number_of, options};

/// A member with this score who has scored so often against those accounts.
fn with(number: u32, score: i64, met: &[(u32, u32)]) -> Member {
    let mut member = member(number);
    member.player.score = score;
    member.ties.met = met.iter().map(|(other, times)| (account(*other), *times)).collect();
    member
}

fn drawn(ranked: bool, seats: BySeat<Option<Member>>) -> BySeat<Option<NoGain>> {
    let setup = RoomSetup {
        room: protocol::RoomId(uuid::Uuid::nil()),
        kind: RoomKind::Match,
        ranked,
        options: options(),
        seats,
        host: None,
        lock: None,
        terms: Terms::default(),
        seed: [7; 32],
    };
    let (room, _) = Room::new(setup, START);
    room.snapshot(Viewer::Public, START).outlook
}

#[test]
fn a_table_says_whose_game_will_not_score_and_why() {
    let seats = BySeat {
        red: Some(with(1, 51, &[])),
        purple: Some(with(2, 49, &[(3, 9)])),
        blue: Some(with(3, 50, &[(4, 10)])),
        green: Some(with(4, 60, &[])),
    };
    let expected = BySeat {
        red: Some(NoGain::Protected),
        purple: None,
        blue: Some(NoGain::SameOpponents),
        green: Some(NoGain::SameOpponents),
    };
    assert_eq!(drawn(true, seats.clone()), expected, "nine times is not ten");
    assert_eq!(drawn(false, seats), BySeat::default(), "an unranked game brings nobody anything");
}

/// A ranked room for two whose seats are free.
fn duel() -> World {
    let mut options = options();
    options.rules.players = Players::Two;
    World::new(RoomKind::Custom, true, options, BySeat::default())
}

fn come(world: &mut World, member: Member) {
    world.join_as(member, None, Pass::NotShown);
}

#[test]
fn whoever_sits_down_changes_it_for_all_at_once() {
    let mut world = duel();
    come(&mut world, with(1, 60, &[]));
    come(&mut world, with(3, 10, &[]));
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    assert_eq!(world.room.snapshot(Viewer::Public, world.now).outlook, BySeat::default());
    world.ok(3, RoomCommand::Sit { seat: Seat::Blue });
    let outlook = BySeat { red: Some(NoGain::Protected), ..BySeat::default() };
    for number in [1, 3] {
        let told = |frame: &ServerFrame| matches!(frame, ServerFrame::Outlook { outlook: told, .. } if *told == outlook);
        assert!(world.client(number).frames.iter().any(told), "{number} is told");
    }
    world.check_clients();
}

#[test]
fn opponents_who_meet_once_more_are_counted_in_the_room() {
    let mut world = duel();
    come(&mut world, with(1, 0, &[(3, 9)]));
    come(&mut world, with(3, 0, &[]));
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    world.ok(3, RoomCommand::Sit { seat: Seat::Blue });
    world.all_ready();
    let game = world.game();
    world.ok(1, RoomCommand::Flee { game });
    let nothing = BySeat::default();
    let score = |change, reason| Score {
        before: 0,
        change,
        reason,
        title_before: Title::of(0),
        title_after: Title::of(change),
    };
    let scores = BySeat {
        red: Some(score(-1, ChangeReason::Loss)),
        blue: Some(score(0, ChangeReason::TooShort)),
        ..BySeat::default()
    };
    assert_eq!(world.room.snapshot(Viewer::Public, world.now).outlook, nothing);
    world.input(None, Input::Settled { game, scores });
    let spent = BySeat { red: Some(NoGain::SameOpponents), blue: Some(NoGain::SameOpponents), ..nothing };
    assert_eq!(
        world.room.snapshot(Viewer::Public, world.now).outlook,
        spent,
        "the next game would be the eleventh"
    );
    world.check_clients();
}

#[test]
fn two_accounts_of_one_browser_do_not_sit_at_one_ranked_table() {
    for (kin_of_one, kin_of_three) in [(vec![3], vec![]), (vec![], vec![1])] {
        let kin = |number, others: &[u32]| Member {
            ties: Ties { kin: others.iter().copied().map(account).collect(), ..Ties::default() },
            ..member(number)
        };
        let mut world = duel();
        come(&mut world, kin(1, &kin_of_one));
        come(&mut world, kin(3, &kin_of_three));
        world.ok(1, RoomCommand::Sit { seat: Seat::Red });
        assert_eq!(world.refused(3, RoomCommand::Sit { seat: Seat::Blue }), ErrorBody::SameBrowser);
        // The own seat is no hindrance to oneself.
        world.ok(1, RoomCommand::Sit { seat: Seat::Blue });
    }
    let mut options = options();
    options.rules.players = Players::Two;
    let mut world = World::new(RoomKind::Custom, false, options, BySeat::default());
    come(&mut world, Member { ties: Ties { kin: vec![account(3)], ..Ties::default() }, ..member(1) });
    come(&mut world, member(3));
    world.ok(1, RoomCommand::Sit { seat: Seat::Red });
    world.ok(3, RoomCommand::Sit { seat: Seat::Blue });
}

/// These were used in one browser only now.
fn share_a_browser(world: &mut World, number: u32, others: &[u32]) {
    let kin = others.iter().copied().map(account).collect();
    world.input(None, Input::Kin { account: account(number), kin });
}

#[test]
fn of_two_who_sit_and_then_share_a_browser_the_last_to_come_stands_up_before_the_game() {
    // The table is told of either.
    for (number, other) in [(2, 3), (3, 2)] {
        let mut world = World::new(RoomKind::Custom, true, options(), BySeat::default());
        for (number, seat) in [(3, Seat::Red), (2, Seat::Blue), (1, Seat::Purple)] {
            come(&mut world, member(number));
            world.ok(number, RoomCommand::Sit { seat });
            world.wait(1_000);
        }
        // Another seat makes nobody a newcomer.
        world.ok(3, RoomCommand::Sit { seat: Seat::Green });
        share_a_browser(&mut world, number, &[other]);
        come(&mut world, member(4));
        world.ok(4, RoomCommand::Sit { seat: Seat::Red });
        assert_eq!(world.phase(), Phase::Gathering);
        assert_eq!(world.notices(2), [Notice::SameBrowser { room: world.room.id() }]);
        assert_eq!((world.room.seat_of(account(2)), world.room.binds(account(2))), (None, false));
        assert_eq!(world.room.seat_of(account(3)), Some(Seat::Green));
        assert_eq!(world.refused(2, RoomCommand::Sit { seat: Seat::Blue }), ErrorBody::SameBrowser);
        world.check_clients();
        come(&mut world, member(5));
        world.ok(5, RoomCommand::Sit { seat: Seat::Blue });
        assert!(matches!(world.phase(), Phase::Arranging { .. }));
    }
    let mut world = World::new(RoomKind::Custom, false, options(), BySeat::default());
    for seat in Seat::ALL {
        share_a_browser(&mut world, 1, &[2]);
        come(&mut world, member(number_of(seat)));
        world.ok(number_of(seat), RoomCommand::Sit { seat });
    }
    assert!(matches!(world.phase(), Phase::Arranging { .. }), "unranked they may play");
}

#[test]
fn two_who_share_a_browser_since_the_last_game_are_not_in_the_next() {
    for mut world in [World::full(true, options()), World::ranked()] {
        world.all_ready();
        share_a_browser(&mut world, 1, &[4]);
        assert!(matches!(world.phase(), Phase::Playing { .. }), "what has begun goes on");
        let game = world.game();
        world.ok(1, RoomCommand::Flee { game });
        for number in 1..=4 {
            world.ok(number, RoomCommand::Again { accept: true });
        }
        assert!(matches!(world.phase(), Phase::Gathering | Phase::Ended { .. }));
        assert_eq!(world.notices(4), [Notice::SameBrowser { room: world.room.id() }]);
        assert_eq!(world.room.seat_of(account(4)), None);
        world.check_clients();
    }
}
