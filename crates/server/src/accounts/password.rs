//! Passwords: argon2id, off the async threads, a few at a time.

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc},
};
use metrics::counter;
use store::PasswordHash;
use tokio::sync::Semaphore;

use crate::chance::Chance;

/// Hashes at once: each takes 19 MiB and a core for some 20 ms.
const AT_ONCE: usize = 2;
/// Hashes that may wait for their turn.
const WAITING: usize = 32;

/// Why a password was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasswordFault {
    #[error("a password has 8 to 128 characters")]
    Length,
    #[error("too many are logging in at the moment")]
    Busy,
}

/// Hashes and verifies. Clones share the bound on how much is done at once.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    /// One permit each for those who hash and those who wait for it.
    admitted: Arc<Semaphore>,
    hashing: Arc<Semaphore>,
    /// The hash of a password that nobody knows: an unknown name costs the time of a known one.
    nobodys: Arc<PasswordHash>,
    chance: Chance,
}

impl Passwords {
    pub(crate) fn new(chance: &Chance) -> Passwords {
        let nobodys = hash(&chance.bytes::<32>(), &chance.bytes());
        Passwords {
            admitted: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            hashing: Arc::new(Semaphore::new(AT_ONCE)),
            nobodys: Arc::new(nobodys),
            chance: chance.clone(),
        }
    }

    /// Makes the hash to be stored.
    pub(crate) async fn hash(&self, password: String) -> Result<PasswordHash, PasswordFault> {
        if !(8..=128).contains(&password.chars().count()) {
            return Err(PasswordFault::Length);
        }
        let salt = self.chance.bytes();
        self.run(move || hash(password.as_bytes(), &salt)).await
    }

    /// Makes the hash of a room's password, which may be short.
    pub(crate) async fn hash_short(&self, password: String) -> Result<PasswordHash, PasswordFault> {
        let salt = self.chance.bytes();
        self.run(move || hash(password.as_bytes(), &salt)).await
    }

    /// Whether the password is the account's; without an account it takes as long to say no.
    pub(crate) async fn verify(
        &self,
        password: String,
        stored: Option<PasswordHash>,
    ) -> Result<bool, PasswordFault> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| (*self.nobodys).clone());
        let right = self
            .run(move || {
                phc::PasswordHash::new(&stored.0).is_ok_and(|stored| {
                    Argon2::default().verify_password(password.as_bytes(), &stored).is_ok()
                })
            })
            .await?;
        Ok(right && known)
    }

    /// Leaves room for nobody, until what it gives is dropped.
    #[cfg(test)]
    pub(crate) fn fill(&self) -> tokio::sync::SemaphorePermit<'_> {
        let all = u32::try_from(AT_ONCE + WAITING).expect("few");
        self.admitted.try_acquire_many(all).expect("nobody is at it")
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordFault> {
        let _admitted = self.admitted.try_acquire().map_err(|_| PasswordFault::Busy)?;
        counter!("siguo_passwords_hashed_total").increment(1);
        let permit = Arc::clone(&self.hashing).acquire_owned().await.expect("never closed");
        // The permit goes along: work that nobody waits for any more still counts until it is done.
        let work = move || {
            let done = work();
            drop(permit);
            done
        };
        Ok(tokio::task::spawn_blocking(work).await.expect("hashing does not panic"))
    }
}

fn hash(password: &[u8], salt: &[u8; 16]) -> PasswordHash {
    let hashed: phc::PasswordHash =
        Argon2::default().hash_password_with_salt(password, salt).expect("lengths are in range");
    PasswordHash(hashed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;

    #[tokio::test]
    async fn the_right_password_is_right() {
        let passwords = Passwords::new(&Chance::new(Seed::Fixed([1; 32])));
        let stored = passwords.hash("correct horse".to_owned()).await.expect("hashed");
        assert!(stored.0.starts_with("$argon2id$"));
        assert_eq!(passwords.verify("correct horse".to_owned(), Some(stored.clone())).await, Ok(true));
        assert_eq!(passwords.verify("wrong horse".to_owned(), Some(stored)).await, Ok(false));
        assert_eq!(passwords.verify("correct horse".to_owned(), None).await, Ok(false));
        assert_eq!(passwords.hash("short".to_owned()).await, Err(PasswordFault::Length));
    }
}
