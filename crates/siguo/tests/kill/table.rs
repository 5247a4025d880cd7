use std::{sync::Arc, time::Duration};

use protocol::{Account, Credentials, FirstSeat, Privacy, RoomId, RoomOptions, Spectating, Talk, Token};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rules::RuleSet;
use serde::Serialize;
use tokio::{sync::oneshot, task::JoinSet, time::timeout};

use crate::{
    PATIENCE,
    client::{Client, Role, Table},
    log::Log,
    stage::Stage,
};

/// Somebody with an account.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) token: String,
    pub(crate) account: Account,
}

/// All the clients.
pub(crate) struct Tables {
    stage: Arc<Stage>,
    dice: ChaCha8Rng,
    http: reqwest::Client,
    clients: JoinSet<Log>,
    people: u16,
}

impl Tables {
    pub(crate) fn new(stage: Arc<Stage>, seed: u64) -> Tables {
        let dice = ChaCha8Rng::seed_from_u64(seed);
        Tables { stage, dice, http: reqwest::Client::new(), clients: JoinSet::new(), people: 0 }
    }

    /// So many people register and play one ranked game after the other.
    pub(crate) async fn players(&mut self, count: u32) {
        for _ in 0..count {
            let person = self.register().await;
            self.sit_down(person, Role::Player);
        }
    }

    /// Guests take the seats of a room; how many.
    pub(crate) async fn guests(&mut self, table: Table) -> u32 {
        self.guests_in(table).await.1
    }

    /// The same, and in which room.
    pub(crate) async fn guests_in(&mut self, table: Table) -> (RoomId, u32) {
        let (tell, told) = oneshot::channel();
        let host = self.guest().await;
        self.sit_down(host, Role::Host { tell: Some(tell), table });
        let room = timeout(PATIENCE, told).await.expect("in time").expect("a room");
        let [_, others @ ..] = table.rules().players.seats() else { panic!("nobody plays") };
        for &seat in others {
            let guest = self.guest().await;
            self.sit_down(guest, Role::Visitor { room, seat, table });
        }
        (room, 1 + u32::try_from(others.len()).expect("few"))
    }

    /// So many guests watch what is played there.
    pub(crate) async fn watchers(&mut self, room: RoomId, count: u32, freezes: Duration) {
        for _ in 0..count {
            let guest = self.guest().await;
            self.sit_down(guest, Role::Watcher { room, freezes });
        }
    }

    fn sit_down(&mut self, person: Person, role: Role) {
        let dice = ChaCha8Rng::seed_from_u64(self.dice.random());
        self.clients.spawn(Client::new(person, role, Arc::clone(&self.stage), dice).run());
    }

    /// Waits for that, unless a client finds something wrong.
    pub(crate) async fn unless_one_fails(&mut self, wait: impl Future<Output = ()>) {
        tokio::select! {
            () = wait => {}
            ended = self.clients.join_next() => {
                let log = ended.expect("there are clients").expect("no client fails");
                panic!("{} has left", log.name);
            }
            () = tokio::time::sleep(PATIENCE) => panic!("waited in vain:\n{}", self.stage.notes()),
        }
    }

    /// Waits until all have finished.
    pub(crate) async fn logs(&mut self) -> Vec<Log> {
        let mut logs = Vec::new();
        let all = async {
            while let Some(ended) = self.clients.join_next().await {
                logs.push(ended.expect("no client fails"));
            }
        };
        let finished = timeout(PATIENCE, all).await;
        assert!(finished.is_ok(), "not all finish in time:\n{}", self.stage.notes());
        logs
    }

    async fn register(&mut self) -> Person {
        let name = format!("Walker{}", self.people);
        self.enter("register", &Credentials { name, password: "correct horse battery".to_owned() }).await
    }

    pub(crate) async fn guest(&mut self) -> Person {
        self.enter("guest", &()).await
    }

    async fn enter(&mut self, how: &str, body: &impl Serialize) -> Person {
        self.people += 1;
        let url = format!("http://{}/api/v1/{how}", self.stage.address);
        let from = format!("10.0.{}.{}", self.people / 250, self.people % 250);
        let request = self.http.post(url).header("x-forwarded-for", from).json(body);
        let mut answer = request.try_clone().expect("a body of text").send().await;
        while answer.as_ref().is_err_and(reqwest::Error::is_connect) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            answer = request.try_clone().expect("a body of text").send().await;
        }
        let token: Token =
            answer.expect("an answer").error_for_status().expect("let in").json().await.expect("a token");
        Person { token: token.token, account: token.account }
    }
}

impl Table {
    fn rules(self) -> RuleSet {
        match self {
            Table::Arranging => RuleSet::DEFAULT,
            Table::Playing(rules) => rules,
        }
    }
}

/// There are ten minutes for arranging.
pub(crate) fn room_options(table: Table) -> RoomOptions {
    RoomOptions {
        rules: table.rules(),
        first: FirstSeat::Lot,
        turn_seconds: 30,
        arrange_seconds: 600,
        privacy: Privacy::Public,
        spectating: Spectating::Open,
        talk: Talk::Free,
        max_flee_percent: None,
    }
}
