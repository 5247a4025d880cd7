use rules::{
    BySeat, Corner, Event, Fight, FlagShown, Happened, OutReason, Piece, Players, Point, RuleSet, Seat,
    SeenPiece, Setup, View,
};

use crate::{
    army::{Army, Suspect},
    habits,
    spread::Spread,
    terrain::{ByPoint, Terrain},
    worth::Duels,
};

/// A piece's place among the suspects: whose army, and which of its 25.
pub(crate) type Name = (Seat, usize);

/// What one seat can conclude about every piece from all that it has been told. Of its own army this is what the
/// others may think of it.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    rules: RuleSet,
    me: Seat,
    armies: BySeat<Army>,
    at: ByPoint<Option<Name>>,
    duels: Duels,
    terrain: &'static Terrain,
}

impl Knowledge {
    /// Begins with what a view tells, at the start of a game or later.
    pub(crate) fn new(rules: RuleSet, me: Seat, view: &View) -> Knowledge {
        let mut knowledge = Knowledge {
            rules,
            me,
            armies: BySeat::new_with(|_| Army::new(Vec::new())),
            at: [None; Point::COUNT],
            duels: Duels::new(rules.mine),
            terrain: Terrain::get(rules.board),
        };
        for seen in &view.pieces {
            let Some(army) = seen.army else { continue };
            let mut suspect = Suspect::new(Some(seen.at), first_guess(&rules, view, army, *seen));
            suspect.truth = seen.piece.filter(|_| army == me);
            let suspects = &mut knowledge.armies.get_mut(army).suspects;
            knowledge.at[seen.at.index()] = Some((army, suspects.len()));
            suspects.push(suspect);
        }
        for army in Seat::ALL {
            let suspects = &mut knowledge.armies.get_mut(army).suspects;
            while !suspects.is_empty() && suspects.len() < 25 {
                suspects.push(Suspect::new(None, Spread::FLAT));
            }
        }
        for flag in &view.flags {
            knowledge.flag_shown(*flag);
        }
        knowledge.settle();
        knowledge
    }

    /// Whether that player is against this one.
    pub(crate) fn is_foe(&self, seat: Seat) -> bool {
        match self.rules.players {
            Players::Two => seat != self.me,
            Players::Four => seat.side() != self.me.side(),
        }
    }

    pub(crate) fn duels(&self) -> &Duels {
        &self.duels
    }

