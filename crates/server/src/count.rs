use std::{
    collections::HashMap,
    fmt,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many there are of each key; those of which there are none are not kept. Clones are one.
#[derive(Debug)]
pub(crate) struct Count<K> {
    measure: fn(u32),
    counts: Arc<Mutex<HashMap<K, u32>>>,
}

/// One that is counted, until it is dropped.
pub(crate) struct Counted<K: Eq + Hash> {
    count: Count<K>,
    key: K,
}

impl<K: Copy + Eq + Hash> Count<K> {
    /// `measure` is told how many keys there are.
    pub(crate) fn new(measure: fn(u32)) -> Count<K> {
        Count { measure, counts: Arc::default() }
    }

    /// Counts one more, unless there are `most`.
    pub(crate) fn add(&self, key: K, most: u32) -> Option<Counted<K>> {
        let mut counts = self.lock();
        if counts.get(&key).copied().unwrap_or(0) >= most {
            return None;
        }
        *counts.entry(key).or_insert(0) += 1;
        self.measure(&counts);
        Some(Counted { count: Count { measure: self.measure, counts: Arc::clone(&self.counts) }, key })
    }
}

impl<K: Eq + Hash> Count<K> {
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, u32>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn measure(&self, counts: &HashMap<K, u32>) {
        (self.measure)(u32::try_from(counts.len()).unwrap_or(u32::MAX));
    }
}

impl<K: Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.count.lock();
        if let Some(left) = counts.get_mut(&self.key) {
            *left -= 1;
            if *left == 0 {
                counts.remove(&self.key);
            }
        }
        self.count.measure(&counts);
    }
}

impl<K: Eq + Hash + fmt::Debug> fmt::Debug for Counted<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Counted({:?})", self.key)
    }
}
