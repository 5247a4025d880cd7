use crate::{member::Member, socket::Socket};

/// Somebody who watches: hears everything that the public may, and says nothing.
#[derive(Debug)]
pub(crate) struct Watcher(pub(crate) Member);

impl Watcher {
    pub(crate) async fn run(mut self, mut socket: Socket) {
        let finish = self.0.shared.finish.clone();
        loop {
            let heard = tokio::select! {
                heard = socket.next() => heard,
                () = finish.cancelled() => return socket.close().await,
            };
            match heard {
                Ok(frame) => self.0.hear(&frame),
                Err(lost) => {
                    self.0.shared.tally.lock().lost(&lost.to_string());
                    let Some(back) = self.0.come_back().await else { return };
                    socket = back;
                }
            }
        }
    }
}
