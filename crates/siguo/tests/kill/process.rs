use std::{
    net::{Ipv4Addr, SocketAddr, TcpListener},
    time::Duration,
};

use tempfile::TempDir;
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    process::Command,
    time::{sleep, timeout},
};

use crate::{
    PATIENCE,
    common::{Program, siguo},
    database::Database,
    stage::Stage,
};

/// The real program, on one address and one database through all its lives.
pub(crate) struct Siguo {
    address: SocketAddr,
    metrics: SocketAddr,
    /// Its present life, or its last.
    program: Option<Program>,
    folder: TempDir,
    /// It goes with its last holder.
    database: Database,
}

impl Siguo {
    pub(crate) fn new(database: &Database) -> Siguo {
        let address = address(10_000);
        Siguo {
            address,
            metrics: self::address(address.port() + 1),
            program: None,
            folder: tempfile::tempdir().expect("a folder"),
            database: database.clone(),
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts the program; clients find out by themselves when it answers.
    pub(crate) fn start(&mut self, stage: &Stage) {
        stage.starts();
        let mut serve = siguo(&["serve"]);
        serve
            .args(["--listen", &self.address.to_string(), "--database", &self.database.url()])
            .args(["--metrics-listen", &self.metrics.to_string()])
            // Each of the test's people comes from an address of one's own, so that limits by address are as they are in use.
            .args(["--trusted-proxy", "x-forwarded-for"])
            // The few people here meet far more often than the ladder wants.
            .args(["--ladder-same-opponents", "0"])
            .env("NO_COLOR", "1");
        // A file at its bound is to be an error for the program, as it is for a full disk, and no signal that ends it.
        self.program = Some(Program::start(deaf_to("XFSZ", &serve), &self.folder.path().join("siguo.log")));
    }

    /// `kill -9`.
    pub(crate) async fn kill(&mut self, stage: &Stage) {
        stage.ends();
        self.program.as_mut().expect("it was started").kill().await;
    }

    /// Moves all to another database; returns what the program finds wrong with that.
    pub(crate) async fn moves(&self, to: &Database) -> String {
        let moving = siguo(&["move", "--from", &self.database.url(), "--to", &to.url()]);
        let output = Command::from(moving).output().await.expect("it runs");
        let wrong = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.success(), wrong.is_empty(), "{wrong}");
        wrong
    }

    /// Another database from its next life on.
    pub(crate) fn lives_on(&mut self, database: &Database) {
        self.database = database.clone();
    }

    /// SIGTERM, and the code with which it ends.
    pub(crate) async fn terminate(&mut self, stage: &Stage) -> Option<i32> {
        self.signal("-TERM").await;
        let code = self.ended().await;
        // Until then people had been told, and could play on.
        stage.ends();
        code
    }

    pub(crate) async fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.id()]).status().await.expect("kill is there");
        assert!(sent.success(), "it still runs");
    }

    /// From now on no file that it writes may become longer, or may again.
    pub(crate) async fn bound_files(&self, bytes: &str) {
        let bound = format!("--fsize={bytes}:");
        let done = Command::new("prlimit").args(["--pid", &self.id(), &bound]).status().await;
        assert!(done.expect("prlimit is there").success(), "it runs");
    }

    fn id(&self) -> String {
        self.program.as_ref().expect("it was started").id().to_string()
    }

    /// Waits for its end.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        self.program.as_mut().expect("it was started").ended().await
    }

    /// Waits until it answers.
    pub(crate) async fn answers(&self) {
        let url = format!("http://{}/api/v1/live", self.address);
        let answering = async {
            while reqwest::get(&url).await.is_err() {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, answering).await.expect("it answers");
    }

    /// The sum of what the metrics say under that name, with these labels.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let answer = reqwest::get(format!("http://{}/metrics", self.metrics)).await.expect("an answer");
        let text = answer.text().await.expect("a text");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |count| count.parse().expect("a count"))
    }

    /// Waits until that metric has become so small.
    pub(crate) async fn falls(&self, name: &str, most: u64) {
        while self.metric(name).await > most {
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits until it lets nobody in.
    pub(crate) async fn refuses(&self) {
        while TcpStream::connect(self.address).await.is_ok() {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// Begins a request and keeps it open.
    pub(crate) async fn begin_request(&self) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let head = format!(
            "POST /api/v1/login HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{{",
            self.address
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        // An answer to a later request shows that the program has taken this one.
        self.answers().await;
        stream
    }

    /// What it logged of failures, over all its lives.
    pub(crate) fn failures(&self) -> Vec<String> {
        let log = self.program.as_ref().expect("it was started").log();
        log.lines()
            .filter(|line| line.contains("ERROR") || line.contains("panicked"))
            .map(str::to_owned)
            .collect()
    }
}

/// The command, in a process that ignores that signal.
fn deaf_to(signal: &str, command: &std::process::Command) -> std::process::Command {
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", &format!("trap '' {signal}; exec \"$0\" \"$@\"")]);
    shell.arg(command.get_program()).args(command.get_args()).env_clear();
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell
}

/// A free port below those that the system gives to connections: one that tries again and again to reach a server that is
/// away could else be given the server's own port, and meet itself.
fn address(from: u16) -> SocketAddr {
    let first = from.max(10_000 + u16::try_from(std::process::id() % 10_000).expect("small"));
    (first..32_000)
        .map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        .find(|address| TcpListener::bind(address).is_ok())
        .expect("a free port")
}
