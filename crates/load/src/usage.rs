//! What the server, its database and this program use of the machine.

use std::{collections::BTreeMap, io};

use tokio::time::{Duration, Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{
    LoadError, Machine, Plan, Processes, Use,
    limit::Sight,
    proc::{self, Memory, Processors, TICKS},
};

/// How often memory is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Processes that count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// One process with its threads.
    Process(u32),
    /// A process and its children, each with one thread: PostgreSQL.
    Family(u32),
}

/// Whose use is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subjects {
    server: Option<Subject>,
    database: Option<Subject>,
    load: Subject,
    pub(crate) sight: Sight,
}

impl Subjects {
    pub(crate) fn of(plan: &Plan) -> Result<Subjects, LoadError> {
        let find = |option, pid: Option<u32>| match pid {
            Some(pid) if proc::stat(pid).is_none() => Err(LoadError::Process { option, pid }),
            pid => Ok(pid),
        };
        let server = find("--server-pid", plan.server_pid)?;
        let database = find("--database-pid", plan.database_pid)?;
        Ok(Subjects {
            server: server.map(Subject::Process),
            database: database.map(Subject::Family),
            load: Subject::Process(std::process::id()),
            sight: Sight::Clear,
        })
    }

    /// Looks for the database where it was not named. The server has it open once there are games.
    pub(crate) fn with_database(self) -> Subjects {
        let (Some(server), None) = (self.server, self.database) else { return self };
        let (database, sight) = choose_database(proc::has_sqlite(server.first()), &postgres_servers());
        Subjects { database: database.map(Subject::Family), sight, ..self }
    }
}

/// The only PostgreSQL server here, unless the server has a SQLite file open and needs none. Where that can't be seen, it may as
/// well be a stranger's.
fn choose_database(has_sqlite: io::Result<bool>, postgres: &[u32]) -> (Option<u32>, Sight) {
    match (has_sqlite, postgres) {
        (Ok(true), _) | (Ok(false) | Err(_), []) => (None, Sight::Clear),
        (Ok(false), [only]) => (Some(*only), Sight::Clear),
        (Ok(false), [_, _, ..]) | (Err(_), [_, ..]) => (None, Sight::DatabaseHidden),
    }
}

fn postgres_servers() -> Vec<u32> {
    let is_postgres = |pid: &u32| proc::stat(*pid).is_some_and(|stat| stat.name == "postgres");
    let all: Vec<u32> = proc::processes().into_iter().filter(is_postgres).collect();
    let is_first = |pid: &u32| proc::stat(*pid).is_some_and(|stat| !all.contains(&stat.parent));
    all.iter().copied().filter(is_first).collect()
}

/// What a subject had used at a moment.
#[derive(Clone, Debug, Default)]
struct Reading {
    ticks: u64,
    /// By thread, or by process of a family.
    parts: BTreeMap<u32, u64>,
}

impl Subject {
    fn first(self) -> u32 {
        match self {
            Subject::Process(pid) | Subject::Family(pid) => pid,
        }
    }

    fn members(self) -> Vec<u32> {
        match self {
            Subject::Process(pid) => vec![pid],
            Subject::Family(first) => {
                let is_child = |pid: &u32| proc::stat(*pid).is_some_and(|stat| stat.parent == first);
                proc::processes().into_iter().filter(is_child).chain([first]).collect()
            }
        }
    }

    fn read(self) -> Option<Reading> {
        let own = proc::stat(self.first())?;
        Some(match self {
            Subject::Process(pid) => Reading { ticks: own.ticks, parts: proc::threads(pid) },
            Subject::Family(_) => {
                let time = |pid: u32| Some((pid, proc::stat(pid)?.ticks));
                let parts: BTreeMap<u32, u64> = self.members().into_iter().filter_map(time).collect();
                // Children that have ended meanwhile are in the first one's count.
                Reading { ticks: own.children + parts.values().sum::<u64>(), parts }
            }
        })
    }

    /// What several share is counted once.
    fn megabytes(self) -> Option<f64> {
        let each: Vec<Memory> = self.members().into_iter().filter_map(proc::memory).collect();
        let own: u64 = each.iter().map(|memory| memory.own).sum();
        let files = each.iter().map(|memory| memory.files).max()?;
        let shared = each.iter().map(|memory| memory.shared).max()?;
        Some(number(own + files + shared) / 1024.0)
    }
}

