use protocol::{AccountKind, BotLevel, Millis, Player, Privacy, RoomKind, RoomOptions, Spectating};
use rules::{BySeat, EndReason, Nonce, Players, Seat, Setup, Shuffled};
use store::{
    Deployment, GamesFilter, Named, NewGame, PasswordHash, Store, StoreError, StoredGame, Submission,
    UnfinishedPhase, UnfinishedSeat,
};

use crate::sample::{
    account_id, entry, fled, four_persons, game_id, give_score, new_account, player_of, ranked, running,
    start, won,
};

contract![
    a_game_being_arranged_comes_back,
    a_running_game_comes_back_with_its_journal,
    who_has_registered_comes_back_by_the_new_name,
    a_shuffled_game_comes_back,
    a_bot_keeps_its_level_and_seed_and_may_sit_twice,
    nobody_sits_in_two_games_at_once,
    a_player_who_is_out_may_leave_and_sit_elsewhere,
    layouts_are_handed_in_while_arranging_only,
    a_game_starts_once_with_the_scores_of_that_moment,
    a_game_that_will_not_start_is_forgotten,
    the_rooms_memo_lasts_until_the_end,
    options_change_until_the_end,
    options_of_before_are_brought_up_to_date,
    an_unfinished_game_has_no_record,
    a_finished_game_has_its_record,
    a_game_left_while_arranging_is_called_off,
    a_players_games_come_in_pages,
];

async fn the_unfinished(store: &Store) -> store::UnfinishedGame {
    let games = store.unfinished_games().await.unwrap();
    assert_eq!(games.len(), 1);
    store.unfinished_game(games[0]).await.unwrap()
}

async fn a_game_being_arranged_comes_back(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.create_game(&game).await.unwrap();
    let red = Submission { layout: Some("an army".to_owned()), ready: true };
    store.submit_layout(game.id, Seat::Red, &red).await.unwrap();

    let found = the_unfinished(&store).await;
    assert_eq!((found.info.id, found.info.room), (game.id, game.room));
    assert_eq!((found.info.kind, found.info.ladder), (RoomKind::Match, game.ladder));
    assert_eq!(found.info.options, game.options);
    assert_eq!(found.info.created, game.created);
    assert_eq!(found.info.arrange_deadline, game.arrange_deadline);
    assert_eq!(found.info.started, None);
    for (seat, player) in found.info.players.iter() {
        assert_eq!(player.as_ref(), Some(player_of(&game, seat)));
    }
    let UnfinishedPhase::Arranging { handed_in } = found.phase else { panic!("it is being arranged") };
    assert!(!format!("{handed_in:?}").contains("an army"), "a layout is never shown");
    assert_eq!(handed_in.red, Some(red));
    assert_eq!(handed_in.purple, Some(Submission { layout: None, ready: false }));
}

async fn a_running_game_comes_back_with_its_journal(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let actions = [entry(game.id, 1, "p15-p24"), entry(game.id, 2, "timeout")];
    store.append(&actions).await.unwrap();

    let found = the_unfinished(&store).await;
    assert_eq!(found.info.started, Some(Millis(50_000)));
    let UnfinishedPhase::Running { started, first, deployment, journal } = found.phase else {
        panic!("it runs")
    };
    assert_eq!((started, first), (Millis(50_000), Seat::Purple));
    assert_eq!(deployment, start(&game).deployment);
    assert_eq!(journal, actions);
    assert_eq!(found.seats.green.unwrap().score_before, Some(0));
}

async fn who_has_registered_comes_back_by_the_new_name(store: Store) {
    for (number, kind) in [(1, AccountKind::Person), (2, AccountKind::Guest)] {
        store.create_account(&new_account(number, kind)).await.unwrap();
    }
    let mut game = ranked(&store, game_id(1), &[1, 2]).await;
    game.ladder = None;
    store.create_game(&game).await.unwrap();
    let named = Named {
        name: "石头".to_owned(),
        name_key: "石头".to_owned(),
        password_hash: PasswordHash("hash".to_owned()),
    };
    store.upgrade_guest(account_id(2), &named, None, Millis(2_000)).await.unwrap();

    let found = the_unfinished(&store).await;
    let then = player_of(&game, Seat::Blue);
    let now = Player { kind: AccountKind::Person, name: "石头".to_owned(), ..then.clone() };
    assert_eq!(found.seats.blue.unwrap().player, now);
    assert_eq!(found.seats.red.unwrap().player, *player_of(&game, Seat::Red));
    assert_eq!(
        found.info.players.blue.as_ref(),
        Some(then),
        "the game is kept with the name that it began with"
    );
}

