#![no_main]

#[path = "../../crates/files/tests/laws/mod.rs"]
#[allow(dead_code)]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::layout(bytes));
