//! How a client comes back, and what it compares then.

use std::time::Duration;

use protocol::{Command, Done, ErrorBody, Hello, Reply, RoomId, VERSION};
use tokio::time::sleep;

use super::{Client, Due, LATER, Lost, Socket, Stopped};
use crate::model::At;

impl Client {
    /// Greets, goes to its room, compares what it finds there with what it had, and sends again what was not answered.
    pub(super) async fn come_back(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let hello = self.hello(socket).await?;
        let life = self.stage.greeted(hello.now);
        self.life = Some(life);
        let stopped = self.stopped.take();
        if let Some(room) = self.model.room.or(hello.room) {
            let known = self.model.room.is_some();
            if known {
                // Until it has found its room again the loss goes back to where it was.
                self.stopped = stopped;
            }
            self.join(socket, room).await?;
            self.stopped = None;
            if known && self.model.room.is_some() {
                self.compare(life, stopped);
                self.log.resumes += 1;
                self.look_again(socket, room).await?;
            }
        }
        let Some((id, command)) = self.pending.clone() else { return Ok(()) };
        self.log.resent += 1;
        let (sent, known_no) = (self.log.sent.last().copied(), self.model.no);
        if sent.is_some_and(|sent| self.model.game == Some(sent.game) && sent.no > known_no) {
            // The turn is answered by what is sent again.
            self.model.legal = None;
        }
        self.send_until_answered(socket, id, command.clone()).await?;
        if matches!(command, Command::Move { .. } | Command::Flip { .. } | Command::Surrender { .. })
            && sent.is_some_and(|sent| self.model.game == Some(sent.game) && sent.no <= known_no)
        {
            self.log.resent_done += 1;
        }
        Ok(())
    }

    async fn hello(&mut self, socket: &mut Socket) -> Result<Hello, Lost> {
        loop {
            match self.ask(socket, Command::Hello { version: VERSION }).await? {
                Reply::Ok(Done::Hello(hello)) => return Ok(*hello),
                Reply::Error(ErrorBody::Unavailable) => sleep(LATER).await,
                reply @ (Reply::Ok(_) | Reply::Error(_)) => panic!("no hello: {reply:?}"),
            }
        }
    }

    pub(super) async fn join(&mut self, socket: &mut Socket, room: RoomId) -> Result<(), Lost> {
        self.model.invited = None;
        let before = self.model.snapshots;
        let reply = loop {
            let have = self.model.progress();
            match self.ask(socket, Command::Join { room, have, password: None }).await? {
                Reply::Error(ErrorBody::TooFast { retry_ms }) => {
                    sleep(Duration::from_millis(u64::from(retry_ms))).await;
                }
                Reply::Error(ErrorBody::Unavailable) => sleep(LATER).await,
                reply @ (Reply::Ok(_) | Reply::Error(_)) => break reply,
            }
        };
        match reply {
            Reply::Ok(_) => {
                while self.model.snapshots == before {
                    self.listen(socket, None).await?;
                }
            }
            Reply::Error(ErrorBody::NoSuchRoom) => {
                // The game has ended and the room with it; the record will tell.
                assert!(
                    matches!(self.model.at, At::Playing | At::Ended | At::Outside),
                    "a room is gone: {:?}",
                    self.model
                );
                self.log.ends_unheard += u32::from(self.model.at == At::Playing);
                self.leave();
            }
            Reply::Error(error) => panic!("{} can't go in: {error:?}", self.log.name),
        }
        Ok(())
    }

    /// A second look, at everything, must show the same as what was known and the missing events make. The model compares.
    async fn look_again(&mut self, socket: &mut Socket, room: RoomId) -> Result<(), Lost> {
        let before = self.model.snapshots;
        let reply = self.ask(socket, Command::Join { room, have: None, password: None }).await?;
        assert_eq!(reply, Reply::Ok(Done::Room { room }));
        while self.model.snapshots == before {
            self.listen(socket, None).await?;
        }
        Ok(())
    }

    /// Who sat there sits there, what was handed in is there, and as much time is left as there was.
    fn compare(&mut self, life: usize, stopped: Option<Stopped>) {
        if self.model.at == At::Arranging {
            let found = (self.model.layout.clone(), self.model.is_ready());
            let (layout, ready) = &self.own;
            let possible = match &self.pending {
                Some((_, Command::Ready { layout, .. })) => found == (Some(layout.clone()), true),
                Some((_, Command::Unready { .. })) => found == (layout.clone(), false),
                Some(_) | None => false,
            };
            assert!(
                possible || (&found.0, &found.1) == (layout, ready),
                "{}: {found:?} of {:?}",
                self.log.name,
                self.own
            );
            if self.settled && self.role.goes_on_arranging() {
                assert!(
                    self.model.ready.blue && !self.model.ready.green,
                    "who was ready: {:?}",
                    self.model.ready
                );
            }
        }
        let (Some(stopped), Some(what)) = (stopped, self.model.deadline()) else { return };
        if stopped.what.game == what.game {
            assert_eq!(stopped.people, self.model.people, "who sits there");
        }
        if (Due { deadline: what.deadline, ..stopped.what }) == what {
            self.log
                .shifts
                .push(self.stage.shift((stopped.life, stopped.what.deadline), (life, what.deadline)));
        }
    }
}
