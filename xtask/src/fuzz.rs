//! Fuzzing: guided by coverage where nightly Rust is, seeded mutations everywhere else.

use std::process::Command;

use crate::run;

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let seconds = arguments.iter().find(|argument| !argument.starts_with("--")).unwrap_or(&"30");
    if seconds.parse::<u64>().is_err() {
        return Err(format!("`{seconds}` is not a number of seconds"));
    }
    let guided = !arguments.contains(&"--stable") && run::has("cargo", &["+nightly"]);
    if !guided {
        println!("without coverage guidance: each parser gets {seconds} seconds of mutated texts");
        return run::cargo(&["run", "--release", "--quiet", "--package", "azulejo-fuzz", "--", seconds]);
    }
    if !run::has("cargo", &["fuzz"]) {
        run::cargo(&["install", "--locked", "cargo-fuzz"])?;
    }
    let output = Command::new("cargo").args(["+nightly", "fuzz", "list"]).current_dir(run::root()).output();
    let output = output.map_err(|error| format!("cargo fuzz cannot be run: {error}"))?;
    let targets = String::from_utf8_lossy(&output.stdout).into_owned();
    for target in targets.lines() {
        let time = format!("-max_total_time={seconds}");
        run::cargo(&["+nightly", "fuzz", "run", target, "--", &time, "-timeout=10", "-rss_limit_mb=2048"])?;
    }
    Ok(())
}
