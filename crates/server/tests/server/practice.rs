//! One person against bots.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::common::{
    Client, TestServer,
    client::Model,
    modes::{DUEL, MODES},
    play::{self, Dice, LAYOUT},
};
use protocol::{AccountKind, BotLevel, Command, Done, ErrorBody, Reply};
use rules::{RuleSet, RuleSetFault, Seat, Setup, Sight, Viewer};
use server::Hand;

/// Lets time run fast, fifty times the machine's, for bots that take their time. Nobody waits for it to have come somewhere: the tests
/// wait for what the bots do.
fn run_fast(hand: Hand) -> (tokio::task::JoinHandle<()>, Arc<AtomicBool>) {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let running = tokio::spawn(async move {
        let mut tick = tokio::time::interval(std::time::Duration::from_millis(1));
        while !stopped.load(Ordering::Relaxed) {
            tick.tick().await;
            hand.advance(50);
        }
    });
    (running, stop)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_with_three_bots_and_they_go_on_after_a_restart() {
    let (clock, hand) = server::Clock::by_hand(crate::common::START);
    let server = TestServer::start_with(|config| config.clock = clock.clone()).await;
    let (running, stop) = run_fast(hand);
    let guest = server.guest().await;
    let mut client = Client::connect(&server, &guest).await;
    let Done::Room { room } =
        client.done(Command::Practice { level: BotLevel::Regular, rules: RuleSet::DEFAULT }).await
    else {
        panic!("a room")
    };
    client.until(|model| model.game.is_some()).await;
    let kinds: Vec<AccountKind> = client
        .model
        .room
        .as_ref()
        .expect("a room")
        .seats
        .iter()
        .filter_map(|(_, occupant)| Some(occupant.as_ref()?.player.kind))
        .collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == AccountKind::Bot).count(), 3);
    let (game, layout) = (client.game(), LAYOUT.to_owned());
    client.done(Command::Ready { game, layout }).await;
    let mut dice = Dice::new(4);
    play_on(&mut client, &mut dice, 24).await;
    client.done(Command::OfferDraw { game }).await;
    client.cut();

    let server = server.restart(|config| config.clock = clock.clone()).await;
    let mut client = Client::connect(&server, &guest).await;
    assert_eq!(client.hello.room, Some(room));
    client.join(room).await;
    let no = client.model.no;
    play_on(&mut client, &mut dice, no + 12).await;
    leave(&mut client).await;
    assert!(client.model.scores.is_none(), "practice changes no score");
    stop.store(true, Ordering::Relaxed);
    running.await.expect("no panic");
    server.stop().await;
}

/// Goes out of the game. By a time that runs fast it may have lost it meanwhile.
async fn leave(client: &mut Client) {
    match client.ask(Command::Flee { game: client.game() }).await {
        Reply::Ok(_) | Reply::Error(ErrorBody::Over) => client.until(Model::has_ended).await,
        Reply::Error(error) => panic!("{error:?}"),
    }
}

/// Makes its moves until the game has come so far, or has ended.
async fn play_on(client: &mut Client, dice: &mut Dice, no: u32) {
    while client.model.no < no && !client.model.has_ended() {
        client.until(|model| model.legal.is_some() || model.no >= no || model.has_ended()).await;
        let model = &client.model;
        let (Some(view), Some(legal)) = (&model.view, &model.legal) else { continue };
        assert!(matches!(view.viewer, Viewer::Seat(_)));
        let (game, after, (from, to)) = (client.game(), model.no, play::boldly(view, legal, dice));
        let command = if from == to {
            Command::Flip { game, after, at: from }
        } else {
            Command::Move { game, after, from, to }
        };
        match client.ask(command).await {
            Reply::Ok(_) | Reply::Error(ErrorBody::Stale { .. }) => {}
            Reply::Error(error) => panic!("{error:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_mode_can_be_practised() {
    let (clock, hand) = server::Clock::by_hand(crate::common::START);
    let server = TestServer::start_with(|config| config.clock = clock.clone()).await;
    let (running, stop) = run_fast(hand);
    let guest = server.guest().await;
    let mut client = Client::connect(&server, &guest).await;
    let nonsense = RuleSet { sight: Sight::Partners, ..DUEL };
    let refused = client.refused(Command::Practice { level: BotLevel::Novice, rules: nonsense }).await;
    assert_eq!(refused, ErrorBody::Rules { fault: RuleSetFault::Sight });
    let mut dice = Dice::new(11);
    for (mode, rules) in MODES {
        let practice = Command::Practice { level: BotLevel::Regular, rules };
        let Done::Room { room } = client.done(practice).await else { panic!("a room") };
        client.until(|model| model.room.as_ref().is_some_and(|it| it.room == room)).await;
        client.until(|model| model.game.is_some()).await;
        let snapshot = client.model.room.as_ref().expect("a room");
        assert_eq!((snapshot.options.rules, client.seat()), (rules, Seat::Red), "{mode}");
        let occupants = snapshot.seats.iter().filter_map(|(_, occupant)| occupant.as_ref());
        let bots = occupants.filter(|occupant| occupant.player.kind == AccountKind::Bot).count();
        assert_eq!(bots, rules.players.seats().len() - 1, "{mode}");
        let game = client.game();
        match rules.setup {
            Setup::Arrange => {
                client.done(Command::Ready { game, layout: LAYOUT.to_owned() }).await;
            }
            Setup::Flip => {}
        }
        client.until(crate::common::client::Model::is_playing).await;
        play_on(&mut client, &mut dice, 16).await;
        leave(&mut client).await;
        client.done(Command::Part { room }).await;
        client.model = Model::default();
    }
    client.close().await;
    stop.store(true, Ordering::Relaxed);
    running.await.expect("no panic");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_stay_for_another_game_until_the_person_leaves() {
    let (clock, hand) = server::Clock::by_hand(crate::common::START);
    let server = TestServer::start_with(|config| config.clock = clock.clone()).await;
    let (running, stop) = run_fast(hand);
    let guest = server.guest().await;
    let mut client = Client::connect(&server, &guest).await;
    let Done::Room { room } =
        client.done(Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT }).await
    else {
        panic!("a room")
    };
    client.until(|model| model.game.is_some()).await;
    let mut dice = Dice::new(9);
    let mut games = Vec::new();
    for _ in 0..3 {
        let game = client.game();
        assert!(!games.contains(&game), "each game has an id of its own");
        games.push(game);
        client.done(Command::Ready { game, layout: LAYOUT.to_owned() }).await;
        client.until(crate::common::client::Model::is_playing).await;
        play_on(&mut client, &mut dice, 4).await;
        leave(&mut client).await;
        client.done(Command::Again { room, accept: true }).await;
        client.until(|model| model.game != Some(game)).await;
    }
    let game = client.game();
    client.done(Command::Flee { game }).await;
    client.done(Command::Part { room }).await;
    client.close().await;
    stop.store(true, Ordering::Relaxed);
    running.await.expect("no panic");
    server.stop().await;
}
