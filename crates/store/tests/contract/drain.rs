use protocol::Millis;
use store::{Cancelled, Drain, DrainState, Store};

contract![
    the_last_wish_counts_until_the_server_ends,
    a_wish_is_taken_back_while_it_is_open,
    what_the_server_has_begun_to_do_is_not_taken_back,
];

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
    assert_eq!(store.cancel_drain().await.unwrap(), Cancelled::Nothing);
    store.ask_drain(&FIRST).await.unwrap();
    assert_eq!(store.cancel_drain().await.unwrap(), Cancelled::TakenBack);
    assert_eq!(store.last_drain().await.unwrap(), None);
    store.ask_drain(&FIRST).await.unwrap();
    store.end_drain().await.unwrap();
    assert_eq!(
        store.cancel_drain().await.unwrap(),
        Cancelled::Nothing,
        "what has happened is not taken back"
    );
}

async fn what_the_server_has_begun_to_do_is_not_taken_back(store: Store) {
    assert!(!store.obey_drain(FIRST.asked, 9_000).await.unwrap(), "nothing is asked");
    store.ask_drain(&FIRST).await.unwrap();
    assert!(!store.obey_drain(SECOND.asked, 9_000).await.unwrap(), "something else is asked");
    assert_eq!(store.drain().await.unwrap(), Some(FIRST));
    assert!(store.obey_drain(FIRST.asked, 9_000).await.unwrap());
    let stopping = Some((FIRST, DrainState::Stopping { within_ms: 9_000 }));
    assert_eq!(store.cancel_drain().await.unwrap(), Cancelled::TooLate);
    assert_eq!(store.last_drain().await.unwrap(), stopping);
    assert_eq!(store.drain().await.unwrap(), None);
    store.ask_drain(&SECOND).await.unwrap();
    assert_eq!(store.cancel_drain().await.unwrap(), Cancelled::TooLate, "whoever asks again changes nothing");
    store.ask_drain(&FIRST).await.unwrap();
    store.end_drain().await.unwrap();
    assert_eq!(store.last_drain().await.unwrap(), Some((FIRST, DrainState::Ended)));
    assert_eq!(store.cancel_drain().await.unwrap(), Cancelled::Nothing);

    // A signal stops it as well.
    store.ask_drain(&SECOND).await.unwrap();
    assert_eq!(store.last_drain().await.unwrap(), Some((SECOND, DrainState::Open)));
    store.stop_drain(7_000).await.unwrap();
    assert_eq!(store.cancel_drain().await.unwrap(), Cancelled::TooLate);
}
