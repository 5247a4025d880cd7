use protocol::Millis;
use store::{Outage, Store};

contract![the_last_beat_is_kept, waking_keeps_the_outage, the_first_start_is_no_outage];

async fn the_last_beat_is_kept(store: Store) {
    assert_eq!(store.last_beat().await.unwrap(), None);
    store.beat(Millis(500)).await.unwrap();
    store.beat(Millis(1_000)).await.unwrap();
    assert_eq!(store.last_beat().await.unwrap(), Some(Millis(1_000)));
}

async fn waking_keeps_the_outage(store: Store) {
    store.beat(Millis(1_000)).await.unwrap();
    let first = Outage { from: Millis(1_000), until: Millis(4_000) };
    assert_eq!(store.wake(Millis(4_000)).await.unwrap(), Some(first));
    assert_eq!(store.last_beat().await.unwrap(), Some(Millis(4_000)));
    // Stopped again before the next beat: no time is given back twice.
    let second = Outage { from: Millis(4_000), until: Millis(6_000) };
    assert_eq!(store.wake(Millis(6_000)).await.unwrap(), Some(second));
    let outages = store.outages_since(Millis(2_000)).await.unwrap();
    assert_eq!(outages, [first, second]);
    assert_eq!(store.outages_since(Millis(4_000)).await.unwrap(), [second]);
}

async fn the_first_start_is_no_outage(store: Store) {
    assert_eq!(store.wake(Millis(4_000)).await.unwrap(), None);
    assert_eq!(store.wake(Millis(4_000)).await.unwrap(), None);
    assert_eq!(store.outages_since(Millis(0)).await.unwrap(), []);
}
