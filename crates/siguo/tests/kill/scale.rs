//! How much is tried: a little whenever the tests run, much in `make chaos`.

use std::{env, time::Duration};

/// `SIGUO_CHAOS=long` asks for much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Short,
    Long,
}

impl Scale {
    pub(crate) fn chosen() -> Scale {
        match env::var("SIGUO_CHAOS").as_deref() {
            Ok("long") => Scale::Long,
            Err(env::VarError::NotPresent) => Scale::Short,
            other => panic!("SIGUO_CHAOS is `long` or not set: {other:?}"),
        }
    }

    pub(crate) fn of<T>(self, short: T, long: T) -> T {
        match self {
            Scale::Short => short,
            Scale::Long => long,
        }
    }

    /// How often the program is killed while ranked games run.
    pub(crate) fn kills(self) -> u32 {
        match env::var("SIGUO_KILLS") {
            Ok(kills) => kills.parse().expect("SIGUO_KILLS is a number"),
            Err(_) => self.of(6, 100),
        }
    }

    /// The same while every mode is played.
    pub(crate) fn mode_kills(self) -> u32 {
        self.of(2, 20)
    }

    /// By how much a turn's time may differ from what it was, in milliseconds.
    pub(crate) fn clocks_ms(self) -> i64 {
        self.of(3000, 1000)
    }

    /// What must be quick is so on a machine that does nothing else; every run of the tests allows for one that is busy.
    pub(crate) fn within(self, aim: Duration) -> Duration {
        self.of(6 * aim, aim)
    }
}
