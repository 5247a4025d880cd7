//! A random game and two twins of it: in one the armies of some seats are set up differently, in the other those of the others.
//! The same actions are legal in all three and have the same outcome for everybody.

use rules::{
    Action, BySeat, Deployment, Game, Happened, Layout, MoveList, Players, RuleSet, STEPS_BEFORE_SURRENDER,
    Seat, Sight, Viewer,
};

use crate::common::play::{Dice, LAYOUT};

/// Games that end earlier by chance are drawn again.
const SHORTEST: usize = 8;

/// The layouts that a game begins with.
pub(crate) type Layouts = BySeat<Option<Layout>>;

/// See the module.
#[derive(Debug)]
pub(crate) struct Trio {
    pub(crate) rules: RuleSet,
    /// The game, then its twins.
    pub(crate) games: [Layouts; 3],
    /// The seats whose armies differ in the first twin; in the second those of all others do.
    differing: Vec<Seat>,
    /// All that is done before the game ends.
    pub(crate) actions: Vec<Action>,
    /// What ends it.
    pub(crate) closing: Action,
}

impl Trio {
    pub(crate) fn new(rules: &RuleSet, length: (usize, usize), seed: u64, number: usize) -> Trio {
        let mut dice = Dice::new(seed ^ (u64::try_from(number).expect("small") << 20));
        loop {
            let trio = Trio::draw(rules, length, number, &mut dice);
            let differ = trio.games[1] != trio.games[0] && trio.games[2] != trio.games[0];
            if differ && trio.actions.len() >= SHORTEST {
                return trio;
            }
        }
    }

    fn draw(rules: &RuleSet, (least, most): (usize, usize), number: usize, dice: &mut Dice) -> Trio {
        let seats = rules.players.seats();
        let layouts = BySeat::new_with(|seat| seats.contains(&seat).then(|| random_layout(rules, dice)));
        let (actions, closing) = play(rules, &layouts, least + dice.below(most - least), dice);
        let differing = differing(rules, number);
        let others: Vec<Seat> = seats.iter().copied().filter(|seat| !differing.contains(seat)).collect();
        let all: Vec<Action> = actions.iter().copied().chain([closing]).collect();
        let twin = |armies: &[Seat], dice: &mut Dice| twin(rules, &layouts, &all, armies, dice);
        let games = [layouts, twin(&differing, dice), twin(&others, dice)];
        Trio { rules: *rules, games, differing, actions, closing }
    }

    /// Whether the viewer can't tell the game from that twin.
    pub(crate) fn is_blind(&self, viewer: Viewer, twin: usize) -> bool {
        match viewer {
            Viewer::Public => true,
            Viewer::Seat(seat) => self.differing.contains(&seat) == (twin == 2),
        }
    }

    /// In how many places the twins differ from the game.
    pub(crate) fn hidden_pieces(&self) -> usize {
        let pieces = |layouts: &Layouts| -> Vec<_> {
            layouts
                .iter()
                .filter_map(|(_, layout)| *layout)
                .flat_map(|it| it.pieces().collect::<Vec<_>>())
                .collect()
        };
        let base = pieces(&self.games[0]);
        let differ = |twin| base.iter().zip(pieces(twin)).filter(|(one, other)| *one != other).count();
        differ(&self.games[1]) + differ(&self.games[2])
    }

    /// The games as they stand before that action.
    pub(crate) fn at(&self, index: usize) -> [Game; 3] {
        self.games.map(|layouts| {
            let mut game = begin(&self.rules, &layouts);
            for action in &self.actions[..index] {
                game.apply(*action).expect("legal in all three");
            }
            game
        })
    }
}

/// Every way to part the armies in two comes up; partners who see each other's stay together.
fn differing(rules: &RuleSet, number: usize) -> Vec<Seat> {
    match (rules.players, rules.sight) {
        (Players::Two, _) => vec![Seat::Red],
        (Players::Four, Sight::Partners | Sight::Open) => vec![Seat::Red, Seat::Blue],
        (Players::Four, Sight::Dark) => {
            let with = |seat: Seat| seat == Seat::Red || ((number % 7) >> (seat.index() - 1)) & 1 == 1;
            Seat::ALL.into_iter().filter(|seat| with(*seat)).collect()
        }
    }
}

