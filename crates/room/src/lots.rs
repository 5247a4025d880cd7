use protocol::{GameId, Millis};
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use rules::{Nonce, Seat, Shuffle};

/// All that chance decides in a room, drawn from its seed.
pub(crate) struct Lots(ChaCha20Rng);

impl Lots {
    pub(crate) fn new(seed: [u8; 32]) -> Lots {
        Lots(ChaCha20Rng::from_seed(seed))
    }

    /// One of the seats, each as likely as the others.
    pub(crate) fn seat(&mut self, seats: &[Seat]) -> Seat {
        seats[self.0.random_range(..seats.len())]
    }

    /// 翻棋: what lies where, committed to.
    pub(crate) fn shuffle(&mut self) -> Shuffle {
        let shuffle = Shuffle::random(|bound| self.0.random_range(..bound));
        let mut nonce = [0; 16];
        self.0.fill_bytes(&mut nonce);
        shuffle.sealed(Nonce(nonce))
    }

    /// A UUIDv7.
    pub(crate) fn game_id(&mut self, now: Millis) -> GameId {
        let mut random = [0; 10];
        self.0.fill_bytes(&mut random);
        GameId(uuid::Builder::from_unix_timestamp_millis(now.0.unsigned_abs(), &random).into_uuid())
    }
}

impl std::fmt::Debug for Lots {
    /// Shows nothing from which lots could be foretold.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lots").finish_non_exhaustive()
    }
}
