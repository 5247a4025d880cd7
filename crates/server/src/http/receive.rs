//! What is settled of a request before anything else sees it: whom it comes from, its id, and whether its body was read.

use std::{
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, header, request::Parts},
    middleware::Next,
    response::Response,
};
use http_body::{Frame, SizeHint};
use tower_http::request_id::{MakeRequestId as _, MakeRequestUuid, RequestId};
use tracing::Span;

use super::limit::network;
use crate::app::App;

/// The name of a request, by which it is found in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Characters of an id that a proxy has given.
const ID: usize = 64;

tokio::task_local! {
    /// The request that is being answered.
    static CURRENT: RequestId;
}

/// The address that a request comes from; of IPv6 the network.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ClientAddress, Self::Rejection> {
        Ok(*parts.extensions.get::<ClientAddress>().expect("every request passes `receive`"))
    }
}

/// What only a proxy may say is taken off from everybody else's requests: whatever comes after this may believe it.
pub(crate) async fn receive(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = peer.ip().to_canonical();
    let proxy = app.proxies.as_ref().filter(|proxies| proxies.include(peer));
    let client = proxy.map_or(peer, |proxies| proxies.client(request.headers(), peer));
    let given = request.headers_mut().remove(REQUEST_ID).filter(|id| proxy.is_some() && is_id(id));
    if proxy.is_none() {
        request.headers_mut().remove(header::HeaderName::from_static("x-forwarded-proto"));
    }
    let id = given.map(RequestId::new).or_else(|| MakeRequestUuid.make_request_id(&request));
    let id = id.expect("an id can always be drawn");
    request.extensions_mut().insert(ClientAddress(network(client)));
    request.extensions_mut().insert(id.clone());

    let read = Arc::new(AtomicBool::new(request.body().is_end_stream()));
    let request = request.map(|body| Body::new(Watched { body, read: Arc::clone(&read) }));
    let mut response = CURRENT.scope(id.clone(), next.run(request)).await;
    response.headers_mut().insert(REQUEST_ID, id.into_header_value());
    if !read.load(Ordering::Relaxed) && !response.status().is_success() {
        // The rest of a body that was refused is not waited for: the connection ends with the answer, and says so.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// The id of the request that is being answered.
pub(crate) fn current_id() -> Option<String> {
    CURRENT.try_with(text).ok()
}

/// As it is written.
pub(crate) fn text(id: &RequestId) -> String {
    id.header_value().to_str().unwrap_or_default().to_owned()
}

/// What all log lines about a request say. The route, not the address: that may hold what only those know who were given a link.
pub(crate) fn span(request: &Request) -> Span {
    let id = request.extensions().get::<RequestId>().map(text).unwrap_or_default();
    let route = request.extensions().get::<MatchedPath>().map_or("a file", MatchedPath::as_str);
    tracing::info_span!("request", request.id = id, method = %request.method(), route)
}

fn is_id(id: &HeaderValue) -> bool {
    let id = id.as_bytes();
    (1..=ID).contains(&id.len())
        && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// A body that tells whether it was read to its end.
struct Watched {
    body: Body,
    read: Arc<AtomicBool>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if frame.is_none() {
            self.read.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Mutex, PoisonError},
    };

    use axum::http::StatusCode;
    use ipnet::IpNet;
    use tower::ServiceExt as _;

    use super::*;
    use crate::{Limits, Patience, Proxies, Rate, clock::Clock, http};

    const DONE: StatusCode = StatusCode::OK;
    const TOO_MANY: StatusCode = StatusCode::TOO_MANY_REQUESTS;

    /// A server in front of which there is a proxy of `192.0.2.0/24`.
    async fn app() -> (App, tempfile::TempDir) {
        let named: IpNet = "192.0.2.0/24".parse().expect("a network");
        let proxies = Proxies::new(HeaderName::from_static("x-forwarded-for"), vec![named]);
        let (app, _line, folder) = App::alone_behind(Clock::system(), Some(proxies)).await;
        (app, folder)
    }

    fn request(path: &str, peer: &str, headers: &[(&'static str, &str)]) -> Request {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).expect("a request");
        let peer = SocketAddr::new(peer.parse().expect("an address"), 4711);
        request.extensions_mut().insert(ConnectInfo(peer));
        request
    }

    async fn body(response: Response) -> serde_json::Value {
        let body = axum::body::to_bytes(response.into_body(), 4_096).await.expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    #[tokio::test]
    async fn clients_are_counted_by_what_proxies_say_and_nobody_else() {
        let (app, _folder) = app().await;
        let limits = Limits { request: Rate { every_ms: 60_000, burst: 1 }, ..Limits::none() };
        let router = http::router(&app, &limits, Patience::default().request);
        for (peer, forwarded, status) in [
            ("192.0.2.1", "203.0.113.1", DONE),
            ("192.0.2.2", "203.0.113.1", TOO_MANY),
            ("192.0.2.1", "198.51.100.4, 203.0.113.1", TOO_MANY),
            ("192.0.2.1", "203.0.113.2, 192.0.2.9", DONE),
            // Whoever is no proxy is who it is, whatever it says.
            ("203.0.113.3", "198.51.100.1", DONE),
            ("203.0.113.3", "198.51.100.2", TOO_MANY),
            ("::ffff:203.0.113.3", "198.51.100.3", TOO_MANY),
            ("127.0.0.1", "203.0.113.77", DONE),
            ("127.0.0.1", "203.0.113.78", TOO_MANY),
            // Of IPv6 the network counts.
            ("192.0.2.1", "[2001:db8::1]:443", DONE),
            ("192.0.2.1", "2001:db8::ffff", TOO_MANY),
            ("2001:db8:0:1::1", "", DONE),
            ("2001:db8:0:1::2", "", TOO_MANY),
        ] {
            let request = request("/api/v1/live", peer, &[("x-forwarded-for", forwarded)]);
            let found = router.clone().oneshot(request).await.expect("an answer").status();
            assert_eq!(found, status, "{peer} for {forwarded}");
        }
    }

    #[tokio::test]
    async fn an_id_and_https_are_believed_of_proxies_alone() {
        let (app, _folder) = app().await;
        let router = http::router(&app, &Limits::none(), Patience::default().request);
        for (peer, id, kept) in [
            ("192.0.2.1", "01JD-abc_9.x", true),
            ("192.0.2.1", "two words", false),
            ("192.0.2.1", "", false),
            ("203.0.113.1", "01JD-abc_9.x", false),
        ] {
            let mut request =
                request("/api/v1/guest", peer, &[("x-request-id", id), ("x-forwarded-proto", "https")]);
            *request.method_mut() = axum::http::Method::POST;
            let response = router.clone().oneshot(request).await.expect("an answer");
            assert_eq!(response.headers()[REQUEST_ID] == id, kept, "{peer}: {id:?}");
            let cookie = response.headers()[header::SET_COOKIE].to_str().expect("text");
            assert_eq!(cookie.contains("; Secure"), peer == "192.0.2.1", "{cookie}");
        }
    }

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_fault_of_the_server_is_found_in_the_log_by_what_the_client_is_told() {
        let (app, _folder) = app().await;
        let router = http::router(&app, &Limits::none(), Patience::default().request);
        app.store.close().await;
        let log = Log::default();
        let writer = log.clone();
        let logging = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
        let _logging = tracing::subscriber::set_default(logging);
        let response =
            router.oneshot(request("/api/v1/leaderboard", "203.0.113.1", &[])).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        let id = response.headers()[REQUEST_ID].to_str().expect("text").to_owned();
        assert_eq!(body(response).await["request"], id);
        let log = String::from_utf8(log.0.lock().expect("not poisoned").clone()).expect("text");
        let line = log.lines().find(|line| line.contains("ERROR")).expect("it is logged");
        assert!(line.contains(&id) && line.contains("/api/v1/leaderboard"), "{line}");
    }
}
