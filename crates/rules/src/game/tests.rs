//! Positions that hardly come about by chance.

use super::Game;
use crate::{
    Action, BoardKind, BySeat, Deployment, EndReason, Event, Fight, Happened, Hindrance, Layout, MineRule,
    OutReason, Piece, Players, Point, Refusal, RuleSet, Seat, Setup, Shuffle, Viewer,
    position::{Cell, Position, Stance},
};

const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";

const FLIP: RuleSet =
    RuleSet { board: BoardKind::Classic, players: Players::Two, setup: Setup::Flip, ..RuleSet::DEFAULT };

/// A game with these pieces alone, such as `r11=p40`; in lower case the army's letter, `?` after it face down.
/// In 翻棋 each player has the army of the own colour.
pub(super) fn game(rules: RuleSet, turn: Seat, pieces: &str) -> Game {
    let deployment = match rules.setup {
        Setup::Arrange => Deployment::Arranged(BySeat::new_with(|seat| {
            rules.players.seats().contains(&seat).then(|| LAYOUT.parse::<Layout>().unwrap())
        })),
        Setup::Flip => Deployment::Shuffled(Shuffle::random(|_| 0)),
    };
    let mut game = Game::new(rules, turn, deployment).unwrap();
    game.position = Position::empty(&rules);
    for text in pieces.split_whitespace() {
        let (at, piece) = text.split_once('=').unwrap();
        let at: Point = at.parse().unwrap();
        let army = Seat::ALL.into_iter().find(|seat| piece.starts_with(seat.letter())).unwrap();
        let kind: Piece = piece[1..3].parse().unwrap();
        let stance = match (rules.setup, kind) {
            _ if piece.ends_with('?') => Stance::FaceDown,
            (Setup::Flip, Piece::Flag) => Stance::Sheltered,
            (Setup::Flip | Setup::Arrange, _) => game.position.stance(at),
        };
        game.position.place(at, Cell::new(stance, army, kind));
    }
    if rules.setup == Setup::Flip {
        game.colours = Some(BySeat { red: Some(Seat::Red), blue: Some(Seat::Blue), ..BySeat::default() });
    }
    game
}

fn act(game: &mut Game, action: &str) -> Event {
    game.apply(action.parse().unwrap()).unwrap().event(Viewer::Public)
}

fn refusal(game: &Game, action: &str) -> Option<Refusal> {
    game.check(action.parse::<Action>().unwrap()).err()
}

fn fight(event: &Event) -> Option<Fight> {
    let Happened::Move { fight, .. } = &event.action else { panic!("{event:?}") };
    *fight
}

/// What a scout showed.
fn scout(event: &Event) -> Option<Piece> {
    let Happened::Move { scout, .. } = &event.action else { panic!("{event:?}") };
    scout.and_then(|seen| seen.piece)
}

fn out(event: &Event) -> Vec<(Seat, OutReason)> {
    event.out.iter().map(|out| (out.seat, out.reason)).collect()
}

/// Four armies that can go on: a flag and a piece in the field each.
const FOUR: &str = "r62=r07 r43=r35 p62=p07 p43=p35 b62=b07 b43=b35 g62=g07 g43=g35 ";

#[test]
fn both_commanders_lost_show_both_flags_the_attackers_first() {
    let mut game = game(RuleSet::DEFAULT, Seat::Blue, &format!("{FOUR} b11=b40 p15=p40"));
    let event = act(&mut game, "b11-p15");
    assert_eq!(fight(&event), Some(Fight::Both));
    assert_eq!(event.flags.iter().map(|flag| flag.seat).collect::<Vec<_>>(), [Seat::Blue, Seat::Purple]);
    let public = game.view(Viewer::Public);
    let known: Vec<_> =
        public.pieces.iter().filter(|seen| seen.piece.is_some()).map(|seen| seen.at).collect();
    assert_eq!(known, ["p62".parse().unwrap(), "b62".parse().unwrap()]);
}

