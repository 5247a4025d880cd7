//! The one source of randomness: a cryptographic generator, seeded once.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use protocol::Millis;
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use uuid::Uuid;

/// Where the seed comes from.
#[derive(Clone, Copy)]
pub enum Seed {
    /// From the operating system; nothing can be guessed.
    System,
    /// A given one, so that two servers draw the same: for tests only.
    Fixed([u8; 32]),
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seed::System => "System",
            Seed::Fixed(_) => "Fixed",
        })
    }
}

/// Draws ids, tokens and seeds. Clones share one generator.
#[derive(Clone)]
pub(crate) struct Chance(Arc<Mutex<ChaCha20Rng>>);

impl Chance {
    /// Starts the generator.
    pub(crate) fn new(seed: Seed) -> Chance {
        let generator = match seed {
            Seed::System => rand::make_rng(),
            Seed::Fixed(seed) => ChaCha20Rng::from_seed(seed),
        };
        Chance(Arc::new(Mutex::new(generator)))
    }

    /// So many random bytes.
    pub(crate) fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.lock().fill_bytes(&mut bytes);
        bytes
    }

    /// A random number.
    pub(crate) fn number(&self) -> u64 {
        self.lock().next_u64()
    }

    /// A generator of one's own, seeded by this one.
    pub(crate) fn branch(&self) -> ChaCha20Rng {
        ChaCha20Rng::from_seed(self.bytes())
    }

    /// A UUIDv7: its time is the server's clock.
    pub(crate) fn id(&self, now: Millis) -> Uuid {
        let bytes = self.bytes();
        uuid::Builder::from_unix_timestamp_millis(u64::try_from(now.0).unwrap_or(0), &bytes).into_uuid()
    }

    fn lock(&self) -> MutexGuard<'_, ChaCha20Rng> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
    }
}

/// A number below `bound`, each as likely as the others but for a bias below 2⁻³².
pub(crate) fn below(generator: &mut ChaCha20Rng, bound: usize) -> usize {
    let bound = u64::try_from(bound).expect("a length fits");
    usize::try_from(generator.next_u64() % bound).expect("below a usize")
}
