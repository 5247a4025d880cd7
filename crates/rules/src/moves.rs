//! Finding moves (§5).
//!
//! All the work is in tables that [`crate::board`] makes once: what a piece may do is a set of points, found without a search.

use crate::{
    MoveList, Point,
    board::{Landing, Node, Points, Rails, Reach, Spot, bits, ones},
    flood::Flood,
    position::{Movers, Position},
    route,
};

/// How pieces that run along lines do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Running {
    Straight,
    OneTurn,
}

/// What moves are listed from: a position as one army meets it.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) position: &'a Position,
    /// Where they may land.
    pub(crate) landing: Points,
    pub(crate) running: Running,
}

impl Ground<'_> {
    fn rails(&self) -> &'static Rails {
        self.position.board().rails()
    }

    /// Lists every move of these pieces.
    pub(crate) fn list(&self, movers: Movers, list: &mut MoveList) {
        let (rails, landing) = (self.rails(), Landing::of(self.landing));
        list.extend(bits(movers.runners.rails).map(|bit| {
            let from = Spot::rail(bit);
            let node = rails.at(from);
            Reach::by_rail(from, self.run(node, from), node.roads, &landing)
        }));
        if movers.flyers.rails != 0 {
            let mut flood = Flood::new(rails, self.position.rails());
            list.extend(bits(movers.flyers.rails).map(|bit| {
                let from = Spot::rail(bit);
                Reach::by_rail(from, flood.from(bit), rails.at(from).roads, &landing)
            }));
        }
        list.extend(ones(movers.walkers()).map(|bit| {
            let from = Spot::off(bit);
            Reach::by_road(from, rails.at(from).roads, &landing)
        }));
    }

    /// What a piece that runs along lines reaches on the railway, occupied points included.
    #[inline]
    fn run(&self, node: &Node, from: Spot) -> u128 {
        match self.running {
            Running::Straight => {
                let lines = self.position.lines();
                node.tracks.iter().fold(0, |reach, &track| reach | self.rails().run(track, lines))
            }
            Running::OneTurn => route::one_turn_reach(self.rails(), self.position.rails(), from.point()),
        }
    }

    /// Whether the piece, one of `movers`, may go there.
    pub(crate) fn allows(&self, movers: Movers, from: Point, to: Point) -> bool {
        let rails = self.rails();
        let (node, target) = (rails.node(from), rails.node(to).here);
        if !movers.has(node) || !self.landing.meets(target) {
            return false;
        }
        let reach = if movers.flyers.rails & node.here.rails != 0 {
            Flood::new(rails, self.position.rails()).from(node.here.rails.trailing_zeros() as usize)
        } else if movers.runners.rails & node.here.rails != 0 {
            self.run(node, Spot::of(from))
        } else {
            0
        };
        rails.near(Spot::of(from)).meets(target) || reach & target.rails != 0
    }

    /// Whether any of these pieces can move.
    pub(crate) fn any(&self, movers: Movers) -> bool {
        first_step(self.rails(), self.landing, movers).is_some()
    }
}

/// Both points of a step that one of these pieces can take to where it may land, if there is one: whoever can go anywhere can
/// take a first step.
///
/// Off the railway if possible, where the fewest pieces come by.
pub(crate) fn first_step(rails: &Rails, landing: Points, movers: Movers) -> Option<Points> {
    movers.all().off_rails_first().find_map(|from| {
        let to = rails.near(from).and(landing).off_rails_first().next()?;
        Some(Points::just(from).with(Points::just(to)))
    })
}
