//! A file that is new in `assets`, such as the games for browsers, is inside the next build.
#![allow(clippy::print_stdout, reason = "this is how one speaks to cargo")]

fn main() {
    println!("cargo::rerun-if-changed=assets");
}
