//! Finished games as records (`docs/record.md`), and action by action for stepping through.

use protocol::{AccountKind, BotLevel, ExpandedGame, GameComment, Player, Scores};
use rules::{
    Record, Shuffle,
    record::{Comment, Format, RecordFault, RecordPlayer, RecordPlayerKind, RecordScore},
};
use store::{Deployment, FinishedGame};

/// What the store has of a finished game, as it can be downloaded.
pub(crate) fn record(game: &FinishedGame) -> Record {
    let head = &game.head;
    Record {
        format: Format::One,
        id: head.id.to_string(),
        rules: head.rules,
        first: game.first,
        layouts: game.deployment.layouts.clone(),
        shuffled: game.deployment.shuffled.clone(),
        commitment: commitment(&game.deployment),
        nonce: game.deployment.nonce,
        actions: game.actions.iter().map(ToString::to_string).collect(),
        result: Some(head.result.clone()),
        comments: Vec::new(),
        turn_limit: Some(u32::from(game.turn_seconds)),
        times: Some(game.times.iter().copied().map(u64::from).collect()),
        players: head.players.as_ref().map(|_, player| player.as_ref().map(player_of_record)),
        played_at: Some(head.started.rfc3339()),
        scores: head
            .scores
            .map(|_, score| score.map(|score| RecordScore { before: score.before, change: score.change })),
        trace: Vec::new(),
        views: Vec::new(),
        refused: Vec::new(),
        next: None,
    }
}

/// What a shuffle was committed to by.
fn commitment(deployment: &Deployment) -> Option<String> {
    let shuffle = Shuffle::new(deployment.shuffled.clone()).ok()?.sealed(deployment.nonce?);
    shuffle.commitment().map(str::to_owned)
}

/// A record as it can be stepped through without knowing the rules.
pub(crate) fn expand(record: &Record, scores: Scores) -> Result<ExpandedGame, RecordFault> {
    let expanded = record.expand()?;
    let times = record.times.as_deref().unwrap_or_default();
    Ok(ExpandedGame {
        rules: record.rules,
        names: record.players.as_ref().map(|_, player| player.as_ref().map(|player| player.name.clone())),
        opened: expanded.opened,
        start: expanded.start,
        events: expanded.events,
        times: times.iter().map(|ms| u32::try_from(*ms).unwrap_or(u32::MAX)).collect(),
        comments: record
            .comments
            .iter()
            .map(|Comment(after, text)| GameComment { after: *after, text: text.clone() })
            .collect(),
        result: expanded.result,
        scores,
        jgs: files::jgs::write(record).is_ok(),
    })
}

fn player_of_record(player: &Player) -> RecordPlayer {
    let kind = match player.kind {
        AccountKind::Person => RecordPlayerKind::Person,
        AccountKind::Guest => RecordPlayerKind::Guest,
        AccountKind::Bot => RecordPlayerKind::Bot,
    };
    let level = player.level.map(|level| match level {
        BotLevel::Novice => "novice".to_owned(),
        BotLevel::Regular => "regular".to_owned(),
        BotLevel::Expert => "expert".to_owned(),
    });
    RecordPlayer { name: player.name.clone(), kind: Some(kind), level }
}
