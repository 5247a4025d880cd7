use std::fmt;

use protocol::{
    AccountId, AccountKind, BotLevel, GameId, Millis, Player, RoomId, RoomKind, RoomOptions, Score, Tally,
};
use rules::{BySeat, Nonce, Opened, OutReason, Seat, Shuffled, Title, ladder::ChangeReason};
use uuid::Uuid;

use crate::{
    Audience, Ladder,
    column::{Json, Word},
};

/// A game whose seats are drawn; it is being arranged from then on.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id, never used before.
    pub id: GameId,
    /// Where it is played.
    pub room: RoomId,
    /// How the room came to be.
    pub kind: RoomKind,
    /// Whose scores it changes; `None`: unranked.
    pub ladder: Option<Ladder>,
    /// What was agreed on.
    pub options: RoomOptions,
    /// Who sits where.
    pub seats: BySeat<Option<NewSeat>>,
    /// When the seats were drawn.
    pub created: Millis,
    /// When the saved or the default layouts are used.
    pub arrange_deadline: Millis,
    /// What the room needs beside the journal, in its own words; see [`crate::Store::set_memo`].
    pub memo: Option<String>,
}

/// Somebody who sits down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeat {
    /// Who.
    pub player: Player,
    /// What a bot's choices are drawn from; bots have one, others don't.
    pub bot_seed: Option<u64>,
}

/// What a seat has handed in while arranging.
#[derive(Clone, PartialEq, Eq)]
pub struct Submission {
    /// The layout text.
    pub layout: Option<String>,
    /// 已准备
    pub ready: bool,
}

/// Never shows the layout.
impl fmt::Debug for Submission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Submission").field("ready", &self.ready).finish_non_exhaustive()
    }
}

/// A game whose armies are set up.
#[derive(Clone, Debug)]
pub struct StartGame {
    /// The game.
    pub id: GameId,
    /// Who moves first.
    pub first: Seat,
    /// The armies.
    pub deployment: Deployment,
    /// When.
    pub started: Millis,
}

/// The armies as a game begins with them: everything it hides.
#[derive(Clone, PartialEq, Eq)]
pub struct Deployment {
    /// The layout texts; absent for seats not in the game and in 翻棋.
    pub layouts: BySeat<Option<String>>,
    /// 翻棋: what lies where.
    pub shuffled: Vec<Shuffled>,
    /// 翻棋: what opens the commitment to it; games of earlier versions have none.
    pub nonce: Option<Nonce>,
}

/// Never shows what it hides.
impl fmt::Debug for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deployment(…)")
    }
}

impl From<&Opened> for Deployment {
    fn from(opened: &Opened) -> Deployment {
        Deployment { layouts: opened.layouts.clone(), shuffled: opened.shuffled.clone(), nonce: opened.nonce }
    }
}

/// What everybody may know of a game, whatever its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its id.
    pub id: GameId,
    /// Where it is played.
    pub room: RoomId,
    /// How the room came to be.
    pub kind: RoomKind,
    /// Whose scores it changes; `None`: unranked.
    pub ladder: Option<Ladder>,
    /// What was agreed on.
    pub options: RoomOptions,
    /// Who sits where, as it was when the seats were taken.
    pub players: BySeat<Option<Player>>,
    /// When the seats were drawn.
    pub created: Millis,
    /// When the saved or the default layouts are used.
    pub arrange_deadline: Millis,
    /// When it started, if it has.
    pub started: Option<Millis>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct GameRow {
    pub(crate) id: Uuid,
    room_id: Uuid,
    kind: Word<RoomKind>,
    ladder: Option<Word<Ladder>>,
    options: Json<RoomOptions>,
    pub(crate) memo: Option<String>,
    was_closed: bool,
    created_at: i64,
    arrange_deadline: i64,
    pub(crate) started_at: Option<i64>,
    pub(crate) first: Option<Word<Seat>>,
    pub(crate) shuffled: Option<Json<Vec<Shuffled>>>,
    nonce: Option<Word<Nonce>>,
    pub(crate) ended_at: Option<i64>,
    pub(crate) winner: Option<Json<Vec<Seat>>>,
    pub(crate) reason: Option<Word<rules::EndReason>>,
    pub(crate) void: Option<bool>,
    pub(crate) steps: Option<i64>,
    pub(crate) fled: Option<Word<Seat>>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct SeatRow {
    pub(crate) game_id: Uuid,
    pub(crate) seat: Word<Seat>,
    pub(crate) account_id: Uuid,
    bot_level: Option<Word<BotLevel>>,
    pub(crate) bot_seed: Option<i64>,
    account_kind: Word<AccountKind>,
    name: String,
    score: i64,
    tally: Json<Tally>,
    pub(crate) playing: bool,
    pub(crate) ready: bool,
    pub(crate) layout: Option<String>,
    pub(crate) score_before: Option<i64>,
    change: Option<i64>,
    change_reason: Option<Word<ChangeReason>>,
    score_after: Option<i64>,
    out_reason: Option<Word<OutReason>>,
    out_step: Option<i64>,
}

impl GameRow {
    pub(crate) fn audience(&self) -> Audience {
        Audience::of(&self.options.0, self.was_closed)
    }

    pub(crate) fn info(&self, seats: &BySeat<Option<SeatRow>>) -> GameInfo {
        GameInfo {
            id: GameId(self.id),
            room: RoomId(self.room_id),
            kind: self.kind.0,
            ladder: self.ladder.map(|word| word.0),
            options: self.options.0.clone(),
            players: seats.as_ref().map(|_, seat| seat.as_ref().map(SeatRow::player)),
            created: Millis(self.created_at),
            arrange_deadline: Millis(self.arrange_deadline),
            started: self.started_at.map(Millis),
        }
    }

    pub(crate) fn deployment(&self, seats: &BySeat<Option<SeatRow>>) -> Deployment {
        Deployment {
            layouts: seats.as_ref().map(|_, seat| seat.as_ref().and_then(|row| row.layout.clone())),
            shuffled: self.shuffled.as_ref().map(|json| json.0.clone()).unwrap_or_default(),
            nonce: self.nonce.map(|word| word.0),
        }
    }
}

impl SeatRow {
    pub(crate) fn player(&self) -> Player {
        Player {
            id: AccountId(self.account_id),
            kind: self.account_kind.0,
            level: self.bot_level.map(|word| word.0),
            name: self.name.clone(),
            score: self.score,
            title: Title::of(self.score),
            tally: self.tally.0,
        }
    }

    /// What the game did to the score.
    pub(crate) fn settled(&self) -> Option<Score> {
        let (change, reason, after) = (self.change?, self.change_reason?.0, self.score_after?);
        let before = after - change;
        Some(Score { before, change, reason, title_before: Title::of(before), title_after: Title::of(after) })
    }

    pub(crate) fn out(&self) -> Option<rules::Out> {
        let (reason, step) = (self.out_reason?.0, self.out_step?);
        Some(rules::Out { seat: self.seat.0, reason, step: u32::try_from(step).unwrap_or(u32::MAX) })
    }
}

/// Puts rows where they belong.
pub(crate) fn by_seat(rows: Vec<SeatRow>) -> BySeat<Option<SeatRow>> {
    let mut seats = BySeat::default();
    for row in rows {
        let seat = row.seat.0;
        *seats.get_mut(seat) = Some(row);
    }
    seats
}
