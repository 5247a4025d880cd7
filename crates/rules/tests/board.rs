//! The boards built from the geometry equal the graph in `vectors/board.json` (§2).

mod common;

use rules::{Board, BoardKind, Point, PointKind};
use serde::Deserialize;

#[derive(Deserialize)]
struct Boards {
    siguo: Graph,
    classic: Graph,
}

#[derive(Deserialize)]
struct Graph {
    points: Vec<Place>,
    roads: Vec<(Point, Point)>,
    lines: Vec<Vec<Point>>,
}

#[derive(Deserialize)]
struct Place {
    name: Point,
    kind: String,
    x: u8,
    y: u8,
}

fn check(kind: BoardKind, graph: &Graph) {
    let board = Board::get(kind);
    assert_eq!(board.board_kind(), kind);
    let names: Vec<Point> = graph.points.iter().map(|place| place.name).collect();
    assert_eq!(board.points(), names);
    for place in &graph.points {
        let expected = match place.kind.as_str() {
            "station" => PointKind::Station,
            "camp" => PointKind::Camp,
            "hq" => PointKind::Headquarters,
            other => panic!("{other}"),
        };
        assert_eq!(board.kind(place.name), expected, "{}", place.name);
        assert_eq!(board.position(place.name), (place.x, place.y), "{}", place.name);
    }
    let sorted = |mut roads: Vec<(Point, Point)>| {
        for road in &mut roads {
            *road = (road.0.min(road.1), road.0.max(road.1));
        }
        roads.sort_unstable();
        roads
    };
    assert_eq!(sorted(board.roads().to_vec()), sorted(graph.roads.clone()));
    assert_eq!(board.lines(), graph.lines);
}

#[test]
fn boards_equal_the_given_graphs() {
    let boards: Boards = serde_json::from_str(&common::read_vector("board.json")).unwrap();
    check(BoardKind::Siguo, &boards.siguo);
    check(BoardKind::Classic, &boards.classic);
}

#[test]
fn neighbours_are_mutual_and_in_order() {
    for kind in [BoardKind::Siguo, BoardKind::Classic] {
        let board = Board::get(kind);
        for &point in board.points() {
            assert!(board.contains(point));
            assert!(board.neighbours(point).is_sorted());
            for &other in board.neighbours(point) {
                assert!(board.neighbours(other).contains(&point), "{point} {other}");
            }
        }
    }
    assert!(!Board::get(BoardKind::Classic).contains("p11".parse().unwrap()));
}

#[test]
fn names_of_points_are_read_and_written() {
    for &point in Board::get(BoardKind::Siguo).points() {
        assert_eq!(point.to_string().parse(), Ok(point));
    }
    for name in ["", "n0", "n10", "r00", "r16", "r71", "x11", "R11", "r1", "红63", "r111", " r11"] {
        assert!(name.parse::<Point>().is_err(), "{name}");
    }
}
