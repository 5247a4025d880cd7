//! Who is connected: the connections of each account, and what belongs to the account rather than to one of them.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use metrics::gauge;
use protocol::{AccountId, CommandId, Millis, Reply};
use store::TokenHash;

use crate::{
    config::Limits,
    pace::Pace,
    ws::outbox::{Batch, CloseReason, ConnectionId, Outbox},
};

/// Answers that an account's clients may ask for again.
const ANSWERS: usize = 64;
/// How long an account is remembered after its last connection is gone, so that a resend is known.
const REMEMBERED: i64 = 10 * 60_000;
/// How often those who are gone for long are forgotten.
const SWEEP_EVERY: i64 = 60_000;

/// Shared by everybody who has something to say to an account.
#[derive(Clone, Debug)]
pub(crate) struct Presence(Arc<Mutex<Index>>);

#[derive(Debug)]
struct Index {
    accounts: HashMap<AccountId, Present>,
    limits: Limits,
    online: u32,
    connections: u64,
    swept: Millis,
}

#[derive(Debug)]
struct Present {
    connections: Vec<Connection>,
    shared: Arc<Shared>,
    gone_since: Millis,
}

/// One of an account's connections.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) outbox: Outbox,
    /// The login with which it was opened.
    pub(crate) token: TokenHash,
    /// Where it comes from.
    pub(crate) address: IpAddr,
}

/// What an account's connections have in common.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) pace: Mutex<Paces>,
    /// Held while a command of the lobby is carried out: the commands of one account follow each other, whatever its tabs do.
    pub(crate) lobby: tokio::sync::Mutex<Answers>,
}

#[derive(Debug)]
pub(crate) struct Paces {
    pub(crate) command: Pace,
    pub(crate) talk: Pace,
    pub(crate) room_password: Pace,
}

/// The answers given to the last commands of the lobby.
#[derive(Debug, Default)]
pub(crate) struct Answers(VecDeque<(CommandId, Reply)>);

impl Answers {
    pub(crate) fn get(&self, id: CommandId) -> Option<Reply> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, reply)| reply.clone())
    }

    pub(crate) fn keep(&mut self, id: CommandId, reply: Reply) {
        if self.0.len() == ANSWERS {
            self.0.pop_front();
        }
        self.0.push_back((id, reply));
    }
}

/// What has become of an account's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// It was the last one.
    Gone,
    /// Others remain.
    Connected,
}

impl Presence {
    pub(crate) fn new(limits: Limits) -> Presence {
        Presence(Arc::new(Mutex::new(Index {
            accounts: HashMap::new(),
            limits,
            online: 0,
            connections: 0,
            swept: Millis(0),
        })))
    }

    /// A number that no connection had before.
    pub(crate) fn next_id(&self) -> ConnectionId {
        let mut index = self.lock();
        index.connections += 1;
        ConnectionId(index.connections)
    }

    /// A connection is there.
    pub(crate) fn attach(&self, account: AccountId, connection: Connection) -> Arc<Shared> {
        let mut index = self.lock();
        let limits = index.limits;
        let present = index.accounts.entry(account).or_insert_with(|| Present {
            connections: Vec::new(),
            shared: Arc::new(Shared {
                pace: Mutex::new(Paces {
                    command: Pace::new(limits.command),
                    talk: Pace::new(limits.talk),
                    room_password: Pace::new(limits.room_password),
                }),
                lobby: tokio::sync::Mutex::default(),
            }),
            gone_since: Millis(0),
        });
        let first = present.connections.is_empty();
        present.connections.push(connection);
        let shared = Arc::clone(&present.shared);
        index.online += u32::from(first);
        index.measure();
        shared
    }

