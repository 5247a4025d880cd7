//! How fast the frames of a game are written: `cargo bench -p protocol`. One element is one frame.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use protocol::{Clock, Event, GameId, Millis, RoomId, ServerFrame};
use rules::{Game, Record, Viewer};
use uuid::Uuid;

/// The frames of a whole recorded game as the seat on turn gets them: with the moves it may make.
fn frames() -> Vec<ServerFrame> {
    let games = include_str!("../../../vectors/full.jsonl");
    let line = games.lines().next().expect("a recorded game");
    let record: Record = serde_json::from_str(line).expect("a record");
    let mut game: Game = record.start().expect("it starts");
    let actions = record.actions.iter().map(|action| action.parse().expect("an action"));
    (1..)
        .zip(actions)
        .map(|(no, action)| {
            let outcome = game.apply(action).expect("it is accepted");
            let clock = outcome.turn().map(|seat| Clock { seat, deadline: Millis(30_000), limit_ms: 30_000 });
            ServerFrame::Event(Box::new(Event {
                room: RoomId(Uuid::nil()),
                game: GameId(Uuid::nil()),
                no,
                at: Millis(0),
                event: outcome.event(Viewer::Public),
                clock,
                legal: outcome.turn().map(|_| game.legal()),
            }))
        })
        .collect()
}

fn encoding(criterion: &mut Criterion) {
    let frames = frames();
    let mut group = criterion.benchmark_group("frames");
    group.throughput(Throughput::Elements(frames.len() as u64));
    group.bench_function("encode an event", |bencher| {
        bencher.iter(|| {
            for frame in &frames {
                black_box(serde_json::to_string(frame).expect("frames can be written"));
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = encoding
}
criterion_main!(benches);
