//! Going in: how a table is opened at each kind of server.

use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use futures_util::{SinkExt as _, StreamExt as _};
use load::{NotOpened, Shared, Target};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reqwest::Client;
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

use crate::{
    dialect::{
        Dialect,
        bare::Bare,
        boardgame::Boardgame,
        colyseus::{Colyseus, JOIN_ROOM, ROOM_STATE},
    },
    seat::{Seat, Socket},
    table::{SEATS, Table},
};

/// The same as `siguo load`'s.
const BUFFER: usize = 16 * 1024;

/// What kind of server it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// The bare relay.
    Relay,
    /// `colyseus.js PORT messages`.
    ColyseusMessages,
    /// `colyseus.js PORT view`.
    ColyseusView,
    /// `boardgame.js PORT update` or `patch`.
    Boardgame,
}

/// A server of that kind.
#[derive(Clone, Debug)]
pub(crate) struct House {
    kind: Kind,
    authority: String,
    http: Client,
}

impl House {
    pub(crate) fn new(kind: Kind, target: &Target) -> House {
        let http =
            Client::builder().no_proxy().pool_max_idle_per_host(0).build().expect("a client without TLS");
        House { kind, authority: target.authority.clone(), http }
    }

    async fn enter(self, shared: Arc<Shared>, seed: u64) -> anyhow::Result<()> {
        match self.kind {
            Kind::Relay => {
                let mut sockets = Vec::new();
                for seat in 0..SEATS {
                    sockets
                        .push((self.connect(&shared, &format!("ws?room={seed}&seat={seat}")).await?, Bare));
                }
                seat_all(&shared, sockets, seed);
            }
            Kind::ColyseusMessages | Kind::ColyseusView => {
                let sockets = self.colyseus(&shared).await?;
                seat_all(&shared, sockets, seed);
            }
            Kind::Boardgame => {
                let sockets = self.boardgame(&shared).await?;
                seat_all(&shared, sockets, seed);
            }
        }
        Ok(())
    }

    async fn colyseus(&self, shared: &Shared) -> anyhow::Result<Vec<(Socket, Colyseus)>> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Room {
            room_id: String,
            process_id: String,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Reserved {
            room: Room,
            session_id: String,
        }
        let mut sockets = Vec::new();
        let mut at = "matchmake/create/table".to_owned();
        for seat in 0..SEATS {
            let Reserved { room, session_id } = self.post(&at, &json!({ "seat": seat })).await?;
            at = format!("matchmake/joinById/{}", room.room_id);
            let path = format!("{}/{}?sessionId={session_id}", room.process_id, room.room_id);
            let mut socket = self.connect(shared, &path).await?;
            until(&mut socket, |message| message.first() == Some(&JOIN_ROOM)).await?;
            socket.send(Message::binary(vec![JOIN_ROOM])).await?;
            if self.kind == Kind::ColyseusView {
                until(&mut socket, |message| message.first() == Some(&ROOM_STATE)).await?;
            }
            sockets.push((socket, Colyseus));
        }
        Ok(sockets)
    }

    async fn boardgame(&self, shared: &Shared) -> anyhow::Result<Vec<(Socket, Boardgame)>> {
        #[derive(Deserialize)]
        struct Created {
            #[serde(rename = "matchID")]
            match_id: String,
        }
        #[derive(Deserialize)]
        struct Joined {
            #[serde(rename = "playerCredentials")]
            credentials: String,
        }
        let Created { match_id } = self.post("games/table/create", &json!({ "numPlayers": SEATS })).await?;
        let mut sockets = Vec::new();
        for player in 0..SEATS {
            let wish = json!({ "playerID": player.to_string(), "playerName": "player" });
            let Joined { credentials } = self.post(&format!("games/table/{match_id}/join"), &wish).await?;
            let mut socket = self.connect(shared, "socket.io/?EIO=4&transport=websocket").await?;
            until(&mut socket, |message| message.starts_with(b"0{")).await?;
            socket.send(Message::text("40/table,")).await?;
            until(&mut socket, |message| message.starts_with(b"40/table,{")).await?;
            let sync = json!(["sync", match_id, player.to_string(), credentials, SEATS]);
            socket.send(Message::text(format!("42/table,{sync}"))).await?;
            until(&mut socket, |message| message.starts_with(br#"42/table,["sync""#)).await?;
            sockets.push((socket, Boardgame { match_id: match_id.clone(), player, credentials }));
        }
        Ok(sockets)
    }

    async fn post<T: for<'a> Deserialize<'a>>(
        &self,
        path: &str,
        body: &serde_json::Value,
    ) -> anyhow::Result<T> {
        let url = format!("http://{}/{path}", self.authority);
        let answer = self.http.post(url).json(body).send().await?.error_for_status()?;
        Ok(answer.json().await?)
    }

    async fn connect(&self, shared: &Shared, path: &str) -> anyhow::Result<Socket> {
        let stream = TcpStream::connect(shared.address()).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let url = format!("ws://{}/{path}", self.authority);
        let (socket, _) = client_async_with_config(url, stream, Some(config)).await.context("a socket")?;
        Ok(socket)
    }
}

/// Lets four players go on by themselves.
fn seat_all<D: Dialect>(shared: &Arc<Shared>, sockets: Vec<(Socket, D)>, seed: u64) {
    let table = Arc::new(Table::new());
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    for (seat, (socket, dialect)) in (0..).zip(sockets) {
        let (shared, table) = (Arc::clone(shared), Arc::clone(&table));
        let dice = ChaCha8Rng::seed_from_u64(dice.random());
        let player = Seat { shared: Arc::clone(&shared), table, number: seat, socket, dialect, dice };
        shared.play(player.run());
    }
}

/// Waits for that message; others say nothing of the game yet.
async fn until(socket: &mut Socket, is_it: impl Fn(&[u8]) -> bool) -> anyhow::Result<()> {
    loop {
        let Some(message) = socket.next().await else { bail!("the connection was closed") };
        if is_it(&message?.into_data()) {
            return Ok(());
        }
    }
}

impl load::House for House {
    async fn open(self, shared: Arc<Shared>, seed: u64) -> Result<(), NotOpened> {
        let refused = |err: anyhow::Error| NotOpened { doing: "a table", refused: format!("{err:#}") };
        self.enter(shared, seed).await.map_err(refused)
    }

    async fn idle(self, _shared: Arc<Shared>, _seed: u64) -> Result<(), NotOpened> {
        Err(NotOpened { doing: "an idle socket", refused: "only siguo has them".to_owned() })
    }
}
