//! What a connection's client asks for, and who answers it.

use std::{
    net::IpAddr,
    sync::{Arc, PoisonError},
};

use metrics::counter;
use protocol::{
    Answer, ClientFrame, Command, CommandId, Done, ErrorBody, Hello, Password, PasswordFault, Progress,
    Reply, RoomId, RoomOptions, ServerFrame, VERSION,
};
use room::{Departure, Pass, RoomCommand, Target};
use serde::Deserialize;
use store::{PasswordHash, StoreError};

use super::{
    outbox::{CloseReason, Outbox},
    wire,
};
use crate::{
    accounts::view,
    admission,
    app::App,
    http, lobby,
    pace::Pace,
    presence::{Left, Shared},
    rooms::{Gone, Handle},
};

/// Refusals in a row, of frames that are no command or come too fast, after which a client is let go.
const PATIENCE: u32 = 100;
/// JavaScript counts exactly below this.
const COMMAND_IDS: u64 = 1 << 53;
/// Rooms that one connection hears of at once; for one more it leaves the one that it has been in for longest, but not the
/// one that its account sits in.
const ROOMS: usize = 8;

/// The client of one connection.
#[derive(Debug)]
pub(super) struct Session {
    app: App,
    login: http::session::Session,
    address: IpAddr,
    outbox: Outbox,
    shared: Arc<Shared>,
    pace: Pace,
    greeted: bool,
    refused: u32,
    /// The rooms whose frames it gets, in the order of joining.
    rooms: Vec<Handle>,
}

/// The number alone, of a frame that is otherwise none.
#[derive(Deserialize)]
struct Numbered {
    id: CommandId,
}

impl Session {
    pub(super) fn new(
        app: App,
        login: http::session::Session,
        address: IpAddr,
        outbox: Outbox,
        shared: Arc<Shared>,
    ) -> Session {
        let pace = Pace::new(app.limits.command);
        Session { app, login, address, outbox, shared, pace, greeted: false, refused: 0, rooms: Vec::new() }
    }

    /// Whether it has said hello.
    pub(super) fn is_greeted(&self) -> bool {
        self.greeted
    }

    pub(super) fn close(&self, reason: CloseReason) {
        self.outbox.close(reason);
    }

    /// Carries out one frame of text. Each command is answered once: here, or by the room or the line that it was given to.
    pub(super) async fn hear(&mut self, text: &str) {
        if self.outbox.is_closed() {
            return;
        }
        let frame = match serde_json::from_str::<ClientFrame>(text) {
            Ok(frame) if frame.id.0 < COMMAND_IDS => frame,
            Ok(frame) => return self.refuse_frame(frame.id, "the id is not below 2^53"),
            Err(err) => {
                let id = serde_json::from_str::<Numbered>(text).map_or(CommandId(0), |frame| frame.id);
                return self.refuse_frame(id, &err.to_string());
            }
        };
        if let Err(retry_ms) = self.take_turn(&frame.cmd) {
            self.refuse(frame.id, ErrorBody::TooFast { retry_ms });
            return self.lose_patience();
        }
        self.refused = 0;
        let speaks = matches!(frame.cmd, Command::Hello { version } if version == VERSION);
        if !speaks && (!self.greeted || matches!(frame.cmd, Command::Hello { .. })) {
            self.refuse(frame.id, ErrorBody::Version { server: VERSION });
            return self.close(CloseReason::NoHello);
        }
        self.carry_out(frame.id, frame.cmd).await;
    }

    /// Tells the rooms, and the line if it was the account's last connection.
    pub(super) async fn end(self, left: Left) {
        for handle in &self.rooms {
            handle.leave(self.outbox.id(), Departure::Lost).await;
        }
        match left {
            Left::Gone => self.app.line.lost(self.login.account.id).await,
            Left::Connected => {}
        }
    }