    pub(crate) fn terrain(&self) -> &'static Terrain {
        self.terrain
    }

    pub(crate) fn army(&self, seat: Seat) -> &Army {
        self.armies.get(seat)
    }

    pub(crate) fn at(&self, point: Point) -> Option<(Seat, &Suspect)> {
        let (seat, number) = self.at[point.index()]?;
        Some((seat, &self.armies.get(seat).suspects[number]))
    }

    /// Weighs all evidence anew.
    pub(crate) fn settle(&mut self) {
        for seat in Seat::ALL {
            self.armies.get_mut(seat).settle();
        }
    }

    /// Learns from one event, in the form that this seat is told.
    pub(crate) fn observe(&mut self, event: &Event) {
        let lost = match &event.action {
            Happened::Move { seat: _, route, fight, scout } => self.moved(route, *fight, *scout),
            Happened::Flip { .. }
            | Happened::Timeout { .. }
            | Happened::Surrender { .. }
            | Happened::Flee { .. }
            | Happened::Draw
            | Happened::Abort => Vec::new(),
        };
        for flag in &event.flags {
            self.flag_shown(*flag);
        }
        let shows_flags = self.rules.setup == Setup::Arrange;
        for name in lost {
            let shown = event.flags.iter().any(|flag| flag.seat == name.0);
            let taken = event.out.iter().any(|out| out.seat == name.0 && out.reason == OutReason::Flag);
            let suspect = self.suspect(name);
            // A commander that falls shows its flag, a flag that falls ends its army: silence excludes both.
            suspect.evidence.keep(|piece| {
                if piece == Piece::Commander {
                    shown || !shows_flags
                } else {
                    !shown && taken == (piece == Piece::Flag)
                }
            });
        }
        for out in &event.out {
            if out.reason != OutReason::Flee && shows_flags {
                self.at
                    .iter_mut()
                    .filter(|name| name.is_some_and(|name| name.0 == out.seat))
                    .for_each(|name| *name = None);
                self.armies.get_mut(out.seat).suspects.iter_mut().for_each(|suspect| suspect.at = None);
            }
        }
    }

    fn suspect(&mut self, (seat, number): Name) -> &mut Suspect {
        &mut self.armies.get_mut(seat).suspects[number]
    }

    /// Moves a piece and settles its fight; gives back who is lost.
    fn moved(&mut self, route: &[Point], fight: Option<Fight>, scout: Option<SeenPiece>) -> Vec<Name> {
        let (Some(&from), Some(&to)) = (route.first(), route.last()) else { return Vec::new() };
        let Some(attacker) = self.at[from.index()].take() else { return Vec::new() };
        let flew = self.terrain.bends(route) && self.rules.corner == Corner::Straight;
        let bombs_fly = self.rules.bombs_fly;
        let mover = self.suspect(attacker);
        mover.evidence.keep(|piece| {
            let flies = piece == Piece::Engineer || piece == Piece::Bomb && bombs_fly;
            piece.is_mobile() && (flies || !flew)
        });
        mover.before = Some(from);
        mover.at = Some(to);
        let defender = self.at[to.index()].replace(attacker);
        let (Some(defender), Some(fight)) = (defender, fight) else { return Vec::new() };
        if let (Some(piece), true) = (scout.and_then(|scout| scout.piece), defender.0 != self.me) {
            self.suspect(defender).evidence = Spread::only(piece);
        }
        self.fought(attacker, defender, fight);
        let lost = match fight {
            Fight::Attacker => vec![defender],
            Fight::Defender => vec![attacker],
            Fight::Both => vec![attacker, defender],
        };
        self.at[to.index()] = match fight {
            Fight::Attacker => Some(attacker),
            Fight::Defender => Some(defender),
            Fight::Both => None,
        };
        for &name in &lost {
            self.suspect(name).at = None;
        }
        lost
    }

    /// What a fight says of both: each kind counts as far as the other side may have had what made it end so.
    fn fought(&mut self, attacker: Name, defender: Name, fight: Fight) {
        for seat in [attacker.0, defender.0] {
            self.armies.get_mut(seat).settle();
        }
        let of_attacker = self.seen_by_me(attacker);
        let of_defender = self.seen_by_me(defender);
        let duels = self.duels.clone();
        let ends_so = |one: Piece, other: Piece| duels.result(one, other) == fight;
        let against = |spread: &Spread, fits: &dyn Fn(Piece) -> bool| -> f32 {
            Piece::ALL.into_iter().filter(|&kind| fits(kind)).map(|kind| spread.get(kind)).sum()
        };
        self.suspect(attacker).evidence.weigh(|kind| against(&of_defender, &|other| ends_so(kind, other)));
        self.suspect(defender).evidence.weigh(|kind| against(&of_attacker, &|other| ends_so(other, kind)));
    }

    fn seen_by_me(&mut self, name: Name) -> Spread {
        let suspect = self.suspect(name);
        suspect.truth.map_or(suspect.belief, Spread::only)
    }

    /// Everybody has seen this flag, so its owner's commander is lost.
    fn flag_shown(&mut self, flag: FlagShown) {
        for suspect in &mut self.armies.get_mut(flag.seat).suspects {
            if suspect.at == Some(flag.at) {
                suspect.evidence = Spread::only(Piece::Flag);
            } else if suspect.at.is_some() {
                suspect.evidence.keep(|piece| piece != Piece::Commander);
            }
        }
    }
}

/// What a piece may be when the bot first sees it.
fn first_guess(rules: &RuleSet, view: &View, army: Seat, seen: SeenPiece) -> Spread {
    if let (Some(piece), false) = (seen.piece, view.viewer == rules::Viewer::Seat(army)) {
        return Spread::only(piece);
    }
    let Some((field, row, column)) = seen.at.place() else { return mobile() };
    if field != army || row < 5 && view.steps > 0 {
        return mobile();
    }
    if view.steps == 0 {
        return habits::at(row, column, rules);
    }
    // It may have stood here from the start or have come later.
    let habit = habits::at(row, column, rules);
    Spread::new_with(|piece| habit.get(piece) + f32::from(u8::from(piece.is_mobile())) * 0.02)
}

