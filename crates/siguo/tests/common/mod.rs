//! The real program, as the tests here run it.
#![expect(dead_code, reason = "each test uses a part")]
#![expect(clippy::print_stdout, reason = "a test that fails shows what the program has said")]

use std::{
    fs::{self, File},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{self, Stdio},
    thread,
    time::Duration,
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    time::{sleep, timeout},
};

/// How long anything may take that is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The program with these arguments, and nothing in its environment.
pub(crate) fn siguo(args: &[&str]) -> process::Command {
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_siguo"));
    command.args(args).env_clear();
    command
}

/// The database in that folder.
pub(crate) fn database(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("siguo.db").display())
}

/// A program that runs, no longer than this value is kept. It is over before the folder with its data goes.
pub(crate) struct Program {
    child: Child,
    out: Lines<BufReader<ChildStdout>>,
    log: PathBuf,
}

impl Program {
    /// Starts it. What it logs comes to the end of that file.
    pub(crate) fn start(command: process::Command, log: &Path) -> Program {
        let file = File::options().create(true).append(true).open(log).expect("a log");
        let mut child = Command::from(command)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Program { child, out, log: log.to_owned() }
    }

    /// The next line that it prints.
    pub(crate) async fn line(&mut self) -> String {
        let line = timeout(PATIENCE, self.out.next_line()).await.expect("it says something");
        line.expect("text").expect("it has more to say")
    }

    /// Waits for its end, and returns its code; `None` if a signal has ended it.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        timeout(PATIENCE, self.child.wait()).await.expect("it ends").expect("a status").code()
    }

    /// `kill -9`.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.expect("killed");
    }

    pub(crate) fn runs(&mut self) -> bool {
        self.child.try_wait().expect("a status").is_none()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// All that it has logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("its log")
    }
}

/// A test that fails shows how the program saw it.
impl Drop for Program {
    fn drop(&mut self) {
        let _ended = self.child.start_kill();
        while matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(1));
        }
        if thread::panicking() {
            let log = fs::read_to_string(&self.log).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            println!("the program's last words:\n{}", lines[lines.len().saturating_sub(40)..].join("\n"));
        }
    }
}

/// `siguo serve` on a port and a database of its own.
pub(crate) struct Server {
    pub(crate) program: Program,
    pub(crate) address: SocketAddr,
    pub(crate) folder: TempDir,
}

impl Server {
    /// Starts it with these arguments more, and waits until it is ready.
    pub(crate) async fn start(args: &[&str]) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let mut serve = siguo(&["serve", "--listen", "127.0.0.1:0", "--database", &database(folder.path())]);
        serve.args(args);
        let mut program = Program::start(serve, &folder.path().join("log"));
        let said = program.line().await;
        let (_version, address) = said.rsplit_once("http://").expect("where it is");
        let server = Server { program, address: address.parse().expect("an address"), folder };
        server.is_ready().await;
        server
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Waits until it answers; its address is printed before the database has its tables.
    pub(crate) async fn is_ready(&self) {
        let url = self.url("/readyz");
        let asking = async {
            while !reqwest::get(&url).await.is_ok_and(|answer| answer.status().is_success()) {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, asking).await.expect("ready in time");
    }
}
