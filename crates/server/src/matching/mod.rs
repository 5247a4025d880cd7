//! Quick match: one task owns the lines and the pairs ([`mod@hall`]) and opens a room for every table that is made.

#[cfg(test)]
mod disorder;
mod group;
mod hall;
mod line;
mod pairs;
#[cfg(test)]
mod partnering;
mod party;
#[cfg(test)]
mod schedule;
#[cfg(test)]
mod simulation;
mod table;
#[cfg(test)]
mod tests;
mod waits;

use std::{
    collections::{BTreeSet, HashSet, VecDeque},
    time::Duration,
};

use metrics::gauge;
use protocol::{
    AccountId, ErrorBody, FirstSeat, Invite, InviteId, LeftLine, Millis, Player, Privacy, QueueMode,
    QueueStatus, RoomId, RoomKind, RoomOptions, ServerFrame, Spectating, Talk, Waiting,
};
use room::{Member, RoomSetup};
use rules::{BySeat, RuleSet, Seat, ladder::Terms};
use store::StoreError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::task::TaskTracker;

use self::{
    hall::{Hall, Input, Output},
    line::Seating,
    table::Table,
};
pub(crate) use self::{
    line::Consent,
    pairs::Asked,
    party::{Conduct, Entrant, Party},
};
use crate::{
    accounts::view, app::App, chance::Chance, http::problem::chain, restart, rooms::Place, ws::wire,
};

/// Messages that may wait for the line.
const MAILBOX: usize = 256;

#[derive(Debug)]
enum Mail {
    Do { input: Box<Input>, done: oneshot::Sender<Result<(), ErrorBody>> },
    Partner { account: AccountId, answer: oneshot::Sender<Option<AccountId>> },
    Link { id: InviteId, answer: oneshot::Sender<Option<Invite>> },
}

/// Who stands in the lines, to be seen without asking.
#[derive(Debug)]
struct Queued {
    waiting: Waiting,
    accounts: HashSet<AccountId>,
    oldest: [(QueueMode, Option<Millis>); 2],
}

impl Queued {
    fn of(hall: &Hall) -> Queued {
        Queued { waiting: hall.waiting(), accounts: hall.accounts().collect(), oldest: hall.oldest() }
    }
}

/// Leads to the lines and the pairs.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    mailbox: mpsc::Sender<Mail>,
    queued: watch::Receiver<Queued>,
}

/// The task's half.
#[derive(Debug)]
pub(crate) struct Actor {
    hall: Hall,
    mailbox: mpsc::Receiver<Mail>,
    queued: watch::Sender<Queued>,
    /// Rooms that are being opened.
    tables: TaskTracker,
}

