//! One server serves from a database.
//!
//! The right is asked for before anything is read, and what rooms write is written only with it (`Tenure::begin`): the database may end the
//! session that holds it, and another server may rebuild the rooms then. What is in memory here is out of date for good from that
//! moment on, so this server writes nothing more and stops.

use std::time::Duration;

use store::{StoreError, Tenure};
use tokio::time::sleep;

/// How often a start asks while another server has it, 2 s in all: the database may take a moment to notice that a process is gone.
const ATTEMPTS: u32 = 100;
/// Between them.
const PAUSE: Duration = Duration::from_millis(20);

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
