//! One player: does what the room's stage asks for, when it is due.
//!
//! One command at a time is on its way. A cut is planned before the move is sent, so that nobody takes the time of that move for the
//! server's. At the end a player waits for the answer that it is owed, leaves its game and says goodbye.

use std::time::Duration;

use bots::{Bot, Level};
use protocol::{Answer, Command, Done, ErrorBody, GameId, Reply, ServerFrame};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tokio::time::{Instant, sleep, sleep_until};

use crate::{
    check::Fault,
    choose::choose,
    follow::Stage,
    latency::Moments,
    member::Member,
    pending::{Cut, Moving, Pending, What},
    refusal,
    socket::{Lost, Socket, wait},
    table::Flight,
};

/// How long a player waits for its last answers.
const GRACE: Duration = Duration::from_secs(5);
/// The least of the longest time that somebody who was cut stays away.
const AWAY: Duration = Duration::from_millis(200);
/// Whoever is away for longer has less time for a turn.
const LONGEST_AWAY: Duration = Duration::from_secs(5);

pub(crate) struct Player {
    member: Member,
    dice: ChaCha8Rng,
    pending: Option<Pending>,
    /// The last move that was sent: in which game, answering which event.
    moved: Option<(GameId, u32)>,
    ready: Option<GameId>,
    again: Option<GameId>,
    left: bool,
    /// All is over; until then answers are waited for.
    until: Option<Instant>,
}

/// Why a connection is not used any more.
enum End {
    Finished,
    Cut,
    Lost(Lost),
}

impl Player {
    pub(crate) fn new(member: Member, dice: ChaCha8Rng) -> Player {
        Player {
            member,
            dice,
            pending: None,
            moved: None,
            ready: None,
            again: None,
            left: false,
            until: None,
        }
    }

    pub(crate) async fn run(mut self, mut socket: Socket) {
        loop {
            match self.play(&mut socket).await {
                End::Finished => {
                    socket.close().await;
                    break;
                }
                End::Cut => {
                    drop(socket);
                    let longest = (AWAY + 2 * self.member.shared.plan.think()).min(LONGEST_AWAY);
                    let away = self.dice.random_range(Duration::ZERO..=longest);
                    let finish = self.member.shared.finish.clone();
                    tokio::select! {
                        () = sleep(away) => {}
                        () = finish.cancelled() => break,
                    }
                }
                End::Lost(lost) => {
                    if self.until.is_some() {
                        break;
                    }
                    self.member.shared.tally.lock().lost(&lost.to_string());
                }
            }
            match self.member.come_back().await {
                Some(back) => socket = back,
                None => break,
            }
        }
        self.count_unanswered();
    }

    /// A move without an answer is not forgotten, nor one that could not be sent: the slowest would be missing.
    fn count_unanswered(&self) {
        let shared = &self.member.shared;
        let due = match &self.pending {
            Some(Pending { what: What::Move(moving), .. }) => {
                (moving.cut != Some(Cut::InFlight)).then_some(moving.moments.intended)
            }
            Some(_) => None,
            None => self.member.turn.and_then(|(game, after, known)| {
                (self.moved != Some((game, after))).then(|| known + shared.plan.think())
            }),
        };
        if due.is_some_and(|due| shared.window.holds(due)) {
            shared.tally.lock().unanswered += 1;
        }
    }

    async fn play(&mut self, socket: &mut Socket) -> End {
        let begun = async {
            self.member.look_again(socket).await?;
            self.send(socket).await
        };
        if let Err(lost) = begun.await {
            return End::Lost(lost);
        }
        let finish = self.member.shared.finish.clone();
        loop {
            if self.is_done() {
                return End::Finished;
            }
            let now = Instant::now();
            let due = self.due(now);
            if due.is_some_and(|due| due <= now) {
                match self.act(socket, now).await {
                    Ok(None) => continue,
                    Ok(Some(end)) => return end,
                    Err(lost) => return End::Lost(lost),
                }
            }
            let next = due.into_iter().chain(self.until).min();
            tokio::select! {
                frame = socket.next() => match frame {
                    Ok(ServerFrame::Answer(answer)) => {
                        if let Some(end) = self.answered(answer) {
                            return end;
                        }
                    }
                    Ok(frame) => self.member.hear(&frame),
                    Err(lost) => return End::Lost(lost),
                },
                () = moment(next) => {}
                () = finish.cancelled(), if self.until.is_none() => self.until = Some(Instant::now() + GRACE),
            }
        }
    }

    /// All was said, and the game is left or over.
    fn is_done(&self) -> bool {
        let Some(until) = self.until else { return false };
        let in_game = match self.member.follow.stage() {
            Stage::Gathering | Stage::Ended => false,
            Stage::Arranging | Stage::Playing => !self.left,
        };
        until <= Instant::now() || (self.pending.is_none() && !in_game)
    }

