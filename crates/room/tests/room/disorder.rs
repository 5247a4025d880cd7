//! Thousands of games in virtual time over lines that lose, delay and double what is sent, with deadlines, cuts, outages and restarts
//! in the same instants. Each room has a seed of its own, which a failure names and `SIGUO_SIM_SEED` repeats; `SIGUO_SIM_ROOMS` says
//! how many there are.

mod sim;
mod walker;

use std::{env, panic, str::FromStr};

use sim::Sim;

/// Rooms, unless `SIGUO_SIM_ROOMS` says otherwise.
const ROOMS: u64 = 40;
/// The first room's seed.
const FIRST: u64 = 20_000;

fn set<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn whatever_is_lost_late_or_doubled_every_game_is_played_to_its_end() {
    let seeds = match set("SIGUO_SIM_SEED") {
        Some(seed) => seed..seed + 1,
        None => FIRST..FIRST + set("SIGUO_SIM_ROOMS").unwrap_or(ROOMS),
    };
    let mut tried = sim::Tried::default();
    for seed in seeds.clone() {
        match panic::catch_unwind(|| Sim::new(seed).run()) {
            Ok(room) => tried += room,
            Err(fault) => {
                eprintln!("the room of SIGUO_SIM_SEED={seed} has failed");
                panic::resume_unwind(fault);
            }
        }
    }
    eprintln!("{} rooms: {tried:?}", seeds.end - seeds.start);
    if seeds.end - seeds.start >= ROOMS {
        tried.assert_all();
    }
}
