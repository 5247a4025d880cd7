//! What the REST API tells of a game that runs: the public view, and neither record nor replay.

use crate::common::{
    Client, TestServer,
    play::{self, Dice},
    problem, table,
};
use protocol::{Command, Done, GamePage, GameState, Password, Privacy, RoomOptions, Spectating};
use reqwest::StatusCode;
use rules::{Players, RuleSet, Seat};

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

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_that_may_not_be_watched_is_none_whatever_is_asked() {
    let server = TestServer::start().await;
    let rules = RuleSet { players: Players::Two, ..RuleSet::DEFAULT };
    for (privacy, spectating) in [
        (Privacy::Public, Spectating::Open),
        (Privacy::Public, Spectating::Closed),
        (Privacy::Password, Spectating::Open),
        (Privacy::Link, Spectating::Closed),
    ] {
        let options = RoomOptions { privacy, spectating, ..table::options_by(rules) };
        let mut clients = two_in(&server, options).await;
        let game = clients[0].game();
        let ask = async |what: &str| {
            let request = server.http.get(server.url(&format!("/api/v1/games/{game}{what}")));
            request.send().await.expect("an answer")
        };
        for phase in ["arranging", "running"] {
            let page = ask("").await;
            let shown = page.status() == StatusCode::OK;
            assert_eq!(shown, (privacy, spectating) == (Privacy::Public, Spectating::Open), "{phase}");
            for what in ["/record", "/replay", "/jgs"] {
                let answer = ask(what).await;
                if shown {
                    assert_eq!(
                        problem(answer, StatusCode::CONFLICT).await,
                        "not-finished",
                        "{what}, {phase}"
                    );
                } else {
                    assert_eq!(
                        problem(answer, StatusCode::NOT_FOUND).await,
                        "no-such-game",
                        "{what}, {phase}"
                    );
                }
            }
            if phase == "arranging" {
                play::arrange(&mut clients).await;
            }
        }
    }
    server.stop().await;
}

/// Two guests in a room; the one who comes in knows its password.
async fn two_in(server: &TestServer, options: RoomOptions) -> Vec<Client> {
    let password = (options.privacy == Privacy::Password).then(|| Password("opensesame".to_owned()));
    let mut host = Client::connect(server, &server.guest().await).await;
    let create = Command::Create { ranked: false, options, password: password.clone() };
    let Done::Room { room } = host.done(create).await else { panic!("no room") };
    let mut other = Client::connect(server, &server.guest().await).await;
    other.done(Command::Join { room, have: None, password }).await;
    other.done(Command::Sit { room, seat: Seat::Blue }).await;
    let mut clients = vec![host, other];
    for client in &mut clients {
        client.until(|model| model.game.is_some()).await;
    }
    clients
}
