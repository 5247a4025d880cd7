//! All that can be asked of the server, and all that it refuses.

use protocol::{BotLevel, Channel, Command, GameId, QueueMode, RoomFilter, RoomId, Words};
use rules::{BoardKind, Point, RuleSet, Seat, Viewer};
use uuid::Uuid;

use super::table::{Guest, NEVER, Table, options};
use crate::common::play::LAYOUT;

/// A layout with a fault, and a readiness taken back.
pub(super) async fn arranging(table: &mut Table, seat: Seat, game: GameId) {
    let faulty = LAYOUT.replacen("33", "07", 1);
    let client = table.seat(seat).client();
    client.refused(Command::Ready { game, layout: faulty }).await;
    client.refused(Command::OfferDraw { game }).await;
    client.done(Command::Ready { game, layout: LAYOUT.to_owned() }).await;
    client.done(Command::Unready { game }).await;
}

/// An offer that another one refuses, and what the one who made it may not do.
pub(super) async fn draw(table: &mut Table, by: Seat, refuses: Seat) {
    let client = table.seat(by).client();
    let game = client.game();
    client.done(Command::OfferDraw { game }).await;
    client.refused(Command::OfferDraw { game }).await;
    client.refused(Command::AnswerDraw { game, accept: true }).await;
    table.seat(refuses).client().done(Command::AnswerDraw { game, accept: false }).await;
    table.seat(by).client().refused(Command::OfferDraw { game }).await;
}

/// Everybody tries everything that is refused while a game runs.
pub(super) async fn playing(table: &mut Table, moves: &[(Point, Point)]) {
    for guest in &mut table.guests {
        guest.settle().await;
        for command in of_the_room(guest, moves).into_iter().chain(of_the_lobby(guest)) {
            guest.client().refused(command).await;
        }
        let client = guest.client();
        client.send_text(r#"{"id":1,"cmd":{"t":"move","d":{"from":"r11"}}}"#).await;
        client.done(Command::Time).await;
        client.done(Command::List { filter: RoomFilter::default() }).await;
    }
}

fn of_the_room(guest: &mut Guest, moves: &[(Point, Point)]) -> Vec<Command> {
    let viewer = guest.viewer;
    let model = &guest.client().model;
    let (game, after) = (model.game.expect("a game"), model.no);
    let (snapshot, view) = (model.room.as_ref().expect("a room"), model.view.as_ref().expect("a view"));
    let (room, steps) = (snapshot.room, view.steps);
    // A camp, where nothing lies face down.
    let at = "r22".parse().expect("a point");
    let say = |channel, text: &str| Command::Say { room, channel, words: Words::Text(text.to_owned()) };
    let is_out = |seat| view.out.iter().any(|out| out.seat == seat);
    let mut commands: Vec<Command> =
        moves.iter().map(|&(from, to)| Command::Move { game, after, from, to }).collect();
    commands.extend([
        Command::Move { game, after: NEVER, from: moves[0].0, to: moves[0].1 },
        Command::Flip { game, after, at },
        Command::AnswerDraw { game, accept: true },
        Command::Ready { game, layout: LAYOUT.to_owned() },
        Command::Unready { game },
        Command::Stand { room },
        Command::Again { room, accept: true },
        Command::Configure { room, options: snapshot.options.clone(), password: None },
        Command::Remove { room, seat: Seat::Blue },
        Command::Swap { room, seat: Seat::Blue },
        Command::AnswerSwap { room, accept: true },
        say(Channel::Table, "\n"),
    ]);
    if viewer != Viewer::Seat(Seat::Red) {
        let spectating = snapshot.options.spectating;
        commands.extend([
            Command::PassHost { room, seat: Seat::Red },
            Command::SetSpectating { room, spectating },
        ]);
    }
    match viewer {
        Viewer::Public => commands.extend([
            Command::Surrender { game },
            Command::Flee { game },
            Command::OfferDraw { game },
            Command::Point { game, at, to: None },
            say(Channel::Table, "好"),
            say(Channel::Partner, "好"),
        ]),
        Viewer::Seat(seat) => {
            commands.push(say(Channel::Spectators, "好"));
            commands.push(Command::Sit { room, seat: seat.next() });
            if is_out(seat) {
                commands.push(Command::OfferDraw { game });
                commands.push(Command::Point { game, at, to: None });
            }
            if is_out(seat) || steps < rules::STEPS_BEFORE_SURRENDER {
                commands.push(Command::Surrender { game });
            }
        }
    }
    commands
}

fn of_the_lobby(guest: &mut Guest) -> Vec<Command> {
    let viewer = guest.viewer;
    let model = &guest.client().model;
    let view = model.view.as_ref().expect("a view");
    let rules = model.room.as_ref().expect("a room").options.rules;
    let (no_room, no_game) = (RoomId(Uuid::from_u128(1)), GameId(Uuid::from_u128(2)));
    let nonsense = RuleSet { board: BoardKind::Classic, players: rules::Players::Four, ..rules };
    let mut commands = vec![
        Command::Join { room: no_room, have: None, password: None },
        Command::Surrender { game: no_game },
        Command::Queue { mode: QueueMode::Four },
        Command::Unqueue,
        Command::Consent { accept: true },
        crate::common::table::create(protocol::RoomOptions { turn_seconds: 1, ..options(&rules) }),
        crate::common::table::create(options(&nonsense)),
    ];
    if let Viewer::Seat(seat) = viewer
        && view.out.iter().all(|out| out.seat != seat)
    {
        commands.push(Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT });
        commands.push(crate::common::table::create(options(&rules)));
    }
    commands
}

/// The pages that tell of the game or of those who play it.
pub(super) async fn pages(table: &mut Table) {
    let game = table.guests[0].client().game();
    let mut paths = vec![
        "live".to_owned(),
        "leaderboard".to_owned(),
        format!("games/{game}"),
        format!("games/{game}/record"),
        format!("games/{game}/replay"),
    ];
    for guest in [table.guests.first(), table.guests.last()].into_iter().flatten() {
        let id = guest.person.id();
        paths.extend([
            format!("players/{id}"),
            format!("players/{id}/games"),
            format!("leaderboard?around={id}"),
        ]);
    }
    for number in 0..table.guests.len() {
        let viewer = table.guests[number].viewer;
        let own = ["me".to_owned()];
        let paths = match viewer {
            Viewer::Public => paths.iter().chain(&own).collect::<Vec<_>>(),
            Viewer::Seat(_) => own.iter().chain(&paths[2..3]).collect(),
        };
        for path in paths {
            look(table, number, path).await;
        }
    }
}

/// The game's page while it is arranged, as one who plays sees it and as the public does.
pub(super) async fn pages_before(table: &mut Table) {
    let path = format!("games/{}", table.guests[0].client().game());
    for number in [0, table.guests.len() - 1] {
        look(table, number, &path).await;
    }
}

async fn look(table: &mut Table, number: usize, path: &str) {
    let text = page(table, number, path).await;
    table.guests[number].texts.push(text);
}

/// Status, headers and body; only the date is of this world, and the id of the request, which is drawn by lot.
async fn page(table: &Table, number: usize, path: &str) -> String {
    let url = table.server().url(&format!("/api/v1/{path}"));
    let token = &table.guests[number].person.token;
    let response = table.server().http.get(url).bearer_auth(token).send().await.expect("an answer");
    let status = response.status();
    let mut headers: Vec<String> = response
        .headers()
        .iter()
        .filter(|(name, _)| *name != "date" && *name != "x-request-id")
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    headers.sort();
    format!("{path}: {status} {headers:?} {}", response.text().await.expect("a body"))
}