async fn a_shuffled_game_comes_back(store: Store) {
    four_persons(&store).await;
    let mut game = ranked(&store, game_id(1), &[1, 2]).await;
    game.ladder = None;
    game.options.rules.setup = Setup::Flip;
    store.create_game(&game).await.unwrap();
    let at = |point: &str, seat, piece: &str| Shuffled(point.parse().unwrap(), seat, piece.parse().unwrap());
    let mut flip = start(&game);
    flip.deployment = Deployment {
        layouts: BySeat::default(),
        shuffled: vec![at("r11", Seat::Blue, "40"), at("b62", Seat::Red, "00")],
        nonce: Some(Nonce([7; 16])),
    };
    let scores = store.start_game(&flip).await.unwrap();
    assert_eq!(scores, BySeat::default());
    let UnfinishedPhase::Running { deployment, .. } = the_unfinished(&store).await.phase else {
        panic!("it runs")
    };
    assert_eq!(deployment, flip.deployment);
    assert_eq!(format!("{deployment:?}"), "Deployment(…)", "it is never shown");
}

async fn a_bot_keeps_its_level_and_seed_and_may_sit_twice(store: Store) {
    store.create_account(&new_account(1, AccountKind::Guest)).await.unwrap();
    store.create_account(&new_account(9, AccountKind::Bot)).await.unwrap();
    let mut game = ranked(&store, game_id(1), &[1, 9, 9, 9]).await;
    (game.ladder, game.kind) = (None, RoomKind::Practice);
    store.create_game(&game).await.unwrap();
    let found = the_unfinished(&store).await;
    let UnfinishedSeat { player, bot_seed, .. } = found.seats.blue.unwrap();
    assert_eq!((player.kind, player.level), (AccountKind::Bot, Some(BotLevel::Regular)));
    assert_eq!(bot_seed, Some(u64::MAX));
    assert_eq!(found.seats.red.unwrap().bot_seed, None);
    assert_eq!(store.running_game_of(account_id(9)).await.unwrap(), None);
}

async fn nobody_sits_in_two_games_at_once(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2]).await;
    store.create_game(&game).await.unwrap();
    assert!(matches!(store.create_game(&game).await, Err(StoreError::GameExists(id)) if id == game.id));
    let other = ranked(&store, game_id(2), &[3, 2]).await;
    let refused = store.create_game(&other).await;
    assert!(matches!(refused, Err(StoreError::AlreadyPlaying(id)) if id == account_id(2)), "{refused:?}");
    assert_eq!(store.running_game_of(account_id(3)).await.unwrap(), None, "nothing of it was written");
    let itself = ranked(&store, game_id(3), &[3, 3]).await;
    assert!(matches!(store.create_game(&itself).await, Err(StoreError::AlreadyPlaying(_))));

    store.start_game(&start(&game)).await.unwrap();
    store.finish_game(&won(&game, 1)).await.unwrap();
    store.create_game(&other).await.unwrap();
    assert_eq!(store.running_game_of(account_id(2)).await.unwrap(), Some((other.id, other.room)));
}

async fn a_player_who_is_out_may_leave_and_sit_elsewhere(store: Store) {
    four_persons(&store).await;
    for number in 5..=7 {
        store.create_account(&new_account(number, AccountKind::Person)).await.unwrap();
    }
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.leave_seat(game.id, Seat::Purple).await.unwrap();
    assert_eq!(store.running_game_of(account_id(2)).await.unwrap(), None);
    let seats = the_unfinished(&store).await.seats;
    assert!(!seats.purple.unwrap().playing);
    assert!(seats.green.unwrap().playing);
    running(&store, game_id(2), &[5, 6, 7, 2]).await;
    // The end of the first game doesn't end the second one for the player of both.
    store.finish_game(&won(&game, 2)).await.unwrap();
    let (playing, _) = store.running_game_of(account_id(2)).await.unwrap().unwrap();
    assert_eq!(playing, game_id(2));
}

async fn layouts_are_handed_in_while_arranging_only(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2]).await;
    let army = Submission { layout: Some("army".to_owned()), ready: true };
    let refused = |done| matches!(done, Err(StoreError::NotArranging(id)) if id == game_id(1));
    assert!(refused(store.submit_layout(game.id, Seat::Red, &army).await));
    store.create_game(&game).await.unwrap();
    store.submit_layout(game.id, Seat::Red, &army).await.unwrap();
    assert!(refused(store.submit_layout(game.id, Seat::Green, &army).await), "nobody sits there");
    store.submit_layout(game.id, Seat::Red, &Submission { ready: false, ..army.clone() }).await.unwrap();
    store.start_game(&start(&game)).await.unwrap();
    assert!(refused(store.submit_layout(game.id, Seat::Red, &army).await));
}

