//! What becomes of an account while it is in rooms or in the line: stored, then told there, in its turn (see [`super::turns`]).
//!
//! A change is carried out to its end whether or not whoever asked for it waits: a request may be broken off between the two.

use std::collections::BTreeSet;

use protocol::{AccountId, Millis};
use store::{BrowserHash, Named, StoreError, StoredAccount};

use super::view;
use crate::{app::App, http::problem::chain};

/// A guest registers, and goes on as the new one in the rooms that it is in.
pub(crate) async fn upgrade_guest(
    app: &App,
    account: AccountId,
    named: Named,
    invite: Option<String>,
) -> Result<(), StoreError> {
    to_the_end(app, async move |app: App| {
        let _turn = app.turns.take([account]).await;
        app.store.upgrade_guest(account, &named, invite.as_deref(), app.clock.now()).await?;
        // It has registered, whatever the rooms hear; they hear it at the latest when it comes in again.
        match view::entering(&app, account).await {
            Ok(member) => app.rooms.renew(&member).await,
            Err(err) => {
                tracing::warn!(account.id = %account, error = %chain(&err), "rooms do not hear who has registered");
            }
        }
        Ok(())
    })
    .await
}

/// The account is deleted, and called so wherever its name stood. Refused while a room holds it: it may be in a game at any moment.
pub(crate) async fn delete(
    app: &App,
    account: &StoredAccount,
    name: &'static str,
    kept_until: Millis,
) -> Result<(), StoreError> {
    let (id, password) = (account.id, account.password_hash.clone());
    to_the_end(app, async move |app: App| {
        let _turn = app.turns.take([id]).await;
        // Whoever waits may be seated without a turn, and lines up only in one: from here on nothing holds it that does not yet. Who does
        // not wait, has asked nobody or has no partner has nothing to give up.
        let _not_queued = app.line.leave(id).await;
        if app.rooms.room_of(id).is_some() {
            return Err(StoreError::InGame(id));
        }
        app.store.delete_account(id, password.as_ref(), name, kept_until).await?;
        // No connection of it does anything while the rooms hear of it.
        app.presence.log_out_all(id);
        app.rooms.delete(id, name).await;
        let _none_open = app.line.take_back(id).await;
        let _not_paired = app.line.unpair(id).await;
        Ok(())
    })
    .await
}

/// The account is used in a browser. If it was not before, those who have been used there are in no ranked game with it from now on.
pub(crate) async fn note_browser(
    app: &App,
    account: AccountId,
    browser: &BrowserHash,
) -> Result<(), StoreError> {
    let browser = *browser;
    to_the_end(app, async move |app: App| {
        let _turn = app.turns.take([account]).await;
        let known = app.store.is_browser_of(account, &browser).await?;
        app.store.note_browser(account, &browser, app.clock.now()).await?;
        if known {
            return Ok(());
        }
        let kin = app.store.kin(account).await?;
        if !kin.is_empty() {
            app.line.kin(account, kin.clone()).await;
            app.rooms.kin(account, &kin).await;
        }
        Ok(())
    })
    .await
}

/// Blocks somebody; an account blocks at most so many.
pub(crate) async fn block(
    app: &App,
    account: AccountId,
    whom: AccountId,
    at_most: u32,
) -> Result<(), StoreError> {
    to_the_end(app, async move |app: App| {
        let _turn = app.turns.take([account]).await;
        app.store.block(account, whom, at_most, app.clock.now()).await?;
        app.line.shun(account, whom).await;
        spread_blocks(&app, account).await
    })
    .await
}

/// Blocks somebody no longer.
pub(crate) async fn unblock(app: &App, account: AccountId, whom: AccountId) -> Result<(), StoreError> {
    to_the_end(app, async move |app: App| {
        let _turn = app.turns.take([account]).await;
        app.store.unblock(account, whom).await?;
        spread_blocks(&app, account).await
    })
    .await
}

/// Tells the line and the rooms that the account is in whom it has blocked now.
async fn spread_blocks(app: &App, account: AccountId) -> Result<(), StoreError> {
    let blocked: BTreeSet<AccountId> = app.store.blocked_ids(account).await?.into_iter().collect();
    app.line.blocks(account, blocked.clone()).await;
    app.rooms.blocks(account, &blocked).await;
    Ok(())
}

/// Has it done by a task of its own, which the server waits for when it stops.
async fn to_the_end<C, F>(app: &App, change: C) -> Result<(), StoreError>
where
    C: FnOnce(App) -> F,
    F: Future<Output = Result<(), StoreError>> + Send + 'static,
{
    app.tasks.spawn(change(app.clone())).await.expect("a change does not panic, and nobody aborts it")
}

