//! A random game and twins of it: in each the armies of some seats are covered differently. The same actions are legal in all of
//! them and have the same outcome for everybody.

use rules::{
    Action, BySeat, Deployment, Fight, FlagShown, Game, GameResult, Happened, Layout, MoveList, Out, Players,
    RuleSet, STEPS_BEFORE_SURRENDER, Seat, SeenPiece, Shuffle, Shuffled, Sight, Viewer,
};

use crate::common::play::{Dice, LAYOUT};

/// Games that end earlier by chance are drawn again.
const SHORTEST: usize = 8;

/// Every player's layout.
pub(crate) type Layouts = BySeat<Option<Layout>>;

/// What is covered in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// The layouts with which it begins.
    Layouts(Layouts),
    /// 明棋 hides nothing but what is handed in first and taken back. It begins with others, the same in all twins.
    Drafts { drafts: Layouts, layouts: Layouts },
    /// 翻棋: what lies face down.
    Shuffle(Shuffle),
}

/// A game that those can't tell from another whose own armies are the same in both.
#[derive(Debug)]
pub(crate) struct Twin {
    pub(crate) cover: Cover,
    /// The seats whose armies differ.
    differing: &'static [Seat],
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) rules: RuleSet,
    pub(crate) game: Cover,
    pub(crate) twins: Vec<Twin>,
    /// All that is done before the game ends.
    pub(crate) actions: Vec<Action>,
    /// What ends it.
    pub(crate) closing: Action,
}

impl Cover {
    /// One with which a game can begin.
    pub(crate) fn draw(rules: &RuleSet, dice: &mut Dice) -> Cover {
        let mut layouts = || {
            let seats = rules.players.seats();
            BySeat::new_with(|seat| seats.contains(&seat).then(|| random_layout(rules, dice)))
        };
        match rules.sight {
            Sight::Dark | Sight::Partners => Cover::Layouts(layouts()),
            Sight::Open => Cover::Drafts { drafts: layouts(), layouts: layouts() },
        }
    }

    fn deployment(&self) -> Deployment {
        match self {
            Cover::Layouts(layouts) | Cover::Drafts { layouts, .. } => Deployment::Arranged(*layouts),
            Cover::Shuffle(shuffle) => Deployment::Shuffled(shuffle.clone()),
        }
    }

    /// The layouts of which others know nothing.
    fn hidden(&self) -> Vec<(u8, u8, rules::Piece)> {
        match self {
            Cover::Layouts(layouts) | Cover::Drafts { drafts: layouts, .. } => layouts
                .iter()
                .filter_map(|(_, layout)| *layout)
                .flat_map(|it| it.pieces().collect::<Vec<_>>())
                .collect(),
            Cover::Shuffle(shuffle) => shuffle
                .pieces()
                .iter()
                .map(|Shuffled(_, army, piece)| (u8::from(*army == Seat::Blue), 0, *piece))
                .collect(),
        }
    }

    /// With two pieces changed: of one of these armies, or of those that lie face down.
    fn with_two_changed(&self, rules: &RuleSet, armies: &[Seat], dice: &mut Dice) -> Option<Cover> {
        let mut changed = self.clone();
        match &mut changed {
            Cover::Layouts(layouts) | Cover::Drafts { drafts: layouts, .. } => {
                let layout = layouts.get_mut(armies[dice.below(armies.len())]).as_mut().expect("it plays");
                *layout = with_two_changed(layout, rules, dice)?;
            }
            Cover::Shuffle(shuffle) => {
                let mut pieces = shuffle.pieces().to_vec();
                let (one, other) = (dice.below(pieces.len()), dice.below(pieces.len()));
                let (Shuffled(here, ..), Shuffled(there, ..)) = (pieces[one], pieces[other]);
                (pieces[one].0, pieces[other].0) = (there, here);
                *shuffle = Shuffle::new(pieces).expect("the same pieces on the same points");
            }
        }
        Some(changed)
    }
}

impl Family {
    /// A game that begins so; `None` if it comes to little.
    pub(crate) fn draw(
        rules: &RuleSet,
        cover: Cover,
        (least, most): (usize, usize),
        dice: &mut Dice,
    ) -> Option<Family> {
        let (actions, closing) = play(begin(rules, &cover), least + dice.below(most - least), dice);
        let all: Vec<Action> = actions.iter().copied().chain([closing]).collect();
        let twins: Vec<Twin> = differing(rules)
            .iter()
            .map(|&differing| Twin { cover: twin(rules, &cover, &all, differing, dice), differing })
            .collect();
        let differ = twins.iter().all(|twin| twin.cover != cover);
        let family = Family { rules: *rules, game: cover, twins, actions, closing };
        (differ && family.actions.len() >= SHORTEST).then_some(family)
    }

