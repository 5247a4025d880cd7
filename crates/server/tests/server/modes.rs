//! Every way to play, from the first move over a restart of the server to the end and the record.

use crate::common::{
    Client, Database, START, TestServer,
    modes::MODES,
    play::{self, Dice},
    table::{self, options_by},
};
use protocol::{ExpandedGame, Phase, RoomId};
use rules::{Opened, Record, RuleSet, Setup, View};
use server::Clock;
use sha2::{Digest as _, Sha256};

/// Moves and flips before the restart.
const BEFORE: u32 = 24;

/// A room of one mode.
struct Table {
    mode: &'static str,
    rules: RuleSet,
    room: RoomId,
    /// The players and one who watches.
    clients: Vec<Client>,
    dice: Dice,
}

on_both_databases![every_mode_goes_on_after_a_restart];

async fn every_mode_goes_on_after_a_restart(database: Database) {
    // While one table plays the clocks of the others stand still.
    let (clock, _hand) = Clock::by_hand(START);
    let server = TestServer::start_on(database, |config| config.clock = clock.clone()).await;
    let mut tables = Vec::new();
    for ((mode, rules), seed) in MODES.into_iter().zip(1..) {
        let (room, mut clients) = table::playing(&server, options_by(rules)).await;
        clients.push(table::watch(&server, room).await);
        let mut dice = Dice::new(seed);
        for _ in 0..BEFORE {
            play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
        }
        tables.push(Table { mode, rules, room, clients, dice });
    }
    let server = server.restart(|config| config.clock = clock.clone()).await;
    for table in tables {
        table.goes_on(&server).await;
    }
    server.stop().await;
}

impl Table {
    async fn goes_on(self, server: &TestServer) {
        let Table { mode, rules, room, clients, mut dice } = self;
        let (mut back, mut told) = (Vec::new(), Vec::new());
        for client in clients {
            let person = client.person.clone();
            told.extend_from_slice(&client.frames);
            let seen = client.cut();
            let mut client = table::connect_again(server, &person).await;
            client.join(room).await;
            let known = (client.model.game, client.model.no, &client.model.view, &client.model.legal);
            assert_eq!(known, (seen.game, seen.no, &seen.view, &seen.legal), "{mode}");
            assert_eq!(client.model.room.as_ref().map(|room| room.options.rules), Some(rules), "{mode}");
            back.push(client);
        }
        let promised = view(&back[0]).commitment.clone();
        assert_eq!(promised.is_some(), rules.setup == Setup::Flip, "{mode}");
        play::to_the_end(&mut back, &mut dice).await;

        let game = back[0].game();
        let record: Record = server.get(&format!("/api/v1/games/{game}/record")).await;
        assert_eq!(record.check().faults, [], "{mode}");
        assert_eq!((&record.commitment, record.rules), (&promised, rules), "{mode}");
        let replay: ExpandedGame = server.get(&format!("/api/v1/games/{game}/replay")).await;
        let end = replay.events.iter().fold(replay.start.clone(), |mut view, event| {
            view.fold(event);
            view
        });
        for client in &back {
            assert_eq!(View { viewer: view(client).viewer, ..end.clone() }, *view(client), "{mode}");
            let opened = opened(client);
            assert_eq!(opened, replay.opened, "{mode}");
            assert_eq!(opens(&opened), promised, "{mode}");
        }
        for client in &back {
            told.extend_from_slice(&client.frames);
        }
        if let Some(nonce) = replay.opened.nonce {
            let tells_nonce = |text: &String| text.contains(&nonce.to_string());
            let opens_all = |text: &String| text.contains("\"opened\":{");
            assert!(told.iter().any(tells_nonce), "{mode}");
            assert!(told.iter().all(|text| !tells_nonce(text) || opens_all(text)), "{mode}");
        }
        for client in back {
            client.close().await;
        }
    }
}

fn view(client: &Client) -> &View {
    client.model.view.as_ref().expect("a view")
}

fn opened(client: &Client) -> Opened {
    let room = client.model.room.as_ref().expect("in a room");
    let Phase::Ended { opened, .. } = &room.phase else { panic!("it has ended") };
    (**opened).clone()
}

/// What `docs/protocol.md` has whoever doubts the shuffle compute.
fn opens(opened: &Opened) -> Option<String> {
    let nonce = serde_json::to_value(opened.nonce?).expect("JSON");
    let pieces = serde_json::to_string(&opened.shuffled).expect("JSON");
    let hash = Sha256::digest(format!("{}:{pieces}", nonce.as_str().expect("text")));
    Some(hash.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
}
