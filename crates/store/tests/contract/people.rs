use protocol::{AccountId, AccountKind, Companion, Millis, Outcome, PlayerRef, Relation, ScorePoint, Tally};
use rules::Players;
use store::{FinishGame, GamesFilter, Ladder, Leaving, NewAccount, Store, StoreError};

use crate::sample::{
    account_id, fled, four_persons, game_id, give_score, new_account, ranked, running, start, won,
};

contract![
    people_are_followed_and_blocked,
    of_many_who_are_followed_at_once_only_so_many_are,
    nobody_follows_or_blocks_an_account_that_is_gone,
    names_are_found_by_how_they_begin,
    the_way_of_a_score_is_that_of_its_games,
    company_is_who_played_along,
    games_are_found_by_what_they_were,
    how_games_of_before_ended_is_told,
    unranked_games_with_people_are_counted,
];

const LADDER: Ladder = Ladder::Siguo;

fn names(people: &[PlayerRef]) -> Vec<&str> {
    people.iter().map(|player| player.name.as_str()).collect()
}

async fn people_are_followed_and_blocked(store: Store) {
    four_persons(&store).await;
    let [one, two, three, four] = [1, 2, 3, 4].map(account_id);
    for other in [three, two, two] {
        store.follow(one, other, 2, Millis(1)).await.unwrap();
    }
    assert_eq!(names(&store.following(LADDER, one).await.unwrap()), ["Name 2", "Name 3"]);
    assert!(matches!(store.follow(one, four, 2, Millis(1)).await, Err(StoreError::TooManyPeople { .. })));
    assert_eq!(store.relation(one, two).await.unwrap(), Relation { following: true, blocked: false });
    assert_eq!(store.relation(two, one).await.unwrap(), Relation { following: false, blocked: false });

    store.block(one, two, 1, Millis(2)).await.unwrap();
    store.block(one, two, 1, Millis(3)).await.unwrap();
    assert_eq!(store.relation(one, two).await.unwrap(), Relation { following: false, blocked: true });
    assert_eq!(names(&store.following(LADDER, one).await.unwrap()), ["Name 3"]);
    assert_eq!(names(&store.blocked(LADDER, one).await.unwrap()), ["Name 2"]);
    assert_eq!(store.blocked_ids(one).await.unwrap(), [two]);
    assert!(matches!(store.block(one, three, 1, Millis(4)).await, Err(StoreError::TooManyPeople { .. })));
    assert!(store.relation(one, three).await.unwrap().following, "refused, so nothing has changed");

    store.unblock(one, two).await.unwrap();
    store.unfollow(one, three).await.unwrap();
    store.unfollow(one, three).await.unwrap();
    assert!(store.blocked_ids(one).await.unwrap().is_empty());
    assert!(store.following(LADDER, one).await.unwrap().is_empty());
}

async fn of_many_who_are_followed_at_once_only_so_many_are(store: Store) {
    for number in 1..=9 {
        store.create_account(&new_account(number, AccountKind::Guest)).await.unwrap();
    }
    let mut tasks = tokio::task::JoinSet::new();
    for other in 2..=9 {
        let store = store.clone();
        tasks.spawn(async move { store.follow(account_id(1), account_id(other), 3, Millis(1)).await });
    }
    let done = tasks.join_all().await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 3);
    assert_eq!(store.following(LADDER, account_id(1)).await.unwrap().len(), 3);
}

async fn nobody_follows_or_blocks_an_account_that_is_gone(store: Store) {
    four_persons(&store).await;
    store.create_account(&new_account(9, AccountKind::Bot)).await.unwrap();
    let [one, two, gone, bot] = [1, 2, 3, 9].map(account_id);
    let password = new_account(3, AccountKind::Person).password_hash;
    // They follow each other, and block, while one of them is deleted.
    let mut tasks = tokio::task::JoinSet::new();
    for (own, other) in [(one, two), (two, one), (one, gone), (gone, one), (two, gone), (gone, two)] {
        for at in 0..3 {
            let store = store.clone();
            tasks.spawn(async move {
                let done = match at {
                    2 => store.block(own, other, 9, Millis(at)).await,
                    _ => store.follow(own, other, 9, Millis(at)).await,
                };
                match done {
                    Err(StoreError::NoSuchAccount(id)) => assert_eq!(id, gone),
                    done => done.unwrap(),
                }
            });
        }
    }
    let deleted = store.delete_account(gone, password.as_ref(), "已注销", Millis(1));
    let (deleted, _) = tokio::join!(deleted, tasks.join_all());
    deleted.unwrap();
    for other in [gone, bot, account_id(99)] {
        for done in
            [store.follow(one, other, 9, Millis(2)).await, store.block(one, other, 9, Millis(2)).await]
        {
            assert!(matches!(done, Err(StoreError::NoSuchAccount(id)) if id == other), "{done:?}");
        }
    }
    for (own, expected) in [(one, &["Name 2"][..]), (two, &["Name 1"]), (gone, &[])] {
        for list in [store.following(LADDER, own).await.unwrap(), store.blocked(LADDER, own).await.unwrap()] {
            assert!(names(&list).iter().all(|name| expected.contains(name)), "{list:?}");
        }
    }
    // Whatever has become of the other.
    store.unfollow(one, gone).await.unwrap();
    store.unblock(one, account_id(99)).await.unwrap();
}

