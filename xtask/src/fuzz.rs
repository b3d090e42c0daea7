//! Fuzzing: libFuzzer guided by coverage, which stable Rust can do; seeded mutations without it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run;

/// What makes LLVM count the edges that are taken and the numbers that are compared. The games have no unsafe code, so
/// no sanitizer is needed, and without one no nightly Rust.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                        -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";
/// What is worth keeping of a corpus: texts of at most so many bytes, and at most so many of them a target.
const LONGEST: u64 = 400;
const MOST: usize = 8;

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let (mut seconds, mut only, mut stable, mut keep) = ("30", None, false, false);
    for argument in arguments {
        match *argument {
            "--stable" => stable = true,
            "--keep" => keep = true,
            number if number.parse::<u64>().is_ok() => seconds = number,
            name => only = Some(name),
        }
    }
    if stable {
        println!("without coverage guidance: each target gets {seconds} seconds of mutated texts");
        let arguments = ["run", "--release", "--quiet", "--package", "azulejo-fuzz", "--", seconds];
        return run::cargo(&arguments.into_iter().chain(only).collect::<Vec<_>>());
    }
    let program = build()?;
    let work = run::root().join("target/fuzz");
    let targets = targets(&work.join("seeds"))?;
    let chosen: Vec<&String> = targets.iter().filter(|target| only.is_none_or(|name| name == *target)).collect();
    if chosen.is_empty() {
        return Err(format!("there is no target {only:?}: expected one of {}", targets.join(", ")));
    }
    let mut executions = BTreeMap::new();
    for target in chosen {
        executions.insert(target, guided(&program, &work, target, seconds)?);
        if keep {
            keep_smallest(&program, &work, target)?;
        }
    }
    for (target, number) in &executions {
        println!("{target:<20} {number} executions, none broke it");
    }
    println!("{:<20} {} executions", "all", executions.values().sum::<u64>());
    Ok(())
}

/// Builds the guided program, and says where it is. For a target triple of its own, so that build scripts stay as they are.
fn build() -> Result<PathBuf, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc cannot be run: {error}"))?;
    let about = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not say its host")?;
    let arguments =
        ["build", "--locked", "--release", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--target", host];
    let mut cargo = Command::new("cargo");
    run::command(cargo.args(arguments).env("RUSTFLAGS", COVERAGE), &format!("cargo {}", arguments.join(" ")))?;
    Ok(run::root().join("fuzz/target").join(host).join("release/azulejo-fuzz-guided"))
}

/// Writes the seeds of every target, and gives their names.
fn targets(seeds: &Path) -> Result<Vec<String>, String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--package", "azulejo-fuzz", "--", "seeds"]).arg(seeds).current_dir(run::root());
    let output = cargo.output().map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Runs one target, and gives how many executions that was.
fn guided(program: &Path, work: &Path, target: &str, seconds: &str) -> Result<u64, String> {
    let (found, crashes) = (work.join("corpus").join(target), work.join("crashes").join(target));
    for folder in [&found, &crashes] {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let kept = run::root().join("fuzz/corpus").join(target);
    let mut fuzzer = Command::new(program);
    fuzzer.env("AZULEJO_FUZZ", target).arg(format!("-max_total_time={seconds}"));
    fuzzer.args(["-timeout=20", "-rss_limit_mb=2048", "-max_len=4096", "-print_final_stats=1", "-verbosity=0"]);
    fuzzer.arg(format!("-artifact_prefix={}/", crashes.display())).arg(found);
    fuzzer.args([work.join("seeds").join(target), kept].into_iter().filter(|folder| folder.exists()));
    println!("==> {target}, {seconds} seconds");
    let output = fuzzer.output().map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{target} broke; what broke it is in {}\n{told}", crashes.display()));
    }
    let number = told.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    number
        .and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| format!("{target} does not say how often it ran"))
}

/// Puts the smallest texts that cover what was found into the repository.
fn keep_smallest(program: &Path, work: &Path, target: &str) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("the corpus of {target}: {error}");
    let (least, kept) = (work.join("least").join(target), run::root().join("fuzz/corpus").join(target));
    std::fs::create_dir_all(&least).map_err(wrong)?;
    let folders = [least.clone(), work.join("corpus").join(target)];
    let mut fuzzer = Command::new(program);
    fuzzer.env("AZULEJO_FUZZ", target).args(["-merge=1", "-max_len=400", "-verbosity=0"]).args(&folders);
    let output = fuzzer.output().map_err(wrong)?;
    if !output.status.success() {
        return Err(format!(
            "{target} broke while its corpus was minimised\n{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let mut files: Vec<(u64, PathBuf)> = Vec::new();
    for file in std::fs::read_dir(&least).map_err(wrong)? {
        let file = file.map_err(wrong)?;
        files.push((file.metadata().map_err(wrong)?.len(), file.path()));
    }
    // Of each length a few, not the shortest alone: long ones reach further.
    files.retain(|(length, _)| *length <= LONGEST);
    files.sort();
    let step = files.len().div_ceil(MOST).max(1);
    if kept.exists() {
        std::fs::remove_dir_all(&kept).map_err(wrong)?;
    }
    std::fs::create_dir_all(&kept).map_err(wrong)?;
    for (_, file) in files.iter().rev().step_by(step) {
        let name = file.file_name().ok_or("a file without a name")?;
        std::fs::copy(file, kept.join(name)).map_err(wrong)?;
    }
    Ok(())
}
