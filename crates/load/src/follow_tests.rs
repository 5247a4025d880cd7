//! A real game as its players are told it, and what is found when something is planted in it.

use protocol::{GameId, Millis, RoomId, RoomKind};
use rules::{BySeat, Deployment, Game, Happened, Opened, Piece, RuleSet, Seat, SeenPiece};

use super::*;
use crate::plan::tests::plan;

const RED: Viewer = Viewer::Seat(Seat::Red);
const PURPLE: Viewer = Viewer::Seat(Seat::Purple);
const LAYOUT: &str =
    "33 34 33 32 33 / 34 -- 35 -- 34 / 38 00 -- 00 38 / 36 -- 35 -- 36 / 32 40 39 32 41 / 37 07 37 41 41";

/// What the server would send.
struct Table {
    game: Game,
    id: GameId,
    room: RoomId,
    no: u32,
}

impl Table {
    fn new() -> Table {
        let layouts = BySeat::new_with(|_| LAYOUT.parse().ok());
        let game = Game::new(RuleSet::DEFAULT, Seat::Red, Deployment::Arranged(layouts)).expect("a game");
        let id = "01934b1e-0000-7000-8000-0000000000bb".parse().expect("an id");
        let room = "01934b1e-0000-7000-8000-0000000000aa".parse().expect("an id");
        Table { game, id, room, no: 0 }
    }

    /// The next move that is legal, as one viewer is told it.
    fn moves(&mut self, viewer: Viewer) -> Event {
        let legal = self.game.legal();
        let targets = legal.moves.first().expect("there is a move");
        let action = rules::Action::Move { from: targets.from, to: targets.to[0] };
        let event = self.game.apply(action).expect("legal").event(viewer);
        self.no += 1;
        let legal = (self.game.turn().map(Viewer::Seat) == Some(viewer)).then(|| self.game.legal());
        Event { room: self.room, game: self.id, no: self.no, at: Millis(0), event, clock: None, legal }
    }

    fn snapshot(&self, viewer: Viewer) -> RoomSnapshot {
        RoomSnapshot {
            room: self.room,
            kind: RoomKind::Custom,
            ranked: false,
            outlook: BySeat::default(),
            options: crate::open::options(&plan()),
            host: None,
            swap: None,
            you: viewer,
            seats: BySeat::default(),
            watchers: 0,
            phase: Phase::Playing {
                game: self.id,
                no: self.no,
                view: Some(Box::new(self.game.view(viewer))),
                clock: None,
                legal: (self.game.turn().map(Viewer::Seat) == Some(viewer)).then(|| self.game.legal()),
                offer: None,
            },
            talk: Vec::new(),
            now: Millis(0),
        }
    }
}

fn view_of(snapshot: &mut RoomSnapshot) -> &mut View {
    let Phase::Playing { view: Some(view), .. } = &mut snapshot.phase else { panic!("it holds a view") };
    view
}

/// Somebody who watches closely.
struct Client(Follow);

impl Client {
    fn at(table: &Table, viewer: Viewer) -> Client {
        let mut client = Client(Follow::new(viewer));
        assert_eq!(client.room(table.snapshot(viewer)), None);
        client
    }

    fn room(&mut self, snapshot: RoomSnapshot) -> Option<Fault> {
        self.0.take(&ServerFrame::Room(Box::new(snapshot)), |_| Scrutiny::Frames)
    }

    fn event(&mut self, event: Event) -> Option<Fault> {
        self.0.take(&ServerFrame::Event(Box::new(event)), |_| panic!("the game is known"))
    }
}

#[test]
fn a_whole_game_without_a_fault() {
    for viewer in [RED, PURPLE, Viewer::Public] {
        let mut table = Table::new();
        let mut client = Client::at(&table, viewer);
        while table.game.result().is_none() {
            assert_eq!(client.event(table.moves(viewer)), None);
            assert_eq!(client.room(table.snapshot(viewer)), None);
        }
        assert!(table.no > 20 && client.0.take_compared() == u64::from(table.no), "{} events", table.no);
    }
}

#[test]
fn a_planted_gap_is_found() {
    let mut table = Table::new();
    let mut client = Client::at(&table, RED);
    assert_eq!(client.event(table.moves(RED)), None);
    let missed = table.moves(RED);
    assert_eq!(client.event(table.moves(RED)), Some(Fault::Gap { expected: 2, came: 3 }));
    assert_eq!(client.event(missed), Some(Fault::Gap { expected: 4, came: 2 }), "too late");
    assert_eq!(client.room(table.snapshot(RED)), None, "the snapshot makes good for it");
    let event = table.moves(RED);
    assert_eq!(client.event(event.clone()), None);
    assert_eq!(client.event(event), Some(Fault::Gap { expected: 5, came: 4 }), "twice");
}