async fn names_are_found_by_how_they_begin(store: Store) {
    for (number, name, kind) in [
        (1, "石头", AccountKind::Person),
        (2, "石", AccountKind::Guest),
        (3, "石头2", AccountKind::Person),
        (4, "大石头", AccountKind::Person),
        (5, "石头人", AccountKind::Bot),
        (6, "a%", AccountKind::Person),
        (7, "ab", AccountKind::Person),
        (8, "石头3", AccountKind::Person),
    ] {
        let account =
            NewAccount { name: name.to_owned(), name_key: name.to_owned(), ..new_account(number, kind) };
        store.create_account(&account).await.unwrap();
    }
    let password = new_account(8, AccountKind::Person).password_hash;
    store.delete_account(account_id(8), password.as_ref(), "已注销", Millis(1)).await.unwrap();
    give_score(&store, 1, 60, Millis(90_000)).await;
    let find = async |begins: &str, limit| store.find_players(LADDER, begins, limit).await.unwrap();
    assert_eq!(names(&find("石", 9).await), ["石", "石头", "石头2"], "no bots, nobody who has gone");
    let found = find("石头", 9).await;
    assert_eq!(names(&found), ["石头", "石头2"]);
    assert_eq!((found[0].score, found[0].deleted, found[0].kind), (60, false, AccountKind::Person));
    assert_eq!(names(&find("石", 2).await), ["石", "石头"]);
    assert_eq!(names(&find("a%", 9).await), ["a%"], "nothing stands for anything else");
    assert!(find("没有", 9).await.is_empty());
    let one = store.player_refs(LADDER, &[account_id(1), account_id(99)]).await.unwrap();
    assert_eq!(one, found[..1], "those that there are");
    assert!(store.player_refs(LADDER, &[]).await.unwrap().is_empty());
}

async fn the_way_of_a_score_is_that_of_its_games(store: Store) {
    four_persons(&store).await;
    for (id, points, ended) in [(1, 4, 300), (2, 2, 100), (3, -1, 200)] {
        let mut end = won(&running(&store, game_id(id), &[1, 2, 3, 4]).await, points);
        end.ended = Millis(ended);
        store.finish_game(&end).await.unwrap();
    }
    let mut unranked = ranked(&store, game_id(4), &[1, 2, 3, 4]).await;
    unranked.ladder = None;
    store.create_game(&unranked).await.unwrap();
    store.start_game(&start(&unranked)).await.unwrap();
    store.finish_game(&won(&unranked, 9)).await.unwrap();
    let point = |id, at, change, score| ScorePoint { game: game_id(id), at: Millis(at), change, score };
    let history = store.score_history(LADDER, account_id(1)).await.unwrap();
    assert_eq!(history.points, [point(2, 100, 2, 6), point(3, 200, -1, 5), point(1, 300, 4, 4)]);
    let other = store.score_history(LADDER, account_id(2)).await.unwrap();
    assert_eq!(other.points.last(), Some(&point(1, 300, -4, -4)));
    assert!(store.score_history(LADDER, account_id(9)).await.unwrap().points.is_empty());
}

/// A game of these that red wins, with the partner of four.
async fn played(store: &Store, id: u128, accounts: &[u128], ended: i64) {
    let mut end = won(&running(store, game_id(id), accounts).await, 0);
    end.ended = Millis(ended);
    if accounts.len() == 2 {
        end.result.winner = vec![rules::Seat::Red];
    }
    store.finish_game(&end).await.unwrap();
}

