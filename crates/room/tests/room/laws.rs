//! Laws that hold whatever is sent and whenever.

use proptest::{prelude::*, sample::select};
use protocol::{
    Channel, GameId, Phase, Phrase, Privacy, RoomKind, RoomOptions, RoomSnapshot, ServerFrame, Spectating,
    Words,
};
use room::{Input, Lock, RoomCommand};
use rules::{Action, BySeat, Deployment, Game, Layout, Players, Point, Seat, Sight, Viewer};
use uuid::Uuid;

use crate::{
    client::Client,
    world::{LAYOUT, OTHER, World, number_of, options},
};

/// Something somebody does. Accounts 1 to 4 play where seats are drawn; 5 and 6 are strangers.
#[derive(Clone, Debug)]
enum Deed {
    Wait(i64),
    /// Whoever is on turn makes a legal move.
    Step(usize),
    /// Whoever is on turn asks for any move.
    Try(Point, Point),
    /// With what the client has already, or as if it had nothing.
    Join(u32, Back),
    DropLink(u32),
    /// Leaves the room by wish.
    Part(u32),
    Command(u32, RoomCommand),
    Suspend,
    Resume,
}

/// What a client says it has.
#[derive(Clone, Copy, Debug)]
enum Back {
    Nothing,
    Last,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let number = 1..=6u32;
    let deed = prop_oneof![
        12 => any::<usize>().prop_map(Deed::Step),
        4 => (points(), points()).prop_map(|(from, to)| Deed::Try(from, to)),
        3 => (0..45_000i64).prop_map(Deed::Wait),
        3 => (number.clone(), select(vec![Back::Nothing, Back::Last]))
            .prop_map(|(number, back)| Deed::Join(number, back)),
        1 => number.clone().prop_map(Deed::DropLink),
        1 => number.clone().prop_map(Deed::Part),
        8 => (number, commands()).prop_map(|(number, command)| Deed::Command(number, command)),
        1 => Just(Deed::Suspend),
        2 => Just(Deed::Resume),
    ];
    prop::collection::vec(deed, 1..120)
}

fn points() -> impl Strategy<Value = Point> {
    (0..Point::COUNT).prop_map(|index| Point::from_index(index).expect("a point"))
}

/// Commands with the game to be filled in: the right one is named by the nil id.
fn commands() -> impl Strategy<Value = RoomCommand> {
    let game = || prop_oneof![9 => Just(GameId(Uuid::nil())), 1 => Just(GameId(Uuid::max()))];
    let seat = prop::sample::select(Seat::ALL.to_vec());
    let layout = prop::sample::select(vec![LAYOUT, OTHER, "", "07 / 07"]);
    let channel = prop::sample::select(vec![Channel::Table, Channel::Partner, Channel::Spectators]);
    let words = prop_oneof![
        Just(Words::Phrase(Phrase::HelpMe)),
        Just(Words::Text("好棋".into())),
        Just(Words::Text("\u{202e}".into()))
    ];
    prop_oneof![
        4 => seat.clone().prop_map(|seat| RoomCommand::Sit { seat }),
        1 => Just(RoomCommand::Stand),
        5 => prop::bool::weighted(0.9).prop_map(|accept| RoomCommand::Again { accept }),
        2 => house_commands(),
        1 => seat.prop_map(|seat| RoomCommand::Swap { seat }),
        2 => any::<bool>().prop_map(|accept| RoomCommand::AnswerSwap { accept }),
        8 => (game(), layout).prop_map(|(game, layout)| RoomCommand::Ready { game, layout: layout.into() }),
        1 => game().prop_map(|game| RoomCommand::Unready { game }),
        2 => (game(), 0..9u32, points(), points())
            .prop_map(|(game, after, from, to)| RoomCommand::Move { game, after, from, to }),
        1 => (game(), 0..9u32, points()).prop_map(|(game, after, at)| RoomCommand::Flip { game, after, at }),
        2 => game().prop_map(|game| RoomCommand::OfferDraw { game }),
        3 => (game(), any::<bool>()).prop_map(|(game, accept)| RoomCommand::AnswerDraw { game, accept }),
        1 => game().prop_map(|game| RoomCommand::Surrender { game }),
        1 => prop::option::weighted(0.2, game())
            .prop_map(|game| game.map_or(RoomCommand::Stand, |game| RoomCommand::Flee { game })),
        2 => (channel, words).prop_map(|(channel, words)| RoomCommand::Say { channel, words }),
        2 => (game(), points(), prop::option::of(points()))
            .prop_map(|(game, at, to)| RoomCommand::Point { game, at, to }),
    ]
}

