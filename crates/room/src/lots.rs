use protocol::{GameId, Millis};
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use rules::{Nonce, Seat, Shuffle};

/// All that chance decides in a room, drawn from its seed. It is seldom asked: between two lots only the place is kept, not the
/// generator with what it has drawn ahead.
pub(crate) struct Lots {
    seed: [u8; 32],
    place: u128,
}

impl Lots {
    pub(crate) fn new(seed: [u8; 32]) -> Lots {
        Lots { seed, place: 0 }
    }

    /// One of the seats, each as likely as the others.
    pub(crate) fn seat(&mut self, seats: &[Seat]) -> Seat {
        self.draw(|lots| seats[lots.random_range(..seats.len())])
    }

    /// 翻棋: what lies where, committed to.
    pub(crate) fn shuffle(&mut self) -> Shuffle {
        self.draw(|lots| {
            let shuffle = Shuffle::random(|bound| lots.random_range(..bound));
            let mut nonce = [0; 16];
            lots.fill_bytes(&mut nonce);
            shuffle.sealed(Nonce(nonce))
        })
    }

    /// A UUIDv7.
    pub(crate) fn game_id(&mut self, now: Millis) -> GameId {
        let random = self.draw(|lots| {
            let mut random = [0; 10];
            lots.fill_bytes(&mut random);
            random
        });
        GameId(uuid::Builder::from_unix_timestamp_millis(now.0.unsigned_abs(), &random).into_uuid())
    }

    fn draw<T>(&mut self, what: impl FnOnce(&mut ChaCha20Rng) -> T) -> T {
        let mut lots = ChaCha20Rng::from_seed(self.seed);
        lots.set_word_pos(self.place);
        let drawn = what(&mut lots);
        self.place = lots.get_word_pos();
        drawn
    }
}

impl std::fmt::Debug for Lots {
    /// Shows nothing from which lots could be foretold.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lots").finish_non_exhaustive()
    }
}