    /// When there is something to do; `None` if others have to.
    fn due(&self, now: Instant) -> Option<Instant> {
        if let Some(pending) = &self.pending {
            return pending.again_at;
        }
        let follow = &self.member.follow;
        let game = follow.game()?;
        if self.until.is_some() {
            return Some(now);
        }
        match follow.stage() {
            Stage::Gathering => None,
            Stage::Arranging => (self.ready != Some(game)).then_some(now),
            Stage::Ended => (self.again != Some(game)).then_some(now),
            Stage::Playing => {
                let (of, after, known) = self.member.turn?;
                let is_now = (of, after) == (game, follow.no()) && follow.legal().is_some();
                (is_now && self.moved != Some((of, after))).then(|| known + self.member.shared.plan.think())
            }
        }
    }

    async fn act(&mut self, socket: &mut Socket, now: Instant) -> Result<Option<End>, Lost> {
        if self.pending.is_some() {
            return self.send(socket).await.map(|()| None);
        }
        if self.until.is_some() || self.member.follow.stage() == Stage::Ended {
            // The last look at a game.
            self.member.look_again(socket).await?;
        }
        if self.is_done() {
            return Ok(None);
        }
        let Some(game) = self.member.follow.game() else { return Ok(None) };
        let Some((command, what)) = self.next_command(game, now) else { return Ok(None) };
        self.pending = Some(Pending::new(self.member.ids.next(), command, what));
        self.send(socket).await?;
        let What::Move(Moving { cut: Some(Cut::InFlight), .. }) = what else { return Ok(None) };
        let mut tally = self.member.shared.tally.lock();
        tally.cuts += 1;
        tally.cuts_in_flight += 1;
        Ok(Some(End::Cut))
    }

    fn next_command(&mut self, game: GameId, now: Instant) -> Option<(Command, What)> {
        if self.until.is_some() {
            self.left = true;
            return Some((Command::Flee { game }, What::Other));
        }
        match self.member.follow.stage() {
            Stage::Gathering => None,
            Stage::Arranging => {
                self.ready = Some(game);
                let rules = self.member.shared.plan.rules();
                let layout = Bot::layout(&rules, Level::Regular, self.dice.random()).to_string();
                Some((Command::Ready { game, layout }, What::Other))
            }
            Stage::Ended => {
                self.again = Some(game);
                Some((Command::Again { room: self.member.table.room, accept: true }, What::Other))
            }
            Stage::Playing => self.next_move(game, now),
        }
    }

    fn next_move(&mut self, game: GameId, now: Instant) -> Option<(Command, What)> {
        let follow = &self.member.follow;
        let (_, after, known) = self.member.turn?;
        self.moved = Some((game, after));
        let (from, to) = choose(follow.legal()?, follow.view(), &mut self.dice)?;
        let plan = &self.member.shared.plan;
        let moments = Moments { intended: known + plan.think(), sent: now };
        let cut = self
            .dice
            .random_bool(plan.drop_rate)
            .then(|| if self.dice.random() { Cut::InFlight } else { Cut::Answered });
        let moving = Moving { game, after, moments, cut };
        Some((Command::Move { game, after, from, to }, What::Move(moving)))
    }

    /// Sends what has no answer yet, under the number that it has.
    async fn send(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        pending.goes(Instant::now());
        if let What::Move(moving) = &pending.what {
            let flight = Flight { moments: moving.moments, was_cut: moving.cut == Some(Cut::InFlight) };
            self.member.table.flies(moving.game, moving.after + 1, flight);
        }
        socket.send(pending.id, pending.command.clone()).await
    }

    fn answered(&mut self, answer: Answer) -> Option<End> {
        let now = Instant::now();
        let pending = self.pending.as_mut().filter(|pending| pending.id == answer.id)?;
        let shared = &self.member.shared;
        let error = match answer.reply {
            Reply::Ok(done) => {
                let what = pending.what;
                self.pending = None;
                return self.done(what, &done, now);
            }
            Reply::Error(error) => error,
        };
        // The others leave at the same time.
        if !shared.finish.is_cancelled() {
            shared.tally.lock().refused(&refusal::name(&error));
        }
        if let Some(wait) = wait(&error) {
            pending.again_at = Some(now + wait);
            return None;
        }
        let what = pending.what;
        self.pending = None;
        if let (What::Move(_), ErrorBody::Illegal | ErrorBody::BadFrame { .. }) = (what, &error) {
            self.member.find(&Fault::Refused(refusal::name(&error)));
        }
        None
    }

    fn done(&mut self, what: What, done: &Done, now: Instant) -> Option<End> {
        let (What::Move(moving), Done::Played { no }) = (what, done) else { return None };
        if *no != moving.after + 1 {
            self.member.find(&Fault::Misnumbered { after: moving.after, no: *no });
        }
        let shared = &self.member.shared;
        let mut tally = shared.tally.lock();
        tally.moves += u64::from(shared.window.holds(now));
        match moving.cut {
            Some(Cut::InFlight) => None,
            cut => {
                if shared.window.holds(moving.moments.intended) {
                    tally.acknowledged.record(moving.moments, now);
                }
                cut.map(|_| {
                    tally.cuts += 1;
                    End::Cut
                })
            }
        }
    }
}

async fn moment(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
