//! Where one piece may go.

#![expect(clippy::cast_possible_truncation, reason = "fields and the palace are taken out of larger sets")]

use super::{Points, Spot, ones, words};

/// Railway points anywhere and, off the railway, points of the field that the piece is in: no road leaves a field.
///
/// That is half as long as a set of any [`Points`], and counting, for which not every processor has an instruction, costs by the
/// word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The railway points of the fields.
    fields: u64,
    /// For a piece on the railway the palace, for another the railway points of its field; above these 16 bits the points of its
    /// field off the railway.
    around: u32,
    from: Spot,
}

/// Where pieces may land, laid out as their reach is.
pub(crate) struct Landing {
    fields: u64,
    palace: u32,
    /// For each field its railway points and above them the others. Three more than there are, so that no field is outside.
    around: [u32; 8],
}

impl Landing {
    #[inline]
    pub(crate) const fn of(points: Points) -> Landing {
        let [fields, palace] = words(points.rails);
        let off = points.off;
        let mut around = [0; 8];
        let mut field = 0;
        while field < Spot::PALACE {
            let shift = field * Spot::FIELD;
            around[field] = (fields >> shift) as u32 & 0xffff | ((off >> shift) as u32) << 16;
            field += 1;
        }
        Landing { fields, palace: palace as u32, around }
    }
}

impl Reach {
    pub(crate) const NONE: Reach = Reach { fields: 0, around: 0, from: Spot::rail(0) };

    pub(crate) const fn just(from: Spot) -> Reach {
        let points = Points::just(from);
        let [fields, palace] = words(points.rails);
        Reach { fields, around: palace as u32 | Landing::of(points).around[from.field()] & !0xffff, from }
    }

    /// Of a piece on the railway: where its runs end and the roads beside them.
    #[inline]
    pub(crate) const fn by_rail(from: Spot, runs: u128, roads: u32, landing: &Landing) -> Reach {
        let [fields, palace] = words(runs);
        let around = palace as u32 & landing.palace | roads & landing.around[from.field()];
        Reach { fields: fields & landing.fields, around, from }
    }

    /// Of a piece off the railway: a step.
    #[inline]
    pub(crate) const fn by_road(from: Spot, roads: u32, landing: &Landing) -> Reach {
        Reach { fields: 0, around: roads & landing.around[from.field()], from }
    }

    /// How many points there are.
    #[inline]
    pub(crate) const fn count(self) -> u16 {
        (self.fields.count_ones() + self.around.count_ones()) as u16
    }

    pub(crate) const fn from(self) -> Spot {
        self.from
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Spot> {
        ones(self.fields)
            .map(Spot::rail)
            .chain(ones(self.around.into()).map(move |bit| beside(self.from, bit)))
    }

    /// The one with that many before it.
    #[inline]
    pub(crate) fn nth(self, number: usize) -> Spot {
        let (fields, number) = (self.fields.count_ones(), number as u32);
        if number < fields {
            Spot::rail(nth_one(self.fields, number))
        } else {
            beside(self.from, nth_one(self.around.into(), number - fields))
        }
    }
}

/// The place of the bit that has so many set bits below it.
#[inline]
fn nth_one(mut set: u64, number: u32) -> usize {
    // How often a loop goes round whose number is drawn by lot no processor can foresee; so the first rounds are always made, in
    // vain if need be.
    for round in 0..8 {
        set &= set.wrapping_sub(u64::from(round < number));
    }
    for _ in 8..number {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// The spot that a bit of [`Reach::around`] stands for.
#[inline]
const fn beside(from: Spot, bit: usize) -> Spot {
    let field = from.field() * Spot::FIELD;
    if bit >= Spot::FIELD {
        Spot::off(field + bit - Spot::FIELD)
    } else if from.is_off_rails() {
        Spot::rail(field + bit)
    } else {
        Spot::rail(Spot::PALACE * Spot::FIELD + bit)
    }
}

/// For [`Reach::by_rail`] or [`Reach::by_road`] of a piece there: its neighbours, without those that runs lead to.
pub(super) const fn roads(from: Spot, near: Points) -> u32 {
    let all = Landing::of(near).around[from.field()];
    if from.is_off_rails() { all } else { all & !0xffff }
}