/// Id, games, won, lost, drawn and the last one's end.
fn told(people: &[Companion]) -> Vec<(AccountId, [u32; 4], i64)> {
    let counts = |it: &Companion| [it.games, it.won, it.lost, it.drawn];
    people.iter().map(|it| (it.player.id, counts(it), it.last.0)).collect()
}

async fn company_is_who_played_along(store: Store) {
    four_persons(&store).await;
    store.create_account(&new_account(9, AccountKind::Bot)).await.unwrap();
    // Red, purple, blue, green: 1 wins with 3, loses with 2, plays 2 alone, and once beside a bot.
    played(&store, 1, &[1, 2, 3, 4], 100).await;
    played(&store, 2, &[3, 1, 4, 2], 200).await;
    played(&store, 3, &[1, 2], 300).await;
    played(&store, 4, &[1, 2, 9, 3], 400).await;
    let mut left = fled(&running(&store, game_id(5), &[1, 2]).await, Millis(500));
    left.result.fled = Some(rules::Seat::Red);
    store.finish_game(&left).await.unwrap();
    running(&store, game_id(6), &[1, 4]).await;

    let company = store.company(LADDER, account_id(1)).await.unwrap();
    let [two, three, four] = [2, 3, 4].map(account_id);
    assert_eq!(
        told(&company.partners),
        [(two, [1, 0, 1, 0], 200), (three, [1, 1, 0, 0], 100)],
        "of equals the last one first"
    );
    assert_eq!(
        told(&company.opponents),
        [(two, [4, 3, 1, 0], 500), (three, [2, 1, 1, 0], 400), (four, [2, 1, 1, 0], 200)],
        "who leaves has lost"
    );
    assert_eq!(
        told(&company.recent),
        [(two, [5, 3, 2, 0], 500), (three, [3, 2, 1, 0], 400), (four, [2, 1, 1, 0], 200)]
    );
    let theirs = store.company(LADDER, two).await.unwrap();
    assert_eq!(told(&theirs.opponents)[0], (account_id(1), [4, 0, 3, 0], 500), "no result is none");
    assert_eq!(store.company(LADDER, account_id(9)).await.unwrap().partners.len(), 1);
}

/// How each game ended for each seat, in the order of games.
async fn results(store: &Store) -> Vec<(String, Option<String>)> {
    let all = "select seat, result from game_seats order by game_id, seat";
    match store {
        Store::Postgres(postgres) => {
            let mut db = postgres.connection().await.unwrap();
            sqlx::query_as(all).fetch_all(&mut *db).await.unwrap()
        }
        Store::Sqlite { writer, .. } => sqlx::query_as(all).fetch_all(writer).await.unwrap(),
    }
}

async fn how_games_of_before_ended_is_told(store: Store) {
    four_persons(&store).await;
    for (id, ladder) in [(10, Some(LADDER)), (20, None)] {
        for at in 0..4 {
            let mut game = ranked(&store, game_id(id + at), &[1, 2, 3, 4]).await;
            game.ladder = ladder;
            store.create_game(&game).await.unwrap();
            store.start_game(&start(&game)).await.unwrap();
            let end = match at {
                0 => won(&game, 3),
                1 => FinishGame { leaving: Leaving::Excused, ..fled(&game, Millis(90_000)) },
                2 => {
                    let mut drawn = won(&game, 0);
                    drawn.result.winner = Vec::new();
                    drawn
                }
                // Of an unranked game nothing tells that it was not excused.
                _ => FinishGame {
                    leaving: if ladder.is_some() { Leaving::Counted } else { Leaving::Excused },
                    ..fled(&game, Millis(90_000))
                },
            };
            store.finish_game(&end).await.unwrap();
        }
    }
    let noted = results(&store).await;
    assert_eq!(noted.iter().filter(|(_, result)| result.as_deref() == Some("fled")).count(), 1);
    let of = |migration: &'static str| &migration[migration.find("update game_seats set result").unwrap()..];
    // Ranked games had it in a column of its own.
    let before = "alter table game_seats add column outcome text;
        update game_seats set outcome = game_seats.result
        from games g where g.id = game_seats.game_id and g.ladder is not null;
        update game_seats set result = null";
    match &store {
        Store::Postgres(postgres) => {
            let mut db = postgres.connection().await.unwrap();
            let [then, since] = [
                of(include_str!("../../../../migrations/postgres/0010_people.sql")),
                include_str!("../../../../migrations/postgres/0011_one_result.sql"),
            ];
            for statements in [before, then, since] {
                sqlx::raw_sql(statements).execute(&mut *db).await.unwrap();
            }
        }
        Store::Sqlite { writer, .. } => {
            let [then, since] = [
                of(include_str!("../../../../migrations/sqlite/0010_people.sql")),
                include_str!("../../../../migrations/sqlite/0011_one_result.sql"),
            ];
            for statements in [before, then, since] {
                sqlx::raw_sql(statements).execute(writer).await.unwrap();
            }
        }
    }
    assert_eq!(results(&store).await, noted);
}

