use protocol::{
    AccountKind, Channel, CommandId, FirstSeat, GameId, Phrase, Player, Privacy, RoomId, RoomKind,
    RoomOptions, Spectating, Talk, Tally, Words,
};
use room::{Departure, Earshot, Member, Pass, RoomCommand, RoomSetup, Ties};
use rules::{BySeat, RuleSet};
use store::Leaving;
use uuid::Uuid;

use super::*;
use crate::{app::App, rooms::Known, ws::outbox};

fn setup() -> RoomSetup {
    RoomSetup {
        room: RoomId(Uuid::from_u128(1)),
        kind: RoomKind::Custom,
        ranked: false,
        options: RoomOptions {
            rules: RuleSet::DEFAULT,
            first: FirstSeat::Red,
            turn_seconds: 30,
            arrange_seconds: 60,
            privacy: Privacy::Public,
            spectating: Spectating::Open,
            talk: Talk::Free,
            max_flee_percent: None,
        },
        seats: BySeat::default(),
        host: None,
        lock: None,
        terms: rules::ladder::Terms::default(),
        seed: [1; 32],
    }
}

/// A room without a task.
fn open(app: &App) -> (Handle, Box<Actor>) {
    let setup = setup();
    let context = Context {
        ranked: false,
        options: setup.options.clone(),
        bot_seeds: BySeat::default(),
        terms: setup.terms,
        scores_before: BySeat::default(),
        begun: Begun::Since,
        leaving: Leaving::Counted,
    };
    let (room, _effects) = Room::new(setup, app.clock.now());
    app.rooms.channel(room, Vec::new(), context)
}

#[tokio::test]
async fn what_is_mailed_to_a_room_that_ends_is_answered() {
    let (clock, _hand) = Clock::by_hand(Millis(1_000_000));
    let (app, _line, _folder) = App::alone(clock).await;
    let (handle, actor) = open(&app);
    let (outbox, mut inbox) = outbox::channel(app.presence.next_id(), Peer::Socket);
    let account = AccountId(Uuid::from_u128(2));
    let words = Words::Phrase(Phrase::MindBombs);
    let command = RoomCommand::Say { channel: Channel::Table, words };
    // They wait in the mailbox when the room's task ends.
    for id in [5, 6] {
        handle.command(outbox.clone(), account, CommandId(id), command.clone()).await.expect("it is there");
    }
    handle.leave(outbox.id(), Departure::Lost).await;
    let looking = handle.look(GameId(Uuid::from_u128(3)));
    let (looked, ()) = tokio::join!(looking, async { drop(actor) });
    assert_eq!(looked, None, "nobody waits in vain");
    for id in [5, 6] {
        let reply = Reply::Error(ErrorBody::NoSuchRoom);
        let frame = ServerFrame::Answer(Answer { id: CommandId(id), reply });
        assert_eq!(inbox.next().await, Some(vec![wire(&frame)]));
    }
    let late = handle.command(outbox, account, CommandId(7), command).await;
    assert_eq!(late, Err(Gone), "whoever comes later learns it at once");
    app.store.close().await;
}

#[tokio::test]
async fn whoever_is_on_the_way_into_a_room_is_told_of_there() {
    let (clock, _hand) = Clock::by_hand(Millis(1_000_000));
    let (app, _line, _folder) = App::alone(clock).await;
    let (handle, mut actor) = open(&app);
    app.rooms.lock().rooms.insert(handle.room(), Known::new(&handle));
    let [account, other] = [2, 3].map(|number| AccountId(Uuid::from_u128(number)));
    let connect = || outbox::channel(app.presence.next_id(), Peer::Socket);
    let join = async |outbox: &Outbox, id| {
        let player = Player {
            id: account,
            kind: AccountKind::Person,
            level: None,
            name: "Anna".to_owned(),
            score: 0,
            title: rules::Title::of(0),
            tally: Tally::default(),
        };
        let member = Member { player, preferred: None, ties: Ties::default(), as_of: app.clock.now() };
        let stay = app.rooms.enter(account, handle.room());
        let joined = handle.join(outbox.clone(), stay, member, None, Pass::NotShown, CommandId(id)).await;
        joined.expect("it is there");
    };
    let ((one, _inbox), (two, _other_inbox)) = (connect(), connect());
    // One connection goes while another one, which has read the account already, is on its way.
    join(&one, 1).await;
    handle.leave(one.id(), Departure::Lost).await;
    join(&two, 2).await;
    for _ in 0..2 {
        actor.turn().await.expect("it goes on");
    }
    app.rooms.blocks(account, &[other].into()).await;
    for _ in 0..2 {
        actor.turn().await.expect("it goes on");
    }
    assert!(actor.room.is_present(account));
    let listeners = Audience::Listeners { speaker: other, earshot: Earshot::Everyone };
    assert!(!actor.room.hears(account, listeners), "the block came after the connection");

    // With the room all are gone, those on their way too.
    join(&one, 3).await;
    assert_eq!(app.rooms.lock().entered.len(), 1);
    drop(actor);
    assert!(app.rooms.lock().entered.is_empty());
    app.store.close().await;
}
