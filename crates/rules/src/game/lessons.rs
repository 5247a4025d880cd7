//! The positions of the client's introduction, `web/src/learn/scenes.json`: what a learner sees, where the pieces may go,
//! and what comes of it, all of it said by the referee. With `SIGUO_BLESS=1` the test writes the file; without, it fails
//! where it differs. Each move stands with what the lesson's words claim of it, so the words can't be wrong either.

use std::{collections::BTreeMap, env, fs};

use serde::Serialize;

use super::tests::game;
use crate::{Action, Event, Fight, Happened, Legal, Players, Point, RuleSet, Seat, Sight, View, Viewer};

/// The learner's eyes.
const LEARNER: Viewer = Viewer::Seat(Seat::Red);

/// A move and what is claimed of it: `takes`, `falls` or `both` of a fight, then `flag`, `out` and `end`.
type Claimed = (&'static str, &'static str);

struct Scene {
    id: &'static str,
    players: Players,
    sight: Sight,
    turn: Seat,
    pieces: &'static str,
    steps: &'static [Step],
}

struct Step {
    /// What fulfils the task; the first is the one that a hint shows. Nothing where something is to be said.
    right: &'static [Claimed],
    /// Mistakes that are played, so that one sees what comes of them.
    tries: &'static [Claimed],
    /// What the words say cannot be done.
    barred: &'static [&'static str],
    /// What the others do after the task.
    then: &'static [Claimed],
}

const STEP: Step = Step { right: &[], tries: &[], barred: &[], then: &[] };

/// Red against blue, everything open, red to move.
const fn duel(id: &'static str, pieces: &'static str, steps: &'static [Step]) -> Scene {
    Scene { id, players: Players::Two, sight: Sight::Open, turn: Seat::Red, pieces, steps }
}

/// Four players in the dark.
const fn dark(id: &'static str, turn: Seat, pieces: &'static str, steps: &'static [Step]) -> Scene {
    Scene { id, players: Players::Four, sight: Sight::Dark, turn, pieces, steps }
}

