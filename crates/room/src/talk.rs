//! Who may say what, and who hears it.
//!
//! Nobody hears a player whom one has blocked, and the player is not told.
//!
//! | channel | who speaks | who hears |
//! | --- | --- | --- |
//! | table | the players; before and after a game all in the room | all in the room |
//! | partner | players of a four-player game, also those who are out | the two partners |
//! | spectators | who watches | who watches; before and after a game all in the room |
//!
//! Who plays in a four-player game can also point at the board; the partner alone sees it. Where talk is forbidden, so is this.

use std::collections::VecDeque;

use protocol::{AccountId, Channel, ErrorBody, Millis, Said, ServerFrame, Speaker, Talk, Words};
use rules::{Players, Point, Seat, Side, Viewer};
use unicode_normalization::char::is_combining_mark;

use crate::{
    Audience, Earshot, Effects,
    table::{Chair, Table},
};

/// How many lines of each channel are kept; of the partners' channel, of each side's.
const LINES: usize = 50;
/// How long a line may be.
const CHARACTERS: usize = 200;
/// Marks that one letter carries: five as in Burmese လျှော့, which no language surpasses in a word.
const MARKS: u32 = 5;

/// Whether a game keeps players and spectators apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Seats are free.
    Before,
    /// A game is arranged or runs.
    During,
    /// A game has ended.
    After,
}

#[derive(Debug)]
struct Line {
    /// Partner talk: for whom it is. Whoever takes over a seat was not meant.
    between: Option<Partners>,
    said: Said,
}

#[derive(Debug)]
struct Partners {
    side: Side,
    accounts: Vec<AccountId>,
}

impl Line {
    fn speaker(&self) -> AccountId {
        self.said.by.id
    }

    fn side(&self) -> Option<Side> {
        self.between.as_ref().map(|partners| partners.side)
    }

    /// Whether it was said to the partner, and by the account or to it.
    fn is_meant_for(&self, account: AccountId) -> bool {
        self.between.as_ref().is_some_and(|partners| partners.accounts.contains(&account))
    }

    /// Lines of one kind push out only each other.
    fn same_kind(&self, other: &Line) -> bool {
        self.said.channel == other.said.channel && self.side() == other.side()
    }
}

/// The last lines of every channel, oldest first.
#[derive(Debug, Default)]
pub(crate) struct TalkLog(VecDeque<Line>);

impl TalkLog {
    /// Adds a line; in the same millisecond as the last of its kind it counts as the next one's, so that the order of what was said can
    /// be read off the times.
    fn push(&mut self, mut line: Line) -> Said {
        if let Some(last) = self.0.iter().rfind(|old| old.same_kind(&line)) {
            line.said.at = line.said.at.max(last.said.at + 1);
        }
        if self.0.iter().filter(|old| old.same_kind(&line)).count() == LINES
            && let Some(oldest) = self.0.iter().position(|old| old.same_kind(&line))
        {
            self.0.remove(oldest);
        }
        let said = line.said.clone();
        self.0.push_back(line);
        said
    }

    /// The lines of an account stand under that name from now on; whether there are any.
    pub(crate) fn rename(&mut self, account: AccountId, name: &str) -> bool {
        let mut has_spoken = false;
        for line in self.0.iter_mut().filter(|line| line.speaker() == account) {
            name.clone_into(&mut line.said.by.name);
            has_spoken = true;
        }
        has_spoken
    }

    fn iter(&self) -> impl Iterator<Item = &Line> {
        self.0.iter()
    }
}

impl Table {
    /// The last lines that the viewer may hear; an account hears nobody whom it has blocked.
    pub(crate) fn heard_by(&self, viewer: Viewer, account: Option<AccountId>, when: When) -> Vec<Said> {
        let meant = |line: &&Line| match (line.said.channel, viewer) {
            (Channel::Table, _) | (Channel::Spectators, Viewer::Public) => true,
            (Channel::Spectators, Viewer::Seat(_)) => when != When::During,
            (Channel::Partner, _) => account.is_some_and(|account| line.is_meant_for(account)),
        };
        let wanted = |line: &&Line| account.is_none_or(|account| !self.has_blocked(account, line.speaker()));
        self.talk.iter().filter(meant).filter(wanted).map(|line| line.said.clone()).collect()
    }

