use protocol::Millis;
use store::{Drain, DrainState, Store};

contract![the_last_wish_counts_until_the_server_ends, a_wish_is_taken_back_while_it_is_open];

const FIRST: Drain = Drain { asked: Millis(1_000), notice_ms: 30_000, wait_ms: 600_000 };
const SECOND: Drain = Drain { asked: Millis(2_000), notice_ms: 0, wait_ms: 0 };

async fn the_last_wish_counts_until_the_server_ends(store: Store) {
    assert_eq!(store.drain().await.unwrap(), None);
    store.ask_drain(&FIRST).await.unwrap();
    assert_eq!(store.drain().await.unwrap(), Some(FIRST));
    store.ask_drain(&SECOND).await.unwrap();
    assert_eq!(store.last_drain().await.unwrap(), Some((SECOND, DrainState::Open)));
    store.end_drain().await.unwrap();
    assert_eq!(store.drain().await.unwrap(), None);
    assert_eq!(store.last_drain().await.unwrap(), Some((SECOND, DrainState::Ended)));
    // The next server may be asked as well.
    store.ask_drain(&FIRST).await.unwrap();
    assert_eq!(store.drain().await.unwrap(), Some(FIRST));
}

async fn a_wish_is_taken_back_while_it_is_open(store: Store) {
    assert!(!store.cancel_drain().await.unwrap());
    store.ask_drain(&FIRST).await.unwrap();
    assert!(store.cancel_drain().await.unwrap());
    assert_eq!(store.last_drain().await.unwrap(), None);
    store.ask_drain(&FIRST).await.unwrap();
    store.end_drain().await.unwrap();
    assert!(!store.cancel_drain().await.unwrap(), "what has happened is not taken back");
}
