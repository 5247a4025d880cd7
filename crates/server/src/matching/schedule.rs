//! Who is matched with whom, in virtual time: a table of lines, each looked at after 0, 15, 30, 60, 75 and 120 seconds.

use protocol::{AccountId, LeftLine, Millis, QueueMode, QueueStatus};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use room::Ties;
use rules::{
    Seat,
    ladder::{NoGain, Terms},
};
use uuid::Uuid;

use super::{
    Conduct, Consent, Entrant, Party,
    line::{Input, Line, NotQueued, Output, Seating},
    table::Table,
};

const START: Millis = Millis(1_000_000);

fn account(name: char) -> AccountId {
    AccountId(Uuid::from_u128(u128::from(u32::from(name))))
}

fn name(account: AccountId) -> char {
    char::from_u32(u32::try_from(account.0.as_u128()).expect("a letter")).expect("a letter")
}

fn entrant(who: char, score: i64) -> Entrant {
    let ties = Ties::default();
    Entrant { account: account(who), score, conduct: Conduct::Steady, ties, addresses: Vec::new() }
}

fn one(who: char, score: i64) -> Party {
    Party::One(entrant(who, score))
}

fn pair(who: char, score: i64, with: char, other: i64) -> Party {
    Party::pair(entrant(who, score), entrant(with, other))
}

/// Used in the browser of those others.
fn kin(who: char, others: &str) -> Party {
    let ties = Ties { kin: others.chars().map(account).collect(), ..Ties::default() };
    Party::One(Entrant { ties, ..entrant(who, 0) })
}

/// Has scored ten times against those others.
fn spent(who: char, others: &str) -> Party {
    let ties = Ties { met: others.chars().map(|other| (account(other), 10)).collect(), ..Ties::default() };
    Party::One(Entrant { ties, ..entrant(who, 0) })
}

/// Of the same address as all others of that number.
fn near(who: char, address: u8) -> Party {
    Party::One(Entrant { addresses: vec![[203, 0, 113, address].into()], ..entrant(who, 0) })
}

fn fleeing(who: char) -> Party {
    Party::One(Entrant { conduct: Conduct::Fleeing, ..entrant(who, 0) })
}

fn line_of(mode: QueueMode, seed: u64) -> Line {
    Line::new(mode, Terms::default(), ChaCha20Rng::seed_from_u64(seed))
}

fn line(seed: u64) -> Line {
    line_of(QueueMode::Four, seed)
}

/// What happens at a second.
#[derive(Clone, Debug)]
enum Happens {
    Enter(Party),
    Leave(char),
    Accept(char),
    Decline(char),
    Lost(char),
    Back(char),
    Restart,
}