pub(crate) fn channel(chance: &Chance, terms: Terms) -> (Handle, Actor) {
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let hall = Hall::new(terms, || chance.branch());
    let (published, queued) = watch::channel(Queued::of(&hall));
    let actor = Actor { hall, mailbox, queued: published, tables: TaskTracker::new() };
    (Handle { mailbox: sender, queued }, actor)
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
    /// Lines up; who waits already for the same goes on waiting.
    pub(crate) async fn enter(&self, mode: QueueMode, party: Party) -> Result<(), ErrorBody> {
        self.send(Input::Enter { mode, party }).await
    }

    pub(crate) async fn leave(&self, account: AccountId) -> Result<(), ErrorBody> {
        self.send(Input::Leave(account)).await
    }

    pub(crate) async fn consent(&self, account: AccountId, consent: Consent) -> Result<(), ErrorBody> {
        self.send(Input::Consent { account, consent }).await
    }

    pub(crate) async fn invite(
        &self,
        id: InviteId,
        from: Player,
        to: Option<Asked>,
    ) -> Result<(), ErrorBody> {
        self.send(Input::Invite { id, from, to }).await
    }

    pub(crate) async fn answer(
        &self,
        who: Player,
        invite: InviteId,
        consent: Consent,
    ) -> Result<(), ErrorBody> {
        self.send(Input::Answer { who, invite, consent }).await
    }

    pub(crate) async fn take_back(&self, account: AccountId) -> Result<(), ErrorBody> {
        self.send(Input::TakeBack(account)).await
    }

    pub(crate) async fn unpair(&self, account: AccountId) -> Result<(), ErrorBody> {
        self.send(Input::Unpair(account)).await
    }

    /// With whom the account is a pair.
    pub(crate) async fn partner(&self, account: AccountId) -> Option<AccountId> {
        let (answer, partner) = oneshot::channel();
        self.mailbox.send(Mail::Partner { account, answer }).await.ok()?;
        partner.await.ok()?
    }

    /// An open invitation for whoever gets its link.
    pub(crate) async fn link(&self, id: InviteId) -> Option<Invite> {
        let (answer, invite) = oneshot::channel();
        self.mailbox.send(Mail::Link { id, answer }).await.ok()?;
        invite.await.ok()?
    }

    /// The last connection of the account is gone.
    pub(crate) async fn lost(&self, account: AccountId) {
        self.notify(Input::Lost(account)).await;
    }

    /// The account has a connection; if it waits, or has a partner, it is told so.
    pub(crate) async fn back(&self, account: AccountId) {
        self.notify(Input::Back(account)).await;
    }

    /// Those of the accounts that stand in a line.
    pub(crate) fn waiting_among(&self, accounts: &[AccountId]) -> HashSet<AccountId> {
        let queued = self.queued.borrow();
        accounts.iter().copied().filter(|account| queued.accounts.contains(account)).collect()
    }

    /// The account has blocked these by now.
    pub(crate) async fn blocks(&self, account: AccountId, blocked: BTreeSet<AccountId>) {
        self.notify(Input::Blocks { account, blocked }).await;
    }

    /// The account has just blocked somebody.
    pub(crate) async fn shun(&self, account: AccountId, whom: AccountId) {
        self.notify(Input::Shun { account, whom }).await;
    }

    /// The account shares a browser with these by now.
    pub(crate) async fn kin(&self, account: AccountId, kin: Vec<AccountId>) {
        self.notify(Input::Kin { account, kin }).await;
    }

    /// Tells the metrics how long anybody has waited.
    pub(crate) fn measure(&self, now: Millis) {
        for (mode, since) in self.queued.borrow().oldest {
            let mode = match mode {
                QueueMode::Four => "four",
                QueueMode::Two => "two",
            };
            let waited = since.map_or(0, |since| now - since);
            gauge!("siguo_queue_oldest_seconds", "mode" => mode)
                .set(Duration::from_millis(waited.try_into().unwrap_or(0)).as_secs_f64());
        }
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> Waiting {
        self.queued.borrow().waiting
    }

    async fn send(&self, input: Input) -> Result<(), ErrorBody> {
        let (done, answer) = oneshot::channel();
        let mail = Mail::Do { input: Box::new(input), done };
        self.mailbox.send(mail).await.map_err(|_| ErrorBody::Stopping)?;
        answer.await.unwrap_or(Err(ErrorBody::Stopping))
    }

    /// Nobody waits for what comes of it.
    async fn notify(&self, input: Input) {
        let (done, _) = oneshot::channel();
        // A line that has stopped needs to know nothing.
        let _stopped = self.mailbox.send(Mail::Do { input: Box::new(input), done }).await;
    }
}

impl Actor {
    /// Runs until the server stops. It waits for nothing but its mailbox and the time: rooms are opened beside it.
    pub(crate) async fn run(mut self, app: App) {
        let mut restarts = app.restart.follow();
        loop {
            tokio::select! {
                biased;
                () = app.shutdown.cancelled() => break,
                () = restart::announced(&mut restarts), if self.hall.accounts().next().is_some() => {
                    self.dismiss(&app);
                }
                () = app.clock.sleep_until_some(self.hall.deadline()) => {
                    let outputs = self.step(&app, Input::Tick);
                    self.carry_out(&app, outputs.unwrap_or_default());
                }
                mail = self.mailbox.recv() => match mail {
                    Some(mail) => self.receive(&app, mail),
                    None => break,
                },
            }
        }
        self.dismiss(&app);
        // Who still asks is answered, and gives up the turn that a table may be waiting for.
        self.mailbox.close();
        while self.mailbox.recv().await.is_some() {}
        self.tables.close();
        self.tables.wait().await;
    }

    /// A line does not outlive the server; clients line up again by themselves.
    fn dismiss(&mut self, app: &App) {
        for account in self.hall.clear() {
            tell(app, account, QueueStatus::Gone { why: LeftLine::Server });
        }
        self.publish();
    }

    fn receive(&mut self, app: &App, mail: Mail) {
        match mail {
            Mail::Do { input, done } => {
                let stepped = self.step(app, *input);
                let _asker_is_gone = done.send(stepped.as_ref().map(|_| ()).map_err(Clone::clone));
                self.carry_out(app, stepped.unwrap_or_default());
            }
            Mail::Partner { account, answer } => {
                let _asker_is_gone = answer.send(self.hall.partner(account));
            }
            Mail::Link { id, answer } => {
                let _asker_is_gone = answer.send(self.hall.link(id));
            }
        }
    }

    fn step(&mut self, app: &App, input: Input) -> Result<Vec<Output>, ErrorBody> {
        match input {
            Input::Enter { mode, party } => {
                app.restart.may_begin()?;
                let stepped = self.hall.step(app.clock.now(), Input::Enter { mode, party });
                self.publish();
                stepped
            }
            // It has another one by now.
            Input::Lost(account) if app.presence.is_connected(account) => Ok(Vec::new()),
            Input::Shun { account, whom } => {
                let mut outputs = self.hall.step(app.clock.now(), Input::Shun { account, whom })?;
                // In a game partners stay what they are.
                if self.hall.partner(account) == Some(whom) && !plays(app, [account, whom]) {
                    outputs.extend(self.hall.step(app.clock.now(), Input::Unpair(account))?);
                }
                self.publish();
                Ok(outputs)
            }
            Input::Lost(_)
            | Input::Again { .. }
            | Input::Leave(_)
            | Input::Consent { .. }
            | Input::Invite { .. }
            | Input::Answer { .. }
            | Input::TakeBack(_)
            | Input::Unpair(_)
            | Input::Blocks { .. }
            | Input::Kin { .. }
            | Input::Back(_)
            | Input::Tick => {
                let stepped = self.hall.step(app.clock.now(), input);
                self.publish();
                stepped
            }
        }
    }

    fn carry_out(&mut self, app: &App, outputs: Vec<Output>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Queue(account, status) => tell(app, account, status),
                Output::Pair(account, pairing, news) => {
                    app.presence.tell(account, &vec![wire(&ServerFrame::Pair { pairing, news })]);
                }
                Output::Seat(mode, seating) => outputs.extend(self.seat(app, mode, *seating)),
            }
        }
    }

    /// Holds everybody for a room and has it opened. If one of them sits elsewhere the others wait on.
    fn seat(&mut self, app: &App, mode: QueueMode, seating: Seating) -> Vec<Output> {
        let Seating { table, waited } = seating;
        let room = RoomId(app.chance.id(app.clock.now()));
        let Err(held) = claim(app, room, &table) else {
            self.tables.spawn(open(app.clone(), room, table));
            return Vec::new();
        };
        tracing::warn!(account.id = %held, "an account in the line is in another game");
        let mut outputs = Vec::new();
        for (party, since) in waited {
            if party.has(held) {
                outputs.extend(party.accounts().map(|account| {
                    let why = if account == held { LeftLine::Wished } else { LeftLine::Partner };
                    Output::Queue(account, QueueStatus::Gone { why })
                }));
            } else {
                let again = self.hall.step(app.clock.now(), Input::Again { mode, party, since });
                outputs.extend(again.expect("lining up again is not refused"));
            }
        }
        outputs
    }

    fn publish(&self) {
        let queued = Queued::of(&self.hall);
        gauge!("siguo_queue_waiting", "mode" => "four").set(queued.waiting.four);
        gauge!("siguo_queue_waiting", "mode" => "two").set(queued.waiting.two);
        self.queued.send_replace(queued);
    }
}

