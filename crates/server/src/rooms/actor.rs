//! One task per room: it owns the room machine and the list of connections that hear of the room.
//!
//! Everything that happens to the room comes through its mailbox, which is bounded; who sends waits. The room itself waits for
//! one thing only, the journal: what a step wants to be saved is durable before its frames go out and before the next step.
//! Each frame is made into text once for all who get it, and all frames of a step reach a connection as one batch. A connection
//! is never waited for: its outbox takes the batch or the client is let go. While nothing can be saved the room tells that its clock
//! stands still, and gives the time back afterwards. When nobody would miss the room the task ends, and with it the room.

#[cfg(test)]
mod tests;

use axum::extract::ws::Utf8Bytes;
use metrics::{counter, histogram};
use protocol::{AccountId, Answer, ErrorBody, Millis, Reply, ServerFrame};
use room::{Audience, Effects, Input, Room, Save};
use rules::BySeat;
use store::StoreError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::{
    Rooms, Stay,
    handle::{self, Gone, Handle, Joining, Mail},
    journal::{Health, Journal, Written},
    save::{self, Begun, Context},
};
use crate::{
    clock::Clock,
    http::problem::chain,
    ws::{
        outbox::{Batch, CloseReason, Outbox, Peer},
        wire,
    },
};

/// How long a room is kept that nobody is in.
const KEPT: i64 = 5 * 60_000;

/// What a room's task finds to do.
#[derive(Debug)]
enum Next {
    Health,
    Due,
    Mail(Box<Mail>),
}

/// A connection that hears of the room.
#[derive(Debug)]
struct Listener {
    account: AccountId,
    outbox: Outbox,
    /// Until it is gone.
    _stay: Stay,
}

/// The room's half.
#[derive(Debug)]
pub(super) struct Actor {
    room: Room,
    mailbox: mpsc::Receiver<Box<Mail>>,
    listeners: Vec<Listener>,
    /// Accounts that this room may hold back from playing elsewhere.
    claims: Vec<AccountId>,
    context: Context,
    parts: Parts,
    health: watch::Receiver<Health>,
    suspended: bool,
    deserted_since: Option<Millis>,
    #[cfg(feature = "planted-leaks")]
    leaky: super::leak::Leaky,
}

/// What a room's task works with.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) clock: Clock,
    pub(super) journal: Journal,
    pub(super) rooms: Rooms,
    pub(super) stop: CancellationToken,
}

/// What was to be saved can't be: the room can't go on.
#[derive(Debug)]
struct Broken;

pub(super) fn channel(
    room: Room,
    claims: Vec<AccountId>,
    context: Context,
    parts: Parts,
) -> (Handle, Box<Actor>) {
    let (handle, mailbox) = handle::mailbox(room.id());
    let health = parts.journal.health();
    #[cfg(feature = "planted-leaks")]
    let leaky = super::leak::Leaky::new(parts.rooms.leak());
    let actor = Box::new(Actor {
        room,
        mailbox,
        listeners: Vec::new(),
        claims,
        context,
        parts,
        health,
        suspended: false,
        deserted_since: None,
        #[cfg(feature = "planted-leaks")]
        leaky,
    });
    (handle, actor)
}

impl Actor {
    /// Saves what a new room begins with. Until then nobody knows of the room.
    pub(super) async fn begin(&mut self, effects: Effects) -> Result<(), Gone> {
        self.take_effect(effects, None).await.map_err(|Broken| Gone)
    }

    pub(super) fn is_ranked(&self) -> bool {
        self.room.is_ranked()
    }

    /// Boxed, because the task would have room for it twice.
    pub(super) async fn run(mut self: Box<Self>) {
        loop {
            match self.turn().await {
                Ok(true) => {}
                Ok(false) => return,
                // Whoever is in it connects again and learns that it is gone.
                Err(Broken) => {
                    return self.listeners.iter().for_each(|it| it.outbox.close(CloseReason::RoomBroke));
                }
            }
        }
    }

    /// Waits for the next thing and lets it happen; whether the room goes on.
    async fn turn(&mut self) -> Result<bool, Broken> {
        let clock = self.parts.clock.clone();
        let closes_at = self.deserted_since.map(|since| since + KEPT);
        let due = self.room.deadline().into_iter().chain(closes_at).min();
        let expected = if self.suspended { Health::Well } else { Health::Away };
        let next = tokio::select! {
            biased;
            () = self.parts.stop.cancelled() => None,
            // Without a journal there is no room.
            changed = self.health.wait_for(|health| *health == expected) => changed.is_ok().then_some(Next::Health),
            () = clock.sleep_until_some(due) => Some(Next::Due),
            mail = self.mailbox.recv() => mail.map(Next::Mail),
        };
        let Some(next) = next else { return Ok(false) };
        // Boxed, because the task has room for all that this waits for, for as long as it lives, and mostly waits for what is next.
        Box::pin(self.take(next)).await?;
        let now = clock.now();
        let deserted = self.room.is_deserted();
        self.deserted_since = deserted.then(|| self.deserted_since.unwrap_or(now));
        let forgotten = self.deserted_since.is_some_and(|since| now - since >= KEPT);
        Ok(!forgotten && !self.room.is_closed())
    }