/// A measurement of a subject that goes on.
struct Meter {
    subject: Subject,
    begin: Reading,
    most: f64,
    sum: f64,
    samples: f64,
}

impl Meter {
    fn begin(subject: Subject) -> Option<Meter> {
        Some(Meter { subject, begin: subject.read()?, most: 0.0, sum: 0.0, samples: 0.0 })
    }

    fn look(&mut self) {
        if let Some(megabytes) = self.subject.megabytes() {
            self.most = self.most.max(megabytes);
            self.sum += megabytes;
            self.samples += 1.0;
        }
    }

    /// `None` if the process is gone.
    fn end(&self, seconds: f64) -> Option<Use> {
        let end = self.subject.read()?;
        let cores = |ticks: u64| number(ticks) / TICKS / seconds;
        let part =
            |(id, ticks): (&u32, &u64)| ticks.saturating_sub(self.begin.parts.get(id).copied().unwrap_or(0));
        Some(Use {
            pid: self.subject.first(),
            cores: cores(end.ticks.saturating_sub(self.begin.ticks)),
            busiest_thread: cores(end.parts.iter().map(part).max().unwrap_or(0)),
            allowed_cores: proc::allowed(self.subject.first())?,
            memory_mean_mb: self.sum / self.samples.max(1.0),
            memory_max_mb: self.most,
        })
    }
}

/// Measures until it is told to stop.
pub(crate) async fn measure(subjects: Subjects, stop: CancellationToken) -> (Processes, Option<Machine>) {
    let began = Instant::now();
    let processors = proc::processors();
    let mut server = subjects.server.and_then(Meter::begin);
    let mut database = subjects.database.and_then(Meter::begin);
    let mut load = Meter::begin(subjects.load);
    loop {
        for meter in [&mut server, &mut database, &mut load].into_iter().flatten() {
            meter.look();
        }
        tokio::select! {
            () = sleep(EVERY) => {}
            () = stop.cancelled() => break,
        }
    }
    let seconds = began.elapsed().as_secs_f64().max(f64::EPSILON);
    let end = |meter: &Option<Meter>| meter.as_ref().and_then(|meter| meter.end(seconds));
    let processes = Processes { server: end(&server), database: end(&database), load: end(&load) };
    let machine = processors.zip(proc::processors()).map(|(begin, end)| shares(begin, end));
    (processes, machine)
}

fn shares(begin: Processors, end: Processors) -> Machine {
    let busy = number(end.busy.saturating_sub(begin.busy));
    let waiting = number(end.waiting.saturating_sub(begin.waiting));
    let all = (busy + waiting + number(end.idle.saturating_sub(begin.idle))).max(1.0);
    Machine { busy: busy / all, waiting_for_disk: waiting / all }
}

/// Far below where the conversion loses anything.
fn number(count: u64) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_is_what_all_its_processors_did() {
        let begin = Processors { busy: 100, waiting: 10, idle: 1000 };
        let end = Processors { busy: 160, waiting: 30, idle: 1020 };
        assert_eq!(shares(begin, end), Machine { busy: 0.6, waiting_for_disk: 0.2 });
        assert_eq!(shares(end, end), Machine { busy: 0.0, waiting_for_disk: 0.0 });
    }

    #[test]
    fn a_strangers_database_is_not_taken_for_the_servers() {
        let hidden = || Err(io::ErrorKind::PermissionDenied.into());
        assert_eq!(choose_database(Ok(false), &[7]), (Some(7), Sight::Clear));
        assert_eq!(choose_database(Ok(true), &[7]), (None, Sight::Clear), "the file is the server's own");
        assert_eq!(choose_database(Ok(false), &[7, 8]), (None, Sight::DatabaseHidden), "one of the two");
        assert_eq!(choose_database(hidden(), &[7]), (None, Sight::DatabaseHidden));
        assert_eq!(choose_database(hidden(), &[]), (None, Sight::Clear), "there is none to confuse it with");
    }

    #[test]
    fn a_process_that_is_not_there_is_said() {
        let plan = Plan { server_pid: Some(u32::MAX), ..crate::plan::tests::plan() };
        let missing = Subjects::of(&plan).expect_err("there is none").to_string();
        assert!(missing.contains("--server-pid 4294967295"), "{missing}");
    }
}
