//! The siguo server: sockets, lobby, matching, rooms as tasks, accounts, REST, metrics.
//!
//! [`run()`] is the whole of it: it is given a [`Config`], a listener and a token that says when to stop.

mod accounts;
mod admission;
mod app;
mod archive;
mod chance;
mod clock;
mod config;
mod count;
mod ending;
mod export;
mod http;
mod lobby;
mod matching;
pub mod metrics;
mod pace;
mod partners;
mod practice;
mod presence;
mod proxies;
mod restart;
mod rooms;
mod run;
mod serve;
mod tenure;
mod ws;

pub use accounts::invite::draw_invites;
pub use axum::http::HeaderName;
pub use chance::Seed;
pub use clock::{Clock, Hand};
pub use config::{
    Config, DEFAULT_LADDER, Limits, Loopback, Origin, ParseLimitsError, ParseOriginError, Patience,
};
pub use export::Export;
pub use ipnet::IpNet;
pub use pace::{ParseRateError, Rate};
pub use protocol::{LadderSettings, RegistrationMode, SameAddress};
pub use proxies::Proxies;
#[cfg(feature = "planted-leaks")]
pub use rooms::leak::Leak;
pub use run::{RunError, run};
