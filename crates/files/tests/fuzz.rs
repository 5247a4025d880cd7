//! A bounded run of the fuzz targets on stable Rust: the corpus, and so many files made of it by chance that is always the same.

mod common;
mod laws;

use std::{fs, path::Path};

/// Files made by chance, per target.
const MADE: u64 = 12_000;

fn run(target: &str, law: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut corpus: Vec<Vec<u8>> =
        common::files(&folder).iter().map(|file| fs::read(file).expect("the file")).collect();
    corpus.extend(seeds(target));
    for file in &corpus {
        law(file);
    }
    for seed in 0..MADE {
        let mut chance = Chance(seed);
        let mut file = corpus[chance.below(corpus.len())].clone();
        for _ in 0..=chance.below(4) {
            mutate(&mut file, &corpus, &mut chance);
        }
        law(&file);
    }
}

/// What must be reached even if the corpus had it not.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let layout = common::LAYOUT.as_bytes().to_vec();
    let jql = files::jql::write(&files::layout::read(&layout).expect("a layout"));
    let record = |file: &str| files::record::write(&common::bare(&common::vector(file)[0])).into_bytes();
    match target {
        "jgs" => vec![common::by_hand()],
        "jql" => vec![jql],
        "record" => vec![record("dark4.jsonl"), record("flip2.jsonl"), record("dark2.jsonl")],
        _ => vec![layout],
    }
}

fn mutate(file: &mut Vec<u8>, corpus: &[Vec<u8>], chance: &mut Chance) {
    let at = chance.below(file.len() + 1);
    let to = (at + 1 + chance.below(16)).min(file.len());
    match chance.below(7) {
        0 | 1 if at < file.len() => file[at] ^= 1 << chance.below(8),
        2 if at < file.len() => file[at] = [0, 1, 0x7f, 0xff, b'"', b'{', b' ', b'/'][chance.below(8)],
        3 => file.truncate(at),
        4 if at < to => drop(file.drain(at..to)),
        5 if at < to => {
            let again = file[at..to].to_vec();
            file.splice(at..at, again);
        }
        _ => {
            let other = &corpus[chance.below(corpus.len())];
            let from = chance.below(other.len() + 1);
            let piece = &other[from..(from + 1 + chance.below(64)).min(other.len())];
            file.splice(at..to.max(at), piece.iter().copied());
        }
    }
}

/// The generator `SplitMix64`.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("it fits");
        usize::try_from(self.next() % bound).expect("it is below a usize")
    }
}

#[test]
fn jgs() {
    run("jgs", laws::jgs);
}

#[test]
fn jql() {
    run("jql", laws::jql);
}

#[test]
fn record() {
    run("record", laws::record);
}

#[test]
fn layout() {
    run("layout", laws::layout);
}