const SCENES: &[Scene] = &[
    duel("road", "r62=r07 r23=r33 b62=b07 b43=b35", &[Step { right: &[("r23-r33", "")], ..STEP }]),
    duel("diagonal", "r62=r07 r33=r33 b62=b07 b43=b35", &[Step { right: &[("r33-r24", "")], ..STEP }]),
    duel(
        "headquarters",
        "r62=r07 r64=r39 r65=r41 r63=r34 b62=b07 b43=b35",
        &[Step { right: &[("r63-r53", "")], barred: &["r64-r54", "r65-r55", "r62-r52"], ..STEP }],
    ),
    duel("railway", "r62=r07 r51=r37 b62=b07 b43=b35", &[Step { right: &[("r51-b15", "")], ..STEP }]),
    duel("curve", "r62=r07 r35=r37 b62=b07 b43=b35", &[Step { right: &[("r35-p31", "")], ..STEP }]),
    duel(
        "blocked",
        "r62=r07 r51=r38 n7=b36 b62=b07 b43=b35",
        &[Step { right: &[("r51-n7", "takes")], barred: &["r51-n4", "r51-b15"], ..STEP }],
    ),
    duel(
        "corner",
        "r62=r07 r12=r37 b62=b07 b43=b35",
        &[
            Step { right: &[("r12-r15", "")], barred: &["r12-r35"], then: &[("b43-b33", "")], ..STEP },
            Step { right: &[("r15-r35", "")], ..STEP },
        ],
    ),
    duel("engineer", "r62=r07 r12=r32 b62=b07 b43=b35", &[Step { right: &[("r12-r35", "")], ..STEP }]),
    duel(
        "mine",
        "r62=r07 r13=r32 r11=r38 b55=b41 b64=b07 b43=b35",
        &[Step { right: &[("r13-b55", "takes")], tries: &[("r11-b55", "falls")], ..STEP }],
    ),
    duel(
        "shelter",
        "r62=r07 r61=r34 r23=r36 r13=b40 b62=b07 b43=b35",
        &[Step {
            right: &[("r23-r24", ""), ("r23-r22", ""), ("r23-r33", "")],
            tries: &[("r23-r13", "falls")],
            then: &[("r13-r23", "")],
            ..STEP
        }],
    ),
    duel(
        "sheltered",
        "r62=r07 r43=r38 r42=b33 r53=b34 b62=b07 b43=b35",
        &[Step { right: &[("r43-r53", "takes")], barred: &["r43-r42"], ..STEP }],
    ),
    duel(
        "rank",
        "r62=r07 r61=r34 r13=r39 r12=b38 n8=b40 b62=b07 b43=b35",
        &[Step { right: &[("r13-r12", "takes")], tries: &[("r13-n8", "falls")], ..STEP }],
    ),
    duel(
        "equal",
        "r62=r07 r13=r37 r23=r36 n8=b37 b62=b07 b43=b35",
        &[Step { right: &[("r13-n8", "both")], ..STEP }],
    ),
    duel(
        "bomb",
        "r62=r07 r13=r00 n7=r39 n8=b40 b62=b07 b43=b35",
        &[Step { right: &[("r13-n8", "both flag")], tries: &[("n7-n8", "falls")], ..STEP }],
    ),
    dark(
        "probe",
        Seat::Red,
        "r62=r07 r43=r35 r15=r34 r35=r38 p62=p07 p43=p35 p11=p36 p12=p33 b62=b07 b43=b35 g62=g07 g43=g35",
        &[
            Step {
                right: &[("r15-p11", "falls")],
                then: &[("p43-p33", ""), ("b43-b33", ""), ("g43-g33", "")],
                ..STEP
            },
            Step { right: &[("r35-p11", "takes")], ..STEP },
        ],
    ),
    dark(
        "flag",
        Seat::Red,
        "r62=r07 r43=r35 r25=r00 p53=r37 p62=p07 p43=p35 p11=p40 b62=b07 b43=b35 g62=g07 g43=g35",
        &[
            Step {
                right: &[("r25-p11", "both flag")],
                then: &[("p43-p33", ""), ("b43-b33", ""), ("g43-g33", "")],
                ..STEP
            },
            Step {
                right: &[("p53-p52", "")],
                then: &[("p33-p34", ""), ("b33-b34", ""), ("g33-g34", "")],
                ..STEP
            },
            Step { right: &[("p52-p62", "takes out")], ..STEP },
        ],
    ),
    dark(
        "victory",
        Seat::Red,
        "r62=r07 r43=r35 g53=r37 p62=p07 p43=p35 p63=b36 b62=b07 b43=b35 g62=g07 g43=g35",
        &[
            Step {
                right: &[("g53-g52", "")],
                then: &[("p43-p33", ""), ("p63-p62", "takes out"), ("g43-g33", "")],
                ..STEP
            },
            Step { right: &[("g52-g62", "takes out end")], ..STEP },
        ],
    ),
    dark(
        "help",
        Seat::Blue,
        "r62=r07 r33=r33 r51=p38 p62=p07 p43=p35 b62=b07 b55=b40 b43=b35 g62=g07 g43=g35",
        &[Step { then: &[("b55-r51", "takes")], ..STEP }],
    ),
    dark(
        "way",
        Seat::Red,
        "r62=r07 r33=r33 n4=r36 r31=p40 p62=p07 p43=p35 b62=b07 b25=b00 b43=b35 g62=g07 g43=g35",
        &[Step {
            right: &[("n4-n5", ""), ("n4-n6", ""), ("n4-p13", ""), ("n4-g13", "")],
            then: &[("p43-p33", ""), ("b25-r31", "both flag")],
            ..STEP
        }],
    ),
];

/// What the client is given of a scene.
#[derive(Serialize)]
struct Told {
    players: Players,
    view: View,
    steps: Vec<ToldStep>,
}

#[derive(Serialize)]
struct ToldStep {
    /// `null` where something is to be said.
    legal: Option<Legal>,
    right: Vec<ToldMove>,
    tries: Vec<ToldMove>,
    barred: Vec<(Point, Point)>,
}

