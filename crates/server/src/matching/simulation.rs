//! Whether the ladder moves: 200 players of different strength and appetite play 200 games each, matched by the real line and settled by
//! the real arithmetic, in virtual time. All lots come from one seed and no number from a library of mathematics, so that the
//! printout is the same everywhere. It stands in `docs/ladder.md`; with `SIGUO_BLESS=1` the test writes it there.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    env,
    fmt::Write as _,
    fs,
};

use protocol::{AccountId, Millis, QueueMode, QueueStatus};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use room::Ties;
use rules::{
    BySeat, EndReason, GameResult, Players, Seat,
    ladder::{self, Change, ChangeReason, SAME_OPPONENTS_WITHIN_MS, Terms},
};
use store::{Flights, barred_until};
use uuid::Uuid;

use super::{
    Conduct, Consent, Entrant, Party,
    line::{Input, Line, NotQueued, Output, Seating},
};

const PLAYERS: usize = 200;
const GAMES: u32 = 200;
/// So many of them, from the first, always play with the same partner.
const PAIRED: usize = 40;
/// So many of them, from the last, leave one game in seven.
const FLEEING: usize = 10;
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
/// Who has waited for so long goes away for a while, and for good after the tenth time in a row.
const ENDURES: i64 = 20 * MINUTE;
const TRIES: u32 = 10;

const BEGIN: &str = "<!-- printout: generated, do not edit -->\n```text\n";
const END: &str = "```\n<!-- end of the printout -->\n";

/// Lots without logarithms: sums and quotients are the same on every machine.
struct Lots(ChaCha20Rng);

impl Lots {
    /// From 0 to below 1.
    fn part(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    fn chance(&mut self, of: f64) -> bool {
        self.part() < of
    }

    fn between(&mut self, from: i64, to: i64) -> i64 {
        from + i64::from(self.0.next_u32()) % (to - from)
    }

    /// As good as normally distributed, with a deviation of one.
    fn strength(&mut self) -> f64 {
        (0..12).map(|_| self.part()).sum::<f64>() - 6.0
    }
}

struct Player {
    strength: f64,
    /// Between two games, on average.
    pause: i64,
    flees: f64,
    /// How readily one plays for nothing.
    accepts: f64,
    score: i64,
    highest: i64,
    games: u32,
    /// The last outcomes, true where one left.
    fled: Vec<bool>,
    flights: Vec<Millis>,
    waiting_since: Option<Millis>,
    gave_up: u32,
}

impl Player {
    fn conduct(&self) -> Conduct {
        let last = &self.fled[self.fled.len().saturating_sub(50)..];
        let count = |count: usize| u32::try_from(count).expect("few");
        let flights =
            Flights { games: count(last.len()), fled: count(last.iter().filter(|fled| **fled).count()) };
        if flights.is_habit() { Conduct::Fleeing } else { Conduct::Steady }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Come(usize),
    Answer(usize),
    GiveUp(usize, Millis),
    End(usize),
}

struct Game {
    seats: BySeat<usize>,
    before: BySeat<Option<i64>>,
    created: Millis,
    result: GameResult,
}

#[derive(Default)]
struct Count {
    games: u32,
    void: u32,
    draws: u32,
    wins: u32,
    too_short: u32,
    protected: u32,
    same_opponents: u32,
    asked: u32,
    declined: u32,
    pairs_met_pairs: u32,
    pairs_met_singles: u32,
    waits: Vec<i64>,
    gave_up: u32,
}

struct World {
    terms: Terms,
    lots: Lots,
    line: Line,
    now: Millis,
    players: Vec<Player>,
    games: Vec<Game>,
    met: HashMap<(usize, usize), Vec<Millis>>,
    events: BinaryHeap<Reverse<(Millis, u64, Event)>>,
    next: u64,
    count: Count,
}

fn account(player: usize) -> AccountId {
    AccountId(Uuid::from_u128(player as u128))
}

fn player(account: AccountId) -> usize {
    usize::try_from(account.0.as_u128()).expect("a number")
}

fn partner(player: usize) -> Option<usize> {
    (player < PAIRED).then_some(player ^ 1)
}

impl World {
    fn new(terms: Terms) -> World {
        let mut lots = Lots(ChaCha20Rng::seed_from_u64(52));
        let players = (0..PLAYERS)
            .map(|number| Player {
                strength: lots.strength(),
                pause: lots.between(5, 120) * MINUTE,
                flees: if number >= PLAYERS - FLEEING { 0.15 } else { 0.002 },
                accepts: lots.part(),
                score: 0,
                highest: 0,
                games: 0,
                fled: Vec::new(),
                flights: Vec::new(),
                waiting_since: None,
                gave_up: 0,
            })
            .collect();
        let mut world = World {
            terms,
            line: Line::new(
                QueueMode::Four,
                terms,
                ChaCha20Rng::from_seed({
                    let mut seed = [0; 32];
                    lots.0.fill_bytes(&mut seed);
                    seed
                }),
            ),
            lots,
            now: Millis(0),
            players,
            games: Vec::new(),
            met: HashMap::new(),
            events: BinaryHeap::new(),
            next: 0,
            count: Count::default(),
        };
        for number in 0..PLAYERS {
            world.rest(number);
        }
        world
    }

