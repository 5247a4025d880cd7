//! Rebuilds the crate when the client that it carries has changed.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Only a release carries the client; a development build reads it from the disk at run time, and must build without it.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