    async fn take(&mut self, next: Next) -> Result<(), Broken> {
        match next {
            Next::Health => self.follow_health().await,
            Next::Due => self.catch_up().await,
            Next::Mail(mail) => {
                // What was due before the message goes before it.
                self.catch_up().await?;
                self.receive(*mail).await
            }
        }
    }

    async fn catch_up(&mut self) -> Result<(), Broken> {
        while self.room.deadline().is_some_and(|due| due <= self.parts.clock.now()) {
            self.step(Input::Tick, None).await?;
        }
        Ok(())
    }

    async fn receive(&mut self, mail: Mail) -> Result<(), Broken> {
        match mail {
            Mail::Join { outbox, id, joining } => {
                let Joining { stay, member, have, pass } = *joining;
                let account = member.player.id;
                let known = self.listeners.iter().any(|listener| listener.outbox.id() == outbox.id());
                if !known {
                    self.listeners.push(Listener { account, outbox: outbox.clone(), _stay: stay });
                }
                self.step(Input::Join { member, have, pass, id }, Some(&outbox)).await
            }
            Mail::Leave { connection, departure } => {
                let Some(at) = self.listeners.iter().position(|listener| listener.outbox.id() == connection)
                else {
                    return Ok(());
                };
                let Listener { account, .. } = self.listeners.swap_remove(at);
                if self.listeners.iter().any(|listener| listener.account == account) {
                    return Ok(());
                }
                self.step(Input::LinkDown { account, departure }, None).await
            }
            Mail::Command { outbox, account, id, command, bound } => {
                if command.claims() && !self.claims.contains(&account) {
                    self.claims.push(account);
                }
                self.step(Input::Command { account, id, command }, Some(&outbox)).await?;
                if let Some(bound) = bound.filter(|_| self.room.binds(account)) {
                    let _gave_up = bound.send(());
                }
                Ok(())
            }
            Mail::Renew { member } => self.step(Input::Renew { member }, None).await,
            Mail::Delete { account, name } => self.step(Input::Delete { account, name }, None).await,
            Mail::Kin { account, kin } => self.step(Input::Kin { account, kin }, None).await,
            Mail::Blocks { account, blocked } => self.step(Input::Blocks { account, blocked }, None).await,
            Mail::Look { game, answer } => {
                let _gone = answer.send(self.room.look(game));
                Ok(())
            }
            Mail::Close { done } => {
                self.step(Input::Close, None).await?;
                let _gave_up = done.send(());
                Ok(())
            }
        }
    }

    async fn follow_health(&mut self) -> Result<(), Broken> {
        let health = *self.health.borrow_and_update();
        self.suspended = health == Health::Away;
        let input = match health {
            Health::Away => Input::Suspend,
            Health::Well => Input::Resume,
        };
        self.step(input, None).await
    }

    async fn step(&mut self, input: Input, reply: Option<&Outbox>) -> Result<(), Broken> {
        #[cfg(feature = "planted-leaks")]
        self.leaky.hear(&input);
        let stopwatch = Clock::stopwatch();
        let effects = self.room.step(self.parts.clock.now(), input);
        histogram!("siguo_room_step_seconds").record(stopwatch.seconds());
        self.take_effect(effects, reply).await
    }

    /// Saves, then tells.
    async fn take_effect(&mut self, effects: Effects, reply: Option<&Outbox>) -> Result<(), Broken> {
        let Effects { save, frames } = effects;
        let mut settled = None;
        let is_move = matches!(&save, Some(Save::Entry { outs, .. }) if outs.is_empty());
        if let Some(save) = save {
            #[cfg(feature = "planted-leaks")]
            self.leaky.learn(&save);
            let finished = match &save {
                Save::Finish { entry, .. } => Some(entry.game),
                Save::NewGame { .. }
                | Save::Layout { .. }
                | Save::Abandon { .. }
                | Save::Start { .. }
                | Save::Entry { .. }
                | Save::Talk { .. }
                | Save::Options { .. }
                | Save::Memo { .. } => None,
            };
            if let Save::NewGame { options, .. } = &save {
                self.context.options.clone_from(options);
                self.context.scores_before = BySeat::default();
                self.context.begun = Begun::Since;
            }
            match self.commit(save).await? {
                Written::Done => {}
                Written::Started(scores) => self.context.scores_before = scores,
                Written::Settled(scores) => {
                    settled = finished.filter(|_| self.context.ranked).map(|game| (game, scores));
                }
            }
        }
        if is_move {
            self.parts.rooms.publish_steps(&self.room);
        } else {
            // Whoever hears that a game is over is free at once.
            self.publish();
        }
        self.deliver(frames, reply);
        if let Some((game, scores)) = settled {
            let told = self.room.step(self.parts.clock.now(), Input::Settled { game, scores });
            self.publish();
            self.deliver(told.frames, None);
        }
        Ok(())
    }

