//! Sees to it that the crate carries the client as it is.

use std::{env, fs};

const CLIENT: &str = "../../web/dist";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A release carries the client, so it is built anew when that has changed.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={CLIENT}");
    } else if let Err(err) = fs::create_dir_all(CLIENT) {
        // A development build reads it from the disk at run time, from a folder that must be there by now, be it empty.
        println!("cargo::warning=the client will not be found in {CLIENT}: {err}");
    }
}
