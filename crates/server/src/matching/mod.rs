//! Quick match: one task owns the line ([`mod@line`]) and opens a room for every table that it makes.

mod line;
#[cfg(test)]
mod schedule;
mod table;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use metrics::gauge;
use protocol::{
    AccountId, FirstSeat, Privacy, QueueStatus, RoomId, RoomKind, RoomOptions, ServerFrame, Spectating, Talk,
};
use room::{Member, RoomSetup};
use rules::{BySeat, RuleSet, Seat};
use store::StoreError;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

pub(crate) use self::line::{Consent, Entrant, NotQueued, Party};
use self::line::{Input, Line, Output, Seating};
use crate::{accounts::view, app::App, chance::Chance, http::problem::chain, ws::wire};

/// Messages that may wait for the line.
const MAILBOX: usize = 256;

#[derive(Debug)]
struct Mail {
    input: Input,
    done: oneshot::Sender<Result<(), NotQueued>>,
}

/// Leads to the line.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    mailbox: mpsc::Sender<Mail>,
    waiting: Arc<AtomicU32>,
}

/// The task's half.
#[derive(Debug)]
pub(crate) struct Actor {
    line: Line,
    mailbox: mpsc::Receiver<Mail>,
    waiting: Arc<AtomicU32>,
    /// Rooms that are being opened.
    tables: TaskTracker,
}

pub(crate) fn channel(chance: &Chance) -> (Handle, Actor) {
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let waiting = Arc::new(AtomicU32::new(0));
    let actor = Actor {
        line: Line::new(chance.branch()),
        mailbox,
        waiting: Arc::clone(&waiting),
        tables: TaskTracker::new(),
    };
    (Handle { mailbox: sender, waiting }, actor)
}

/// How ranked games are played.
pub(crate) fn ranked_options(turn_seconds: u16, arrange_seconds: u16) -> RoomOptions {
    RoomOptions {
        rules: RuleSet::DEFAULT,
        first: FirstSeat::Lot,
        turn_seconds,
        arrange_seconds,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}

impl Handle {
    /// Lines up; who waits already goes on waiting.
    pub(crate) async fn enter(&self, party: Party) {
        // Only consent and leaving can be refused.
        let _done = self.send(Input::Enter(party)).await;
    }

    pub(crate) async fn leave(&self, account: AccountId) -> Result<(), NotQueued> {
        self.send(Input::Leave(account)).await
    }

    pub(crate) async fn consent(&self, account: AccountId, consent: Consent) -> Result<(), NotQueued> {
        self.send(Input::Consent { account, consent }).await
    }

    /// The last connection of the account is gone.
    pub(crate) async fn lost(&self, account: AccountId) {
        self.notify(Input::Lost(account)).await;
    }

    /// The account has a connection; if it waits it is told where.
    pub(crate) async fn back(&self, account: AccountId) {
        self.notify(Input::Back(account)).await;
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> u32 {
        self.waiting.load(Ordering::Relaxed)
    }

    async fn send(&self, input: Input) -> Result<(), NotQueued> {
        let (done, answer) = oneshot::channel();
        self.mailbox.send(Mail { input, done }).await.map_err(|_| NotQueued)?;
        answer.await.unwrap_or(Err(NotQueued))
    }

    /// Nobody waits for what comes of it.
    async fn notify(&self, input: Input) {
        let (done, _) = oneshot::channel();
        // A line that has stopped needs to know nothing.
        let _stopped = self.mailbox.send(Mail { input, done }).await;
    }
}

impl Actor {
    /// Runs until the server stops. It waits for nothing but its mailbox and the time: rooms are opened beside it.
    pub(crate) async fn run(mut self, app: App) {
        loop {
            let outputs = tokio::select! {
                biased;
                () = app.shutdown.cancelled() => break,
                () = app.clock.sleep_until_some(self.line.deadline()) => self.step(&app, Input::Tick),
                mail = self.mailbox.recv() => {
                    let Some(Mail { input, done }) = mail else { break };
                    let stepped = self.step(&app, input);
                    let _asker_is_gone = done.send(stepped.as_ref().map(|_| ()).map_err(|err| *err));
                    stepped
                }
            };
            self.carry_out(&app, outputs.unwrap_or_default());
            self.measure();
        }
        // A line does not outlive the server; clients line up again by themselves.
        for account in self.line.accounts() {
            tell(&app, account, QueueStatus::Gone { wished: false });
        }
        self.tables.close();
        self.tables.wait().await;
    }

    fn step(&mut self, app: &App, input: Input) -> Result<Vec<Output>, NotQueued> {
        match input {
            // It has another one by now.
            Input::Lost(account) if app.presence.is_connected(account) => Ok(Vec::new()),
            Input::Lost(_)
            | Input::Enter(_)
            | Input::Again { .. }
            | Input::Leave(_)
            | Input::Consent { .. }
            | Input::Back(_)
            | Input::Tick => self.line.step(app.clock.now(), input),
        }
    }

    fn carry_out(&mut self, app: &App, outputs: Vec<Output>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Tell(account, status) => tell(app, account, status),
                Output::Seat(seating) => outputs.extend(self.seat(app, &seating)),
            }
        }
    }

    /// Holds the four for a room and has it opened. If one of them sits elsewhere the others wait on.
    fn seat(&mut self, app: &App, seating: &Seating) -> Vec<Output> {
        let room = RoomId(app.chance.id(app.clock.now()));
        let Err(held) = claim(app, room, &seating.seats) else {
            self.tables.spawn(open(app.clone(), room, seating.seats));
            return Vec::new();
        };
        tracing::warn!(account.id = %held, "an account in the line is in another game");
        let mut outputs = Vec::new();
        for &(party, since) in &seating.waited {
            if party.has(held) {
                let gone =
                    |entrant: &Entrant| Output::Tell(entrant.account, QueueStatus::Gone { wished: false });
                outputs.extend(party.members().iter().map(gone));
            } else {
                let again = self.line.step(app.clock.now(), Input::Again { party, since });
                outputs.extend(again.expect("lining up is not refused"));
            }
        }
        outputs
    }

    fn measure(&self) {
        let waiting = u32::try_from(self.line.waiting()).unwrap_or(u32::MAX);
        self.waiting.store(waiting, Ordering::Relaxed);
        gauge!("siguo_queue_waiting").set(waiting);
    }
}

