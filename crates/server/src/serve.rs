//! Connections: how many there may be to the public address, and how long one may do nothing.
//!
//! A connection counts from its acceptance until its socket is closed, also when it has become a WebSocket. Whoever does not send the head
//! of a request in time, or does not take in what is sent, is let go: a client that says nothing must not keep a place for long.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use metrics::{counter, gauge};
use socket2::SockRef;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::Sleep,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;

use crate::{
    config::{Limits, Loopback, Patience},
    count::{Count, Counted},
    http::limit::network,
    proxies::Proxies,
};

/// What the system may hold back for a client that doesn't read: without a bound, hundreds of events.
const SEND_BUFFER: usize = 32 * 1024;
/// Bytes of a request's head, and of what is read of a body at once. The default would let each connection hold 400 kB.
const HEAD: usize = 32 * 1024;
/// How long to wait when no connection can be accepted, most likely because there are too many open files.
const RESPITE: Duration = Duration::from_secs(1);

/// What serving needs to know.
pub(crate) struct Front {
    pub(crate) router: Router,
    pub(crate) limits: Limits,
    pub(crate) patience: Patience,
    /// They speak for others, so that their addresses are nobody's.
    pub(crate) proxies: Option<Proxies>,
    pub(crate) shutdown: CancellationToken,
}

/// Whose the address of a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Client,
    Proxy,
}

impl Front {
    /// Serves until the shutdown; then requests that are being answered are waited for. Sockets that were upgraded are not.
    pub(crate) async fn serve(self, listener: TcpListener) {
        let (open, connections) = (Open::default(), TaskTracker::new());
        while let Some((socket, peer)) = accept(&listener, &self.shutdown).await {
            // A connection that is refused is closed at once: an answer would cost what the bound is to save.
            if let Some(place) = self.admit(&open, peer.ip()) {
                let socket = Guarded::new(socket, place, self.patience.stall);
                let (head, shutdown) = (self.patience.head, self.shutdown.clone());
                connections.spawn(carry(self.router.clone(), socket, peer, head, shutdown));
            }
        }
        drop(listener);
        connections.close();
        connections.wait().await;
    }

    fn admit(&self, open: &Open, address: IpAddr) -> Option<Place> {
        let proxied = self.proxies.as_ref().is_some_and(|proxies| proxies.include(address));
        let whose = if proxied { Whose::Proxy } else { Whose::Client };
        let place = open.take(address, &self.limits, whose);
        if let Err(reason) = &place {
            counter!("siguo_tcp_connections_refused_total", "reason" => *reason).increment(1);
        }
        place.ok()
    }
}

/// Serves those who watch over the server, until the shutdown. Nobody else should reach the address, so there are bounds of time alone.
pub(crate) async fn serve_watchers(
    router: Router,
    listener: TcpListener,
    patience: Patience,
    shutdown: CancellationToken,
) {
    let connections = TaskTracker::new();
    while let Some((socket, peer)) = accept(&listener, &shutdown).await {
        let socket = Guarded::new(socket, (), patience.stall);
        connections.spawn(carry(router.clone(), socket, peer, patience.head, shutdown.clone()));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// The next connection; none after the shutdown.
async fn accept(listener: &TcpListener, shutdown: &CancellationToken) -> Option<(TcpStream, SocketAddr)> {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => return None,
        };
        match accepted {
            Ok(accepted) => return Some(accepted),
            Err(err) if is_of_one_connection(&err) => {}
            Err(err) => {
                tracing::error!(error = %err, "no connection can be accepted");
                tokio::time::sleep(RESPITE).await;
            }
        }
    }
}

/// Answers what comes over a connection; after the shutdown no more than what is being answered.
fn carry<P: Send + Unpin + 'static>(
    router: Router,
    socket: Guarded<P>,
    peer: SocketAddr,
    head: Duration,
    shutdown: CancellationToken,
) -> impl Future<Output = ()> {
    let service = router.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(socket), TowerToHyperService::new(service))
        .with_upgrades();
    async move {
        let mut connection = std::pin::pin!(connection);
        let served = tokio::select! {
            served = connection.as_mut() => served,
            () = shutdown.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(err) = served {
            let reason = if err.is_timeout() { "head" } else { "fault" };
            counter!("siguo_tcp_connections_broken_total", "reason" => reason).increment(1);
            tracing::debug!(error = %err, "a connection ended before its time");
        }
    }
}

