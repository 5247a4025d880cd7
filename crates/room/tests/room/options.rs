//! What may be agreed on, and what not.

use protocol::{
    ErrorBody, FirstSeat, Password, PasswordFault, Privacy, RankedFault, RoomOptions, Spectating, Talk,
};
use room::{check_options, check_password};
use rules::{BoardKind, Corner, MineRule, Order, Players, RuleSet, RuleSetFault, Setup, Sight};

use crate::world::options;

/// Seconds a turn in ranked games.
const TURN: u16 = 30;

fn ranked() -> RoomOptions {
    RoomOptions { first: FirstSeat::Lot, ..options() }
}

fn two() -> RuleSet {
    RuleSet { players: Players::Two, ..RuleSet::DEFAULT }
}

/// Every mode and each house rule that changes the default rules.
fn unranked() -> Vec<RuleSet> {
    let (four, classic) = (RuleSet::DEFAULT, RuleSet { board: BoardKind::Classic, ..two() });
    vec![
        RuleSet { sight: Sight::Partners, ..four },
        RuleSet { sight: Sight::Open, ..four },
        RuleSet { sight: Sight::Open, ..two() },
        classic,
        RuleSet { sight: Sight::Open, ..classic },
        RuleSet { setup: Setup::Flip, ..classic },
        RuleSet { order: Order::Clockwise, ..four },
        RuleSet { mine: MineRule::Both, ..four },
        RuleSet { corner: Corner::OneTurn, ..four },
        RuleSet { engineer_scouts: true, ..four },
        RuleSet { bombs_fly: true, ..four },
        RuleSet { bombs_front_row: true, ..four },
        RuleSet { hq_exit: true, ..four },
        RuleSet { timeouts: 0, ..four },
        RuleSet { quiet_limit: 71, ..four },
        RuleSet { step_limit: 300, ..four },
    ]
}

#[test]
fn numbers_have_ranges() {
    let field = |options: RoomOptions| check_options(&options, None).err();
    let out = |field: &str| Some(ErrorBody::Options { field: field.to_owned() });
    for (turn_seconds, expected) in
        [(14, out("turn_seconds")), (15, None), (120, None), (121, out("turn_seconds"))]
    {
        assert_eq!(field(RoomOptions { turn_seconds, ..options() }), expected);
    }
    for (arrange_seconds, expected) in
        [(29, out("arrange_seconds")), (30, None), (600, None), (601, out("arrange_seconds"))]
    {
        assert_eq!(field(RoomOptions { arrange_seconds, ..options() }), expected);
    }
    for (percent, expected) in [(0, None), (100, None), (101, out("max_flee_percent"))] {
        assert_eq!(field(RoomOptions { max_flee_percent: Some(percent), ..options() }), expected);
    }
}

#[test]
fn who_starts_is_a_seat_of_the_game() {
    for (first, four, duel) in [
        (FirstSeat::Lot, true, true),
        (FirstSeat::Red, true, true),
        (FirstSeat::Purple, true, false),
        (FirstSeat::Blue, true, true),
        (FirstSeat::Green, true, false),
    ] {
        for (rules, may) in [(RuleSet::DEFAULT, four), (two(), duel)] {
            assert_eq!(check_options(&RoomOptions { first, rules, ..options() }, None).is_ok(), may);
        }
    }
}

#[test]
fn rules_that_make_no_sense_make_no_room() {
    let rules = RuleSet { board: BoardKind::Classic, ..RuleSet::DEFAULT };
    let refused = ErrorBody::Rules { fault: RuleSetFault::Players };
    assert_eq!(check_options(&RoomOptions { rules, ..options() }, None), Err(refused));
}

#[test]
fn what_a_ranked_room_can_not_be_is_each_refused_by_its_name() {
    let fault = |options: RoomOptions| match check_options(&options, Some(TURN)) {
        Ok(()) => None,
        Err(ErrorBody::Ranked { fault }) => Some(fault),
        Err(error) => panic!("{error:?}"),
    };
    let house = RuleSet { bombs_fly: true, ..RuleSet::DEFAULT };
    for rules in unranked() {
        let options = RoomOptions { rules, ..ranked() };
        assert_eq!(fault(options.clone()), Some(RankedFault::Rules), "{rules:?}");
        assert_eq!(check_options(&options, None), Ok(()), "unranked it may: {rules:?}");
    }
    let open = RuleSet { sight: Sight::Open, ..RuleSet::DEFAULT };
    for (options, expected) in [
        (ranked(), None),
        (RoomOptions { rules: two(), ..ranked() }, None),
        (RoomOptions { spectating: Spectating::Closed, talk: Talk::None, ..ranked() }, None),
        (RoomOptions { max_flee_percent: Some(5), arrange_seconds: 600, ..ranked() }, None),
        (RoomOptions { rules: house, ..ranked() }, Some(RankedFault::Rules)),
        (RoomOptions { rules: open, ..ranked() }, Some(RankedFault::Rules)),
        (RoomOptions { privacy: Privacy::Link, ..ranked() }, Some(RankedFault::Link)),
        (RoomOptions { privacy: Privacy::Password, ..ranked() }, Some(RankedFault::Password)),
        (RoomOptions { turn_seconds: 60, ..ranked() }, Some(RankedFault::Turn)),
        (RoomOptions { first: FirstSeat::Red, ..ranked() }, Some(RankedFault::First)),
    ] {
        assert_eq!(fault(options.clone()), expected, "{options:?}");
        assert_eq!(check_options(&options, None), Ok(()), "unranked it may");
    }
}

#[test]
fn a_password_is_for_rooms_that_have_one_and_not_too_long() {
    let fault = |privacy, password: &str| match check_password(
        &RoomOptions { privacy, ..options() },
        &Password(password.to_owned()),
    ) {
        Ok(()) => None,
        Err(ErrorBody::Password { fault }) => Some(fault),
        Err(error) => panic!("{error:?}"),
    };
    for privacy in [Privacy::Public, Privacy::Link] {
        assert_eq!(fault(privacy, "1234"), Some(PasswordFault::Unwanted));
    }
    assert_eq!(fault(Privacy::Password, ""), Some(PasswordFault::Length));
    assert_eq!(fault(Privacy::Password, "密"), None);
    assert_eq!(fault(Privacy::Password, &"密".repeat(32)), None);
    assert_eq!(fault(Privacy::Password, &"密".repeat(33)), Some(PasswordFault::Length));
    assert_eq!(format!("{:?}", Password("1234".to_owned())), "Password(…)");
}