    fn run(mut self) -> World {
        loop {
            let event = self.events.peek().map(|Reverse((at, _, _))| *at);
            let due = self.line.deadline();
            let Some(at) = event.into_iter().chain(due).min() else { return self };
            self.now = self.now.max(at);
            if due == Some(at) {
                self.ask_line(Input::Tick);
            } else if let Some(Reverse((_, _, event))) = self.events.pop() {
                self.happen(event);
            }
        }
    }

    fn plan(&mut self, at: Millis, event: Event) {
        self.events.push(Reverse((at, self.next, event)));
        self.next += 1;
    }

    /// Comes back after a while, or when one may play again; of partners the first decides for both.
    fn rest(&mut self, number: usize) {
        if self.players[number].games >= GAMES || partner(number).is_some_and(|other| other < number) {
            return;
        }
        let pause = self.players[number].pause;
        let free = self.now + self.lots.between(pause / 2, pause * 3 / 2);
        let both = [Some(number), partner(number)].into_iter().flatten();
        let barred = both.filter_map(|one| barred_until(&self.players[one].flights)).max();
        self.plan(barred.map_or(free, |until| until.max(free)), Event::Come(number));
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Come(number) => {
                let party = match partner(number) {
                    None => Party::One(self.entrant(number)),
                    Some(other) => Party::pair(self.entrant(number), self.entrant(other)),
                };
                for member in [Some(number), partner(number)].into_iter().flatten() {
                    self.players[member].waiting_since = Some(self.now);
                }
                self.plan(self.now + ENDURES, Event::GiveUp(number, self.now));
                self.ask_line(Input::Enter(party));
            }
            Event::Answer(number) => {
                let accept = self.players[number].accepts;
                let accept = self.lots.chance(accept);
                self.count.declined += u32::from(!accept);
                self.ask_line(Input::Consent { account: account(number), consent: Consent::from(accept) });
            }
            Event::GiveUp(number, since) => {
                if self.players[number].waiting_since != Some(since) {
                    return;
                }
                for member in [Some(number), partner(number)].into_iter().flatten() {
                    self.players[member].waiting_since = None;
                }
                self.ask_line(Input::Leave(account(number)));
                self.count.gave_up += 1;
                self.players[number].gave_up += 1;
                if self.players[number].gave_up < TRIES {
                    self.rest(number);
                }
            }
            Event::End(game) => self.end(game),
        }
    }

    fn entrant(&self, number: usize) -> Entrant {
        let opponents = (0..PLAYERS).filter_map(|other| {
            let times = self.met_within_a_day(number, other, self.now);
            (times > 0).then(|| (account(other), times))
        });
        Entrant {
            account: account(number),
            score: self.players[number].score,
            conduct: self.players[number].conduct(),
            ties: Ties { met: opponents.collect(), ..Ties::default() },
            addresses: Vec::new(),
        }
    }

    fn met_within_a_day(&self, one: usize, other: usize, now: Millis) -> u32 {
        let times = self.met.get(&(one.min(other), one.max(other))).map_or(&[][..], Vec::as_slice);
        let recent = times.iter().rev().take_while(|at| now - **at < SAME_OPPONENTS_WITHIN_MS).count();
        u32::try_from(recent).expect("few")
    }