fn begin(rules: &RuleSet, layouts: &Layouts) -> Game {
    Game::new(*rules, Seat::Red, Deployment::Arranged(*layouts)).expect("legal layouts")
}

fn random_layout(rules: &RuleSet, dice: &mut Dice) -> Layout {
    let mut layout = LAYOUT.parse().expect("a layout");
    for _ in 0..200 {
        layout = with_two_changed(&layout, rules, dice).unwrap_or(layout);
    }
    layout
}

fn with_two_changed(layout: &Layout, rules: &RuleSet, dice: &mut Dice) -> Option<Layout> {
    let text = layout.to_string();
    let mut words: Vec<&str> = text.split(' ').collect();
    let (one, other) = (dice.below(words.len()), dice.below(words.len()));
    words.swap(one, other);
    Layout::parse(&words.join(" "), rules).ok()
}

/// Plays at random, until the next action would end the game or there are enough; then somebody leaves.
fn play(rules: &RuleSet, layouts: &Layouts, length: usize, dice: &mut Dice) -> (Vec<Action>, Action) {
    let mut game = begin(rules, layouts);
    let mut list = MoveList::new();
    let mut actions = Vec::new();
    while actions.len() < length {
        let action = random_action(&game, &mut list, dice);
        let mut next = game.clone();
        next.apply(action).expect("legal");
        if next.result().is_some() {
            return (actions, action);
        }
        actions.push(action);
        game = next;
    }
    let leaver = game.seats().iter().copied().find(|seat| game.is_in(*seat)).expect("somebody is in");
    (actions, Action::Flee(leaver))
}

/// Mostly moves, attacks rather than not; now and then a lost turn or a surrender.
fn random_action(game: &Game, list: &mut MoveList, dice: &mut Dice) -> Action {
    match dice.below(100) {
        0 | 1 => return Action::Timeout,
        2 | 3 if game.steps() >= STEPS_BEFORE_SURRENDER => {
            let seat = game.seats()[dice.below(game.seats().len())];
            if game.is_in(seat) {
                return Action::Surrender(seat);
            }
        }
        _ => {}
    }
    game.legal_moves(list);
    let occupied = game.view(Viewer::Public).pieces;
    let mut pick = || list.get(dice.below(list.len()));
    let is_attack = |chosen: &rules::LegalMove| occupied.iter().any(|piece| piece.at == chosen.to());
    let chosen = (0..3).map(|_| pick()).find(is_attack);
    chosen.unwrap_or_else(pick).action()
}

/// Changes two pieces of one of these armies at a time, as long as nobody could notice by the outcomes.
fn twin(rules: &RuleSet, layouts: &Layouts, actions: &[Action], armies: &[Seat], dice: &mut Dice) -> Layouts {
    let outcomes = |layouts: &Layouts| {
        let mut game = begin(rules, layouts);
        actions.iter().map(|action| outcome(&mut game, *action)).collect::<Option<Vec<String>>>()
    };
    let expected = outcomes(layouts).expect("legal");
    let mut twin = *layouts;
    for _ in 0..40 * armies.len() {
        let army = armies[dice.below(armies.len())];
        let layout = twin.get(army).expect("it plays");
        let Some(changed) = with_two_changed(&layout, rules, dice) else { continue };
        let mut candidate = twin;
        *candidate.get_mut(army) = Some(changed);
        if outcomes(&candidate).as_ref() == Some(&expected) {
            twin = candidate;
        }
    }
    twin
}

/// What the rules tell everybody of an action: who is left standing, who is out, whose flag is shown, what a scout shows. Nothing
/// else that the server tells is looked at here, or a leak in it would hide itself.
fn outcome(game: &mut Game, action: Action) -> Option<String> {
    let event = game.apply(action).ok()?.event(Viewer::Public);
    let fight = match event.action {
        Happened::Move { fight, scout, .. } => Some((fight, scout)),
        Happened::Flip { .. }
        | Happened::Timeout { .. }
        | Happened::Surrender { .. }
        | Happened::Flee { .. }
        | Happened::Draw
        | Happened::Abort => None,
    };
    Some(format!("{fight:?} {:?} {:?} {:?}", event.flags, event.out, event.result))
}