    /// What is rare is boxed: the connection's task has room for the largest of what it may wait for, for as long as it lives.
    async fn carry_out(&mut self, id: CommandId, command: Command) {
        let reply = match RoomCommand::of(command) {
            Ok((target, command)) => self.ask_room(id, target, command).await,
            Err(Command::Hello { .. }) => Box::pin(self.hello()).await,
            Err(Command::Time) => Some(Reply::Ok(Done::Time { now: self.app.clock.now() })),
            Err(Command::Join { room, have, password }) => {
                Box::pin(self.join(id, room, have, password)).await
            }
            Err(Command::Part { room }) => Some(self.part(room).await),
            Err(Command::List { filter }) => {
                Some(Reply::Ok(Done::Live(Box::new(lobby::live(&self.app, filter)))))
            }
            Err(Command::Configure { room, options, password }) => {
                Box::pin(self.configure(id, room, options, password)).await
            }
            Err(command) => Box::pin(self.ask_lobby(id, command)).await,
        };
        if let Some(reply) = reply {
            self.answer(id, reply);
        }
        if !self.greeted {
            self.greeted = true;
            // Who stands in the line hears where.
            Box::pin(self.app.line.back(self.login.account.id)).await;
        }
    }

    async fn hello(&self) -> Option<Reply> {
        let app = &self.app;
        let stored = &self.login.account;
        let greeting = async {
            let now = app.clock.now();
            let until = now + http::session::lifetime(stored.kind);
            if !app.store.touch_token(&self.login.token, now, until).await? {
                return Ok(None);
            }
            let stored = view::active(app, stored.id).await?;
            view::account(app, &stored).await.map(Some)
        };
        match greeting.await {
            Ok(Some(you)) => Some(Reply::Ok(Done::Hello(Box::new(Hello {
                version: VERSION,
                server: env!("CARGO_PKG_VERSION").to_owned(),
                room: app.rooms.room_of(you.id),
                you,
                now: app.clock.now(),
                started: app.rooms.started(),
                restart: app.restart.announced(),
            })))),
            // Logged out while the socket was being opened.
            Ok(None) => {
                self.close(CloseReason::LoggedOut);
                None
            }
            Err(err) => Some(Reply::Error(unavailable(&err))),
        }
    }

    async fn join(
        &mut self,
        id: CommandId,
        room: RoomId,
        have: Option<Progress>,
        password: Option<Password>,
    ) -> Option<Reply> {
        let Some(handle) = self.app.rooms.find(room) else {
            return Some(Reply::Error(ErrorBody::NoSuchRoom));
        };
        let pass = match self.try_password(room, password).await {
            Ok(pass) => pass,
            Err(error) => return Some(Reply::Error(error)),
        };
        let known = self.rooms.iter().any(|handle| handle.room() == room);
        if self.rooms.len() >= ROOMS && !known {
            let own = self.app.rooms.room_of(self.login.account.id);
            if let Some(at) = self.rooms.iter().position(|handle| Some(handle.room()) != own) {
                self.rooms.remove(at).leave(self.outbox.id(), Departure::Parted).await;
            }
        }
        self.enter(id, handle, have, pass).await
    }

    /// Compares a password with the room's.
    async fn try_password(&self, room: RoomId, password: Option<Password>) -> Result<Pass, ErrorBody> {
        let Some(password) = password else { return Ok(Pass::NotShown) };
        self.take_password_turn()?;
        let lock = self.app.rooms.guess(room).map_err(|retry_ms| ErrorBody::TooFast { retry_ms })?;
        let Some(lock) = lock else { return Ok(Pass::NotShown) };
        match self.app.passwords.verify(password.0, Some(PasswordHash(lock.0.clone()))).await {
            Ok(true) => Ok(Pass::Shown(lock)),
            Ok(false) => Err(ErrorBody::Password { fault: PasswordFault::Wrong }),
            Err(_busy) => Err(ErrorBody::TooFast { retry_ms: lobby::BUSY_MS }),
        }
    }

    /// Counted for the account, and for the address too: whoever has many guests guesses hardly faster, and leaves others their turn.
    fn take_password_turn(&self) -> Result<(), ErrorBody> {
        let now = self.app.clock.now();
        let mut pace = self.shared.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = pace.room_password.take(now).and_then(|()| self.app.room_guesses.take(self.address, now));
        turn.map_err(|retry_ms| ErrorBody::TooFast { retry_ms })
    }

