//! What the program is built from: licences, doubled versions and sources, as `deny.toml` allows them.

use std::process::Command;

use crate::run;

/// The version whose answers `deny.toml` was written for.
const CARGO_DENY: &str = "cargo-deny@0.20.2";

pub(crate) fn run() -> Result<(), String> {
    if !run::has("cargo", &["deny"]) {
        install()?;
    }
    run::cargo(&["deny", "--locked", "check", "licenses", "bans", "sources"])
}

fn install() -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["install", "--locked", "--quiet", CARGO_DENY]);
    // It runs for a second: optimised as its authors release it, it would take twice as long to build.
    cargo.env("CARGO_PROFILE_RELEASE_LTO", "off");
    cargo.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    run::command(&mut cargo, &format!("cargo install --locked {CARGO_DENY} (a minute or two)"))
}
