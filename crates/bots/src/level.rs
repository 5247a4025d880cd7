/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// 入门: looks at fights and little else, and wavers.
    Novice,
    /// 普通: draws its conclusions and minds its pieces, but takes everybody to know what it knows.
    Regular,
    /// 高手: also weighs what the others can know, covers its pieces and plans an attack.
    Expert,
}

/// What makes the levels differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// Up to how many points a judgement is off.
    pub(crate) noise: f32,
    /// How much of a threatened loss counts.
    pub(crate) caution: f32,
    /// How much of what could be attacked with the next move counts.
    pub(crate) foresight: f32,
    /// Points for one step towards a flag.
    pub(crate) push: f32,
    /// How much of a loss taking back makes good.
    pub(crate) cover: f32,
    /// How much enemies near the own flag count.
    pub(crate) guard: f32,
    /// What it takes the others to know of its own pieces.
    pub(crate) foes: Foes,
    /// How many pairs of pieces a layout differs in from a well-known one.
    pub(crate) swaps: usize,
}

/// What a bot takes the others to know of its own pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foes {
    /// Everything.
    SeeAll,
    /// What fights and moves have told them.
    Guess,
}

impl Level {
    pub(crate) const fn temper(self) -> Temper {
        match self {
            Level::Novice => Temper {
                noise: 14.0,
                caution: 0.1,
                foresight: 0.0,
                push: 0.6,
                cover: 0.0,
                guard: 0.0,
                foes: Foes::SeeAll,
                swaps: 8,
            },
            Level::Regular => Temper {
                noise: 2.0,
                caution: 0.6,
                foresight: 0.1,
                push: 1.0,
                cover: 0.0,
                guard: 6.0,
                foes: Foes::SeeAll,
                swaps: 5,
            },
            Level::Expert => Temper {
                noise: 0.3,
                caution: 0.8,
                foresight: 0.35,
                push: 1.5,
                cover: 0.6,
                guard: 45.0,
                foes: Foes::Guess,
                swaps: 4,
            },
        }
    }
}