    async fn configure(
        &mut self,
        id: CommandId,
        room: RoomId,
        options: RoomOptions,
        password: Option<Password>,
    ) -> Option<Reply> {
        if password.is_some()
            && let Err(error) = self.take_password_turn()
        {
            return Some(Reply::Error(error));
        }
        match lobby::configure(&self.app, room, options, password).await {
            Ok(command) => self.ask_room(id, Target::Room(room), command).await,
            Err(error) => Some(Reply::Error(error)),
        }
    }

    async fn enter(
        &mut self,
        id: CommandId,
        handle: Handle,
        have: Option<Progress>,
        pass: Pass,
    ) -> Option<Reply> {
        let app = self.app.clone();
        let account = self.login.account.id;
        let _turn = app.turns.take([account]).await;
        let stay = app.rooms.enter(account, handle.room());
        // As it is now: a guest may have registered since the connection was opened.
        let member = match view::entering(&app, account).await {
            Ok(member) => member,
            Err(err) => return Some(Reply::Error(unavailable(&err))),
        };
        self.rooms.retain(|known| known.room() != handle.room());
        self.rooms.push(handle.clone());
        match handle.join(self.outbox.clone(), stay, member, have, pass, id).await {
            Ok(()) => None,
            Err(Gone) => Some(Reply::Error(ErrorBody::NoSuchRoom)),
        }
    }

    async fn part(&mut self, room: RoomId) -> Reply {
        if let Some(at) = self.rooms.iter().position(|handle| handle.room() == room) {
            self.rooms.remove(at).leave(self.outbox.id(), Departure::Parted).await;
        }
        Reply::Ok(Done::Done)
    }

    /// The room answers.
    async fn ask_room(&mut self, id: CommandId, target: Target, command: RoomCommand) -> Option<Reply> {
        let account = self.login.account.id;
        let (found, missing) = match target {
            Target::Room(room) => (self.app.rooms.find(room), ErrorBody::NoSuchRoom),
            Target::Game(game) => (self.app.rooms.find_by_game(game), ErrorBody::WrongGame { now: None }),
        };
        let Some(handle) = found else { return Some(Reply::Error(missing)) };
        if !command.claims() {
            let sent = handle.command(self.outbox.clone(), account, id, command).await;
            return sent.is_err().then_some(Reply::Error(missing));
        }
        let app = self.app.clone();
        // Who claims a seat, or another game, is for beginning it.
        if let Err(error) = app.restart.may_begin() {
            return Some(Reply::Error(error));
        }
        // The room knows of the account what it is admitted with.
        let turn = app.turns.take([account]).await;
        if let Err(error) = admission::to_seat(&app, account, handle.room()).await {
            return Some(Reply::Error(error));
        }
        let Ok(bound) = handle.claim(self.outbox.clone(), account, id, command).await else {
            app.rooms.release(account, handle.room());
            return Some(Reply::Error(missing));
        };
        drop(turn);
        let room = handle.room();
        // Whoever is refused a seat keeps the place in the line.
        self.app.tasks.spawn(async move {
            // By now the seat may be given up again, and another place taken in the line.
            if bound.await.is_ok() && app.rooms.room_of(account) == Some(room) {
                admission::leave_line(&app, account).await;
            }
        });
        None
    }

    /// The lobby's commands of an account follow each other, and one that was carried out is only answered again.
    async fn ask_lobby(&mut self, id: CommandId, command: Command) -> Option<Reply> {
        let shared = Arc::clone(&self.shared);
        let mut answers = shared.lobby.lock().await;
        let reply = if let Some(reply) = answers.get(id) {
            reply
        } else {
            let asker = lobby::Asker { account: self.login.account.id, address: self.address };
            let reply = lobby::carry_out(&self.app, asker, command).await;
            answers.keep(id, reply.clone());
            reply
        };
        drop(answers);
        // Who opens a room goes in at once, and the room answers.
        if let Reply::Ok(Done::Room { room }) = reply {
            return self.join(id, room, None, None).await;
        }
        Some(reply)
    }

    fn take_turn(&mut self, command: &Command) -> Result<(), u32> {
        let now = self.app.clock.now();
        self.pace.take(now)?;
        let mut shared = self.shared.pace.lock().unwrap_or_else(PoisonError::into_inner);
        shared.command.take(now)?;
        if let Command::Say { .. } | Command::Point { .. } = command {
            shared.talk.take(now)?;
        }
        Ok(())
    }

