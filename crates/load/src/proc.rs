//! What Linux tells of processes, under `/proc`.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// Parts of a second in which `/proc` counts: the same on all machines that Linux runs on today.
pub(crate) const TICKS: f64 = 100.0;

/// The numbers of a process or of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) name: String,
    pub(crate) parent: u32,
    /// Time on a processor.
    pub(crate) ticks: u64,
    /// The same of its children that have ended.
    pub(crate) children: u64,
}

/// The memory of a process, in kB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// Its own.
    pub(crate) own: u64,
    /// Of files, which other processes may have too.
    pub(crate) files: u64,
    /// Shared on purpose.
    pub(crate) shared: u64,
}

/// All processors, in ticks since the machine was started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Processors {
    pub(crate) busy: u64,
    /// Nothing to do but to wait for a disk.
    pub(crate) waiting: u64,
    pub(crate) idle: u64,
}

pub(crate) fn stat(pid: u32) -> Option<Stat> {
    parse_stat(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The threads of a process with their time.
pub(crate) fn threads(pid: u32) -> BTreeMap<u32, u64> {
    let time = |thread: u32| {
        let text = fs::read_to_string(format!("/proc/{pid}/task/{thread}/stat")).ok()?;
        Some((thread, parse_stat(&text)?.ticks))
    };
    numbers(&format!("/proc/{pid}/task")).into_iter().filter_map(time).collect()
}

/// All processes.
pub(crate) fn processes() -> Vec<u32> {
    numbers("/proc")
}

pub(crate) fn memory(pid: u32) -> Option<Memory> {
    Some(parse_memory(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?))
}

/// How many processors the process may use: those that it may run on, or less by the quota of a group that it is in.
pub(crate) fn allowed(pid: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let processors = f64::from(parse_list(field(&status, "Cpus_allowed_list:")?)?);
    let groups = fs::read_to_string(format!("/proc/{pid}/cgroup")).unwrap_or_default();
    Some(quota(Path::new("/sys/fs/cgroup"), &groups).map_or(processors, |quota| quota.min(processors)))
}

pub(crate) fn processors() -> Option<Processors> {
    parse_processors(&fs::read_to_string("/proc/stat").ok()?)
}

/// Whether it has a file of a SQLite database open. Whose process it is not, and who is not root, may not know.
pub(crate) fn has_sqlite(pid: u32) -> io::Result<bool> {
    Ok(fs::read_dir(format!("/proc/{pid}/fd"))?
        .flatten()
        .filter_map(|entry| fs::read_link(entry.path()).ok())
        .any(|path| path.to_string_lossy().ends_with("-wal")))
}

/// How many files this program may have open.
pub(crate) fn open_files() -> Option<u64> {
    parse_files(&fs::read_to_string("/proc/self/limits").ok()?)
}

fn numbers(folder: &str) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The name stands in parentheses and may hold any, so what follows is counted from the last one.
fn parse_stat(text: &str) -> Option<Stat> {
    let (before, after) = text.rsplit_once(')')?;
    let name = before.split_once('(')?.1.to_owned();
    let fields: Vec<&str> = after.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        name,
        parent: fields.get(1)?.parse().ok()?,
        ticks: number(11)? + number(12)?,
        children: number(13)? + number(14)?,
    })
}

fn field<'a>(status: &'a str, name: &str) -> Option<&'a str> {
    status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}

fn parse_memory(status: &str) -> Memory {
    let kilobytes = |name| field(status, name)?.strip_suffix(" kB")?.trim().parse().ok();
    Memory {
        own: kilobytes("RssAnon:").unwrap_or(0),
        files: kilobytes("RssFile:").unwrap_or(0),
        shared: kilobytes("RssShmem:").unwrap_or(0),
    }
}

/// Such as `0-3,8`.
fn parse_list(text: &str) -> Option<u32> {
    let count = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(last.parse::<u32>().ok()?.checked_sub(first.parse().ok()?)? + 1)
    };
    text.split(',').map(count).sum()
}

/// The least that any of the groups allows, in processors; `None` if none has a quota. `groups` is `/proc/PID/cgroup`: a line
/// `0::PATH`, or of the older kind `NUMBER:CONTROLLERS:PATH`.
fn quota(root: &Path, groups: &str) -> Option<f64> {
    let quotas = groups.lines().flat_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let (root, read): (PathBuf, fn(&Path) -> Option<f64>) = match controllers {
            "" => (root.to_owned(), quota_of_group),
            some if some.split(',').any(|name| name == "cpu") => (root.join("cpu"), quota_of_older_group),
            _ => return Vec::new(),
        };
        let group = root.join(path.trim_start_matches('/'));
        // Groups above bind, too.
        group.ancestors().take_while(|group| group.starts_with(&root)).filter_map(read).collect()
    });
    quotas.min_by(f64::total_cmp)
}

