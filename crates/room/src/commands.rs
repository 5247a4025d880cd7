//! What a command does, or why it is refused.
//!
//! A refusal depends on nothing that the sender may not know. The reasons are looked at in a fixed order: no seat here
//! and not in the room (`no-such-room`), nothing can be saved (`unavailable`); for a command that names a game another
//! game (`wrong-game`), no seat (`not-seated`), the phase (`wrong-phase`, `over`), out of the game (`not-playing`); for a
//! move another position (`stale`), another one's turn (`not-your-turn`); then what the rules say.

use std::mem;

use protocol::{AccountId, Answer, Channel, CommandId, Done, ErrorBody, GameId, Millis, Reply, ServerFrame};
use rules::{Action, Hindrance, Refusal, Seat};

use crate::{
    Audience, Effects, Room, RoomCommand, Save,
    arranging::Arranging,
    draw::{Vote, Voted},
    playing::{Playing, Sent},
    room::Stage,
    talk::When,
};

/// Whose command it is.
#[derive(Clone, Copy, Debug)]
struct Asked {
    now: Millis,
    account: AccountId,
    id: CommandId,
}

impl Room {
    /// Carries out a command, once; every time it comes it gets the one answer, before what follows from it.
    pub(crate) fn command(
        &mut self,
        now: Millis,
        account: AccountId,
        id: CommandId,
        command: RoomCommand,
        out: &mut Effects,
    ) {
        let reply = match self.table.answers.get(account, id) {
            Some(reply) => reply,
            None => self.answer(Asked { now, account, id }, command, out),
        };
        out.frames.insert(0, (Audience::Reply, ServerFrame::Answer(Answer { id, reply })));
    }

    fn answer(&mut self, asked: Asked, command: RoomCommand, out: &mut Effects) -> Reply {
        if self.table.member(asked.account).is_none() || self.is_closed() {
            return Reply::Error(ErrorBody::NoSuchRoom);
        }
        // Not remembered: the same command may be tried again when saving works.
        if self.table.suspended.is_some() {
            return Reply::Error(ErrorBody::Unavailable);
        }
        let reply = match self.carry_out(asked, command, out) {
            Ok(done) => Reply::Ok(done),
            Err(error) => Reply::Error(error),
        };
        self.table.answers.remember(asked.account, asked.id, reply.clone());
        reply
    }

    fn carry_out(
        &mut self,
        asked: Asked,
        command: RoomCommand,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let Asked { now, account, .. } = asked;
        match command {
            RoomCommand::Sit { seat } => self.sit(now, account, seat, out),
            RoomCommand::Stand => self.stand(now, account, out),
            RoomCommand::Again { accept } => self.again(now, account, accept, out),
            RoomCommand::Configure { options, lock } => self.configure(now, account, *options, lock, out),
            RoomCommand::SetSpectating { spectating } => self.set_spectating(account, spectating, out),
            RoomCommand::PassHost { seat } => self.pass_host(account, seat, out),
            RoomCommand::Remove { seat } => self.remove(now, account, seat, out),
            RoomCommand::Swap { seat } => self.swap(now, account, seat, out),
            RoomCommand::AnswerSwap { accept } => self.answer_swap(now, account, accept, out),
            RoomCommand::Ready { game, layout } => self.ready(asked, game, &layout.0, out),
            RoomCommand::Unready { game } => {
                let seat = self.player(game, account)?;
                self.stage.arranging()?.unready(&self.table, seat, out);
                Ok(Done::Done)
            }
            RoomCommand::Move { game, after, from, to } => {
                self.play(asked, game, after, Action::Move { from, to }, out)
            }
            RoomCommand::Flip { game, after, at } => self.play(asked, game, after, Action::Flip(at), out),
            RoomCommand::OfferDraw { game } => {
                let seat = self.player(game, account)?;
                self.stage.playing()?.offer_draw(&self.table, now, seat, out)
            }
            RoomCommand::AnswerDraw { game, accept } => {
                let seat = self.player(game, account)?;
                let vote = if accept { Vote::Agree } else { Vote::Refuse };
                match self.stage.playing()?.answer_draw(&self.table, seat, vote, out)? {
                    Voted::Told => {}
                    Voted::Agreed => self.act(now, Action::Draw, Some(asked.sent(seat)), out),
                }
                Ok(Done::Done)
            }
            RoomCommand::Surrender { game } => {
                let seat = self.player(game, account)?;
                self.stage.playing()?.check(seat, Action::Surrender(seat))?;
                self.act(now, Action::Surrender(seat), Some(asked.sent(seat)), out);
                Ok(Done::Done)
            }
            RoomCommand::Flee { game } => self.flee(asked, game, out),
            RoomCommand::Say { channel, words } => {
                let when = self.when();
                let said = self.table.say(now, when, account, channel, words, out)?;
                if let (Channel::Table, Some(seat), When::During, Some(game)) =
                    (said.channel, said.by.seat, when, self.game())
                {
                    out.save(Save::Talk { game, seat, words: said.words, at: said.at });
                }
                Ok(Done::Done)
            }
            RoomCommand::Point { game, at, to } => {
                let seat = self.player(game, account)?;
                self.stage.playing()?.must_be_in(seat)?;
                self.table.point_out(account, seat, at, to, out)?;
                Ok(Done::Done)
            }
        }
    }

