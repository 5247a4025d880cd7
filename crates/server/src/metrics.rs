//! Figures for Prometheus. One recorder serves the whole process, whatever the number of servers in it.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Seconds: from a tenth of a millisecond to two seconds.
const SECONDS: [f64; 12] = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 2.0];
/// Actions in one commit.
const ACTIONS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 256.0];

/// Begins to record. Without this, nothing is recorded.
pub fn record() {
    RECORDER.get_or_init(|| {
        PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .and_then(|builder| {
                builder.set_buckets_for_metric(Matcher::Suffix("_batch_actions".to_owned()), &ACTIONS)
            })
            .expect("there are buckets")
            .install_recorder()
            .expect("no other recorder is installed")
    });
}

/// All figures, as Prometheus reads them.
pub fn render() -> String {
    RECORDER.get().map(PrometheusHandle::render).unwrap_or_default()
}

/// To be called now and then.
pub(crate) fn upkeep() {
    if let Some(recorder) = RECORDER.get() {
        recorder.run_upkeep();
    }
}
