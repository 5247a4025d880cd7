//! siguo
fn main() {}
