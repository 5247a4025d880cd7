//! The list of rooms, over real connections.

use crate::common::{TestServer, table};
use protocol::{Command, Live};

/// The list is so a moment later.
async fn rooms_become(server: &TestServer, count: usize) {
    let changing = async { while server.get::<Live>("/api/v1/live").await.rooms.len() != count {} };
    tokio::time::timeout(crate::common::PATIENCE, changing)
        .await
        .unwrap_or_else(|_| panic!("not {count} rooms"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gathering_room_that_all_have_left_is_in_no_list() {
    let (server, hand) = TestServer::start_by_hand().await;
    let (room, host) = table::open(&server, table::options()).await;
    let mut guest = table::watch(&server, room).await;
    rooms_become(&server, 1).await;
    host.close().await;
    guest.until(|model| model.room.as_ref().is_some_and(|room| !is_red_here(room))).await;
    rooms_become(&server, 1).await;
    // The seat is given up a minute later, and the guest goes by wish.
    guest.done(Command::Time).await;
    hand.advance(60_000);
    guest.until(|model| model.room.as_ref().is_some_and(|room| room.seats.red.is_none())).await;
    rooms_become(&server, 1).await;
    guest.done(Command::Part { room }).await;
    rooms_become(&server, 0).await;
    server.stop().await;
}

fn is_red_here(room: &protocol::RoomSnapshot) -> bool {
    room.seats.red.as_ref().is_some_and(|red| red.link == protocol::Link::Up)
}