#[cfg(test)]
mod tests {
    use std::{net::Ipv4Addr, pin::pin};

    use protocol::{AccountKind, BotLevel, Command, Reply, Role};
    use rules::RuleSet;
    use store::{AccountState, NewAccount, TokenHash};

    use super::*;
    use crate::{
        clock::Clock,
        lobby,
        presence::Connection,
        ws::outbox::{self, Inbox, Outbox, Peer},
    };

    async fn guest(app: &App, name: &str) -> StoredAccount {
        let id = AccountId(app.chance.id(app.clock.now()));
        let new = NewAccount {
            id,
            kind: AccountKind::Guest,
            role: Role::User,
            name: name.to_owned(),
            name_key: name.to_owned(),
            password_hash: None,
            language: None,
            created: app.clock.now(),
        };
        app.store.create_account(&new).await.expect("created");
        app.store.account(id).await.expect("asked").expect("just created")
    }

    fn connect(app: &App, account: AccountId) -> (Outbox, Inbox) {
        let (outbox, inbox) = outbox::channel(app.presence.next_id(), Peer::Socket);
        let connection = Connection {
            outbox: outbox.clone(),
            token: TokenHash([0; 32]),
            address: Ipv4Addr::LOCALHOST.into(),
        };
        app.presence.attach(account, connection);
        (outbox, inbox)
    }

    /// Asks, and goes away before there is an answer.
    async fn break_off(asking: impl Future) {
        let mut asking = pin!(asking);
        let answered =
            std::future::poll_fn(|cx| std::task::Poll::Ready(asking.as_mut().poll(cx).is_ready())).await;
        assert!(!answered, "nothing was broken off");
    }

    #[tokio::test]
    async fn what_was_asked_for_is_done_though_the_request_is_broken_off() {
        let (app, line, _folder) = App::alone(Clock::system()).await;
        tokio::spawn(line.run(app.clone()));
        let (anna, stone) = (guest(&app, "anna").await, guest(&app, "stone").await);
        let (outbox, _inbox) = connect(&app, anna.id);
        let done = async || {
            app.tasks.close();
            app.tasks.wait().await;
            app.tasks.reopen();
        };
        break_off(block(&app, anna.id, stone.id, 10)).await;
        done().await;
        assert_eq!(app.store.blocked_ids(anna.id).await.expect("read"), [stone.id]);
        break_off(unblock(&app, anna.id, stone.id)).await;
        done().await;
        assert!(app.store.blocked_ids(anna.id).await.expect("read").is_empty());
        break_off(delete(&app, &anna, "nobody", app.clock.now())).await;
        done().await;
        let kept = app.store.account(anna.id).await.expect("asked").expect("its games may be there");
        assert_eq!(kept.state, AccountState::Deleted);
        assert!(outbox.is_closed());
        assert_eq!(app.rooms.room_of(anna.id), None, "nothing holds it");
        app.store.close().await;
    }

    fn asker(account: AccountId) -> lobby::Asker {
        lobby::Asker { account, address: Ipv4Addr::LOCALHOST.into() }
    }

    #[tokio::test]
    async fn who_is_being_deleted_sits_down_nowhere() {
        let (app, line, _folder) = App::alone(Clock::system()).await;
        tokio::spawn(line.run(app.clone()));
        let anna = guest(&app, "anna").await;
        let practice = || {
            lobby::carry_out(
                &app,
                asker(anna.id),
                Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT },
            )
        };
        let turn = app.turns.take([anna.id]).await;
        let mut asking = pin!(practice());
        let waited = async {
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            _ = &mut asking => panic!("it has its turn later"),
            () = waited => {}
        }
        assert_eq!(app.rooms.room_of(anna.id), None);
        app.store.delete_account(anna.id, None, "nobody", app.clock.now()).await.expect("deleted");
        drop(turn);
        assert!(matches!(asking.await, Reply::Error(_)));
        assert_eq!(app.rooms.room_of(anna.id), None);
        app.store.close().await;
    }

    #[tokio::test]
    async fn who_has_a_seat_is_not_deleted() {
        let (app, line, _folder) = App::alone(Clock::system()).await;
        tokio::spawn(line.run(app.clone()));
        let anna = guest(&app, "anna").await;
        let reply = lobby::carry_out(
            &app,
            asker(anna.id),
            Command::Practice { level: BotLevel::Novice, rules: RuleSet::DEFAULT },
        )
        .await;
        assert!(matches!(reply, Reply::Ok(_)), "{reply:?}");
        let refused = delete(&app, &anna, "nobody", app.clock.now()).await.expect_err("in a game");
        assert!(matches!(refused, StoreError::InGame(_)), "{refused:?}");
        app.store.close().await;
    }
}
