//! What a room machine wants to be durable, in the words of the store.

use protocol::{AccountKind, Player, RoomOptions};
use room::{Memo, Save};
use rules::{
    BySeat, EndReason, GameResult, Seat,
    ladder::{self, Terms},
};
use store::{Deployment, FinishGame, Ladder, Leaving, NewGame, NewSeat, StartGame, Submission, TalkLine};

use super::journal::Write;

/// What the room's task knows beside the machine.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(super) ranked: bool,
    /// What was agreed on for the game.
    pub(super) options: RoomOptions,
    pub(super) bot_seeds: BySeat<Option<u64>>,
    pub(super) terms: Terms,
    /// The scores at the start of the running game.
    pub(super) scores_before: BySeat<Option<i64>>,
    pub(super) begun: Begun,
    pub(super) leaving: Leaving,
}

/// When the game came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begun {
    /// It was on when the server stopped, and was restored.
    Before,
    /// Since the server started.
    Since,
}

pub(super) fn write(save: Save, context: &Context) -> Write {
    match save {
        Save::NewGame { game, room, kind, ranked, options, seats, at, deadline, memo } => {
            Write::Create(Box::new(NewGame {
                id: game,
                room,
                kind,
                ladder: ranked.then_some(Ladder::Siguo),
                options: *options,
                seats: seats.map(|seat, player| player.map(|player| new_seat(seat, player, context))),
                created: at,
                arrange_deadline: deadline,
                memo: Some(text_of(&memo)),
            }))
        }
        Save::Layout { game, seat, layout, ready } => {
            Write::Submit { game, seat, handed_in: Submission { layout: Some(layout.0), ready } }
        }
        Save::Abandon { game, at, by, flight } => match (by, flight) {
            (Some(seat), Some(_)) => Write::Finish(Box::new(FinishGame {
                id: game,
                entries: Vec::new(),
                result: left_before_start(seat),
                outs: Vec::new(),
                changes: settle(context, &left_before_start(seat)),
                same_opponents: context.terms.same_opponents,
                leaving: context.leaving,
                ended: at,
            })),
            (Some(_) | None, _) => Write::CallOff(game),
        },
        Save::Start { game, first, layouts, shuffled, nonce, at } => Write::Start(StartGame {
            id: game,
            first,
            deployment: Deployment { layouts: *layouts.0, shuffled: shuffled.0, nonce: nonce.0 },
            started: at,
        }),
        Save::Entry { entry, outs } => {
            let gone = outs.iter().map(|out| out.seat).collect();
            Write::Append { entry: journal_entry(&entry), gone }
        }
        Save::Finish { entry, result, outs, flight: _ } => Write::Finish(Box::new(FinishGame {
            id: entry.game,
            entries: vec![journal_entry(&entry)],
            changes: settle(context, &result),
            same_opponents: context.terms.same_opponents,
            result,
            outs,
            leaving: context.leaving,
            ended: entry.at,
        })),
        Save::Talk { game, seat, words, at } => Write::Talk(Box::new(TalkLine { game, seat, words, at })),
        Save::Options { game, options } => Write::Options { game, options },
        Save::Memo { game, memo } => Write::Memo { game, memo: text_of(&memo) },
    }
}

fn text_of(memo: &Memo) -> String {
    serde_json::to_string(memo).expect("a memo is JSON")
}

fn new_seat(seat: Seat, player: Player, context: &Context) -> NewSeat {
    let bot_seed = match player.kind {
        AccountKind::Bot => *context.bot_seeds.get(seat),
        AccountKind::Person | AccountKind::Guest => None,
    };
    NewSeat { player, bot_seed }
}

fn settle(context: &Context, result: &GameResult) -> BySeat<Option<ladder::Change>> {
    if !context.ranked {
        return BySeat::default();
    }
    ladder::settle(context.options.rules.players, result, &context.scores_before, &context.terms)
}

/// Somebody left while a ranked game was being arranged: void, and counted as 逃跑.
fn left_before_start(seat: Seat) -> GameResult {
    GameResult { winner: Vec::new(), reason: EndReason::Flee, void: true, steps: 0, fled: Some(seat) }
}

fn journal_entry(entry: &room::JournalEntry) -> store::JournalEntry {
    store::JournalEntry {
        game: entry.game,
        no: entry.no,
        action: entry.action,
        at: entry.at,
        seat: entry.seat,
        command: entry.command,
    }
}
