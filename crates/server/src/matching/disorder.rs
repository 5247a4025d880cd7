//! Lines and pairs in virtual time while connections break and come back, what people ask comes late, doubled or out of date, and rooms
//! can't be opened. Each run has a seed of its own, which a failure names and `SIGUO_SIM_SEED` repeats; `SIGUO_SIM_LINES` says how many
//! there are.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    env,
    ops::AddAssign,
    panic,
};

use protocol::{AccountId, AccountKind, ErrorBody, InviteId, Millis, Player, QueueMode, QueueStatus, Tally};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use room::Ties;
use rules::{Title, ladder::Terms};
use uuid::Uuid;

use super::{
    Asked, Conduct, Consent, Entrant, Party,
    hall::{Hall, Input, Output},
    line::{self, Seating},
    pairs,
};

/// Runs, unless `SIGUO_SIM_LINES` says otherwise.
const LINES: u64 = 12;
/// The first run's seed.
const FIRST: u64 = 50_000;
const PEOPLE: usize = 40;
/// Things that people do in one run.
const DEEDS: u32 = 1_500;
const START: Millis = Millis(1_000_000);
/// Everything happens at multiples of this, so that much does in the same instant.
const GRAIN: i64 = 500;

#[test]
fn whoever_is_lost_or_late_nobody_is_forgotten_or_matched_twice() {
    let set = |name| env::var(name).ok().map(|text| text.parse().expect("a number"));
    let seeds = match set("SIGUO_SIM_SEED") {
        Some(seed) => seed..seed + 1,
        None => FIRST..FIRST + set("SIGUO_SIM_LINES").unwrap_or(LINES),
    };
    let mut tried = Tried::default();
    for seed in seeds.clone() {
        match panic::catch_unwind(|| World::new(seed).run()) {
            Ok(run) => tried += run,
            Err(fault) => {
                eprintln!("the lines of SIGUO_SIM_SEED={seed} have failed");
                panic::resume_unwind(fault);
            }
        }
    }
    eprintln!("{} runs: {tried:?}", seeds.end - seeds.start);
    if seeds.end - seeds.start >= LINES {
        let Tried { tables, of_pairs, asked, lost, fell_through } = tried;
        assert!([tables, of_pairs, asked, lost, fell_through].iter().all(|&count| count > 0), "{tried:?}");
    }
}

/// How much of what was tried.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    tables: u32,
    /// Of those, with a pair.
    of_pairs: u32,
    /// Asked to play for nothing.
    asked: u32,
    /// Who was away for too long and lost the place.
    lost: u32,
    /// Tables that came to nothing because one sat elsewhere.
    fell_through: u32,
}

impl AddAssign for Tried {
    fn add_assign(&mut self, other: Tried) {
        self.tables += other.tables;
        self.of_pairs += other.of_pairs;
        self.asked += other.asked;
        self.lost += other.lost;
        self.fell_through += other.fell_through;
    }
}

/// Where somebody stands, as far as told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Out,
    Waiting(QueueMode),
    Asked,
}

struct Person {
    entrant: Entrant,
    standing: Standing,
    /// Since when without a connection.
    away: Option<Millis>,
    /// Until when in a game.
    plays: Option<Millis>,
}

struct World {
    hall: Hall,
    now: Millis,
    dice: ChaCha20Rng,
    people: BTreeMap<AccountId, Person>,
    /// On its way to the hall.
    mail: BTreeMap<(Millis, u64), Input>,
    invites: u128,
    sent: u64,
    tried: Tried,
}

fn account(number: usize) -> AccountId {
    AccountId(Uuid::from_u128(number as u128 + 1))
}

fn player(id: AccountId) -> Player {
    Player {
        id,
        kind: AccountKind::Person,
        level: None,
        name: id.to_string(),
        score: 0,
        title: Title::of(0),
        tally: Tally::default(),
    }
}

