//! What each viewer may know (§9).

use super::{Deployment, Game};
use crate::{Fallen, FlagShown, Piece, Point, Seat, SeenPiece, Setup, Sight, View, Viewer, position::Cell};

impl Game {
    /// The game as that viewer may see it.
    pub fn view(&self, viewer: Viewer) -> View {
        self.view_with(viewer, |at, cell| self.may_know(viewer, at, cell))
    }

    /// The game with nothing hidden, for the replay of a finished one.
    pub(crate) fn open_view(&self) -> View {
        self.view_with(Viewer::Public, |_, _| Knowledge::All)
    }

    fn view_with(&self, viewer: Viewer, knows: impl Fn(Point, Cell) -> Knowledge) -> View {
        let pieces = self.position.occupied().map(|(at, cell)| match knows(at, cell) {
            Knowledge::Nothing => SeenPiece { at, army: None, piece: None },
            Knowledge::Army => SeenPiece { at, army: Some(cell.army()), piece: None },
            Knowledge::All => cell.seen(at),
        });
        View {
            viewer,
            turn: self.turn(),
            steps: self.steps,
            quiet: self.quiet,
            timeouts: self.timeouts,
            out: self.out.to_vec(),
            flags: self.flags.to_vec(),
            colours: self.colours,
            commitment: self.commitment().map(str::to_owned),
            fallen: (self.rules.setup == Setup::Flip).then(|| self.fallen()),
            pieces: pieces.collect(),
            last: self.last.map(|last| last.happened(&self.rules)),
            result: self.result.clone(),
        }
    }

    /// 翻棋: only what is face up fights, so all of it is known.
    fn fallen(&self) -> Vec<Fallen> {
        let seats = self.seats().iter();
        seats
            .flat_map(|&army| Piece::ALL.map(|piece| (army, piece)))
            .map(|(army, piece)| Fallen {
                army,
                piece,
                count: piece.count() - self.position.left(army, piece),
            })
            .filter(|fallen| fallen.count > 0)
            .collect()
    }

    /// 翻棋: what everybody may know of the shuffle before it is open.
    fn commitment(&self) -> Option<&str> {
        match &*self.deployment {
            Deployment::Arranged(_) => None,
            Deployment::Shuffled(shuffle) => shuffle.commitment(),
        }
    }

    fn may_know(&self, viewer: Viewer, at: Point, cell: Cell) -> Knowledge {
        if self.result.is_some() {
            return Knowledge::All;
        }
        if cell.is_face_down() {
            return Knowledge::Nothing;
        }
        let shown = self.scouted.contains(at)
            || self.flags.iter().any(|flag| flag == FlagShown { seat: cell.army(), at });
        let own = |seat: Seat| match self.rules.sight {
            Sight::Dark => seat == cell.army(),
            Sight::Partners => seat.side() == cell.army().side(),
            Sight::Open => true,
        };
        let seen = match viewer {
            Viewer::Seat(seat) => own(seat),
            Viewer::Public => self.rules.sight == Sight::Open,
        };
        if shown || seen || self.rules.setup == Setup::Flip { Knowledge::All } else { Knowledge::Army }
    }
}

/// How much a viewer may know of a piece.
enum Knowledge {
    /// That something lies there.
    Nothing,
    /// Whose it is.
    Army,
    All,
}