async fn a_game_starts_once_with_the_scores_of_that_moment(store: Store) {
    four_persons(&store).await;
    give_score(&store, 2, 77, Millis(1)).await;
    let game = ranked(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.create_game(&game).await.unwrap();
    assert_eq!(player_of(&game, Seat::Purple).score, 77);
    let scores = store.start_game(&start(&game)).await.unwrap();
    assert_eq!(scores, BySeat { red: Some(0), purple: Some(77), blue: Some(0), green: Some(0) });
    assert!(matches!(store.start_game(&start(&game)).await, Err(StoreError::NotArranging(_))));
}

async fn a_game_that_will_not_start_is_forgotten(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2]).await;
    store.create_game(&game).await.unwrap();
    store.abort_arranging(game.id).await.unwrap();
    assert!(matches!(store.abort_arranging(game.id).await, Err(StoreError::NotArranging(_))));
    assert!(store.game(game.id).await.unwrap().is_none());
    assert_eq!(store.running_game_of(account_id(1)).await.unwrap(), None);
    running(&store, game_id(2), &[1, 2]).await;
    assert!(matches!(store.abort_arranging(game_id(2)).await, Err(StoreError::NotArranging(_))));
}

async fn options_change_until_the_end(store: Store) {
    four_persons(&store).await;
    let mut game = ranked(&store, game_id(1), &[1, 2, 3, 4]).await;
    game.memo = Some("a memo".to_owned());
    store.create_game(&game).await.unwrap();
    let unfinished = the_unfinished(&store).await;
    assert_eq!((unfinished.memo, unfinished.info.options), (game.memo, game.options.clone()));
    let closed = RoomOptions { spectating: Spectating::Closed, ..game.options.clone() };
    store.set_options(game.id, &closed).await.unwrap();
    assert_eq!(the_unfinished(&store).await.info.options, closed);
    store.finish_game(&won(&running(&store, game_id(2), &[]).await, 0)).await.unwrap();
    assert!(matches!(store.set_options(game_id(2), &closed).await, Err(StoreError::AlreadyFinished(_))));
    assert!(matches!(store.set_options(game_id(9), &closed).await, Err(StoreError::NoSuchGame(_))));
}

async fn options_of_before_are_brought_up_to_date(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    let options = |spectating, privacy| RoomOptions { spectating, privacy, ..game.options.clone() };
    for (before, expected) in [
        ("open", options(Spectating::Open, Privacy::Public)),
        ("link", options(Spectating::Open, Privacy::Link)),
        ("closed", options(Spectating::Closed, Privacy::Public)),
    ] {
        let mut old = serde_json::to_value(&game.options).unwrap();
        old["spectating"] = before.into();
        let fields = old.as_object_mut().unwrap();
        fields.remove("privacy").and(fields.remove("max_flee_percent")).unwrap();
        // No quote is in it but those of JSON.
        let put = sqlx::AssertSqlSafe(format!("update games set options = '{old}'"));
        match &store {
            Store::Postgres(postgres) => {
                let mut db = postgres.connection().await.unwrap();
                sqlx::raw_sql(put).execute(&mut *db).await.unwrap();
                let migration = include_str!("../../../../migrations/postgres/0004_room_options.sql");
                sqlx::raw_sql(migration).execute(&mut *db).await.unwrap();
            }
            Store::Sqlite { writer, .. } => {
                sqlx::raw_sql(put).execute(writer).await.unwrap();
                let migration = include_str!("../../../../migrations/sqlite/0004_room_options.sql");
                sqlx::raw_sql(migration).execute(writer).await.unwrap();
            }
        }
        assert_eq!(the_unfinished(&store).await.info.options, expected);
    }
}

