//! The WebSocket: one task per connection.

mod connection;
pub(crate) mod outbox;
mod places;
mod session;

use axum::{
    Extension, Router,
    extract::{State, WebSocketUpgrade, ws::Utf8Bytes},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::any,
};
use protocol::ServerFrame;
use tower_http::request_id::RequestId;

pub(crate) use self::{places::Places, session::unavailable};
use crate::{
    accounts::changes,
    app::App,
    http::{
        browser, origin,
        problem::{self, CommonFault, Excess, Kind, TooMany},
        receive::{self, ClientAddress},
        session::Session,
    },
};

/// Bytes of a frame from a client.
const FRAME: usize = 16 * 1024;
/// Bytes that are read at once, which each connection holds for as long as it lives: many moves. The default would cost 128 kB.
const READ: usize = 1024;
/// Bytes that are gathered before they are written.
const WRITE: usize = 4 * 1024;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/ws", any(upgrade))
}

#[derive(Debug, thiserror::Error)]
#[error("the server is stopping")]
struct Stopping;

#[derive(Debug, thiserror::Error)]
#[error("note the browser of an account")]
struct NotNoted(#[source] store::StoreError);

/// Only a browser sends an `Origin`, and then only its own site's page may open a socket with its cookie.
async fn upgrade(
    State(app): State<App>,
    session: Session,
    ClientAddress(address): ClientAddress,
    Extension(request): Extension<RequestId>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Response {
    if origin::is_foreign(&app.origins, &headers) {
        return CommonFault::ForeignOrigin.into_response();
    }
    if app.shutdown.is_cancelled() {
        return problem::respond(&Stopping, Kind::client(StatusCode::SERVICE_UNAVAILABLE, "stopping"));
    }
    let Some(place) = app.places.take(session.account.id, address, &app.limits) else {
        return Excess { reason: "too-many", route: "ws", wait: None }.respond(&TooMany);
    };
    if let Some(browser) = browser::of(&headers)
        && let Err(err) = changes::note_browser(&app, session.account.id, &browser).await
    {
        return problem::respond(
            &NotNoted(err),
            Kind::server(StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        );
    }
    // The framework's own shutdown does not wait for sockets, so a token is held while this one lives.
    let token = app.connections.token();
    socket
        .read_buffer_size(READ)
        .write_buffer_size(WRITE)
        .max_message_size(FRAME)
        .max_frame_size(FRAME)
        .on_upgrade(async move |socket| {
            connection::run(app, session, address, receive::text(&request), socket).await;
            drop((place, token));
        })
}

/// A frame as it goes over the wire, to be shared by everybody who gets it.
pub(crate) fn wire(frame: &ServerFrame) -> Utf8Bytes {
    serde_json::to_string(frame).expect("a frame is JSON").into()
}