#[derive(Serialize)]
struct ToldMove {
    /// `null` where something is said.
    way: Option<(Point, Point)>,
    /// What happens: the move itself, then what the others do.
    events: Vec<Event>,
}

fn ends(text: &str) -> (Point, Point) {
    let (from, to) = text.split_once('-').expect("from and to");
    (from.parse().expect("a point"), to.parse().expect("a point"))
}

/// Plays a move of which something is claimed.
fn claimed(game: &mut super::Game, id: &str, (text, claim): Claimed) -> Event {
    let action: Action = text.parse().expect("an action");
    let event = game.apply(action).unwrap_or_else(|refusal| panic!("{id}: {text}: {refusal}")).event(LEARNER);
    let Happened::Move { fight, .. } = &event.action else { panic!("{id}: {text} is no move") };
    let mut words: Vec<&str> = Vec::new();
    match fight {
        None => {}
        Some(Fight::Attacker) => words.push("takes"),
        Some(Fight::Defender) => words.push("falls"),
        Some(Fight::Both) => words.push("both"),
    }
    words.extend((!event.flags.is_empty()).then_some("flag"));
    words.extend((!event.out.is_empty()).then_some("out"));
    words.extend(event.result.is_some().then_some("end"));
    // A taken flag is shown too, which nobody needs to be told.
    if !claim.contains("flag") && claim.contains("out") {
        words.retain(|word| *word != "flag");
    }
    assert_eq!(words.join(" "), claim, "{id}: {text}");
    event
}

fn told(scene: &Scene) -> Told {
    let rules = RuleSet { players: scene.players, sight: scene.sight, ..RuleSet::DEFAULT };
    let mut now = game(rules, scene.turn, scene.pieces);
    let view = now.view(LEARNER);
    let mut steps = Vec::new();
    for (number, step) in scene.steps.iter().enumerate() {
        let says = step.right.is_empty();
        assert!(says || now.turn() == Some(Seat::Red), "{}: step {number} is another's", scene.id);
        for text in step.barred {
            let refused = now.check(text.parse().expect("an action")).is_err();
            assert!(refused, "{}: {text} is said to be impossible", scene.id);
        }
        let after = |own: Option<Claimed>, then: &[Claimed]| {
            let mut game = now.clone();
            let moves = own.iter().chain(then);
            let events = moves.map(|&one| claimed(&mut game, scene.id, one)).collect();
            (game, ToldMove { way: own.map(|(text, _)| ends(text)), events })
        };
        let ways: Vec<Option<Claimed>> =
            if says { vec![None] } else { step.right.iter().copied().map(Some).collect() };
        let outcomes: Vec<_> = ways.into_iter().map(|own| after(own, step.then)).collect();
        assert!(
            outcomes.len() == 1 || number + 1 == scene.steps.len(),
            "{}: what follows step {number} depends on the move",
            scene.id
        );
        steps.push(ToldStep {
            legal: (!says).then(|| now.legal()),
            tries: step.tries.iter().map(|&one| after(Some(one), &[]).1).collect(),
            barred: step.barred.iter().copied().map(ends).collect(),
            right: outcomes
                .iter()
                .map(|(_, told)| ToldMove { way: told.way, events: told.events.clone() })
                .collect(),
        });
        let (next, _) = outcomes.into_iter().next().expect("something is right");
        now = next;
    }
    Told { players: scene.players, view, steps }
}

#[test]
fn the_introduction_is_what_the_referee_says() {
    let scenes: BTreeMap<&str, Told> = SCENES.iter().map(|scene| (scene.id, told(scene))).collect();
    assert_eq!(scenes.len(), SCENES.len(), "two scenes of one name");
    let fresh = serde_json::to_string(&scenes).expect("JSON") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/learn/scenes.json");
    if env::var_os("SIGUO_BLESS").is_some() {
        fs::write(path, &fresh).expect("written");
    }
    let published = fs::read_to_string(path).unwrap_or_default();
    assert!(published == fresh, "web/src/learn/scenes.json is stale: run `make generate`");
}
