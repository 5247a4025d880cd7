//! Who had no more to give.

use serde::Serialize;

use crate::{Machine, Processes, Use};

/// From this share of its time on somebody counts as busy.
const BUSY: f64 = 0.9;

/// What kept the moves from being more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limiting {
    /// The server's process, or one thread of it.
    Server,
    /// PostgreSQL, or one process of it.
    Database,
    /// This program: the figures are its own, not the server's.
    Load,
    /// All of the machine's processors together, none of the three alone.
    Machine,
    /// No processor: the players' thinking, the disk or the network.
    None,
    /// Nothing is known of the server, because `--server-pid` was not given or its process is gone; or of its database.
    Unknown,
}

/// The limit, with the figure that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// Who.
    pub who: Limiting,
    /// Why, in words.
    pub why: String,
}

/// Whether all whose use matters could be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// They could.
    Clear,
    /// PostgreSQL runs on this machine, and whether it is the server's can't be told: there are several, or the server's files can't
    /// be read.
    DatabaseHidden,
}

/// A process that had all the time it may have, or a thread that had all of a processor's; of several the one that took most.
pub(crate) fn limit(processes: &Processes, machine: Option<Machine>, sight: Sight) -> Limit {
    let candidates = [
        (Limiting::Server, "the server", &processes.server),
        (Limiting::Database, "the database", &processes.database),
        (Limiting::Load, "siguo load", &processes.load),
    ];
    let used = || candidates.iter().filter_map(|(who, name, used)| Some((*who, *name, (*used).as_ref()?)));
    let busy = used().filter_map(|(who, name, used)| Some((who, used.cores, reason(name, used)?)));
    if let Some((who, _, why)) = busy.max_by(|one, other| one.1.total_cmp(&other.1)) {
        return Limit { who, why };
    }
    if processes.server.is_none() {
        return Limit { who: Limiting::Unknown, why: "nothing is known of the server's process".to_owned() };
    }
    if sight == Sight::DatabaseHidden && processes.database.is_none() {
        let why = "which database the server has can't be seen: name it with --database-pid".to_owned();
        return Limit { who: Limiting::Unknown, why };
    }
    if let Some(machine) = machine
        && machine.busy > BUSY
    {
        let ours: f64 = used().map(|(_, _, used)| used.cores).sum();
        let busy = machine.busy * 100.0;
        let why = format!(
            "all processors were busy {busy:.0} % of the time; what is measured here used {ours:.2} cores of it"
        );
        return Limit { who: Limiting::Machine, why };
    }
    Limit { who: Limiting::None, why: "no process and no thread had all the time it could have".to_owned() }
}

fn reason(name: &str, used: &Use) -> Option<String> {
    if used.cores > BUSY * used.allowed_cores {
        return Some(format!("{name} used {:.2} of the {} cores it may use", used.cores, used.allowed_cores));
    }
    let busy = used.busiest_thread > BUSY;
    busy.then(|| format!("one thread of {name} used {:.2} of a core", used.busiest_thread))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(cores: f64, busiest_thread: f64, allowed_cores: f64) -> Use {
        Use { pid: 1, cores, busiest_thread, allowed_cores, memory_mean_mb: 1.0, memory_max_mb: 1.0 }
    }

    const IDLE: Machine = Machine { busy: 0.5, waiting_for_disk: 0.0 };
    const FULL: Machine = Machine { busy: 0.99, waiting_for_disk: 0.0 };

    #[test]
    fn whoever_had_all_its_time_was_the_limit() {
        let cases = [
            (Some(used(0.5, 0.3, 4.0)), None, Some(used(0.5, 0.3, 4.0)), IDLE, Limiting::None),
            (Some(used(3.7, 0.8, 4.0)), None, Some(used(0.5, 0.3, 4.0)), IDLE, Limiting::Server),
            (Some(used(1.2, 0.95, 4.0)), None, Some(used(0.5, 0.3, 4.0)), IDLE, Limiting::Server),
            (
                Some(used(1.2, 0.5, 4.0)),
                Some(used(1.5, 0.97, 4.0)),
                Some(used(0.5, 0.3, 4.0)),
                IDLE,
                Limiting::Database,
            ),
            (Some(used(1.0, 0.5, 4.0)), None, Some(used(0.95, 0.5, 1.0)), IDLE, Limiting::Load),
            (Some(used(1.0, 0.95, 4.0)), None, Some(used(3.8, 0.96, 4.0)), FULL, Limiting::Load),
            (Some(used(1.0, 0.5, 2.0)), None, Some(used(0.9, 0.5, 2.0)), FULL, Limiting::Machine),
            (None, None, Some(used(0.2, 0.2, 2.0)), IDLE, Limiting::Unknown),
            (None, None, Some(used(0.2, 0.2, 2.0)), FULL, Limiting::Unknown),
            (None, None, Some(used(1.9, 0.99, 2.0)), FULL, Limiting::Load),
            // A quota of half a processor.
            (Some(used(0.49, 0.3, 0.5)), None, Some(used(0.2, 0.2, 2.0)), IDLE, Limiting::Server),
        ];
        for (server, database, load, machine, who) in cases {
            let processes = Processes { server, database, load };
            let found = limit(&processes, Some(machine), Sight::Clear);
            assert_eq!(found.who, who, "{processes:?}: {}", found.why);
        }
    }

    #[test]
    fn a_database_that_may_be_anybodys_leaves_the_limit_unknown() {
        let quiet = Processes { server: Some(used(0.5, 0.3, 4.0)), database: None, load: None };
        let hidden = limit(&quiet, Some(FULL), Sight::DatabaseHidden);
        assert_eq!(hidden.who, Limiting::Unknown);
        assert!(hidden.why.contains("--database-pid"), "{hidden:?}");
        let named = Processes { database: Some(used(0.5, 0.3, 4.0)), ..quiet };
        assert_eq!(limit(&named, Some(IDLE), Sight::DatabaseHidden).who, Limiting::None);
        let busy = Processes { server: Some(used(3.9, 0.3, 4.0)), ..quiet };
        assert_eq!(limit(&busy, Some(IDLE), Sight::DatabaseHidden).who, Limiting::Server);
    }
}
