//! Random play-outs of the four-player game beside random play-outs of chess: `cargo bench -p rules --bench playouts`.
//!
//! `cozy-chess` is among the fastest move generators there are. Both sides do the same: all legal moves of the side to move, one
//! of them by lot, play it, look whether the game is over. One element is one ply.

use std::hint::black_box;

use cozy_chess::PieceMoves;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::{MoveList, RuleSet};

mod common;

use common::Chance;

const GAMES: usize = 100;

/// No chess position has more pieces that can move on one side than this.
const PIECES: usize = 16;

/// One game to mate, stalemate or fifty quiet moves.
fn chess(chance: &mut Chance) -> u64 {
    let mut board = cozy_chess::Board::default();
    let none = PieceMoves {
        piece: cozy_chess::Piece::Pawn,
        from: cozy_chess::Square::A1,
        to: cozy_chess::BitBoard::EMPTY,
    };
    let mut list = [none; 2 * PIECES];
    let mut plies = 0;
    while board.halfmove_clock() < 100 {
        let (mut pieces, mut count) = (0, 0);
        board.generate_moves(|moves| {
            list[pieces] = moves;
            pieces += 1;
            count += moves.len();
            false
        });
        if count == 0 {
            break;
        }
        let mut chosen = chance.below(u32::try_from(count).expect("at most 218 moves")) as usize;
        for moves in &list[..pieces] {
            let here = moves.len();
            if chosen < here {
                let chosen = moves.into_iter().nth(chosen).expect("it has that many");
                board.play_unchecked(chosen);
                break;
            }
            chosen -= here;
        }
        plies += 1;
    }
    plies
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random play-outs");
    let start = common::start(RuleSet::DEFAULT);
    let mut list = MoveList::new();
    let mut ours = || {
        let mut chance = Chance(1);
        (0..GAMES).map(|_| common::play(&mut start.clone(), &mut chance, &mut list, |_, _| {})).sum::<u64>()
    };
    let theirs = || {
        let mut chance = Chance(1);
        (0..GAMES).map(|_| chess(&mut chance)).sum::<u64>()
    };
    group.throughput(Throughput::Elements(ours()));
    group.bench_function("four-player game", |bencher| bencher.iter(|| black_box(ours())));
    group.throughput(Throughput::Elements(theirs()));
    group.bench_function("chess (cozy-chess)", |bencher| bencher.iter(|| black_box(theirs())));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = playouts
}
criterion_main!(benches);
