//! Bots at a table: clients in this process that are told what any client on their seat is told, as the same text, and nothing else.

use bots::{Bot, Choice, Level};
use protocol::{
    AccountId, AccountKind, BotLevel, CommandId, DrawOffer, GameId, Millis, Phase, Player, Role,
    RoomSnapshot, ServerFrame,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use room::{Departure, Member, Pass, RoomCommand, Ties};
use rules::{Legal, RuleSet, Seat, Setup, Viewer};
use store::{NewAccount, StoreError, StoredAccount};
use tokio::sync::Semaphore;

use crate::{
    accounts::{name, view},
    app::App,
    chance::below,
    clock::Clock,
    rooms::{Gone, Handle, Stay},
    ws::outbox::{self, Outbox, Peer},
};

/// A bot takes so many milliseconds for a move, and up to so many more.
const THINKS: (i64, usize) = (400, 1_100);
/// Bots that choose at once: each takes a core for some milliseconds.
static CHOOSING: Semaphore = Semaphore::const_new(2);

/// Three bots of a level, as they sit down.
pub(crate) async fn bots(app: &App, level: BotLevel) -> Result<[Player; 3], StoreError> {
    let word = match level {
        BotLevel::Novice => "入门",
        BotLevel::Regular => "普通",
        BotLevel::Expert => "高手",
    };
    let mut players = Vec::new();
    for mark in ["甲", "乙", "丙"] {
        let stored = account(app, &format!("电脑{word}{mark}")).await?;
        players.push(view::player(app, &stored, Some(level)).await?);
    }
    Ok(players.try_into().expect("three were made"))
}

/// The bot of this name, made when it is needed for the first time. Nobody can register such a name.
async fn account(app: &App, name: &str) -> Result<StoredAccount, StoreError> {
    let name_key = name::key(name);
    loop {
        if let Some(stored) = app.store.account_by_name_key(&name_key).await? {
            return Ok(stored);
        }
        let created = app.clock.now();
        let new = NewAccount {
            id: AccountId(app.chance.id(created)),
            kind: AccountKind::Bot,
            role: Role::User,
            name: name.to_owned(),
            name_key: name_key.clone(),
            password_hash: None,
            language: None,
            created,
        };
        match app.store.create_account(&new).await {
            // Another room has just made it.
            Ok(()) | Err(StoreError::NameTaken) => {}
            Err(err) => return Err(err),
        }
    }
}

/// As it comes into a room: nothing about it changes.
pub(crate) fn member(player: Player) -> Member {
    Member { player, preferred: None, ties: Ties::default(), as_of: Millis(0) }
}

/// Sends a bot to its seat. It plays until the game or the room ends.
pub(crate) fn seat(app: &App, handle: Handle, player: Player, level: BotLevel, seed: u64) {
    let (outbox, mut inbox) = outbox::channel(app.presence.next_id(), Peer::Bot);
    let level = match level {
        BotLevel::Novice => Level::Novice,
        BotLevel::Regular => Level::Regular,
        BotLevel::Expert => Level::Expert,
    };
    let mut client = Client {
        account: player.id,
        handle,
        outbox,
        clock: app.clock.clone(),
        level,
        seed,
        pace: ChaCha20Rng::seed_from_u64(seed),
        // After a restart the numbers of before must not come again.
        next_id: app.chance.number() >> 12,
        play: None,
    };
    let stay = app.rooms.enter(client.account, client.handle.room());
    let shutdown = app.shutdown.clone();
    let playing = async move {
        if client.join(stay, player).await.is_err() {
            return;
        }
        while let Some(batch) = inbox.next().await {
            for text in batch {
                let frame = serde_json::from_str(&text).expect("the server's frames are frames");
                match client.hear(frame).await {
                    Ok(Next::Stay) => {}
                    Ok(Next::Leave) | Err(Gone) => return client.leave().await,
                }
            }
        }
    };
    app.connections.spawn(async move {
        tokio::select! {
            () = playing => {}
            // It need not think to the end of a move that nobody waits for.
            () = shutdown.cancelled() => {}
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// A bot's client.
#[derive(Debug)]
struct Client {
    account: AccountId,
    handle: Handle,
    outbox: Outbox,
    clock: Clock,
    level: Level,
    seed: u64,
    /// How long it takes for what.
    pace: ChaCha20Rng,
    next_id: u64,
    play: Option<Play>,
}

/// The game that it plays.
#[derive(Debug)]
struct Play {
    game: GameId,
    seat: Seat,
    no: u32,
    bot: Bot,
    /// What it may do, while it is its turn.
    legal: Option<Legal>,
}

impl Client {
    async fn join(&mut self, stay: Stay, player: Player) -> Result<(), Gone> {
        let id = self.number();
        self.handle.join(self.outbox.clone(), stay, member(player), None, Pass::NotShown, id).await
    }

    async fn leave(&self) {
        self.handle.leave(self.outbox.id(), Departure::Parted).await;
    }

    async fn hear(&mut self, frame: ServerFrame) -> Result<Next, Gone> {
        match frame {
            ServerFrame::Room(snapshot) => return self.look_around(*snapshot).await,
            ServerFrame::Event(event) => {
                if let Some(play) =
                    self.play.as_mut().filter(|play| play.game == event.game && play.no < event.no)
                {
                    play.no = event.no;
                    play.bot.observe(&event.event);
                    play.legal = event.legal;
                    self.act().await?;
                }
            }
            ServerFrame::Offer { offer: Some(offer), .. } => self.answer_draw(offer).await?,
            // The clock runs again: what was refused meanwhile is tried again.
            ServerFrame::Clock { clock: Some(_), .. } => self.act().await?,
            ServerFrame::Offer { offer: None, .. }
            | ServerFrame::Clock { clock: None, .. }
            | ServerFrame::Answer(_)
            | ServerFrame::Seat { .. }
            | ServerFrame::Link { .. }
            | ServerFrame::Ready { .. }
            | ServerFrame::Host { .. }
            | ServerFrame::Options { .. }
            | ServerFrame::Swap { .. }
            | ServerFrame::Said { .. }
            | ServerFrame::Pointed { .. }
            | ServerFrame::Watchers { .. }
            | ServerFrame::Scores { .. }
            | ServerFrame::Outlook { .. }
            | ServerFrame::Pair { .. }
            | ServerFrame::Restart { .. }
            | ServerFrame::Queue(_)
            | ServerFrame::Notice(_) => {}
        }
        Ok(Next::Stay)
    }

    async fn look_around(&mut self, room: RoomSnapshot) -> Result<Next, Gone> {
        let Viewer::Seat(seat) = room.you else { return Ok(Next::Leave) };
        let rules = room.options.rules;
        match room.phase {
            Phase::Gathering => Ok(Next::Leave),
            // There may be another game.
            Phase::Ended { .. } => Ok(Next::Stay),
            Phase::Arranging { game, .. } => {
                let ready = room.seats.get(seat).as_ref().is_some_and(|occupant| occupant.ready);
                match rules.setup {
                    Setup::Arrange if !ready => self.arrange(game, &rules).await?,
                    // In 翻棋 there is nothing to hand in.
                    Setup::Arrange | Setup::Flip => {}
                }
                Ok(Next::Stay)
            }
            Phase::Playing { game, no, view, legal, offer, .. } => {
                if let Some(view) = view {
                    let bot = Bot::new(rules, seat, self.level, &view, self.seed_for(game));
                    self.play = Some(Play { game, seat, no, bot, legal });
                }
                self.act().await?;
                if let Some(offer) = offer {
                    self.answer_draw(offer).await?;
                }
                Ok(Next::Stay)
            }
        }
    }

    async fn arrange(&mut self, game: GameId, rules: &RuleSet) -> Result<(), Gone> {
        let layout = Bot::layout(rules, self.level, self.seed_for(game)).to_string();
        self.think().await;
        self.command(RoomCommand::Ready { game, layout: layout.into() }).await
    }

    /// Each game of a room is another one, also after a restart.
    fn seed_for(&self, game: GameId) -> u64 {
        let (high, low) = game.0.as_u64_pair();
        self.seed ^ high ^ low
    }

    /// Makes its move, if it is its turn. A turn that was lost while it thought is answered as stale, and the event follows.
    async fn act(&mut self) -> Result<(), Gone> {
        let Some(Play { game, no, bot, legal: Some(legal), .. }) = &self.play else { return Ok(()) };
        let (game, after) = (*game, *no);
        let (mut thinker, legal) = (bot.clone(), legal.clone());
        self.think().await;
        let turn = CHOOSING.acquire().await.expect("never closed");
        let (thinker, choice) = tokio::task::spawn_blocking(move || {
            let choice = thinker.choose(&legal);
            (thinker, choice)
        })
        .await
        .expect("a bot does not panic");
        drop(turn);
        if let Some(play) = &mut self.play {
            play.bot = thinker;
        }
        self.command(match choice {
            Choice::Move { from, to } => RoomCommand::Move { game, after, from, to },
            Choice::Flip(at) => RoomCommand::Flip { game, after, at },
        })
        .await
    }

    async fn answer_draw(&mut self, offer: DrawOffer) -> Result<(), Gone> {
        let Some(Play { game, seat, bot, .. }) = &self.play else { return Ok(()) };
        if offer.agreed.contains(seat) {
            return Ok(());
        }
        let (game, accept) = (*game, bot.answer_draw());
        self.think().await;
        self.command(RoomCommand::AnswerDraw { game, accept }).await
    }

    async fn think(&mut self) {
        let more = i64::try_from(below(&mut self.pace, THINKS.1)).expect("small");
        self.clock.sleep(THINKS.0 + more).await;
    }

    async fn command(&mut self, command: RoomCommand) -> Result<(), Gone> {
        let id = self.number();
        self.handle.command(self.outbox.clone(), self.account, id, command).await
    }

    fn number(&mut self) -> CommandId {
        self.next_id += 1;
        CommandId(self.next_id)
    }
}