    /// Whether an account that watches hears other lines of talk than others who do: fewer, or those of a partner it had.
    pub(crate) fn hears_apart(&self, account: AccountId) -> bool {
        self.talk.iter().any(|line| line.is_meant_for(account) || self.has_blocked(account, line.speaker()))
    }

    pub(crate) fn say(
        &mut self,
        now: Millis,
        when: When,
        account: AccountId,
        channel: Channel,
        words: Words,
        out: &mut Effects,
    ) -> Result<Said, ErrorBody> {
        let seat = self.seat_of(account);
        let (earshot, partners) = match (channel, seat, when) {
            (Channel::Table, Some(_), _) | (Channel::Table, None, When::Before | When::After) => {
                (Earshot::Everyone, None)
            }
            (Channel::Partner, Some(seat), When::During | When::After)
                if self.options.rules.players == Players::Four =>
            {
                (Earshot::Side(seat.side()), Some(self.partners(seat.side())))
            }
            (Channel::Spectators, None, When::During) => (Earshot::Spectators, None),
            (Channel::Spectators, None, When::Before | When::After) => (Earshot::Everyone, None),
            (Channel::Table, None, When::During)
            | (Channel::Partner, _, _)
            | (Channel::Spectators, Some(_), _) => return Err(ErrorBody::MayNotSpeak),
        };
        match (self.options.talk, &words) {
            (Talk::Free, _) | (Talk::Phrases, Words::Phrase(_)) => {}
            (Talk::Phrases, Words::Text(_)) | (Talk::None, _) => return Err(ErrorBody::MayNotSpeak),
        }
        if let Words::Text(text) = &words
            && !is_speakable(text)
        {
            return Err(ErrorBody::Words);
        }
        let name = self.member(account).ok_or(ErrorBody::NoSuchRoom)?.player.name.clone();
        let said = Said { channel, by: Speaker { id: account, name, seat }, words, at: now };
        let said = self.talk.push(Line { between: partners, said });
        out.send(
            Audience::Listeners { speaker: account, earshot },
            ServerFrame::Said { room: self.id, said: said.clone() },
        );
        Ok(said)
    }

    /// Shows the partner a point or a way. It is gone when it was seen: nothing of it is kept.
    pub(crate) fn point_out(
        &self,
        account: AccountId,
        seat: Seat,
        at: Point,
        to: Option<Point>,
        out: &mut Effects,
    ) -> Result<(), ErrorBody> {
        if self.options.rules.players != Players::Four || self.options.talk == Talk::None {
            return Err(ErrorBody::MayNotSpeak);
        }
        out.send(
            Audience::Listeners { speaker: account, earshot: Earshot::Seat(seat.opposite()) },
            ServerFrame::Pointed { room: self.id, at, to: to.filter(|&to| to != at) },
        );
        Ok(())
    }

    fn partners(&self, side: Side) -> Partners {
        let chairs = self.chairs.iter().filter(|(seat, _)| seat.side() == side);
        Partners {
            side,
            accounts: chairs.filter_map(|(_, chair)| chair.as_ref()).map(Chair::account).collect(),
        }
    }
}

/// 1 to 200 characters, not all blank, none that breaks lines, turns the direction of writing, can't be seen or piles up over other
/// lines.
fn is_speakable(text: &str) -> bool {
    text.chars().take(CHARACTERS + 1).count() <= CHARACTERS
        && text.chars().all(|c| !c.is_control() && !is_unseen(c))
        && text.chars().any(|c| !c.is_whitespace() && !is_joiner(c))
        && !piles_up(text)
}

/// Neither the joiners nor the selectors of emoji.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e00ff}')
}

/// What shows nothing by itself.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// More marks on one letter than any language writes. A joiner between them does not begin another letter.
fn piles_up(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|c| {
        marks = match c {
            mark if is_combining_mark(mark) => marks + 1,
            '\u{200c}' | '\u{200d}' => marks,
            _ => 0,
        };
        marks > MARKS
    })
}
