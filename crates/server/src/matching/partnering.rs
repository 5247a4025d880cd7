//! Partners and lines together, in virtual time: who hears what when somebody invites, answers, leaves or is lost.

use protocol::{
    AccountId, AccountKind, ErrorBody, InviteId, LeftLine, Millis, PairNews, Pairing, Player, QueueMode,
    QueueStatus, Tally,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use room::Ties;
use rules::{Title, ladder::Terms};
use uuid::Uuid;

use super::{
    Asked, Conduct, Consent, Entrant, Party,
    hall::{Hall, Input, Output},
};

const START: Millis = Millis(1_000_000);

fn account(name: char) -> AccountId {
    AccountId(Uuid::from_u128(u128::from(u32::from(name))))
}

fn player(name: char) -> Player {
    Player {
        id: account(name),
        kind: AccountKind::Person,
        level: None,
        name: name.to_string(),
        score: 0,
        title: Title::of(0),
        tally: Tally::default(),
    }
}

fn entrant(name: char) -> Entrant {
    let ties = Ties::default();
    Entrant { account: account(name), score: 0, conduct: Conduct::Steady, ties, addresses: Vec::new() }
}

/// The hall, what everybody last heard of partners, and all that they heard of the line.
struct World {
    hall: Hall,
    now: Millis,
    news: Vec<(char, PairNews)>,
    queue: Vec<(char, QueueStatus)>,
    tables: Vec<QueueMode>,
    pairings: std::collections::HashMap<AccountId, Pairing>,
}

impl World {
    fn new() -> World {
        World {
            hall: Hall::new(Terms::default(), || ChaCha20Rng::seed_from_u64(1)),
            now: START,
            news: Vec::new(),
            queue: Vec::new(),
            tables: Vec::new(),
            pairings: std::collections::HashMap::new(),
        }
    }

    fn try_step(&mut self, input: Input) -> Result<(), ErrorBody> {
        let name = |account: AccountId| {
            char::from_u32(u32::try_from(account.0.as_u128()).expect("a letter")).expect("a letter")
        };
        self.news.clear();
        self.queue.clear();
        for output in self.hall.step(self.now, input)? {
            match output {
                Output::Queue(account, status) => self.queue.push((name(account), status)),
                Output::Pair(account, pairing, news) => {
                    self.pairings.insert(account, *pairing);
                    self.news.extend(news.map(|news| (name(account), news)));
                }
                Output::Seat(mode, _) => self.tables.push(mode),
            }
        }
        Ok(())
    }

    fn step(&mut self, input: Input) {
        self.try_step(input).expect("not refused");
    }

    fn later(&mut self, ms: i64) {
        let end = self.now + ms;
        while let Some(due) = self.hall.deadline().filter(|due| *due <= end) {
            self.now = self.now.max(due);
            self.step(Input::Tick);
            if !self.news.is_empty()
                || self.queue.iter().any(|(_, it)| matches!(it, QueueStatus::Gone { .. }))
            {
                break;
            }
        }
        self.now = self.now.max(end);
    }

    fn pairing(&self, name: char) -> Pairing {
        self.pairings.get(&account(name)).cloned().unwrap_or_default()
    }

    fn pair(&mut self, one: char, other: char) {
        self.step(invite(1, one, Some(other)));
        self.step(answer(other, 1, Consent::Given));
    }

    fn line_up(&mut self, one: char, other: char) -> Result<(), ErrorBody> {
        self.try_step(Input::Enter {
            mode: QueueMode::Four,
            party: Party::pair(entrant(one), entrant(other)),
        })
    }

    fn alone(&mut self, mode: QueueMode, one: char) -> Result<(), ErrorBody> {
        self.try_step(Input::Enter { mode, party: Party::One(entrant(one)) })
    }
}

fn invite(id: u128, from: char, to: Option<char>) -> Input {
    Input::Invite {
        id: InviteId(Uuid::from_u128(id)),
        from: player(from),
        to: to.map(|name| asked(name, false)),
    }
}

fn asked(name: char, has_blocked: bool) -> Asked {
    Asked { player: player(name), has_blocked }
}

fn invite_who_has_blocked(id: u128, from: char, to: char) -> Input {
    Input::Invite { id: InviteId(Uuid::from_u128(id)), from: player(from), to: Some(asked(to, true)) }
}

fn answer(who: char, id: u128, consent: Consent) -> Input {
    Input::Answer { who: player(who), invite: InviteId(Uuid::from_u128(id)), consent }
}

fn by(name: char) -> String {
    name.to_string()
}

#[test]
fn an_invitation_is_seen_by_both_and_made_a_pair_by_an_answer() {
    let mut world = World::new();
    world.step(invite(7, 'a', Some('b')));
    assert_eq!(world.news, [('b', PairNews::Invited { by: by('a') })]);
    let until = START + 60_000;
    let sent = world.pairing('a').sent.expect("it is open");
    assert_eq!((sent.to, sent.until), (Some(player('b')), until));
    let received = world.pairing('b').received;
    assert_eq!((received.len(), &received[0].from, received[0].until), (1, &player('a'), until));
    world.step(answer('b', 7, Consent::Given));
    assert_eq!(
        world.news,
        [('a', PairNews::Paired { with: by('b') }), ('b', PairNews::Paired { with: by('a') })]
    );
    for (one, other) in [('a', 'b'), ('b', 'a')] {
        let expected = Pairing { partner: Some(player(other)), ..Pairing::default() };
        assert_eq!(world.pairing(one), expected);
    }
    assert_eq!(world.try_step(answer('b', 7, Consent::Given)), Err(ErrorBody::NoSuchInvite), "it is over");
}

#[test]
fn a_refusal_holds_for_a_minute() {
    let mut world = World::new();
    world.step(invite(1, 'a', Some('b')));
    world.step(answer('b', 1, Consent::Refused));
    assert_eq!(world.news, [('a', PairNews::Refused { by: by('b') })]);
    assert_eq!((world.pairing('a'), world.pairing('b')), (Pairing::default(), Pairing::default()));
    let again = world.try_step(invite(2, 'a', Some('b')));
    assert_eq!(again, Err(ErrorBody::TooFast { retry_ms: 60_000 }));
    // Others may be asked, and the other way round.
    world.step(invite(3, 'a', Some('c')));
    world.step(invite(4, 'b', Some('a')));
    world.now = world.now + 60_000;
    world.step(invite(5, 'a', Some('b')));
}

#[test]
fn an_invitation_is_taken_back_by_word_or_by_the_next() {
    let mut world = World::new();
    world.step(invite(1, 'a', Some('b')));
    world.step(Input::TakeBack(account('a')));
    assert_eq!(world.news, [('b', PairNews::TakenBack { by: by('a') })]);
    assert_eq!(world.pairing('b'), Pairing::default());
    assert_eq!(world.try_step(Input::TakeBack(account('a'))), Err(ErrorBody::NoSuchInvite));
    world.step(invite(2, 'a', Some('b')));
    world.step(invite(3, 'a', Some('c')));
    assert_eq!(
        world.news,
        [('b', PairNews::TakenBack { by: by('a') }), ('c', PairNews::Invited { by: by('a') })]
    );
    assert_eq!(world.try_step(answer('b', 2, Consent::Given)), Err(ErrorBody::NoSuchInvite));
}

#[test]
fn an_invitation_times_out_for_both() {
    let mut world = World::new();
    world.step(invite(1, 'a', Some('b')));
    world.later(60_000);
    assert_eq!(world.news, [('a', PairNews::TimedOut), ('b', PairNews::TimedOut)]);
    assert_eq!((world.pairing('a'), world.pairing('b')), (Pairing::default(), Pairing::default()));
    assert_eq!(world.try_step(answer('b', 1, Consent::Given)), Err(ErrorBody::NoSuchInvite));
    assert_eq!(world.hall.deadline(), None);
}

#[test]
fn a_link_is_for_the_first_who_accepts_it() {
    let mut world = World::new();
    world.step(invite(1, 'a', None));
    let id = InviteId(Uuid::from_u128(1));
    assert_eq!(world.hall.link(id).expect("it is open").from, player('a'));
    assert_eq!(world.try_step(answer('a', 1, Consent::Given)), Err(ErrorBody::Oneself));
    // Who declines leaves it to others.
    world.step(answer('c', 1, Consent::Refused));
    world.now = world.now + 9 * 60_000;
    world.step(answer('b', 1, Consent::Given));
    assert_eq!(world.pairing('b').partner, Some(player('a')));
    assert_eq!(world.try_step(answer('c', 1, Consent::Given)), Err(ErrorBody::NoSuchInvite));
    assert_eq!(world.hall.link(id), None);
    world.step(invite(2, 'c', Some('d')));
    assert_eq!(world.hall.link(InviteId(Uuid::from_u128(2))), None, "it is by name");
}

#[test]
fn each_refusal_of_an_invitation() {
    let mut world = World::new();
    assert_eq!(world.try_step(invite(1, 'a', Some('a'))), Err(ErrorBody::Oneself));
    world.pair('a', 'b');
    assert_eq!(world.try_step(invite(2, 'a', Some('c'))), Err(ErrorBody::Paired));
    assert_eq!(world.try_step(invite(2, 'c', Some('b'))), Err(ErrorBody::PartnerTaken));
    // Of whoever has blocked one, one hears the same.
    for from in ['c', 'a', 'b'] {
        let [blocked, open] = [invite_who_has_blocked(2, from, 'b'), invite(2, from, Some('b'))];
        assert_eq!(world.try_step(blocked), world.try_step(open), "{from}");
    }
    world.step(invite(3, 'c', Some('d')));
    assert_eq!(world.try_step(answer('e', 3, Consent::Given)), Err(ErrorBody::NoSuchInvite), "not for them");
    world.step(invite(4, 'e', None));
    assert_eq!(world.try_step(answer('a', 4, Consent::Given)), Err(ErrorBody::Paired));
    assert_eq!(world.try_step(Input::Unpair(account('e'))), Err(ErrorBody::NotPaired));
}

#[test]
fn what_else_was_asked_ends_with_a_pair() {
    let mut world = World::new();
    world.step(invite(1, 'a', Some('b')));
    world.step(invite(2, 'c', Some('b')));
    world.step(invite(3, 'b', Some('d')));
    world.step(answer('b', 1, Consent::Given));
    assert!(world.news.contains(&('c', PairNews::Refused { by: by('b') })), "{:?}", world.news);
    assert!(world.news.contains(&('d', PairNews::TakenBack { by: by('b') })), "{:?}", world.news);
    assert_eq!((world.pairing('c'), world.pairing('d')), (Pairing::default(), Pairing::default()));
}

#[test]
fn a_pair_lines_up_as_one_and_for_four() {
    let mut world = World::new();
    assert_eq!(world.line_up('a', 'b'), Err(ErrorBody::NotPaired));
    world.pair('a', 'b');
    assert_eq!(world.alone(QueueMode::Four, 'a'), Err(ErrorBody::Paired));
    assert_eq!(world.alone(QueueMode::Two, 'b'), Err(ErrorBody::Paired));
    assert_eq!(world.line_up('a', 'c'), Err(ErrorBody::Paired));
    world.line_up('a', 'b').expect("they are a pair");
    assert_eq!((world.hall.waiting().four, world.hall.waiting().two), (2, 0));
    let waits = |(_, status): &(char, QueueStatus)| matches!(status, QueueStatus::Waiting { waiting: 2, .. });
    assert!(world.queue.len() == 2 && world.queue.iter().all(waits), "{:?}", world.queue);
    // The partner presses the button too.
    world.line_up('b', 'a').expect("they stand there already");
    assert_eq!(world.hall.waiting().four, 2);
}

#[test]
fn whoever_leaves_the_line_or_the_pair_takes_the_partner_along() {
    let gone = |who, why| (who, QueueStatus::Gone { why });
    let mut world = World::new();
    world.pair('a', 'b');
    world.line_up('a', 'b').expect("a pair");
    world.step(Input::Leave(account('b')));
    assert_eq!(world.queue, [gone('a', LeftLine::Partner), gone('b', LeftLine::Wished)]);
    world.line_up('a', 'b').expect("they are a pair still");
    world.step(Input::Unpair(account('a')));
    assert_eq!(world.queue, [gone('a', LeftLine::Wished), gone('b', LeftLine::Partner)]);
    assert_eq!(world.news, [('b', PairNews::Left { by: by('a') })]);
    assert_eq!((world.hall.waiting().four, world.hall.partner(account('b'))), (0, None));
    world.alone(QueueMode::Four, 'b').expect("free");
}

#[test]
fn a_lost_connection_costs_the_place_after_ten_seconds_and_the_pair_after_a_minute() {
    let mut world = World::new();
    world.pair('a', 'b');
    world.line_up('a', 'b').expect("a pair");
    world.step(Input::Lost(account('b')));
    world.later(10_000);
    let expected = [('a', LeftLine::Partner), ('b', LeftLine::Lost)];
    assert_eq!(world.queue, expected.map(|(who, why)| (who, QueueStatus::Gone { why })));
    assert_eq!(world.hall.partner(account('a')), Some(account('b')), "there is time to come back");
    world.later(50_000);
    assert_eq!(world.news, [('a', PairNews::Lost { by: by('b') })]);
    assert_eq!(world.pairing('a'), Pairing::default());

    world.pair('a', 'b');
    world.step(Input::Lost(account('b')));
    world.later(59_000);
    world.step(Input::Back(account('b')));
    assert_eq!(world.pairing('b').partner, Some(player('a')), "and is told so");
    world.later(60_000);
    assert_eq!(world.hall.partner(account('a')), Some(account('b')));
}

#[test]
fn a_pair_gives_up_the_places_that_the_two_had_alone() {
    let mut world = World::new();
    world.alone(QueueMode::Four, 'a').expect("free");
    world.alone(QueueMode::Two, 'b').expect("free");
    world.pair('a', 'b');
    assert_eq!((world.hall.waiting().four, world.hall.waiting().two), (0, 0));
    assert!(world.queue.iter().all(|(_, status)| *status == QueueStatus::Gone { why: LeftLine::Wished }));
}

#[test]
fn one_stands_in_one_line() {
    let mut world = World::new();
    world.alone(QueueMode::Four, 'a').expect("free");
    world.alone(QueueMode::Two, 'a').expect("free");
    assert_eq!((world.hall.waiting().four, world.hall.waiting().two), (0, 1));
    let waits = |(_, status): &(char, QueueStatus)| {
        matches!(status, QueueStatus::Waiting { mode: QueueMode::Two, .. })
    };
    assert!(world.queue.iter().all(waits), "nothing but the new place: {:?}", world.queue);
    world.alone(QueueMode::Two, 'b').expect("free");
    assert_eq!(world.tables, [QueueMode::Two]);
}

#[test]
fn who_has_nothing_to_do_with_partners_hears_nothing_of_them() {
    let mut world = World::new();
    world.step(Input::Back(account('a')));
    assert!(world.pairings.is_empty());
    world.step(Input::Lost(account('a')));
    assert_eq!(world.hall.deadline(), None);
}

fn shun(by: char, whom: char) -> Input {
    Input::Shun { account: account(by), whom: account(whom) }
}

#[test]
fn who_is_blocked_can_not_tell_an_invitation_from_one_that_is_not_answered() {
    for ends in ["in time", "taken back", "by the next", "with a pair"] {
        let mut seen = Vec::new();
        for first in [invite(1, 'a', Some('b')), invite_who_has_blocked(1, 'a', 'b')] {
            let has_blocked = matches!(&first, Input::Invite { to: Some(asked), .. } if asked.has_blocked);
            let mut world = World::new();
            let mut of_a = Vec::new();
            let mut steps = |world: &mut World, input| {
                world.step(input);
                let news = world.news.iter().filter(|(who, _)| *who == 'a').cloned();
                of_a.push((news.collect::<Vec<_>>(), world.pairing('a'), world.hall.deadline()));
                let of_b =
                    world.news.iter().any(|(who, _)| *who == 'b') || !world.pairing('b').received.is_empty();
                of_b && world.hall.partner(account('b')).is_none()
            };
            let mut heard = steps(&mut world, first);
            heard |= match ends {
                "in time" => {
                    world.now = world.now + 60_000;
                    steps(&mut world, Input::Tick)
                }
                "taken back" => steps(&mut world, Input::TakeBack(account('a'))),
                "by the next" => steps(&mut world, invite(2, 'a', Some('c'))),
                _ => {
                    steps(&mut world, invite(2, 'c', None));
                    steps(&mut world, answer('b', 2, Consent::Given))
                }
            };
            assert_eq!(heard, !has_blocked, "{ends}");
            seen.push(of_a);
        }
        assert_eq!(seen[0], seen[1], "{ends}");
    }
    let mut world = World::new();
    world.step(invite_who_has_blocked(1, 'a', 'b'));
    for consent in [Consent::Given, Consent::Refused] {
        assert_eq!(world.try_step(answer('b', 1, consent)), Err(ErrorBody::NoSuchInvite));
    }
}

#[test]
fn a_block_ends_the_invitations_between_the_two() {
    let mut world = World::new();
    world.step(invite(1, 'b', Some('a')));
    world.step(invite(2, 'a', Some('b')));
    world.step(shun('b', 'a'));
    assert_eq!(world.news, [('a', PairNews::TakenBack { by: by('b') })]);
    assert_eq!((world.pairing('b'), world.pairing('a').received), (Pairing::default(), Vec::new()));
    assert!(world.pairing('a').sent.is_some(), "as before, for all that one hears");
    for (who, id) in [('a', 1), ('b', 2)] {
        assert_eq!(world.try_step(answer(who, id, Consent::Given)), Err(ErrorBody::NoSuchInvite));
    }
    world.later(60_000);
    assert_eq!(world.news, [('a', PairNews::TimedOut)]);

    // Others, and links, are not concerned.
    world.step(invite(3, 'b', Some('c')));
    world.step(invite(4, 'a', None));
    world.step(shun('b', 'a'));
    assert!(world.pairing('b').sent.is_some() && world.pairing('a').sent.is_some());
}
