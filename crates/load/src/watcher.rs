use protocol::Command;

use crate::{
    member::Member,
    socket::{Lost, Socket},
};

/// Somebody who watches: hears everything that the public may, and says nothing until all is over.
#[derive(Debug)]
pub(crate) struct Watcher(pub(crate) Member);

impl Watcher {
    pub(crate) async fn run(mut self, mut socket: Socket) {
        let silence = self.0.shared.silence.clone();
        loop {
            let heard = tokio::select! {
                heard = socket.next() => heard,
                () = silence.cancelled() => {
                    if let Err(lost) = self.hear_out(&mut socket).await {
                        self.0.shared.tally.lock().lost(&lost.to_string());
                    }
                    return socket.close().await;
                }
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

    /// The players have had their answers, so what came of their moves is on its way: before the answer to a question that is put now.
    async fn hear_out(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        self.0.ask(socket, Command::Time).await.map(drop)
    }
}
