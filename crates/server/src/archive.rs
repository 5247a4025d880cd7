//! Finished games as records (`docs/record.md`), and action by action for stepping through.

use protocol::{AccountKind, BotLevel, ExpandedGame, GameComment, Millis, Player, Scores};
use rules::{
    Record,
    record::{Comment, Format, RecordFault, RecordPlayer, RecordPlayerKind, RecordScore},
};
use store::FinishedGame;

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
        actions: game.actions.iter().map(ToString::to_string).collect(),
        result: Some(head.result.clone()),
        comments: Vec::new(),
        turn_limit: Some(u32::from(game.turn_seconds)),
        times: Some(game.times.iter().copied().map(u64::from).collect()),
        players: head.players.as_ref().map(|_, player| player.as_ref().map(player_of_record)),
        played_at: Some(rfc3339(head.started)),
        scores: head
            .scores
            .map(|_, score| score.map(|score| RecordScore { before: score.before, change: score.change })),
        trace: Vec::new(),
        views: Vec::new(),
        refused: Vec::new(),
        next: None,
    }
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

/// A moment as RFC 3339 writes it, to the second, in UTC.
fn rfc3339(at: Millis) -> String {
    let seconds = at.0.div_euclid(1000);
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The date so many days after 1970-01-01. Years are counted from March, so that the leap day is the last of its year.
fn date(days: i64) -> (i64, i64, i64) {
    const DAYS_OF_400_YEARS: i64 = 146_097;
    let days = days + 719_468;
    let era = days.div_euclid(DAYS_OF_400_YEARS);
    let of_era = days.rem_euclid(DAYS_OF_400_YEARS);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_dates() {
        assert_eq!(rfc3339(Millis(0)), "1970-01-01T00:00:00Z");
        assert_eq!(rfc3339(Millis(951_827_696_789)), "2000-02-29T12:34:56Z");
        assert_eq!(rfc3339(Millis(1_764_460_060_000)), "2025-11-29T23:47:40Z");
    }
}
