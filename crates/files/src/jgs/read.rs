//! Plays the recorded game and compares what the file tells of it.

use rules::{Action, BySeat, Deployment, Event, Game, Point, Record, Refusal, Seat, Viewer, record::Format};

use super::{
    Bits, EVENT, MOVE, NOBODY, RECORD, RULES, comments,
    frame::Frame,
    header::{Header, RECORDS, TO_MOVE},
    tell::{
        COMMANDER, DRAW, FIGHT, FLAG, LEFT, NEXT, NO_MOVE, OUT, OVER, RAN, SURRENDER, TIMEOUT, TIMEOUTS,
        Teller, VOID, WIN, fight_of,
    },
};
use crate::{Fault, ReadError, bytes::Bytes};

/// Reads a game. The file has no id: the record is given this one.
///
/// Each fight, next seat, shown flag and player out that the file tells is compared with the referee's.
pub fn read(bytes: &[u8], id: &str) -> Result<Record, ReadError> {
    let bytes = Bytes(bytes);
    let header = Header::read(bytes)?;
    let mut reading = Reading::new(bytes, &header)?;
    while reading.place < reading.end {
        reading.step()?;
    }
    reading.check_to_move(header.to_move)?;
    let comments = comments::read(bytes, reading.end, &reading.told_by)?;
    Ok(Record {
        format: Format::One,
        id: id.to_owned(),
        rules: RULES,
        first: Seat::Red,
        layouts: header.layouts.map(|_, layout| Some(layout.to_string())),
        shuffled: Vec::new(),
        commitment: None,
        nonce: None,
        actions: reading.actions,
        result: reading.game.result().cloned(),
        comments,
        turn_limit: None,
        times: None,
        players: header.players,
        played_at: None,
        scores: BySeat::default(),
        trace: Vec::new(),
        views: Vec::new(),
        refused: Vec::new(),
        next: None,
    })
}

/// A file half read.
struct Reading<'a> {
    bytes: Bytes<'a>,
    /// Where the next record is.
    place: usize,
    /// Where the last one ends.
    end: usize,
    game: Game,
    teller: Teller,
    actions: Vec<String>,
    /// How many actions the first n records tell.
    told_by: Vec<u32>,
}