fn mobile() -> Spread {
    Spread::new_with(|piece| f32::from(u8::from(piece.is_mobile())))
}

#[cfg(test)]
mod tests {
    use rules::{Deployment, Game, Viewer};

    use super::*;

    const LAYOUT: &str =
        "38 37 40 33 34 / 35 -- 32 -- 32 / 00 36 -- 34 00 / 39 -- 34 -- 38 / 37 41 36 41 35 / 41 07 32 33 33";

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Red's knowledge at the start of a game.
    fn start() -> Knowledge {
        let layouts = BySeat::new_with(|_| Some(LAYOUT.parse().unwrap()));
        let game = Game::new(RuleSet::DEFAULT, Seat::Purple, Deployment::Arranged(layouts)).unwrap();
        Knowledge::new(RuleSet::DEFAULT, Seat::Red, &game.view(Viewer::Seat(Seat::Red)))
    }

    fn purple_moves(route: &str, fight: Option<Fight>, flags: Vec<FlagShown>) -> Event {
        let route = route.split(' ').map(point).collect();
        Event {
            action: Happened::Move { seat: Seat::Purple, route, fight, scout: None },
            flags,
            out: Vec::new(),
            colours: None,
            turn: Some(Seat::Blue),
            steps: 1,
            quiet: 0,
            timeouts: BySeat::default(),
            result: None,
            opened: None,
        }
    }

    /// The kinds that the piece at a point can be.
    fn kinds(knowledge: &Knowledge, at: &str) -> Vec<Piece> {
        let (_, suspect) = knowledge.at(point(at)).unwrap();
        Piece::ALL.into_iter().filter(|&piece| suspect.evidence.get(piece) > 0.0).collect()
    }

    #[test]
    fn what_moves_is_no_mine_and_what_flies_an_engineer() {
        let mut knowledge = start();
        assert!(kinds(&knowledge, "p51").contains(&Piece::Mine));
        knowledge.observe(&purple_moves("p51 p41", None, Vec::new()));
        assert!(kinds(&knowledge, "p41").iter().all(|piece| piece.is_mobile()));
        knowledge.observe(&purple_moves("p15 p14 p13 n6", None, Vec::new()));
        assert_eq!(kinds(&knowledge, "n6"), [Piece::Engineer]);
    }

    #[test]
    fn a_fight_tells_of_both() {
        let mut knowledge = start();
        knowledge.observe(&purple_moves("p11 r15", Some(Fight::Attacker), Vec::new()));
        let winner = kinds(&knowledge, "r15");
        assert_eq!(winner.first(), Some(&Piece::Battalion), "it beat a company");
        assert_eq!(winner.last(), Some(&Piece::Commander), "a bomb would have gone too");
        knowledge.observe(&purple_moves("p12 r14", Some(Fight::Defender), Vec::new()));
        let (_, mine) = knowledge.at(point("r14")).unwrap();
        assert_eq!((mine.truth, mine.evidence.get(Piece::Engineer) > 0.0), (Some(Piece::Platoon), false));
    }

    #[test]
    fn a_shown_flag_is_known_and_its_commander_gone() {
        let mut knowledge = start();
        let flags = vec![FlagShown { seat: Seat::Purple, at: point("p64") }];
        knowledge.observe(&purple_moves("p13 r11", Some(Fight::Both), flags));
        assert_eq!(kinds(&knowledge, "p64"), [Piece::Flag]);
        assert!(!kinds(&knowledge, "p15").contains(&Piece::Commander));
        knowledge.settle();
        let (_, other) = knowledge.at(point("p62")).unwrap();
        assert!(other.belief.get(Piece::Flag) < 0.01, "there is but one flag");
    }

    #[test]
    fn silence_says_that_no_commander_fell() {
        let mut knowledge = start();
        knowledge.observe(&purple_moves("p11 r11", Some(Fight::Defender), Vec::new()));
        let lost = knowledge.army(Seat::Purple).suspects.iter().find(|suspect| suspect.at.is_none()).unwrap();
        assert!(lost.evidence.get(Piece::Commander) <= 0.0 && lost.evidence.get(Piece::Corps) <= 0.0);
    }
}