    /// Waits until it is durable; if that takes an outage, all are told at once that the clock stands still.
    async fn commit(&mut self, save: Save) -> Result<Written, Broken> {
        self.context.leaving = self.parts.rooms.leaving(self.context.begun, self.parts.clock.now());
        let write = save::write(save, &self.context);
        let mut written = self.parts.journal.write(write).await;
        if !self.suspended {
            let away = self.health.clone();
            tokio::select! {
                biased;
                written = &mut written => return self.check(written),
                () = is_away(away) => {
                    self.suspended = true;
                    let told = self.room.step(self.parts.clock.now(), Input::Suspend);
                    self.deliver(told.frames, None);
                }
            }
        }
        let written = written.await;
        self.check(written)
    }

    fn check(
        &self,
        written: Result<Result<Written, StoreError>, oneshot::error::RecvError>,
    ) -> Result<Written, Broken> {
        match written {
            Ok(Ok(written)) => Ok(written),
            Ok(Err(err)) => Err(self.breaks(&err)),
            // The journal has stopped, and so will the room.
            Err(_) => Err(Broken),
        }
    }

    fn breaks(&self, err: &StoreError) -> Broken {
        counter!("siguo_rooms_broken_total").increment(1);
        tracing::error!(room.id = %self.room.id(), error = %chain(err), "a room can't be saved and is closed");
        Broken
    }

    /// Gives every connection what it hears, in order, as one batch.
    fn deliver(&mut self, frames: Vec<(Audience, ServerFrame)>, reply: Option<&Outbox>) {
        let stopwatch = Clock::stopwatch();
        let mut batches: Vec<Batch> = self.listeners.iter().map(|_| Batch::new()).collect();
        let asker = reply
            .and_then(|reply| self.listeners.iter().position(|listener| listener.outbox.id() == reply.id()));
        let mut to_stranger = Batch::new();
        for (audience, frame) in frames {
            let mut text: Option<Utf8Bytes> = None;
            let mut text = || text.get_or_insert_with(|| self.wire(&frame)).clone();
            match (audience, asker) {
                (Audience::Reply, Some(at)) => batches[at].push(text()),
                (Audience::Reply, None) => to_stranger.push(text()),
                (
                    Audience::Account(_)
                    | Audience::Seat(_)
                    | Audience::Side(_)
                    | Audience::Spectators
                    | Audience::Onlookers
                    | Audience::Listeners { .. }
                    | Audience::Everyone
                    | Audience::AllBut(_),
                    _,
                ) => {
                    for (listener, batch) in self.listeners.iter().zip(&mut batches) {
                        if self.room.hears(listener.account, audience) {
                            batch.push(text());
                        }
                    }
                }
            }
        }
        if let Some(reply) = reply
            && !to_stranger.is_empty()
        {
            reply.send(to_stranger);
        }
        for (listener, batch) in self.listeners.iter().zip(batches) {
            if !batch.is_empty() {
                listener.outbox.send(batch);
            }
        }
        histogram!("siguo_fan_out_seconds").record(stopwatch.seconds());
        let room = &self.room;
        self.listeners.retain(|listener| room.is_present(listener.account));
    }

    #[cfg(feature = "planted-leaks")]
    fn wire(&self, frame: &ServerFrame) -> Utf8Bytes {
        self.leaky.wire(frame)
    }

    #[cfg(not(feature = "planted-leaks"))]
    #[expect(clippy::unused_self, reason = "only a planted leak looks at the room")]
    fn wire(&self, frame: &ServerFrame) -> Utf8Bytes {
        wire(frame)
    }

    /// Tells the registry what others may ask it, and lets those go who may play elsewhere.
    pub(super) fn publish(&mut self) {
        let (room, rooms) = (&self.room, &self.parts.rooms);
        self.claims.retain(|account| {
            let binds = room.binds(*account);
            if !binds {
                rooms.release(*account, room.id());
            }
            binds
        });
        rooms.publish(room);
    }
}

/// Comes when nothing can be saved.
async fn is_away(mut health: watch::Receiver<Health>) {
    if health.wait_for(|health| *health == Health::Away).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// However a room ends, it is no longer found, and it holds nobody back. Its bots end with it; people see that it is gone.
impl Drop for Actor {
    fn drop(&mut self) {
        self.parts.rooms.remove(self.room.id());
        // What came too late is answered all the same.
        self.mailbox.close();
        while let Ok(mail) = self.mailbox.try_recv() {
            match *mail {
                Mail::Join { outbox, id, .. } | Mail::Command { outbox, id, .. } => {
                    let reply = Reply::Error(ErrorBody::NoSuchRoom);
                    outbox.send(vec![wire(&ServerFrame::Answer(Answer { id, reply }))]);
                }
                Mail::Leave { .. }
                | Mail::Renew { .. }
                | Mail::Delete { .. }
                | Mail::Blocks { .. }
                | Mail::Kin { .. }
                | Mail::Look { .. }
                | Mail::Close { .. } => {}
            }
        }
        for listener in &self.listeners {
            match listener.outbox.peer() {
                Peer::Bot => listener.outbox.close(CloseReason::Stopping),
                Peer::Socket => {}
            }
        }
    }
}