impl<'a> Reading<'a> {
    fn new(bytes: Bytes<'a>, header: &Header) -> Result<Reading<'a>, ReadError> {
        let deployment = Deployment::Arranged(header.layouts.map(|_, layout| Some(layout)));
        let game =
            Game::new(RULES, Seat::Red, deployment).map_err(|fault| Fault::Setup(fault).at(RECORDS))?;
        Ok(Reading {
            bytes,
            place: RECORDS,
            end: RECORDS + header.records * RECORD,
            game,
            teller: Teller::new(Frame::OF_RED, Seat::Red),
            actions: Vec::with_capacity(header.records),
            told_by: vec![0],
        })
    }

    /// Reads the next record and those that tell what came of it.
    fn step(&mut self) -> Result<(), ReadError> {
        let at = self.place;
        let record = self.next_record("the next action")?;
        if self.game.result().is_some() {
            return Err(Fault::AfterTheEnd.at(at));
        }
        if record[..2] == [EVENT, LEFT] {
            self.check_leaving(record, at)?;
            self.count(0);
            return Ok(());
        }
        let action = self.action(record, at)?;
        let event = self.apply(action, at)?;
        self.actions.push(action.to_string());
        let mut told = record;
        for (index, expected) in self.teller.tell(&event).into_iter().enumerate() {
            let at = self.place - if index == 0 { RECORD } else { 0 };
            if index > 0 {
                told = self.next_record(what(expected))?;
            }
            compare(told, expected, at)?;
            self.count(u32::from(index == 0));
        }
        Ok(())
    }

    fn next_record(&mut self, wanted: &'static str) -> Result<Bits, ReadError> {
        if self.place >= self.end {
            return Err(Fault::Untold(wanted).at(self.end));
        }
        let record = self.bytes.array(self.place)?;
        self.place += RECORD;
        Ok(record)
    }

    /// Takes note of what a record has told.
    fn count(&mut self, actions: u32) {
        let before = self.told_by.last().copied().unwrap_or(0);
        self.told_by.push(before + actions);
    }

    /// What was done, if this record tells of something done.
    fn action(&self, record: Bits, at: usize) -> Result<Action, ReadError> {
        let [kind, code, x1, y1, x2, y2, ..] = record;
        match kind {
            MOVE => {
                let unknown = code & !(FIGHT | NEXT | COMMANDER);
                if unknown != 0 {
                    return Err(Fault::MoveBits(unknown).at(at + 1));
                }
                Ok(Action::Move { from: point([x1, y1], at + 2)?, to: point([x2, y2], at + 4)? })
            }
            EVENT => self.action_of_event(record, at),
            other => Err(Fault::RecordKind(other).at(at)),
        }
    }

    fn action_of_event(&self, record: Bits, at: usize) -> Result<Action, ReadError> {
        let [_, code, number, argument, ..] = record;
        let seat = Frame::OF_RED.seat(number).ok_or_else(|| Fault::Seat(number).at(at + 2))?;
        match (code, argument) {
            (TIMEOUT, _) => match self.game.turn() {
                Some(turn) if turn != seat => Err(Fault::Turn { says: seat, is: turn }.at(at + 2)),
                Some(_) | None => Ok(Action::Timeout),
            },
            (OUT, SURRENDER) => Ok(Action::Surrender(seat)),
            (OUT, RAN) => Ok(Action::Flee(seat)),
            (OVER, DRAW) => Ok(Action::Draw),
            (OUT, FLAG | NO_MOVE | TIMEOUTS) | (OVER, WIN | VOID) => {
                Err(Fault::Happened { says: what(record), is: "nothing that leads to this" }.at(at + 1))
            }
            _ => Err(Fault::Event { code, argument }.at(at + 1)),
        }
    }

    fn apply(&mut self, action: Action, at: usize) -> Result<Event, ReadError> {
        let refused = |refusal: Refusal| Fault::Action { action: action.to_string(), refusal }.at(at);
        Ok(self.game.apply(action).map_err(refused)?.event(Viewer::Public))
    }

    /// Who leaves the table is out and no longer counts.
    fn check_leaving(&self, record: Bits, at: usize) -> Result<(), ReadError> {
        let [_, _, number, _, next, ..] = record;
        let seat = Frame::OF_RED.seat(number).ok_or_else(|| Fault::Seat(number).at(at + 2))?;
        if self.teller.is_in(seat) {
            return Err(Fault::Happened { says: what(record), is: "the player is still in" }.at(at + 2));
        }
        check_next(next, self.teller.turn(), at + 4)
    }

    /// The header's seat to move is the one whose turn it is. For a void game files differ in what they say.
    fn check_to_move(&self, says: u8) -> Result<(), ReadError> {
        match self.game.result() {
            Some(result) if result.void => Ok(()),
            Some(result) if !result.winner.is_empty() => check_next(says, NOBODY, TO_MOVE),
            Some(_) | None => check_next(says, self.teller.turn(), TO_MOVE),
        }
    }
}

fn point(coordinates: [u8; 2], at: usize) -> Result<Point, ReadError> {
    let [x, y] = coordinates;
    Frame::point(coordinates).ok_or_else(|| Fault::Point { x, y }.at(at))
}

fn check_next(says: u8, is: u8, at: usize) -> Result<(), ReadError> {
    if says == is { Ok(()) } else { Err(Fault::Next { says, is }.at(at)) }
}

/// What the file tells is what it must tell. The zeros behind an event are not looked at.
fn compare(told: Bits, expected: Bits, at: usize) -> Result<(), ReadError> {
    let happened = || Fault::Happened { says: what(told), is: what(expected) };
    if told[0] != expected[0] {
        return Err(happened().at(at));
    }
    if expected[0] == MOVE {
        if told[1] & FIGHT != expected[1] & FIGHT {
            return Err(Fault::Fight { says: fight_of(told[1]), is: fight_of(expected[1]) }.at(at + 1));
        }
        check_next((told[1] & NEXT) >> 3, (expected[1] & NEXT) >> 3, at + 1)?;
        if told[1] != expected[1] {
            return Err(Fault::Flags.at(at + 1));
        }
        return match (6..RECORD).find(|byte| told[*byte] != expected[*byte]) {
            Some(byte) => Err(Fault::Flags.at(at + byte)),
            None => Ok(()),
        };
    }
    if what(told) != what(expected) {
        return Err(happened().at(at + 1));
    }
    if told[2] != expected[2] {
        return Err(Fault::Seat(told[2]).at(at + 2));
    }
    if told[3] != expected[3] {
        return Err(Fault::Timeouts { says: told[3], is: expected[3] }.at(at + 3));
    }
    check_next(told[4], expected[4], at + 4)
}

/// What a record tells, in words.
fn what(record: Bits) -> &'static str {
    let [kind, code, _, argument, ..] = record;
    match (kind, code, argument) {
        (MOVE, ..) => "a move",
        (EVENT, TIMEOUT, _) => "a turn lost on time",
        (EVENT, OUT, FLAG) => "a player out, the flag taken",
        (EVENT, OUT, NO_MOVE) => "a player out, without a move",
        (EVENT, OUT, TIMEOUTS) => "a player out, with too many turns lost",
        (EVENT, OUT, SURRENDER) => "a surrender",
        (EVENT, OUT, RAN) => "a player running away",
        (EVENT, LEFT, _) => "a player leaving the table",
        (EVENT, OVER, DRAW) => "the end, a draw",
        (EVENT, OVER, WIN) => "the end, a side has won",
        (EVENT, OVER, VOID) => "the end, somebody ran away",
        _ => "something unknown",
    }
}
