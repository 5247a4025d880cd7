//! A way to the server that can be cut so that neither end is told.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

/// Carries connections to the server while it is there. Those that were cut stay open at both ends as long as it is.
pub(crate) struct Proxy {
    address: SocketAddr,
    cuts: watch::Sender<u32>,
    dead: Arc<Mutex<Vec<(TcpStream, TcpStream)>>>,
    _tasks: JoinSet<()>,
}

impl Proxy {
    pub(crate) async fn to(server: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (cuts, dead) = (watch::Sender::new(0), Arc::default());
        let mut tasks = JoinSet::new();
        tasks.spawn(listen(listener, server, cuts.clone(), Arc::clone(&dead)));
        Proxy { address, cuts, dead, _tasks: tasks }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on nothing passes over the connections that there are. Later ones work.
    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// How many connections are cut.
    pub(crate) fn dead(&self) -> usize {
        self.dead.lock().expect("nobody panics with it").len()
    }
}

async fn listen(
    listener: TcpListener,
    server: SocketAddr,
    cuts: watch::Sender<u32>,
    dead: Arc<Mutex<Vec<(TcpStream, TcpStream)>>>,
) {
    let mut carried = JoinSet::new();
    while let Ok((mut near, _)) = listener.accept().await {
        let (mut cut, dead) = (cuts.subscribe(), Arc::clone(&dead));
        carried.spawn(async move {
            // A server that isn't there closes the near end.
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            tokio::select! {
                _closed = copy_bidirectional(&mut near, &mut far) => {}
                _cut = cut.changed() => dead.lock().expect("nobody panics with it").push((near, far)),
            }
        });
    }
}