/// What only the host may do.
fn house_commands() -> impl Strategy<Value = RoomCommand> {
    let seat = select(Seat::ALL.to_vec());
    let spectating = select(vec![Spectating::Open, Spectating::Closed]);
    let privacy = select(vec![Privacy::Public, Privacy::Password, Privacy::Link]);
    let lock = prop::option::of(Just(Lock("a hash".to_owned())));
    let players = select(vec![Players::Four, Players::Four, Players::Two]);
    let configure =
        (spectating.clone(), privacy, lock, players).prop_map(|(spectating, privacy, lock, players)| {
            let mut options = RoomOptions { spectating, privacy, ..options() };
            options.rules.players = players;
            RoomCommand::Configure { options: Box::new(options), lock }
        });
    prop_oneof![
        1 => configure,
        2 => spectating.prop_map(|spectating| RoomCommand::SetSpectating { spectating }),
        2 => seat.clone().prop_map(|seat| RoomCommand::PassHost { seat }),
        2 => seat.prop_map(|seat| RoomCommand::Remove { seat }),
    ]
}

fn with_game(command: RoomCommand, now: Option<GameId>) -> RoomCommand {
    let fill = |game: GameId| if game.0.is_nil() { now.unwrap_or(game) } else { game };
    match command {
        RoomCommand::Ready { game, layout } => RoomCommand::Ready { game: fill(game), layout },
        RoomCommand::Unready { game } => RoomCommand::Unready { game: fill(game) },
        RoomCommand::Move { game, after, from, to } => {
            RoomCommand::Move { game: fill(game), after, from, to }
        }
        RoomCommand::Flip { game, after, at } => RoomCommand::Flip { game: fill(game), after, at },
        RoomCommand::OfferDraw { game } => RoomCommand::OfferDraw { game: fill(game) },
        RoomCommand::AnswerDraw { game, accept } => RoomCommand::AnswerDraw { game: fill(game), accept },
        RoomCommand::Surrender { game } => RoomCommand::Surrender { game: fill(game) },
        RoomCommand::Flee { game } => RoomCommand::Flee { game: fill(game) },
        RoomCommand::Point { game, at, to } => RoomCommand::Point { game: fill(game), at, to },
        other @ (RoomCommand::Sit { .. }
        | RoomCommand::Stand
        | RoomCommand::Again { .. }
        | RoomCommand::Configure { .. }
        | RoomCommand::SetSpectating { .. }
        | RoomCommand::PassHost { .. }
        | RoomCommand::Remove { .. }
        | RoomCommand::Swap { .. }
        | RoomCommand::AnswerSwap { .. }
        | RoomCommand::Say { .. }) => other,
    }
}

/// What a room is like before anything happens.
#[derive(Clone, Debug)]
struct Before {
    kind: RoomKind,
    ranked: bool,
    sight: Sight,
    spectating: Spectating,
    begun: bool,
}

fn befores() -> impl Strategy<Value = Before> {
    let kind = select(vec![
        (RoomKind::Match, true),
        (RoomKind::Custom, true),
        (RoomKind::Custom, false),
        (RoomKind::Custom, false),
        (RoomKind::Practice, false),
    ]);
    let sight = select(vec![Sight::Dark, Sight::Partners, Sight::Open]);
    let spectating = select(vec![Spectating::Open, Spectating::Closed]);
    (kind, sight, spectating, any::<bool>()).prop_map(|((kind, ranked), sight, spectating, begun)| Before {
        kind,
        ranked,
        sight,
        spectating,
        begun,
    })
}

impl Before {
    fn world(&self) -> World {
        let mut options = options();
        options.rules.sight = self.sight;
        options.spectating = self.spectating;
        let mut world = match self.kind {
            RoomKind::Match => World::drawn(RoomKind::Match, true, options),
            RoomKind::Practice => World::drawn(RoomKind::Practice, false, options),
            RoomKind::Custom => World::full(self.ranked, options),
        };
        if self.begun {
            world.all_ready();
        }
        world
    }
}

