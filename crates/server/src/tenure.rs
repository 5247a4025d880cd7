//! One server serves from a database: what it holds that no other may, and what becomes of it when another has taken that meanwhile.
//!
//! The right is asked for before anything is read, and once more before anything is written after an outage: the database may have
//! ended the session that held it, and another server may have rebuilt the rooms since. What is in memory here is then out of date for
//! good, so this server writes nothing more and stops.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use protocol::Millis;
use store::{StoreError, Tenure};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;

/// How often a start asks while another server has it, 2 s in all: the database may take a moment to notice that a process is gone.
const ATTEMPTS: u32 = 100;
/// Between them.
const PAUSE: Duration = Duration::from_millis(20);
/// So long an earlier session of this server itself may be in the way: the database ends one whose link is dead after 11 s.
const OWN_SHADOW: i64 = 20_000;

/// Takes the right to serve from a database, or finds that another server has it.
pub(crate) async fn take(url: &str) -> Result<Tenure, StoreError> {
    let mut taken = Tenure::take(url).await;
    for _ in 0..ATTEMPTS {
        if !matches!(taken, Err(StoreError::InUse)) {
            break;
        }
        sleep(PAUSE).await;
        taken = Tenure::take(url).await;
    }
    taken
}

/// What a server holds while it runs.
#[derive(Debug)]
pub(crate) struct Held {
    tenure: tokio::sync::Mutex<Tenure>,
    clock: Clock,
    /// Since when another session has been seen to have it.
    taken: Mutex<Option<Millis>>,
    /// Cancelled when another server has it.
    lost: CancellationToken,
}

impl Held {
    pub(crate) fn new(tenure: Tenure, clock: Clock, lost: CancellationToken) -> Held {
        Held { tenure: tokio::sync::Mutex::new(tenure), clock, taken: Mutex::default(), lost }
    }

    /// Makes sure that it is held still, or takes it again.
    pub(crate) async fn confirm(&self) -> Result<(), StoreError> {
        let confirmed = self.tenure.lock().await.confirm().await;
        self.note(&confirmed);
        confirmed
    }

    fn note(&self, confirmed: &Result<(), StoreError>) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match confirmed {
            Ok(()) => *taken = None,
            Err(StoreError::InUse) => {
                let now = self.clock.now();
                if now - *taken.get_or_insert(now) >= OWN_SHADOW && !self.lost.is_cancelled() {
                    tracing::error!("another server has taken over the database; this one stops");
                    self.lost.cancel();
                }
            }
            Err(_) => {}
        }
    }

    pub(crate) async fn release(self) {
        self.tenure.into_inner().release().await;
    }
}
