//! Figures for Prometheus. One recorder serves the whole process, whatever the number of servers in it.

use std::{fs, sync::OnceLock};

use ::metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use cpu_time::ProcessTime;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Seconds: from a tenth of a millisecond to two seconds.
const SECONDS: [f64; 12] = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 2.0];
/// Actions in one commit.
const ACTIONS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 256.0];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}
use Kind::{Counter, Gauge, Histogram};

/// Everything that is measured, as `docs/metrics.md` explains it: what it is and what it counts.
const MEASURED: [(&str, Kind, Unit, &str); 40] = [
    ("siguo_build_info", Gauge, Unit::Count, "Always 1; the label tells the version."),
    ("siguo_rooms", Gauge, Unit::Count, "Rooms that are open."),
    ("siguo_room_games", Gauge, Unit::Count, "Games that open rooms have had or have."),
    ("siguo_accounts_with_rooms", Gauge, Unit::Count, "Accounts that have opened rooms that are open."),
    (
        "siguo_addresses_with_rooms",
        Gauge,
        Unit::Count,
        "Addresses from which rooms were opened that are open.",
    ),
    ("siguo_restart_announced", Gauge, Unit::Count, "1 while people are told that the server restarts."),
    ("siguo_rooms_broken_total", Counter, Unit::Count, "Rooms closed because they could not be saved."),
    ("siguo_seats_taken", Gauge, Unit::Count, "Accounts that have a seat or are on their way to one."),
    ("siguo_accounts_in_rooms", Gauge, Unit::Count, "Accounts that are in a room, seated or watching."),
    ("siguo_accounts_online", Gauge, Unit::Count, "Accounts with an open socket."),
    ("siguo_accounts_remembered", Gauge, Unit::Count, "Accounts online or gone for ten minutes at most."),
    ("siguo_queue_waiting", Gauge, Unit::Count, "Accounts in the line of the quick match."),
    ("siguo_queue_oldest_seconds", Gauge, Unit::Seconds, "How long the first in the line has waited."),
    ("siguo_connections", Gauge, Unit::Count, "Sockets (WebSocket) that are open."),
    ("siguo_connections_closed_total", Counter, Unit::Count, "Sockets that ended, by reason."),
    ("siguo_sockets_by", Gauge, Unit::Count, "Accounts or addresses that have sockets."),
    ("siguo_tcp_connections", Gauge, Unit::Count, "Connections that are open, sockets among them."),
    ("siguo_tcp_connections_addresses", Gauge, Unit::Count, "Addresses that have connections."),
    ("siguo_tcp_connections_refused_total", Counter, Unit::Count, "Connections closed at once, by bound."),
    ("siguo_tcp_connections_broken_total", Counter, Unit::Count, "Connections ended early, by reason."),
    ("siguo_commands_refused_total", Counter, Unit::Count, "Commands refused over sockets, by code."),
    ("siguo_problems_total", Counter, Unit::Count, "Requests that were refused or failed, by code."),
    ("siguo_requests_refused_total", Counter, Unit::Count, "Requests too many, by reason and route."),
    ("siguo_rate_limited_addresses", Gauge, Unit::Count, "Addresses whose requests are counted, by route."),
    ("siguo_registering_addresses", Gauge, Unit::Count, "Addresses that have registered of late."),
    ("siguo_guessed_accounts", Gauge, Unit::Count, "Names at which wrong passwords were tried of late."),
    ("siguo_room_guessing_addresses", Gauge, Unit::Count, "Addresses that tried rooms' passwords of late."),
    ("siguo_passwords_hashed_total", Counter, Unit::Count, "Passwords hashed or compared."),
    ("siguo_exports_running", Gauge, Unit::Count, "Exports under way."),
    ("siguo_room_step_seconds", Histogram, Unit::Seconds, "How long a room took to decide what follows."),
    ("siguo_fan_out_seconds", Histogram, Unit::Seconds, "How long a step took to write and hand out."),
    ("siguo_journal_commit_seconds", Histogram, Unit::Seconds, "How long a commit of actions took."),
    ("siguo_journal_batch_actions", Histogram, Unit::Count, "Actions saved with one commit."),
    ("siguo_journal_waiting", Gauge, Unit::Count, "Actions that wait to be saved."),
    ("siguo_journal_outages_total", Counter, Unit::Count, "How often nothing could be saved for a while."),
    ("siguo_database_connections", Gauge, Unit::Count, "Connections to the database, by state."),
    ("process_cpu_seconds_total", Counter, Unit::Seconds, "Time on processors."),
    ("process_resident_memory_bytes", Gauge, Unit::Bytes, "Memory of the process."),
    ("process_open_fds", Gauge, Unit::Count, "Files and sockets that are open."),
    ("process_max_fds", Gauge, Unit::Count, "Files and sockets that may be open."),
];