#[test]
fn a_commander_lost_on_a_mine_shows_its_flag() {
    for (mine, expected) in [(MineRule::Stays, Fight::Defender), (MineRule::Both, Fight::Both)] {
        let rules = RuleSet { mine, ..RuleSet::DEFAULT };
        let mut game = game(rules, Seat::Red, &format!("{FOUR} p53=p41 p52=r40"));
        let event = act(&mut game, "p52-p53");
        assert_eq!(fight(&event), Some(expected));
        assert_eq!(event.flags.len(), 1);
    }
}

#[test]
fn a_bomb_goes_with_the_flag_that_it_takes() {
    let mut game = game(RuleSet::DEFAULT, Seat::Red, &format!("{FOUR} p52=r00"));
    let event = act(&mut game, "p52-p62");
    assert_eq!(fight(&event), Some(Fight::Both));
    assert_eq!(out(&event), [(Seat::Purple, OutReason::Flag)]);
    assert_eq!(game.turn(), Some(Seat::Blue));
    assert!(game.view(Viewer::Public).pieces.iter().all(|seen| seen.army != Some(Seat::Purple)));
}

#[test]
fn a_bomb_on_the_last_flag_ends_the_game() {
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    let mut game = game(rules, Seat::Red, "r62=r07 r43=r35 b62=b07 b43=b35 b52=r00");
    let event = act(&mut game, "b52-b62");
    assert_eq!((fight(&event), out(&event)), (Some(Fight::Both), vec![(Seat::Blue, OutReason::Flag)]));
    let result = event.result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::Flag, vec![Seat::Red]));
}

#[test]
fn a_turn_lost_on_time_passes_over_seats_that_are_out() {
    let mut game = game(RuleSet::DEFAULT, Seat::Red, &format!("{FOUR} p52=r00"));
    act(&mut game, "p52-p62");
    let turns: Vec<_> = (0..4).map(|_| act(&mut game, "timeout").turn).collect();
    assert_eq!(turns, [Seat::Green, Seat::Red, Seat::Blue, Seat::Green].map(Some));
}

#[test]
fn whoever_is_stuck_when_a_flag_is_taken_goes_out_after_its_owner() {
    // Blue and green have one piece each that is shut in by their own; the look begins with blue, whose turn it is.
    let shut_in = "b62=b07 b61=b33 b51=b41 g62=g07 g61=g33 g51=g41";
    let mut game = game(RuleSet::DEFAULT, Seat::Red, &format!("r62=r07 p52=r33 p62=p07 p43=p35 {shut_in}"));
    let event = act(&mut game, "p52-p62");
    let expected =
        [(Seat::Purple, OutReason::Flag), (Seat::Blue, OutReason::NoMove), (Seat::Green, OutReason::NoMove)];
    assert_eq!(out(&event), expected);
    let result = event.result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::NoMove, vec![Seat::Red, Seat::Blue]));
}

#[test]
fn if_nobody_can_move_the_side_to_move_loses() {
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    let mut game = game(rules, Seat::Red, "r62=r07 b62=b07 r15=r35 b11=b35");
    let event = act(&mut game, "r15-b11");
    assert_eq!(fight(&event), Some(Fight::Both));
    assert_eq!(out(&event), [(Seat::Blue, OutReason::NoMove)]);
    assert_eq!(event.result.unwrap().winner, [Seat::Red]);
}

#[test]
fn a_limit_comes_before_the_look_for_the_stuck() {
    let rules = RuleSet { quiet_limit: 1, players: Players::Two, ..RuleSet::DEFAULT };
    let mut game = game(rules, Seat::Red, "r62=r07 r43=r35 b62=b07");
    let event = act(&mut game, "r43-r33");
    assert_eq!(out(&event), []);
    assert_eq!(event.result.unwrap().reason, EndReason::Quiet);
}