    /// In how many places the twins differ from the game.
    pub(crate) fn hidden_pieces(&self) -> usize {
        let base = self.game.hidden();
        let differ = |twin: &Twin| {
            let hidden = twin.cover.hidden();
            base.iter().zip(hidden).filter(|(one, other)| **one != *other).count()
        };
        self.twins.iter().map(differ).sum()
    }

    /// The game and its twins as they stand before that action.
    pub(crate) fn at(&self, index: usize) -> Vec<Game> {
        let covers = [&self.game].into_iter().chain(self.twins.iter().map(|twin| &twin.cover));
        let played = covers.map(|cover| {
            let mut game = begin(&self.rules, cover);
            for action in &self.actions[..index] {
                game.apply(*action).expect("legal in all of them");
            }
            game
        });
        played.collect()
    }
}

impl Twin {
    /// Whether the viewer can't tell it from the game. What lies face down is known to nobody.
    pub(crate) fn is_hidden_from(&self, viewer: Viewer) -> bool {
        match (&self.cover, viewer) {
            (Cover::Shuffle(_), _) | (_, Viewer::Public) => true,
            (Cover::Layouts(_) | Cover::Drafts { .. }, Viewer::Seat(seat)) => !self.differing.contains(&seat),
        }
    }
}

/// The armies that differ in each twin: one, so that all other players are blind to it; of partners who see each other's, both.
fn differing(rules: &RuleSet) -> &'static [&'static [Seat]] {
    match (rules.players, rules.sight) {
        (Players::Two, _) => &[&[Seat::Red], &[Seat::Blue]],
        (Players::Four, Sight::Partners) => &[&[Seat::Red, Seat::Blue], &[Seat::Purple, Seat::Green]],
        (Players::Four, Sight::Dark | Sight::Open) => {
            &[&[Seat::Red], &[Seat::Purple], &[Seat::Blue], &[Seat::Green]]
        }
    }
}

fn begin(rules: &RuleSet, cover: &Cover) -> Game {
    Game::new(*rules, Seat::Red, cover.deployment()).expect("legal layouts")
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
fn play(mut game: Game, length: usize, dice: &mut Dice) -> (Vec<Action>, Action) {
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
    let is_attack =
        |chosen: &rules::LegalMove| !chosen.is_flip() && occupied.iter().any(|piece| piece.at == chosen.to());
    let chosen = (0..3).map(|_| pick()).find(is_attack);
    chosen.unwrap_or_else(pick).action()
}

/// Changes two pieces at a time, as long as nobody could notice by the outcomes.
fn twin(rules: &RuleSet, cover: &Cover, actions: &[Action], armies: &[Seat], dice: &mut Dice) -> Cover {
    let outcomes = |cover: &Cover| {
        let mut game = begin(rules, cover);
        actions.iter().map(|action| outcome(&mut game, *action)).collect::<Option<Vec<Outcome>>>()
    };
    let expected = outcomes(cover).expect("legal");
    let is_alike = |cover: &Cover| {
        let mut game = begin(rules, cover);
        actions
            .iter()
            .zip(&expected)
            .all(|(action, expected)| outcome(&mut game, *action).as_ref() == Some(expected))
    };
    let mut twin = cover.clone();
    for _ in 0..40 * armies.len() {
        let changed = twin.with_two_changed(rules, armies, dice);
        if let Some(candidate) = changed.filter(|changed| *changed != twin && is_alike(changed)) {
            twin = candidate;
        }
    }
    twin
}

/// What the rules tell everybody of an action. Nothing else that the server tells is looked at here, or a leak in it would hide
/// itself.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// Who is left standing, and what a scout shows.
    fight: Option<(Option<Fight>, Option<SeenPiece>)>,
    /// What is turned over.
    flipped: Option<SeenPiece>,
    flags: Vec<FlagShown>,
    out: Vec<Out>,
    result: Option<GameResult>,
}

fn outcome(game: &mut Game, action: Action) -> Option<Outcome> {
    let event = game.apply(action).ok()?.event(Viewer::Public);
    let (fight, flipped) = match event.action {
        Happened::Move { fight, scout, .. } => (Some((fight, scout)), None),
        Happened::Flip { piece, .. } => (None, Some(piece)),
        Happened::Timeout { .. }
        | Happened::Surrender { .. }
        | Happened::Flee { .. }
        | Happened::Draw
        | Happened::Abort => (None, None),
    };
    Some(Outcome { fight, flipped, flags: event.flags, out: event.out, result: event.result })
}
