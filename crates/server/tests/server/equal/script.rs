//! What is done at a table besides playing. It is drawn before, so that it is the same in a game and its twins.

use protocol::{Channel, Phrase, Words};
use rules::{Action, Point, Seat, Viewer};

use super::{games::Family, viewers};
use crate::common::play::Dice;

/// What a test is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scenario {
    /// Everybody stays; there is talk, and a draw is offered and refused.
    Live,
    /// Everybody goes once and comes back with the last number.
    Resume,
    /// Everybody comes in once more over a second connection, without any number.
    Join,
    /// All that can be asked is asked, and all that can be refused is refused.
    Ask,
}

/// Something that happens before an action.
#[derive(Clone, Debug)]
pub(crate) enum Aside {
    Say(Viewer, Channel, Words),
    /// One offers a draw, tries what is refused meanwhile, and another one refuses.
    Draw(Seat, Seat),
    Away(Viewer),
    Back(Viewer),
    Join(Viewer),
    /// Everybody tries everything that is refused, these moves among it.
    Probe(Vec<(Point, Point)>),
    /// Pages are looked at.
    Look,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Script<'a> {
    pub(crate) family: &'a Family,
    pub(crate) scenario: Scenario,
    /// What comes before each action, and how many milliseconds pass then.
    pub(crate) before: Vec<(Vec<Aside>, i64)>,
}

impl Scenario {
    /// Actions of a game: at least, and fewer than.
    pub(crate) fn length(self) -> (usize, usize) {
        match self {
            Scenario::Live => (30, 61),
            Scenario::Resume => (12, 31),
            Scenario::Join => (8, 21),
            Scenario::Ask => (14, 37),
        }
    }
}

impl<'a> Script<'a> {
    pub(crate) fn new(family: &'a Family, scenario: Scenario, seed: u64, number: usize) -> Script<'a> {
        let mut dice = Dice::new(!seed ^ (u64::try_from(number).expect("small") << 20));
        let length = family.actions.len();
        let before = (0..length).map(|_| (Vec::new(), 1 + i64::try_from(dice.below(100)).expect("small")));
        let mut script = Script { family, scenario, before: before.collect() };
        match scenario {
            Scenario::Live => {
                for _ in 0..4 {
                    script.say(&mut dice);
                }
                script.draw(&mut dice);
            }
            Scenario::Resume => script.go_and_return(&mut dice),
            Scenario::Join => {
                script.say(&mut dice);
                for viewer in script.viewers() {
                    script.add(dice.below(length), Aside::Join(viewer));
                }
            }
            Scenario::Ask => {
                script.draw(&mut dice);
                // Early, or late when somebody may be out.
                let early = dice.below(length / 2);
                let late = length - 1 - dice.below(length / 4);
                script.probe([early, late][number % 2], &mut dice);
                script.add(dice.below(length), Aside::Look);
            }
        }
        script
    }

    pub(crate) fn viewers(&self) -> Vec<Viewer> {
        viewers(self.family.rules.players.seats())
    }

    fn add(&mut self, index: usize, aside: Aside) {
        self.before[index].0.push(aside);
    }

    fn say(&mut self, dice: &mut Dice) {
        let seats = self.family.rules.players.seats();
        let seat = Viewer::Seat(seats[dice.below(seats.len())]);
        let (viewer, channel) = match dice.below(3) {
            0 => (Viewer::Public, Channel::Spectators),
            1 if seats.len() == 4 => (seat, Channel::Partner),
            _ => (seat, Channel::Table),
        };
        let words = match dice.below(2) {
            0 => Words::Phrase(Phrase::MindBombs),
            _ => Words::Text(format!("好棋 {}", dice.below(1000))),
        };
        self.add(dice.below(self.before.len()), Aside::Say(viewer, channel, words));
    }

    fn draw(&mut self, dice: &mut Dice) {
        let index = dice.below(self.before.len());
        let game = &self.family.at(index)[0];
        let inside: Vec<Seat> = game.seats().iter().copied().filter(|seat| game.is_in(*seat)).collect();
        let by = dice.below(inside.len());
        let refuses = (by + 1 + dice.below(inside.len() - 1)) % inside.len();
        self.add(index, Aside::Draw(inside[by], inside[refuses]));
    }

    /// One after the other; nobody is away who has to act.
    fn go_and_return(&mut self, dice: &mut Dice) {
        let viewers = self.viewers();
        let (last, share) = (self.before.len() - 1, self.before.len() / viewers.len());
        for (number, viewer) in viewers.into_iter().enumerate() {
            let acts = |index: usize| self.actor(index).map(Viewer::Seat) == Some(viewer);
            let away = number * share + dice.below(share);
            let away = if acts(away) && away < last { away + 1 } else { away };
            let wished = (away + 1 + dice.below(share)).min(last);
            let back = (away..wished).find(|&index| acts(index)).unwrap_or(wished);
            self.add(away, Aside::Away(viewer));
            self.add(back, Aside::Back(viewer));
        }
    }

    /// Whose command the action is.
    fn actor(&self, index: usize) -> Option<Seat> {
        let game = &self.family.at(index)[0];
        match self.family.actions[index] {
            Action::Surrender(seat) | Action::Flee(seat) => Some(seat),
            Action::Move { .. } | Action::Flip(_) => game.turn(),
            Action::Timeout | Action::Draw | Action::Abort => None,
        }
    }

    /// Tries moves that are illegal in the game and its twins: onto pieces that the mover can't know.
    fn probe(&mut self, index: usize, dice: &mut Dice) {
        let games = self.family.at(index);
        let pieces = games[0].view(Viewer::Public).pieces;
        let mut point = || pieces[dice.below(pieces.len())].at;
        let illegal = |&(from, to): &(Point, Point)| {
            games.iter().all(|game| game.check(Action::Move { from, to }).is_err())
        };
        let moves = (0..200).map(|_| (point(), point())).filter(illegal).take(8).collect();
        self.add(index, Aside::Probe(moves));
    }
}