async fn games_are_found_by_what_they_were(store: Store) {
    four_persons(&store).await;
    played(&store, 1, &[1, 2, 3, 4], 100).await;
    played(&store, 2, &[2, 1, 3, 4], 200).await;
    played(&store, 3, &[1, 2], 300).await;
    for (id, winner) in [(4, vec![]), (5, vec![rules::Seat::Blue])] {
        let mut game = ranked(&store, game_id(id), &[1, 2]).await;
        game.ladder = None;
        store.create_game(&game).await.unwrap();
        store.start_game(&start(&game)).await.unwrap();
        let mut end = won(&game, 0);
        end.result.winner = winner;
        store.finish_game(&end).await.unwrap();
    }
    let mut end = fled(&running(&store, game_id(6), &[3, 1, 2, 4]).await, Millis(600));
    store.finish_game(&end).await.unwrap();
    end = fled(&running(&store, game_id(7), &[3, 1, 2, 4]).await, Millis(700));
    end.leaving = Leaving::Excused;
    store.finish_game(&end).await.unwrap();

    let all = GamesFilter::default();
    for (filter, expected) in [
        (all, vec![7, 6, 5, 4, 3, 2, 1]),
        (GamesFilter { players: Some(Players::Two), ..all }, vec![5, 4, 3]),
        (GamesFilter { players: Some(Players::Four), ..all }, vec![7, 6, 2, 1]),
        (GamesFilter { ranked: Some(false), ..all }, vec![5, 4]),
        (GamesFilter { ranked: Some(true), ..all }, vec![7, 6, 3, 2, 1]),
        (GamesFilter { outcome: Some(Outcome::Won), ..all }, vec![3, 1]),
        (GamesFilter { outcome: Some(Outcome::Lost), ..all }, vec![5, 2]),
        (GamesFilter { outcome: Some(Outcome::Drawn), ..all }, vec![4]),
        (GamesFilter { outcome: Some(Outcome::Fled), ..all }, vec![6]),
        (
            GamesFilter { players: Some(Players::Two), ranked: Some(true), outcome: Some(Outcome::Won) },
            vec![3],
        ),
    ] {
        for limit in [1, 2, 9] {
            let (mut seen, mut after) = (Vec::new(), None);
            loop {
                let page = store.games_of(account_id(1), filter, after, limit).await.unwrap();
                for played in page.games {
                    let seat = played.game.players.get(played.seat).as_ref().unwrap();
                    assert_eq!(seat.id, account_id(1));
                    seen.push(played.game.id.0.as_u128());
                }
                after = page.next;
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(seen, expected, "{filter:?}, {limit} at a time");
        }
    }
}

async fn unranked_games_with_people_are_counted(store: Store) {
    four_persons(&store).await;
    played(&store, 1, &[1, 2], 100).await;
    for (id, kind) in [(2, protocol::RoomKind::Custom), (3, protocol::RoomKind::Practice)] {
        let mut game = ranked(&store, game_id(id), &[1, 2]).await;
        (game.ladder, game.kind) = (None, kind);
        store.create_game(&game).await.unwrap();
        store.start_game(&start(&game)).await.unwrap();
        store.finish_game(&won(&game, 0)).await.unwrap();
    }
    // Called off before it began.
    let mut game = ranked(&store, game_id(4), &[1, 2]).await;
    game.ladder = None;
    store.create_game(&game).await.unwrap();
    store.finish_game(&fled(&game, Millis(90_000))).await.unwrap();
    let tally = store.unranked_tally(account_id(1)).await.unwrap();
    assert_eq!(tally, Tally { played: 1, won: 1, ..Tally::default() });
}