/// A fault of a connection that was gone before it was accepted.
fn is_of_one_connection(err: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(err.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// The connections there are.
#[derive(Debug)]
struct Open {
    all: Arc<AtomicU32>,
    addresses: Count<IpAddr>,
}

impl Default for Open {
    fn default() -> Open {
        Open {
            all: Arc::default(),
            addresses: Count::new(|len| gauge!("siguo_tcp_connections_addresses").set(len)),
        }
    }
}

/// The place of one connection, free again when this is dropped.
#[derive(Debug)]
struct Place {
    all: Arc<AtomicU32>,
    _of_address: Option<Counted<IpAddr>>,
}

impl Open {
    /// A place for one more, or which bound it is beyond.
    fn take(&self, address: IpAddr, limits: &Limits, whose: Whose) -> Result<Place, &'static str> {
        // Only the task that accepts takes places, so nothing comes between.
        if self.all.load(Ordering::Relaxed) >= limits.connections {
            return Err("all");
        }
        let bound = match whose {
            Whose::Proxy => false,
            Whose::Client => !address.is_loopback() || limits.loopback == Loopback::Bounded,
        };
        let of_address = if bound {
            Some(self.addresses.add(network(address), limits.connections_per_address).ok_or("address")?)
        } else {
            None
        };
        self.all.fetch_add(1, Ordering::Relaxed);
        gauge!("siguo_tcp_connections").increment(1);
        Ok(Place { all: Arc::clone(&self.all), _of_address: of_address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::Relaxed);
        gauge!("siguo_tcp_connections").decrement(1);
    }
}

/// A socket that keeps its place as long as it is open, and fails when its client takes nothing in for too long.
struct Guarded<P> {
    socket: TcpStream,
    stall: Duration,
    /// Since when nothing was taken in.
    stalled: Option<Pin<Box<Sleep>>>,
    _place: P,
}

impl<P> Guarded<P> {
    fn new(socket: TcpStream, place: P, stall: Duration) -> Guarded<P> {
        let prepared =
            socket.set_nodelay(true).and_then(|()| SockRef::from(&socket).set_send_buffer_size(SEND_BUFFER));
        if let Err(err) = prepared {
            tracing::debug!(error = %err, "a socket keeps its defaults");
        }
        Guarded { socket, stall, stalled: None, _place: place }
    }

    /// What became of a write, or that it has waited for too long.
    fn judge<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stall = self.stall;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(stall))).as_mut().poll(cx));
        counter!("siguo_tcp_connections_broken_total", "reason" => "stall").increment(1);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<P: Unpin> AsyncRead for Guarded<P> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_read(cx, buf)
    }
}

impl<P: Unpin> AsyncWrite for Guarded<P> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(cx, buf);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(cx, bufs);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(open: &Open, address: [u8; 4], limits: &Limits, whose: Whose) -> Result<Place, &'static str> {
        open.take(address.into(), limits, whose)
    }

    #[test]
    fn a_place_is_free_again_when_its_connection_is_gone() {
        let open = Open::default();
        let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::none() };
        let take = |address| taken(&open, address, &limits, Whose::Client);
        let (one, other) = ([192, 0, 2, 1], [192, 0, 2, 2]);
        let mut places = vec![take(one).expect("a place"), take(one).expect("a place")];
        assert_eq!(take(one).expect_err("it has two"), "address");
        places.push(take(other).expect("a place"));
        assert_eq!(take(other).expect_err("three in all"), "all");
        places.remove(0);
        places.push(take(one).expect("one is free"));
        places.clear();
        assert_eq!(open.all.load(Ordering::Relaxed), 0);
        assert_eq!(open.addresses.len(), 0, "nobody is kept");
    }

    #[test]
    fn a_proxy_and_this_machine_are_bound_by_the_sum_alone() {
        let open = Open::default();
        let limits = Limits { connections: 4, connections_per_address: 0, ..Limits::none() };
        let _proxy = taken(&open, [192, 0, 2, 1], &limits, Whose::Proxy).expect("it speaks for others");
        let _here = taken(&open, [127, 0, 0, 1], &limits, Whose::Client).expect("not counted");
        let bounded = Limits { loopback: Loopback::Bounded, ..limits };
        assert_eq!(taken(&open, [127, 0, 0, 1], &bounded, Whose::Client).expect_err("counted"), "address");
        let full = Limits { connections: 2, ..limits };
        assert_eq!(taken(&open, [127, 0, 0, 1], &full, Whose::Proxy).expect_err("the sum"), "all");
    }
}
