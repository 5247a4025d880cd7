//! What may be agreed on.

use std::ops::RangeInclusive;

use protocol::{
    ErrorBody, FirstSeat, Password, PasswordFault, Player, Privacy, RankedFault, RoomOptions, Tally,
};
use rules::ladder;

const TURN_SECONDS: RangeInclusive<u16> = 15..=120;
const ARRANGE_SECONDS: RangeInclusive<u16> = 30..=600;
const PASSWORD: RangeInclusive<usize> = 1..=32;
const PERCENT: u8 = 100;

/// Whether a room can be so. `ranked_turn`: the seconds of a turn in ranked games, for a room that is to be ranked.
pub fn check_options(options: &RoomOptions, ranked_turn: Option<u16>) -> Result<(), ErrorBody> {
    options.rules.check().map_err(|fault| ErrorBody::Rules { fault })?;
    let seats = options.rules.players.seats();
    for (field, holds) in [
        ("turn_seconds", TURN_SECONDS.contains(&options.turn_seconds)),
        ("arrange_seconds", ARRANGE_SECONDS.contains(&options.arrange_seconds)),
        ("first", options.first.seat().is_none_or(|seat| seats.contains(&seat))),
        ("max_flee_percent", options.max_flee_percent.is_none_or(|percent| percent <= PERCENT)),
    ] {
        if !holds {
            return Err(ErrorBody::Options { field: field.to_owned() });
        }
    }
    match ranked_turn.and_then(|turn| ranked_fault(options, turn)) {
        Some(fault) => Err(ErrorBody::Ranked { fault }),
        None => Ok(()),
    }
}

fn ranked_fault(options: &RoomOptions, turn: u16) -> Option<RankedFault> {
    if !ladder::is_ranked(&options.rules) {
        return Some(RankedFault::Rules);
    }
    match options.privacy {
        Privacy::Public => {}
        Privacy::Link => return Some(RankedFault::Link),
        Privacy::Password => return Some(RankedFault::Password),
    }
    if options.turn_seconds != turn {
        return Some(RankedFault::Turn);
    }
    (options.first != FirstSeat::Lot).then_some(RankedFault::First)
}

/// Whether that player has fled too often for a seat.
pub fn check_flee_rate(options: &RoomOptions, player: &Player) -> Result<(), ErrorBody> {
    let Tally { played, fled, .. } = player.tally;
    match options.max_flee_percent {
        Some(limit) if u64::from(fled) * 100 > u64::from(played) * u64::from(limit) => {
            Err(ErrorBody::FleeRate { limit })
        }
        Some(_) | None => Ok(()),
    }
}

/// Whether a new password fits the options. Whether one must be given is for the caller to know.
pub fn check_password(options: &RoomOptions, password: &Password) -> Result<(), ErrorBody> {
    let fault = match options.privacy {
        Privacy::Public | Privacy::Link => PasswordFault::Unwanted,
        Privacy::Password if PASSWORD.contains(&password.0.chars().count()) => return Ok(()),
        Privacy::Password => PasswordFault::Length,
    };
    Err(ErrorBody::Password { fault })
}
