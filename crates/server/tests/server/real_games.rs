//! Games that people once played are played again by four clients, and end as they did.

use crate::common::{
    TestServer,
    client::Model,
    recorded::{self, sees_rightly},
};
use rules::Record;

#[tokio::test(flavor = "multi_thread")]
async fn every_real_game_ends_as_it_did() {
    let Some(games) = recorded::real_games() else { return };
    assert!(!games.is_empty());
    let (server, hand) = TestServer::start_by_hand().await;
    for recorded in games {
        let (_, mut clients, mut game) = recorded::begin(&server, &recorded).await;
        for action in recorded::actions(&recorded) {
            recorded::act(&mut clients, &hand, &mut game, action).await;
            for client in &clients {
                sees_rightly(client, &game);
            }
        }
        for client in &mut clients {
            client.until(Model::has_ended).await;
            let view = client.model.view.as_ref().expect("a view");
            assert_eq!(view.result, recorded.result, "{}", recorded.id);
        }

        let id = clients[0].game();
        let stored: Record = server.get(&format!("/api/v1/games/{id}/record")).await;
        assert_eq!(stored.check().faults, [], "{}", recorded.id);
        assert_eq!(
            (&stored.rules, stored.first, &stored.layouts, &stored.actions, &stored.result),
            (&recorded.rules, recorded.first, &recorded.layouts, &recorded.actions, &recorded.result),
        );
        for client in clients {
            client.close().await;
        }
    }
    server.stop().await;
}
