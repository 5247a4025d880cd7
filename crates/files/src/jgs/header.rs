//! All before the first record: who sat where with which layout, and how much follows.

use rules::{BySeat, Layout, Seat, record::RecordPlayer};

use super::{NOBODY, RECORD, SIGNATURE, frame::Frame};
use crate::{
    Fault, ReadError,
    bytes::Bytes,
    codes::{self, SLOTS},
    text::{self, TextFault},
};

/// Where the records begin.
pub(super) const RECORDS: usize = 0x19c;
/// Bytes behind the records whose meaning is not known.
pub(super) const TAIL: usize = 8;
/// The most records that the header can count.
pub(super) const MOST_RECORDS: usize = (u16::MAX as usize + OFFSETS - RECORDS) / RECORD;

const RECORDER: usize = 0x0f;
const FIRST_RECORD: usize = 0x10;
const END_OF_RECORDS: usize = 0x12;
const VERSION: usize = 0x14;
pub(super) const TO_MOVE: usize = 0x18;
const PLAYERS: usize = 0x19;
const COUNT: usize = 0x1a;
const BLOCKS: usize = 0x1c;
const BLOCK: usize = 88;
/// Offsets are counted from here.
const OFFSETS: usize = 0x10;

/// Parts of a block.
const SEAT: usize = 4;
const NAME: usize = 12;
const LAYOUT: usize = 32;

/// The same in every file.
const KNOWN_VERSION: [u8; 4] = [1, 0, 1, 0];

/// What the header says.
#[derive(Clone, Debug)]
pub(super) struct Header {
    /// How many records there are.
    pub(super) records: usize,
    /// The number of the seat whose turn it is at the end, or [`NOBODY`]'s.
    pub(super) to_move: u8,
    pub(super) layouts: BySeat<Layout>,
    pub(super) players: BySeat<Option<RecordPlayer>>,
}

impl Header {
    /// Reads it, and sees to it that as many records follow as it says.
    pub(super) fn read(bytes: Bytes<'_>) -> Result<Header, ReadError> {
        bytes.signature(SIGNATURE)?;
        bytes.slice(0, RECORDS)?;
        seat_number(bytes, RECORDER)?;
        let records = usize::from(bytes.u16(COUNT)?);
        agree("the offset of the first record", bytes, FIRST_RECORD, RECORDS)?;
        agree("the offset of the end of the records", bytes, END_OF_RECORDS, RECORDS + records * RECORD)?;
        if bytes.array(VERSION)? != KNOWN_VERSION {
            return Err(Fault::Version.at(VERSION));
        }
        match bytes.byte(PLAYERS)? {
            4 => {}
            other => return Err(Fault::Players(other).at(PLAYERS)),
        }
        let to_move = bytes.byte(TO_MOVE)?;
        if to_move != NOBODY {
            seat_number(bytes, TO_MOVE)?;
        }
        bytes.slice(RECORDS, records * RECORD + TAIL)?;
        let mut layouts = BySeat::default();
        let mut players = BySeat::default();
        for seat in Seat::ALL {
            let number = Frame::OF_RED.number(seat);
            let block = start_of_block(number);
            match bytes.byte(block + SEAT)? {
                NOBODY => return Err(Fault::AbsentSeat(number).at(block + SEAT)),
                other if other != number => return Err(Fault::Seat(other).at(block + SEAT)),
                _ => {}
            }
            let name = text::read(bytes.array::<20>(block + NAME)?, block + NAME)?;
            *players.get_mut(seat) = Some(name).filter(|name| !name.is_empty()).map(|name| RecordPlayer {
                name,
                kind: None,
                level: None,
            });
            let codes = bytes.array::<SLOTS>(block + LAYOUT)?;
            *layouts.get_mut(seat) = Some(codes::read_layout(codes, block + LAYOUT)?);
        }
        let layouts = layouts.map(|_, layout: Option<Layout>| layout.expect("every seat had its turn"));
        Ok(Header { records, to_move, layouts, players })
    }

    /// Writes it for a game whose first mover sits as `frame` has it.
    pub(super) fn write(&self, frame: Frame) -> Result<Vec<u8>, (Seat, TextFault)> {
        let number = |number: usize| {
            u16::try_from(number).expect("there are no more records than MOST_RECORDS").to_le_bytes()
        };
        let mut bytes = vec![0; RECORDS];
        let mut put = |at: usize, what: &[u8]| bytes[at..at + what.len()].copy_from_slice(what);
        put(0, SIGNATURE);
        put(FIRST_RECORD, &number(RECORDS - OFFSETS));
        put(END_OF_RECORDS, &number(RECORDS + self.records * RECORD - OFFSETS));
        put(VERSION, &KNOWN_VERSION);
        put(TO_MOVE, &[self.to_move, 4]);
        put(COUNT, &number(self.records));
        for (seat, layout) in self.layouts.iter() {
            let number = frame.number(seat);
            let block = start_of_block(number);
            let name = self.players.get(seat).as_ref().map_or("", |player| &player.name);
            let name = text::write::<20>(name).map_err(|fault| (seat, fault))?;
            put(block, &(u32::from(number) + 1).to_le_bytes());
            put(block + SEAT, &[number]);
            put(block + NAME, &name);
            put(block + LAYOUT, &codes::write_layout(layout));
        }
        Ok(bytes)
    }
}

fn start_of_block(number: u8) -> usize {
    BLOCKS + usize::from(number) * BLOCK
}

fn seat_number(bytes: Bytes<'_>, at: usize) -> Result<(), ReadError> {
    match bytes.byte(at)? {
        0..=3 => Ok(()),
        other => Err(Fault::Seat(other).at(at)),
    }
}

/// What the header says of an offset is what it must be.
fn agree(what: &'static str, bytes: Bytes<'_>, at: usize, is: usize) -> Result<(), ReadError> {
    let says = usize::from(bytes.u16(at)?) + OFFSETS;
    if says == is { Ok(()) } else { Err(Fault::Number { what, says, is }.at(at)) }
}
