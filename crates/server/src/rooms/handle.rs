//! The way to a room: what comes into its mailbox, and who puts it there.

use std::collections::BTreeSet;

use protocol::{AccountId, CommandId, GameId, GameState, Progress, RoomId};
use room::{Departure, Member, Pass, RoomCommand};
use tokio::sync::{mpsc, oneshot};

use super::Stay;
use crate::ws::outbox::{ConnectionId, Outbox};

/// Messages that may wait for a room.
const MAILBOX: usize = 64;

/// Boxed on its way, because every room's mailbox holds room for 32 from its beginning.
#[derive(Debug)]
pub(super) enum Mail {
    Join {
        outbox: Outbox,
        id: CommandId,
        /// So that what is frequent gets no bigger by it.
        joining: Box<Joining>,
    },
    Leave {
        connection: ConnectionId,
        departure: Departure,
    },
    Command {
        outbox: Outbox,
        account: AccountId,
        id: CommandId,
        command: RoomCommand,
        /// Is told if the room holds the account then.
        bound: Option<oneshot::Sender<()>>,
    },
    Renew {
        member: Box<Member>,
    },
    Delete {
        account: AccountId,
        name: String,
    },
    Blocks {
        account: AccountId,
        blocked: BTreeSet<AccountId>,
    },
    Kin {
        account: AccountId,
        kin: Vec<AccountId>,
    },
    Look {
        game: GameId,
        answer: oneshot::Sender<Option<GameState>>,
    },
    Close {
        done: oneshot::Sender<()>,
    },
}

/// Who comes in.
#[derive(Debug)]
pub(super) struct Joining {
    pub(super) stay: Stay,
    pub(super) member: Member,
    pub(super) have: Option<Progress>,
    pub(super) pass: Pass,
}

/// The room's task has ended, and the room with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// Leads to a room.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    room: RoomId,
    mailbox: mpsc::Sender<Box<Mail>>,
}

impl Handle {
    pub(crate) fn room(&self) -> RoomId {
        self.room
    }

    /// Comes in over that connection, which the room answers.
    pub(crate) async fn join(
        &self,
        outbox: Outbox,
        stay: Stay,
        member: Member,
        have: Option<Progress>,
        pass: Pass,
        id: CommandId,
    ) -> Result<(), Gone> {
        self.send(Mail::Join { outbox, id, joining: Box::new(Joining { stay, member, have, pass }) }).await
    }

    /// The connection hears no more of the room. A seat is kept.
    pub(crate) async fn leave(&self, connection: ConnectionId, departure: Departure) {
        // A room that is gone has nobody in it.
        let _gone = self.send(Mail::Leave { connection, departure }).await;
    }

    /// The server stops: without a game that could go on the room tells its people that it is closed, and ends.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.send(Mail::Close { done }).await.is_ok() {
            let _gone = closed.await;
        }
    }

    /// A command, which the room answers over that connection.
    pub(crate) async fn command(
        &self,
        outbox: Outbox,
        account: AccountId,
        id: CommandId,
        command: RoomCommand,
    ) -> Result<(), Gone> {
        self.send(Mail::Command { outbox, account, id, command, bound: None }).await
    }

    /// The same, for a command that may bind the account to the room: what comes back comes when it has, and never when it has not.
    pub(crate) async fn claim(
        &self,
        outbox: Outbox,
        account: AccountId,
        id: CommandId,
        command: RoomCommand,
    ) -> Result<oneshot::Receiver<()>, Gone> {
        let (bound, is_bound) = oneshot::channel();
        self.send(Mail::Command { outbox, account, id, command, bound: Some(bound) }).await?;
        Ok(is_bound)
    }

    /// The account is this one by now.
    pub(crate) async fn renew(&self, member: Member) {
        // A room that is gone has nobody in it.
        let _gone = self.send(Mail::Renew { member: Box::new(member) }).await;
    }

    /// The account is no more, and is called so from now on.
    pub(crate) async fn delete(&self, account: AccountId, name: &str) {
        // A room that is gone has nobody in it.
        let _gone = self.send(Mail::Delete { account, name: name.to_owned() }).await;
    }

    /// The account has blocked these by now.
    pub(crate) async fn blocks(&self, account: AccountId, blocked: BTreeSet<AccountId>) {
        // In a room that is gone nobody speaks.
        let _gone = self.send(Mail::Blocks { account, blocked }).await;
    }

    /// The account shares a browser with these by now.
    pub(crate) async fn kin(&self, account: AccountId, kin: Vec<AccountId>) {
        // Where the room is gone no game begins.
        let _gone = self.send(Mail::Kin { account, kin }).await;
    }

    /// What the public may know of that game, while it is arranged or runs here and may be watched.
    pub(crate) async fn look(&self, game: GameId) -> Option<GameState> {
        let (answer, looked) = oneshot::channel();
        self.send(Mail::Look { game, answer }).await.ok()?;
        looked.await.ok()?
    }

    async fn send(&self, mail: Mail) -> Result<(), Gone> {
        self.mailbox.send(Box::new(mail)).await.map_err(|_| Gone)
    }
}

/// A room's mailbox, and who leads to it.
pub(super) fn mailbox(room: RoomId) -> (Handle, mpsc::Receiver<Box<Mail>>) {
    let (mailbox, receiver) = mpsc::channel(MAILBOX);
    (Handle { room, mailbox }, receiver)
}