fn carry_out(world: &mut World, deed: Deed) {
    match deed {
        Deed::Wait(ms) => world.wait(ms),
        Deed::Step(choice) => {
            if let Some((number, from, to)) = world.legal_move(choice) {
                let (game, after) = (world.game(), world.no());
                world.command(number, RoomCommand::Move { game, after, from, to });
            }
        }
        Deed::Try(from, to) => {
            if let Some(turn) = world.turn() {
                let (game, after) = (world.game(), world.no());
                world.command(number_of(turn), RoomCommand::Move { game, after, from, to });
            }
        }
        Deed::Join(number, back) => {
            let have = match back {
                Back::Nothing => None,
                Back::Last => world.clients.get(&number).and_then(Client::progress),
            };
            world.join_with(number, have);
        }
        Deed::DropLink(number) => world.drop_link(number),
        Deed::Part(number) => world.part(number),
        Deed::Command(number, command) => {
            let command = with_game(command, world.room.game());
            world.command(number, command);
        }
        Deed::Suspend => world.input(None, Input::Suspend),
        Deed::Resume => world.input(None, Input::Resume),
    }
}

/// What a restart does not keep: who is connected, talk, an open offer or wish; and the clocks, which other tests look at.
fn kept(mut snapshot: RoomSnapshot) -> RoomSnapshot {
    snapshot.talk.clear();
    snapshot.watchers = 0;
    snapshot.swap = None;
    for seat in Seat::ALL {
        if let Some(occupant) = snapshot.seats.get_mut(seat) {
            occupant.link = protocol::Link::Up;
        }
    }
    match &mut snapshot.phase {
        Phase::Playing { clock, offer, .. } => (*clock, *offer) = (None, None),
        Phase::Arranging { deadline, .. } => *deadline = snapshot.now,
        Phase::Gathering | Phase::Ended { .. } => {}
    }
    snapshot
}

fn check_restored(world: &World) {
    let is_saved = world.room.game().is_some() && !matches!(world.phase(), Phase::Ended { .. });
    if !is_saved {
        return;
    }
    let restored = world.restored(&[]);
    let viewers = Seat::ALL.into_iter().map(Viewer::Seat).chain([Viewer::Public]);
    for viewer in viewers {
        let before = world.room.snapshot(viewer, world.now);
        assert_eq!(kept(restored.snapshot(viewer, world.now)), kept(before), "{viewer:?}");
    }
}

