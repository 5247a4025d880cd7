//! How much one address may ask for, declared beside the routes.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{body::Body, http::Request};
use governor::middleware::NoOpMiddleware;
use metrics::gauge;
use tower_governor::{
    GovernorError, GovernorLayer, governor::GovernorConfigBuilder, key_extractor::KeyExtractor,
};

use super::{
    problem::{Excess, TooMany},
    receive::ClientAddress,
};
use crate::{app::App, pace::Rate};

/// Counted are the addresses of clients.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByAddress;

impl KeyExtractor for ByAddress {
    type Key = IpAddr;

    fn extract<T>(&self, request: &Request<T>) -> Result<IpAddr, GovernorError> {
        let client = request.extensions().get::<ClientAddress>().ok_or(GovernorError::UnableToExtractKey)?;
        Ok(client.0)
    }
}

/// Who has one address of IPv6 has 2⁶⁴.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(own) if own.is_loopback() => address,
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => mapped.into(),
            None => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        },
    }
}

/// Forgets addresses that have not asked for a while.
pub(crate) type Upkeep = Box<dyn Fn() + Send + Sync>;

/// The layer for a route.
pub(crate) fn per_client(
    app: &App,
    route: &'static str,
    rate: Rate,
) -> GovernorLayer<ByAddress, NoOpMiddleware, Body> {
    let every = u64::try_from(rate.every_ms).unwrap_or(0);
    let (period, burst) = match every {
        0 => (Duration::from_nanos(1), u32::MAX),
        every => (Duration::from_millis(every), u32::try_from(rate.burst).unwrap_or(1)),
    };
    let config = GovernorConfigBuilder::default()
        .period(period)
        .burst_size(burst)
        .key_extractor(ByAddress)
        .finish()
        .expect("neither period nor burst is zero");
    let config = Arc::new(config);
    let limiter = Arc::clone(config.limiter());
    app.keep_up(Box::new(move || {
        limiter.retain_recent();
        gauge!("siguo_rate_limited_addresses", "route" => route)
            .set(u32::try_from(limiter.len()).unwrap_or(u32::MAX));
    }));
    GovernorLayer::new(config).error_handler(move |err| {
        let wait = match err {
            // It is told in whole seconds, and what is left of one is left out.
            GovernorError::TooManyRequests { wait_time, .. } => Some(Duration::from_secs(wait_time + 1)),
            GovernorError::UnableToExtractKey | GovernorError::Other { .. } => None,
        };
        Excess { reason: "too-many", route, wait }.respond(&TooMany)
    })
}