#[test]
fn a_gap_is_found_in_games_that_are_not_checked_too() {
    let mut table = Table::new();
    let mut follow = Follow::new(RED);
    let room = ServerFrame::Room(Box::new(table.snapshot(RED)));
    assert_eq!(follow.take(&room, |_| Scrutiny::Numbers), None);
    table.moves(RED);
    let event = ServerFrame::Event(Box::new(table.moves(RED)));
    assert_eq!(follow.take(&event, |_| Scrutiny::Numbers), Some(Fault::Gap { expected: 1, came: 2 }));
}

#[test]
fn a_planted_piece_is_found() {
    let table = Table::new();
    let hidden = |viewer, army| {
        let mut snapshot = table.snapshot(viewer);
        let view = view_of(&mut snapshot);
        let seen = view.pieces.iter_mut().find(|seen| seen.army == Some(army)).expect("an army");
        seen.piece = Some(Piece::Commander);
        Client(Follow::new(viewer)).room(snapshot)
    };
    assert!(matches!(hidden(RED, Seat::Purple), Some(Fault::Hidden { piece: Piece::Commander, .. })));
    assert!(matches!(hidden(RED, Seat::Blue), Some(Fault::Hidden { .. })), "partners are dark too");
    assert!(matches!(hidden(Viewer::Public, Seat::Red), Some(Fault::Hidden { .. })));
    assert_eq!(hidden(RED, Seat::Red), None, "one's own");
}

#[test]
fn a_piece_told_by_an_event_is_found() {
    let mut table = Table::new();
    let mut client = Client::at(&table, RED);
    let mut event = table.moves(RED);
    let at = view_of(&mut table.snapshot(RED)).pieces[0].at;
    if let Happened::Move { scout, .. } = &mut event.event.action {
        *scout = Some(SeenPiece { at, army: Some(Seat::Blue), piece: Some(Piece::Bomb) });
    }
    assert_eq!(client.event(event), Some(Fault::Hidden { at, piece: Piece::Bomb }));

    let mut client = Client::at(&table, RED);
    let mut event = table.moves(RED);
    let (layouts, pieces) = (BySeat::default(), Vec::new());
    event.event.opened = Some(Box::new(Opened { layouts, shuffled: Vec::new(), nonce: None, pieces }));
    assert_eq!(client.event(event), Some(Fault::Opened));
}

#[test]
fn flags_that_were_shown_may_be_known() {
    let table = Table::new();
    let mut snapshot = table.snapshot(RED);
    let own = table.game.view(PURPLE);
    let flag = own.pieces.iter().find(|seen| seen.piece == Some(Piece::Flag)).expect("purple's flag").at;
    let view = view_of(&mut snapshot);
    let seen = view.pieces.iter_mut().find(|seen| seen.at == flag).expect("a piece");
    seen.piece = Some(Piece::Flag);
    assert_eq!(
        Client(Follow::new(RED)).room(snapshot.clone()),
        Some(Fault::Hidden { at: flag, piece: Piece::Flag })
    );
    view_of(&mut snapshot).flags.push(rules::FlagShown { seat: Seat::Purple, at: flag });
    assert_eq!(Client(Follow::new(RED)).room(snapshot), None);
}

#[test]
fn others_moves_and_views_are_found() {
    let mut table = Table::new();
    let mut client = Client::at(&table, RED);
    let mut event = table.moves(RED);
    event.legal = Some(table.game.legal());
    assert_eq!(client.event(event), Some(Fault::OthersMoves));

    let purples = table.snapshot(PURPLE);
    assert_eq!(Client(Follow::new(RED)).room(purples), Some(Fault::WrongViewer("purple")));
}

#[test]
fn a_planted_difference_is_found() {
    let mut table = Table::new();
    let mut client = Client::at(&table, RED);
    for _ in 0..5 {
        assert_eq!(client.event(table.moves(RED)), None);
    }
    let mut snapshot = table.snapshot(RED);
    view_of(&mut snapshot).quiet += 1;
    let gone = view_of(&mut snapshot).pieces.pop().expect("a piece").at;
    let Some(Fault::Differs(difference)) = client.room(snapshot) else { panic!("they differ") };
    assert!(
        difference.starts_with("quiet, ") && difference.contains(&format!("{gone} is a piece of")),
        "{difference}"
    );
    assert!(difference.ends_with("empty in the snapshot"), "{difference}");
}

#[test]
fn a_snapshot_without_its_events_is_found() {
    let mut table = Table::new();
    let mut client = Client::at(&table, RED);
    assert_eq!(client.event(table.moves(RED)), None);
    table.moves(RED);
    let out_of_step = Some(Fault::OutOfStep { snapshot: 2, events: 1 });
    assert_eq!(client.room(table.snapshot(RED)), out_of_step, "one that was there all the time");

    let mut client = Client::at(&table, RED);
    client.0.lose();
    table.moves(RED);
    assert_eq!(client.room(table.snapshot(RED)), Some(Fault::OutOfStep { snapshot: 3, events: 2 }));

    let mut client = Client::at(&table, RED);
    client.0.lose();
    for _ in 0..=RESUMED_EVENTS {
        table.moves(RED);
    }
    assert_eq!(client.room(table.snapshot(RED)), None, "who missed very much gets a snapshot instead");
}
