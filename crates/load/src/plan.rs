use std::time::Duration;

use rules::{Players, RuleSet};
use serde::Serialize;

/// What is to be done, and within which bounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// The server, as `http://HOST:PORT`.
    pub url: String,
    /// Tables that play at once.
    pub rooms: u32,
    /// Players at each.
    pub players: Players,
    /// Milliseconds between being on turn and moving; 0: as fast as it goes.
    pub think_ms: u32,
    /// How long is measured, once all rooms are open.
    pub seconds: u32,
    /// Spectators of each room.
    pub spectators: u32,
    /// The probability, per move, that the player's socket is cut.
    pub drop_rate: f64,
    /// Every so manyth game is checked frame by frame; 0: none.
    pub check_every: u32,
    /// Sockets beside the rooms that say hello and nothing more.
    pub idle: u32,
    /// Rooms opened a second until all are.
    pub ramp: u32,
    /// What all chance comes from.
    pub seed: u64,
    /// Whether another machine may be loaded.
    #[serde(skip)]
    pub reach: Reach,
    /// The server's process on this machine, whose use of it is measured.
    #[serde(skip)]
    pub server_pid: Option<u32>,
    /// The first process of the PostgreSQL server.
    #[serde(skip)]
    pub database_pid: Option<u32>,
}

/// Which machines may be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This one only.
    Loopback,
    /// Any.
    Anywhere,
}

/// A number that is out of its bounds.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanFault {
    /// A count.
    #[error("{option} {given} is not within {least} and {most}")]
    Bounds {
        /// The option of the command line.
        option: &'static str,
        /// What was given.
        given: u32,
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// The probability.
    #[error("--drop-rate {0} is not within 0 and 1")]
    DropRate(f64),
    /// The product of rooms and people.
    #[error(
        "--rooms with --players and --spectators, and --idle, make {0} sockets, and {MOST_SOCKETS} is the most"
    )]
    Sockets(u32),
    /// A process is named alone.
    #[error("--database-pid needs --server-pid")]
    DatabaseAlone,
}

/// One address has about 28,000 ports for connections to one other.
const MOST_SOCKETS: u32 = 20_000;

/// The name of each option, the least and the most.
const ROOMS: (&str, u32, u32) = ("--rooms", 1, 5_000);
/// A turn is lost after 120 s.
const THINK: (&str, u32, u32) = ("--think", 0, 60_000);
const SECONDS: (&str, u32, u32) = ("--seconds", 1, 3_600);
const SPECTATORS: (&str, u32, u32) = ("--spectators", 0, 100);
const IDLE: (&str, u32, u32) = ("--idle", 0, MOST_SOCKETS);
const RAMP: (&str, u32, u32) = ("--ramp", 1, 500);

impl Plan {
    /// Whether all is within its bounds.
    pub fn check(&self) -> Result<(), PlanFault> {
        let bounded = [
            (ROOMS, self.rooms),
            (THINK, self.think_ms),
            (SECONDS, self.seconds),
            (SPECTATORS, self.spectators),
            (IDLE, self.idle),
            (RAMP, self.ramp),
        ];
        for ((option, least, most), given) in bounded {
            if !(least..=most).contains(&given) {
                return Err(PlanFault::Bounds { option, given, least, most });
            }
        }
        if !(0.0..=1.0).contains(&self.drop_rate) {
            return Err(PlanFault::DropRate(self.drop_rate));
        }
        if self.sockets() > MOST_SOCKETS {
            return Err(PlanFault::Sockets(self.sockets()));
        }
        if self.database_pid.is_some() && self.server_pid.is_none() {
            return Err(PlanFault::DatabaseAlone);
        }
        Ok(())
    }

    /// How many sockets are open at once.
    pub fn sockets(&self) -> u32 {
        self.rooms * (u32::from(u8::from(self.players)) + self.spectators) + self.idle
    }

    pub(crate) fn think(&self) -> Duration {
        Duration::from_millis(self.think_ms.into())
    }

    /// By which all games are played: dark, so that there is something to hide.
    pub(crate) fn rules(&self) -> RuleSet {
        RuleSet { players: self.players, ..RuleSet::DEFAULT }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn plan() -> Plan {
        Plan {
            url: "http://127.0.0.1:8080".to_owned(),
            rooms: 10,
            players: Players::Four,
            think_ms: 0,
            seconds: 10,
            spectators: 0,
            drop_rate: 0.0,
            check_every: 1,
            idle: 0,
            ramp: 20,
            seed: 1,
            reach: Reach::Loopback,
            server_pid: None,
            database_pid: None,
        }
    }

    #[test]
    fn each_bound_is_named_by_its_option() {
        assert_eq!(plan().check(), Ok(()));
        let wrong = [
            (Plan { rooms: 0, ..plan() }, "--rooms 0 is not within 1 and 5000"),
            (Plan { rooms: 5_001, ..plan() }, "--rooms 5001"),
            (Plan { think_ms: 60_001, ..plan() }, "--think 60001"),
            (Plan { seconds: 0, ..plan() }, "--seconds 0"),
            (Plan { seconds: 3_601, ..plan() }, "--seconds 3601"),
            (Plan { spectators: 101, ..plan() }, "--spectators 101"),
            (Plan { ramp: 0, ..plan() }, "--ramp 0"),
            (Plan { idle: 20_001, ..plan() }, "--idle 20001"),
            (Plan { idle: 20_000, ..plan() }, "20040 sockets"),
            (Plan { drop_rate: 1.5, ..plan() }, "--drop-rate 1.5"),
            (Plan { drop_rate: f64::NAN, ..plan() }, "--drop-rate NaN"),
            (Plan { rooms: 5_000, spectators: 1, ..plan() }, "25000 sockets"),
            (Plan { database_pid: Some(1), ..plan() }, "--database-pid needs --server-pid"),
        ];
        for (plan, words) in wrong {
            let fault = plan.check().expect_err(words).to_string();
            assert!(fault.contains(words), "{fault}");
        }
        let widest = Plan { rooms: 5_000, think_ms: 60_000, seconds: 3_600, drop_rate: 1.0, ..plan() };
        assert_eq!(widest.check(), Ok(()), "the bounds themselves are within");
    }
}
