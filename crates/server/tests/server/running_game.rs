//! What the REST API tells of a game that runs: the public view, and neither record nor replay.

use crate::common::{
    TestServer,
    play::{self, Dice},
    problem,
};
use protocol::{GamePage, GameState};
use reqwest::StatusCode;

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_has_no_record_and_no_replay() {
    let server = TestServer::start().await;
    let people = server.register_four().await;
    let (_, mut clients) = play::match_four(&server, &people).await;
    let game = clients[0].game();
    for phase in ["arranging", "running"] {
        for what in ["record", "replay"] {
            let url = server.url(&format!("/api/v1/games/{game}/{what}"));
            for person in [None, Some(&people[0])] {
                let mut request = server.http.get(&url);
                if let Some(person) = person {
                    request = request.bearer_auth(&person.token);
                }
                let response = request.send().await.expect("an answer");
                assert_eq!(problem(response, StatusCode::CONFLICT).await, "not-finished", "{phase}");
            }
        }
        if phase == "arranging" {
            play::arrange(&mut clients).await;
            let mut dice = Dice::new(5);
            for _ in 0..8 {
                play::step(&mut clients, |view, legal| play::boldly(view, legal, &mut dice)).await;
            }
        }
    }
    let page: GamePage = server.get_as(&people[0], &format!("/api/v1/games/{game}")).await;
    let GameState::Running { view, .. } = page.state else { panic!("it runs") };
    assert!(view.flags.is_empty(), "no commander has fallen in eight steps of these armies");
    assert!(view.pieces.iter().all(|seen| seen.piece.is_none()), "a player is told no more than the public");
    server.stop().await;
}
