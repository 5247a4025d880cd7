//! What all clients count together.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use hdrhistogram::Histogram;

use crate::{
    Bytes, Finding,
    latency::{Times, histogram},
};

/// Findings that are kept; all are counted.
const KEPT: usize = 100;

/// What is counted, under one short lock.
#[derive(Debug)]
pub(crate) struct Tally {
    /// Moves acknowledged while it was measured.
    pub(crate) moves: u64,
    /// Moves that were to be made then and whose answer had not come when the client left.
    pub(crate) unanswered: u64,
    pub(crate) acknowledged: Times,
    pub(crate) at_seats: Times,
    pub(crate) at_spectators: Times,
    pub(crate) back: Histogram<u64>,
    /// How late this program's own timer was.
    pub(crate) late: Histogram<u64>,
    pub(crate) games_begun: u64,
    pub(crate) games_finished: u64,
    pub(crate) games_checked: u64,
    pub(crate) frames_checked: u64,
    pub(crate) snapshots_compared: u64,
    pub(crate) cuts: u64,
    pub(crate) cuts_in_flight: u64,
    pub(crate) returns: u64,
    pub(crate) refusals: BTreeMap<String, u64>,
    pub(crate) losses: BTreeMap<String, u64>,
    pub(crate) faults: u64,
    pub(crate) findings: Vec<Finding>,
}

impl Tally {
    pub(crate) fn new() -> Tally {
        Tally {
            moves: 0,
            unanswered: 0,
            acknowledged: Times::new(),
            at_seats: Times::new(),
            at_spectators: Times::new(),
            back: histogram(),
            late: histogram(),
            games_begun: 0,
            games_finished: 0,
            games_checked: 0,
            frames_checked: 0,
            snapshots_compared: 0,
            cuts: 0,
            cuts_in_flight: 0,
            returns: 0,
            refusals: BTreeMap::new(),
            losses: BTreeMap::new(),
            faults: 0,
            findings: Vec::new(),
        }
    }

    pub(crate) fn refused(&mut self, name: &str) {
        *self.refusals.entry(name.to_owned()).or_default() += 1;
    }

    pub(crate) fn lost(&mut self, why: &str) {
        *self.losses.entry(why.to_owned()).or_default() += 1;
    }

    pub(crate) fn find(&mut self, finding: Finding) {
        self.faults += 1;
        if self.findings.len() < KEPT {
            self.findings.push(finding);
        }
    }
}

/// The tally behind its lock, which nobody holds while waiting for anything.
#[derive(Debug)]
pub(crate) struct SharedTally(Mutex<Tally>);

impl SharedTally {
    pub(crate) fn new() -> SharedTally {
        SharedTally(Mutex::new(Tally::new()))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Tally> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What went over all sockets: the texts of frames, without what WebSocket and TCP add.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    sent: AtomicU64,
    received: AtomicU64,
    frames_sent: AtomicU64,
    frames_received: AtomicU64,
}

impl Traffic {
    pub(crate) fn sends(&self, bytes: usize) {
        self.sent.fetch_add(bytes as u64, Ordering::Relaxed);
        self.frames_sent.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn receives(&self, bytes: usize) {
        self.received.fetch_add(bytes as u64, Ordering::Relaxed);
        self.frames_received.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn so_far(&self) -> Bytes {
        Bytes {
            sent: self.sent.load(Ordering::Relaxed),
            received: self.received.load(Ordering::Relaxed),
            frames_sent: self.frames_sent.load(Ordering::Relaxed),
            frames_received: self.frames_received.load(Ordering::Relaxed),
        }
    }
}