async fn the_rooms_memo_lasts_until_the_end(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2]).await;
    assert_eq!(the_unfinished(&store).await.memo, None);
    store.set_memo(game.id, r#"{"offers":1}"#).await.unwrap();
    assert_eq!(the_unfinished(&store).await.memo.as_deref(), Some(r#"{"offers":1}"#));
    store.finish_game(&won(&game, 1)).await.unwrap();
    assert!(matches!(store.set_memo(game.id, "{}").await, Err(StoreError::AlreadyFinished(_))));
    assert!(matches!(store.set_memo(game_id(9), "{}").await, Err(StoreError::NoSuchGame(_))));
}

async fn an_unfinished_game_has_no_record(store: Store) {
    four_persons(&store).await;
    assert!(store.game(game_id(1)).await.unwrap().is_none());
    let game = ranked(&store, game_id(1), &[1, 2]).await;
    store.create_game(&game).await.unwrap();
    let army = Submission { layout: Some("army of red".to_owned()), ready: true };
    store.submit_layout(game.id, Seat::Red, &army).await.unwrap();
    for started in [None, Some(Millis(50_000))] {
        let Some(StoredGame::Unfinished(info)) = store.game(game.id).await.unwrap() else {
            panic!("it has not ended")
        };
        assert_eq!(info.started, started);
        assert!(!format!("{info:?}").contains("army"));
        if started.is_none() {
            store.start_game(&start(&game)).await.unwrap();
        }
    }
}

async fn a_finished_game_has_its_record(store: Store) {
    four_persons(&store).await;
    let game = running(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.append(&[entry(game.id, 1, "p15-p24")]).await.unwrap();
    let mut end = won(&game, 2);
    end.entries = vec![entry(game.id, 2, "b11-n3")];
    end.outs = vec![
        rules::Out { seat: Seat::Green, reason: rules::OutReason::Flag, step: 98 },
        rules::Out { seat: Seat::Purple, reason: rules::OutReason::NoMove, step: 60 },
    ];
    let scores = store.finish_game(&end).await.unwrap();
    let Some(StoredGame::Finished(found)) = store.game(game.id).await.unwrap() else {
        panic!("it has ended")
    };
    assert_eq!((found.head.id, found.room), (game.id, game.room));
    assert!(found.head.ranked);
    assert_eq!(found.head.rules, game.options.rules);
    assert_eq!((found.head.started, found.head.ended), (Millis(50_000), Millis(90_000)));
    assert_eq!(found.head.result, end.result);
    assert_eq!(found.head.scores, scores);
    assert_eq!(found.scores_before.green, Some(0));
    assert_eq!(found.head.players.blue.as_ref(), Some(player_of(&game, Seat::Blue)));
    assert_eq!((found.first, found.turn_seconds), (Seat::Purple, 30));
    assert_eq!(found.deployment, start(&game).deployment);
    let actions: Vec<String> = found.actions.iter().map(ToString::to_string).collect();
    assert_eq!(actions, ["p15-p24", "b11-n3"]);
    assert_eq!(found.times, [1, 2]);
    assert_eq!(found.outs, [end.outs[1], end.outs[0]]);
    assert!(store.unfinished_games().await.unwrap().is_empty());
}

async fn a_game_left_while_arranging_is_called_off(store: Store) {
    four_persons(&store).await;
    let game = ranked(&store, game_id(1), &[1, 2, 3, 4]).await;
    store.create_game(&game).await.unwrap();
    store.finish_game(&fled(&game, Millis(20_000))).await.unwrap();
    let Some(StoredGame::CalledOff(info)) = store.game(game.id).await.unwrap() else {
        panic!("it never started")
    };
    assert_eq!(info.id, game.id);
    assert!(matches!(store.start_game(&start(&game)).await, Err(StoreError::NotArranging(_))));
    assert_eq!(store.running_game_of(account_id(1)).await.unwrap(), None);
    assert!(store.games_of(account_id(1), GamesFilter::default(), None, 10).await.unwrap().games.is_empty());
}

async fn finished(store: &Store, id: u128, accounts: &[u128]) -> NewGame {
    let game = running(store, game_id(id), accounts).await;
    store.finish_game(&won(&game, 1)).await.unwrap();
    game
}

async fn a_players_games_come_in_pages(store: Store) {
    four_persons(&store).await;
    for id in 1..=5 {
        finished(&store, id, &[1, 2]).await;
    }
    finished(&store, 6, &[3, 4]).await;
    let last = finished(&store, 7, &[4, 1, 2, 3]).await;
    running(&store, game_id(8), &[1, 2]).await;

    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let page = store.games_of(account_id(1), GamesFilter::default(), after, 2).await.unwrap();
        assert!(page.games.len() <= 2);
        seen.extend(page.games);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let ids: Vec<u128> = seen.iter().map(|played| played.game.id.0.as_u128()).collect();
    assert_eq!(ids, [7, 5, 4, 3, 2, 1]);
    assert_eq!((seen[0].seat, seen[1].seat), (Seat::Purple, Seat::Red));
    assert_eq!(seen[0].game.players.red.as_ref(), Some(player_of(&last, Seat::Red)));
    assert_eq!(seen[0].game.rules.players, Players::Four);
    assert_eq!(seen[0].game.result.reason, EndReason::Flag);
    assert_eq!(seen[0].game.scores.purple.unwrap().change, -1);
    assert!(store.games_of(account_id(9), GamesFilter::default(), None, 2).await.unwrap().games.is_empty());
}