/// Begins to record. Without this, nothing is recorded.
pub fn record() {
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .and_then(|builder| {
                builder.set_buckets_for_metric(Matcher::Suffix("_batch_actions".to_owned()), &ACTIONS)
            })
            .expect("there are buckets")
            .install_recorder()
            .expect("no other recorder is installed");
        describe();
        // One that appears with its first count has not risen, as far as an alert can tell.
        for name in ["siguo_rooms_broken_total", "siguo_journal_outages_total"] {
            counter!(name).absolute(0);
        }
        counter!("siguo_tcp_connections_refused_total", "reason" => "all").absolute(0);
        gauge!("siguo_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
        recorder
    });
}

/// All figures, as Prometheus reads them.
pub fn render() -> String {
    RECORDER.get().map(PrometheusHandle::render).unwrap_or_default()
}

/// To be called now and then.
pub(crate) fn upkeep() {
    if let Some(recorder) = RECORDER.get() {
        recorder.run_upkeep();
    }
}

/// What the system says of the process; where it doesn't, nothing.
pub(crate) fn measure_process() {
    counter!("process_cpu_seconds_total").absolute(ProcessTime::now().as_duration().as_secs());
    let number = |file: &str, line: &str, column: usize| -> Option<u32> {
        let text = fs::read_to_string(file).ok()?;
        text.lines().find_map(|found| found.strip_prefix(line))?.split_whitespace().nth(column)?.parse().ok()
    };
    if let Some(kilobytes) = number("/proc/self/status", "VmRSS:", 0) {
        gauge!("process_resident_memory_bytes").set(f64::from(kilobytes) * 1024.0);
    }
    if let Some(files) =
        fs::read_dir("/proc/self/fd").ok().and_then(|files| u32::try_from(files.count()).ok())
    {
        gauge!("process_open_fds").set(files);
    }
    if let Some(files) = number("/proc/self/limits", "Max open files", 0) {
        gauge!("process_max_fds").set(files);
    }
}

fn describe() {
    for (name, kind, unit, help) in MEASURED {
        match kind {
            Counter => describe_counter!(name, unit, help),
            Gauge => describe_gauge!(name, unit, help),
            Histogram => describe_histogram!(name, unit, help),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::Path};

    use super::*;

    /// Every name that a source hands to a macro of `metrics`.
    fn used(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                used(&path, names);
                continue;
            }
            let source = fs::read_to_string(&path).expect("a source");
            for kind in ["counter!(\"", "gauge!(\"", "histogram!(\""] {
                let after = source.split(kind).skip(1);
                names.extend(after.filter_map(|text| Some(text.split_once('"')?.0.to_owned())));
            }
        }
    }

    #[test]
    fn what_is_measured_is_described_and_explained() {
        let mut in_sources = BTreeSet::new();
        used(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut in_sources);
        let described: BTreeSet<String> = MEASURED.iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(in_sources, described);

        let page = include_str!("../../../docs/metrics.md");
        let explained: BTreeSet<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        let rows = MEASURED.map(|(name, kind, _, help)| {
            let kind = format!("{kind:?}").to_lowercase();
            (format!("| `{name}` | {kind} | "), format!(" | {} ", help.trim_end_matches('.')))
        });
        for (begin, says) in &rows {
            let row = explained.iter().find(|row| row.starts_with(begin));
            let row = row.unwrap_or_else(|| panic!("docs/metrics.md has no row that begins {begin:?}"));
            assert!(row.contains(says.trim_end()), "{row} does not say {says:?}");
        }
        assert_eq!(explained.len(), rows.len(), "docs/metrics.md explains what is not measured");
    }
}