fn tell(app: &App, account: AccountId, status: QueueStatus) {
    app.presence.tell(account, &vec![wire(&ServerFrame::Queue(status))]);
}

/// Holds all four for the room, or none: refused with one who is held by another.
fn claim(app: &App, room: RoomId, table: &BySeat<Entrant>) -> Result<(), AccountId> {
    let held = table.iter().find(|(_, entrant)| app.rooms.claim(entrant.account, room).is_err());
    match held {
        None => Ok(()),
        Some((_, entrant)) => {
            release(app, room, table);
            Err(entrant.account)
        }
    }
}

fn release(app: &App, room: RoomId, table: &BySeat<Entrant>) {
    for (_, entrant) in table.iter() {
        app.rooms.release(entrant.account, room);
    }
}

/// Opens the room; if that fails everybody is told to line up again.
async fn open(app: App, room: RoomId, table: BySeat<Entrant>) {
    let status = match try_open(&app, room, &table).await {
        Ok(()) => QueueStatus::Matched { room },
        Err(err) => {
            tracing::error!(room.id = %room, error = %chain(&err), "a table could not be opened");
            release(&app, room, &table);
            QueueStatus::Gone { wished: false }
        }
    };
    for (_, entrant) in table.iter() {
        tell(&app, entrant.account, status.clone());
    }
}

#[derive(Debug, thiserror::Error)]
enum OpenFault {
    #[error("the room can't be saved")]
    Unsaved,
    #[error("reading the accounts")]
    Store(#[from] StoreError),
}

async fn try_open(app: &App, room: RoomId, table: &BySeat<Entrant>) -> Result<(), OpenFault> {
    let mut seats: BySeat<Option<Member>> = BySeat::default();
    for seat in Seat::ALL {
        let account = table.get(seat).account;
        let stored = app.store.account(account).await?.ok_or(StoreError::NoSuchAccount(account))?;
        *seats.get_mut(seat) = Some(view::member(app, &stored).await?);
    }
    let setup = RoomSetup {
        room,
        kind: RoomKind::Match,
        ranked: true,
        options: app.ranked.clone(),
        seats,
        host: None,
        lock: None,
        seed: app.chance.bytes(),
    };
    app.rooms.open(setup, BySeat::default()).await.map(drop).map_err(|_gone| OpenFault::Unsaved)
}

#[cfg(test)]
mod tests {
    use protocol::Millis;
    use store::TokenHash;
    use uuid::Uuid;

    use super::*;
    use crate::{
        clock::Clock,
        ws::outbox::{self, Peer},
    };

    #[tokio::test]
    async fn whoever_has_another_connection_by_now_keeps_the_place() {
        let (clock, hand) = Clock::by_hand(Millis(1_000_000));
        let (app, mut actor, _folder) = App::alone(clock).await;
        let account = AccountId(Uuid::from_u128(1));
        let connect = || {
            let (outbox, inbox) = outbox::channel(app.presence.next_id(), Peer::Socket);
            app.presence.attach(account, outbox.clone(), TokenHash([0; 32]));
            (outbox.id(), inbox)
        };
        let mut step = |input| actor.step(&app, input).map(drop).expect("not refused");
        let (old, _old_inbox) = connect();
        step(Input::Enter(Party::One(Entrant { account, score: 0 })));
        // The new connection is there, and has said so, when word comes that the old one was the last.
        app.presence.detach(account, old, app.clock.now());
        let (new, _new_inbox) = connect();
        step(Input::Back(account));
        step(Input::Lost(account));
        hand.advance(2 * line::LOST_AFTER);
        step(Input::Tick);
        assert_eq!(actor.line.accounts().collect::<Vec<_>>(), [account]);

        app.presence.detach(account, new, app.clock.now());
        let mut step = |input| actor.step(&app, input).map(drop).expect("not refused");
        step(Input::Lost(account));
        hand.advance(2 * line::LOST_AFTER);
        step(Input::Tick);
        assert_eq!(actor.line.accounts().count(), 0, "now it is gone");
        app.store.close().await;
    }
}
