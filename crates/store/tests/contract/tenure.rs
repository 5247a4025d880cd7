//! Who has the right to serve writes; who has lost it does not, whatever the database does to the session that held it.

use std::time::Duration;

use protocol::Millis;
use sqlx::{Connection as _, PgConnection};
use store::{ConnectOptions, Store, StoreError, Tenure, move_all};
use tokio::time::{sleep, timeout};

use crate::{
    database::{at_postgres, at_sqlite},
    sample::{entry, four_persons, game_id, running},
};

/// How long anything may take that is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn on_sqlite_one_has_it_at_a_time() {
    at_sqlite(one_has_it_at_a_time).await;
}

#[tokio::test]
async fn on_postgres_one_has_it_at_a_time() {
    at_postgres(one_has_it_at_a_time).await;
}

async fn one_has_it_at_a_time(url: String) {
    let tenure = Tenure::take(&url).await.unwrap();
    let store = open(&url).await;
    let own = tenure.begin(&store).await.unwrap();
    assert!(matches!(Tenure::take(&url).await, Err(StoreError::InUse)));
    own.beat(Millis(1)).await.unwrap();
    tenure.release().await;
    let tenure = Tenure::take(&url).await.unwrap();
    let own = tenure.begin(&store).await.unwrap();
    own.beat(Millis(2)).await.unwrap();
    assert_eq!(store.last_beat().await.unwrap(), Some(Millis(2)));
    tenure.release().await;
    store.close().await;
}

