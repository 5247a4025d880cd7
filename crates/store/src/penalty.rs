use protocol::{AccountId, Millis};

use crate::{Store, StoreError, connect::on_reader};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// Until when somebody who left ranked games at these times, in order, may not play ranked: 5 minutes after the last time,
/// doubled for each other time in the 24 hours before it, 24 hours at most.
pub fn barred_until(fled: &[Millis]) -> Option<Millis> {
    let (&last, before) = fled.split_last()?;
    let doublings = before.iter().filter(|&&at| last - at < DAY).take(9).count();
    Some(last + ((5 * MINUTE) << doublings).min(DAY))
}

impl Store {
    /// Until when the account may not play ranked, if it may not now.
    pub async fn barred_until(&self, account: AccountId, now: Millis) -> Result<Option<Millis>, StoreError> {
        // Nobody is barred for more than a day, and what counts lies in the day before the last time.
        let fled: Vec<i64> = on_reader!(self, |db| {
            sqlx::query_scalar(
                "select at_ms from flee_penalties where account_id = $1 and at_ms > $2 order by at_ms",
            )
            .bind(account.0)
            .bind((now + -2 * DAY).0)
            .fetch_all(db)
            .await?
        });
        let fled: Vec<Millis> = fled.into_iter().map(Millis).collect();
        Ok(barred_until(&fled).filter(|until| *until > now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minutes(times: &[i64]) -> Vec<Millis> {
        times.iter().map(|minute| Millis(minute * MINUTE)).collect()
    }

    #[test]
    fn the_bar_doubles_up_to_a_day() {
        assert_eq!(barred_until(&[]), None);
        let bars: Vec<i64> = (1..=12)
            .map(|times| {
                let fled = vec![Millis(0); times];
                barred_until(&fled).unwrap().0 / MINUTE
            })
            .collect();
        assert_eq!(bars, [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440]);
    }

    #[test]
    fn only_the_day_before_the_last_time_counts() {
        let day = 24 * 60;
        assert_eq!(barred_until(&minutes(&[0, day])), Some(Millis((day + 5) * MINUTE)));
        assert_eq!(barred_until(&minutes(&[1, day])), Some(Millis((day + 10) * MINUTE)));
    }
}
