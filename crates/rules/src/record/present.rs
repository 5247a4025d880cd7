//! Values by seat, written as an object of those that are there.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BySeat, Seat};

/// A value for each seat that has one.
#[cfg(feature = "wire")]
#[derive(utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct SomeSeats<T> {
    #[schema(required = false)]
    red: T,
    #[schema(required = false)]
    purple: T,
    #[schema(required = false)]
    blue: T,
    #[schema(required = false)]
    green: T,
}

pub(super) fn none<T>(values: &BySeat<Option<T>>) -> bool {
    values.iter().all(|(_, value)| value.is_none())
}

pub(super) fn serialize<T: Serialize, S: Serializer>(
    values: &BySeat<Option<T>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().filter_map(|(seat, value)| Some((seat, value.as_ref()?))))
}

pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BySeat<Option<T>>, D::Error> {
    let mut values = BTreeMap::<Seat, T>::deserialize(deserializer)?;
    Ok(BySeat::new_with(|seat| values.remove(&seat)))
}