/// A second layout that differs from the first in two hidden pieces.
fn altered(layout: &str, first: usize, second: usize) -> Option<String> {
    let mut words: Vec<&str> = layout.split(' ').collect();
    let places: Vec<usize> = (0..words.len()).filter(|&at| words[at] != "--" && words[at] != "/").collect();
    let (first, second) = (places[first % places.len()], places[second % places.len()]);
    if words[first] == words[second] {
        return None;
    }
    words.swap(first, second);
    let text = words.join(" ");
    text.parse::<Layout>().is_ok().then_some(text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Folding what one receives is a fresh snapshot, for everybody, at each step; each command has one answer; the room
    /// rebuilt from what was saved is the same room.
    #[test]
    fn folding_and_restoring_agree_with_the_room(before in befores(), deeds in deeds()) {
        let mut world = before.world();
        for deed in deeds {
            carry_out(&mut world, deed);
            world.check_clients();
            check_restored(&world);
        }
    }

    /// Two rooms that differ only in what a viewer may not know, with the same public course: every frame that viewer
    /// gets is the same in both.
    #[test]
    fn frames_do_not_depend_on_what_is_hidden(
        sight in select(vec![Sight::Dark, Sight::Partners]),
        whose in select(Seat::ALL.to_vec()),
        swaps in prop::collection::vec((0..25usize, 0..25usize), 1..6),
        deeds in deeds(),
    ) {
        let mut pair = Pair::new(sight, whose, &swaps);
        for deed in deeds {
            if !pair.carry_out(&deed) {
                break;
            }
            pair.compare();
        }
    }
}

/// Two rooms of which only one player's layout differs.
struct Pair {
    worlds: [World; 2],
    games: [Game; 2],
    /// How many actions of the journals the games have seen.
    applied: usize,
    /// Who may know nothing of the difference.
    blind: Vec<u32>,
    whose: Seat,
}

impl Pair {
    fn new(sight: Sight, whose: Seat, swaps: &[(usize, usize)]) -> Pair {
        let layouts = BySeat::new_with(|_| LAYOUT.to_owned());
        let mut others = layouts.clone();
        for &(first, second) in swaps {
            if let Some(text) = altered(others.get(whose), first, second) {
                *others.get_mut(whose) = text;
            }
        }
        let before =
            Before { kind: RoomKind::Match, ranked: true, sight, spectating: Spectating::Open, begun: false };
        let worlds = [&layouts, &others].map(|layouts| {
            let mut world = before.world();
            world.join(5);
            for seat in Seat::ALL {
                let game = world.game();
                world.ok(
                    number_of(seat),
                    RoomCommand::Ready { game, layout: layouts.get(seat).clone().into() },
                );
            }
            world
        });
        let games = [&layouts, &others].map(|layouts| {
            let mut rules = options().rules;
            rules.sight = sight;
            let layouts = layouts.as_ref().map(|_, text| Some(text.parse().expect("a layout")));
            Game::new(rules, Seat::Red, Deployment::Arranged(layouts)).expect("a game")
        });
        let knows = |seat: Seat| seat == whose || (sight == Sight::Partners && seat.side() == whose.side());
        let blind = Seat::ALL.into_iter().filter(|&seat| !knows(seat)).map(number_of).chain([5, 6]).collect();
        Pair { worlds, games, applied: 0, blind, whose }
    }

    /// Does the same in both rooms; `false` when they differ then in what all may see, or the game has ended.
    fn carry_out(&mut self, deed: &Deed) -> bool {
        match deed {
            Deed::Step(choice) => {
                let Some((number, from, to)) = self.worlds[0].legal_move(*choice) else { return true };
                let action = Action::Move { from, to };
                let seen =
                    self.games.clone().map(|mut game| Some(game.apply(action).ok()?.event(Viewer::Public)));
                if seen[0] != seen[1] {
                    return true;
                }
                for world in &mut self.worlds {
                    let (game, after) = (world.game(), world.no());
                    world.command(number, RoomCommand::Move { game, after, from, to });
                }
            }
            // What somebody asks for with the own pieces in mind may depend on them.
            Deed::Command(number, _) if *number == number_of(self.whose) => return true,
            Deed::Try(..) if self.worlds[0].turn() == Some(self.whose) => return true,
            Deed::Try(..)
            | Deed::Wait(_)
            | Deed::Join(..)
            | Deed::DropLink(_)
            | Deed::Part(_)
            | Deed::Command(..)
            | Deed::Suspend
            | Deed::Resume => {
                for world in &mut self.worlds {
                    carry_out(world, deed.clone());
                }
            }
        }
        for (game, world) in self.games.iter_mut().zip(&self.worlds) {
            for entry in &world.saved.journal[self.applied..] {
                game.apply(entry.action).expect("the room accepted it");
            }
        }
        self.applied = self.worlds[0].saved.journal.len();
        let [one, other] = self.games.each_ref().map(|game| game.view(Viewer::Public));
        one == other && one.result.is_none() && self.applied == self.worlds[1].saved.journal.len()
    }

    /// What the blind have received since the last time is equal, to the byte.
    fn compare(&mut self) {
        for number in &self.blind {
            let [one, other] = self.worlds.each_mut().map(|world| {
                let frames = world.clients.get_mut(number).map(|client| std::mem::take(&mut client.frames));
                frames.iter().flatten().map(|frame: &ServerFrame| to_text(frame)).collect::<Vec<_>>()
            });
            assert_eq!(one, other, "client {number}");
        }
        let [one, other] =
            self.worlds.each_ref().map(|world| (world.room.public_view(), world.room.summary()));
        assert_eq!(one, other);
    }
}

fn to_text(frame: &ServerFrame) -> String {
    serde_json::to_string(frame).expect("frames are JSON")
}