#[tokio::test]
async fn who_has_lost_it_writes_nothing() {
    at_postgres(async |url: String| {
        let (store, mut admin) = (open(&url).await, PgConnection::connect(&url).await.unwrap());
        let losing = Tenure::take(&url).await.unwrap();
        let lost = losing.begin(&store).await.unwrap();
        lost.beat(Millis(1)).await.unwrap();

        // Somebody else has the lock, and has not begun.
        end_session(&mut admin).await;
        let taking = Tenure::take(&url).await.unwrap();
        let refused = lost.beat(Millis(2)).await;
        assert!(matches!(refused, Err(StoreError::InUse)), "{refused:?}");
        // Until that one begins it might have been an own session, on its way out.
        let own = taking.begin(&store).await.unwrap();
        let refused = lost.beat(Millis(3)).await;
        assert!(matches!(refused, Err(StoreError::Lost)), "{refused:?}");
        assert_eq!(store.last_beat().await.unwrap(), Some(Millis(1)));
        own.beat(Millis(4)).await.unwrap();

        // Nobody has the lock any more, and the rooms of who had it before are none the better.
        taking.release().await;
        four_persons(&store).await;
        running(&store, game_id(1), &[1, 2]).await;
        let refused = lost.append(&[entry(game_id(1), 1, "timeout")]).await;
        assert!(matches!(refused, Err(StoreError::Lost)), "{refused:?}");
        assert!(Tenure::take(&url).await.is_ok(), "and keeps nobody from it");
        assert_eq!(rows(&mut admin).await, 0);
        assert_eq!(store.last_beat().await.unwrap(), Some(Millis(4)));
        store.close().await;
        admin.close().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_session_that_has_ended_is_begun_anew_while_nobody_takes_it() {
    at_postgres(async |url: String| {
        let (store, mut admin) = (open(&url).await, PgConnection::connect(&url).await.unwrap());
        let tenure = Tenure::take(&url).await.unwrap();
        let own = tenure.begin(&store).await.unwrap();
        for beat in 1..=3 {
            end_session(&mut admin).await;
            own.beat(Millis(beat)).await.unwrap();
            assert!(matches!(Tenure::take(&url).await, Err(StoreError::InUse)), "it is held again");
        }
        assert_eq!(store.last_beat().await.unwrap(), Some(Millis(3)));
        tenure.release().await;
        store.close().await;
        admin.close().await.unwrap();
    })
    .await;
}

/// The database begins a transaction although nobody waits for it any more; what is written next must not be part of it.
#[tokio::test]
async fn what_comes_after_a_transaction_that_was_given_up_is_written() {
    at_postgres(async |url: String| {
        let one = ConnectOptions { max_connections: 1, ..ConnectOptions::default() };
        let (pool, other) = (Store::connect(&url, one).await.unwrap(), open(&url).await);
        let tenure = Tenure::take(&url).await.unwrap();
        let own = tenure.begin(&pool).await.unwrap();
        let (mut now, mut given_up) = (0, 0);
        for store in [&pool, &own] {
            for polls in 0..40 {
                let wake = async {
                    store.wake(Millis(now)).await.unwrap();
                };
                let patience = async {
                    for _ in 0..polls {
                        tokio::task::yield_now().await;
                    }
                };
                tokio::select! {
                    biased;
                    () = wake => {}
                    () = patience => given_up += 1,
                }
                now += 1;
                store.beat(Millis(now)).await.unwrap();
                assert_eq!(other.last_beat().await.unwrap(), Some(Millis(now)), "after {polls} polls");
            }
        }
        assert!(given_up > 2, "in the middle of something");
        tenure.release().await;
        other.close().await;
        pool.close().await;
    })
    .await;
}

/// It would play on in a database that nobody looks into any more.
#[tokio::test]
async fn who_was_away_while_everything_was_moved_writes_nothing() {
    at_sqlite(async |moved: String| {
        at_postgres(async |url: String| {
            let (store, mut admin) = (open(&url).await, PgConnection::connect(&url).await.unwrap());
            let tenure = Tenure::take(&url).await.unwrap();
            let own = tenure.begin(&store).await.unwrap();
            end_session(&mut admin).await;
            move_all(&url, &moved).await.unwrap();
            let refused = own.beat(Millis(1)).await;
            assert!(matches!(refused, Err(StoreError::Lost)), "{refused:?}");
            store.close().await;
            admin.close().await.unwrap();
        })
        .await;
    })
    .await;
}

/// Its answer would come to nobody, and it would be written behind the back of who has tried again.
#[tokio::test]
async fn what_is_given_up_is_ended_by_the_database_and_not_written_later() {
    at_postgres(async |url: String| {
        let (store, mut admin) = (open(&url).await, PgConnection::connect(&url).await.unwrap());
        let tenure = Tenure::take(&url).await.unwrap();
        let own = tenure.begin(&store).await.unwrap();
        four_persons(&store).await;
        running(&store, game_id(1), &[1, 2]).await;
        let blocked = "begin; lock table game_actions in access exclusive mode";
        sqlx::raw_sql(blocked).execute(&mut admin).await.unwrap();
        let held_up = entry(game_id(1), 1, "timeout");
        let hung = async {
            let _waits = own.append(&[held_up]).await;
        };
        let waits =
            "select exists (select from pg_locks where not granted and relation = 'game_actions'::regclass)";
        let is_waited_for = async |admin: &mut PgConnection, wanted: bool| {
            let seen = async {
                while sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut *admin).await.unwrap() != wanted {
                    sleep(Duration::from_millis(20)).await;
                }
            };
            timeout(PATIENCE, seen).await.expect("it is seen");
        };
        tokio::select! {
            () = hung => panic!("the table is locked"),
            () = is_waited_for(&mut admin, true) => {}
        }
        own.abandon();
        is_waited_for(&mut admin, false).await;
        sqlx::raw_sql("rollback").execute(&mut admin).await.unwrap();
        let again = async {
            while own.beat(Millis(1)).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, again).await.expect("the lock is free again");
        assert_eq!(rows(&mut admin).await, 0);
        own.append_again(&[held_up]).await.unwrap();
        assert_eq!(rows(&mut admin).await, 1);
        tenure.release().await;
        store.close().await;
        admin.close().await.unwrap();
    })
    .await;
}

async fn open(url: &str) -> Store {
    Store::connect(url, ConnectOptions::default()).await.unwrap()
}

async fn rows(admin: &mut PgConnection) -> i64 {
    sqlx::query_scalar("select count(*) from game_actions").fetch_one(admin).await.unwrap()
}

/// Ends the session that has the lock, and waits until it is gone.
async fn end_session(admin: &mut PgConnection) {
    let ended: bool = sqlx::query_scalar(
        "select pg_terminate_backend(pid, 10000) from pg_locks
         where locktype = 'advisory' and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database())
         and objid = (hashtext(current_schema())::bigint & 4294967295)::oid",
    )
    .fetch_one(admin)
    .await
    .unwrap();
    assert!(ended, "it is gone");
}
