use protocol::{Channel, FirstSeat, Phrase, Privacy, RoomKind, RoomOptions, Spectating, Talk, Words};
use room::RoomSetup;
use rules::{BySeat, RuleSet};
use store::Leaving;
use uuid::Uuid;

use super::*;
use crate::{app::App, ws::outbox};

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

#[tokio::test]
async fn what_is_mailed_to_a_room_that_ends_is_answered() {
    let (clock, _hand) = Clock::by_hand(Millis(1_000_000));
    let (app, _line, _folder) = App::alone(clock).await;
    let setup = setup();
    let context = Context {
        ranked: false,
        options: setup.options.clone(),
        bot_seeds: BySeat::default(),
        terms: setup.terms,
        scores_before: BySeat::default(),
        leaving: Leaving::Counted,
    };
    let (room, _effects) = Room::new(setup, app.clock.now());
    let (handle, actor) = app.rooms.channel(room, Vec::new(), context);
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
