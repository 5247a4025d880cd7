use crate::{Board, BoardKind, Nonce, Piece, Point, PointKind, Seat, Shuffled, seal};

/// What lies where, face down, when a game of 翻棋 begins (§10): the pieces of both armies on all points of the
/// two-country board that are not camps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    pieces: Vec<Shuffled>,
    seal: Option<Seal>,
}

/// What a shuffle is committed to by.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seal {
    nonce: Nonce,
    commitment: String,
}

/// Pieces that do not make a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not both armies on all points that are not camps")]
pub struct ShuffleFault;

impl Shuffle {
    /// Shuffles. `below` gives a number from 0 to its argument less one, each as likely as the others; it must not be
    /// guessable.
    pub fn random(mut below: impl FnMut(u32) -> u32) -> Shuffle {
        let mut pieces = in_order();
        for (last, bound) in (1..pieces.len()).zip(2..) {
            let other = below(bound) as usize;
            let (Shuffled(_, army, piece), Shuffled(_, other_army, other_piece)) =
                (pieces[last], pieces[other]);
            (pieces[last].1, pieces[last].2) = (other_army, other_piece);
            (pieces[other].1, pieces[other].2) = (army, piece);
        }
        Shuffle { pieces, seal: None }
    }

    /// Takes pieces as a record lists them.
    pub fn new(mut pieces: Vec<Shuffled>) -> Result<Shuffle, ShuffleFault> {
        pieces.sort_unstable_by_key(|piece| piece.0);
        let expected = in_order();
        let same_points = pieces.iter().map(|piece| piece.0).eq(expected.iter().map(|piece| piece.0));
        let armies = |pieces: &[Shuffled]| {
            let mut armies: Vec<(Seat, Piece)> = pieces.iter().map(|piece| (piece.1, piece.2)).collect();
            armies.sort_unstable();
            armies
        };
        if same_points && armies(&pieces) == armies(&expected) {
            Ok(Shuffle { pieces, seal: None })
        } else {
            Err(ShuffleFault)
        }
    }

    /// Commits to it. The nonce must not be guessable, or the shuffle is.
    #[must_use]
    pub fn sealed(self, nonce: Nonce) -> Shuffle {
        let commitment = seal::commitment(nonce, &self.pieces);
        Shuffle { seal: Some(Seal { nonce, commitment }), ..self }
    }

    /// What is told of it before the first flip, if it was committed to.
    pub fn commitment(&self) -> Option<&str> {
        self.seal.as_ref().map(|seal| seal.commitment.as_str())
    }

    /// What opens the commitment; as secret as the shuffle.
    pub fn nonce(&self) -> Option<Nonce> {
        self.seal.as_ref().map(|seal| seal.nonce)
    }

    /// The 50 pieces in the order of the board.
    pub fn pieces(&self) -> &[Shuffled] {
        &self.pieces
    }
}

/// Both armies, one after the other, on the points in the order of the board.
fn in_order() -> Vec<Shuffled> {
    let board = Board::get(BoardKind::Classic);
    let points = board.points().iter().filter(|&&point| board.kind(point) != PointKind::Camp);
    let armies = [Seat::Red, Seat::Blue].into_iter().flat_map(|army| {
        let kinds = Piece::ALL.into_iter().flat_map(|piece| (0..piece.count()).map(move |_| piece));
        kinds.map(move |piece| (army, piece))
    });
    points.zip(armies).map(|(&point, (army, piece)): (&Point, _)| Shuffled(point, army, piece)).collect()
}
