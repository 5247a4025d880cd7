use std::{
    ops::{Add, Sub},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

/// A moment of the server's clock: milliseconds since 1970-01-01T00:00:00Z.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ts_rs::TS,
    utoipa::ToSchema,
)]
#[serde(transparent)]
#[ts(as = "f64")]
pub struct Millis(pub i64);

impl Add<i64> for Millis {
    type Output = Millis;

    /// So many milliseconds later.
    fn add(self, ms: i64) -> Millis {
        Millis(self.0 + ms)
    }
}

impl Sub for Millis {
    type Output = i64;

    /// Milliseconds from `earlier` to `self`.
    fn sub(self, earlier: Millis) -> i64 {
        self.0 - earlier.0
    }
}

const DAY: i64 = 86_400;

impl Millis {
    /// The moment as RFC 3339 writes it, to the second, in UTC.
    pub fn rfc3339(self) -> String {
        let seconds = self.0.div_euclid(1000);
        let (days, of_day) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        let (year, month, day) = date(days);
        let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// A text that is no moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a moment in UTC: expected a date like 2026-03-01, or 2026-03-01T18:30:00Z")]
pub struct ParseMillisError;

/// A moment in UTC: what [`Millis::rfc3339`] writes, or a date alone for the midnight at which it begins.
impl FromStr for Millis {
    type Err = ParseMillisError;

    fn from_str(text: &str) -> Result<Millis, ParseMillisError> {
        let whole = if text.len() == 10 { format!("{text}T00:00:00Z") } else { text.to_owned() };
        let part = |range: std::ops::Range<usize>| -> Option<i64> {
            whole.get(range).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
        };
        let parts = (|| {
            let days = days(part(0..4)?, part(5..7)?, part(8..10)?);
            Some(days * DAY + part(11..13)? * 3600 + part(14..16)? * 60 + part(17..19)?)
        })();
        // Only what is written back the same was a date and a time of day.
        let moment = parts.map(|seconds| Millis(seconds * 1000)).ok_or(ParseMillisError)?;
        if moment.rfc3339() == whole { Ok(moment) } else { Err(ParseMillisError) }
    }
}

const DAYS_OF_400_YEARS: i64 = 146_097;
/// Days from 0000-03-01 to 1970-01-01.
const DAYS_BEFORE_1970: i64 = 719_468;

/// The date so many days after 1970-01-01. Years are counted from March, so that the leap day is the last of its year.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + DAYS_BEFORE_1970;
    let era = days.div_euclid(DAYS_OF_400_YEARS);
    let of_era = days.rem_euclid(DAYS_OF_400_YEARS);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// How many days after 1970-01-01 that date is: the inverse of [`date`].
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_era = year.rem_euclid(400);
    let from_march = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    let days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    year.div_euclid(400) * DAYS_OF_400_YEARS + days - DAYS_BEFORE_1970
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_dates_and_read_again() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_827_696_000, "2000-02-29T12:34:56Z"),
            (1_764_460_060_000, "2025-11-29T23:47:40Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
            (253_402_300_799_000, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(Millis(ms).rfc3339(), text);
            assert_eq!(text.parse(), Ok(Millis(ms)));
        }
        assert_eq!(Millis(951_827_696_789).rfc3339(), "2000-02-29T12:34:56Z");
        assert_eq!("2000-02-29".parse(), Ok(Millis(951_782_400_000)));
        for day in (0..200_000).step_by(13) {
            let (year, month, of_month) = date(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "",
            "yesterday",
            "2025-13-01",
            "2025-02-29",
            "2025-00-10",
            "2025-01-32",
            "2025-01-01T24:00:00Z",
            "2025-01-01T10:60:00Z",
            "2025-01-01T10:00:00",
            "2025-01-01 10:00:00Z",
            "2025-01-01T10:00:00+00:00",
            "+025-01-01",
            "1764460060000",
            "二〇二五年",
        ] {
            assert_eq!(text.parse::<Millis>(), Err(ParseMillisError), "{text}");
        }
    }
}
