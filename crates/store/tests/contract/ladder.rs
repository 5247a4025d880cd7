use protocol::{AccountKind, LeaderboardRow, Millis};
use rules::Title;
use store::{Ladder, LeaderboardCursor, Store};

use crate::sample::{account_id, give_score, new_account};

contract![
    pages_follow_each_other_and_ties_keep_their_order,
    equal_scores_share_a_rank_across_pages,
    a_player_is_shown_among_the_neighbours,
    a_standing_names_rank_and_next_title,
    an_empty_ladder_is_an_empty_page,
];

/// Scores by account, in the order in which they were reached. 5 and 6 reached theirs at the same moment.
const SCORES: [(u128, i64, i64); 7] =
    [(3, 20, 10), (1, 20, 20), (2, -4, 30), (4, 60, 40), (6, 20, 50), (5, 20, 50), (7, 0, 60)];
const IN_ORDER: [u128; 8] = [1_000, 4, 3, 1, 5, 6, 7, 2];
const RANKS: [u32; 8] = [1, 2, 3, 3, 3, 3, 7, 8];

async fn seven(store: &Store) {
    for (account, score, at) in SCORES {
        store.create_account(&new_account(account, AccountKind::Person)).await.unwrap();
        give_score(store, account, score, Millis(at)).await;
    }
    // The opponent of all of them.
    let red = crate::sample::running(store, crate::sample::game_id(1), &[1_000, 1]).await;
    let mut end = crate::sample::won(&red, 500);
    end.changes.blue = None;
    store.finish_game(&end).await.unwrap();
}

fn ids(rows: &[LeaderboardRow]) -> Vec<u128> {
    rows.iter().map(|row| row.id.0.as_u128()).collect()
}

fn ranks(rows: &[LeaderboardRow]) -> Vec<u32> {
    rows.iter().map(|row| row.rank).collect()
}

async fn pages(store: &Store, limit: u32) -> Vec<Vec<LeaderboardRow>> {
    let mut pages = Vec::new();
    let mut after: Option<LeaderboardCursor> = None;
    loop {
        let page = store.leaderboard(Ladder::Siguo, after, limit).await.unwrap();
        pages.push(page.rows);
        let Some(next) = page.next else { return pages };
        // As a client hands it back.
        after = Some(next.to_string().parse().unwrap());
    }
}

async fn pages_follow_each_other_and_ties_keep_their_order(store: Store) {
    seven(&store).await;
    for limit in 1..=9 {
        let pages = pages(&store, limit).await;
        assert_eq!(ids(&pages.concat()), IN_ORDER, "pages of {limit}");
    }
    assert_eq!(pages(&store, 4).await.len(), 2, "no empty page at the end");
}

async fn equal_scores_share_a_rank_across_pages(store: Store) {
    seven(&store).await;
    for limit in 1..=9 {
        assert_eq!(ranks(&pages(&store, limit).await.concat()), RANKS, "pages of {limit}");
    }
    let top = &pages(&store, 2).await[0][1];
    assert_eq!((top.name.as_str(), top.score, top.title), ("Name 4", 60, Title::PlatoonLeader));
    assert_eq!((top.tally.played, top.tally.won), (1, 1));
}

async fn a_player_is_shown_among_the_neighbours(store: Store) {
    seven(&store).await;
    let around = async |account, each_side| {
        store.leaderboard_around(Ladder::Siguo, account_id(account), each_side).await.unwrap()
    };
    let rows = around(1, 2).await;
    assert_eq!((ids(&rows), ranks(&rows)), (vec![4, 3, 1, 5, 6], vec![2, 3, 3, 3, 3]));
    let rows = around(2, 3).await;
    assert_eq!((ids(&rows), ranks(&rows)), (vec![5, 6, 7, 2], vec![3, 3, 7, 8]));
    let rows = around(1_000, 1).await;
    assert_eq!((ids(&rows), ranks(&rows)), (vec![1_000, 4], vec![1, 2]));
    assert!(around(99, 2).await.is_empty());
}

async fn a_standing_names_rank_and_next_title(store: Store) {
    seven(&store).await;
    let standing = store.standing(Ladder::Siguo, account_id(5)).await.unwrap();
    assert_eq!((standing.rank, standing.score), (Some(3), 20));
    assert_eq!((standing.title, standing.next_title_at), (Title::SquadLeader, Some(30)));
    let nobody = store.standing(Ladder::Siguo, account_id(99)).await.unwrap();
    assert_eq!((nobody.rank, nobody.score, nobody.next_title_at), (None, 0, Some(10)));
}

async fn an_empty_ladder_is_an_empty_page(store: Store) {
    let page = store.leaderboard(Ladder::Siguo, None, 10).await.unwrap();
    assert!(page.rows.is_empty());
    assert_eq!(page.next, None);
    for text in ["", "1.2", "1.2.3.4", "x.1.0", "1.1.no"] {
        assert!(text.parse::<LeaderboardCursor>().is_err(), "{text}");
    }
}