    /// A connection is gone.
    pub(crate) fn detach(&self, account: AccountId, connection: ConnectionId, now: Millis) -> Left {
        let mut index = self.lock();
        let Some(present) = index.accounts.get_mut(&account) else { return Left::Gone };
        present.connections.retain(|known| known.outbox.id() != connection);
        let left = if present.connections.is_empty() { Left::Gone } else { Left::Connected };
        if left == Left::Gone {
            present.gone_since = now;
            index.online -= 1;
        }
        if now - index.swept >= SWEEP_EVERY {
            index.swept = now;
            index.accounts.retain(|_, present| {
                !present.connections.is_empty() || now - present.gone_since < REMEMBERED
            });
        }
        index.measure();
        left
    }

    /// Says something to all connections of an account.
    pub(crate) fn tell(&self, account: AccountId, batch: &Batch) {
        if let Some(present) = self.lock().accounts.get(&account) {
            for connection in &present.connections {
                connection.outbox.send(batch.clone());
            }
        }
    }

    /// Says something to everybody.
    pub(crate) fn tell_all(&self, batch: &Batch) {
        for connection in self.lock().accounts.values().flat_map(|present| &present.connections) {
            connection.outbox.send(batch.clone());
        }
    }

    /// Ends the connections that were opened with this login.
    pub(crate) fn log_out(&self, account: AccountId, token: TokenHash) {
        if let Some(present) = self.lock().accounts.get(&account) {
            for connection in present.connections.iter().filter(|known| known.token == token) {
                connection.outbox.close(CloseReason::LoggedOut);
            }
        }
    }

    /// The connections that were opened with a login belong to the one that has replaced it.
    pub(crate) fn renew(&self, account: AccountId, old: TokenHash, new: TokenHash) {
        if let Some(present) = self.lock().accounts.get_mut(&account) {
            for connection in present.connections.iter_mut().filter(|known| known.token == old) {
                connection.token = new;
            }
        }
    }

    /// Ends the connections that were opened with any login but this one.
    pub(crate) fn log_out_others(&self, account: AccountId, token: TokenHash) {
        if let Some(present) = self.lock().accounts.get(&account) {
            for connection in present.connections.iter().filter(|known| known.token != token) {
                connection.outbox.close(CloseReason::LoggedOut);
            }
        }
    }

    /// Ends all connections of an account.
    pub(crate) fn log_out_all(&self, account: AccountId) {
        if let Some(present) = self.lock().accounts.get(&account) {
            for connection in &present.connections {
                connection.outbox.close(CloseReason::LoggedOut);
            }
        }
    }

    /// Ends all connections, since the server stops.
    pub(crate) fn close_all(&self) {
        for connection in self.lock().accounts.values().flat_map(|present| &present.connections) {
            connection.outbox.close(CloseReason::Stopping);
        }
    }

    /// Whether the account has a connection.
    pub(crate) fn is_connected(&self, account: AccountId) -> bool {
        self.lock().accounts.get(&account).is_some_and(|present| !present.connections.is_empty())
    }

    /// Those of the accounts that have a connection.
    pub(crate) fn connected_among(&self, accounts: &[AccountId]) -> HashSet<AccountId> {
        let index = self.lock();
        let connected =
            |account: &AccountId| index.accounts.get(account).is_some_and(|it| !it.connections.is_empty());
        accounts.iter().copied().filter(connected).collect()
    }

    /// Where the account is connected from.
    pub(crate) fn addresses(&self, account: AccountId) -> Vec<IpAddr> {
        let index = self.lock();
        let connections = index.accounts.get(&account).into_iter().flat_map(|present| &present.connections);
        connections.map(|connection| connection.address).collect()
    }

    /// How many accounts are connected.
    pub(crate) fn online(&self) -> u32 {
        self.lock().online
    }

    fn lock(&self) -> MutexGuard<'_, Index> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Index {
    fn measure(&self) {
        gauge!("siguo_accounts_online").set(self.online);
        gauge!("siguo_accounts_remembered").set(u32::try_from(self.accounts.len()).unwrap_or(u32::MAX));
    }
}
