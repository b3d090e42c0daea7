//! Running commands, and saying so.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Runs cargo in the repository; its failure is ours.
pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    command(Command::new("cargo").args(arguments), &format!("cargo {}", arguments.join(" ")))
}

/// Runs a command in the repository, after telling what it is.
pub(crate) fn command(command: &mut Command, name: &str) -> Result<(), String> {
    println!("==> {name}");
    let status = command.current_dir(root()).status().map_err(|error| format!("`{name}` cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{name}` failed")) }
}

/// Whether a program answers to `--version`.
pub(crate) fn has(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Adds a part of the Rust toolchain if it is missing.
pub(crate) fn component(name: &str) -> Result<(), String> {
    let subcommand = if name == "rustfmt" { "fmt" } else { name };
    if has("cargo", &[subcommand]) {
        return Ok(());
    }
    command(Command::new("rustup").args(["component", "add", name]), &format!("rustup component add {name}"))
}

/// Installs a Debian package if a program is missing.
pub(crate) fn package(program: &str, package: &str) -> Result<(), String> {
    package_of(program, "--version", package)
}

/// The same for a program that answers to another word than `--version`.
pub(crate) fn package_of(program: &str, word: &str, package: &str) -> Result<(), String> {
    if Command::new(program).arg(word).output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let install = format!("apt-get install --yes --no-install-recommends {package}");
    command(Command::new("sh").args(["-c", &format!("apt-get update --quiet && {install}")]), &install)
}
