//! Leaks that are planted on purpose, to show that the equal-bytes test would catch such a thing.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use protocol::{Answer, ErrorBody, Phase, Reply, ServerFrame};
use room::{Input, RoomCommand, Save};
use rules::{Happened, Layout, Piece, Point, SeenPiece};

use crate::ws::wire;

/// A way in which the room gives away what stood on a point when the game began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// The length of an event depends on the piece that moved.
    FrameLength,
    /// The order of two points in a snapshot depends on the pieces on them.
    PointOrder,
    /// The text of a refusal depends on the piece that was to be attacked.
    RefusalText,
}

/// A room's leak, and what it gives away.
#[derive(Debug)]
pub(super) struct Leaky {
    leak: Option<Leak>,
    hidden: BTreeMap<Point, Piece>,
    aim: Option<Point>,
}

impl Leaky {
    pub(super) fn new(leak: Option<Leak>) -> Leaky {
        Leaky { leak, hidden: BTreeMap::new(), aim: None }
    }

    /// Looks at what nobody may know.
    pub(super) fn learn(&mut self, save: &Save) {
        if let Save::Start { layouts, .. } = save {
            for (seat, text) in layouts.0.iter() {
                let layout = text.as_ref().and_then(|text| text.parse::<Layout>().ok());
                let pieces = layout.iter().flat_map(Layout::pieces);
                self.hidden.extend(
                    pieces.filter_map(|(row, column, piece)| Some((Point::field(seat, row, column)?, piece))),
                );
            }
        }
    }

    pub(super) fn hear(&mut self, input: &Input) {
        self.aim = if let Input::Command { command: RoomCommand::Move { to, .. }, .. } = input {
            Some(*to)
        } else {
            None
        };
    }

    /// The frame as it goes over the wire, with what leaks.
    pub(super) fn wire(&self, frame: &ServerFrame) -> Utf8Bytes {
        match self.leak {
            None => wire(frame),
            Some(Leak::FrameLength) => self.padded(frame),
            Some(Leak::PointOrder) => wire(&self.reordered(frame.clone())),
            Some(Leak::RefusalText) => wire(&self.explained(frame.clone())),
        }
    }

    fn padded(&self, frame: &ServerFrame) -> Utf8Bytes {
        let text = wire(frame);
        let ServerFrame::Event(event) = frame else { return text };
        let Happened::Move { route, .. } = &event.event.action else { return text };
        let rank = route.first().and_then(|from| self.hidden.get(from)).map_or(0, |piece| *piece as usize);
        format!("{text}{}", " ".repeat(rank)).into()
    }

    fn reordered(&self, mut frame: ServerFrame) -> ServerFrame {
        if let ServerFrame::Room(room) = &mut frame
            && let Phase::Playing { view: Some(view), .. } = &mut room.phase
        {
            let rank = |piece: &SeenPiece| self.hidden.get(&piece.at).copied();
            for two in view.pieces.chunks_exact_mut(2) {
                two.sort_by_key(rank);
            }
        }
        frame
    }

    fn explained(&self, mut frame: ServerFrame) -> ServerFrame {
        if let ServerFrame::Answer(Answer { reply: Reply::Error(error @ ErrorBody::Illegal), .. }) =
            &mut frame
            && self.aim.and_then(|aim| self.hidden.get(&aim)) >= Some(&Piece::Bomb)
        {
            *error = ErrorBody::BadFrame { detail: "no mere soldier stands there".to_owned() };
        }
        frame
    }
}