    fn ask_line(&mut self, input: Input) {
        // Whoever answers late is no longer asked.
        let outputs = self.line.step(self.now, input).unwrap_or_else(|NotQueued| Vec::new());
        for output in outputs {
            match output {
                Output::Tell(of, QueueStatus::Consent { .. }) => {
                    self.count.asked += 1;
                    self.plan(self.now + 5 * SECOND, Event::Answer(player(of)));
                }
                Output::Tell(
                    _,
                    QueueStatus::Waiting { .. } | QueueStatus::Matched { .. } | QueueStatus::Gone { .. },
                ) => {}
                Output::Seat(seating) => self.seat(&seating),
            }
        }
    }

    fn seat(&mut self, seating: &Seating) {
        let seats = BySeat::new_with(|seat| {
            player(seating.table.seats.get(seat).as_ref().expect("four sit down").account)
        });
        for (party, since) in &seating.waited {
            self.count.waits.extend(party.members().iter().map(|_| self.now - *since));
        }
        match seating.waited.iter().filter(|(party, _)| party.members().len() == 2).count() {
            0 => {}
            1 => self.count.pairs_met_singles += 1,
            _ => self.count.pairs_met_pairs += 1,
        }
        for (_, &member) in seats.iter() {
            self.players[member].waiting_since = None;
            self.players[member].gave_up = 0;
        }
        let before = seats.map(|_, member| Some(self.players[member].score));
        let (result, length) = self.play(&seats);
        let ends = self.now + 60 * SECOND + length;
        let game = self.games.len();
        self.games.push(Game { seats, before, created: self.now, result });
        self.plan(ends, Event::End(game));
    }

    /// How a game goes, and how long it takes.
    fn play(&mut self, seats: &BySeat<usize>) -> (GameResult, i64) {
        let result =
            |winner: Vec<Seat>, reason, steps| GameResult { winner, reason, void: false, steps, fled: None };
        for (seat, &member) in seats.iter() {
            let flees = self.players[member].flees;
            if self.lots.chance(flees) {
                let left = result(Vec::new(), EndReason::Flee, 60);
                let left = GameResult { void: true, fled: Some(seat), ..left };
                return (left, self.lots.between(2, 15) * MINUTE);
            }
        }
        if self.lots.chance(0.04) {
            return (result(Vec::new(), EndReason::Agreed, 300), self.lots.between(30, 60) * MINUTE);
        }
        let strength =
            |side: &[Seat]| side.iter().map(|&seat| self.players[*seats.get(seat)].strength).sum::<f64>();
        let (red, purple) = (Players::Four.side(Seat::Red), Players::Four.side(Seat::Purple));
        let ahead = strength(red) - strength(purple);
        let wins = f64::midpoint(ahead / (1.0 + ahead.abs()), 1.0);
        let winner = if self.lots.chance(wins) { red } else { purple }.to_vec();
        if self.lots.chance(0.02) {
            return (result(winner, EndReason::Surrender, 30), 6 * MINUTE);
        }
        (result(winner, EndReason::Flag, 250), self.lots.between(20, 50) * MINUTE)
    }

    fn end(&mut self, game: usize) {
        let Game { seats, before, created, ref result } = self.games[game];
        let result = result.clone();
        let changes = ladder::settle(Players::Four, &result, &before, &self.terms);
        let spent = |seat: Seat| {
            Players::Four.opponents(seat).iter().any(|&other| {
                self.terms.are_spent(self.met_within_a_day(*seats.get(seat), *seats.get(other), created))
            })
        };
        let changes = changes.map(|seat, change| {
            let change = change.expect("everybody has a score");
            if spent(seat) { change.withheld() } else { change }
        });
        for seat in Seat::ALL {
            for &other in Players::Four.opponents(seat) {
                let (one, two) = (*seats.get(seat), *seats.get(other));
                if one < two && (changes.get(seat).points != 0 || changes.get(other).points != 0) {
                    self.met.entry((one, two)).or_default().push(self.now);
                }
            }
        }
        self.tally(&result, &changes);
        for (seat, &member) in seats.iter() {
            let player = &mut self.players[member];
            player.score += changes.get(seat).points;
            player.highest = player.highest.max(player.score);
            player.games += 1;
            if !result.void || result.fled == Some(seat) {
                player.fled.push(result.fled == Some(seat));
            }
            if result.fled == Some(seat) {
                player.flights.push(self.now);
            }
        }
        for (_, &member) in seats.iter() {
            self.rest(member);
        }
    }

