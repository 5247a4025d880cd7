//! Carrying a view on by what its viewer is told.

use crate::{Event, Fallen, Fight, FlagShown, Happened, Piece, Point, Seat, SeenPiece, View};

impl View {
    /// Makes of the view before an action the view after it. `event` must be told to the same viewer.
    pub fn fold(&mut self, event: &Event) {
        match &event.action {
            Happened::Move { route, fight, scout, .. } => {
                if let (Some(&from), Some(&to)) = (route.first(), route.last()) {
                    self.carry(from, to, *fight);
                }
                if let Some(piece) = scout {
                    self.put(*piece);
                }
            }
            Happened::Flip { piece, .. } => self.put(*piece),
            Happened::Timeout { .. }
            | Happened::Surrender { .. }
            | Happened::Flee { .. }
            | Happened::Draw
            | Happened::Abort => {}
        }
        for &FlagShown { seat, at } in &event.flags {
            self.put(SeenPiece { at, army: Some(seat), piece: Some(Piece::Flag) });
        }
        self.flags.extend_from_slice(&event.flags);
        // Only a leaver's pieces and those of 翻棋 stay, and then the game has ended and all is opened below.
        for out in &event.out {
            self.remove_army(out.seat);
        }
        self.out.extend_from_slice(&event.out);
        if let Some(opened) = &event.opened {
            self.pieces.clone_from(&opened.pieces);
        }
        self.colours = event.colours;
        self.turn = event.turn;
        self.steps = event.steps;
        self.quiet = event.quiet;
        self.timeouts = event.timeouts;
        self.result.clone_from(&event.result);
        self.last = Some(event.action.clone());
    }

    /// The piece on that point, as far as it is known.
    pub fn piece(&self, at: Point) -> Option<&SeenPiece> {
        self.find(at).ok().map(|index| &self.pieces[index])
    }

    fn find(&self, at: Point) -> Result<usize, usize> {
        self.pieces.binary_search_by_key(&at, |piece| piece.at)
    }

    fn put(&mut self, piece: SeenPiece) {
        match self.find(piece.at) {
            Ok(index) => self.pieces[index] = piece,
            Err(index) => self.pieces.insert(index, piece),
        }
    }

    fn take(&mut self, at: Point) -> Option<SeenPiece> {
        self.find(at).ok().map(|index| self.pieces.remove(index))
    }

    fn carry(&mut self, from: Point, to: Point, fight: Option<Fight>) {
        let Some(mover) = self.take(from) else { return };
        match fight {
            None => self.put(SeenPiece { at: to, ..mover }),
            Some(Fight::Attacker) => {
                let defender = self.take(to);
                self.fall(defender);
                self.put(SeenPiece { at: to, ..mover });
            }
            Some(Fight::Defender) => self.fall(Some(mover)),
            Some(Fight::Both) => {
                let defender = self.take(to);
                self.fall(defender);
                self.fall(Some(mover));
            }
        }
    }

    /// 翻棋: counts a piece that leaves the board in a fight.
    fn fall(&mut self, piece: Option<SeenPiece>) {
        let Some(SeenPiece { army: Some(army), piece: Some(piece), .. }) = piece else { return };
        let Some(all) = &mut self.fallen else { return };
        match all.binary_search_by_key(&(army, piece), |fallen| (fallen.army, fallen.piece)) {
            Ok(index) => all[index].count += 1,
            Err(index) => all.insert(index, Fallen { army, piece, count: 1 }),
        }
    }

    fn remove_army(&mut self, seat: Seat) {
        self.pieces.retain(|piece| piece.army != Some(seat));
    }
}
