//! What all tests of the server share: a real server on a port of its own, and real clients that keep a model of what they see.
//!
//! Nothing here sleeps to synchronise: a test waits for what it expects, and fails loudly after [`PATIENCE`].
#![allow(unreachable_pub, reason = "a module shared by tests, not a library")]

/// Names each test once and runs it on both databases.
macro_rules! on_both_databases {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() { super::$name($crate::common::Database::sqlite()).await })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() { super::$name($crate::common::Database::postgres().await).await })*
        }
    };
}

pub mod client;
pub mod database;
pub mod modes;
pub mod play;
pub mod recorded;
pub mod table;

use std::{net::SocketAddr, time::Duration};

use protocol::{Account, AccountId, Credentials, Millis, Token};
use reqwest::{Response, StatusCode};
use serde::{Serialize, de::DeserializeOwned};
use server::{Clock, Config, Hand, HeaderName, Limits, Proxies, RunError, Seed};
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};
use tokio_util::sync::CancellationToken;

pub use self::{client::Client, database::Database};

/// How long anything may take that a test waits for.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// The password of everybody.
pub const PASSWORD: &str = "correct horse battery";
/// When the time of a test begins that moves it by hand.
pub const START: Millis = Millis(1_764_460_000_000);

/// Any address that is given in a header of this name is believed: for tests in which people come from several.
pub fn addresses_by_header() -> Proxies {
    Proxies::new(HeaderName::from_static(FROM), Vec::new())
}

/// The header of [`addresses_by_header`].
pub const FROM: &str = "x-forwarded-for";

/// A running server. A test ends with [`TestServer::stop`], which checks that nothing is left running.
pub struct TestServer {
    pub address: SocketAddr,
    pub http: reqwest::Client,
    pub database: Database,
    shutdown: CancellationToken,
    task: Option<JoinHandle<Result<(), RunError>>>,
}

impl TestServer {
    /// On SQLite, in real time, without limits.
    pub async fn start() -> TestServer {
        TestServer::start_with(|_| {}).await
    }

    /// The same with other settings.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::start_on(Database::sqlite(), change).await
    }

    /// With a time that stands still until the test moves it.
    pub async fn start_by_hand() -> (TestServer, Hand) {
        let (clock, hand) = Clock::by_hand(START);
        (TestServer::start_with(|config| config.clock = clock).await, hand)
    }

    /// On a given database. All chance comes from a fixed seed.
    pub async fn start_on(database: Database, change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config = Config::new(database.url());
        config.seed = Seed::Fixed([7; 32]);
        config.limits = Limits::none();
        // However busy the machine is, its disk is no outage; a test of outages has its own idea of them.
        config.saving = PATIENCE;
        // Stopping is waited for without a limit of its own, and nobody needs to be told before.
        (config.goodbye, config.stopping) = (Duration::ZERO, PATIENCE);
        change(&mut config);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shutdown = CancellationToken::new();
        let task = tokio::spawn(server::run(config, listener, shutdown.clone()));
        let http = reqwest::Client::new();
        TestServer { address, http, database, shutdown, task: Some(task) }
    }

    /// Stops it as SIGTERM does; everything must end.
    pub async fn stop(self) -> Database {
        self.shutdown.cancel();
        self.stopped().await
    }

    /// Stops it and starts another one on the same database.
    pub async fn restart(self, change: impl FnOnce(&mut Config)) -> TestServer {
        let database = self.stop().await;
        TestServer::start_on(database, change).await
    }

    /// Waits until it has stopped by itself; everything must have ended.
    pub async fn stopped(mut self) -> Database {
        let task = self.task.take().expect("it runs");
        timeout(PATIENCE, task).await.expect("stops in time").expect("no panic").expect("no error");
        self.database.clone()
    }

    /// Waits until it has stopped because it could not go on.
    pub async fn failed(mut self) -> RunError {
        let task = self.task.take().expect("it runs");
        timeout(PATIENCE, task).await.expect("stops in time").expect("no panic").expect_err("it could go on")
    }

    /// A token that is cancelled when the server is told to stop.
    pub fn shutdown(&self) -> CancellationToken {
        self.shutdown.clone()
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Lets a guest in.
    pub async fn guest(&self) -> Person {
        let response = self.http.post(self.url("/api/v1/guest")).send().await.expect("an answer");
        Person::of(read(response, StatusCode::CREATED).await)
    }

    /// Registers somebody with [`PASSWORD`].
    pub async fn register(&self, name: &str) -> Person {
        let body = Credentials { name: name.to_owned(), password: PASSWORD.to_owned() };
        Person::of(read(self.post("/api/v1/register", None, &body).await, StatusCode::CREATED).await)
    }

    /// Registers four people.
    pub async fn register_four(&self) -> [Person; 4] {
        let mut people = Vec::new();
        for name in ["石头", "Anna", "老王", "小明99"] {
            people.push(self.register(name).await);
        }
        people.try_into().expect("four")
    }

    /// Asks for something that must be there.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> T {
        read(self.http.get(self.url(path)).send().await.expect("an answer"), StatusCode::OK).await
    }

    /// Asks as somebody.
    pub async fn get_as<T: DeserializeOwned>(&self, person: &Person, path: &str) -> T {
        let request = self.http.get(self.url(path)).bearer_auth(&person.token);
        read(request.send().await.expect("an answer"), StatusCode::OK).await
    }

    /// Sends a body, as somebody or nobody.
    pub async fn post(&self, path: &str, person: Option<&Person>, body: &impl Serialize) -> Response {
        let mut request = self.http.post(self.url(path)).json(body);
        if let Some(person) = person {
            request = request.bearer_auth(&person.token);
        }
        request.send().await.expect("an answer")
    }
}

/// A server that a test forgets would run on behind the next one.
impl Drop for TestServer {
    fn drop(&mut self) {
        self.shutdown.cancel();
        let stopped = self.task.is_none();
        assert!(stopped || std::thread::panicking(), "the test must stop its server");
    }
}

/// Somebody with an account.
#[derive(Clone, Debug)]
pub struct Person {
    pub token: String,
    pub account: Account,
}

impl Person {
    fn of(token: Token) -> Person {
        Person { token: token.token, account: token.account }
    }

    pub fn id(&self) -> AccountId {
        self.account.id
    }
}

/// The body of a response that must have this status.
pub async fn read<T: DeserializeOwned>(response: Response, status: StatusCode) -> T {
    let found = response.status();
    let text = response.text().await.expect("a body");
    assert_eq!(found, status, "{text}");
    serde_json::from_str(&text).unwrap_or_else(|err| panic!("{err} in {text}"))
}

/// The problem of a response that must have this status: the last part of its type.
pub async fn problem(response: Response, status: StatusCode) -> String {
    let kind = response.headers()["content-type"].to_str().expect("text").to_owned();
    let problem: protocol::Problem = read(response, status).await;
    assert_eq!(kind, "application/problem+json");
    assert_eq!(problem.status, status.as_u16());
    problem.r#type.strip_prefix("urn:siguo:problem:").expect("one of ours").to_owned()
}