#[test]
fn camps_shelter_and_headquarters_hold() {
    let pieces = "r62=r07 r43=r35 r64=r38 b62=b07 b43=b35 r33=b34 r44=b33 r53=b32";
    for (hq_exit, expected) in [(false, Some(Refusal::Illegal)), (true, None)] {
        let rules = RuleSet { hq_exit, players: Players::Two, ..RuleSet::DEFAULT };
        let game = game(rules, Seat::Red, pieces);
        assert_eq!(refusal(&game, "r43-r33"), Some(Refusal::Illegal));
        assert_eq!(refusal(&game, "r43-r53"), None);
        assert_eq!(refusal(&game, "r64-r54"), expected);
    }
}

#[test]
fn a_scouted_piece_stays_known_as_it_moves_and_only_when_the_engineer_alone_is_lost() {
    let rules = RuleSet { engineer_scouts: true, ..RuleSet::DEFAULT };
    let mut game = game(rules, Seat::Red, &format!("{FOUR} r15=r32 p11=p38 r11=r32 g15=g32"));
    let known = |game: &Game, at: &str| game.view(Viewer::Public).piece(at.parse().unwrap()).unwrap().piece;
    assert_eq!(scout(&act(&mut game, "r15-p11")), Some(Piece::Division));
    assert_eq!(known(&game, "p11"), Some(Piece::Division));
    act(&mut game, "p11-n9");
    assert_eq!(known(&game, "n9"), Some(Piece::Division));
    act(&mut game, "b43-b33");
    let event = act(&mut game, "g15-r11");
    assert_eq!((fight(&event), scout(&event)), (Some(Fight::Both), None));
}

#[test]
fn leaving_ends_the_game_and_is_void_while_the_partner_plays() {
    let mut game = game(RuleSet::DEFAULT, Seat::Red, FOUR);
    let mut other = game.clone();
    let event = act(&mut game, "flee green");
    let result = event.result.unwrap();
    assert_eq!((result.void, result.winner, result.fled), (true, vec![], Some(Seat::Green)));
    assert_eq!(event.opened.unwrap().pieces.len(), 8);
    assert_eq!(refusal(&game, "flee red"), Some(Refusal::Over));

    other.steps = 20;
    act(&mut other, "surrender purple");
    assert_eq!(refusal(&other, "flee purple"), Some(Refusal::NotPlaying));
    let result = act(&mut other, "flee green").result.unwrap();
    assert_eq!((result.void, result.winner), (false, vec![Seat::Red, Seat::Blue]));
}

#[test]
fn flip_a_flag_falls_to_the_lowest_rank_once_its_mines_are_gone() {
    let with = |more: &str| {
        game(FLIP, Seat::Red, &format!("b52=b07 b63=b35 r63=r07 b53=r33 b51=r34 b62=r00 {more}"))
    };
    let takes = |game: &Game| ["b53-b52", "b51-b52", "b62-b52"].map(|action| refusal(game, action).is_none());
    assert_eq!(takes(&with("")), [true, false, false]);
    assert_eq!(takes(&with("r11=b41")), [false; 3]);
    assert_eq!(takes(&with("r11=b41?")), [false; 3]);
    assert_eq!(takes(&with("r11=r32?")), [false; 3]);
    let mut game = with("");
    let event = act(&mut game, "b53-b52");
    assert_eq!(out(&event), [(Seat::Blue, OutReason::Flag)]);
    assert_eq!(event.opened.unwrap().pieces.len(), 5, "no piece leaves but those of the fight");
}

