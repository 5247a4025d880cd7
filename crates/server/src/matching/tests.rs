//! The task with the rest of the server around it.

use std::{net::Ipv4Addr, time::Duration};

use protocol::{AccountKind, Millis, Role};
use store::{NewAccount, PasswordHash, TokenHash};
use uuid::Uuid;

use super::*;
use crate::{
    clock::Clock,
    presence::Connection,
    ws::outbox::{self, Peer},
};

#[tokio::test]
async fn whoever_has_another_connection_by_now_keeps_the_place() {
    let (clock, hand) = Clock::by_hand(Millis(1_000_000));
    let (app, mut actor, _folder) = App::alone(clock).await;
    let account = AccountId(Uuid::from_u128(1));
    let connect = || {
        let (outbox, inbox) = outbox::channel(app.presence.next_id(), Peer::Socket);
        let token = TokenHash([0; 32]);
        app.presence.attach(
            account,
            Connection { outbox: outbox.clone(), token, address: Ipv4Addr::LOCALHOST.into() },
        );
        (outbox.id(), inbox)
    };
    let mut step = |input| actor.step(&app, input).map(drop).expect("not refused");
    let (old, _old_inbox) = connect();
    let party = Party::One(Entrant {
        account,
        score: 0,
        conduct: Conduct::Steady,
        ties: room::Ties::default(),
        addresses: Vec::new(),
    });
    step(Input::Enter { mode: QueueMode::Four, party });
    // The new connection is there, and has said so, when word comes that the old one was the last.
    app.presence.detach(account, old, app.clock.now());
    let (new, _new_inbox) = connect();
    step(Input::Back(account));
    step(Input::Lost(account));
    hand.advance(2 * line::LOST_AFTER);
    step(Input::Tick);
    assert_eq!(actor.hall.accounts().collect::<Vec<_>>(), [account]);

    app.presence.detach(account, new, app.clock.now());
    let mut step = |input| actor.step(&app, input).map(drop).expect("not refused");
    step(Input::Lost(account));
    hand.advance(2 * line::LOST_AFTER);
    step(Input::Tick);
    assert_eq!(actor.hall.accounts().count(), 0, "now it is gone");
    app.store.close().await;
}

#[tokio::test]
async fn no_table_is_opened_for_who_was_deleted_meanwhile() {
    let (app, mut actor, _folder) = App::alone(Clock::system()).await;
    let mut accounts = Vec::new();
    for name in ["anna", "stone"] {
        let id = AccountId(app.chance.id(app.clock.now()));
        let new = NewAccount {
            id,
            kind: AccountKind::Person,
            role: Role::User,
            name: name.to_owned(),
            name_key: name.to_owned(),
            password_hash: Some(PasswordHash("a hash".to_owned())),
            language: None,
            created: app.clock.now(),
        };
        app.store.create_account(&new).await.expect("created");
        accounts.push(id);
    }
    let [anna, stone] = accounts.try_into().expect("two");
    let entrant = |account| Entrant {
        account,
        score: 0,
        conduct: Conduct::Steady,
        ties: room::Ties::default(),
        addresses: Vec::new(),
    };
    let seats = BySeat { red: Some(entrant(anna)), blue: Some(entrant(stone)), ..BySeat::default() };
    let table = Table { players: rules::Players::Two, seats };
    let waited = vec![(Party::One(entrant(anna)), Millis(0)), (Party::One(entrant(stone)), Millis(0))];

    // The table is made while somebody has the turn of one of them, who then asks the line, which stops.
    let turn = app.turns.take([anna]).await;
    assert!(actor.seat(&app, QueueMode::Two, Seating { table, waited }).is_empty());
    assert_eq!(app.rooms.room_of(anna), app.rooms.room_of(stone), "both are held");
    app.shutdown.cancel();
    let line = tokio::spawn(actor.run(app.clone()));
    let asked = tokio::time::timeout(Duration::from_secs(10), app.line.leave(anna)).await;
    assert_eq!(asked.expect("nobody waits for the other"), Err(ErrorBody::Stopping));
    let hash = PasswordHash("a hash".to_owned());
    app.store.delete_account(anna, Some(&hash), "nobody", app.clock.now()).await.expect("deleted");
    drop(turn);
    line.await.expect("it stops");
    assert_eq!([anna, stone].map(|account| app.rooms.room_of(account)), [None, None]);
    app.store.close().await;
}
