use std::{sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use protocol::{ClientFrame, Command, CommandId, Done, ErrorBody, Reply, ServerFrame};
use reqwest::StatusCode;
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{self, Message, client::IntoClientRequest, protocol::WebSocketConfig},
};

use crate::{refusal, shared::Shared};

/// How long anything may take that is asked for outside of a game.
const PATIENCE: Duration = Duration::from_secs(30);
/// The defaults would cost 256 kB for each socket.
const BUFFER: usize = 16 * 1024;
/// Between attempts while the server can save nothing.
const UNAVAILABLE: Duration = Duration::from_millis(100);

/// The connection is gone or of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Lost {
    /// The server said goodbye.
    #[error("{0}")]
    Closed(String),
    /// It said nothing.
    #[error("{0}")]
    Broken(String),
    /// No answer.
    #[error("no answer within {} s", PATIENCE.as_secs())]
    Silent,
    /// Something that is no frame of this version.
    #[error("a frame that can't be read: {0}")]
    Unreadable(String),
    /// A command without which there is no going on.
    #[error("{0}")]
    Refused(String),
}

/// One WebSocket, whose frames are counted.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    shared: Arc<Shared>,
}

impl Socket {
    pub(crate) async fn open(shared: &Arc<Shared>, token: &str) -> Result<Socket, Lost> {
        timeout(PATIENCE, Socket::connect(shared, token)).await.map_err(|_| Lost::Silent)?
    }

    async fn connect(shared: &Arc<Shared>, token: &str) -> Result<Socket, Lost> {
        let target = &shared.target;
        let broken = |err: std::io::Error| Lost::Broken(err.to_string());
        let stream = TcpStream::connect(target.address).await.map_err(broken)?;
        // A move is small and waits for nothing that could go along.
        stream.set_nodelay(true).map_err(broken)?;
        let url = format!("ws://{}/ws", target.authority);
        let mut request = url.into_client_request().expect("the address was resolved");
        let bearer = format!("Bearer {token}").parse().expect("a token is text");
        request.headers_mut().insert("authorization", bearer);
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await.map_err(refused)?;
        Ok(Socket { stream, shared: Arc::clone(shared) })
    }

    pub(crate) async fn send(&mut self, id: CommandId, cmd: Command) -> Result<(), Lost> {
        let text = serde_json::to_string(&ClientFrame { id, cmd }).expect("JSON");
        self.shared.traffic.sends(text.len());
        self.stream.send(Message::text(text)).await.map_err(|err| broken(&err))
    }

    /// The next frame. Nothing is lost if it is not waited for to the end.
    pub(crate) async fn next(&mut self) -> Result<ServerFrame, Lost> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.shared.traffic.receives(text.len());
                    return serde_json::from_str(&text).map_err(|err| Lost::Unreadable(err.to_string()));
                }
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Err(Lost::Closed(format!("{} {}", u16::from(frame.code), frame.reason)));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(None))) | None => {
                    return Err(Lost::Broken(refusal::BROKEN.to_owned()));
                }
                Some(Err(err)) => return Err(broken(&err)),
            }
        }
    }

    /// Sends until it is carried out; what comes meanwhile is given to `hear`.
    pub(crate) async fn ask(
        &mut self,
        id: CommandId,
        cmd: Command,
        mut hear: impl FnMut(ServerFrame),
    ) -> Result<Done, Lost> {
        loop {
            self.send(id, cmd.clone()).await?;
            let reply = loop {
                let frame = timeout(PATIENCE, self.next()).await.map_err(|_| Lost::Silent)??;
                if let ServerFrame::Answer(answer) = &frame
                    && answer.id == id
                {
                    break answer.reply.clone();
                }
                hear(frame);
            };
            let error = match reply {
                Reply::Ok(done) => return Ok(done),
                Reply::Error(error) => error,
            };
            let Some(wait) = wait(&error) else { return Err(Lost::Refused(refusal::name(&error))) };
            self.shared.tally.lock().refused(&refusal::name(&error));
            sleep(wait).await;
        }
    }

    /// Leaves with a goodbye.
    pub(crate) async fn close(mut self) {
        // The server may have gone first.
        let _closed = timeout(PATIENCE, self.stream.close(None)).await;
    }
}

/// How long to wait before the same is worth another try.
pub(crate) fn wait(error: &ErrorBody) -> Option<Duration> {
    if let ErrorBody::TooFast { retry_ms } = error {
        return Some(Duration::from_millis(u64::from(*retry_ms)));
    }
    matches!(error, ErrorBody::Unavailable).then_some(UNAVAILABLE)
}

fn refused(err: tungstenite::Error) -> Lost {
    let tungstenite::Error::Http(answer) = err else { return Lost::Broken(short(&err, refusal::NO_ANSWER)) };
    Lost::Refused(match answer.status() {
        StatusCode::TOO_MANY_REQUESTS => refusal::SOCKET_429.to_owned(),
        status => format!("HTTP {status} for a socket"),
    })
}

/// A socket that stood, and is gone.
fn broken(err: &tungstenite::Error) -> Lost {
    Lost::Broken(short(err, refusal::BROKEN))
}

/// What kind of error it is, the same for all of its kind.
fn short(err: &tungstenite::Error, cut_off: &str) -> String {
    if let tungstenite::Error::Io(err) = err {
        return err.kind().to_string();
    }
    let is_cut_off = matches!(err, tungstenite::Error::Protocol(_));
    if is_cut_off { cut_off.to_owned() } else { err.to_string() }
}

#[cfg(test)]
mod tests {
    use tokio::{io::AsyncReadExt as _, net::TcpListener};
    use tokio_tungstenite::accept_async;

    use super::*;
    use crate::{Reach, plan::tests::plan, target::Target};

    async fn listen() -> (TcpListener, Arc<Shared>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let target = Target::resolve(&url, Reach::Loopback).await.expect("it is here");
        (listener, Arc::new(Shared::new(plan(), target)))
    }

    #[tokio::test]
    async fn only_a_connection_that_never_stood_is_put_down_to_a_limit() {
        let (listener, shared) = listen().await;
        let (lost, ()) = tokio::join!(Socket::open(&shared, "token"), async {
            let (mut refused, _) = listener.accept().await.expect("it comes");
            let _asked = refused.read(&mut [0; 4096]).await.expect("it asks");
        });
        let lost = lost.err().expect("there is no socket").to_string();
        assert_eq!(lost, refusal::NO_ANSWER);
        assert!(refusal::remedy(&lost).is_some_and(|remedy| remedy.contains("--connections")), "{lost}");

        let (socket, served) = tokio::join!(Socket::open(&shared, "token"), async {
            accept_async(listener.accept().await.expect("it comes").0).await.expect("a socket")
        });
        let mut socket = socket.expect("it stands");
        drop(served);
        let lost = socket.next().await.expect_err("the other end is gone").to_string();
        assert_eq!(refusal::remedy(&lost), None, "{lost}");
        assert_eq!(lost, refusal::BROKEN);
    }
}