#[test]
fn flip_whoever_a_fight_leaves_without_mobile_pieces_has_lost() {
    let mut last = game(FLIP, Seat::Red, "r63=r07 b63=b07 r11=r35 b15=b34 b51=b41");
    assert_eq!(out(&act(&mut last, "r11-b15")), [(Seat::Blue, OutReason::NoMovablePiece)]);
    // Both are left without: the one to play next loses.
    let mut both = game(FLIP, Seat::Red, "r63=r07 b63=b07 r11=r35 b15=b35");
    let event = act(&mut both, "r11-b15");
    assert_eq!(out(&event), [(Seat::Blue, OutReason::NoMovablePiece)]);
    assert_eq!(event.result.unwrap().winner, [Seat::Red]);
    // A face-down piece counts.
    let mut on = game(FLIP, Seat::Red, "r63=r07 b63=b07 r11=r35 b15=b34 b51=b32?");
    assert_eq!(act(&mut on, "r11-b15").result, None);
}

#[test]
fn flip_pieces_of_the_own_colour_are_found_by_the_first_engineer() {
    let mut game = game(FLIP, Seat::Red, "r11=r40? r12=b32? r13=r33? r14=b34? r63=r07? b63=b07?");
    game.colours = None;
    act(&mut game, "flip r11");
    assert_eq!(refusal(&game, "r11-r21"), Some(Refusal::Illegal), "nobody knows the own colour yet");
    let event = act(&mut game, "flip r12");
    let colours = event.colours.unwrap();
    assert_eq!((colours.blue, colours.red), (Some(Seat::Blue), Some(Seat::Red)));
    assert_eq!(refusal(&game, "r11-r21"), None);
    assert_eq!(refusal(&game, "r12-r22"), Some(Refusal::Illegal));
    assert_eq!(refusal(&game, "r11-r14"), Some(Refusal::Illegal), "a face-down piece cannot be attacked");
    assert_eq!(refusal(&game, "flip r12"), Some(Refusal::Illegal));
}

#[test]
fn flip_what_hinders_a_move_is_told() {
    let told = |game: &Game, action: &str| {
        let Action::Move { from, to } = action.parse().unwrap() else { panic!("{action} is no move") };
        game.hindrance(from, to)
    };
    let with = |more: &str| {
        game(FLIP, Seat::Red, &format!("b52=b07 b63=b35 r63=r07 b53=r33 b51=r34 b62=r00 r12=b34 {more}"))
    };
    let lowest = |rank| Some(Hindrance::Rank { lowest: Some(rank) });
    let game_on = with("");
    assert_eq!(told(&game_on, "b53-b52"), None, "it is legal");
    assert_eq!(told(&game_on, "b51-b52"), lowest(Piece::Platoon));
    assert_eq!(told(&game_on, "b62-b52"), lowest(Piece::Platoon), "a bomb has no rank");
    assert_eq!(told(&with("r11=r32?"), "b53-b52"), lowest(Piece::Engineer), "face-down pieces count");
    assert_eq!(told(&with("r11=b41 r14=b41?"), "b53-b52"), Some(Hindrance::Mines { left: 2 }));
    assert_eq!(told(&with("r11=b41 r14=b41?"), "b51-b52"), Some(Hindrance::Mines { left: 2 }));
    let bombs = game(FLIP, Seat::Red, "b52=b07 b63=b35 b62=r00");
    assert_eq!(told(&bombs, "b62-b52"), Some(Hindrance::Rank { lowest: None }));

    assert_eq!(told(&with("r11=r38"), "r11-b52"), None, "out of reach");
    assert_eq!(told(&with("r11=r38"), "r12-b52"), None, "another one's piece");
    assert_eq!(told(&with("r62=r38"), "r62-r63"), None, "the own flag");
    assert_eq!(told(&with("r11=r38 r21=b38?"), "r11-r21"), Some(Hindrance::FaceDown));
    assert_eq!(told(&with("r11=r38?"), "r11-r21"), Some(Hindrance::FaceDown));
    let mut early = with("r11=r38");
    early.colours = None;
    assert_eq!(told(&early, "r11-r21"), Some(Hindrance::NoColours));
    let four = game(RuleSet::DEFAULT, Seat::Red, FOUR);
    assert_eq!(told(&four, "r43-p43"), None);
}