/// Whether one of them has a game that is arranged or runs.
fn plays(app: &App, accounts: [AccountId; 2]) -> bool {
    app.rooms.places(&accounts).iter().any(|place| matches!(place, Place::Playing(_)))
}

fn tell(app: &App, account: AccountId, status: QueueStatus) {
    app.presence.tell(account, &vec![wire(&ServerFrame::Queue(status))]);
}

/// Holds everybody for the room, or nobody: refused with one who is held by another.
fn claim(app: &App, room: RoomId, table: &Table) -> Result<(), AccountId> {
    let held = table.entrants().find(|entrant| app.rooms.claim(entrant.account, room).is_err());
    match held {
        None => Ok(()),
        Some(entrant) => {
            release(app, room, table);
            Err(entrant.account)
        }
    }
}

fn release(app: &App, room: RoomId, table: &Table) {
    for entrant in table.entrants() {
        app.rooms.release(entrant.account, room);
    }
}

/// Opens the room, in the turn of all who are to sit there; if that fails everybody is told to line up again.
async fn open(app: App, room: RoomId, table: Table) {
    let _turn = app.turns.take(table.entrants().map(|entrant| entrant.account)).await;
    let status = match try_open(&app, room, &table).await {
        Ok(()) => QueueStatus::Matched { room },
        Err(err) => {
            tracing::error!(room.id = %room, error = %chain(&err), "a table could not be opened");
            release(&app, room, &table);
            QueueStatus::Gone { why: LeftLine::Server }
        }
    };
    for entrant in table.entrants() {
        tell(&app, entrant.account, status.clone());
    }
}

#[derive(Debug, thiserror::Error)]
enum OpenFault {
    #[error("save the room")]
    Unsaved,
    #[error("read the accounts")]
    Store(#[from] StoreError),
}

async fn try_open(app: &App, room: RoomId, table: &Table) -> Result<(), OpenFault> {
    let mut seats: BySeat<Option<Member>> = BySeat::default();
    for seat in Seat::ALL {
        let Some(Entrant { account, .. }) = *table.seats.get(seat) else { continue };
        *seats.get_mut(seat) = Some(view::entering(app, account).await?);
    }
    let mut options = app.ranked.clone();
    options.rules.players = table.players;
    let setup = RoomSetup {
        room,
        kind: RoomKind::Match,
        ranked: true,
        options,
        seats,
        host: None,
        lock: None,
        terms: app.rooms.terms(),
        seed: app.chance.bytes(),
    };
    app.rooms.open(setup, BySeat::default(), None).await.map(drop).map_err(|_gone| OpenFault::Unsaved)
}
