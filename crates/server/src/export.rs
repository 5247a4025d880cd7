//! The finished games that anybody could watch, as records (`docs/record.md`), one a line, for those who study the game.
//!
//! Games come in the order in which they ended, so whoever knows the last one they have gets what has ended since. They are
//! read one at a time: however many there are, one is in memory.

use std::{collections::VecDeque, fmt};

use protocol::{GameId, Millis};
use store::{Ended, Store, StoreError, StoredGame};

use crate::archive;

/// Games looked for at a time.
const PAGE: u32 = 100;
/// A game may be saved a little after it ended; one that ended earlier than an exported one must not turn up later.
const SETTLES: i64 = 10_000;

/// A walk through the games of a span of time.
#[derive(Clone)]
pub struct Export {
    store: Store,
    /// Ids that have been read and not been told.
    page: VecDeque<GameId>,
    /// Where the next page begins; `None` behind the last.
    next: Option<Ended>,
    until: Millis,
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Export").field("next", &self.next).field("until", &self.until).finish_non_exhaustive()
    }
}

impl Export {
    /// The games behind a place that ended before `until`, and at least ten seconds ago.
    pub fn new(store: Store, after: Ended, until: Option<Millis>, now: Millis) -> Export {
        let settled = now + -SETTLES;
        let until = until.map_or(settled, |until| until.min(settled));
        Export { store, page: VecDeque::new(), next: Some(after), until }
    }

    /// The next record, as a line with its end.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        loop {
            while let Some(id) = self.page.pop_front() {
                if let Some(StoredGame::Finished(game)) = self.store.game(id).await? {
                    let record = serde_json::to_string(&archive::record(&game)).expect("a record is JSON");
                    return Ok(Some(record + "\n"));
                }
            }
            let Some(after) = self.next else { return Ok(None) };
            let page = self.store.public_games(after, self.until, PAGE).await?;
            self.page.extend(page.games);
            self.next = page.next;
        }
    }
}