    fn refuse_frame(&mut self, id: CommandId, detail: &str) {
        self.refuse(id, ErrorBody::BadFrame { detail: detail.chars().take(200).collect() });
        self.lose_patience();
        if !self.greeted {
            self.close(CloseReason::NoHello);
        }
    }

    fn lose_patience(&mut self) {
        self.refused += 1;
        if self.refused >= PATIENCE {
            self.close(CloseReason::TooManyRefused);
        }
    }

    fn refuse(&self, id: CommandId, error: ErrorBody) {
        self.answer(id, Reply::Error(error));
    }

    fn answer(&self, id: CommandId, reply: Reply) {
        if let Reply::Error(error) = &reply {
            counter!("siguo_commands_refused_total", "reason" => refusal_name(error)).increment(1);
        }
        self.outbox.send(vec![wire(&ServerFrame::Answer(Answer { id, reply }))]);
    }
}

/// What a client is told when the database fails.
pub(crate) fn unavailable(err: &StoreError) -> ErrorBody {
    tracing::error!(error = %http::problem::chain(err), "a command failed");
    ErrorBody::Unavailable
}

/// The label in the metrics.
fn refusal_name(error: &ErrorBody) -> &'static str {
    match error {
        ErrorBody::BadFrame { .. } => "bad-frame",
        ErrorBody::Version { .. } => "version",
        ErrorBody::TooFast { .. } => "too-fast",
        ErrorBody::Unavailable => "unavailable",
        ErrorBody::NoSuchRoom => "no-such-room",
        ErrorBody::WrongGame { .. } => "wrong-game",
        ErrorBody::NotSeated => "not-seated",
        ErrorBody::SeatTaken => "seat-taken",
        ErrorBody::NoSuchSeat => "no-such-seat",
        ErrorBody::WrongPhase => "wrong-phase",
        ErrorBody::NotYourTurn => "not-your-turn",
        ErrorBody::Stale { .. } => "stale",
        ErrorBody::Illegal => "illegal",
        ErrorBody::NoColours => "no-colours",
        ErrorBody::FaceDown => "face-down",
        ErrorBody::FlagMined { .. } => "flag-mined",
        ErrorBody::FlagRank { .. } => "flag-rank",
        ErrorBody::NotPlaying => "not-playing",
        ErrorBody::Over => "over",
        ErrorBody::TooEarly { .. } => "too-early",
        ErrorBody::Layout { .. } => "layout",
        ErrorBody::Rules { .. } => "rules",
        ErrorBody::Options { .. } => "options",
        ErrorBody::Ranked { .. } => "ranked",
        ErrorBody::Password { .. } => "password",
        ErrorBody::NoWatching => "no-watching",
        ErrorBody::NotHost => "not-host",
        ErrorBody::SeatEmpty => "seat-empty",
        ErrorBody::Yourself => "yourself",
        ErrorBody::Removed { .. } => "removed",
        ErrorBody::FleeRate { .. } => "flee-rate",
        ErrorBody::SwapOpen => "swap-open",
        ErrorBody::NoSwap => "no-swap",
        ErrorBody::OfferOpen => "offer-open",
        ErrorBody::NoOffer => "no-offer",
        ErrorBody::OfferLimit { .. } => "offer-limit",
        ErrorBody::Answered => "answered",
        ErrorBody::MayNotSpeak => "may-not-speak",
        ErrorBody::Words => "words",
        ErrorBody::NeedAccount => "need-account",
        ErrorBody::InGame { .. } => "in-game",
        ErrorBody::Barred { .. } => "barred",
        ErrorBody::NotQueued => "not-queued",
        ErrorBody::NoSuchPlayer => "no-such-player",
        ErrorBody::Oneself => "oneself",
        ErrorBody::NotOnline => "not-online",
        ErrorBody::PartnerTaken => "partner-taken",
        ErrorBody::Paired => "paired",
        ErrorBody::NotPaired => "not-paired",
        ErrorBody::NoSuchInvite => "no-such-invite",
        ErrorBody::PartnerBusy => "partner-busy",
        ErrorBody::SameBrowser => "same-browser",
        ErrorBody::TooManyRooms => "too-many-rooms",
        ErrorBody::Stopping => "stopping",
        ErrorBody::Restarting { .. } => "restarting",
    }
}