    fn tally(&mut self, result: &GameResult, changes: &BySeat<Change>) {
        let count = &mut self.count;
        count.games += 1;
        count.void += u32::from(result.void);
        count.draws += u32::from(!result.void && result.winner.is_empty());
        for (_, change) in changes.iter() {
            match change.reason {
                ChangeReason::Win => count.wins += 1,
                ChangeReason::TooShort => count.too_short += 1,
                ChangeReason::Protected => count.protected += 1,
                ChangeReason::SameOpponents => count.same_opponents += 1,
                ChangeReason::Loss | ChangeReason::Draw | ChangeReason::Void => {}
            }
        }
    }

    fn print(&mut self, out: &mut String) -> Result<(), std::fmt::Error> {
        let count = &mut self.count;
        count.waits.sort_unstable();
        let wait = |share: usize| count.waits[(count.waits.len() - 1) * share / 100] / SECOND;
        let mut scores: Vec<i64> = self.players.iter().map(|player| player.score).collect();
        scores.sort_unstable();
        let score = |share: usize| scores[(scores.len() - 1) * share / 100];
        let passed = self.players.iter().filter(|player| player.highest > 52).count();
        let above = self.players.iter().filter(|player| player.score > 52).count();
        let full = self.players.iter().filter(|player| player.games >= GAMES).count();
        writeln!(out, "protect {}", self.terms.protect)?;
        writeln!(
            out,
            "  games                 {:>6}   void {}, drawn {}",
            count.games, count.void, count.draws
        )?;
        writeln!(out, "  days                  {:>6}", self.now.0 / (24 * 60 * MINUTE))?;
        writeln!(out, "  played all {GAMES} games  {full:>6}   of {PLAYERS} players")?;
        writeln!(out, "  passed 52             {passed:>6}   above it at the end {above}")?;
        writeln!(
            out,
            "  scores                lowest {}, quarter {}, median {}, three quarters {}, nine tenths {}, highest {}",
            score(0),
            score(25),
            score(50),
            score(75),
            score(90),
            score(100)
        )?;
        writeln!(
            out,
            "  wins                  {:>6}   for nothing: too short {}, protected {}; neither win nor loss: same opponents {}",
            count.wins, count.too_short, count.protected, count.same_opponents
        )?;
        writeln!(
            out,
            "  waits                 half within {} s, nine tenths {} s, 99 of 100 {} s, longest {} s",
            wait(50),
            wait(90),
            wait(99),
            wait(100)
        )?;
        writeln!(out, "  asked for consent     {:>6}   declined {}", count.asked, count.declined)?;
        writeln!(
            out,
            "  pairs met pairs       {:>6}   met two singles {}",
            count.pairs_met_pairs, count.pairs_met_singles
        )?;
        writeln!(out, "  gave up waiting       {:>6}   after {} minutes", count.gave_up, ENDURES / MINUTE)
    }
}

fn printout() -> String {
    let mut out = format!(
        "{PLAYERS} players, {GAMES} games each, four at a table; strength by a bell curve, pauses of 5 to 120 minutes;\n\
         {PAIRED} of them always in pairs, {FLEEING} who leave one game in seven; all begin with 0 points.\n\n"
    );
    for protect in [Terms::default().protect, 0] {
        let mut world = World::new(Terms { protect, ..Terms::default() }).run();
        world.print(&mut out).expect("a string takes everything");
    }
    out
}

#[test]
fn the_ladder_moves_and_its_printout_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ladder.md");
    let document = fs::read_to_string(path).expect("docs/ladder.md");
    let (before, rest) = document.split_once(BEGIN).expect("the printout's beginning");
    let (found, after) = rest.split_once(END).expect("the printout's end");
    let printout = printout();
    if env::var_os("SIGUO_BLESS").is_some() {
        fs::write(path, format!("{before}{BEGIN}{printout}{END}{after}")).expect("written");
    } else {
        assert!(
            found == printout,
            "the printout in docs/ladder.md is stale: SIGUO_BLESS=1 writes it\n{printout}"
        );
    }
}