    /// The sender's seat in that game.
    fn player(&self, game: GameId, account: AccountId) -> Result<Seat, ErrorBody> {
        let now = self.game();
        if now != Some(game) {
            return Err(ErrorBody::WrongGame { now });
        }
        self.table.seat_of(account).ok_or(ErrorBody::NotSeated)
    }

    fn ready(
        &mut self,
        asked: Asked,
        game: GameId,
        layout: &str,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let seat = self.player(game, asked.account)?;
        if let Stage::Playing(playing) = &self.stage
            && playing.was_handed_in(&self.table, seat, layout)
        {
            return Ok(Done::Done);
        }
        let arranging = self.stage.arranging()?;
        arranging.ready(&self.table, seat, layout, out)?;
        if arranging.all_ready(&self.table)
            && let Stage::Arranging(arranging) = mem::replace(&mut self.stage, Stage::Closed)
        {
            self.start(asked.now, arranging, out);
        }
        Ok(Done::Done)
    }

    fn play(
        &mut self,
        asked: Asked,
        game: GameId,
        after: u32,
        action: Action,
        out: &mut Effects,
    ) -> Result<Done, ErrorBody> {
        let seat = self.player(game, asked.account)?;
        let playing = self.stage.playing()?;
        playing.must_be_in(seat)?;
        let no = playing.log.no();
        if after != no {
            return Err(ErrorBody::Stale { no });
        }
        if playing.game.turn() != Some(seat) {
            return Err(ErrorBody::NotYourTurn);
        }
        playing.check(seat, action)?;
        self.act(asked.now, action, Some(asked.sent(seat)), out);
        Ok(Done::Played { no: no + 1 })
    }

    /// Leaves: the game to come, the running game, or, for a player who is out, only the room.
    fn flee(&mut self, asked: Asked, game: GameId, out: &mut Effects) -> Result<Done, ErrorBody> {
        let seat = self.player(game, asked.account)?;
        match &self.stage {
            Stage::Arranging(_) => self.leave_arranging(asked.now, seat, out),
            Stage::Playing(playing) if playing.game.is_in(seat) => {
                self.act(asked.now, Action::Flee(seat), Some(asked.sent(seat)), out);
            }
            Stage::Playing(_) => {
                self.table.link_down(asked.account, asked.now, out);
                if let Some(chair) = self.table.chairs.get_mut(seat) {
                    chair.left = true;
                }
            }
            Stage::Ended(_) => return Err(ErrorBody::Over),
            Stage::Gathering | Stage::Closed => return Err(ErrorBody::WrongPhase),
        }
        Ok(Done::Done)
    }
}

impl Asked {
    fn sent(self, by: Seat) -> Sent {
        Sent { by, command: self.id }
    }
}

impl Stage {
    fn arranging(&mut self) -> Result<&mut Arranging, ErrorBody> {
        match self {
            Stage::Arranging(arranging) => Ok(arranging),
            Stage::Ended(_) => Err(ErrorBody::Over),
            Stage::Gathering | Stage::Playing(_) | Stage::Closed => Err(ErrorBody::WrongPhase),
        }
    }

    fn playing(&mut self) -> Result<&mut Playing, ErrorBody> {
        match self {
            Stage::Playing(playing) => Ok(playing),
            Stage::Ended(_) => Err(ErrorBody::Over),
            Stage::Gathering | Stage::Arranging(_) | Stage::Closed => Err(ErrorBody::WrongPhase),
        }
    }
}

impl Playing {
    /// Whether a player who is in may do that.
    fn check(&self, seat: Seat, action: Action) -> Result<(), ErrorBody> {
        self.must_be_in(seat)?;
        self.game.check(action).map_err(|refusal| match refusal {
            Refusal::Malformed | Refusal::Illegal => self.illegal(action),
            Refusal::Over => ErrorBody::Over,
            Refusal::NotPlaying => ErrorBody::NotPlaying,
            Refusal::TooEarly => ErrorBody::TooEarly { steps: self.game.steps() },
        })
    }

    /// What is said of an action that is not in the legal list.
    fn illegal(&self, action: Action) -> ErrorBody {
        let Action::Move { from, to } = action else { return ErrorBody::Illegal };
        match self.game.hindrance(from, to) {
            None => ErrorBody::Illegal,
            Some(Hindrance::NoColours) => ErrorBody::NoColours,
            Some(Hindrance::FaceDown) => ErrorBody::FaceDown,
            Some(Hindrance::Mines { left }) => ErrorBody::FlagMined { mines: left },
            Some(Hindrance::Rank { lowest }) => ErrorBody::FlagRank { piece: lowest },
        }
    }
}