impl World {
    fn new(seed: u64) -> World {
        let mut dice = ChaCha20Rng::seed_from_u64(seed);
        let people = (0..PEOPLE).map(|number| {
            let roll = dice.next_u32();
            let entrant = Entrant {
                account: account(number),
                score: i64::from(roll % 4) * 25,
                conduct: if roll % 16 == 15 { Conduct::Fleeing } else { Conduct::Steady },
                ties: Ties::default(),
                addresses: if roll % 8 == 3 { vec![[192, 0, 2, 1].into()] } else { Vec::new() },
            };
            (account(number), Person { entrant, standing: Standing::Out, away: None, plays: None })
        });
        let people = people.collect();
        let hall = Hall::new(Terms::default(), || ChaCha20Rng::seed_from_u64(seed));
        let (mail, tried) = (BTreeMap::new(), Tried::default());
        World { hall, now: START, dice, people, mail, invites: 0, sent: 0, tried }
    }

    fn run(mut self) -> Tried {
        for _ in 0..DEEDS {
            let who = account(self.below(PEOPLE));
            self.deed(who);
            let later = self.now + GRAIN * i64::from(self.dice.next_u32() % 4);
            self.pass(later);
        }
        self.go_home();
        self.tried
    }

    fn below(&mut self, bound: usize) -> usize {
        self.dice.next_u32() as usize % bound
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// What it asks for arrives at some time after, and maybe twice.
    fn send(&mut self, input: &Input) {
        let times = if self.one_in(8) { 2 } else { 1 };
        for _ in 0..times {
            let at = self.now + GRAIN * i64::from(self.dice.next_u32() % 6);
            self.sent += 1;
            self.mail.insert((at, self.sent), input.clone());
        }
    }

    fn deed(&mut self, who: AccountId) {
        let other = account(self.below(PEOPLE));
        if self.people[&who].away.is_some() {
            if self.one_in(3) {
                self.person(who).away = None;
                self.send(&Input::Back(who));
            }
            return;
        }
        match self.below(16) {
            0..=5 => self.line_up(who),
            6 => self.send(&Input::Leave(who)),
            7 => {
                self.person(who).away = Some(self.now);
                // At once: a connection that came later would keep the place.
                self.step(Input::Lost(who));
            }
            8 | 9 if self.people[&who].standing == Standing::Asked => {
                let consent = Consent::from(!self.one_in(3));
                self.send(&Input::Consent { account: who, consent });
            }
            10 => {
                self.invites += 1;
                let to = (!self.one_in(3))
                    .then(|| Asked { player: player(other), has_blocked: self.has_blocked(other, who) });
                self.send(&Input::Invite {
                    id: InviteId(Uuid::from_u128(self.invites)),
                    from: player(who),
                    to,
                });
            }
            11 | 12 => {
                let back = self.dice.next_u32() % 4;
                let invite = InviteId(Uuid::from_u128(self.invites.saturating_sub(back.into())));
                let consent = Consent::from(!self.one_in(4));
                self.send(&Input::Answer { who: player(who), invite, consent });
            }
            13 if self.one_in(4) => self.send(&Input::Unpair(who)),
            14 if self.one_in(6) && other != who => {
                self.person(who).entrant.ties.blocked.insert(other);
                let blocked = self.people[&who].entrant.ties.blocked.clone();
                self.step(Input::Blocks { account: who, blocked });
            }
            15 if self.one_in(12) && other != who => {
                self.person(who).entrant.ties.kin.push(other);
                self.person(other).entrant.ties.kin.push(who);
                let kin = self.people[&who].entrant.ties.kin.clone();
                self.step(Input::Kin { account: who, kin });
            }
            _ => self.send(&Input::Back(who)),
        }
    }

    /// Alone, or with the partner as far as it knows. The server lets nobody line up who is in a game.
    fn line_up(&mut self, who: AccountId) {
        let party = match self.hall.partner(who) {
            Some(partner) => {
                Party::pair(self.people[&who].entrant.clone(), self.people[&partner].entrant.clone())
            }
            None => Party::One(self.people[&who].entrant.clone()),
        };
        let mode = if self.one_in(4) { QueueMode::Two } else { QueueMode::Four };
        self.send(&Input::Enter { mode, party });
    }

    fn person(&mut self, who: AccountId) -> &mut Person {
        self.people.get_mut(&who).expect("one of them")
    }

    fn has_blocked(&self, one: AccountId, other: AccountId) -> bool {
        self.people[&one].entrant.ties.has_blocked(other)
    }

    /// Time passes; what is due in the hall goes before what arrives in the same instant.
    fn pass(&mut self, until: Millis) {
        loop {
            let arrives = self.mail.keys().next().map(|(at, _)| *at);
            let due = [self.hall.deadline(), arrives].into_iter().flatten().min();
            let Some(due) = due.filter(|due| *due <= until) else { break };
            self.now = self.now.max(due);
            self.tick();
            if arrives.is_some_and(|at| at <= self.now) {
                let (_, input) = self.mail.pop_first().expect("it arrives");
                self.deliver(input);
            }
        }
        self.now = until;
        let now = self.now;
        for person in self.people.values_mut() {
            person.plays = person.plays.filter(|until| *until > now);
        }
    }

    /// As the server does: nothing comes over a connection after word that it is gone, and who is in a game does not line up.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever else there will be is handed on")]
    fn deliver(&mut self, input: Input) {
        let is_away = |who: &AccountId| self.people[who].away.is_some();
        let plays = |who: AccountId| self.people[&who].plays.is_some();
        match &input {
            Input::Enter { party, .. } if party.accounts().any(|who| plays(who) || is_away(&who)) => {}
            Input::Leave(who) | Input::Unpair(who) | Input::Back(who) if is_away(who) => {}
            Input::Consent { account, .. } if is_away(account) => {}
            Input::Invite { from: who, .. } | Input::Answer { who, .. } if is_away(&who.id) => {}
            // What it knew of itself when it asked may be out of date.
            Input::Enter { mode, party } => {
                let known = |who: AccountId| self.people[&who].entrant.clone();
                let party = match party {
                    Party::One(one) => Party::One(known(one.account)),
                    Party::Two(two) => Party::pair(known(two[0].account), known(two[1].account)),
                };
                let kin =
                    party.members().iter().any(|one| party.accounts().any(|other| one.ties.is_kin(other)));
                if !kin {
                    self.step(Input::Enter { mode: *mode, party });
                }
            }
            _ => self.step(input),
        }
    }

    /// What is due, once each.
    fn tick(&mut self) {
        for _ in 0..16 {
            if self.hall.deadline().is_none_or(|due| due > self.now) {
                return;
            }
            self.step(Input::Tick);
        }
        panic!("something is due again and again");
    }

    fn step(&mut self, input: Input) {
        match self.hall.step(self.now, input) {
            Ok(outputs) => {
                let mut outputs = VecDeque::from(outputs);
                while let Some(output) = outputs.pop_front() {
                    outputs.extend(self.hear(output));
                }
            }
            // It has come too late, or twice.
            Err(
                ErrorBody::NotQueued
                | ErrorBody::Paired
                | ErrorBody::NotPaired
                | ErrorBody::PartnerTaken
                | ErrorBody::NoSuchInvite
                | ErrorBody::Oneself
                | ErrorBody::TooFast { .. },
            ) => {}
            Err(error) => panic!("{error:?}"),
        }
        self.check();
    }

    /// What comes of it is told after all that was to be told before.
    fn hear(&mut self, output: Output) -> Vec<Output> {
        match output {
            Output::Queue(who, status) => {
                let standing = match status {
                    QueueStatus::Waiting { mode, .. } => Standing::Waiting(mode),
                    QueueStatus::Consent { .. } => Standing::Asked,
                    QueueStatus::Gone { .. } => Standing::Out,
                    QueueStatus::Matched { .. } => panic!("the line opens no rooms"),
                };
                let now = self.now;
                let person = self.person(who);
                let left = standing == Standing::Out
                    && person.away.is_some_and(|away| now - away >= line::LOST_AFTER);
                person.standing = standing;
                self.tried.asked += u32::from(standing == Standing::Asked);
                self.tried.lost += u32::from(left);
                Vec::new()
            }
            Output::Pair(..) => Vec::new(),
            Output::Seat(mode, seating) => self.seat(mode, *seating),
        }
    }

    /// A table is made. At times one of them turns out to sit elsewhere, and the others wait on.
    fn seat(&mut self, mode: QueueMode, seating: Seating) -> Vec<Output> {
        let Seating { table, waited } = seating;
        let seated: BTreeSet<AccountId> = table.entrants().map(|entrant| entrant.account).collect();
        assert_eq!(seated.len(), line::players(mode).seats().len(), "so many different people: {table:?}");
        let parties: BTreeSet<AccountId> = waited.iter().flat_map(|(party, _)| party.accounts()).collect();
        assert_eq!(seated, parties, "those who waited");
        for &one in &seated {
            let person = &self.people[&one];
            assert!(person.standing != Standing::Out, "{one} was in the line");
            assert!(person.plays.is_none() && person.away.is_none(), "{one} is here and free");
            assert!(
                !seated.iter().any(|other| person.entrant.ties.is_kin(*other)),
                "no two of one browser: {one}"
            );
            let party =
                waited.iter().map(|(party, _)| party).find(|party| party.has(one)).expect("its party");
            for partner in table.partners(one).filter(|partner| !party.has(*partner)) {
                assert!(!self.has_blocked(one, partner), "{one} is beside {partner} by lot");
            }
        }
        self.tried.tables += 1;
        self.tried.of_pairs += u32::from(waited.len() < seated.len());
        for one in &seated {
            self.person(*one).standing = Standing::Out;
        }
        if self.one_in(6) {
            self.tried.fell_through += 1;
            let rest = waited.into_iter().skip(1);
            let again = rest.map(|(party, since)| Input::Again { mode, party, since });
            return again.flat_map(|again| self.hall.step(self.now, again).expect("not refused")).collect();
        }
        let until = self.now + 60_000 + GRAIN * i64::from(self.dice.next_u32() % 100);
        for one in seated {
            self.person(one).plays = Some(until);
        }
        Vec::new()
    }

    /// What holds after each step.
    fn check(&self) {
        let all: Vec<AccountId> = self.hall.accounts().collect();
        let waiting: BTreeSet<AccountId> = all.iter().copied().collect();
        assert_eq!(all.len(), waiting.len(), "everybody has one place");
        let count = self.hall.waiting();
        assert_eq!(all.len(), (count.four + count.two) as usize);
        for (&who, person) in &self.people {
            let told = person.standing != Standing::Out;
            assert_eq!(waiting.contains(&who), told, "{who} was told {:?}", person.standing);
            let away = |ms| person.away.is_some_and(|away| self.now - away > ms);
            assert!(!(told && away(line::LOST_AFTER)), "a ghost waits: {who}");
            assert!(!(told && person.plays.is_some()), "{who} waits and plays");
            if let Some(partner) = self.hall.partner(who) {
                assert_eq!(self.hall.partner(partner), Some(who), "a pair is two");
                assert!(!away(pairs::LOST_AFTER), "the partner of a ghost: {partner}");
            }
        }
    }

    /// When all have gone nothing is left, and newcomers are matched at once.
    fn go_home(&mut self) {
        self.pass(self.now + 60_000);
        for number in 0..PEOPLE {
            let who = account(number);
            self.person(who).away = None;
            self.step(Input::Back(who));
            self.step(Input::Unpair(who));
            self.step(Input::TakeBack(who));
            self.step(Input::Leave(who));
        }
        self.pass(self.now + 60_000);
        assert_eq!((self.hall.accounts().count(), self.hall.deadline()), (0, None), "nothing is left");
        for (mode, count) in [(QueueMode::Four, 4), (QueueMode::Two, 2)] {
            let tables = self.tried.tables + self.tried.fell_through;
            for number in PEOPLE..PEOPLE + count {
                let entrant = Entrant {
                    account: account(number),
                    ties: Ties::default(),
                    ..self.people[&account(0)].entrant.clone()
                };
                let entrant = Entrant { addresses: Vec::new(), score: 0, ..entrant };
                let person =
                    Person { entrant: entrant.clone(), standing: Standing::Out, away: None, plays: None };
                self.people.insert(account(number), person);
                self.step(Input::Enter { mode, party: Party::One(entrant) });
            }
            assert!(
                self.tried.tables + self.tried.fell_through > tables,
                "newcomers are matched at once: {mode:?}"
            );
            for number in PEOPLE..PEOPLE + count {
                self.step(Input::Leave(account(number)));
            }
        }
    }
}