fn quota_of_group(group: &Path) -> Option<f64> {
    let text = fs::read_to_string(group.join("cpu.max")).ok()?;
    let (time, period) = text.trim().split_once(' ')?;
    share(time, period)
}

fn quota_of_older_group(group: &Path) -> Option<f64> {
    let read = |name| fs::read_to_string(group.join(name)).ok();
    share(read("cpu.cfs_quota_us")?.trim(), read("cpu.cfs_period_us")?.trim())
}

/// Without a bound the time is `max` or -1.
fn share(time: &str, period: &str) -> Option<f64> {
    let (time, period) = (time.parse::<u32>().ok()?, period.parse::<u32>().ok()?);
    (period > 0).then(|| f64::from(time) / f64::from(period))
}

fn parse_processors(text: &str) -> Option<Processors> {
    let line = text.lines().next()?.strip_prefix("cpu ")?;
    let times: Vec<u64> = line.split_whitespace().map_while(|time| time.parse().ok()).collect();
    // User, nice, system, idle, waiting, two kinds of interrupts, and what other guests of the machine took.
    let [user, nice, system, idle, waiting, hard, soft, stolen, ..] = times[..] else { return None };
    Some(Processors { busy: user + nice + system + hard + soft + stolen, waiting, idle })
}

fn parse_files(text: &str) -> Option<u64> {
    field(text, "Max open files")?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_writes_is_read() {
        let stat = "4711 (a (strange) name) S 12 4711 4711 0 -1 4194560 900 80 0 0 150 50 7 3 20 0 9 0 12345 1000 200";
        let expected = Stat { name: "a (strange) name".to_owned(), parent: 12, ticks: 200, children: 10 };
        assert_eq!(parse_stat(stat), Some(expected));
        assert_eq!(parse_stat("4711 (cut off) S 12"), None);

        let status = "Name:\tsiguo\nVmRSS:\t  600 kB\nRssAnon:\t     100 kB\nRssFile:\t     300 kB\nRssShmem:\t     200 kB\n";
        assert_eq!(parse_memory(status), Memory { own: 100, files: 300, shared: 200 });
        assert_eq!(parse_list("0-3,8"), Some(5));
        assert_eq!(parse_list("7"), Some(1));
        assert_eq!(parse_list("x"), None);

        let stat = "cpu  100 1 20 1000 30 4 5 6 0 0\ncpu0 50 0 10 500 15 2 2 3 0 0\n";
        assert_eq!(parse_processors(stat), Some(Processors { busy: 136, waiting: 30, idle: 1000 }));
        let limits = "Max processes             7823                 7823                 processes \n\
                      Max open files            1024                 20000                files     \n";
        assert_eq!(parse_files(limits), Some(1024));
    }

    #[test]
    fn this_very_process_is_found() {
        let pid = std::process::id();
        if processors().is_none() {
            return;
        }
        assert!(processes().contains(&pid) && stat(pid).is_some() && !threads(pid).is_empty());
        assert!(
            memory(pid).is_some_and(|memory| memory.own > 0)
                && allowed(pid).is_some_and(|allowed| allowed > 0.0)
        );
        assert!(open_files().is_some() && !has_sqlite(pid).expect("one's own files"));
        assert!(has_sqlite(u32::MAX).is_err(), "whose files can't be read may have any");
    }

    #[test]
    fn the_narrowest_quota_of_all_groups_counts() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            fs::write(path, text).expect("it is written");
        };
        let find = |groups| quota(root.path(), groups);
        assert_eq!(find("0::/a/b\n"), None, "nothing is said of any");
        write("a/b/cpu.max", "max 100000\n");
        assert_eq!(find("0::/a/b\n"), None);
        write("a/cpu.max", "150000 100000\n");
        assert_eq!(find("0::/a/b\n"), Some(1.5), "the group above binds");
        write("a/b/cpu.max", "50000 100000\n");
        assert_eq!(find("0::/a/b\n"), Some(0.5));
        assert_eq!(find("0::/a\n"), Some(1.5), "a group below does not");

        write("cpu/c/cpu.cfs_quota_us", "-1\n");
        write("cpu/c/cpu.cfs_period_us", "100000\n");
        let older = "5:memory:/a\n4:cpu,cpuacct:/c\n";
        assert_eq!(find(older), None);
        write("cpu/c/cpu.cfs_quota_us", "25000\n");
        assert_eq!(find(older), Some(0.25));
    }
}
