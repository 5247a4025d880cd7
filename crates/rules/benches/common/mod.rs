//! Games played at random, the same ones every time.

use rules::{BySeat, Deployment, Game, LegalMove, MoveList, RuleSet, Seat, Setup, Shuffle};

const LAYOUTS: [&str; 4] = [
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41",
    "32 35 34 34 33 / 34 -- 32 -- 00 / 33 36 -- 40 00 / 35 -- 39 -- 38 / 37 36 38 41 37 / 33 32 41 07 41",
    "34 32 33 35 33 / 00 -- 38 -- 37 / 34 39 -- 40 36 / 37 -- 32 -- 38 / 35 36 00 41 41 / 32 07 34 33 41",
    "39 33 35 37 36 / 37 -- 32 -- 36 / 00 34 -- 32 00 / 32 -- 33 -- 34 / 41 41 33 40 41 / 38 34 35 07 38",
];

/// Marsaglia's xorshift: choosing a move must not cost more than making it.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let (high, bound) = (self.0 >> 32, u64::from(bound));
        u32::try_from((high * bound) >> 32).expect("below the bound")
    }

    pub(crate) fn choose(&mut self, list: &MoveList) -> LegalMove {
        let count = u32::try_from(list.len()).expect("some hundred moves");
        list.get(self.below(count) as usize)
    }
}

pub(crate) fn start(rules: RuleSet) -> Game {
    let deployment = match rules.setup {
        Setup::Arrange => Deployment::Arranged(BySeat::new_with(|seat| {
            let text = LAYOUTS[seat.index()];
            rules.players.seats().contains(&seat).then(|| text.parse().expect("a legal layout"))
        })),
        Setup::Flip => {
            let mut chance = Chance(42);
            Deployment::Shuffled(Shuffle::random(|bound| chance.below(bound)))
        }
    };
    Game::new(rules, Seat::Red, deployment).expect("a legal game")
}

/// Plays a whole game at random; says how many actions it had.
pub(crate) fn play(
    game: &mut Game,
    chance: &mut Chance,
    list: &mut MoveList,
    mut watch: impl FnMut(&Game, &rules::Outcome),
) -> u64 {
    let mut actions = 0;
    while game.result().is_none() {
        game.legal_moves(list);
        let outcome = game.play(chance.choose(list));
        watch(game, &outcome);
        actions += 1;
    }
    actions
}