/// A line, and who has been matched by which second: the tables in the order in which they were made, names sorted.
struct Case {
    title: &'static str,
    happens: Vec<(i64, Happens)>,
    tables: [&'static str; 6],
}

const LOOKS: [i64; 6] = [0, 15, 30, 60, 75, 120];

fn play(mode: QueueMode, case: &Case) -> Vec<String> {
    let mut line = line_of(mode, 1);
    let mut tables: Vec<String> = Vec::new();
    let mut seen = Vec::new();
    for second in 0..=120 {
        let now = START + second * 1000;
        let mut inputs = vec![Input::Tick];
        for (_, happens) in case.happens.iter().filter(|(at, _)| *at == second) {
            inputs.push(match happens {
                Happens::Enter(party) => Input::Enter(party.clone()),
                Happens::Leave(who) => Input::Leave(account(*who)),
                Happens::Accept(who) => Input::Consent { account: account(*who), consent: Consent::Given },
                Happens::Decline(who) => Input::Consent { account: account(*who), consent: Consent::Refused },
                Happens::Lost(who) => Input::Lost(account(*who)),
                Happens::Back(who) => Input::Back(account(*who)),
                Happens::Restart => {
                    line = line_of(mode, 1);
                    Input::Tick
                }
            });
        }
        for input in inputs {
            let outputs =
                line.step(now, input).unwrap_or_else(|NotQueued| panic!("{}: {second} s", case.title));
            for output in outputs {
                if let Output::Seat(seating) = output {
                    let mut names: Vec<char> = seating.table.entrants().map(|it| name(it.account)).collect();
                    names.sort_unstable();
                    tables.push(names.into_iter().collect());
                }
            }
        }
        if LOOKS.contains(&second) {
            seen.push(tables.join(" "));
        }
    }
    seen
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn cases() -> Vec<Case> {
    use Happens::{Accept, Back, Decline, Enter, Leave, Lost, Restart};
    let enter = |at, who, score| (at, Enter(one(who, score)));
    vec![
        Case {
            title: "four of one side of the line are matched at once",
            happens: vec![enter(0, 'a', 0), enter(0, 'b', 10), enter(0, 'c', 49), enter(0, 'd', 50)],
            tables: ["abcd"; 6],
        },
        Case {
            title: "four across the line wait a minute, and those above it are asked",
            happens: vec![
                enter(0, 'a', 10),
                enter(0, 'b', 20),
                enter(0, 'c', 80),
                enter(0, 'd', 90),
                (62, Accept('c')),
                (63, Accept('d')),
            ],
            tables: ["", "", "", "", "abcd", "abcd"],
        },
        Case {
            title: "exactly fifty belongs to both sides and is asked nothing",
            happens: vec![enter(0, 'a', 50), enter(0, 'b', 50), enter(5, 'c', 80), enter(20, 'd', 90)],
            tables: ["", "", "abcd", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "five of one side: the last to come waits on, whatever stands on the other side",
            happens: vec![
                enter(0, 'x', 99),
                enter(1, 'a', 1),
                enter(2, 'b', 1),
                enter(3, 'c', 1),
                enter(4, 'd', 1),
                enter(5, 'e', 1),
            ],
            tables: ["", "abcd", "abcd", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "who declines waits on, and the next to come makes the table with the others",
            happens: vec![
                enter(0, 'a', 10),
                enter(0, 'b', 20),
                enter(0, 'c', 30),
                enter(0, 'd', 90),
                (61, Decline('d')),
                enter(70, 'e', 0),
            ],
            tables: ["", "", "", "", "abce", "abce"],
        },
        Case {
            title: "silence declines after fifteen seconds",
            happens: vec![
                enter(0, 'a', 10),
                enter(0, 'b', 20),
                enter(0, 'c', 30),
                enter(0, 'd', 90),
                enter(76, 'e', 95),
                (77, Accept('e')),
            ],
            tables: ["", "", "", "", "", "abce"],
        },
        Case {
            title: "a pair meets two singles after half a minute",
            happens: vec![(0, Enter(pair('a', 0, 'b', 40))), enter(10, 'c', 20), enter(12, 'd', 30)],
            tables: ["", "", "abcd", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "pairs meet pairs, though singles have waited for longer",
            happens: vec![
                enter(0, 'x', 0),
                enter(0, 'y', 0),
                (1, Enter(pair('a', 0, 'b', 0))),
                (20, Enter(pair('c', 0, 'd', 0))),
            ],
            tables: ["", "", "abcd", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "a pair that has waited takes the next pair before the singles",
            happens: vec![
                (0, Enter(pair('a', 0, 'b', 0))),
                enter(10, 'x', 0),
                (40, Enter(pair('c', 0, 'd', 0))),
                enter(40, 'y', 0),
            ],
            tables: ["", "", "", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "four singles don't wait for the pair among them",
            happens: vec![
                (0, Enter(pair('a', 0, 'b', 0))),
                enter(1, 'w', 0),
                enter(2, 'x', 0),
                enter(3, 'y', 0),
                enter(4, 'z', 0),
            ],
            tables: ["", "wxyz", "wxyz", "wxyz", "wxyz", "wxyz"],
        },
        Case {
            title: "one partner leaves and the ticket is gone",
            happens: vec![
                (0, Enter(pair('a', 0, 'b', 0))),
                enter(10, 'c', 0),
                enter(11, 'd', 0),
                (20, Leave('b')),
                enter(40, 'a', 0),
                enter(50, 'e', 0),
            ],
            tables: ["", "", "", "acde", "acde", "acde"],
        },
        Case {
            title: "one partner loses the connection and after ten seconds the ticket is gone",
            happens: vec![
                (0, Enter(pair('a', 0, 'b', 0))),
                (1, Lost('b')),
                (5, Enter(pair('c', 0, 'd', 0))),
                (25, Enter(pair('e', 0, 'f', 0))),
            ],
            tables: ["", "", "cdef", "cdef", "cdef", "cdef"],
        },
        Case {
            title: "two accounts of one browser are in no game together, however long they wait",
            happens: vec![
                enter(0, 'a', 0),
                (0, Enter(kin('b', "a"))),
                enter(0, 'c', 0),
                enter(0, 'd', 0),
                enter(70, 'e', 0),
            ],
            tables: ["", "", "", "", "acde", "acde"],
        },
        Case {
            title: "two of one address sit at one table, as partners",
            happens: vec![
                (0, Enter(near('a', 1))),
                (0, Enter(near('b', 1))),
                (0, Enter(near('c', 2))),
                (0, Enter(near('d', 2))),
            ],
            tables: ["abcd"; 6],
        },
        Case {
            title: "three of one address can't be without two of them being opponents",
            happens: vec![
                (0, Enter(near('a', 1))),
                (0, Enter(near('b', 1))),
                (0, Enter(near('c', 1))),
                (0, Enter(near('d', 2))),
                (70, Enter(near('e', 3))),
            ],
            tables: ["", "", "", "", "abde", "abde"],
        },
        Case {
            title: "who leaves too often is matched with such players alone",
            happens: vec![
                (0, Enter(fleeing('a'))),
                enter(0, 'b', 0),
                enter(0, 'c', 0),
                enter(0, 'd', 0),
                (10, Enter(fleeing('e'))),
                (20, Enter(fleeing('f'))),
                (61, Enter(fleeing('g'))),
            ],
            tables: ["", "", "", "", "aefg", "aefg"],
        },
        Case {
            title: "partners who may not be opponents sit together where that lets all score",
            happens: vec![(0, Enter(spent('a', "b"))), enter(0, 'b', 0), enter(0, 'c', 0), enter(0, 'd', 0)],
            tables: ["abcd"; 6],
        },
        Case {
            title: "who has scored against all others too often waits a minute, then is asked, and so are the opponents",
            happens: vec![
                (0, Enter(spent('a', "bcd"))),
                enter(0, 'b', 10),
                enter(0, 'c', 20),
                enter(0, 'd', 30),
                (61, Accept('a')),
                (62, Accept('b')),
                (63, Accept('c')),
            ],
            tables: ["", "", "", "", "abcd", "abcd"],
        },
        Case {
            title: "two pairs before the one who came first and can't be four with them",
            happens: vec![
                enter(0, 'x', 0),
                (5, Enter(pair('a', 0, 'b', 0))),
                (25, Enter(pair('c', 0, 'd', 0))),
            ],
            tables: ["", "", "abcd", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "a leaver leaves no ghost, and the next to come is matched at once",
            happens: vec![
                enter(0, 'a', 0),
                enter(0, 'b', 0),
                enter(0, 'c', 0),
                (10, Leave('b')),
                enter(20, 'd', 0),
                enter(29, 'e', 0),
            ],
            tables: ["", "", "acde", "acde", "acde", "acde"],
        },
        Case {
            title: "two tabs of one account stand in the line once",
            happens: vec![
                enter(0, 'a', 0),
                enter(0, 'a', 0),
                enter(0, 'b', 0),
                enter(0, 'c', 0),
                enter(31, 'd', 0),
            ],
            tables: ["", "", "", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "a lost connection is given no table, and costs the place after ten seconds",
            happens: vec![
                enter(0, 'a', 0),
                enter(0, 'b', 0),
                enter(0, 'c', 0),
                (1, Lost('a')),
                enter(2, 'd', 0),
                (15, Back('a')),
                enter(40, 'e', 0),
            ],
            tables: ["", "", "", "bcde", "bcde", "bcde"],
        },
        Case {
            title: "a connection that is back in time keeps its place",
            happens: vec![
                enter(0, 'a', 0),
                enter(0, 'b', 0),
                enter(0, 'c', 0),
                (1, Lost('a')),
                enter(2, 'd', 0),
                (9, Back('a')),
            ],
            tables: ["", "abcd", "abcd", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "after a restart the line is empty and whoever lines up again is matched",
            happens: vec![
                enter(0, 'a', 0),
                enter(0, 'b', 0),
                enter(0, 'c', 0),
                (20, Restart),
                enter(22, 'a', 0),
                enter(23, 'b', 0),
                enter(24, 'c', 0),
                enter(26, 'd', 0),
            ],
            tables: ["", "", "abcd", "abcd", "abcd", "abcd"],
        },
        Case {
            title: "a pair across the line has a minute to wait",
            happens: vec![
                (0, Enter(pair('a', 0, 'b', 90))),
                enter(0, 'c', 10),
                enter(0, 'd', 10),
                (60, Accept('b')),
            ],
            tables: ["", "", "", "abcd", "abcd", "abcd"],
        },
    ]
}

fn duels() -> Vec<Case> {
    use Happens::{Accept, Decline, Enter};
    let enter = |at, who, score| (at, Enter(one(who, score)));
    vec![
        Case {
            title: "two of one side of the line are matched at once",
            happens: vec![enter(0, 'a', 0), enter(1, 'b', 50), enter(2, 'c', 90), enter(3, 'd', 50)],
            tables: ["", "ab cd", "ab cd", "ab cd", "ab cd", "ab cd"],
        },
        Case {
            title: "two across the line wait a minute, and the one above it is asked",
            happens: vec![enter(0, 'a', 10), enter(5, 'b', 80), (62, Accept('b'))],
            tables: ["", "", "", "", "ab", "ab"],
        },
        Case {
            title: "who has scored ten times against the only other one is asked after a minute, and so is the other",
            happens: vec![
                (0, Enter(spent('a', "b"))),
                enter(0, 'b', 0),
                (61, Accept('a')),
                (62, Decline('b')),
                enter(70, 'c', 0),
            ],
            tables: ["", "", "", "", "ac", "ac"],
        },
        Case {
            title: "two of one address, of one browser, or of other conduct play no duel",
            happens: vec![
                (0, Enter(near('a', 1))),
                (0, Enter(near('b', 1))),
                (0, Enter(fleeing('c'))),
                (70, Enter(kin('d', "ab"))),
                enter(110, 'e', 0),
            ],
            tables: ["", "", "", "", "", "ae"],
        },
    ]
}

#[test]
fn who_is_matched_with_whom() {
    for case in cases() {
        assert_eq!(play(QueueMode::Four, &case), case.tables, "{}", case.title);
    }
}

#[test]
fn who_is_matched_for_a_duel() {
    for case in duels() {
        assert_eq!(play(QueueMode::Two, &case), case.tables, "{}", case.title);
    }
}

fn statuses(outputs: &[Output], who: char) -> Vec<QueueStatus> {
    outputs
        .iter()
        .filter_map(|output| match output {
            Output::Tell(to, status) if *to == account(who) => Some(status.clone()),
            Output::Tell(..) | Output::Seat(_) => None,
        })
        .collect()
}

#[test]
fn everybody_hears_where_they_stand() {
    let mut line = line(2);
    let scores = [('a', 10), ('b', 20), ('c', 60), ('d', 90)];
    for (who, score) in scores {
        let told = line.step(START, Input::Enter(one(who, score))).expect("not refused");
        assert!(
            matches!(statuses(&told, who)[..], [QueueStatus::Waiting { widened: false, .. }]),
            "{told:?}"
        );
    }
    // Within the minute nothing happens but that the number of those who wait is told again.
    while line.deadline().is_some_and(|due| due < START + 60_000) {
        let due = line.deadline().expect("just seen");
        let told = line.step(due, Input::Tick).expect("not refused");
        assert!(
            told.iter()
                .all(|output| matches!(output, Output::Tell(_, QueueStatus::Waiting { waiting: 4, .. })))
        );
    }
    let asked = line.step(START + 60_000, Input::Tick).expect("not refused");
    for who in ['c', 'd'] {
        let deadline = START + 75_000;
        assert_eq!(
            statuses(&asked, who),
            [QueueStatus::Consent { why: NoGain::Protected, deadline }],
            "a win of {who} would add nothing"
        );
    }
    assert!(statuses(&asked, 'a').is_empty() && statuses(&asked, 'b').is_empty());
    assert_eq!(
        line.step(START + 61_000, Input::Consent { account: account('a'), consent: Consent::Given }),
        Err(NotQueued)
    );
    let declined = line
        .step(START + 61_000, Input::Consent { account: account('c'), consent: Consent::Refused })
        .expect("not refused");
    for (who, widened) in [('a', true), ('c', false), ('d', true)] {
        let told = statuses(&declined, who);
        assert!(
            matches!(told[..], [QueueStatus::Waiting { since: START, widened: is, .. }] if is == widened),
            "{who} waits on with the time waited: {told:?}"
        );
    }
    let left = line.step(START + 62_000, Input::Leave(account('a'))).expect("not refused");
    assert_eq!(statuses(&left, 'a'), [QueueStatus::Gone { why: LeftLine::Wished }]);
    assert_eq!(line.step(START + 62_000, Input::Leave(account('a'))), Err(NotQueued));
}

#[test]
fn a_partner_who_leaves_takes_the_other_along() {
    let mut line = line(3);
    line.step(START, Input::Enter(pair('a', 0, 'b', 0))).expect("not refused");
    let told = line.step(START, Input::Leave(account('a'))).expect("not refused");
    assert_eq!(statuses(&told, 'a'), [QueueStatus::Gone { why: LeftLine::Wished }]);
    assert_eq!(statuses(&told, 'b'), [QueueStatus::Gone { why: LeftLine::Partner }]);
    assert_eq!(line.waiting(), 0);
    assert_eq!(line.deadline(), None);
}

#[test]
fn sides_are_as_equal_as_the_four_allow_and_pairs_sit_opposite() {
    for seed in 0..50 {
        let mut line = line(seed);
        let mut out = Vec::new();
        for (who, score) in [('a', 0), ('b', 10), ('c', 20), ('d', 30)] {
            out = line.step(START, Input::Enter(one(who, score))).expect("not refused");
        }
        let score = |table: &Table, seat| table.seats.get(seat).as_ref().expect("taken").score;
        let Some(Output::Seat(seating)) = out.last() else { panic!("a table") };
        let Seating { table, .. } = &**seating;
        assert_eq!(score(table, Seat::Red) + score(table, Seat::Blue), 30, "30 and 30");

        for party in [pair('a', 0, 'b', 50), one('c', 20), one('d', 30)] {
            line.step(START, Input::Enter(party)).expect("not refused");
        }
        out = line.step(START + 30_000, Input::Tick).expect("not refused");
        let Some(Output::Seat(seating)) = out.last() else { panic!("a table") };
        let Seating { table, .. } = &**seating;
        let sides = [[Seat::Red, Seat::Blue], [Seat::Purple, Seat::Green]];
        assert!(sides.iter().any(|side| {
            let [one, other] = side.map(|seat| score(table, seat));
            one + other == 50 && one * other == 0
        }));
    }
}

#[test]
fn who_may_not_be_opponents_sit_together() {
    for seed in 0..50 {
        let mut line = line(seed);
        let mut out = Vec::new();
        for party in [near('a', 1), one('b', 0), one('c', 0), near('d', 1)] {
            out = line.step(START, Input::Enter(party)).expect("not refused");
        }
        let Some(Output::Seat(seating)) = out.last() else { panic!("a table") };
        let Seating { table, .. } = &**seating;
        let seat = |who| {
            let sits = |(_, entrant): &(Seat, &Option<Entrant>)| {
                entrant.as_ref().is_some_and(|it| it.account == account(who))
            };
            table.seats.iter().find(sits).expect("seated").0
        };
        assert_eq!(seat('a'), seat('d').opposite());
    }
}

#[test]
fn both_partners_hear_why_their_place_is_gone() {
    let mut line = line(4);
    line.step(START, Input::Enter(pair('a', 0, 'b', 0))).expect("not refused");
    line.step(START, Input::Lost(account('a'))).expect("not refused");
    line.step(START + 5_000, Input::Lost(account('b'))).expect("not refused");
    line.step(START + 6_000, Input::Back(account('a'))).expect("not refused");
    // The one who is back does not hide that the other is still gone.
    let told = line.step(START + 15_000, Input::Tick).expect("not refused");
    assert_eq!(statuses(&told, 'a'), [QueueStatus::Gone { why: LeftLine::Partner }]);
    assert_eq!(statuses(&told, 'b'), [QueueStatus::Gone { why: LeftLine::Lost }]);
}

#[test]
fn a_long_line_of_people_who_may_not_meet_is_searched_in_bounded_time() {
    let mut line = line(5);
    let mut seats = 0;
    for who in 0..300_u32 {
        let who = char::from_u32(0x4e00 + who).expect("a letter");
        for output in line.step(START, Input::Enter(near(who, 1))).expect("not refused") {
            seats += usize::from(matches!(output, Output::Seat(_)));
        }
    }
    assert_eq!((seats, line.waiting()), (0, 300));
}

#[test]
fn whose_table_failed_waits_on_with_the_waiting_time() {
    let mut line = line(1);
    for (second, who) in [(0, 'a'), (1, 'b'), (2, 'c'), (3, 'd')] {
        line.step(START + second * 1000, Input::Enter(one(who, 0))).expect("not refused");
    }
    assert_eq!(line.waiting(), 0, "a table is made");
    let now = START + 4_000;
    for who in ['e', 'f', 'g'] {
        line.step(now, Input::Enter(one(who, 0))).expect("not refused");
    }
    let out = line.step(now, Input::Again { party: one('b', 0), since: START + 1_000 }).expect("not refused");
    let Some(Output::Seat(seating)) = out.last() else { panic!("a table") };
    let Seating { waited, .. } = &**seating;
    assert!(waited.contains(&(one('b', 0), START + 1_000)), "{waited:?}");
    assert!(waited.contains(&(one('e', 0), now)), "{waited:?}");
}
